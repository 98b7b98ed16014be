package policy

import (
	"slices"
	"strings"
	"unicode"

	"github.com/samebutton/samebutton/backends/tree"
)

// consequences are words of names of what cannot be taken back, in lower case. A
// wrong one costs a question, a missing one asks nobody: the policy file adds its own.
var consequences = []string{
	// English
	"send", "submit", "buy", "purchase", "pay", "checkout", "place order", "order now", "donate", "transfer",
	"delete", "remove", "erase", "wipe", "destroy", "discard", "overwrite", "format disk", "format drive", "format volume", "uninstall", "revoke", "unsubscribe",
	"empty trash", "empty bin", "shut down", "shutdown", "power off", "restart", "reboot", "factory reset", "publish", "deploy",
	// German
	"senden", "absenden", "abschicken", "kaufen", "bezahlen", "bestellen", "überweisen", "spenden",
	"löschen", "entfernen", "verwerfen", "überschreiben", "deinstallieren", "widerrufen", "herunterfahren", "neustarten", "veröffentlichen",
	// French
	"envoyer", "acheter", "payer", "commander", "supprimer", "effacer", "enlever", "désinstaller", "publier", "redémarrer", "éteindre",
	// Spanish, Portuguese, Italian
	"enviar", "comprar", "pagar", "eliminar", "borrar", "quitar", "desinstalar", "publicar", "reiniciar", "apagar", "excluir", "remover",
	"invia", "acquista", "paga", "elimina", "rimuovi", "cancella", "disinstalla", "pubblica", "riavvia", "spegni",
	// Russian
	"отправить", "купить", "оплатить", "заказать", "удалить", "стереть", "опубликовать", "перезагрузить", "выключить",
}

// consequencesWithin are the same in scripts that do not part words.
var consequencesWithin = []string{
	"送信", "購入", "支払", "注文", "削除", "消去", "公開", "再起動", "シャットダウン", "アンインストール", // Japanese
	"发送", "购买", "支付", "付款", "下单", "删除", "移除", "发布", "重启", "关机", "卸载", // Chinese
	"보내기", "전송", "구매", "결제", "주문", "삭제", "제거", "게시", "다시 시작", // Korean
}

// consequence returns the word that says that an act cannot be taken back, ""
// where none does.
func consequence(r Request, own []string) string {
	if !r.decisive() {
		return ""
	}
	words := wordsOf(r.Name)
	for _, list := range [][]string{own, consequences} {
		for _, c := range list {
			if containsWords(words, wordsOf(c)) {
				return c
			}
		}
	}
	for _, c := range consequencesWithin {
		if strings.Contains(r.Name, c) {
			return c
		}
	}
	return ""
}

// decisive reports whether an act sets something off, as opposed to choosing,
// marking or filling in.
func (r Request) decisive() bool {
	switch r.Act {
	case ActPress, ActClick, ActDoubleClick, Act(tree.VerbToggle):
	case ActKeys:
		if !slices.ContainsFunc(r.Keys, func(k string) bool {
			return keyWord(k) == "return" || keyWord(k) == "space"
		}) {
			return false
		}
	default:
		return false
	}
	switch r.Role {
	case tree.RoleCheckbox, tree.RoleRadio, tree.RoleSwitch, tree.RoleToggleButton, tree.RoleMenuItemCheckbox, tree.RoleMenuItemRadio,
		tree.RoleTab, tree.RoleTextbox, tree.RoleSearchbox, tree.RolePassword, tree.RoleSpinbutton, tree.RoleSlider,
		tree.RoleCombobox, tree.RoleOption, tree.RoleListItem, tree.RoleTreeItem, tree.RoleRow, tree.RoleCell:
		return false
	}
	return true
}

// wordsOf parts a name into lower-case words without punctuation and mnemonics:
// "_Delete…" and "Delete 3 files" both have "delete".
func wordsOf(name string) []string {
	name = strings.ReplaceAll(name, "_", "")
	return strings.FieldsFunc(strings.ToLower(name), func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsMark(c) && !unicode.IsDigit(c) })
}

// containsWords reports whether the part stands in the words, one after the other.
func containsWords(words, part []string) bool {
	if len(part) == 0 {
		return false
	}
	for i := 0; i+len(part) <= len(words); i++ {
		if slices.Equal(words[i:i+len(part)], part) {
			return true
		}
	}
	return false
}
