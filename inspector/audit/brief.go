package audit

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"unicode/utf8"
)

// longestText is how much of a text an audit keeps, in bytes. Each finding says the names
// of its window and of what is around it: a name of 10 MB made a report of 4 GB out of 40
// elements (measured).
const longestText = 2000

// Brief is a text as an audit keeps it: the whole of it, or its beginning and how long it is.
func Brief(text string) string {
	if len(text) <= longestText {
		return text
	}
	end := longestText
	for end > longestText-utf8.UTFMax && !utf8.RuneStart(text[end]) {
		end--
	}
	return fmt.Sprintf("%s… (%d bytes)", text[:end], len(text))
}

// briefLocator is a locator as an audit keeps it. What is left out stays in its checksum,
// since fingerprints are made of locators.
func briefLocator(text string) string {
	if len(text) <= longestText {
		return text
	}
	sum := sha256.Sum256([]byte(text))
	return Brief(text) + " " + hex.EncodeToString(sum[:4])
}
