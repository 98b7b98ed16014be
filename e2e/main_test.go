//go:build linux && cgo

package e2e

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/samebutton/samebutton/desktop"
	"github.com/samebutton/samebutton/samples/provider"
)

// program is the path of samebutton, built for these tests.
var program string

// build builds samebutton as the Makefile does, with the same flags, so that
// nothing is compiled twice.
func build(dir string) (string, error) {
	path := filepath.Join(dir, "samebutton")
	cmd := exec.Command("go", "build", "-tags", "migrated_fynedo,no_emoji", "-o", path, "github.com/samebutton/samebutton/cmd/samebutton")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build samebutton: %w\n%s", err, out)
	}
	return path, nil
}

// screenDesktop is the virtual desktop of all tests here.
var screenDesktop *desktop.Desktop

func TestMain(m *testing.M) {
	provider.Child()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	d, err := desktop.Start(ctx, desktop.Options{})
	cancel()
	if err != nil {
		fmt.Fprintln(os.Stderr, "e2e:", err)
		os.Exit(1)
	}
	if err := d.Setenv(); err != nil {
		fmt.Fprintln(os.Stderr, "e2e:", err)
		os.Exit(1)
	}
	screenDesktop = d
	program, err = build(d.Dir())
	if err != nil {
		fmt.Fprintln(os.Stderr, "e2e:", err)
		d.Close()
		os.Exit(1)
	}
	code := m.Run()
	if err := d.Close(); err != nil {
		fmt.Fprintln(os.Stderr, "e2e:", err)
		code = max(code, 1)
	}
	os.Exit(code)
}
