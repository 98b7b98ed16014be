//go:build cgo

package main

import (
	"context"

	"fyne.io/fyne/v2"
	fyneapp "fyne.io/fyne/v2/app"

	"github.com/samebutton/samebutton/app"
	"github.com/samebutton/samebutton/assets"
)

// metadata is what FyneApp.toml says, which a plain build does not read.
func metadata() fyne.AppMetadata {
	return fyne.AppMetadata{
		ID: programID, Name: programName, Version: version, Build: build,
		Icon: fyne.NewStaticResource("icon.png", assets.IconPNG),
	}
}

// openWindow opens the window and returns when it was closed or ctx ends. It
// must be called from the goroutine of main.
func openWindow(ctx context.Context, c *cli) error {
	if err := preflight(ctx, c.getenv); err != nil {
		return err
	}
	services, done, err := c.services(ctx)
	defer done()
	if err != nil {
		return err
	}
	saveMemory(ctx)
	fyneapp.SetMetadata(metadata())
	program := fyneapp.NewWithID(programID)
	window := app.New(program, services)
	if c.describeTo != "" {
		stop, err := serveDescription(c.describeTo, window)
		if err != nil {
			return err
		}
		defer stop()
	}
	defer context.AfterFunc(ctx, func() { fyne.Do(program.Quit) })()
	window.ShowAndRun()
	return nil
}
