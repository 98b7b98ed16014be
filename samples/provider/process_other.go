//go:build !unix

package provider

import (
	"errors"
	"os"
)

// A process cannot be stopped here, and there is no AT-SPI.

func freeze(*os.Process) error { return errors.ErrUnsupported }

func thaw(*os.Process) error { return errors.ErrUnsupported }
