package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/fake"
	"github.com/samebutton/samebutton/backends/tree"
)

const watchedOutline = `
application "Orders"
  window "Orders"
    checkbox "Express" #express
    textbox "Customer" = "Anna" #customer
    password "PIN" #pin
    button "Save" #save
    label "Ready" #status
    table "Items"
      row "Pear" #pear
        button "Delete" #delete
  dialog "Options"
    checkbox "Sound" #sound`

// lines decodes what 'watch --json' printed: one object a line.
func (b *bench) lines() []map[string]any {
	b.t.Helper()
	var all []map[string]any
	for _, line := range strings.Split(strings.TrimSuffix(b.out, "\n"), "\n") {
		var v map[string]any
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			b.t.Fatalf("%v in %q", err, line)
		}
		if v["schema"] != schema || v["command"] != "watch" {
			b.t.Fatalf("%s", line)
		}
		all = append(all, v)
	}
	return all
}

// whileWatching changes the first application once a watch has begun.
func (b *bench) whileWatching(edits ...fake.Edit) {
	b.heard = func(said string) {
		if strings.HasPrefix(said, "watching ") {
			b.apps[0].Change(edits...)
		}
	}
}

// TestWatch tells who, what and how.
func TestWatch(t *testing.T) {
	b := newBench(t, watchedOutline)
	b.whileWatching(func(m *fake.Model) {
		m.SetStates("express", "checked")
		m.SetValue("customer", "Berta")
		m.SetValue("pin", "4711")
		m.Rename("status", "Saved")
		m.Remove("pear")
	})
	b.run("watch", "--json", "--count", "5")
	b.want(0)
	if !strings.Contains(b.err, `watching "Orders"`) {
		t.Error(b.err)
	}
	var got []string
	for _, v := range b.lines() {
		d := at(v, "data")
		got = append(got, fmt.Sprint(at(d, "kind"), " ", at(d, "element.role"), " ", at(d, "element.name"), " ",
			at(d, "element.ref"), " ", at(d, "element.locator"), " ", at(d, "on"), " ", at(d, "text")))
		if _, err := time.Parse(time.RFC3339Nano, at(d, "time").(string)); err != nil {
			t.Error(err)
		}
	}
	want := []string{
		`state checkbox Express @s1:e1 window "Orders" > checkbox "Express" true <nil>`,
		`text textbox Customer @s1:e2 window "Orders" > textbox "Customer" <nil> Berta`,
		`text password PIN @s1:e3 window "Orders" > password "PIN" <nil> <nil>`,
		`property label Ready <nil> window "Orders" > label "Ready" <nil> Saved`,
		`children table Items <nil> window "Orders" > table "Items" <nil> <nil>`,
	}
	if g, w := strings.Join(got, "\n"), strings.Join(want, "\n"); g != w {
		t.Errorf("got\n%s\nwant\n%s", g, w)
	}
}

