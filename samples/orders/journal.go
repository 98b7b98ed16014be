package orders

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"sync"
)

// Entry is one line of the application's log.
type Entry struct {
	// Time is when it happened, in seconds since 1970.
	Time float64 `json:"t"`
	// Seq counts from 1 without gaps.
	Seq int `json:"seq"`
	// Event is one of clicked, text, toggled, selected, value, menu, key (a
	// shortcut), dialog-opened, dialog-closed, saved, deleted, state, control,
	// ready, quit.
	Event string `json:"event"`
	// ID names the control whatever its label says: save, save2, customer,
	// delete-apple and so on.
	ID string `json:"id"`
	// Label is what the control was called on screen.
	Label string `json:"label"`
	// Value is the new value: text, number, boolean, or a Form. Of the PIN it
	// is the length only.
	Value json.RawMessage `json:"value"`
}

// Text returns the value when it is a text, else "".
func (e Entry) Text() string {
	var text string
	if json.Unmarshal(e.Value, &text) != nil {
		return ""
	}
	return text
}

// Number returns the value when it is a number, else 0.
func (e Entry) Number() float64 {
	var number float64
	if json.Unmarshal(e.Value, &number) != nil {
		return 0
	}
	return number
}

// Bool returns the value when it is a boolean, else false.
func (e Entry) Bool() bool {
	var b bool
	return json.Unmarshal(e.Value, &b) == nil && b
}

// Form returns the value of a "saved" or "state" entry.
func (e Entry) Form() (Form, error) {
	var form Form
	if e.Event != "saved" && e.Event != "state" {
		return form, fmt.Errorf("read form: %q entries hold none", e.Event)
	}
	if err := json.Unmarshal(e.Value, &form); err != nil {
		return form, fmt.Errorf("read form: %w", err)
	}
	return form, nil
}

// Bench returns the value of a "state" entry of Workshop.
func (e Entry) Bench() (Bench, error) {
	var bench Bench
	if err := json.Unmarshal(e.Value, &bench); err != nil {
		return bench, fmt.Errorf("read workshop: %w", err)
	}
	return bench, nil
}

// Bench is what the widgets of Workshop hold.
type Bench struct {
	Basket   []string `json:"basket"`   // what is selected in the list
	Expanded []string `json:"expanded"` // branches of the tree that are open
	Volume   int      `json:"volume"`
	Copies   int      `json:"copies"`
	Bold     bool     `json:"bold"`
	Network  bool     `json:"network"`
	Tab      int      `json:"tab"`
	City     string   `json:"city"`
	Counts   []string `json:"counts"` // the cells of the table that can be edited
}

// Form is what the form holds. Fields of controls that were removed are zero.
// Payment and Country are the same in every language.
type Form struct {
	Customer string `json:"customer"`
	Street   string `json:"street"`
	Notes    string `json:"notes"`
	Express  bool   `json:"express"`
	Payment  string `json:"payment"` // invoice or card
	Country  string `json:"country"` // Germany, Japan, Korea or France
	Quantity int    `json:"quantity"`
	Discount int    `json:"discount"`
	PIN      int    `json:"pin"`            // its length
	Name     string `json:"name,omitempty"` // the entry of the dialog that saved it
}

// journal reads a growing log, each line once.
type journal struct {
	path string

	mu      sync.Mutex
	offset  int64
	entries []Entry
}

// read returns all entries so far. A line that is not finished is left for the
// next time; a log that does not exist yet is empty.
func (j *journal) read() ([]Entry, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	file, err := os.Open(j.path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("open log of the sample application: %w", err)
	}
	defer file.Close()
	fresh, err := io.ReadAll(io.NewSectionReader(file, j.offset, 1<<62))
	if err != nil {
		return nil, fmt.Errorf("read log of the sample application: %w", err)
	}
	for {
		line, rest, whole := bytes.Cut(fresh, []byte("\n"))
		if !whole {
			return slices.Clone(j.entries), nil
		}
		var entry Entry
		if err := json.Unmarshal(line, &entry); err != nil {
			return nil, fmt.Errorf("read log of the sample application: %w", err)
		}
		j.entries = append(j.entries, entry)
		j.offset += int64(len(line)) + 1
		fresh = rest
	}
}
