package tree

import "fmt"

func enumName(names []string, i int) string {
	if i >= 0 && i < len(names) {
		return names[i]
	}
	return fmt.Sprintf("invalid(%d)", i)
}

func enumParse[T ~uint8](dst *T, names []string, what string, b []byte) error {
	for i, n := range names {
		if n == string(b) {
			*dst = T(i)
			return nil
		}
	}
	return fmt.Errorf("parse %s: unknown word %q", what, b)
}
