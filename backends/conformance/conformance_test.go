package conformance_test

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/samebutton/samebutton/backends"
	"github.com/samebutton/samebutton/backends/conformance"
	"github.com/samebutton/samebutton/backends/fake"
	"github.com/samebutton/samebutton/backends/file"
	"github.com/samebutton/samebutton/backends/tree"
)

const outline = `
application "Orders"
	window "Orders" @0,0,400,300
		group "Recipient" @0,0,400,100
			label "Customer" @0,0,100,20 #label
			textbox "Customer" = "Anna" @100,0,200,20 labelled-by="label"
			password "PIN" @100,30,200,20
		button "Save" @0,200,80,30
		button "Delete" @100,200,80,30 [-enabled]
		checkbox "Express" @200,200,80,30 [checked]
`

func first(t *testing.T, b backends.Backend) tree.Application {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	apps, err := b.Applications(ctx)
	if err != nil || len(apps) == 0 {
		t.Fatalf("%d applications, %v", len(apps), err)
	}
	return apps[0]
}

func TestFake(t *testing.T) {
	b := fake.New(fake.Tree(outline))
	conformance.Run(t, conformance.Subject{Backend: b, Application: first(t, b)})
}

func TestFile(t *testing.T) {
	live := fake.New(fake.Tree(outline))
	s, err := live.Observe(context.Background(), backends.Scope{Application: first(t, live)})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "orders"+file.Extension)
	if err := file.Save(path, s); err != nil {
		t.Fatal(err)
	}
	b, err := file.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	conformance.Run(t, conformance.Subject{Backend: b, Application: first(t, b)})
}
