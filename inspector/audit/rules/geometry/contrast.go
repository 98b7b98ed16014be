package geometry

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector/audit"
)

// Limits of contrast (WCAG 2.2, 1.4.3 and 1.4.11).
const (
	leastText    = 4.5
	leastLarge   = 3.0
	leastControl = 3.0
	// leastGround is the share of its pixels that one ground has at the least.
	leastGround = 0.4
)

// How high letters are in CSS pixels, by which a text is known to be small, or large.
// Capitals are 0.7 of the size of a font, and with tails all of it: what is lower than
// 0.7 of 18.66 (bold) is not large, and what is higher than 24 is.
const (
	surelySmall = 13
	surelyLarge = 24
)

var contrastText = &audit.Rule{
	ID: "contrast-text", Group: audit.Geometry, AnyRole: true, Severity: audit.Warning, Criteria: []string{"1.4.3"},
	Title: "Text that is hard to see",
	Explanation: "People with low vision, and everybody in the sun, cannot read text of little contrast. Looked at: the picture of each " +
		"text. The ground is the most frequent colour, the text the colour farthest from it that makes up a share of its own (not " +
		"single pixels, whose edges are mixed). WCAG 2.2 asks for 4.5 to 1, and for 3 to 1 from 24 pixels, or bold from 18.7.",
	Remedy: audit.Remedy{
		Any:  "Choose a darker text on a light ground, or a lighter one on a dark ground.",
		GTK3: "Do not set colours in CSS, or set both; the theme's @theme_fg_color on @theme_bg_color has the contrast.",
		GTK4: "Do not set colours in CSS, or set both; take the class \"dim-label\" from what has to be read.",
		Qt:   "Use the roles of QPalette (WindowText on Window) in place of colours of your own.",
		Web:  "Change color or background-color.",
	},
	Quiet: "Disabled text; pictures of text are not texts. For review: text on pictures and gradients, with colours of several kinds, in " +
		"buttons without a label of their own (an icon may be drawn), letters that may be large, and where some pixels have the " +
		"contrast and the text as a whole has not. Text that is partly out of view or not in the picture is undecided, and so is text of a " +
		"page on several lines with other elements between.",
	Needs: audit.NeedPicture,
	Whole: func(p *audit.Pass) {
		eachPictured(p, writes, func(n *tree.Node, seen tree.Rect) { legible(p, n, seen) })
	},
}

func legible(p *audit.Pass, n *tree.Node, seen tree.Rect) {
	if disabled(p, n) {
		return
	}
	if n.Role.EditsText() && n.States.Has(tree.Focused) {
		p.UndecidedAt(n, "it has the focus, and what is selected in it has colours of its own")
		return
	}
	part, why := pictured(p, n, seen, inset(p, n))
	if why == "" && amid(p, n) {
		why = "its rectangle is that of several lines, with other elements in it"
	}
	if why != "" {
		p.UndecidedAt(n, why)
		return
	}
	k, any := part.read()
	if !any {
		p.UndecidedAt(n, "no text is to be seen in the picture")
		return
	}
	ratio, most := contrast(k.text, k.ground), contrast(k.extreme, k.ground)
	high := float64(k.run) / p.PixelScale()
	limit := leastText
	if high >= surelyLarge {
		limit = leastLarge
	}
	if ratio >= limit {
		if k.share < leastGround {
			p.UndecidedAt(n, "it is drawn on a picture or a gradient")
		}
		return
	}
	d := audit.Detail{
		Why: fmt.Sprintf("The text is %s on %s: %.2f to 1, less than %.1f.", k.text, k.ground, ratio, limit),
		Values: []audit.Value{
			audit.V("text", k.text), audit.V("ground", k.ground), audit.V("contrast", fmt.Sprintf("%.2f", ratio)),
			audit.V("farthest pixels", k.extreme), audit.V("share of the ground", fmt.Sprintf("%.2f", k.share)), audit.V("height of letters", high),
		},
	}
	var doubt []string
	if !k.sure {
		doubt = append(doubt, "the ground or the text has several colours")
	}
	if most >= limit {
		doubt = append(doubt, "some pixels have the contrast")
	}
	if ratio >= leastLarge && (high >= surelySmall && high < surelyLarge || !lettered(n)) {
		doubt = append(doubt, "the letters may be large")
	}
	if bare(n) {
		doubt = append(doubt, "it may be an icon")
	}
	if len(doubt) > 0 {
		d.Severity, d.Kind = audit.Review, doubt[0]
		d.Why += " Not certain: " + strings.Join(doubt, ", ") + "."
	}
	p.Report(n, d)
}

