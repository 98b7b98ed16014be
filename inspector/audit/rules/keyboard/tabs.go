package keyboard

import (
	"fmt"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector/audit"
)

var orderJumps = &audit.Rule{
	ID: "focus-order-jumps", Group: audit.Keyboard, Severity: audit.Warning, Criteria: []string{"2.4.3"}, Needs: audit.NeedTabs,
	Title: "Tab key that jumps about",
	Explanation: "The focus goes back up the window more than twice on its way with the Tab key, or leaves a dialog that holds all " +
		"input: who uses the keyboard loses the place. Looked at: where the focus went, step by step, the element that had it first in front.",
	Remedy: audit.Remedy{
		Any:  "Put the elements into the order in which they are read.",
		GTK3: "The order of packing, or gtk_container_set_focus_chain.",
		GTK4: "The order of the children in their containers.",
		Qt:   "QWidget::setTabOrder.",
		Web:  "The order of the document, without positive tabindex.",
	},
	Quiet: "The way from the last element back to the first; to the top of another column; sideways in a row, which goes the other way " +
		"in right-to-left languages. Steps whose place is not known are left out.",
	Whole: func(p *audit.Pass) {
		const allowed = 2
		stops := p.Tabs.Stops
		p.Checked(len(stops))
		w := p.Node(p.Tabs.Window)
		if w == nil {
			return
		}
		if p.Tabs.Left && w.States.Has(tree.Modal) {
			p.Report(w, audit.Detail{
				Why: "The focus left the dialog, which holds all input.", Kind: "left",
				Values: []audit.Value{audit.V("steps", len(stops)), audit.V("modal", true)},
			})
			return
		}
		last := len(stops)
		if p.Tabs.Closed && last > 1 && stops[last-1].Node == stops[0].Node {
			last-- // back at the start
		}
		back := 0
		var others []tree.NodeID
		top := 0 // how far up the walk began, which it may go back to once
		for i := 1; i < last; i++ {
			a, b := stops[i-1].Bounds, stops[i].Bounds
			if !a.Usable() || !b.Usable() || !wentUp(a.Rect, b.Rect) {
				continue
			}
			if top == 0 && first(stops[:last], i) {
				top = i // the walk began in the middle
				continue
			}
			back++
			others = append(others, stops[i].Node)
		}
		if back > allowed {
			p.Report(w, audit.Detail{
				Why: fmt.Sprintf("The Tab key goes back up %d times in %d steps.", back, last-1), Kind: "jumps", Others: known(others),
				Values: []audit.Value{audit.V("steps", last-1), audit.V("times up", back)},
			})
		}
	},
}

// wentUp reports whether b lies wholly above a in the same column.
func wentUp(a, b tree.Rect) bool {
	return b.Y+b.H <= a.Y && b.X < a.X+a.W && a.X < b.X+b.W
}

// first reports whether a stop lies above all others of a walk.
func first(stops []audit.TabStop, at int) bool {
	for _, s := range stops {
		if s.Bounds.Usable() && s.Bounds.Y < stops[at].Bounds.Y {
			return false
		}
	}
	return true
}

func known(ids []tree.NodeID) []tree.NodeID {
	var there []tree.NodeID
	for _, id := range ids {
		if id != tree.None {
			there = append(there, id)
		}
	}
	return there
}

var focusTrap = &audit.Rule{
	ID: "focus-trap", Group: audit.Keyboard, Severity: audit.Error, Criteria: []string{"2.1.2"}, Needs: audit.NeedTabs,
	Title: "Place that the Tab key does not leave",
	Explanation: "The Tab key goes round among a few elements, or stays on one, and does not reach the rest of the window; Shift+Tab, " +
		"where it was tried, neither. Who uses only the keyboard has to give up here.",
	Remedy: audit.Remedy{
		Any:  "Let Tab leave the element. If it needs Tab itself, give it another key that leaves, and say so.",
		GTK3: "gtk_text_view_set_accepts_tab(view, FALSE).",
		GTK4: "gtk_text_view_set_accepts_tab(view, FALSE).",
		Qt:   "QPlainTextEdit::setTabChangesFocus(true).",
		Web:  "Do not prevent the default of Tab, or only until Escape.",
	},
	Quiet: "Modal dialogs, whose round is their own. Terminals and texts of several lines, which need Tab themselves, are told as info. Walks that " +
		"were ended before they came round, and windows with a single stop. A walk that begins on what Tab does not come back to is for review, " +
		"and no fault where it came to all the rest.",
	Whole: func(p *audit.Pass) {
		stops := p.Tabs.Stops
		p.Checked(len(stops))
		if len(stops) < 2 || stops[len(stops)-1].Node == tree.None {
			return
		}
		end := stops[len(stops)-1].Node
		at := -1 // where the round begins
		for i, s := range stops[:len(stops)-1] {
			if s.Node == end {
				at = i
				break
			}
		}
		n := &p.Nodes[end]
		if at < 0 || window(n) || p.Up(n, func(a *tree.Node) bool { return a.States.Has(tree.Modal) }) != nil {
			return
		}
		if p.Up(n, func(a *tree.Node) bool { return !a.StatesRead }) != nil {
			p.UndecidedAt(n, "whether it lies in a modal dialog could not be read")
			return
		}
		round := map[tree.NodeID]bool{}
		for _, s := range append(stops[at:len(stops):len(stops)], p.Tabs.Back...) {
			round[s.Node] = true
		}
		reach := reachable(p)
		rest := 0
		stays := len(stops)-1-at == 1
		// What has the focus first may be in no order, as what is clicked: then all go round without it.
		outside := at == 1 && !stays
		for _, id := range reach {
			if !round[id] && !(outside && id == stops[0].Node) {
				rest++
			}
		}
		if at == 0 && !stays || rest == 0 || len(reach) < 2 {
			return // it came back to its start: what it left out is unreachable-by-tab's
		}
		d := audit.Detail{
			Why: fmt.Sprintf("The Tab key goes round among %d element(s) and does not reach %d others.", len(round), rest), Kind: "round",
			Values: []audit.Value{audit.V("steps", len(stops)-1), audit.V("in the round", len(round)), audit.V("not reached", rest)},
		}
		if outside {
			d.Severity = audit.Review
			d.Why += " The walk began outside of the round, perhaps on what is in no order."
		}
		if stays {
			d.Why, d.Kind = fmt.Sprintf("The Tab key stays on it; %d other elements can have the focus.", rest), "stays"
			if n.Role == tree.RoleTerminal || n.States.Has(tree.MultiLine) {
				d.Severity = audit.Info
				d.Why += " It may need the key itself."
			}
		}
		p.Report(n, d)
	},
}

