package policy

// Effect is what a decision comes to.
type Effect string

// Effects.
const (
	Allow   Effect = "allow"
	Confirm Effect = "confirm" // a person must say yes to exactly this target and act
	Deny    Effect = "deny"
)

// Layer says what decided.
type Layer string

// Layers, in the order in which they are asked.
const (
	LayerHardBlock Layer = "hard-block"
	LayerFile      Layer = "policy-file"
	LayerDefault   Layer = "default"
)

// Decision is an answer with its reason. It is kept in the run, also where it
// allowed the act.
type Decision struct {
	Effect Effect `json:"effect"`
	Layer  Layer  `json:"layer"`
	// Rule is the name of the rule of the policy file, or of the hard block.
	Rule   string `json:"rule,omitempty"`
	Reason string `json:"reason,omitempty"`
	// Confirmed says how a person confirmed the act, or that they said no; "" where
	// nobody was asked or answered.
	Confirmed string `json:"confirmed,omitempty"`
}
