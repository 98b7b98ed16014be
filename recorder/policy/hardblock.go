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

// keyWords are the words of the keys that the policy knows, for the names by which
// they can be asked for: a name of the display (as in X) means the same key.
var keyWords = map[string]string{
	"control": "ctrl", "control_l": "ctrl", "control_r": "ctrl",
	"alt_l": "alt", "alt_r": "alt", "meta_l": "alt", "meta_r": "alt",
	"\n": "return", "\r": "return", "enter": "return", "kp_enter": "return", "iso_enter": "return", "3270_enter": "return", "linefeed": "return",
	" ": "space", "kp_space": "space",
	"del": "delete", "kp_delete": "delete", "terminate_server": "terminate",
	"sys_req": "sysrq",
}

// keyWord returns the word of the policy for a key.
func keyWord(key string) string {
	key = strings.ToLower(key)
	if word, ok := keyWords[key]; ok {
		return word
	}
	return strings.TrimPrefix(key, "xf86")
}

// systemChord finds keys that are for the system and not for an application, in
// whatever order they are pressed.
func systemChord(keys []string) (rule, reason string) {
	words := make([]string, len(keys))
	for i, k := range keys {
		words[i] = keyWord(k)
	}
	has := func(some ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(some, w) })
	}
	what := ""
	switch {
	case has("ctrl") && has("alt") && has("delete", "backspace") || has("terminate"):
		what = "they end the session or the display"
	case has("ctrl") && has("alt") && slices.ContainsFunc(words, functionKey),
		slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(w, "switch_vt_") }):
		what = "they leave the display"
	case has("sysrq"), has("print") && has("alt"):
		what = "they speak to the kernel"
	case has("power", "poweroff", "powerdown", "sleep", "suspend", "hibernate"):
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
