package tree

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestCheckWeight(t *testing.T) {
	list := func(n int) string { return `"nodes":[{}` + strings.Repeat(",{}", n-1) + `]` }
	deep := `{"nodes":[{"children":[1` + strings.Repeat(",1", maxCommas+1) + `]}]}`
	text, err := json.Marshal(strings.Repeat(`,"\[{`, 2*MaxNodes))
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		doc    string
		around int
		sound  bool
	}{
		"as many as allowed":         {`{` + list(MaxNodes) + `}`, 0, true},
		"one more":                   {`{` + list(MaxNodes+1) + `}`, 0, false},
		"as many, wrapped":           {`{"snapshot":{` + list(MaxNodes) + `}}`, 1, true},
		"one more, wrapped":          {`{"snapshot":{` + list(MaxNodes+1) + `}}`, 1, false},
		"lists inside of a node":     {deep, 0, false},
		"commas in text are no list": {`{"nodes":[{"name":` + string(text) + `}]}`, 0, true},
		"no JSON":                    {`}}}]],,`, 0, true},
		"nothing":                    {``, 0, true},
	} {
		if err := CheckWeight([]byte(c.doc), c.around); (err == nil) != c.sound {
			t.Errorf("%s: %v", name, err)
		}
	}
}
