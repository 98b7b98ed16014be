package naming

import (
	"fmt"
	"regexp"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector/audit"
)

var ranged = audit.Roles(tree.RoleSlider, tree.RoleSpinbutton, tree.RoleProgressbar, tree.RoleMeter, tree.RoleScrollbar)

var valueRange = &audit.Rule{
	ID: "value-range-invalid", Group: audit.Naming, Severity: audit.Error, Criteria: []string{"4.1.2"},
	Title: "Value outside of its range, or a range of nothing",
	Explanation: "Screen readers say the value as a share of the range. Where the end is not above the beginning, or the value " +
		"outside of both, they say nonsense, and a program cannot know what may be set.",
	Remedy: audit.Remedy{
		Any:  "Set minimum, maximum and value so that the value lies between them.",
		GTK3: "gtk_adjustment_configure with lower < upper.",
		GTK4: "GtkAdjustment with lower < upper; GTK_ACCESSIBLE_PROPERTY_VALUE_MIN, _MAX and _NOW for own widgets.",
		Qt:   "setRange before setValue; QAccessibleValueInterface::minimumValue and maximumValue.",
		Web:  "aria-valuemin < aria-valuemax, aria-valuenow between them.",
	},
	Quiet: "Ranges from 0 to 0, by which toolkits say that there are no ends (progress of unknown length, nothing to scroll, no limits told). " +
		"Values beyond an end by a rounding. Numbers that are none are not read at all.",
	Applies: func(_ *audit.Pass, n *tree.Node) bool { return ranged[n.Role] },
	Check: func(p *audit.Pass, n *tree.Node) {
		r := n.Range
		if r == nil {
			if n.Value.State == tree.Unreadable {
				p.Undecided("the value could not be read")
			}
			return
		}
		if r.Minimum == 0 && r.Maximum == 0 {
			return
		}
		slack := (r.Maximum - r.Minimum) * 1e-6
		why := ""
		switch {
		case r.Minimum > r.Maximum || r.Minimum == r.Maximum && n.Role != tree.RoleScrollbar && n.Role != tree.RoleProgressbar:
			why = fmt.Sprintf("Its range goes from %g to %g.", r.Minimum, r.Maximum)
		case r.Current < r.Minimum-slack || r.Current > r.Maximum+slack:
			why = fmt.Sprintf("Its value %g is outside of %g to %g.", r.Current, r.Minimum, r.Maximum)
		case r.Step < 0:
			why = fmt.Sprintf("One step is %g.", r.Step)
		default:
			return
		}
		p.Report(n, audit.Detail{Why: why, Values: []audit.Value{
			audit.V("value", r.Current), audit.V("minimum", r.Minimum), audit.V("maximum", r.Maximum), audit.V("step", r.Step),
		}})
	},
}

// meant are words in names of ranges whose number alone says little.
var meant = regexp.MustCompile(`(?i)\b(volume|time|position|seek|duration|progress|opacity|zoom|brightness|speed|rating|temperature|lautstärke|zeit|dauer)\b`)

var valueText = &audit.Rule{
	ID: "value-text-missing", Group: audit.Naming, Severity: audit.Info,
	Title: "Number without what it means",
	Explanation: "A slider for the volume or the time says \"87\"; \"87 %\" or \"1 minute 27\" would say what it is. Looked at: " +
		"sliders and spin buttons whose name is about such a thing, in browsers, which tell the text of a value.",
	Remedy: audit.Remedy{
		Any:  "Say the value as a text beside the number.",
		GTK4: "GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT.",
		Web:  "aria-valuetext=\"1 minute 27\".",
	},
	Quiet: "Names that speak of nothing of the kind, or already of the unit. GTK and Qt do not tell the text of a value here: " +
		"undecided. Only English and German words are known.",
	Applies: func(_ *audit.Pass, n *tree.Node) bool {
		return (n.Role == tree.RoleSlider || n.Role == tree.RoleSpinbutton) && n.Range != nil && meant.MatchString(n.Name.Value)
	},
	Check: func(p *audit.Pass, n *tree.Node) {
		if p.Toolkit != audit.Web || len(n.Attributes) == 0 {
			p.Undecided("the text of a value is not read")
			return
		}
		text, _ := audit.AttributeOf(n, "valuetext")
		if letters(text) > 0 || units.MatchString(text) || units.MatchString(n.Name.Value) {
			return
		}
		p.Report(n, audit.Detail{
			Why:    fmt.Sprintf("Its name speaks of something that \"%g\" alone does not tell.", n.Range.Current),
			Values: []audit.Value{audit.V("name", n.Name.Value), audit.V("value", n.Range.Current), audit.V("valuetext", text)},
		})
	},
}

var units = regexp.MustCompile(`[%°:]|\((s|ms|min|px|dB)\)`)
