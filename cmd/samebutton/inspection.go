package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// inspection is all about one element.
type inspection struct {
	Snapshot    string      `json:"snapshot,omitempty"`
	Application appData     `json:"application"`
	Complete    bool        `json:"complete"`
	Element     elementData `json:"element"` // without what is below it
	Path        string      `json:"path"`
	// Standing is how well it can be named: unique, by-context, ambiguous or
	// unproven; Locator is the best way to name it and Witnesses are others.
	Standing     string    `json:"standing"`
	Locator      string    `json:"locator"`
	Witnesses    []string  `json:"witnesses"`
	Proof        proofData `json:"proof"`
	NameFrom     string    `json:"nameFrom"` // name, labelled-by, or "" for none
	AccessibleID *string   `json:"accessibleId"`
	// Place is where the application says that the element is, also where that
	// cannot be trusted; null: it has no place.
	Place *placeData `json:"place"`
	Range *rangeData `json:"range"`
	Cell  *cellData  `json:"cell"`
	// Offers are the actions with the application's own words.
	Offers     []offerData       `json:"offers"`
	Relations  []relationData    `json:"relations"`
	Attributes map[string]string `json:"attributes"`
	Interfaces []string          `json:"interfaces"`
	// Unreadable are the properties that the application did not tell: what is null
	// or empty and not among them is not there.
	Unreadable []string `json:"unreadable"`
	// CoveredBy is the window that lies over the place of --at.
	CoveredBy *coverData `json:"coveredBy,omitempty"`
}

// placeData is a rectangle with what it is worth.
type placeData struct {
	X          int    `json:"x"`
	Y          int    `json:"y"`
	W          int    `json:"w"`
	H          int    `json:"h"`
	Space      string `json:"space"`      // screen (physical pixels) or elsewhere (the application's units, from a point of its own)
	Confidence string `json:"confidence"` // exact, derived or unproven
	// InWindow is the same from the corner of the window's client area; null where
	// the window has no proven place.
	InWindow *pointData `json:"inWindow"`
}

type pointData struct {
	X int `json:"x"`
	Y int `json:"y"`
}

// rangeData is the number of a slider, spin button or progress bar in the
// application's own unit.
type rangeData struct {
	Current float64 `json:"current"`
	Minimum float64 `json:"minimum"`
	Maximum float64 `json:"maximum"`
	Step    float64 `json:"step,omitempty"`
}

// cellData is the place in a table, counted from 0.
type cellData struct {
	Row          int     `json:"row"`
	Column       int     `json:"column"`
	RowHeader    *string `json:"rowHeader"`
	ColumnHeader *string `json:"columnHeader"`
}

// offerData is an action: what it means, "" where nobody is sure, and its own word.
type offerData struct {
	Verb   string `json:"verb"`
	Native string `json:"native"`
}

// relationData links the element to others of the application.
type relationData struct {
	Kind    string   `json:"kind"`
	Targets []string `json:"targets"` // their paths
	// Outside counts targets that were not read.
	Outside int `json:"outside,omitempty"`
}

func inspectionOf(f *inspector.Frozen, id tree.NodeID) inspection {
	n := &f.Nodes[id]
	t := f.Target(id)
	d := inspection{
		Snapshot: f.ID, Application: appOf(f.Application), Complete: f.Complete(),
		Element: elementOf(f, id), Path: f.Path(id),
		Standing: string(t.Standing), Locator: t.Locator.String(), Witnesses: []string{}, Proof: proofOf(t.Proof),
		NameFrom: string(n.NameFrom), AccessibleID: textOf(n.AccessibleID), Place: placeOf(f, id),
		Offers: []offerData{}, Relations: []relationData{},
		Attributes: map[string]string{}, Interfaces: append([]string{}, n.Interfaces...), Unreadable: unreadable(n),
	}
	for _, w := range t.Witnesses {
		d.Witnesses = append(d.Witnesses, w.String())
	}
	if r := n.Range; r != nil {
		d.Range = &rangeData{r.Current, r.Minimum, r.Maximum, r.Step}
	}
	if c := n.Cell; c != nil {
		d.Cell = &cellData{c.Row, c.Column, textOf(c.RowHeader), textOf(c.ColumnHeader)}
	}
	for _, a := range n.Actions {
		d.Offers = append(d.Offers, offerData{string(a.Verb), a.Native})
	}
	for _, r := range n.Relations {
		related := relationData{Kind: string(r.Kind), Targets: []string{}, Outside: r.Outside}
		for _, to := range r.Targets {
			related.Targets = append(related.Targets, f.Path(to))
		}
		d.Relations = append(d.Relations, related)
	}
	for _, a := range n.Attributes {
		d.Attributes[a.Key] = a.Value
	}
	return d
}

