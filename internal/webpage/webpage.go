// Package webpage has what the self-contained pages of reports share: their style, the
// icon, and how a text that an application said is shown. A page loads nothing.
package webpage

import (
	"encoding/base64"
	"html/template"

	"github.com/samebutton/samebutton/assets"
	"github.com/samebutton/samebutton/inspector"
)

// longest is how much of a text a page shows.
const longest = 2000

// shown returns a text as it can be shown: what has no look of its own is escaped, so
// that it cannot turn around what stands beside it.
func shown(s string) string {
	text, all := inspector.Visible(s, longest)
	if !all {
		text += "…"
	}
	return text
}

// Parse reads the template of a page, which may use shown and style. One that cannot
// be read is a fault of the program and panics.
func Parse(name, text string) *template.Template {
	return template.Must(template.New(name).Funcs(template.FuncMap{
		"shown": shown, "style": func() template.CSS { return template.CSS(assets.ReportCSS) },
	}).Parse(text))
}

// Icon is the icon of the program as a link of a page.
func Icon() template.URL {
	return template.URL("data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(assets.IconSVG))
}
