package provider

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Node describes an object to a script: all of a new one, or what is to change
// of one that is there (what is nil stays).
type Node struct {
	// Key names the object in scripts and is the end of its path; a new object
	// without one gets its number. "root" is the application.
	Key         string  `json:"key,omitempty"`
	Role        string  `json:"role,omitempty"` // native name, "panel" where a new object has none
	Name        *string `json:"name,omitempty"`
	Description *string `json:"description,omitempty"`
	ID          *string `json:"id,omitempty"`
	// NameBytes is a name that is no valid UTF-8. A bus ends the connection of
	// who sends such a thing; over a private socket it arrives.
	NameBytes []byte `json:"nameBytes,omitempty"`
	// States are all states; nil means enabled, sensitive, showing and visible. On
	// and Off change some.
	States []string `json:"states,omitempty"`
	On     []string `json:"on,omitempty"`
	Off    []string `json:"off,omitempty"`
	// Extents are X, Y, width and height in pixels, on the screen, or in the window
	// where the application is of GTK4. An object without has no Component.
	Extents    *[4]int32           `json:"extents,omitempty"`
	Text       *string             `json:"text,omitempty"`
	Value      *Value              `json:"value,omitempty"`
	Actions    []string            `json:"actions,omitempty"`
	Attributes map[string]string   `json:"attributes,omitempty"`
	Relations  map[string][]string `json:"relations,omitempty"` // kind → keys
	// Claims is the ChildCount that it says, whatever its children are; -1 for the
	// true one.
	Claims *int32 `json:"claims,omitempty"`
	// Interfaces it has beside those that follow from the rest.
	Interfaces []string `json:"interfaces,omitempty"`
	// Table makes its children, in rows or all cells in one list, a table.
	Table *Table `json:"table,omitempty"`
	// Data is what the object is to the application itself, whatever it is called and
	// wherever it lies: it is in the journal, and no client can read it.
	Data *string `json:"data,omitempty"`
	// Does is done when an action of the object is, after it is in the journal; a null
	// key is the object itself.
	Does     []Command `json:"does,omitempty"`
	Children []Node    `json:"children,omitempty"`
}

// Value is what the Value interface says.
type Value struct{ Current, Minimum, Maximum, Step Number }

// Number is a number that can also be "NaN", "+Inf" and "-Inf" in a script.
type Number float64

// UnmarshalJSON implements [json.Unmarshaler].
func (n *Number) UnmarshalJSON(b []byte) error {
	v, err := strconv.ParseFloat(strings.Trim(string(b), `"`), 64)
	*n = Number(v)
	return err
}

// MarshalJSON implements [json.Marshaler].
func (n Number) MarshalJSON() ([]byte, error) {
	text := strconv.FormatFloat(float64(n), 'g', -1, 64)
	if v := float64(n); math.IsNaN(v) || math.IsInf(v, 0) {
		return json.Marshal(text)
	}
	return []byte(text), nil
}

// Table is the size of a table.
type Table struct {
	Rows    int32 `json:"rows"`
	Columns int32 `json:"columns"`
	// Headers says that the first children are the headers of the columns.
	Headers bool `json:"headers,omitempty"`
	// Virtual says that the cells are made when they are asked for and are no
	// children, like those of a spreadsheet; the table then claims Rows × Columns
	// of them, up to 2^31-1, and has none listed.
	Virtual bool `json:"virtual,omitempty"`
	// FirstRow and FirstColumn are scrolled to: a virtual table shows what fits into
	// its extents from there on.
	FirstRow    int32 `json:"firstRow,omitempty"`
	FirstColumn int32 `json:"firstColumn,omitempty"`
}

// Children of an object that are none.
const (
	// Null is the key of the null reference.
	Null = ""
	// nullChild is its number.
	nullChild = -1
)

// node is one object. Most of the 100,000 that a tree may have are small.
type node struct {
	key         string // "" for its number
	name        string
	description string
	states      uint64
	parent      int32 // the first one that named it; -1 for none
	claims      int32 // ChildCount; -1 for the true one
	children    []int32
	extents     [4]int32
	role        uint16
	has         uint16 // its interfaces, by bit
	dead        bool   // named, but not there
	more        *more
}

// more is what few objects have.
type more struct {
	id, text   string
	data       string
	does       []Command
	caret      int32
	value      Value
	actions    []string
	attributes map[string]string
	relations  []relation
	table      *Table
	place      *int32 // of a cell that is made on demand, among the children
}

type relation struct {
	kind    uint32
	targets []int32
}

var nothing more

// extra returns what few objects have, to be read.
func (n *node) extra() *more {
	if n.more == nil {
		return &nothing
	}
	return n.more
}

// own returns it to be changed.
func (n *node) own() *more {
	switch n.more {
	case nil:
		n.more = &more{}
	case clickable:
		n.more = &more{actions: clickable.actions}
	}
	return n.more
}

