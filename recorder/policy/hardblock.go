package policy

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// guards ask for the passwords of the system, or lock it. What is entered there
// opens more than the application that is replayed, so that no rule can allow it.
var guards = []string{
	"gcr-prompter", "gnome-keyring", "pinentry", "polkit", "kwallet", "ksshaskpass", "ssh-askpass",
	"screensaver", "screenlocker", "kscreenlocker", "i3lock", "xscreensaver", "light-locker", "lxdm", "lightdm", "gdm", "sddm",
}

// hardBlock returns why an act can be allowed by nobody, "" where it can.
func hardBlock(r Request) (rule, reason string) {
	if rule, reason := systemChord(r.Keys); rule != "" {
		return rule, reason
	}
	for _, program := range []string{r.Application, path.Base(r.Executable)} {
		program = strings.ToLower(program)
		for _, g := range guards {
			if strings.HasPrefix(program, g) {
				return "system-password", fmt.Sprintf("%s asks for the passwords of the system or locks it", program)
			}
		}
	}
	return "", ""
}

// systemChord finds keys that are for the system and not for an application.
func systemChord(keys []string) (rule, reason string) {
	if len(keys) == 0 {
		return "", ""
	}
	held, last := keys[:len(keys)-1], strings.ToLower(keys[len(keys)-1])
	has := func(modifier string) bool {
		return slices.ContainsFunc(held, func(k string) bool { return strings.EqualFold(k, modifier) })
	}
	what := ""
	switch {
	case has("ctrl") && has("alt") && (last == "delete" || last == "backspace"):
		what = "they end the session or the display"
	case has("ctrl") && has("alt") && functionKey(last):
		what = "they leave the display"
	case last == "sysrq" || last == "print" && has("alt"):
		what = "they speak to the kernel"
	case last == "power" || last == "sleep" || last == "suspend" || last == "hibernate":
		what = "they switch the machine off"
	default:
		return "", ""
	}
	return "system-keys", fmt.Sprintf("%s are keys for the system: %s", strings.Join(keys, "+"), what)
}

func functionKey(key string) bool {
	digits, ok := strings.CutPrefix(key, "f")
	return ok && digits != "" && strings.Trim(digits, "0123456789") == ""
}

// HardBlocks says in words what nothing can allow.
func HardBlocks() []string {
	return []string{
		"system-keys: Ctrl+Alt+Delete, Ctrl+Alt+Backspace, Ctrl+Alt+F1 and the like, SysRq, and keys that switch the machine off",
		"system-password: programs that ask for the passwords of the system or lock it (polkit, keyrings, pinentry, screen lockers)",
	}
}
