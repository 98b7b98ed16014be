package file

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/samebutton/samebutton/backends/tree"
)

// forSizes runs a benchmark on snapshots of each size; a row of the sample has
// four nodes.
func forSizes(b *testing.B, run func(b *testing.B, s *tree.Snapshot)) {
	for _, nodes := range []int{1000, 10_000, 50_000} {
		b.Run(fmt.Sprintf("nodes=%d", nodes), func(b *testing.B) { run(b, sample(nodes/4)) })
	}
}

func BenchmarkSave(b *testing.B) {
	forSizes(b, func(b *testing.B, s *tree.Snapshot) {
		path := filepath.Join(b.TempDir(), "saved")
		for b.Loop() {
			if err := Save(path, s); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkLoad(b *testing.B) {
	forSizes(b, func(b *testing.B, s *tree.Snapshot) {
		path := filepath.Join(b.TempDir(), "saved")
		if err := Save(path, s); err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			if _, err := Load(path); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkDecode(b *testing.B) {
	forSizes(b, func(b *testing.B, s *tree.Snapshot) {
		doc, err := Encode(s)
		if err != nil {
			b.Fatal(err)
		}
		b.SetBytes(int64(len(doc)))
		for b.Loop() {
			if _, err := Decode(doc); err != nil {
				b.Fatal(err)
			}
		}
	})
}