// TestWatchFilters: by kind, role and window.
func TestWatchFilters(t *testing.T) {
	for name, c := range map[string]struct {
		args []string
		want string
	}{
		"kind":   {[]string{"--kind", "text,children"}, `textbox "Customer"`},
		"role":   {[]string{"--role", "textbox"}, `textbox "Customer"`},
		"window": {[]string{"--window", "Options"}, `checkbox "Sound"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t, watchedOutline)
			b.whileWatching(func(m *fake.Model) { // what is wanted comes last
				m.SetStates("express", "checked")
				if name == "window" {
					m.SetValue("customer", "Berta")
				}
				m.SetStates("sound", "checked")
				m.SetValue("customer", "Carla")
			})
			b.run(append([]string{"watch", "--for", "20s", "--count", "1"}, c.args...)...)
			b.want(0)
			if !strings.Contains(b.out, c.want) || strings.Count(b.out, "\n") != 1 {
				t.Errorf("got\n%s", b.out)
			}
		})
	}
}

// TestWatchNamesWhatIsNew: an element that came after the reading.
func TestWatchNamesWhatIsNew(t *testing.T) {
	b := newBench(t, watchedOutline)
	b.whileWatching(func(m *fake.Model) {
		m.SetStates(m.Twin("save", false), "-enabled -sensitive")
	})
	b.run("watch", "--json", "--kind", "state", "--count", "1")
	b.want(0)
	d := at(b.lines()[0], "data.element")
	if at(d, "name") != "Save" || at(d, "locator") != nil || at(d, "ref") != nil {
		t.Error(b.out)
	}
}

// TestWatchEnds: Ctrl-C is a good end; that of the application is not.
func TestWatchEnds(t *testing.T) {
	b := newBench(t, watchedOutline)
	var listens atomic.Bool
	b.heard = func(said string) {
		if strings.HasPrefix(said, "watching") {
			listens.Store(true)
		}
	}
	b.runUntil(listens.Load, "watch", "--json")
	b.want(0)
	if b.out != "" {
		t.Error(b.out)
	}
	for _, args := range [][]string{{"watch", "--json"}, {"watch", "--json", "--diff"}} {
		b := newBench(t, watchedOutline)
		b.whileWatching(func(m *fake.Model) { m.SetStates("express", "checked") }, (*fake.Model).Die)
		b.run(args...)
		b.want(9)
		lines := b.lines()
		last := lines[len(lines)-1]
		if at(last, "ok") != false || at(last, "error.code") != "environment" || !strings.Contains(fmt.Sprint(at(last, "error.message")), "has ended") {
			t.Error(b.out)
		}
	}
	none := newBench(t)
	none.run("watch", "--json")
	none.want(9)
}

// TestHearingLoses: of more events than wait to be told it is said that some are
// lost, and the end of the application is still heard.
func TestHearingLoses(t *testing.T) {
	h := newHearing()
	for range 2 {
		for range mostHeard + 100 {
			h.hear(backends.Event{Kind: backends.EventText})
		}
		h.hear(backends.Event{Kind: backends.EventApplication, Detail: backends.DetailGone})
		<-h.wake
		got := h.take()
		n := len(got)
		if n != mostHeard+2 || got[n-1].Kind != backends.EventApplication || got[n-2].Kind != backends.EventLost || got[n-3].Kind != backends.EventText {
			t.Errorf("%d events, at the end %v", n, got[n-3:])
		}
	}
}

// TestWatchTellsOfLoss: an event of kind events-lost passes every filter.
func TestWatchTellsOfLoss(t *testing.T) {
	b := newBench(t, watchedOutline)
	var out bytes.Buffer
	w := b.watcher(&out)
	w.roles, w.kinds = []string{"button"}, []string{"focus"}
	if err := w.tell(t.Context(), backends.Event{Kind: backends.EventLost, At: time.Now()}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "events-lost") || !strings.Contains(out.String(), "some events are not told") {
		t.Error(out.String())
	}
}

// watcher is a watch of the first application that hears nothing by itself.
func (b *bench) watcher(out io.Writer) *watcher {
	b.t.Helper()
	c := &cli{tools: b.tools(), out: out, err: io.Discard, backendName: "atspi", storePath: b.store, log: slog.New(slog.DiscardHandler)}
	s, err := c.open(b.t.Context())
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(s.close)
	b.t.Cleanup(c.close)
	m := backends.MirrorOf(s.backend, s.app, nil)
	b.t.Cleanup(m.Close)
	w := &watcher{session: s}
	if w.known, err = s.look(b.t.Context(), m); err != nil {
		b.t.Fatal(err)
	}
	return w
}

// TestWatchDiff: what is different in the tree.
func TestWatchDiff(t *testing.T) {
	b := newBench(t, watchedOutline)
	b.whileWatching(func(m *fake.Model) { m.SetStates("sound", "checked") })
	b.apps[0].Before(2, func(m *fake.Model) {
		m.Twin("save", false)
		m.Remove("pear")
		m.Rename("status", "Saved")
		m.SetValue("customer", "Berta")
	})
	b.run("watch", "--diff", "--json", "--count", "5", "--window", "Orders")
	b.want(0)
	got := map[string]string{}
	for _, v := range b.lines() {
		d := at(v, "data")
		got[fmt.Sprint(at(d, "kind"))] = fmt.Sprint(at(d, "element.role"), " ", at(d, "element.name"), " ", at(d, "element.ref"), " ", at(d, "property"), " ", at(d, "from"), " ", at(d, "to"))
	}
	for kind, want := range map[string]string{
		"removed":    `row Pear <nil> <nil> <nil> <nil>`,
		"added":      `button Save <nil> <nil> <nil> <nil>`,
		"relabelled": `label Saved <nil> name Ready Saved`,
		"changed":    `textbox Customer @s1:e2 value Anna Berta`,
		"ambiguous":  `button Save @s1:e4 <nil> <nil> <nil>`,
	} {
		if got[kind] != want {
			t.Errorf("%s is %q, want %q\n%s", kind, got[kind], want, b.out)
		}
	}
	if b.apps[0].Done() != nil {
		t.Error("something was done")
	}
}

// TestWatchKeepsSecrets: nothing typed into a password field is told.
func TestWatchKeepsSecrets(t *testing.T) {
	for _, args := range [][]string{{"--json", "--count", "2"}, {"--count", "2"}, {"--diff", "--count", "1"}} {
		b := newBench(t, watchedOutline)
		b.whileWatching(func(m *fake.Model) { m.SetValue("pin", "4711"); m.SetValue("customer", "Berta") })
		b.apps[0].Before(2, func(m *fake.Model) { m.SetValue("customer", "Carla") })
		b.run(append([]string{"watch", "--for", "20s"}, args...)...)
		b.want(0)
		if strings.Contains(b.out+b.err, "4711") || !strings.Contains(b.out, "Berta") && !strings.Contains(b.out, "Carla") {
			t.Errorf("%q told\n%s", args, b.out)
		}
	}
}

// TestWatchKeepsSecretsOfBackends: not even where a backend tells them, nor where
// nobody can say what kind of field it is.
func TestWatchKeepsSecretsOfBackends(t *testing.T) {
	b := newBench(t, watchedOutline)
	var out bytes.Buffer
	w := b.watcher(&out)
	for _, source := range []tree.Handle{"pin", "nobody"} {
		for _, kind := range []backends.EventKind{backends.EventText, backends.EventProperty} {
			if err := w.tell(t.Context(), backends.Event{Kind: kind, Source: source, Detail: "insert", Text: "4711", At: time.Now()}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if strings.Count(out.String(), "\n") != 4 || strings.Contains(out.String(), "4711") {
		t.Error(out.String())
	}
}
