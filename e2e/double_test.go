//go:build linux && cgo

package e2e

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/samebutton/samebutton/samples/programs"
)

// FeatherPad is on the bus twice, without windows as "featherpad": by this name the
// other is found, which has them.
func TestAnApplicationThatIsOnTheBusTwice(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), lifetime)
	defer cancel()
	o := newOnlooker(t, screenDesktop, startReal(t, ctx, screenDesktop, programs.FeatherPad()).PID())
	o.until("the real one is found", func() bool {
		out, err := o.desktop.Command(ctx, program, "tree", "--json", "--app", "featherpad", "--store", o.desktop.Dir()+"/trees.db").Output()
		var said struct {
			Data struct {
				Application struct{ Name string }
				Count       int
			}
		}
		return err == nil && json.Unmarshal(out, &said) == nil && said.Data.Application.Name == "FeatherPad" && said.Data.Count > 100
	})
}