func (n *node) count() int32 {
	if n.claims >= 0 {
		return n.claims
	}
	if t := n.extra().table; t != nil && t.Virtual {
		return int32(min(int64(t.Rows)*int64(t.Columns), math.MaxInt32))
	}
	return int32(len(n.children))
}

const base = "/org/a11y/atspi/accessible/"

// forest holds the objects by number. Number 0 is the application.
type forest struct {
	nodes []node
	keys  map[string]int32
}

func newForest() forest {
	return forest{
		nodes: []node{{key: "root", role: numberOf["application"], states: shown, parent: -1, claims: -1, has: hasAccessible | hasApplication}},
		keys:  map[string]int32{"root": 0},
	}
}

// find returns the number of the object with that key.
func (f *forest) find(key string) (int32, bool) {
	if i, ok := f.keys[key]; ok {
		return i, true
	}
	i, err := strconv.ParseInt(key, 10, 32)
	if err != nil || i < 0 || i >= int64(len(f.nodes)) || f.nodes[i].key != "" || strconv.FormatInt(i, 10) != key {
		return 0, false
	}
	return int32(i), true
}

// get returns the number and object of a key, or an error that names it.
func (f *forest) get(key string) (int32, *node, error) {
	i, ok := f.find(key)
	if !ok {
		return 0, nil, fmt.Errorf("no object has the key %q", key)
	}
	return i, &f.nodes[i], nil
}

// key returns the key of an object.
func (f *forest) key(i int32) string {
	if k := f.nodes[i].key; k != "" {
		return k
	}
	return strconv.Itoa(int(i))
}

// path returns the path of an object, the null path for none.
func (f *forest) path(i int32) string {
	if i < 0 {
		return "/org/a11y/atspi/null"
	}
	return base + f.key(i)
}

// plant adds an object without a place in the tree.
func (f *forest) plant(n node) (int32, error) {
	i := int32(len(f.nodes))
	if n.key != "" {
		if _, taken := f.find(n.key); taken {
			return 0, fmt.Errorf("the key %q is taken", n.key)
		}
		f.keys[n.key] = i
	}
	f.nodes = append(f.nodes, n)
	return i, nil
}

// reserve returns the object of a key, a dead one where there is none yet.
func (f *forest) reserve(key string) (int32, error) {
	if key == Null {
		return nullChild, nil
	}
	if i, ok := f.find(key); ok {
		return i, nil
	}
	return f.plant(node{key: key, dead: true, parent: -1, claims: -1})
}

// add adds an object and what is below it as child number at of parent (-1 for
// the last) and returns its number and place.
func (f *forest) add(parent int32, at int, n Node) (self int32, place int, err error) {
	if i, there := f.keys[n.Key]; n.Key != "" && there && f.nodes[i].dead {
		f.nodes[i] = node{key: n.Key, parent: -1, claims: -1}
		self = i
	} else if self, err = f.plant(node{key: n.Key, parent: -1, claims: -1}); err != nil {
		return 0, 0, err
	}
	fresh := &f.nodes[self]
	fresh.states, fresh.has, fresh.role = shown, hasAccessible, numberOf["panel"]
	if err := f.change(self, n); err != nil {
		return 0, 0, err
	}
	place = f.insert(parent, at, self)
	for _, c := range n.Children {
		if _, _, err := f.add(self, -1, c); err != nil {
			return 0, 0, err
		}
	}
	return self, place, nil
}

// insert makes child a child of parent, at a place or last, and returns the place.
func (f *forest) insert(parent int32, at int, child int32) int {
	p := &f.nodes[parent]
	if at < 0 || at > len(p.children) {
		at = len(p.children)
	}
	p.children = append(p.children, 0)
	copy(p.children[at+1:], p.children[at:])
	p.children[at] = child
	if child >= 0 && f.nodes[child].parent < 0 && child != 0 {
		f.nodes[child].parent = parent
	}
	return at
}

// detach takes a child from its parent and returns where it was, -1 for nowhere.
func (f *forest) detach(child int32) (parent int32, at int) {
	parent = f.nodes[child].parent
	if parent < 0 {
		return -1, -1
	}
	p := &f.nodes[parent]
	for i, c := range p.children {
		if c == child {
			p.children = append(p.children[:i:i], p.children[i+1:]...)
			f.nodes[child].parent = -1
			return parent, i
		}
	}
	return parent, -1
}

// kill makes an object and what is below it dead.
func (f *forest) kill(i int32) {
	stack := []int32{i}
	for len(stack) > 0 {
		i = stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if i <= 0 || f.nodes[i].dead {
			continue
		}
		n := &f.nodes[i]
		stack = append(stack, n.children...)
		*n = node{key: n.key, dead: true, parent: -1, claims: -1}
	}
}
