// Package app is the window: it observes an application, shows its elements with
// proof, records and replays.
//
// Promise: nothing in here acts on an application but a replay and a walk with the Tab
// key that a person started. No call that can wait is made on the goroutine that draws the window.
//
// Thread rule: an App belongs to the goroutine that draws the window, except for
// [App.Idle]. Workers hand over what nobody changes any more, through post; what
// comes late is dropped by sequence.
package app

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"github.com/samebutton/samebutton/app/view"
	"github.com/samebutton/samebutton/assets"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/recorder"
)

// App is the window and what it shows.
type App struct {
	fyne   fyne.App
	window fyne.Window
	s      Services
	prefs  preferences

	post      func(func())
	ctx       context.Context
	cancel    context.CancelFunc
	busy      atomic.Int64
	snapshots *inspector.Unstored // gives the IDs of what is shown

	tips         *view.Tips
	tree         *view.TreePane
	stage        *view.Stage
	element      *view.ElementPane
	drawer       *view.Drawer
	bench        *view.Workbench
	toolbar      *view.Bar
	status       *view.Bar
	notice       *view.Notice
	stageNotice  *view.Notice
	appButton    *view.ToolButton
	windowButton *view.ToolButton
	searchEntry  *view.SearchEntry
	foundText    *view.StatusText
	nameEntry    *view.SearchEntry
	health       *view.StatusText
	counts       *view.StatusText
	tallies      []*view.ToolButton // of each of the package's tallies
	banner       *view.Bar          // over the screenshot: why it is not current
	bannerText   *view.StatusText
	message      *view.StatusText
	zoomText     *view.StatusText
	buttons      map[string]*view.ToolButton
	popup        *widget.PopUp
	chooser      *view.Chooser
	question     *question // the dialog that is open, or nil
	asking       int       // questions for a file that are open
	outlines     chan outline

	commands []*command
	items    map[string]*fyne.MenuItem
	menu     *fyne.MainMenu

	target       tree.Application
	before       tree.Application // what was observed before a snapshot was opened
	hasTarget    bool
	offline      string // name of the snapshot file that is shown, "" when live
	watch        *watch
	seen         *observation
	problem      string // why the application cannot be read just now
	windowChoice tree.Handle
	folded       map[tree.Handle]bool
	sel          selection
	found        search
	following    bool               // select what gets the keyboard in the application
	focused      tree.Handle        // what got it and is still to be selected, "" for nothing
	absent       string             // why the application that was asked for is not shown
	reselect     *inspector.Locator // what to select in a process that was started again, or nil
	eventTools   eventTools
	auditing     auditing
	blind        blindness
	tabs         tabWalking
	legend       *view.Legend // below the screenshot: what is drawn over it
	toldAt       time.Time
	noted        bool   // the message is one of note
	covered      string // the message that it lies over
	outlined     bool   // something is outlined on the real screen
	picked       picking

	factsTitle string // of what can be recorded, as it is shown
	facts      []view.Field
	recording  recording
	inserting
	editing     *editing // of the recording that is shown, nil where it is not stored
	storing     int      // changes of recordings that are on their way to the store
	replay      replay
	refused     refused
	allowInput  bool // replays may use the real pointer and keyboard
	replayMarks []view.Mark
	recordings  []view.RecordingItem
	chosenID    string
	runs        []recorder.Run
}

// New makes the window. It is not shown before ShowAndRun or Window().Show().
func New(fyneApp fyne.App, services Services) *App {
	a := &App{
		fyne: fyneApp, s: services, post: services.Post, prefs: preferences{fyneApp.Preferences()},
		folded: map[tree.Handle]bool{}, buttons: map[string]*view.ToolButton{}, sel: selection{node: tree.None},
		outlines: make(chan outline, 1), allowInput: services.AllowInput,
		snapshots: inspector.NewUnstored(),
	}
	if a.post == nil {
		a.post = fyne.Do
	}
	a.ctx, a.cancel = context.WithCancel(context.Background())
	fyneApp.Settings().SetTheme(view.Theme{Mode: a.prefs.mode()})
	fyneApp.SetIcon(fyne.NewStaticResource("icon.png", assets.IconPNG))
	view.LoadFonts()
	a.window = fyneApp.NewWindow("Samebutton")
	a.s.Files = eitherFiles{a.s.Files, windowFiles{a}}
	a.build()
	a.window.SetMaster()
	a.window.Resize(a.prefs.window())
	a.window.SetCloseIntercept(a.quit)
	a.updateStatus()
	a.updateCommands()
	a.showPanes()
	a.loadLibrary("")
	a.observeFirst()
	// Another program may have recorded or replayed while a person was there.
	fyneApp.Lifecycle().SetOnEnteredForeground(func() { a.later(a.refreshLibrary) })
	a.drawer.OnTab = func(tab int) {
		if tab == view.TabRecordings || tab == view.TabRuns {
			a.refreshLibrary()
		}
	}
	go a.tick(a.newStoreWatch())
	go login() // asking the system may take its time
	if a.s.OutlineOnScreen != nil {
		go a.drawOutlines()
	}
	return a
}

