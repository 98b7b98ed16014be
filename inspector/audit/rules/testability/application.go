package testability

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector/audit"
)

// least is how wide and high a window must be, in CSS pixels, to be missed: smaller
// ones hold a picture that is dragged, or nothing.
const least = 100

var appNotAccessible = &audit.Rule{
	ID: "app-not-accessible", Group: audit.Testability, Severity: audit.Error,
	Title: "A window whose content is not exposed",
	Explanation: "What is on the screen and not in the tree does not exist for a screen reader, nor for a test. Looked at: whether " +
		"the application has windows in the tree, whether there is anything in them, whether a page has content, and, with the " +
		"windows of the display, whether each of them has an element.",
	Remedy: audit.Remedy{
		Any:  "Start the application with its accessibility switched on and read it again once it is drawn.",
		GTK3: "Start it with a session bus and at-spi2-core; GTK_MODULES=gail:atk-bridge where the module is not built in. Implement AtkObject for drawing areas.",
		GTK4: "Check that GTK_A11Y is not \"none\". Use widgets in place of drawing, or implement GtkAccessible.",
		Qt:   "Set QT_LINUX_ACCESSIBILITY_ALWAYS_ON=1; implement QAccessibleInterface for widgets that paint themselves.",
		Web:  "Start with --force-renderer-accessibility (Chromium, Electron). Give a canvas fallback content.",
	},
	Quiet: "Windows of less than 100 x 100 pixels, an application without any window. A window of the display that no element was " +
		"matched with is for review where other windows are exposed: menus and tool tips are windows too. A part that could not be read is undecided.",
	Whole: func(p *audit.Pass) {
		root := &p.Nodes[0]
		limit := int(least * p.PixelScale())
		large := func(r tree.Rect) bool { return r.W >= limit && r.H >= limit }
		p.Checked(len(root.Children))
		shown := 0
		for _, top := range root.Children {
			n := &p.Nodes[top]
			if !p.Shown(top) || !p.InScope(top) {
				continue
			}
			shown++
			switch {
			case holds(p, n):
			case p.CutWithin(top) || p.Below("content unread", n, contentUnread) > 0:
				p.Undecided("what is in the window could not be read")
			case n.Role.TopLevel() && n.Bounds.State == tree.Known && large(n.Bounds.Rect):
				p.Report(n, audit.Detail{
					Why:    "The window is shown, and nothing in it has a name, a text or an action.",
					Values: []audit.Value{audit.V("children", len(n.Children)), audit.V("bounds", n.Bounds.Rect)}, Kind: "frame only",
				})
			}
		}
		for i := range p.Nodes {
			n := &p.Nodes[i]
			if n.Role == tree.RoleDocument && len(n.Children) == 0 && p.InScope(n.ID) && p.Shown(n.ID) && n.Bounds.Usable() && large(n.Bounds.Rect) {
				if p.CutAt(n.ID) || n.Value.State == tree.Unreadable {
					p.Undecided("the content of a document could not be read")
				} else if n.Value.Value == "" {
					p.Report(n, audit.Detail{
						Why:    "The document is shown and has no content in the tree: it is empty, or its renderer does not publish it.",
						Values: []audit.Value{audit.V("bounds", n.Bounds.Rect)}, Kind: "empty document", Severity: audit.Review,
					})
				}
			}
		}
		if why := p.Lacks[audit.NeedDesktop]; why != "" {
			p.Undecided(why)
		}
		if p.Desktop == nil {
			return
		}
		var missing []string
		for _, w := range p.Desktop.Windows {
			if w.Node == tree.None && large(w.Rect) {
				missing = append(missing, fmt.Sprintf("%q (%d x %d at %d,%d)", w.Title, w.Rect.W, w.Rect.H, w.Rect.X, w.Rect.Y))
			}
		}
		switch {
		case len(missing) == 0:
			return
		case p.CutAt(root.ID):
			p.Undecided("not all windows could be read")
			return
		case p.Windows != nil:
			p.Undecided("another window of the display has no element, and is judged in an audit of all windows")
			return
		}
		d := audit.Detail{
			Why:    "The display shows " + strings.Join(missing, ", ") + ", and the application has no element for it.",
			Values: []audit.Value{audit.V("windows of the display", len(p.Desktop.Windows)), audit.V("windows in the tree", shown)}, Kind: "window missing",
		}
		if shown > 0 {
			d.Severity = audit.Review
		}
		p.Report(root, d)
	},
}

// contentUnread reports whether something may be in an element that was not read.
func contentUnread(n *tree.Node) bool {
	return n.RoleUnread() || n.Name.State == tree.Unreadable || n.Value.State == tree.Unreadable && !n.Secret
}

// holds reports whether a window has anything in it that a person can use.
func holds(p *audit.Pass, window *tree.Node) bool {
	return !p.Down(window, func(n *tree.Node) bool {
		return !n.Interactive() && n.Value.Value == "" && !(n.Name.IsKnown() && audit.Speakable(n.Name.Value) != "") && n.Role != tree.RoleDocument
	})
}

