package app

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/samebutton/samebutton/app/view"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// selection is the element that a person looks at. It is kept by handle across
// observations; one that vanished stays as a ghost until another is chosen.
type selection struct {
	handle tree.Handle // "": nothing
	node   tree.NodeID // in the snapshot that is shown; tree.None for a ghost
	ghost  *view.Ghost
	gone   time.Time
	chosen time.Time // when it was selected
	ofStep bool      // it was not a person who selected it, but the choice of its step

	target   *inspector.Target
	provenIn *inspector.Frozen
	asked    uint64 // sequence of the proof that is being made
}

const proveLimit = 10 * time.Second

// selectNode chooses an element of the snapshot that is shown; origin is the
// pane in which a person did it, which does not scroll then.
func (a *App) selectNode(id tree.NodeID, reveal bool) {
	if a.seen == nil || id < 0 || int(id) >= len(a.seen.frozen.Nodes) {
		return
	}
	f := a.seen.frozen
	hadGhost := a.sel.ghost != nil
	a.sel = selection{handle: f.Nodes[id].Handle, node: id, asked: a.sel.asked, chosen: time.Now()}
	opened := a.openAround(id)
	if row := a.tree.Rows().Find(id); !opened && !hadGhost && row >= 0 {
		a.tree.Show(row)
	} else {
		a.showTree(reveal)
	}
	a.replayMarks = nil
	a.showElement(true)
	a.stage.Reveal(f.Nodes[id].Bounds)
	a.updateOutline()
	if a.pointing != nil {
		a.updateBanner()
	}
	a.updateCommands()
}

// selectHandle chooses the element with a handle, where it is still there.
func (a *App) selectHandle(h tree.Handle) {
	if a.seen == nil {
		return
	}
	id := a.seen.frozen.ByHandle(h)
	if id == tree.None {
		a.say("that element is gone")
		return
	}
	if a.windowChoice != "" && a.seen.frozen.Top(id) != a.seen.frozen.ByHandle(a.windowChoice) {
		a.windowChoice = "" // it is in another window
		a.showStage()
	}
	a.selectNode(id, true)
}

// selectSame chooses an element of an earlier reading, where it is still there. Toolkits use
// handles again: one with another role is another element.
func (a *App) selectSame(was *tree.Node) {
	if a.seen != nil {
		if now := a.seen.frozen.Node(a.seen.frozen.ByHandle(was.Handle)); now != nil && now.Role != was.Role {
			a.say("that element is gone")
			return
		}
	}
	a.selectHandle(was.Handle)
}

// openAround opens the branches above an element and reports whether it had to.
func (a *App) openAround(id tree.NodeID) bool {
	f := a.seen.frozen
	if a.tree.Rows().Find(id) >= 0 {
		return false
	}
	for up := f.Nodes[id].Parent; up != tree.None; up = f.Nodes[up].Parent {
		a.folded[f.Nodes[up].Handle] = true
	}
	return true
}

// follow finds the selected element in a new snapshot. An element with the same
// handle and another role is another element: toolkits use handles again.
func (a *App) follow(old *observation) {
	if a.sel.handle == "" {
		return
	}
	f := a.seen.frozen
	before, was := a.lastSeen(old)
	id := f.ByHandle(a.sel.handle)
	if id != tree.None && before != nil && f.Nodes[id].Role != before.Nodes[was].Role {
		id = tree.None
	}
	switch {
	case id != tree.None:
		a.sel.node, a.sel.ghost = id, nil
	case a.sel.ghost == nil && before != nil:
		a.sel.node, a.sel.gone = tree.None, time.Now()
		a.sel.ghost = &view.Ghost{Frozen: before, Node: was, After: a.tree.Rows().Above(a.tree.Rows().Find(was), 200)}
	}
}

// lastSeen returns where the selected element was last.
func (a *App) lastSeen(old *observation) (*inspector.Frozen, tree.NodeID) {
	switch {
	case a.sel.ghost != nil:
		return a.sel.ghost.Frozen, a.sel.ghost.Node
	case old != nil && a.sel.node != tree.None:
		return old.frozen, a.sel.node
	}
	return nil, tree.None
}

// selectedRow returns the row of the selection, -1 for none.
func (a *App) selectedRow(rows *view.Rows) int {
	switch {
	case a.sel.ghost != nil:
		return rows.GhostRow()
	case a.sel.handle != "" && a.sel.node != tree.None:
		return rows.Find(a.sel.node)
	}
	return -1
}

// current returns the snapshot and place in which the selection is read.
func (a *App) current() (*inspector.Frozen, tree.NodeID, bool) {
	switch {
	case a.sel.ghost != nil:
		return a.sel.ghost.Frozen, a.sel.ghost.Node, true
	case a.sel.handle != "" && a.seen != nil && a.sel.node != tree.None:
		return a.seen.frozen, a.sel.node, true
	}
	return nil, tree.None, false
}

