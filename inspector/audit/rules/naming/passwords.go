package naming

import (
	"fmt"
	"regexp"
	"unicode/utf8"

	"github.com/samebutton/samebutton/backends/tree"
	"github.com/samebutton/samebutton/inspector/audit"
)

// passwordName matches the names of fields for passwords: the word alone or at the
// end. "Search passwords" and "Password hint" are something else.
var passwordName = regexp.MustCompile(`(?i)(^|[\s-])(password|passphrase|passcode|passwort|kennwort|passwd|mot de passe|contraseña|senha|пароль|パスワード|密码|암호)( \((again|repeat)\))?[\s:*]*$|^(confirm|repeat|new|old|current) password[\s:*]*$`)

// about begins names of fields that are about passwords and hold none.
var about = regexp.MustCompile(`(?i)^(search|find|filter|show|hint|forgot|suche|filtern)\b`)

// passwordLike reports whether a text box is meant for a password by its name or id.
func passwordLike(p *audit.Pass, n *tree.Node) bool {
	name := p.Name(n).Text
	return passwordName.MatchString(name) && !about.MatchString(name)
}

var passwordLeak = &audit.Rule{
	ID: "password-leak", Group: audit.Naming, Severity: audit.Error,
	Title: "Password in an ordinary text box",
	Explanation: "A field that is called password does not say that it hides what is typed: screen readers read every letter " +
		"aloud, and every program that can inspect may read the text, recorders among them.",
	Remedy: audit.Remedy{
		Any:  "Use the toolkit's field for passwords.",
		GTK3: "gtk_entry_set_visibility(entry, FALSE), which makes the role password text.",
		GTK4: "GtkPasswordEntry; a GtkEntry with visibility off says that it is a text and gives the text away.",
		Qt:   "QLineEdit::setEchoMode(QLineEdit::Password).",
		Web:  "<input type=\"password\">.",
	},
	Quiet: "Fields that hide their text without saying so by the role are reported when it can be read, or while they are empty and " +
		"nobody can know, to be looked at. Names that end otherwise (\"Password hint\"), and search boxes. The text itself is never " +
		"put into the finding.",
	Applies: func(p *audit.Pass, n *tree.Node) bool {
		return n.Role == tree.RoleTextbox && !n.States.Has(tree.MultiLine) && !n.States.Has(tree.ReadOnly)
	},
	Check: func(p *audit.Pass, n *tree.Node) {
		if !passwordLike(p, n) || n.Secret {
			return
		}
		if !p.Name(n).Known {
			p.Undecided("the name could not be read")
			return
		}
		if !n.Value.IsKnown() {
			if n.Value.State == tree.Unreadable {
				p.Undecided("whether a text can be read")
			}
			return
		}
		length := utf8.RuneCountInString(n.Value.Value)
		d := audit.Detail{
			Why:    fmt.Sprintf("By its name it is for a password, but its role is \"%s\" and its %d characters can be read.", n.NativeRole, length),
			Values: []audit.Value{audit.V("role", n.NativeRole), audit.V("characters that can be read", length)},
		}
		if length == 0 {
			d.Why = fmt.Sprintf("By its name it is for a password, but its role is \"%s\"; it is empty now.", n.NativeRole)
			d.Severity = audit.Review
		}
		p.Report(n, d)
	},
}