var appDuplicate = &audit.Rule{
	ID: "app-duplicate", Group: audit.Testability, Severity: audit.Warning,
	Title: "One process, two applications",
	Explanation: "A process that registers twice leaves every tool to guess which of the two is the real one; one of them is empty " +
		"mostly. Looked at: the applications that the registry lists with the same process number.",
	Remedy: audit.Remedy{
		Any: "Connect to the accessibility bus once, after the application's name is set.",
		Qt:  "Call QCoreApplication::setApplicationName before QApplication is made, and do not load a second accessibility bridge.",
		Web: "Start one browser process for each profile; a helper with windows of its own needs a name of its own.",
	},
	Quiet: "Applications of other processes; an application whose process number could not be read.",
	Needs: audit.NeedDesktop,
	Whole: func(p *audit.Pass) {
		p.Checked(1)
		var same []string
		for _, a := range p.Desktop.Registered {
			if a.PID == p.Application.PID && a.PID != 0 {
				same = append(same, fmt.Sprintf("%q", a.Name))
			}
		}
		if len(same) > 1 {
			slices.Sort(same)
			p.Report(&p.Nodes[0], audit.Detail{
				Why:    fmt.Sprintf("Process %d is registered as %s; %q is the one that was read.", p.Application.PID, strings.Join(same, " and "), p.Application.Name),
				Values: []audit.Value{audit.V("process", p.Application.PID), audit.V("registered", strings.Join(same, ", "))},
			})
		}
	},
}

// What is slow: a screen reader asks dozens of questions for each key, and a person
// notices from 0.1 s on.
const (
	slowMedian   = 20 * time.Millisecond
	slowChildren = 500 * time.Millisecond
	slowShare    = 0.05 // of questions that were not answered in time
	// timesReference is how many times slower than a program that answers at once an
	// application must be for its median to count.
	timesReference = 10
)

var appSlow = &audit.Rule{
	ID: "app-slow", Group: audit.Testability, Severity: audit.Warning,
	Title: "The application answers slowly",
	Explanation: "A screen reader asks dozens of questions for every key that is pressed; with 20 ms each it falls behind the person. " +
		"Tests wait, or run into their limits. Looked at: single questions, one after the other: the median of the answers, how many did not " +
		"come within 0.8 s, after which the usual library gives up, and the slowest list of children of the elements that have the most.",
	Remedy: audit.Remedy{
		Any:  "Keep the main loop free: do long work elsewhere. Make the children of large lists on demand.",
		GTK3: "Use g_task_run_in_thread for long work. A GtkListBox of thousands of rows becomes a GtkTreeView.",
		GTK4: "Use g_task_run_in_thread for long work, and GtkListView for long lists.",
		Qt:   "Move work to a QThread; a QListWidget of thousands of items becomes a QListView.",
		Web:  "Split long tasks of the page; show a window of long lists, with aria-setsize.",
	},
	Quiet: "A machine that is slow itself: where the registry was asked in the same while, the median counts only from ten times its own on. " +
		"Less than 20 questions say nothing, unless there was no time for more because answers took so long.",
	Needs: audit.NeedTiming,
	Whole: func(p *audit.Pass) {
		t, root := p.Timing, &p.Nodes[0]
		p.Checked(1)
		values := []audit.Value{
			audit.V("asked", t.Asked), audit.V("in time", t.Asked-t.TimedOut), audit.V("median", t.Median), audit.V("slowest", t.Slowest),
			audit.V("reference", t.Reference),
		}
		if t.Asked < 20 && !t.RanOut {
			p.Undecided("too few questions were asked")
			return
		}
		if t.Median > slowMedian && t.Median > timesReference*t.Reference {
			p.Report(root, audit.Detail{Why: fmt.Sprintf("Half of its answers took more than %v.", t.Median), Values: values, Kind: "median"})
		}
		if float64(t.TimedOut) > slowShare*float64(t.Asked) {
			p.Report(root, audit.Detail{Why: fmt.Sprintf("%d of %d questions were not answered within %v.", t.TimedOut, t.Asked, t.Patience), Values: values, Kind: "time-outs"})
		}
		if t.SlowestChildren > slowChildren {
			at := root
			if n := p.Node(t.Crowded); n != nil {
				at = n
			}
			p.Report(at, audit.Detail{
				Why:    fmt.Sprintf("It took %v to tell its %d children.", t.SlowestChildren, len(at.Children)),
				Values: []audit.Value{audit.V("children", len(at.Children)), audit.V("took", t.SlowestChildren)}, Kind: "children",
			})
		}
	},
}

var methodMissing = &audit.Rule{
	ID: "optional-method-missing", Group: audit.Testability, Severity: audit.Warning,
	Title: "A method that the application does not know",
	Explanation: "Tools that ask for it drop the application, or fail in ways that are hard to find; libraries hide the answer. Looked " +
		"at: which methods of the AT-SPI interfaces were answered with \"unknown method\". Said once for each application.",
	Remedy: audit.Remedy{
		Any:  "Update the toolkit; report the method to its developers.",
		GTK3: "Update at-spi2-core (atk-bridge answers for GTK 3).",
		GTK4: "Update GTK; report the method there.",
		Qt:   "Update Qt; report the method there.",
		Web:  "Update the browser; report the method there.",
	},
	Quiet: "Methods that came with newer versions of AT-SPI are not asked for.",
	Needs: audit.NeedLinks,
	Whole: func(p *audit.Pass) {
		p.Checked(1)
		if len(p.Links.MissingMethods) == 0 {
			return
		}
		var words []string
		for m, n := range p.Links.MissingMethods {
			words = append(words, fmt.Sprintf("%s (%d elements)", m, n))
		}
		slices.Sort(words)
		d := audit.Detail{
			Why:    "The application answered \"unknown method\" to " + strings.Join(words, ", ") + ".",
			Values: []audit.Value{audit.V("methods", strings.Join(words, ", "))},
		}
		if p.Toolkit != audit.OtherToolkit {
			d.Blame = strings.TrimSpace(fmt.Sprintf("%s %s does not have it", p.Application.Toolkit, p.Application.ToolkitVersion))
		}
		p.Report(&p.Nodes[0], d)
	},
}
