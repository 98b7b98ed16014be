package app

import (
	"slices"

	"fyne.io/fyne/v2"

	"github.com/samebutton/samebutton/app/view"
)

// command is something a person can have done. Every command is a menu item
// with a shortcut; buttons run the same commands.
type command struct {
	id, menu, label string
	key             fyne.KeyName
	mod             fyne.KeyModifier
	do              func()
	// why says why the command cannot be used now, "" where it can. Fyne runs the
	// shortcuts of disabled items too, so this is asked each time.
	why func() string
	// on says whether the item is ticked; nil for commands without a state.
	on func() bool
	// rule begins a new group in the menu.
	rule bool
	// title is what the menu shows where that is more than the label; may be nil.
	title func() string
}

const (
	ctrl      = fyne.KeyModifierControl
	ctrlShift = fyne.KeyModifierControl | fyne.KeyModifierShift
	ctrlAlt   = fyne.KeyModifierControl | fyne.KeyModifierAlt

	ctrlAltShift = ctrlAlt | fyne.KeyModifierShift
)

var menuOrder = []string{"File", "Edit", "Insert", "View", "Inspect", "Record", "Replay", "Help"}

func (a *App) makeCommands() []*command {
	free := func() string { return "" }
	first := firstWhy
	need := func(ok bool, otherwise string) func() string {
		return func() string {
			if ok {
				return ""
			}
			return otherwise
		}
	}
	backend := need(a.s.Backend != nil, noBackend)
	shown := func() string {
		if a.seen == nil {
			return noTarget
		}
		return ""
	}
	live := func() string {
		if a.watch == nil {
			return noTarget
		}
		return ""
	}
	// answers refuses what must hear an application that hangs or ended. A replay may
	// begin: it waits for the application, and says what became of each step.
	answers := func() string {
		if a.problem == "" || a.recording.cancel != nil {
			return ""
		}
		return a.target.Name + " " + a.problem + ": wait for it, or choose another application"
	}
	selected := func() string {
		if _, _, ok := a.current(); !ok {
			return "select an element first"
		}
		return ""
	}
	opened := func() string {
		if a.recording.rec.ID == "" || !a.recording.stored {
			return "choose a recording first"
		}
		return ""
	}
	still := func() string {
		switch {
		case a.recording.cancel != nil:
			return "stop the recording first"
		case a.replay.cancel != nil:
			return "stop the replay first"
		}
		return a.walking()
	}
	stored := need(a.s.Store != nil, "no store for recordings: see samebutton doctor")
	mode := func(m view.Mode) (func(), func() bool) {
		return func() { a.setMode(m) }, func() bool { return a.prefs.mode() == m }
	}
	system, isSystem := mode(view.ModeSystem)
	light, isLight := mode(view.ModeLight)
	dark, isDark := mode(view.ModeDark)
	sizes := func(change func(*view.Sizes)) func() {
		return func() { s := a.bench.Sizes(); change(&s); a.bench.SetSizes(s); a.prefs.setSizes(s); a.updateCommands() }
	}
	commands := []*command{
		{id: "application", menu: "File", label: "Choose Application…", key: fyne.KeyL, mod: ctrl, do: a.chooseApplication, why: backend},
		{id: "window", menu: "File", label: "Choose Window…", key: fyne.KeyL, mod: ctrlShift, do: a.chooseWindow, why: shown},
		{id: "sample", menu: "File", label: "Start the Sample", key: fyne.KeyD, mod: ctrlShift, do: a.startSample, why: need(a.s.StartSample != nil, "the sample cannot be started here")},
		{id: "open", menu: "File", label: "Open Snapshot…", key: fyne.KeyO, mod: ctrl, do: a.openSnapshot, why: first(need(a.s.OpenSnapshot != nil, "snapshots cannot be opened here"), still), rule: true},
		{id: "save", menu: "File", label: "Save Snapshot…", key: fyne.KeyS, mod: ctrl, do: a.saveSnapshot, why: first(need(a.s.SaveSnapshot != nil, "snapshots cannot be saved here"), shown)},
		{id: "import", menu: "File", label: "Import Recording…", key: fyne.KeyI, mod: ctrl, do: a.importRecording, why: first(stored, still), rule: true},
		{id: "export", menu: "File", label: "Export Recording…", key: fyne.KeyE, mod: ctrl, do: a.exportRecording, why: opened},
		{id: "quit", menu: "File", label: "Quit", key: fyne.KeyQ, mod: ctrl, do: a.quit, why: free, rule: true},

		{id: "theme-system", menu: "View", label: "Theme of the System", key: fyne.KeyS, mod: ctrlAlt, do: system, why: free, on: isSystem},
		{id: "theme-light", menu: "View", label: "Light Theme", key: fyne.KeyL, mod: ctrlAlt, do: light, why: free, on: isLight},
		{id: "theme-dark", menu: "View", label: "Dark Theme", key: fyne.KeyD, mod: ctrlAlt, do: dark, why: free, on: isDark},
		{id: "zoom-in", menu: "View", label: "Zoom In", key: fyne.KeyEqual, mod: ctrl, do: a.stage.ZoomIn, why: shown, rule: true},
		{id: "zoom-out", menu: "View", label: "Zoom Out", key: fyne.KeyMinus, mod: ctrl, do: a.stage.ZoomOut, why: shown},
		{id: "zoom-actual", menu: "View", label: "Actual Size", key: fyne.Key1, mod: ctrl, do: func() { a.stage.ZoomTo(1) }, why: shown},
		{id: "zoom-fit", menu: "View", label: "Fit", key: fyne.Key0, mod: ctrl, do: a.stage.Fit, why: shown, on: a.stage.Fitted},
		{id: "pane-tree", menu: "View", label: "Tree", key: fyne.KeyB, mod: ctrl, do: sizes(func(s *view.Sizes) { s.HideLeft = !s.HideLeft }), why: free, on: func() bool { return !a.bench.Sizes().HideLeft }, rule: true},
		{id: "pane-element", menu: "View", label: "Element", key: fyne.KeyB, mod: ctrlShift, do: sizes(func(s *view.Sizes) { s.HideRight = !s.HideRight }), why: free, on: func() bool { return !a.bench.Sizes().HideRight }},
		{id: "pane-drawer", menu: "View", label: "Drawer", key: fyne.KeyJ, mod: ctrl, do: sizes(func(s *view.Sizes) { s.HideBottom = !s.HideBottom }), why: free, on: func() bool { return !a.bench.Sizes().HideBottom }},
		{id: "boxes", menu: "View", label: "Unnamed Boxes", key: fyne.KeyX, mod: ctrlShift, do: a.toggleBoxes, why: free, on: a.prefs.boxes},
		{id: "events", menu: "View", label: "Events", key: fyne.KeyY, mod: ctrlShift, do: a.showEvents, why: free},
		{id: "events-pause", menu: "View", label: "Pause the Events", key: fyne.KeyE, mod: ctrlShift, do: a.pauseEvents, why: free, on: func() bool { return a.drawer.Events.Paused() }},
		{id: "events-clear", menu: "View", label: "Clear the Events", key: fyne.KeyBackspace, mod: ctrlShift, do: func() { a.drawer.Events.Clear() }, why: free},
		{id: "unfold", menu: "View", label: "Open All Below", key: fyne.KeyRightBracket, mod: ctrl, do: func() { a.foldBelow(true) }, why: shown, rule: true},
		{id: "fold", menu: "View", label: "Close All Below", key: fyne.KeyLeftBracket, mod: ctrl, do: func() { a.foldBelow(false) }, why: shown},
		{id: "go-tree", menu: "View", label: "Go to the Tree", key: fyne.KeyT, mod: ctrl, do: a.focusTree, why: free, rule: true},

		{id: "pick", menu: "Inspect", label: "Pick on the Screen", key: fyne.KeyP, mod: ctrl, do: func() { a.pick(0) }, why: first(need(a.s.Pick != nil, "picking on the screen is not possible here: click in the screenshot"), backend, still), on: func() bool { return a.picked.cancel != nil }},
		{id: "pick-later", menu: "Inspect", label: "Pick after a Delay", key: fyne.KeyP, mod: ctrlShift, do: func() { a.pick(pickDelay) }, why: first(need(a.s.Pick != nil, "picking on the screen is not possible here: click in the screenshot"), backend, still)},
		{id: "pause", menu: "Inspect", label: "Pause", key: fyne.KeyK, mod: ctrl, do: a.togglePause, why: live, on: func() bool { return a.watch != nil && a.watch.paused.Load() }, rule: true},
		{id: "live", menu: "Inspect", label: "Back to Live", key: fyne.KeyL, mod: ctrlAltShift, do: a.backToLive, why: first(backend, func() string {
			if a.offline == "" {
				return "no saved snapshot is shown"
			}
			return ""
		})},
		{id: "refresh", menu: "Inspect", label: "Read Again", key: fyne.KeyR, mod: ctrl, do: a.refresh, why: live},
		{id: "follow", menu: "Inspect", label: "Follow the Focus", key: fyne.KeyT, mod: ctrlShift, do: a.toggleFollow, why: live, on: func() bool { return a.following }},
		{id: "cuts", menu: "Inspect", label: "What Is Missing…", key: fyne.KeyI, mod: ctrlShift, do: a.showCuts, why: a.complete},
		{id: "parent", menu: "Inspect", label: "Select the Parent", key: fyne.KeyUp, mod: ctrl, do: a.selectParent, why: selected, rule: true},
		{id: "copy-locator", menu: "Inspect", label: "Copy Locator", key: fyne.KeyC, mod: ctrlShift, do: a.copyLocator, why: selected},
		{id: "copy-ref", menu: "Inspect", label: "Copy Ref", key: fyne.KeyF, mod: ctrlShift, do: a.copyRef, why: selected},
		{id: "copy-path", menu: "Inspect", label: "Copy Path", key: fyne.KeyH, mod: ctrlShift, do: a.copyPath, why: selected},
		{id: "copy-json", menu: "Inspect", label: "Copy as JSON", key: fyne.KeyJ, mod: ctrlShift, do: a.copyJSON, why: selected},
		{id: "search", menu: "Inspect", label: "Find", key: fyne.KeyF, mod: ctrl, do: a.focusSearch, why: free, rule: true},
		{id: "search-next", menu: "Inspect", label: "Find Next", key: fyne.KeyG, mod: ctrl, do: func() { a.searchStep(1) }, why: free},
		{id: "search-previous", menu: "Inspect", label: "Find Previous", key: fyne.KeyG, mod: ctrlShift, do: func() { a.searchStep(-1) }, why: free},

		{id: "filter", menu: "Inspect", label: "Only What Was Found", key: fyne.KeyM, mod: ctrlShift, do: a.toggleFilter, why: free, on: a.prefs.filter},

		{id: "record", menu: "Record", label: "Record", key: fyne.KeyR, mod: ctrlShift, do: a.toggleRecord, why: first(need(a.s.Record != nil, "recording is not possible here: see samebutton doctor"), live, answers, func() string {
			if a.replay.cancel != nil {
				return "stop the replay first"
			}
			return a.walking()
		}), on: func() bool { return a.recording.cancel != nil }},
		{id: "recordable", menu: "Record", label: "What Can Be Recorded…", key: fyne.KeyH, mod: ctrlAlt, do: a.explainRecordable, why: first(backend, live, shown)},
		{id: "recordings", menu: "Record", label: "Recordings", key: fyne.KeyO, mod: ctrlShift, do: func() { a.showDrawer(view.TabRecordings); a.drawer.Recordings.Focus(a.window.Canvas()) }, why: stored, rule: true},
		{id: "rename", menu: "Record", label: "Rename…", key: fyne.KeyN, mod: ctrlShift, do: a.askRename, why: first(stored, opened)},
		{id: "delete", menu: "Record", label: "Delete…", key: fyne.KeyDelete, mod: ctrlShift, do: a.askDelete, why: first(stored, opened, still)},

		{id: "allow-input", menu: "Replay", label: allowInputLabel, key: fyne.KeyK, mod: ctrlShift, do: a.toggleInput, why: need(a.s.Replay != nil, "replaying is not possible here: see samebutton doctor"), on: func() bool { return a.allowInput }, rule: true},
		{id: "runs", menu: "Replay", label: "Runs", key: fyne.KeyU, mod: ctrlShift, do: func() { a.showDrawer(view.TabRuns) }, why: stored, rule: true},

		{id: "keyboard", menu: "Help", label: "Keyboard", key: fyne.KeySlash, mod: ctrl, do: a.showKeyboard, why: free},
		{id: "about", menu: "Help", label: "About Samebutton", key: fyne.KeySlash, mod: ctrlShift, do: a.showAbout, why: free},
	}
	ready := first(need(a.s.Replay != nil, "replaying is not possible here: see samebutton doctor"), opened, still, live, a.wrongApplication)
	commands = append(commands, a.editCommands(first(stored, opened), still)...)
	return slices.Concat(a.replayCommands(ready, first(stored, opened)), commands, a.countCommands(shown), a.auditCommands(shown, answers), a.overlayCommands(live, answers, still))
}

