package report

import (
	"encoding/json"
	"errors"

	"github.com/samebutton/samebutton/inspector/audit"
)

// ErrNotKept is an audit that was saved by a version that kept too little to compare with.
var ErrNotKept = errors.New("this audit was saved by an earlier version, which kept nothing to compare with: save one with this version, or choose a baseline")

// Earlier is what a later audit can be compared with.
type Earlier struct {
	Known *audit.Baseline
	// Application is the name of what was audited, "" where the file does not say: a
	// baseline does not.
	Application string
}

// ParseEarlier reads an audit that was saved as JSON, or a baseline. Other errors are those
// of [audit.ParseBaseline].
func ParseEarlier(text []byte) (Earlier, error) {
	var d struct {
		Schema      string          `json:"schema"`
		Application string          `json:"application"`
		Known       json.RawMessage `json:"known"`
	}
	if err := json.Unmarshal(text, &d); err != nil || d.Schema != Schema {
		b, err := audit.ParseBaseline(text)
		return Earlier{Known: b}, err
	}
	if d.Known == nil {
		return Earlier{}, ErrNotKept
	}
	kept, err := json.Marshal(struct {
		Schema string          `json:"schema"`
		Known  json.RawMessage `json:"known"`
	}{audit.BaselineSchema, d.Known})
	if err != nil {
		return Earlier{}, err
	}
	b, err := audit.ParseBaseline(kept)
	return Earlier{b, d.Application}, err
}
