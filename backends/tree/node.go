package tree

// NodeID is the place of a node in [Snapshot.Nodes]. It means nothing outside
// its snapshot: identity across snapshots is [Handle] plus what the node says
// of itself, never the index.
type NodeID int32

// None is the NodeID of no node (the parent of the root).
const None NodeID = -1

// Handle is the backend's own key of a live element (for AT-SPI the bus name and
// object path). It is opaque, valid only while the application lives, and may be
// reused by the application: it is evidence, never proof.
type Handle string

// NameSource says where a node's name came from.
type NameSource string

// Sources of names, strongest first. The weaker ones are used only where every
// stronger one was readable and absent (DESIGN 1).
const (
	NameNone       NameSource = ""
	NameOwn        NameSource = "name"        // the platform's accessible name
	NameLabelledBy NameSource = "labelled-by" // the text of the labelling element
)

// Node is one accessible element.
type Node struct {
	ID     NodeID `json:"id"`
	Parent NodeID `json:"parent"`
	// Children in the order of the application; owned by the snapshot.
	Children []NodeID `json:"children,omitempty"`
	Handle   Handle   `json:"handle"`
	// Ref is the number of the node in refs, in snapshots with a LastRef; 0 for none.
	Ref int32 `json:"ref,omitempty"`

	Role       Role   `json:"role"`
	NativeRole string `json:"nativeRole"`

	// Name is the accessible name as the platform gave it, white space and all;
	// comparing normalises, storing does not.
	Name        Text       `json:"name"`
	NameFrom    NameSource `json:"nameFrom,omitempty"`
	Description Text       `json:"description"`
	// Value is the text of a text box or the number of a range widget in the
	// C locale. It is never read where Secret is set.
	Value        Text `json:"value"`
	AccessibleID Text `json:"accessibleId"`

	States States `json:"states"`
	// StatesRead says whether States was answered; false means that nothing may
	// be concluded from a missing state.
	StatesRead bool   `json:"statesRead"`
	Bounds     Bounds `json:"bounds"`

	Actions   []Action   `json:"actions,omitempty"`
	Relations []Relation `json:"relations,omitempty"`
	// ActionsRead and RelationsRead say whether the application was asked for all of
	// them and answered; false means that nothing may be concluded from a missing one.
	// Backends ask only where it matters to a proof.
	ActionsRead   bool `json:"actionsRead,omitempty"`
	RelationsRead bool `json:"relationsRead,omitempty"`

	Attributes []Attribute `json:"attributes,omitempty"`
	Interfaces []string    `json:"interfaces,omitempty"`

	// Secret marks a password field: its text was not asked for.
	Secret bool `json:"secret,omitempty"`
	// SecretUnproven says that Secret is a precaution: what the box displays may be
	// text as well as what hides it, and once it is seen to be text it is no secret.
	SecretUnproven bool `json:"secretUnproven,omitempty"`
	// Cell is set for cells whose table told their place; nil elsewhere.
	Cell *Cell `json:"cell,omitempty"`
	// Range is set for sliders, spin buttons and progress bars.
	Range *Range `json:"range,omitempty"`
}

// Action is one thing that the application offers to do with a node. Abilities
// that a platform gives by an interface instead of an action are listed too,
// with the interface as native name (AT-SPI: EditableText for set-text, Value for
// set-value, Selection for select).
type Action struct {
	// Verb is the meaning that the backend is sure of, or "" where it is not.
	Verb Verb `json:"verb,omitempty"`
	// Native is the platform's own, not localised name ("click", "toggle").
	Native string `json:"native"`
	// Keys are what presses it from the keyboard, as the platform writes it, "" where
	// it says none (GTK 3: mnemonic;path;shortcut).
	Keys string `json:"keys,omitempty"`
}

// Verb is what an action means, independent of platform and locale.
type Verb string

// Verbs. An application may offer several; the recorder chooses one by meaning
// before it sends anything.
const (
	VerbPress    Verb = "press"
	VerbToggle   Verb = "toggle"
	VerbSelect   Verb = "select"
	VerbSetText  Verb = "set-text"
	VerbSetValue Verb = "set-value"
	VerbExpand   Verb = "expand"
	VerbCollapse Verb = "collapse"
	VerbFocus    Verb = "focus"
	VerbShowMenu Verb = "show-menu"
	VerbScrollTo Verb = "scroll-to" // brings the element on the screen
)

// Has reports whether the node offers an action with the given meaning.
func (n *Node) Has(v Verb) bool {
	for _, a := range n.Actions {
		if a.Verb == v {
			return true
		}
	}
	return false
}

// RoleUnread reports whether the platform did not tell the role: it may be any.
func (n *Node) RoleUnread() bool {
	return n.Role == "" || n.Role == RoleUnknown && n.NativeRole == ""
}

// Interactive reports whether a person acts on this node: by role, or because
// it offers a main action. Such nodes get a ref.
func (n *Node) Interactive() bool {
	return n.Role.Interactive() || n.Has(VerbPress) || n.Has(VerbToggle)
}

// RelationKind is a named relation between nodes, named after AT-SPI.
type RelationKind string

// Relations by their AT-SPI names. Locators use LabelledBy; the rest is shown.
const (
	LabelledBy   RelationKind = "labelled-by"
	LabelFor     RelationKind = "label-for"
	DescribedBy  RelationKind = "described-by"
	MemberOf     RelationKind = "member-of"
	PopupFor     RelationKind = "popup-for"
	ControlledBy RelationKind = "controlled-by"

	ControllerFor  RelationKind = "controller-for"
	FlowsTo        RelationKind = "flows-to"
	FlowsFrom      RelationKind = "flows-from"
	Embeds         RelationKind = "embeds"
	EmbeddedBy     RelationKind = "embedded-by"
	NodeChildOf    RelationKind = "node-child-of"
	NodeParentOf   RelationKind = "node-parent-of"
	DescriptionFor RelationKind = "description-for"
	DetailsOf      RelationKind = "details"
	DetailsFor     RelationKind = "details-for"
	ErrorMessage   RelationKind = "error-message"
	ErrorFor       RelationKind = "error-for"
)

// Relation links a node to others of the same snapshot. Outside counts targets
// that are not in the snapshot.
type Relation struct {
	Kind    RelationKind `json:"kind"`
	Targets []NodeID     `json:"targets,omitempty"`
	Outside int          `json:"outside,omitempty"`
}

// Attribute is one of the platform's free-form pairs.
type Attribute struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

// Cell is the place of a cell in its table, counted from 0, and what heads its row
// and its column there.
type Cell struct {
	Row          int  `json:"row"`
	Column       int  `json:"column"`
	RowHeader    Text `json:"rowHeader"`
	ColumnHeader Text `json:"columnHeader"`
}

// Range is the numeric value of a node in the application's own unit.
type Range struct {
	Current float64 `json:"current"`
	Minimum float64 `json:"minimum"`
	Maximum float64 `json:"maximum"`
	Step    float64 `json:"step,omitempty"`
}
