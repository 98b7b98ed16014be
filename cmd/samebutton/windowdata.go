package main

import "slices"

// windowData is what our own window shows, as its process tells the demo.
type windowData struct {
	// Idle says that no work is under way.
	Idle bool `json:"idle"`
	// Scale is pixels of the screen for each unit of the window.
	Scale  float32  `json:"scale"`
	Window paneData `json:"window"`
}

// paneData is a pane of the window or a part of it. Places are in units of the
// window, from its top left corner; what is not shown has no size.
type paneData struct {
	Role     string     `json:"role"`
	Label    string     `json:"label"`
	Value    string     `json:"value"`
	States   []string   `json:"states"`
	X        float32    `json:"x"`
	Y        float32    `json:"y"`
	W        float32    `json:"w"`
	H        float32    `json:"h"`
	Children []paneData `json:"children"`
}

// find returns the first part with the role for which fits is true, depth first.
func (d paneData) find(role string, fits func(paneData) bool) (paneData, bool) {
	if d.Role == role && fits(d) {
		return d, true
	}
	for _, c := range d.Children {
		if found, ok := c.find(role, fits); ok {
			return found, true
		}
	}
	return paneData{}, false
}

// usable reports whether a person could press this part now.
func (d paneData) usable() bool {
	return d.W > 0 && d.H > 0 && !slices.Contains(d.States, "disabled")
}
