//go:build cgo

package main

import (
	"encoding/json"
	"fmt"
	"net"

	"fyne.io/fyne/v2"

	"github.com/samebutton/samebutton/app"
	"github.com/samebutton/samebutton/app/view"
)

// serveDescription lets a test or the demo ask what the window shows and where,
// so that it can press the window's own buttons with real input: each connection
// to the socket gets one windowData as JSON. Nothing can be done through it.
func serveDescription(socket string, a *app.App) (done func(), err error) {
	listener, err := net.Listen("unix", socket)
	if err != nil {
		return nil, fmt.Errorf("describe the window: %w", err)
	}
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return // closed
			}
			var d windowData
			fyne.DoAndWait(func() {
				d = windowData{Idle: a.Idle(), Scale: a.Window().Canvas().Scale(), Window: paneOf(a.Describe())}
			})
			_ = json.NewEncoder(conn).Encode(d) // who hung up does not want to know
			conn.Close()
		}
	}()
	return func() { listener.Close() }, nil
}

func paneOf(d view.Description) paneData {
	p := paneData{
		Role: d.Role, Label: d.Label, Value: d.Value, States: d.States,
		X: d.Position.X, Y: d.Position.Y, W: d.Size.Width, H: d.Size.Height,
	}
	for _, c := range d.Children {
		p.Children = append(p.Children, paneOf(c))
	}
	return p
}
