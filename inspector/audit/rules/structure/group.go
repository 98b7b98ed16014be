package structure

import (
	"fmt"
	"strconv"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector/audit"
)

// numbered are the roles that say their place in a set.
func numbered(n *tree.Node) bool {
	switch n.Role {
	case tree.RoleRadio, tree.RoleTab, tree.RoleListItem, tree.RoleTreeItem, tree.RoleOption, tree.RoleMenuItemRadio:
		return true
	}
	return false
}

var setSize = &audit.Rule{
	ID: "setsize-posinset", Group: audit.Structure, Severity: audit.Warning, Criteria: []string{"1.3.1"},
	Title: "\"3 of 7\" that cannot be true",
	Explanation: "A screen reader says where in its set an item is. Numbers that exceed the set, or come twice, send a person looking for " +
		"items that do not exist. Looked at: posinset and setsize of radio buttons, tabs, items and options, among those with the same parent.",
	Remedy: audit.Remedy{
		Any:  "Number the items of a set from 1 to its size, each once, or not at all.",
		GTK4: "Set GTK_ACCESSIBLE_RELATION_POS_IN_SET and _SET_SIZE on every item, or on none.",
		Qt:   "Update Qt: it counts the items itself.",
		Web:  "Set aria-posinset and aria-setsize on every item, or on none.",
	},
	Quiet: "Sets of unknown size (-1) and lists that show a part of their items, where numbers may be left out; items of other levels or " +
		"of another set size under the same parent.",
	Whole: func(p *audit.Pass) {
		for i := range p.Nodes {
			parent := &p.Nodes[i]
			if len(parent.Children) > 0 && p.InScope(parent.ID) {
				checkSet(p, parent)
			}
		}
	},
}

type member struct {
	role        tree.Role
	level, size string
	place       int
}

func checkSet(p *audit.Pass, parent *tree.Node) {
	first := map[member]tree.NodeID{}
	have := map[tree.Role]tree.NodeID{} // one that has a number
	var lack, unread []*tree.Node
	for _, id := range parent.Children {
		n := &p.Nodes[id]
		if !numbered(n) || !p.Shown(id) {
			continue
		}
		p.Checked(1)
		place, placed := audit.AttributeOf(n, "posinset")
		size, _ := audit.AttributeOf(n, "setsize")
		level, _ := audit.AttributeOf(n, "level")
		if !placed && !p.AttributesTold(n) {
			unread = append(unread, n)
			continue
		}
		if !placed {
			lack = append(lack, n)
			continue
		}
		have[n.Role] = id
		at, err1 := strconv.Atoi(place)
		of, err2 := strconv.Atoi(size)
		values := []audit.Value{audit.V("posinset", place), audit.V("setsize", size)}
		k := member{n.Role, level, size, at}
		other, twice := first[k]
		switch {
		case err1 != nil || at < 1:
			p.Report(n, audit.Detail{Why: fmt.Sprintf("Its place in the set is %q.", place), Values: values, Kind: "no number"})
		case err2 == nil && of > 0 && at > of:
			p.Report(n, audit.Detail{Why: fmt.Sprintf("It says that it is number %d of %d.", at, of), Values: values, Kind: "beyond"})
		case twice:
			p.Report(n, audit.Detail{
				Why:    fmt.Sprintf("It says that it is number %d of its set, and so does %s.", at, p.Short(other)),
				Values: values, Others: []tree.NodeID{other}, Kind: "twice",
			})
		default:
			first[k] = id
		}
	}
	for _, n := range unread {
		if _, some := have[n.Role]; some {
			p.UndecidedAt(n, "its attributes were not read")
		}
	}
	for _, n := range lack {
		if other, some := have[n.Role]; some {
			p.Report(n, audit.Detail{
				Why:    fmt.Sprintf("It has no place in the set, and %s beside it has one.", p.Short(other)),
				Values: []audit.Value{audit.V("posinset", "absent")}, Others: []tree.NodeID{other}, Kind: "missing",
			})
		}
	}
}

// near is how many levels up the other buttons of a radio group are looked for.
const near = 4

var radioGroup = &audit.Rule{
	ID: "radio-no-group", Group: audit.Structure, Severity: audit.Warning, Criteria: []string{"1.3.1", "4.1.2"},
	Title: "A radio button in no group",
	Explanation: "A radio button is one of several; without a group a screen reader cannot say of how many, and the arrow keys find no " +
		"other. Looked at: the relation member-of, the place in a set, and whether other radio buttons are near.",
	Remedy: audit.Remedy{
		Any:  "Put the buttons of a choice into one group; a single choice is a check box.",
		GTK3: "Use gtk_radio_button_join_group.",
		GTK4: "Use gtk_check_button_set_group.",
		Qt:   "Give the buttons one parent, or use a QButtonGroup in a QGroupBox.",
		Web:  "Give the inputs one name, or put them into role=radiogroup.",
	},
	Quiet:   "Buttons with others beside them, in boxes of their own too; radio items of menus; cells. Where relations were not read the button is undecided.",
	Applies: func(_ *audit.Pass, n *tree.Node) bool { return n.Role == tree.RoleRadio },
	Check: func(p *audit.Pass, n *tree.Node) {
		if len(audit.Related(n, tree.MemberOf)) > 1 {
			return
		}
		for _, r := range n.Relations {
			if r.Kind == tree.MemberOf && r.Outside > 0 {
				return // the others are there, and were not read
			}
		}
		if size, _ := audit.AttributeOf(n, "setsize"); size != "" && size != "0" && size != "1" {
			return
		}
		id := n.Parent
		for up := 0; up < near && id > 0; up, id = up+1, p.Nodes[id].Parent {
			if radios(p, &p.Nodes[id], near) > 1 {
				return
			}
			if p.CutWithin(id) || p.Below("roles unread", &p.Nodes[id], (*tree.Node).RoleUnread) > 0 {
				p.Undecided("what is beside it could not be read")
				return
			}
			if r := p.Nodes[id].Role; r.TopLevel() || r == tree.RoleRadioGroup || r == tree.RoleDocument {
				break
			}
		}
		if !n.RelationsRead || !p.AttributesTold(n) {
			p.Undecided("its relations or attributes were not read")
			return
		}
		p.Report(n, audit.Detail{
			Why:    "It is not a member of a group, and no other radio button is near it.",
			Values: []audit.Value{audit.V("member of", len(audit.Related(n, tree.MemberOf))), audit.V("parent", p.Short(max(n.Parent, 0)))},
		})
	},
}