func placeOf(f *inspector.Frozen, id tree.NodeID) *placeData {
	b := f.Nodes[id].Bounds
	if b.State != tree.Known {
		return nil
	}
	d := &placeData{X: b.X, Y: b.Y, W: b.W, H: b.H, Space: b.Space.String(), Confidence: b.Confidence.String()}
	for _, w := range f.Windows {
		if b.Usable() && w.Node == f.Top(id) && !w.Frame.Empty() {
			d.InWindow = &pointData{b.X - w.Frame.X, b.Y - w.Frame.Y}
		}
	}
	return d
}

// unreadable lists what the application was asked for and did not tell. A password
// field is not asked for its value.
func unreadable(n *tree.Node) []string {
	words := []string{}
	for _, p := range []struct {
		word   string
		unread bool
	}{
		{"role", n.RoleUnread()},
		{"name", n.Name.State == tree.Unreadable},
		{"description", n.Description.State == tree.Unreadable},
		{"value", n.Value.State == tree.Unreadable && !n.Secret},
		{"accessibleId", n.AccessibleID.State == tree.Unreadable},
		{"states", !n.StatesRead},
		{"bounds", n.Bounds.State == tree.Unreadable},
	} {
		if p.unread {
			words = append(words, p.word)
		}
	}
	return words
}

// show tells everything, in the order in which it is read.
func (d inspection) show(p *page) {
	p.line("%s", d.Element.line())
	p.line("%s: %s", d.Standing, d.Locator)
	d.Proof.show(p)
	for _, w := range d.Witnesses {
		p.line("  witness: %s", w)
	}
	p.table(nil, d.rows())
}

func (d inspection) rows() [][]string {
	var rows [][]string
	row := func(word, text string) { rows = append(rows, []string{"  " + word, text}) }
	// told has its text, or says why there is none.
	told := func(word, property string, text *string, note string) {
		switch {
		case text != nil:
			row(word, quote(*text)+note)
		case slices.Contains(d.Unreadable, property):
			row(word, "could not be read")
		default:
			row(word, "none")
		}
	}
	row("path", d.Path)
	row("ref", orElse(d.Element.Ref, "none: not interactive, or not stored"))
	row("role", fmt.Sprintf("%s (%s)", d.Element.Role, d.Element.NativeRole))
	var name *string
	if d.Element.NameState == tree.Known.String() {
		name = &d.Element.Name
	}
	told("name", "name", name, map[string]string{
		string(tree.NameOwn): ", its own", string(tree.NameLabelledBy): ", from its label",
	}[d.NameFrom])
	told("description", "description", d.Element.Description, "")
	if d.Element.Secret {
		row("value", "not read: password field")
	} else {
		told("value", "value", d.Element.Value, "")
	}
	if r := d.Range; r != nil {
		row("range", fmt.Sprintf("%g of %g … %g", r.Current, r.Minimum, r.Maximum))
	}
	if c := d.Cell; c != nil {
		row("cell", fmt.Sprintf("row %d, column %d, counted from 0", c.Row, c.Column))
	}
	switch {
	case d.Element.States == nil:
		row("states", "could not be read")
	default:
		row("states", orElse(strings.Join(d.Element.States, " "), "none"))
	}
	row("place", d.placeWords())
	row("actions", orElse(d.offerWords(), "none"))
	told("id", "accessibleId", d.AccessibleID, "")
	for _, r := range d.Relations {
		text := strings.Join(r.Targets, "; ")
		if r.Outside > 0 {
			text = strings.TrimPrefix(text+fmt.Sprintf("; %d outside of what was read", r.Outside), "; ")
		}
		row(r.Kind, text)
	}
	for _, key := range slices.Sorted(maps.Keys(d.Attributes)) {
		row("attribute "+key, d.Attributes[key])
	}
	row("interfaces", orElse(strings.Join(d.Interfaces, " "), "none"))
	return rows
}

func (d inspection) placeWords() string {
	b := d.Place
	switch {
	case b == nil && slices.Contains(d.Unreadable, "bounds"):
		return "could not be read"
	case b == nil:
		return "none"
	}
	words := fmt.Sprintf("%d,%d %dx%d, pixels of the screen, %s", b.X, b.Y, b.W, b.H, b.Confidence)
	if b.Space != tree.OnScreen.String() {
		words = fmt.Sprintf("%d,%d %dx%d, not from a point of the screen, %s", b.X, b.Y, b.W, b.H, b.Confidence)
	}
	if b.InWindow != nil {
		words += fmt.Sprintf("; %d,%d in its window", b.InWindow.X, b.InWindow.Y)
	}
	return words
}

// offerWords tells what each action means and, where that is another word, its own.
func (d inspection) offerWords() string {
	var words []string
	for _, o := range d.Offers {
		switch o.Verb {
		case "":
			words = append(words, o.Native+" (nobody is sure what it does)")
		case o.Native:
			words = append(words, o.Verb)
		default:
			words = append(words, fmt.Sprintf("%s (%s)", o.Verb, o.Native))
		}
	}
	return strings.Join(words, ", ")
}
