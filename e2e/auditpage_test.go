//go:build linux && cgo

package e2e

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/backends/tree/sketch"
	"github.com/samebutton/samebutton/inspector"
	"github.com/samebutton/samebutton/inspector/audit"
	"github.com/samebutton/samebutton/inspector/audit/report"
	"github.com/samebutton/samebutton/inspector/audit/rules"
	"github.com/samebutton/samebutton/samples/programs"
)

// pageOfAnAudit writes a page with all that it can have: findings of each severity that are
// new, known and suppressed, what is fixed, several states, and a picture of each.
func pageOfAnAudit(t *testing.T) (file string, findings int) {
	t.Helper()
	const window = "application \"demo\"\n\twindow \"Orders\" bounds=0,0,600,200\n\t\tbutton actions=press:click bounds=10,10,80,30\n" +
		"\t\tslider focusable bounds=100,10,80,30\n\t\ttextbox focusable bounds=190,10,80,30\n\t\tbutton \"Save\" actions=press:click bounds=280,10,8,8\n"
	subject := func(outline string) *audit.Subject {
		f := inspector.Freeze(sketch.Draw(t, outline).Snapshot)
		picture := image.NewRGBA(image.Rect(0, 0, 600, 200))
		draw.Draw(picture, picture.Bounds(), image.NewUniform(color.RGBA{0xf0, 0xf0, 0xf0, 0xff}), image.Point{}, draw.Src)
		return &audit.Subject{Frozen: f, Pictures: []audit.Picture{{Window: 1, Rect: tree.Rect{W: 600, H: 200}, Image: picture}}}
	}
	o := audit.Options{Rules: rules.All(), Suppressions: []audit.Suppression{{Rule: "name-missing-interactive", Locator: "slider", Reason: "by design"}}}
	o.Baseline = audit.NewBaseline(audit.Run(subject(strings.Replace(window, "\t\ttextbox focusable", "\t\tbutton", 1)), o))
	var states []audit.State
	for i, outline := range []string{window, window + "\t\tcheckbox focusable actions=toggle:click bounds=320,10,40,30\n"} {
		states = append(states, audit.State{Title: fmt.Sprintf("after step %d", i), Report: audit.Run(subject(outline), o)})
	}
	r := audit.Combine(states)
	var b bytes.Buffer
	if err := report.HTML(&b, r, report.Source{Version: "1.0", Made: time.Now()}); err != nil {
		t.Fatal(err)
	}
	file = filepath.Join(t.TempDir(), "audit.html")
	if err := os.WriteFile(file, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return file, len(r.Findings)
}

// Our own page passes our own audit in a browser, light and dark, with nothing left to
// review, and its filters hide what they say.
func TestReportPagePassesItsOwnAudit(t *testing.T) {
	file, findings := pageOfAnAudit(t)
	for name, flag := range map[string]string{"light": "--disable-gpu", "dark": "--blink-settings=preferredColorScheme=0"} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(context.Background(), lifetime)
			defer cancel()
			args := []string{
				"--no-first-run", "--disable-gpu", "--disable-dev-shm-usage", "--password-store=basic", "--force-renderer-accessibility",
				"--window-position=0,0", "--window-size=1200,980", flag, "--app=file://" + file,
			}
			if os.Geteuid() == 0 {
				args = append(args, "--no-sandbox", "--test-type")
			}
			a := startReal(t, ctx, screenDesktop, programs.Program{Name: "chromium", Args: args, Package: "chromium", Window: "Audit of demo"})
			s := newSitter(t, ctx, a.PID())
			said := func() (n int) {
				t.Helper()
				s.until("the page says how much it shows", func() error {
					snap, err := s.backend.Observe(ctx, backends.Scope{Application: s.app})
					if err != nil {
						return err
					}
					for i := range snap.Nodes {
						var of int
						if _, err := fmt.Sscanf(snap.Nodes[i].Name.Value, "%d of %d findings shown", &n, &of); err == nil && of == findings {
							return nil
						}
					}
					return fmt.Errorf("nothing says so")
				})
				return n
			}
			shows := func(what string, fits func(n int) bool) {
				t.Helper()
				s.until(what, func() error {
					if n := said(); !fits(n) {
						return fmt.Errorf("it shows %d", n)
					}
					return nil
				})
			}
			all := said()
			s.into(`searchbox "Find"`)
			s.types("no-such-word")
			shows("nothing has these words", func(n int) bool { return n == 0 })
			s.press("ctrl+a")
			s.types("textbox")
			shows("some have this one", func(n int) bool { return n > 0 && n < all })
			s.press("ctrl+a", "Delete")
			shows("all again", func(n int) bool { return n == all })
			s.into(`checkbox [id="f-error"]`)
			shows("without errors", func(n int) bool { return n > 0 && n < all })
			s.into(`checkbox [id="f-error"]`)
			shows("all again", func(n int) bool { return n == all })

			auditedUntil(t, ctx, a.PID(), func(d *report.Document, code int) error {
				if code != 0 || !d.Complete || d.Scores.Interactive < 10 {
					return fmt.Errorf("ended with %d, complete %v, %d interactive elements: %v", code, d.Complete, d.Scores.Interactive, held(d))
				}
				for _, c := range d.Causes {
					if c.Severity >= audit.Review && c.Blame == "" {
						return fmt.Errorf("%s [%s]: %s: %s", c.Severity, c.Rule, c.Findings[0].Element, c.Findings[0].Why)
					}
				}
				return nil
			})
		})
	}
}