// radios counts the radio buttons at most so many levels below a node, up to two.
func radios(p *audit.Pass, n *tree.Node, levels int) int {
	found := 0
	for k, c := range n.Children {
		if k == 200 || found > 1 {
			break // a page of its own
		}
		if p.Nodes[c].Role == tree.RoleRadio {
			found++
		} else if levels > 1 {
			found += radios(p, &p.Nodes[c], levels-1)
		}
	}
	return found
}

// selects are the containers that hold one selection, with what is selected in them.
func selects(n *tree.Node) bool {
	switch n.Role {
	case tree.RoleList, tree.RoleListbox, tree.RoleMenu, tree.RoleTablist, tree.RoleTree, tree.RoleCombobox, tree.RoleRadioGroup:
		return true
	}
	return false
}

var singleSelect = &audit.Rule{
	ID: "single-select-many-selected", Group: audit.Structure, Severity: audit.Error, Criteria: []string{"4.1.2"},
	Title: "More selected than can be",
	Explanation: "A screen reader says which item is selected; where two say so in a list that allows one, or the list counts others than " +
		"say so, nobody knows what an act will act on. Looked at: selected and checked children of containers without the state " +
		"multiselectable, and, where it was asked for, the container's own count.",
	Remedy: audit.Remedy{
		Any:  "Take the state from the old item when a new one is selected, or say that several may be selected.",
		GTK3: "Add ATK_STATE_MULTISELECTABLE in ref_state_set, or mend get_selection_count and is_child_selected of AtkSelection.",
		GTK4: "Set GTK_ACCESSIBLE_PROPERTY_MULTI_SELECTABLE on the container.",
		Qt:   "Set state().multiSelectable or extSelectable on the container.",
		Web:  "Set aria-multiselectable=true, or aria-selected on one item only.",
	},
	Quiet: "Tables and grids, where all cells of one row are selected; combo boxes whose items lie in a menu; containers that may hold several selections; items without the " +
		"state (some toolkits give it to menus without selectable). Lists whose toolkit is not known to tell the state are for review.",
	Applies: func(_ *audit.Pass, n *tree.Node) bool {
		return selects(n) && n.StatesRead && !n.States.Has(tree.Multiselectable)
	},
	Check: func(p *audit.Pass, n *tree.Node) {
		var selected []tree.NodeID
		items := false
		unread := p.CutAt(n.ID)
		for _, c := range n.Children {
			x := &p.Nodes[c]
			unread = unread || !x.StatesRead
			items = items || numbered(x) || x.Role == tree.RoleMenuItem || x.States.Has(tree.Selectable)
			if x.States.Has(tree.Selected) && x.Role != tree.RoleCell || n.Role == tree.RoleRadioGroup && x.Role == tree.RoleRadio && x.States.Has(tree.Checked) {
				selected = append(selected, c)
			}
		}
		answer, asked := p.Selections[n.ID]
		values := []audit.Value{audit.V("selected children", len(selected)), audit.V("multiselectable", false)}
		if asked {
			values = append(values, audit.V("selection count", answer.Selected), audit.V("null", answer.Null))
		}
		switch {
		case len(selected) > 1:
			d := audit.Detail{Why: fmt.Sprintf("%s are selected, and only one can be.", p.List(selected)), Values: values, Others: selected, Kind: "several"}
			if (n.Role == tree.RoleList || n.Role == tree.RoleTree) && p.Toolkit != audit.Web {
				d.Severity = audit.Review // GTK 3 and Qt 5 do not say of all their lists that several may be selected
			}
			p.Report(n, d)
		case asked && answer.Null > 0:
			p.Report(n, audit.Detail{
				Why:    fmt.Sprintf("It says that %d are selected, and cannot name %d of them.", answer.Selected, answer.Null),
				Values: values, Kind: "null",
			})
		case !asked && p.Lacks[audit.NeedSelections] != "":
			p.Undecided(p.Lacks[audit.NeedSelections])
		case asked && !items: // the items of a closed combo box lie in its menu, or nowhere
		case asked && answer.Selected != len(selected) && unread:
			p.Undecided("what is in it could not all be read")
		case asked && answer.Selected != len(selected) && !n.States.Has(tree.ManagesDescendants):
			p.Report(n, audit.Detail{
				Why:    fmt.Sprintf("It says that %d are selected, and %d of its children say so.", answer.Selected, len(selected)),
				Values: values, Kind: "count",
			})
		}
	},
}