// amid reports whether the rectangle of a text of a page is around what stands before or
// after it: browsers tell the box around all lines, so that what is measured in it may be
// another text. As far as that many elements away.
func amid(p *audit.Pass, n *tree.Node) bool {
	const near = 16
	if p.Toolkit != audit.Web || n.Parent == tree.None {
		return false
	}
	beside := p.Nodes[n.Parent].Children
	at := slices.Index(beside, n.ID)
	for _, id := range beside[max(0, at-near):min(len(beside), at+near+1)] {
		if x := &p.Nodes[id]; id != n.ID && p.Shown(id) && x.Bounds.Usable() && !x.Bounds.Empty() && n.Bounds.Contains(x.Bounds.Center()) {
			return true
		}
	}
	return false
}

// lettered reports whether a text has letters or digits, whose height tells the size of
// the font; that of "=" does not.
func lettered(n *tree.Node) bool {
	return strings.ContainsFunc(n.Name.Value+n.Value.Value, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// writes reports whether the text of an element is drawn where the element is: it has a
// name or a value, and nothing in it that has one.
func writes(p *audit.Pass, n *tree.Node) bool {
	switch n.Role {
	case tree.RoleLabel, tree.RoleButton, tree.RoleToggleButton, tree.RoleLink, tree.RoleHeading, tree.RoleTab, tree.RoleMenuItem,
		tree.RoleMenuItemCheckbox, tree.RoleMenuItemRadio, tree.RoleCheckbox, tree.RoleRadio, tree.RoleListItem, tree.RoleOption, tree.RoleTreeItem,
		tree.RoleCell, tree.RoleColumnHeader, tree.RoleRowHeader, tree.RoleParagraph:
		if !n.Name.IsKnown() || audit.Speakable(n.Name.Value) == "" {
			return false
		}
	case tree.RoleTextbox, tree.RoleSearchbox, tree.RoleSpinbutton:
		if n.Secret || !n.Value.IsKnown() || audit.Speakable(n.Value.Value) == "" {
			return false
		}
	default:
		return false
	}
	for _, c := range n.Children {
		x := &p.Nodes[c]
		if p.Shown(c) && (x.Name.IsKnown() && audit.Speakable(x.Name.Value) != "" || len(x.Children) > 0 || x.Role == tree.RoleImage) {
			return false
		}
	}
	if bare(n) && (p.Toolkit == audit.GTK4 || p.Toolkit == audit.Web) {
		return false // the text would be a label in it
	}
	if p.Toolkit == audit.GTK3 && n.Role == tree.RoleToggleButton && !slices.Contains(n.Interfaces, "Image") {
		return false // a GtkSwitch; GtkToggleButton has the interface
	}
	return !narrow(n, n.Name.Value)
}

// narrow reports whether a name cannot be drawn in the width of an element, so that
// something else is: an icon.
func narrow(n *tree.Node, name string) bool {
	const least = 4 // pixels of a letter
	return bare(n) && n.Bounds.Usable() && n.Bounds.W < least*len([]rune(name))
}

// bare reports whether an element draws its text itself, perhaps beside an icon or a
// box to tick.
func bare(n *tree.Node) bool {
	switch n.Role {
	case tree.RoleButton, tree.RoleToggleButton, tree.RoleCheckbox, tree.RoleRadio:
		return true
	}
	return false
}

// inset keeps the border of what has one out of the measurement.
func inset(p *audit.Pass, n *tree.Node) int {
	switch n.Role {
	case tree.RoleLabel, tree.RoleLink, tree.RoleHeading, tree.RoleParagraph:
		return 0
	}
	return int(3 * p.PixelScale())
}

var contrastControl = &audit.Rule{
	ID: "contrast-control", Group: audit.Geometry, AnyRole: true, Severity: audit.Review, Criteria: []string{"1.4.11"},
	Title: "A control that is hard to make out",
	Explanation: "A text box without a visible border, or an icon in light grey, is not found by people with low vision. Looked at: the " +
		"picture of text boxes, combo boxes and spin buttons (border and ground against what is around them) and of icons that are " +
		"buttons. WCAG 2.2 asks for 3 to 1.",
	Remedy: audit.Remedy{
		Any:  "Give the control a border or a ground, and the icon a colour, of 3 to 1 against what is around.",
		GTK3: "Set border-color in CSS; use symbolic icons, which take the colour of the text.",
		GTK4: "Set border-color or outline in CSS; use symbolic icons, which take the colour of the text.",
		Qt:   "Set the border in the style sheet, or choose a style that draws one; icons from the theme for dark and light.",
		Web:  "Set border-color; fill or currentColor for icons.",
	},
	Quiet: "Disabled controls; buttons with a text, which need no border; text boxes that fill their window, and multi-line ones in a " +
		"scrolled area. What lies at the edge of its window is undecided. The change of a focus ring needs two pictures and is not measured. " +
		"A person has to look: what else shows where the control is cannot be measured.",
	Needs: audit.NeedPicture,
	Whole: func(p *audit.Pass) {
		outlined := func(p *audit.Pass, n *tree.Node) bool {
			return !p.OfBrowser(n) && !p.Furniture(n) && (field(n) && !n.States.Has(tree.MultiLine) || iconButton(p, n))
		}
		eachPictured(p, outlined, func(n *tree.Node, seen tree.Rect) {
			switch {
			case disabled(p, n):
			case field(n):
				edge(p, n, seen)
			default:
				icon(p, n, seen)
			}
		})
	},
}

func field(n *tree.Node) bool {
	switch n.Role {
	case tree.RoleTextbox, tree.RoleSearchbox, tree.RolePassword, tree.RoleCombobox, tree.RoleSpinbutton:
		return true
	}
	return false
}

// iconButton reports whether an element is a button that shows a picture and no text.
func iconButton(p *audit.Pass, n *tree.Node) bool {
	if n.Role != tree.RoleButton && n.Role != tree.RoleToggleButton {
		return false
	}
	picture, text := false, false
	left := 12
	p.Down(n, func(c *tree.Node) bool {
		left--
		if p.Shown(c.ID) {
			picture = picture || c.Role == tree.RoleImage
			text = text || c.Role == tree.RoleLabel || c.Interactive()
		}
		return left > 0
	})
	return !text && (picture || n.Name.IsKnown() && narrow(n, n.Name.Value) || n.Name.State == tree.Absent && n.Description.IsKnown() && narrow(n, n.Description.Value))
}

func icon(p *audit.Pass, n *tree.Node, seen tree.Rect) {
	part, why := pictured(p, n, seen, inset(p, n))
	if why != "" {
		p.UndecidedAt(n, why)
		return
	}
	k, any := part.read()
	if !any {
		p.UndecidedAt(n, "no icon is to be seen in the picture")
		return
	}
	if r := contrast(k.extreme, k.ground); r < leastControl {
		p.Report(n, audit.Detail{
			Why:    fmt.Sprintf("Its icon is %s on %s: %.2f to 1, less than %.1f.", k.extreme, k.ground, r, leastControl),
			Values: []audit.Value{audit.V("icon", k.extreme), audit.V("ground", k.ground), audit.V("contrast", fmt.Sprintf("%.2f", r))}, Kind: "icon",
		})
	}
}

// edge compares what is around a field with its border and with its ground.
func edge(p *audit.Pass, n *tree.Node, seen tree.Rect) {
	s := p.PixelScale()
	out, in := int(6*s), int(6*s)
	part, why := pictured(p, n, seen, -out)
	if why != "" {
		p.UndecidedAt(n, why)
		return
	}
	// GTK 4 gives the rectangle without padding and border: the band reaches both ways.
	around, band := map[rgb]int{}, map[rgb]int{}
	a := part.area
	for y := a.Min.Y; y < a.Max.Y; y++ {
		for x := a.Min.X; x < a.Max.X; x++ {
			d := min(x-a.Min.X, a.Max.X-1-x, y-a.Min.Y, a.Max.Y-1-y)
			switch {
			case d < 2:
				around[part.at(x, y)]++
			case d < out+in:
				band[part.at(x, y)]++
			default:
				x = a.Max.X - out - in - 1 // the middle says nothing
			}
		}
	}
	outer := commonest(around)
	best, found := 1.0, outer
	least := (a.Dx() + a.Dy()) / 3 // of a border that goes all around, or below
	for c, count := range band {
		if r := contrast(c, outer); count >= least && r > best {
			best, found = r, c
		}
	}
	if best < leastControl {
		p.Report(n, audit.Detail{
			Why:    fmt.Sprintf("Around it is %s, and nothing of its border or ground has more contrast than %s: %.2f to 1, less than %.1f.", outer, found, best, leastControl),
			Values: []audit.Value{audit.V("around", outer), audit.V("border or ground", found), audit.V("contrast", fmt.Sprintf("%.2f", best))}, Kind: "border",
		})
	}
}

func commonest(colours map[rgb]int) rgb {
	var best rgb
	most := 0
	for c, n := range colours {
		if n > most || n == most && c.String() < best.String() {
			best, most = c, n
		}
	}
	return best
}