// Window returns the window.
func (a *App) Window() fyne.Window { return a.window }

// ShowAndRun shows the window and returns when it was closed. It must be called
// from the goroutine of main.
func (a *App) ShowAndRun() {
	a.window.ShowAndRun()
	a.close()
}

// close ends all that runs in the background.
func (a *App) close() {
	if a.watch != nil {
		a.watch.close()
	}
	a.cancel()
}

func (a *App) driver() fyne.Driver { return a.fyne.Driver() }

// build makes the panes and puts them together.
func (a *App) build() {
	a.tips = view.NewTips()
	a.tips.After = func(d time.Duration, f func()) {
		time.AfterFunc(d, func() { a.post(f) })
	}
	a.tree = view.NewTreePane(a.tips)
	a.stage = view.NewStage(a.tips)
	a.element = view.NewElementPane(a.tips)
	a.wire()
	a.legend = view.NewLegend(a.tips)
	a.buildDrawer()
	start := view.NewToolButton(a.tips, "start", "Start the sample", "Start the sample application Orders", func() { a.run("sample") })
	choose := view.NewToolButton(a.tips, "application", "Choose an application", "Ctrl+L", func() { a.run("application") })
	start.SetEnabled(a.s.StartSample != nil)
	choose.SetEnabled(a.s.Backend != nil)
	a.stageNotice = view.NewNotice("application", "", nil, choose, start)
	a.notice = view.NewNotice("tree", "No elements yet", []string{"They appear here as soon as", "an application is chosen."})
	left := view.On(view.ColorPane, container.NewStack(a.notice, a.tree.Object))
	a.buildBanner()
	a.buildRefusal()
	centre := view.On(view.ColorStage, view.Below(a.banner, a.legend.Under(container.NewStack(a.stage, a.stageNotice))))
	a.bench = view.NewWorkbench(left, centre, a.element.Object, a.drawer.Object, a.refused.pane.Object, a.prefs.sizes())
	a.bench.OnResized = func() { a.prefs.setSizes(a.bench.Sizes()) }
	a.buildBars()
	a.commands = a.makeCommands()
	a.menu = a.makeMenu()
	a.window.SetMainMenu(a.menu)
	a.window.SetPadded(false)
	main := view.Column(a.toolbar.Object, a.bench, a.status.Object)
	a.window.SetContent(container.NewStack(main, a.tips.Layer))
	a.window.Canvas().SetOnTypedKey(a.typedKey)
	a.addShortcuts()
	if z := a.prefs.zoom(); z > 0 {
		a.stage.ZoomTo(z)
	}
}

// wire ties the panes to each other.
func (a *App) wire() {
	a.tree.OnSelect = func(id tree.NodeID) { a.selectNode(id, false) }
	a.tree.OnFold = a.fold
	a.tree.OnHover = a.stage.Hover
	a.tree.OnTake = func(tree.NodeID) { a.pointed() }
	a.tree.OnEscape = a.escape
	a.tree.OnMenu = a.elementMenu
	a.stage.OnSelect = a.selectAt
	a.stage.OnEscape = a.escape
	a.stage.OnZoom = func() {
		zoom := a.stage.Zoom()
		if a.stage.Fitted() {
			zoom = 0
		}
		a.prefs.setZoom(zoom)
		a.updateZoom()
		a.updateCommands()
	}
	a.stage.Background = func(work, done func()) {
		a.do(proveLimit, func(context.Context) { work() }, done)
	}
	a.element.OnGo = a.selectHandle
	a.element.OnCopy = func(text string) { a.copyText("value", text) }
	a.element.OnEscape = a.escape
	a.element.OnHover = func(h tree.Handle) {
		if a.seen == nil || h == "" {
			a.stage.Hover(tree.None)
			return
		}
		a.stage.Hover(a.seen.frozen.ByHandle(h))
	}
}

