package arrows

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"
)

const (
	module = "github.com/samebutton/samebutton/"
	fyne   = "fyne.io/fyne/v2"
)

// rule says what the packages below a folder may import: our own packages by
// their folder (with what is below it) and foreign modules by their path. The
// longest folder that fits a package decides.
type rule struct {
	own     []string
	foreign []string
	// fyne and cgo say that the package may reach them, directly or through
	// others.
	fyne, cgo bool
}

const (
	dbus  = "github.com/godbus/dbus/v5"
	xgb   = "github.com/jezek/xgb"
	xtext = "golang.org/x/text"
)

var rules = map[string]rule{
	"backends/tree":           {},
	"backends":                {own: []string{"backends/tree"}},
	"backends/atspi":          {own: []string{"backends", "backends/tree", "backends/screen"}, foreign: []string{dbus, xgb}},
	"backends/screen":         {own: []string{"backends", "backends/tree"}, foreign: []string{xgb, "github.com/kbinani/screenshot"}},
	"backends/file":           {own: []string{"backends", "backends/tree"}},
	"backends/fake":           {own: []string{"backends", "backends/tree"}},
	"backends/conformance":    {own: []string{"backends", "backends/tree"}},
	"backends/input":          {own: []string{"backends", "backends/tree", "backends/screen"}, foreign: []string{xgb, "github.com/go-vgo/robotgo"}, cgo: true},
	"inspector":               {own: []string{"backends/tree"}, foreign: []string{xtext}},
	"inspector/audit":         {own: []string{"inspector", "backends/tree"}, foreign: []string{xtext, "github.com/BurntSushi/toml"}},
	"inspector/audit/gather":  {own: []string{"inspector", "inspector/audit", "backends", "backends/tree"}},
	"inspector/audit/tabwalk": {own: []string{"inspector", "inspector/audit", "backends", "backends/tree"}},
	"inspector/audit/report":  {own: []string{"internal/junit", "internal/safejson", "internal/webpage", "inspector", "inspector/audit", "backends/tree", "assets"}, foreign: []string{"github.com/owenrumney/go-sarif"}},
	"internal/junit":          {},
	"internal/safejson":       {},
	"internal/webpage":        {own: []string{"assets", "inspector", "backends/tree"}},
	"recorder":                {own: []string{"recorder/policy", "inspector", "backends", "backends/tree"}, foreign: []string{xtext}},
	"recorder/policy":         {own: []string{"backends/tree"}, foreign: []string{"github.com/BurntSushi/toml"}},
	"recorder/report":         {own: []string{"internal/junit", "internal/webpage", "recorder", "recorder/policy", "inspector", "backends", "backends/tree", "assets"}},
	// Makes any recording for property tests; nothing but tests imports it.
	"recorder/recordingtest": {own: []string{"recorder", "inspector", "backends/tree"}, foreign: []string{"pgregory.net/rapid"}},
	"store":                  {own: []string{"recorder", "inspector", "backends", "backends/tree"}, foreign: []string{"go.etcd.io/bbolt"}},
	"desktop":                {foreign: []string{dbus, xgb}},
	"samples":                {own: []string{"desktop", "samples/freeze"}},
	"samples/programs":       {foreign: []string{dbus}},
	"samples/provider":       {own: []string{"samples/freeze"}}, // speaks D-Bus by itself, to be a judge of its own
	"assets":                 {},
	"e2e":                    {}, // tests only: go list without -test sees no imports
	"internal/arrows":        {},
	"internal/rerun":         {},
	"internal/schema":        {}, // tests only
	"app": {
		own:     []string{"app", "assets", "store", "recorder", "inspector", "backends", "backends/tree", "backends/file", "samples"},
		foreign: []string{fyne},
		fyne:    true,
	},
	"app/filedialog": {own: []string{"app"}, foreign: []string{"github.com/sqweek/dialog"}, fyne: true, cgo: true},
	"cmd": {
		own:     []string{"cmd", "app", "assets", "internal/safejson", "store", "recorder", "inspector", "backends", "desktop", "samples"},
		foreign: []string{fyne, "github.com/spf13", xgb, xtext, "golang.org/x/sys", "golang.org/x/term"},
		fyne:    true, cgo: true,
	},
}

// contract is the folder that does not stand for what is below it: importing the
// contract is not importing an implementation of it. Only cmd chooses those.
const contract = "backends"

type pkg struct {
	ImportPath string
	Imports    []string
	CgoFiles   []string
	Standard   bool
}

// list returns every package that the module needs on Linux with cgo, by path.
func list(t *testing.T) map[string]pkg {
	t.Helper()
	cmd := exec.Command("go", "list", "-deps", "-tags", "migrated_fynedo", "-json=ImportPath,Imports,CgoFiles,Standard", "./...")
	cmd.Dir = "../.."
	cmd.Env = append(os.Environ(), "GOOS=linux", "CGO_ENABLED=1")
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	all := map[string]pkg{}
	for d := json.NewDecoder(out); ; {
		var p pkg
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		all[p.ImportPath] = p
	}
	if err := cmd.Wait(); err != nil {
		t.Fatalf("list packages: %v", err)
	}
	return all
}