// wrongApplication says why the recording cannot be replayed on what is observed.
func (a *App) wrongApplication() string {
	if want := a.recording.rec.Application.Name; want != "" && want != a.target.Name {
		return "this recording is of " + want + ": choose that application first"
	}
	return ""
}

// command returns the command with the id; asking for one that does not exist is
// a fault of the program.
func (a *App) command(id string) *command {
	for _, c := range a.commands {
		if c.id == id {
			return c
		}
	}
	panic("app: no command " + id)
}

// run runs a command, or says why it cannot be run. Fyne runs shortcuts also
// while a dialog lies over the window; then only stopping is possible.
func (a *App) run(id string) {
	c := a.command(id)
	if a.asked() && id != "stop" {
		a.say("answer the dialog first")
		return
	}
	if why := c.why(); why != "" {
		a.say(why)
		return
	}
	c.do()
	a.updateCommands()
}

// updateCommands shows which commands can be used, in menus and buttons.
func (a *App) updateCommands() {
	changed := false
	for _, c := range a.commands {
		item := a.items[c.id]
		why := c.why()
		on := c.on != nil && c.on()
		if item.Disabled != (why != "") || item.Checked != on {
			item.Disabled, item.Checked = why != "", on
			changed = true
		}
		if label := c.menuLabel(); item.Label != label {
			item.Label = label
			changed = true
		}
		if b := a.buttons[c.id]; b != nil {
			b.SetEnabled(why == "")
			b.SetDown(on)
			hint := c.menuLabel() + "  " + c.keys()
			if why != "" {
				hint = why
			}
			b.SetHint(hint)
		}
	}
	a.updateButtons()
	if changed && a.menu != nil {
		a.menu.Refresh()
	}
}

