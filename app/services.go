package app

import (
	"context"
	"errors"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector/audit"
	"github.com/samebutton/samebutton/recorder"
	"github.com/samebutton/samebutton/store"
)

// Services is what the window works with. Any of them may be nil: the commands
// that need it are then disabled and say why.
type Services struct {
	Backend backends.Backend
	Screen  backends.Screen
	Store   Store
	// Record records until ctx ends and has then stored the recording. The window
	// fills in Backend, Screen, Application, Name, OnStep and OnReady; Record adds
	// listener, journal and version.
	Record func(ctx context.Context, o recorder.SessionOptions) (recorder.Recording, error)
	// Replay replays until the end or until ctx ends. The window fills in Backend,
	// Screen, Parameters and OnStep; Replay adds the journal, the lease on the
	// display's input and, where a person allowed it, the real pointer and keys.
	Replay func(ctx context.Context, o recorder.PlayerOptions, rec recorder.Recording, app tree.Application, allowInput bool) (recorder.Run, error)
	// Audit judges what an application exposes, in one of its windows or in all (""):
	// it only asks. nil judges what is shown, without asking the application further.
	Audit func(ctx context.Context, app tree.Application, window tree.Handle) (*audit.Report, error)
	// WalkTabs presses Tab in the application, as real keys, once a window of it has the
	// keyboard, and audits it with what that showed. It takes the control over the
	// display's input and asks the policy about each key. An error says that nothing was
	// pressed; a walk that was stopped after that is in the report.
	WalkTabs func(ctx context.Context, w TabWalk) (*audit.Report, error)
	// AllowInput says that real input is allowed from the start, as --allow-input
	// does; otherwise a person has to allow it each time the window was opened.
	AllowInput bool
	// StoreFile is the file of Store, whose time of modification says that another
	// process has changed it; "" where there is none to look at.
	StoreFile string
	// Files asks for file names; nil uses dialogs inside the window.
	Files Files
	// SaveSnapshot and OpenSnapshot write and read a snapshot file.
	SaveSnapshot func(path string, s *tree.Snapshot) error
	OpenSnapshot func(path string) (*tree.Snapshot, error)
	// StartSample starts the sample application and returns when its window is
	// there, with its process number.
	StartSample func(ctx context.Context) (pid int, err error)
	// Started returns with what a running program can be started again: its program
	// and arguments, as they are. nil where that cannot be told.
	Started func(pid int) (program string, arguments []string, err error)
	// Pick waits until a person pressed a pointer button somewhere on the screen,
	// or, with a delay in which menus can be opened, until that is over: then it is
	// where the pointer is. No press reaches an application. A person who changes
	// their mind gives context.Canceled. over is called with what the pointer is
	// over meanwhile, from any goroutine.
	Pick func(ctx context.Context, delay time.Duration, over func(Pointed)) (Pointed, error)
	// OutlineOnScreen outlines an area of the screen that was seen in a window, in
	// pixels of the display, as long as nothing lies over it there; an empty area
	// takes the outline away. It is called by one goroutine, after every
	// observation, and last with an empty area.
	OutlineOnScreen func(area tree.Rect, in tree.Window)
	// Application is what to show first: a process number, a name, or a part of
	// one; "" for the application of the last time.
	Application string
	// Observe is the deadline of one observation, 8 seconds where it is 0.
	Observe time.Duration
	// Post runs a function on the goroutine that draws the window; nil is fyne.Do.
	Post func(func())
	// Version is shown in About.
	Version string
}

// Pointed is a place of the screen, in its pixels, at which a person points.
type Pointed struct {
	At tree.Point
	// Window is the top-level window there, by its number on the display, and PID
	// its process; 0 where unknown. Ours says that it is Samebutton itself.
	Window uint32
	PID    int
	Ours   bool
}

// Store keeps recordings and runs; *store.Store is one. Methods may be called
// from any goroutine.
type Store interface {
	Recordings() ([]store.Summary, error)
	Recording(idOrName string) (recorder.Recording, error)
	ImportRecording(rec recorder.Recording) (recorder.Recording, error)
	// ReplaceRecording puts an edit of a recording in the place of what it was made
	// of; store.ErrChanged where the store holds something else by now.
	ReplaceRecording(was, now recorder.Recording) error
	DeleteRecording(idOrName string) error
	Runs() ([]recorder.Run, error)
	Run(id string) (recorder.Run, error)
	// PutPicture keeps a PNG and returns its hash, Picture returns it.
	PutPicture(png []byte) (hash string, err error)
	Picture(hash string) ([]byte, error)
}

// Files asks a person for the name of a file. Both methods block until there is
// an answer and are called from a goroutine of their own. A person who cancels
// gives ErrCancelled.
type Files interface {
	Open(title, kind string, extensions ...string) (path string, err error)
	Save(title, kind, name string) (path string, err error)
}

// Errors of Files.
var (
	// ErrCancelled says that a person changed their mind.
	ErrCancelled = errors.New("cancelled")
	// ErrNoDialogs says that the dialogs cannot be shown; the window's own are used
	// then.
	ErrNoDialogs = errors.New("no file dialogs")
)

const defaultObserve = 8 * time.Second

// missing names the services that commands need, for people.
const (
	noBackend = "no accessibility backend: run samebutton doctor to see what is missing"
	noTarget  = "choose an application first"
)
