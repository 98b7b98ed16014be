package provider

import "slices"

var actionMethods = map[string]method{
	"GetActions": {"a(sss)", func(c *call) string {
		c.out.array(8, func() {
			for _, a := range c.n.extra().actions {
				c.out.pad(8)
				c.out.string(a)
				c.out.string("")
				c.out.string("")
			}
		})
		return ""
	}, false},
	"GetName":          {"s", actionWord, false},
	"GetLocalizedName": {"s", actionWord, false},
	"GetDescription":   {"s", func(c *call) string { c.out.string(""); return "" }, false},
	"GetKeyBinding":    {"s", func(c *call) string { c.out.string(""); return "" }, false},
	"DoAction": {"b", func(c *call) string {
		at := c.int(0)
		known := at >= 0 && int(at) < len(c.n.extra().actions)
		c.out.bool(known)
		for _, does := range c.n.extra().does {
			if !known {
				break
			}
			if does.Key == "" {
				does.Key = c.p.forest.key(c.self)
			}
			// What a script does wrong shows in what does not happen.
			if events, _, err := c.p.apply(does); err == nil {
				c.sends = append(c.sends, events...)
			}
			c.n = &c.p.forest.nodes[c.self]
		}
		return ""
	}, true},
}

func actionWord(c *call) string {
	at, list := c.int(0), c.n.extra().actions
	if at < 0 || int(at) >= len(list) {
		return errInvalidArgs
	}
	c.out.string(list[at])
	return ""
}

// part returns the characters from start to end, -1 being the last.
func (c *call) part(start, end int32) string {
	text := []rune(c.n.extra().text)
	if end < 0 || int(end) > len(text) {
		end = int32(len(text))
	}
	start = max(start, 0)
	if start >= end {
		return ""
	}
	return string(text[start:end])
}

// wholeText answers with all of the text as one unit.
func wholeText(c *call) string {
	text := c.n.extra().text
	c.out.string(text)
	c.out.int32(0)
	c.out.int32(int32(len([]rune(text))))
	return ""
}

var textMethods = map[string]method{
	"GetText":           {"s", func(c *call) string { c.out.string(c.part(c.int(0), c.int(1))); return "" }, false},
	"GetStringAtOffset": {"sii", wholeText, false},
	"GetTextAtOffset":   {"sii", wholeText, false},
	"GetNSelections":    {"i", func(c *call) string { c.out.int32(0); return "" }, false},
	"GetAttributes":     {"a{ss}ii", func(c *call) string { c.out.array(8, func() {}); c.out.int32(0); c.out.int32(0); return "" }, false},
	"SetCaretOffset":    {"b", func(c *call) string { c.n.own().caret = c.int(0); c.out.bool(true); return "" }, true},
	"AddSelection":      {"b", func(c *call) string { c.out.bool(true); return "" }, true},
	"SetSelection":      {"b", func(c *call) string { c.out.bool(true); return "" }, true},
	"RemoveSelection":   {"b", func(c *call) string { c.out.bool(true); return "" }, true},
	"GetCharacterExtents": {"iiii", func(c *call) string {
		for _, v := range c.n.extents {
			c.out.int32(v)
		}
		return ""
	}, false},
}

// rewrite replaces the characters from start to end.
func (c *call) rewrite(start, end int32, by string) {
	text := []rune(c.n.extra().text)
	clamp := func(at int32) int { return min(max(int(at), 0), len(text)) }
	from := clamp(start)
	is := string(slices.Concat(text[:from], []rune(by), text[max(from, clamp(end)):]))
	c.edit(Node{Text: &is})
	c.out.bool(true)
}

var editableTextMethods = map[string]method{
	"SetTextContents": {"b", func(c *call) string {
		is := c.text(0)
		c.edit(Node{Text: &is})
		c.out.bool(true)
		return ""
	}, true},
	"InsertText": {"b", func(c *call) string { c.rewrite(c.int(0), c.int(0), c.text(1)); return "" }, true},
	"DeleteText": {"b", func(c *call) string { c.rewrite(c.int(0), c.int(1), ""); return "" }, true},
	"CutText":    {"b", func(c *call) string { c.rewrite(c.int(0), c.int(1), ""); return "" }, true},
	"CopyText":   {"", func(*call) string { return "" }, true},
	"PasteText":  {"b", func(c *call) string { c.out.bool(false); return "" }, true},
}