// showElement shows the selection and has its proof made on a worker; until it
// is there, the proof of the same element in the last snapshot stays.
func (a *App) showElement(fresh bool) {
	f, id, ok := a.current()
	if !ok {
		a.element.Clear()
		a.updateMarks()
		return
	}
	e := view.Element{Frozen: f, Node: id, Target: a.sel.target, ProvenIn: a.sel.provenIn, Doubt: a.doubt()}
	if a.sel.ghost != nil {
		e.Gone = "vanished at " + a.sel.gone.Format("15:04:05")
		a.element.Set(e)
		a.updateMarks()
		return
	}
	if fresh {
		e.Target, e.ProvenIn = nil, nil
	}
	a.element.Set(e)
	a.updateMarks()
	a.sel.asked++
	asked := a.sel.asked
	var t inspector.Target
	a.do(proveLimit, func(context.Context) { t = f.Target(id) }, func() {
		if a.sel.asked != asked || a.sel.ghost != nil {
			return // something else was selected meanwhile
		}
		a.sel.target, a.sel.provenIn = &t, f
		e.Target, e.ProvenIn = &t, f
		a.element.Set(e)
		a.updateMarks()
		a.updateCommands()
	})
}

// updateMarks outlines the selection with its twins, and what an audit has for the
// picture, or what a replay refused; the legend says which.
func (a *App) updateMarks() {
	defer a.updateLegend()
	if a.replayMarks != nil {
		a.stage.SetMarks(a.replayMarks)
		return
	}
	a.stage.SetMarks(slices.Concat(a.blindMarks(), a.selectionMarks(), a.walkMarks()))
}

// selectionMarks outline the selection with its twins.
func (a *App) selectionMarks() []view.Mark {
	var marks []view.Mark
	if a.sel.target != nil && a.sel.ghost == nil && a.worthTelling() {
		marks = view.TwinMarks(&a.sel.target.Proof)
	}
	if a.sel.ghost == nil && a.seen != nil && a.sel.handle != "" && a.sel.node != tree.None {
		marks = append(marks, view.Mark{Kind: view.MarkSelected, Bounds: a.seen.frozen.Nodes[a.sel.node].Bounds})
	}
	return marks
}

// worthTelling reports whether the selected element is one that a person would
// mistake for another. Boxes without a name all look the same, by the hundred.
func (a *App) worthTelling() bool {
	f, id, ok := a.current()
	if !ok {
		return false
	}
	_, named := f.Name(id)
	return named || f.Nodes[id].Interactive()
}

// selectAt selects what a person meant who clicked an element in the picture:
// the button that holds the label. A second click selects the label itself.
func (a *App) selectAt(id tree.NodeID) {
	if owner := a.seen.frozen.Owner(id); a.sel.handle != a.seen.frozen.Nodes[owner].Handle {
		id = owner
	}
	a.selectNode(id, true)
	a.pointed()
}

// fold opens or closes a branch.
func (a *App) fold(id tree.NodeID, open bool) {
	a.folded[a.seen.frozen.Nodes[id].Handle] = open
	a.showTree(false)
}

// copyText puts a text on the clipboard and says so.
func (a *App) copyText(what, text string) {
	if text == "" {
		a.say("there is no " + what + " to copy")
		return
	}
	a.fyne.Clipboard().SetContent(text)
	a.note("copied the " + what)
}

func (a *App) copyLocator() {
	if a.sel.target == nil {
		a.say("the locator is still being made")
		return
	}
	a.copyText("locator", a.sel.target.Locator.String())
}

func (a *App) copyRef() {
	if f, id, ok := a.current(); ok {
		a.copyText("ref", f.Ref(id).String())
	}
}

func (a *App) copyPath() {
	if f, id, ok := a.current(); ok {
		a.copyText("path", f.Path(id))
	}
}

// copyJSON copies the element and its proof, as the command line prints them.
func (a *App) copyJSON() {
	f, id, ok := a.current()
	if !ok {
		return
	}
	b, err := json.MarshalIndent(struct {
		Ref    inspector.Ref     `json:"ref,omitzero"`
		Path   string            `json:"path"`
		Node   *tree.Node        `json:"node"`
		Target *inspector.Target `json:"target,omitempty"`
	}{f.Ref(id), f.Path(id), &f.Nodes[id], a.sel.target}, "", "  ")
	if err != nil {
		a.warn(fmt.Errorf("encode element: %w", err))
		return
	}
	a.copyText("element as JSON", string(b))
}

// selectParent goes one level up.
func (a *App) selectParent() {
	if f, id, ok := a.current(); ok && a.sel.ghost == nil {
		if p := f.Nodes[id].Parent; p > 0 {
			a.selectNode(p, true)
		}
	}
}
