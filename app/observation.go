package app

import (
	"fmt"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"github.com/samebutton/samebutton/app/view"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
)

// above returns the windows that lie over the others: dialogs, and popups that
// have a window of their own.
func above(f *inspector.Frozen) []tree.Window {
	var over []tree.Window
	for _, w := range f.Windows {
		n := &f.Nodes[w.Node]
		if !w.Frame.Empty() && (w.Modal || n.Role == tree.RoleDialog || n.Role == tree.RoleAlert) && (!n.StatesRead || n.States.Has(tree.Showing)) {
			over = append(over, w)
		}
	}
	return over
}

// tops returns the roots of the tree that is shown.
func (a *App) tops(f *inspector.Frozen) []tree.NodeID {
	if a.windowChoice != "" {
		if id := f.ByHandle(a.windowChoice); id != tree.None && f.Nodes[id].Parent == 0 {
			return []tree.NodeID{id}
		}
		a.windowChoice = ""
		a.say("the chosen window is gone; showing all windows")
	}
	return f.Nodes[0].Children
}

// present shows an observation, unless a newer one or another application is
// shown already.
func (a *App) present(o observation) {
	if o.watch != a.watch || (a.seen != nil && a.seen.watch == o.watch && o.seq <= a.seen.seq) {
		return
	}
	if o.frozen != nil && a.target.Problem != "" {
		a.identify()
		return
	}
	if o.frozen == nil {
		a.problem = o.problem
		a.showDoubt()
		a.updateStatus()
		a.updateCommands()
		a.showPanes()
		a.showStage()
		a.updateOutline()
		a.findRestarted()
		return
	}
	if o.same && a.seen != nil && a.seen.watch == o.watch && a.problem == "" {
		seen := *a.seen
		seen.seq, seen.at, seen.heard, seen.missed = o.seq, o.at, o.heard, o.missed
		a.seen = &seen
		a.updateStatus()
		a.updateOutline()
		a.selectPicked()
		return
	}
	a.problem = ""
	a.showDoubt()
	a.show(&o)
	a.selectAgain()
	a.selectFocused()
	a.selectPicked()
}

// doubt says why nothing of what is shown is proven any more, "" where it is.
func (a *App) doubt() string {
	if a.problem == "" || a.seen == nil {
		return ""
	}
	return a.target.Name + " " + a.problem
}

// showDoubt says over the screenshot why what is shown is not how it is now: it
// cannot be read again, or it comes from a file.
func (a *App) showDoubt() {
	why := a.doubt()
	a.tree.SetDoubt(why)
	if why != "" {
		a.showElement(false)
	}
	a.updateBanner()
}

const doubtHint = "Nothing of it is proven now. It is asked again by itself, and shown when it answers or was started again."

// takenAt prints when a snapshot was taken.
func takenAt(t time.Time) string {
	if t.IsZero() {
		return "an unknown time"
	}
	return t.Local().Format("2006-01-02 15:04:05")
}

// show puts an observation into all panes and keeps selection, folding and
// scrolling by handle.
func (a *App) show(o *observation) {
	old := a.seen
	a.seen = o
	a.follow(old)
	a.showTree(false)
	a.showStage()
	a.showElement(false)
	a.searchAgain()
	a.updateOutline()
	a.updateStatus()
	a.updateCommands()
	a.compareCandidates()
	a.showRecordable()
	if a.replay.waiting {
		a.outlineNext()
	}
}

// bigTree is the number of nodes above which only the upper branches are open at
// first.
const bigTree = 1500

// open says whether a branch is open: as a person left it, else by a rule.
func (a *App) open(n *tree.Node, depth int) bool {
	if open, ok := a.folded[n.Handle]; ok {
		return open
	}
	switch {
	case n.Role == tree.RoleMenu || n.Role == tree.RoleMenuItem || n.Role == tree.RoleCombobox:
		return false // their items are not in sight
	case a.seen != nil && len(a.seen.frozen.Nodes) > bigTree:
		return depth < 3 && len(n.Children) <= 200
	}
	return true
}

// skip says whether a node is left out of the tree: boxes that only arrange what
// is in them, unless a person wants to see them or has selected one.
func (a *App) skip(n *tree.Node) bool {
	return !a.prefs.boxes() && n.Role == tree.RoleGeneric && n.Name.State == tree.Absent && !n.Interactive() &&
		n.Handle != a.sel.handle
}

func (a *App) toggleBoxes() {
	a.prefs.setBoxes(!a.prefs.boxes())
	if a.seen != nil {
		a.showTree(true)
	}
}