// updateButtons shows states in the texts of buttons.
func (a *App) updateButtons() {
	name := "Choose an application"
	if a.hasTarget || a.offline != "" {
		name = a.target.Name
		if a.target.Toolkit != "" {
			name += " (" + a.target.Toolkit + ")"
		}
	}
	a.appButton.SetText(name)
	a.setTitle()
	window := "All windows"
	if a.seen != nil && a.windowChoice != "" {
		if id := a.seen.frozen.ByHandle(a.windowChoice); id >= 0 {
			window = a.seen.frozen.Short(id)
		}
	}
	a.windowButton.SetText(window)
	if a.recording.cancel != nil {
		a.buttons["record"].SetIcon("stop", view.ColorBad)
		a.buttons["record"].SetText("Stop")
	} else {
		a.buttons["record"].SetIcon("record", "")
		a.buttons["record"].SetText("Record")
	}
	if a.replay.cancel != nil {
		a.buttons["replay"].SetIcon("stop", view.ColorBad)
		a.buttons["replay"].SetText("Stop")
		a.buttons["replay"].SetEnabled(true)
		a.buttons["replay"].SetHint("Stop the replay  Esc")
	} else {
		a.buttons["replay"].SetIcon("replay", "")
		a.buttons["replay"].SetText("Replay")
	}
	if a.watch != nil && a.watch.paused.Load() {
		a.buttons["pause"].SetIcon("replay", "")
	} else {
		a.buttons["pause"].SetIcon("pause", "")
	}
	a.toolbar.Arrange()
}

// setTitle says in the title of the window what it shows.
func (a *App) setTitle() {
	title := "Samebutton"
	switch {
	case a.offline != "":
		title += " — " + view.OneLine(a.offline) + " (saved)"
	case a.hasTarget:
		title += " — " + view.OneLine(a.target.Name)
	}
	if a.recording.cancel != nil {
		title += " — recording"
	}
	if a.window.Title() != title {
		a.window.SetTitle(title)
	}
}

// menuLabel is what the menu calls the command just now.
func (c *command) menuLabel() string {
	if c.title != nil {
		return c.title()
	}
	return c.label
}

// keys prints the shortcut for people.
func (c *command) keys() string {
	s := ""
	if c.mod&fyne.KeyModifierControl != 0 {
		s += "Ctrl+"
	}
	if c.mod&fyne.KeyModifierAlt != 0 {
		s += "Alt+"
	}
	if c.mod&fyne.KeyModifierShift != 0 {
		s += "Shift+"
	}
	if c.key == fyne.KeyReturn {
		return s + "Enter"
	}
	return s + string(c.key)
}
