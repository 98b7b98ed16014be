package tree

import "testing"

func TestHoldsEcho(t *testing.T) {
	for text, want := range map[string]bool{
		"": false, "x": false, "•": false, "••": true, "•• item": true, "• item": false, "●●●": true,
		"---": false, "----": false, "----secret": false, "****": false, "a****": false, "hunter": false, "    x": false,
	} {
		if got := HoldsEcho(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}
