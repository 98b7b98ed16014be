package geometry

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/inspector/audit"
)

// narrowest is the mean width of a letter against the height of the letters, less than
// which no text of more than a few letters has ("illi" in a narrow font).
const narrowest = 0.28

var textClipped = &audit.Rule{
	ID: "text-clipped", Group: audit.Geometry, AnyRole: true, Severity: audit.Review, Criteria: []string{"1.4.4"},
	Title: "Text that is cut off",
	Explanation: "Who sees the screen reads half of what a screen reader says; with larger letters even less is left. Looked at: whether the " +
		"text has more letters than its rectangle has room for in letters of the height that is seen, and whether it ends in three dots that it does not have.",
	Remedy: audit.Remedy{
		Any:  "Give the text more room or let it wrap, and put all of it into a tool tip.",
		GTK3: "Call gtk_label_set_line_wrap, or gtk_label_set_ellipsize together with gtk_widget_set_tooltip_text.",
		GTK4: "Call gtk_label_set_wrap, or gtk_label_set_ellipsize together with gtk_widget_set_tooltip_text.",
		Qt:   "Call QLabel::setWordWrap, or elide with QFontMetrics::elidedText and set a tool tip.",
		Web:  "Let the text wrap; with text-overflow: ellipsis also set title.",
	},
	Quiet: "Texts whose description has all of them (a tool tip); text of several lines, where the room is counted in all of them; text " +
		"boxes, which scroll. Measured from the picture, so it is for review.",
	Needs: audit.NeedPicture,
	Whole: func(p *audit.Pass) {
		eachPictured(p, ofOneText, func(n *tree.Node, seen tree.Rect) { fits(p, n, seen) })
	},
}

func ofOneText(p *audit.Pass, n *tree.Node) bool {
	switch n.Role {
	case tree.RoleLabel, tree.RoleLink, tree.RoleTab, tree.RoleHeading, tree.RoleColumnHeader, tree.RoleCell, tree.RoleListItem:
		return writes(p, n)
	}
	return false
}

func fits(p *audit.Pass, n *tree.Node, seen tree.Rect) {
	text := inspector.Normalize(n.Name.Value)
	if told(n, text) || n.Parent >= 0 && told(&p.Nodes[n.Parent], text) {
		return
	}
	if n.Description.State == tree.Unreadable || n.Parent >= 0 && p.Nodes[n.Parent].Description.State == tree.Unreadable {
		p.UndecidedAt(n, "the description could not be read")
		return
	}
	part, why := pictured(p, n, seen, 0)
	if why != "" {
		p.UndecidedAt(n, why)
		return
	}
	k, any := part.read()
	if !any || k.run < 5 {
		p.UndecidedAt(n, "no text is to be seen in the picture")
		return
	}
	letters := 0
	for _, r := range text {
		if !unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf) {
			letters++
		}
	}
	lines := max(n.Bounds.H/max(k.run, 1), 1)
	room := float64(lines*n.Bounds.W) / (narrowest * float64(k.run))
	ends := strings.HasSuffix(text, "…") || strings.HasSuffix(text, "...")
	values := []audit.Value{audit.V("letters", letters), audit.V("width", n.Bounds.W), audit.V("height of letters", k.run), audit.V("lines", lines)}
	switch {
	case letters > 8 && float64(letters) > room:
		p.Report(n, audit.Detail{
			Why:    fmt.Sprintf("The text has %d letters, and there is room for %.0f narrow ones of the height that is seen.", letters, room),
			Values: values, Kind: "room",
		})
	case !ends && letters > 3 && k.run < n.Bounds.H && part.dots(k):
		p.Report(n, audit.Detail{
			Why:    "What is seen ends in three dots, and the text does not.",
			Values: values, Kind: "dots",
		})
	}
}

// told reports whether the description of an element has the whole text.
func told(n *tree.Node, text string) bool {
	return n.Description.IsKnown() && strings.Contains(inspector.Normalize(n.Description.Value), text)
}

// dots reports whether what is drawn ends, on the right, in three dots of one size at
// one distance near the foot of the letters.
func (p piece) dots(k ink) bool {
	type blot struct{ left, right, top, bottom int }
	var last []blot // columns with ink, joined, from the right
	open := false
	a := p.area
	foot := a.Min.Y
	for x := a.Max.X - 1; x >= a.Min.X && len(last) < 5; x-- {
		top, bottom := -1, -1
		for y := a.Min.Y; y < a.Max.Y; y++ {
			if apart(p.at(x, y), k.ground) >= 2*alike {
				if top < 0 {
					top = y
				}
				bottom = y
			}
		}
		switch {
		case top < 0:
			open = false
		case open:
			b := &last[len(last)-1]
			b.left, b.top, b.bottom = x, min(b.top, top), max(b.bottom, bottom)
		default:
			last = append(last, blot{x, x, top, bottom})
			open = true
		}
		if bottom > foot {
			foot = bottom
		}
	}
	if len(last) < 4 {
		return false
	}
	small := max(k.run/3, 2)
	for i := range 3 {
		b := last[i]
		if b.right-b.left+1 > small || b.bottom-b.top+1 > small || foot-b.bottom > k.run/2 || b.top-a.Min.Y < small {
			return false
		}
	}
	first, second := last[0].right-last[1].right, last[1].right-last[2].right
	return first-second <= 1 && second-first <= 1 && first <= k.run
}