// reachable lists what a walk through the window should come to: enabled, shown in a place
// that was read, able to have the focus, and a person acts on it.
func reachable(p *audit.Pass) []tree.NodeID {
	var ids []tree.NodeID
	w := p.Node(p.Tabs.Window)
	if w == nil {
		return nil
	}
	p.Down(w, func(n *tree.Node) bool {
		if n.Interactive() && p.Shown(n.ID) && audit.Enabled(n) && n.States.Has(tree.Focusable) && n.Bounds.State == tree.Known {
			ids = append(ids, n.ID)
		}
		return true
	})
	return ids
}

var notReached = &audit.Rule{
	ID: "unreachable-by-tab", Group: audit.Keyboard, Severity: audit.Warning, Criteria: []string{"2.1.1"}, Needs: audit.NeedTabs,
	Title: "Control that the Tab key never came to",
	Explanation: "A whole round with the Tab key came back to its start without stopping at this element, although it says that it can " +
		"have the focus. Who uses the keyboard has to find another way, if there is one.",
	Remedy: audit.Remedy{
		Any:  "Put the element into the order of the Tab key.",
		GTK3: "Take it into gtk_container_set_focus_chain, or leave the chain out.",
		GTK4: "Override focus() of the container only for a group that the arrow keys go through.",
		Qt:   "setFocusPolicy(Qt::StrongFocus) instead of Qt::ClickFocus.",
		Web:  "tabindex=\"0\" instead of \"-1\", or arrow keys in a group with a role.",
	},
	Quiet: "Walks that did not come round: undecided. Lists, tool bars, tabs, menus, trees, tables and groups of radio buttons of which " +
		"any member was reached: the arrow keys go on from there. What holds or belongs to something that was reached.",
	Whole: func(p *audit.Pass) {
		all := reachable(p)
		if !p.Tabs.Closed {
			for range all {
				p.Undecided("the walk with Tab did not come round")
			}
			return
		}
		visited, doubt := map[tree.NodeID]bool{}, false
		groups := map[tree.NodeID]bool{} // what manages the focus of a stop, and where radio buttons lie
		for _, s := range append(p.Tabs.Stops[:len(p.Tabs.Stops):len(p.Tabs.Stops)], p.Tabs.Back...) {
			if s.Node == tree.None {
				continue
			}
			visited[s.Node] = true
			n := &p.Nodes[s.Node]
			doubt = doubt || !p.RolesKnown(n.ID)
			if managers[n.Role] {
				groups[n.ID] = true
			}
			for up := n.Parent; up > 0; up = p.Nodes[up].Parent {
				visited[up] = true
				if managers[p.Nodes[up].Role] || n.Role == tree.RoleRadio && up == n.Parent {
					groups[up] = true
				}
			}
			for _, id := range audit.Related(n, tree.MemberOf) {
				groups[id] = true
			}
		}
		for _, id := range all {
			n := &p.Nodes[id]
			p.Checked(1)
			member := visited[id] || p.Up(n, func(a *tree.Node) bool {
				return groups[a.ID] && (managers[a.Role] || n.Role == tree.RoleRadio) || visited[a.ID] && a.Interactive()
			}) != nil
			for _, id := range audit.Related(n, tree.MemberOf) {
				member = member || groups[id]
			}
			if !member && doubt {
				p.UndecidedAt(n, "the role of a stop could not be read, with which it may be in a group")
				continue
			}
			if !member {
				p.Report(n, audit.Detail{
					Why:    "It can have the focus, but the Tab key went once round the window without it.",
					Values: []audit.Value{audit.V("steps", len(p.Tabs.Stops)-1), audit.V("role", n.NativeRole), audit.V("focusable", true)},
				})
			}
		}
	},
}