// showTree flattens the tree anew; reveal brings the selection into view.
func (a *App) showTree(reveal bool) {
	f := a.seen.frozen
	only, hits := a.only(f)
	skip := func(n *tree.Node) bool { return !hits[n.ID] && a.skip(n) }
	rows := view.MakeRows(f, view.RowOptions{Tops: a.tops(f), Open: a.open, Skip: skip, Only: only, Ghost: a.sel.ghost})
	a.tree.SetRows(rows, a.selectedRow(rows), reveal)
	a.showPanes()
}

func (a *App) showStage() {
	if a.seen == nil {
		a.stage.Clear()
		return
	}
	a.stage.SetPicture(&view.Picture{
		Frozen: a.seen.frozen, Capture: a.seen.capture, Frames: a.seen.frozen.Frames(a.windowChoice),
		Above: above(a.seen.frozen), Doubt: a.doubt(),
	})
	a.updateMarks()
}

// updateStatus shows how old and how complete the data is, and the counts.
func (a *App) updateStatus() {
	icon, color, text, hint := a.healthWords()
	if a.health.Set(icon, color, text, hint) {
		a.toolbar.Arrange()
	}
	a.updateCounts()
}

func (a *App) healthWords() (icon view.Symbol, color fyne.ThemeColorName, text, hint string) {
	if a.seen == nil {
		switch {
		case a.problem != "":
			return "warning", view.ColorCaution, a.target.Name + " " + a.problem, "It is asked again by itself. Choose another application meanwhile."
		case a.watch != nil:
			return "running", view.ColorAccent, "reading …", ""
		}
		return "", "", "no application", ""
	}
	f := a.seen.frozen
	state := "live"
	icon, color = "dot", view.ColorGood
	switch {
	case a.offline != "":
		state, icon, color = "saved", "document", view.ColorDim
	case a.problem != "":
		state, icon, color = a.problem, "warning", view.ColorCaution
	case a.watch.paused.Load():
		state, icon, color = "paused", "pause", view.ColorCaution
	}
	hint = fmt.Sprintf("%s, read in %d ms, last at %s", f.ID, f.Took.Milliseconds(), a.seen.at.Format("15:04:05"))
	extent := "complete"
	if !f.Complete() {
		extent = "partial: " + cuts(f.Cuts)
		if icon == "dot" {
			icon, color = "warning", view.ColorCaution
		}
		hint += "; what may have a twin in what is missing is not said to be unique; click to see what that is"
	}
	if a.seen.pictureProblem != "" {
		hint += "; " + a.seen.pictureProblem
	}
	if a.seen.missed > 0 {
		hint += "; " + count(a.seen.missed, "change") + " came without an event and were found by reading everything"
	}
	seen := age(time.Since(a.seen.at))
	if state == "live" && a.seen.heard && time.Since(a.seen.at) < current {
		seen = "now"
	}
	if a.offline != "" {
		seen = takenAt(a.seen.at)
	}
	if a.problem != "" {
		seen = "seen " + seen + " ago"
	}
	return icon, color, strings.Join([]string{state, seen, extent}, " · "), hint
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// current is how long an observation counts as of now while the application is heard:
// it would have said what it changed, and before that everything is read again. An age
// that counts up draws the window anew at every step, which in an idle window was two
// thirds of its work (measured: 2.9 % of a core, 1.1 % without).
const current = quiet + 5*time.Second

// ages are the steps in which an age is shown: each step draws the window anew.
var ages = []time.Duration{1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1800, 3600}

// age prints how long ago something was, rounded down.
func age(d time.Duration) string {
	if d < time.Second {
		return fmt.Sprintf("%.1f s", max(0, d.Seconds()))
	}
	step := ages[0]
	for _, s := range ages {
		if d >= s*time.Second {
			step = s
		}
	}
	switch {
	case step < 60:
		return fmt.Sprintf("%d s", step)
	case step < 3600:
		return fmt.Sprintf("%d min", step/60)
	}
	return fmt.Sprintf("%d h", int(d.Hours()))
}

// cuts sums up where an observation is not complete.
func cuts(cs []tree.Cut) string {
	var reasons []string
	for _, c := range cs {
		if r := string(c.Reason); !strings.Contains(strings.Join(reasons, ","), r) {
			reasons = append(reasons, r)
		}
	}
	return fmt.Sprintf("%s (%s)", count(len(cs), "cut"), strings.Join(reasons, ", "))
}