// focusTree gives the tree the keyboard. The canvas is named because Fyne knows
// that of a part only after it was painted once.
func (a *App) focusTree() { a.tree.Focus(a.window.Canvas()) }

// button makes a button for a command.
func (a *App) button(id string, icon view.Symbol, text string) *view.ToolButton {
	b := view.NewToolButton(a.tips, icon, text, "", func() { a.run(id) })
	a.buttons[id] = b
	return b
}

func (a *App) buildBars() {
	a.appButton = view.NewChooserButton(a.tips, "", "Choose the application  Ctrl+L", 190, func() { a.run("application") })
	a.windowButton = view.NewChooserButton(a.tips, "", "Choose the window  Ctrl+Shift+L", 170, func() { a.run("window") })
	a.health = view.NewStatusText(a.tips, 0)
	a.health.OnTapped = func() { a.run("cuts") }
	a.searchEntry = view.NewSearchEntry("find: role, text, locator")
	a.searchEntry.OnChanged = func(s string) { a.searchFor(s, true) }
	a.searchEntry.OnKey = a.searchKey
	a.foundText = view.NewStatusText(a.tips, 0)
	left := []fyne.CanvasObject{
		a.appButton, a.windowButton, view.Gap(9), a.button("pause", "pause", ""), a.button("refresh", "refresh", ""), view.Gap(9),
		a.button("pick", "pick", "Pick"), a.button("record", "record", "Record"), a.button("replay", "replay", "Replay"), a.button("audit", "check", "Audit"), view.Gap(9),
	}
	a.buttons["replay"].OnTapped = func() {
		if a.replay.cancel != nil {
			a.escape()
			return
		}
		a.run("replay")
	}
	find := container.New(fixed{fyne.NewSize(230, 26)}, a.searchEntry)
	a.toolbar = view.NewBar(view.BarHeight, left, a.health, []fyne.CanvasObject{a.foundText, find, a.button("filter", "filter", "")})
	a.toolbar.Yield(find, 172)
	a.toolbar.Yield(a.windowButton, 70)
	a.toolbar.Yield(a.appButton, 110)
	for _, id := range []string{"audit", "replay", "record", "pick"} {
		a.toolbar.Yield(a.buttons[id], view.IconOnly)
	}
	a.counts = view.NewStatusText(a.tips, 0)
	a.message = view.NewStatusText(a.tips, 0)
	a.zoomText = view.NewStatusText(a.tips, 48)
	a.status = view.NewBar(view.StatusHeight, a.makeCounts(), a.message,
		[]fyne.CanvasObject{a.button("zoom-out", "zoomout", ""), a.zoomText, a.button("zoom-in", "zoomin", ""), a.button("zoom-fit", "fit", "")})
	for i, b := range a.tallies {
		if tallies[i].icon != "" {
			a.status.YieldWhole(b, view.IconOnly) // for as long as a message needs the room
		}
	}
}

// fixed is a layout of one part with a size of its own.
type fixed struct{ size fyne.Size }

func (f fixed) MinSize([]fyne.CanvasObject) fyne.Size { return f.size }
func (f fixed) Layout(objects []fyne.CanvasObject, s fyne.Size) {
	for _, o := range objects {
		o.Resize(s)
	}
}

