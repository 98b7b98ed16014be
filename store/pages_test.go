package store

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	bolt "go.etcd.io/bbolt"
)

// grown returns a bbolt file with a bucket of several levels, an inline bucket,
// values in overflow and free pages.
func grown(t *testing.T) []byte {
	path := filepath.Join(t.TempDir(), "x.db")
	db, err := bolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	for round := range 3 {
		err := db.Update(func(tx *bolt.Tx) error {
			large, err := tx.CreateBucketIfNotExists([]byte("large"))
			if err != nil {
				return err
			}
			for i := range 300 {
				if err := large.Put(fmt.Appendf(nil, "key %04d", i), make([]byte, 100+i*round)); err != nil {
					return err
				}
			}
			small, err := tx.CreateBucketIfNotExists([]byte("small"))
			if err != nil {
				return err
			}
			return small.Put([]byte("key"), []byte("value"))
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestCheckPages(t *testing.T) {
	sound := grown(t)
	check := func(b []byte) error { return checkPages(bytes.NewReader(b), int64(len(b))) }
	if err := check(sound); err != nil {
		t.Fatal(err)
	}
	order := binary.NativeEndian
	m, err := readMeta(bytes.NewReader(sound), int64(len(sound)))
	if err != nil {
		t.Fatal(err)
	}
	at := func(id uint64) int { return int(id * m.pageSize) }
	// The root page holds the buckets; the first is not inline and has a branch.
	root := at(m.root)
	bucketAt := root + pageHeader + int(order.Uint32(sound[root+pageHeader+4:])) + len("large")
	branch := at(order.Uint64(sound[bucketAt:]))
	if order.Uint16(sound[branch+8:]) != flagBranch {
		t.Fatal("the sample has no branch page")
	}
	first := order.Uint64(sound[branch+pageHeader+8:])
	leaf := at(first)
	free := at(m.freelist)
	if order.Uint16(sound[free+10:]) == 0 {
		t.Fatal("the sample has no free page")
	}
	inline := bytes.LastIndex(sound[root:root+int(m.pageSize)], []byte("small")) + root + len("small") + bucketHeader

	for name, c := range map[string]struct {
		want  string
		forge func(b []byte)
	}{
		"one key fewer":        {"out of place", func(b []byte) { b[leaf+10]-- }},
		"one key more":         {"out of place", func(b []byte) { b[leaf+10]++ }},
		"no keys":              {"no keys", func(b []byte) { order.PutUint16(b[leaf+10:], 0) }},
		"many keys":            {"out of its page", func(b []byte) { order.PutUint16(b[leaf+10:], 0xffff) }},
		"key elsewhere":        {"out of place", func(b []byte) { b[leaf+pageHeader+4]++ }},
		"key far away":         {"out of place", func(b []byte) { order.PutUint32(b[leaf+pageHeader+4:], 1<<31) }},
		"large key":            {"out of its page", func(b []byte) { order.PutUint32(b[leaf+pageHeader+8:], 1<<31) }},
		"large value":          {"out of its page", func(b []byte) { order.PutUint32(b[leaf+pageHeader+12:], 1<<31) }},
		"unknown flags":        {"unknown flags", func(b []byte) { b[leaf+pageHeader] = 4 }},
		"value called bucket":  {"bucket", func(b []byte) { b[leaf+pageHeader] = bucketEntry }},
		"keys out of order":    {"out of order", func(b []byte) { copy(b[bytes.Index(b[leaf:], []byte("key 0001"))+leaf:], "key 0000") }},
		"key below the branch": {"out of order", func(b []byte) { copy(b[bytes.Index(b[leaf:], []byte("key 0000"))+leaf:], "key /999") }},
		"cycle":                {"used twice", func(b []byte) { order.PutUint64(b[branch+pageHeader+8:], uint64(branch)/m.pageSize) }},
		"child twice":          {"used twice", func(b []byte) { order.PutUint64(b[branch+pageHeader+elementSize+8:], first) }},
		"child beyond":         {"does not exist", func(b []byte) { order.PutUint64(b[branch+pageHeader+8:], m.pages) }},
		"child is a header":    {"used twice", func(b []byte) { order.PutUint64(b[branch+pageHeader+8:], 1) }},
		"other page":           {"says that it is", func(b []byte) { order.PutUint64(b[leaf:], first+1) }},
		"kind":                 {"where keys are expected", func(b []byte) { b[leaf+8] = flagFreelist }},
		"overflow beyond":      {"beyond the end", func(b []byte) { order.PutUint32(b[leaf+12:], 1<<31) }},
		"overflow over used":   {"used", func(b []byte) { order.PutUint32(b[leaf+12:], uint32(m.pages-first-1)) }},
		"bucket lost":          {"", func(b []byte) { order.PutUint64(b[bucketAt:], 0) }},
		"inline emptied":       {"after its last", func(b []byte) { order.PutUint16(b[inline+10:], 0) }},
		"used page is free":    {"used twice", func(b []byte) { order.PutUint64(b[free+pageHeader:], first) }},
		"free page forgotten":  {"neither used nor free", func(b []byte) { b[free+10]-- }},
		"many free pages":      {"more than fit", func(b []byte) { order.PutUint16(b[free+10:], 0xfffe) }},
		"free beyond":          {"free pages", func(b []byte) { order.PutUint64(b[free+pageHeader:], 1<<40) }},
		"header's page":        {"page 0", func(b []byte) { b[0] = 9 }},
		"both headers":         {"no sound header", func(b []byte) { b[20], b[int(m.pageSize)+20] = 9, 9 }},
	} {
		b := bytes.Clone(sound)
		c.forge(b)
		if err := check(b); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", name, err, c.want)
		}
	}
	// One damaged header: bbolt uses the other.
	b := bytes.Clone(sound)
	b[20] = 9
	if _, err := readMeta(bytes.NewReader(b), int64(len(b))); err != nil {
		t.Errorf("one damaged header: %v", err)
	}
	for n := int64(0); n < int64(len(sound)); n += 1000 {
		if n < m.size() && checkPages(bytes.NewReader(sound[:n]), n) == nil {
			t.Errorf("cut to %d bytes and called sound", n)
		}
	}
}