// folder returns the folder of one of our packages, and whether it is ours.
func folder(importPath string) (string, bool) {
	return strings.CutPrefix(importPath, module)
}

// below reports whether a slash-separated path is root or below it.
func below(p, root string) bool { return p == root || strings.HasPrefix(p, root+"/") }

// standing returns the folder that decides for dir, and its rule.
func standing(dir string) (root string, r rule, ok bool) {
	for root = dir; root != "."; root = path.Dir(root) {
		if r, ok = rules[root]; ok {
			return root, r, true
		}
	}
	return "", rule{}, false
}

// allows reports whether a package of the folder may import another package.
// What lies below the deciding folder may import each other.
func (r rule) allows(root, imported string) bool {
	to, ours := folder(imported)
	if !ours {
		return slices.ContainsFunc(r.foreign, func(f string) bool { return below(imported, f) })
	}
	if root != contract && below(to, root) {
		return true
	}
	return slices.ContainsFunc(r.own, func(own string) bool {
		if own == contract && root != "cmd" {
			return to == contract
		}
		return below(to, own)
	})
}

func TestImportsFollowTheArrows(t *testing.T) {
	all := list(t)
	for importPath, p := range all {
		dir, ours := folder(importPath)
		if !ours {
			continue
		}
		root, r, ok := standing(dir)
		if !ok {
			t.Errorf("%s: no rule says where it stands; add one", dir)
			continue
		}
		for _, i := range p.Imports {
			if i != "C" && !all[i].Standard && !r.allows(root, i) {
				t.Errorf("%s imports %s", dir, i)
			}
		}
	}
}

func TestOnlyTheWindowReachesFyne(t *testing.T) {
	all := list(t)
	forEachReach(t, all, func(p pkg) bool { return below(p.ImportPath, fyne) }, func(dir string, r rule, chain []string) {
		if !r.fyne {
			t.Errorf("%s reaches Fyne: %s", dir, strings.Join(chain, " -> "))
		}
	})
	// The driver panics where there is no display; the program looks first.
	for importPath, p := range all {
		if dir, ours := folder(importPath); ours && !below(dir, "cmd") && slices.Contains(p.Imports, fyne+"/app") {
			t.Errorf("%s imports %s/app, which starts the driver: only cmd may", dir, fyne)
		}
	}
}

func TestOnlyInputAndTheWindowReachCgo(t *testing.T) {
	forEachReach(t, list(t), func(p pkg) bool { return len(p.CgoFiles) > 0 && !p.Standard }, func(dir string, r rule, chain []string) {
		if !r.cgo {
			t.Errorf("%s reaches cgo: %s", dir, strings.Join(chain, " -> "))
		}
	})
}

// forEachReach calls found for each of our packages that reaches a package with
// the quality, itself included, with the shortest way there.
func forEachReach(t *testing.T, all map[string]pkg, quality func(pkg) bool, found func(dir string, r rule, chain []string)) {
	t.Helper()
	for importPath := range all {
		dir, ours := folder(importPath)
		if !ours {
			continue
		}
		_, r, _ := standing(dir)
		if chain := reach(all, importPath, quality); chain != nil {
			found(dir, r, chain)
		}
	}
}

// reach searches breadth first.
func reach(all map[string]pkg, from string, quality func(pkg) bool) []string {
	before := map[string]string{from: ""}
	for queue := []string{from}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		if quality(all[at]) {
			var chain []string
			for ; at != ""; at = before[at] {
				chain = append(chain, at)
			}
			slices.Reverse(chain)
			return chain
		}
		for _, i := range all[at].Imports {
			if _, seen := before[i]; !seen {
				before[i] = at
				queue = append(queue, i)
			}
		}
	}
	return nil
}

func TestRulesRefuse(t *testing.T) {
	for _, c := range []struct {
		from, to string
		want     bool
	}{
		{"backends", module + "backends/atspi", false},
		{"backends/atspi", module + "backends", true},
		{"backends/atspi", module + "backends/file", false},
		{"backends/tree", module + "backends", false},
		{"inspector", module + "backends", false},
		{"inspector", module + "backends/tree", true},
		{"recorder", module + "store", false},
		{"recorder", module + "backends/atspi", false},
		{"store", module + "recorder", true},
		{"store", "github.com/godbus/dbus/v5", false},
		{"app", module + "app/view", true},
		{"app/view", module + "backends/atspi", false},
		{"cmd/samebutton", module + "backends/atspi", true},
		{"samples/orders", module + "app", false},
	} {
		root, r, ok := standing(c.from)
		if !ok || r.allows(root, c.to) != c.want {
			t.Errorf("%s imports %s: allowed %v, want %v", c.from, c.to, !c.want, c.want)
		}
	}
}
