// Package locale keeps Fyne from complaining on stderr.
//
// Fyne reads the locale while packages are initialised, in every command, and
// logs an error where it is "C", "C.UTF-8" or not set, as in containers and
// services. The import path of this package sorts before those that Fyne's
// reader needs, and it needs less than they do, so that by the rules of the
// language it is initialised first.
package locale

import (
	"os"
	"strings"
)

// Fallback is what the window speaks where nobody chose a language.
const Fallback = "en_US.UTF-8"

var before, wasSet = os.LookupEnv("LC_ALL")

func init() {
	if !chosen() {
		_ = os.Setenv("LC_ALL", Fallback) // cannot fail: the name and value are sound
	}
}

// chosen reports whether a person chose a language, by the rules of POSIX.
func chosen() bool {
	for _, key := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if v := os.Getenv(key); v != "" {
			language, _, _ := strings.Cut(v, ".")
			return language != "C" && language != "POSIX"
		}
	}
	return false
}

// Restore gives the environment back as it was, so that applications which are
// started see what the person chose.
func Restore() error {
	if wasSet {
		return os.Setenv("LC_ALL", before)
	}
	return os.Unsetenv("LC_ALL")
}
