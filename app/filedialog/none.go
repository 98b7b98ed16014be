//go:build !cgo && !windows

package filedialog

import "github.com/samebutton/samebutton/app"

// Native returns nil: the system's dialogs cannot be reached without cgo.
func Native() app.Files { return nil }