// showPanes shows either the panes or what to do to fill them.
func (a *App) showPanes() {
	if a.seen != nil {
		a.notice.Hide()
		a.tree.Object.Show()
		a.stageNotice.Hide()
		a.updateZoom()
		return
	}
	a.tree.Object.Hide()
	a.notice.Set("tree", "No elements yet", "They appear here as soon as", "an application is chosen.")
	switch {
	case a.problem != "":
		again := "It is asked again by itself, and shown when it answers."
		if a.problem == hasEnded {
			again = "Start it again: then it is shown by itself."
		}
		a.stageNotice.Set("warning", a.target.Name+" "+a.problem, again, "Choose another application meanwhile.")
		a.notice.Set("tree", "No elements", a.target.Name, a.problem)
	case a.watch != nil:
		a.stageNotice.Set("running", "Reading "+a.target.Name+" …", "One that hangs is given up after "+a.observeLimit().String()+".")
		a.notice.Set("tree", "No elements yet", "They appear here as soon as", "the application was read.")
	case a.s.Backend == nil:
		a.stageNotice.Set("warning", "No accessibility backend", "samebutton doctor says what is missing.", "A snapshot file can be opened without it (Ctrl+O).")
	case a.absent != "":
		a.stageNotice.Set("application", a.absent, "Choose one that is running,", "or press Pick and then its window.")
	default:
		a.stageNotice.Set("application", "Which application?", "Choose one that is running,", "press Pick and then its window,", "or start the sample and try it there.")
	}
	a.notice.Show()
	a.stageNotice.Show()
}

func (a *App) updateZoom() {
	text := fmt.Sprintf("%.0f %%", a.stage.Zoom()*100)
	if a.seen == nil || a.stage.Zoom() <= 0 {
		text = ""
	}
	a.zoomText.Set("", "", text, "")
}

// tick keeps true what changes by time alone: the age of the data, messages, the
// outline on the screen, and the lists of a store that others write to.
func (a *App) tick(shelf *storeWatch) {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for {
		select {
		case <-a.ctx.Done():
			return
		case now := <-t.C:
			written := shelf.changed(now)
			a.post(func() {
				a.updateStatus()
				a.updateMessage()
				a.dropOutline()
				if written {
					a.refreshLibrary()
				}
			})
		}
	}
}

// How long a message stays when nothing is running, and one that only confirms
// what a person just did.
const (
	toldFor  = 12 * time.Second
	notedFor = 5 * time.Second
)

// updateMessage takes away a message that was there long enough.
func (a *App) updateMessage() {
	running := a.recording.cancel != nil || a.replay.cancel != nil || a.picked.cancel != nil
	switch since := time.Since(a.toldAt); {
	case a.message.Text() == "":
	case a.noted && since > notedFor && running:
		a.say(a.covered) // what is running still needs its own
	case a.noted && since > notedFor, !running && since > toldFor:
		a.say("")
	}
}

// note confirms what a person just did, for a few seconds.
func (a *App) note(text string) {
	covered := a.message.Text()
	if a.noted {
		covered = a.covered
	}
	a.say(text)
	a.noted, a.covered = true, covered
}

func (a *App) togglePause() {
	paused := !a.watch.paused.Load()
	a.watch.paused.Store(paused)
	if !paused {
		a.watch.want()
	}
	a.updateStatus()
}

func (a *App) refresh() { a.watch.want() }

func (a *App) setMode(m view.Mode) {
	a.prefs.setMode(m)
	a.fyne.Settings().SetTheme(view.Theme{Mode: m})
	a.updateCommands()
}

// say shows a short message in the status bar.
func (a *App) say(text string) { a.tell("", "", text) }

// warn shows what went wrong.
func (a *App) warn(err error) { a.tell("warning", view.ColorBad, err.Error()) }

func (a *App) tell(icon view.Symbol, c fyne.ThemeColorName, text string) {
	a.toldAt, a.noted = time.Now(), false
	a.message.Set(icon, c, text, "")
	a.status.Arrange()
}

// quit remembers the window and closes it; a recording under way, and changes of one,
// are stored first.
func (a *App) quit() {
	if a.recording.cancel != nil || a.storing > 0 {
		if a.recording.cancel != nil {
			a.recording.cancel()
		}
		a.say("storing the recording …")
		a.whenStored(time.Now().Add(storeLimit))
		return
	}
	a.prefs.setWindow(a.window.Canvas().Size())
	a.prefs.setSizes(a.bench.Sizes())
	a.close()
	a.window.Close()
}

func (a *App) whenStored(until time.Time) {
	a.do(time.Second, func(ctx context.Context) {
		t := time.NewTimer(50 * time.Millisecond)
		defer t.Stop()
		<-t.C
	}, func() {
		if time.Now().After(until) {
			a.recording.cancel, a.storing = nil, 0
		}
		if a.recording.cancel == nil && a.storing == 0 {
			a.quit()
			return
		}
		a.whenStored(until)
	})
}
