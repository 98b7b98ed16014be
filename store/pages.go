package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// checkPages looks through the pages of a bbolt file before bbolt maps it:
// bbolt trusts them, follows offsets out of the page and cycles without end,
// and would write over pages that a damaged list calls free. It checks that
//
//   - elements lie in their page one after the other without a gap, as bbolt
//     writes them, so that a changed count, offset or size is seen;
//   - keys ascend and lie in the range that the parent names;
//   - each page below the end is reached exactly once, or free exactly once.
//
// It reads the heads of pages and their keys, not large values: those carry
// checksums of their own (seal.go).
func checkPages(r io.ReaderAt, size int64) error {
	m, err := readMeta(r, size)
	if err != nil {
		return err
	}
	c := checker{r: r, meta: m, seen: make([]bool, m.pages)}
	for id := range uint64(2) {
		p, err := c.open(id)
		if err != nil {
			return err
		}
		if p.flags != flagMeta {
			return fmt.Errorf("page %d is no header", id)
		}
	}
	if err := c.tree(m.root, nil, nil, 0); err != nil {
		return err
	}
	if err := c.freelist(); err != nil {
		return err
	}
	for id, seen := range c.seen {
		if !seen {
			return fmt.Errorf("page %d is neither used nor free", id)
		}
	}
	return nil
}

const (
	flagBranch   = 0x01
	flagLeaf     = 0x02
	flagMeta     = 0x04
	flagFreelist = 0x10

	elementSize  = 16 // of leaf and branch pages alike
	bucketHeader = 16
	bucketEntry  = 0x01

	// maxDepth of pages and buckets together: 2^64 keys need less.
	maxDepth = 64
)

type checker struct {
	r    io.ReaderAt
	meta meta
	seen []bool
}

// page is one page with its overflow, or the inline page of a small bucket.
type page struct {
	r      io.ReaderAt
	start  int64 // in the file
	length int64
	head   []byte // its first bytes, at least header and elements
	flags  uint16
	count  int
	// mayBeEmpty: the root of a new file and inline pages; bbolt drops others.
	mayBeEmpty bool
	// exact: inline pages end with their last element.
	exact bool
}

// open reads a page and notes that it and its overflow are used.
func (c *checker) open(id uint64) (page, error) {
	if id >= c.meta.pages {
		return page{}, fmt.Errorf("page %d does not exist", id)
	}
	p := page{r: c.r, start: int64(id * c.meta.pageSize), head: make([]byte, c.meta.pageSize)}
	if _, err := c.r.ReadAt(p.head, p.start); err != nil {
		return page{}, fmt.Errorf("read page %d: %w", id, err)
	}
	order := binary.NativeEndian
	if own := order.Uint64(p.head); own != id {
		return page{}, fmt.Errorf("page %d says that it is page %d", id, own)
	}
	overflow := uint64(order.Uint32(p.head[12:]))
	if overflow >= c.meta.pages-id {
		return page{}, fmt.Errorf("page %d goes beyond the end", id)
	}
	for i := id; i <= id+overflow; i++ {
		if err := c.use(i); err != nil {
			return page{}, err
		}
	}
	p.length = int64((overflow + 1) * c.meta.pageSize)
	return p, p.parse()
}

func (c *checker) use(id uint64) error {
	if c.seen[id] {
		return fmt.Errorf("page %d is used twice", id)
	}
	c.seen[id] = true
	return nil
}

func (p *page) parse() error {
	if len(p.head) < pageHeader {
		return errors.New("page without a header")
	}
	p.flags = binary.NativeEndian.Uint16(p.head[8:])
	p.count = int(binary.NativeEndian.Uint16(p.head[10:]))
	return nil
}

// bytes returns a part of the page, which may lie in its overflow.
func (p *page) bytes(at, n int64) ([]byte, error) {
	if at < 0 || n < 0 || at+n > p.length {
		return nil, errors.New("goes out of its page")
	}
	if at+n <= int64(len(p.head)) {
		return p.head[at : at+n], nil
	}
	b := make([]byte, n)
	_, err := p.r.ReadAt(b, p.start+at)
	return b, err
}

// tree checks the pages from id down. Keys must lie in [low, high); nil for no bound.
func (c *checker) tree(id uint64, low, high []byte, depth int) error {
	if depth > maxDepth {
		return errors.New("pages are nested too deeply")
	}
	p, err := c.open(id)
	if err != nil {
		return err
	}
	p.mayBeEmpty = id == c.meta.root
	if err := c.elements(&p, low, high, depth); err != nil {
		return fmt.Errorf("page %d: %w", id, err)
	}
	return nil
}

// elements checks what lies in a leaf or branch page, and below.
func (c *checker) elements(p *page, low, high []byte, depth int) error {
	branch := p.flags == flagBranch
	if !branch && p.flags != flagLeaf {
		return fmt.Errorf("kind %#x where keys are expected", p.flags)
	}
	if p.count == 0 && !p.mayBeEmpty {
		return errors.New("no keys")
	}
	order := binary.NativeEndian
	table, err := p.bytes(pageHeader, int64(p.count)*elementSize)
	if err != nil {
		return err
	}
	var children []uint64
	var keys [][]byte
	next := int64(pageHeader + p.count*elementSize) // where the next key must lie
	for i := range p.count {
		e := table[i*elementSize:]
		flags, pos, ksize, vsize := order.Uint32(e), order.Uint32(e[4:]), order.Uint32(e[8:]), order.Uint32(e[12:])
		if branch {
			children = append(children, order.Uint64(e[8:]))
			flags, pos, ksize, vsize = 0, order.Uint32(e), order.Uint32(e[4:]), 0
		}
		at := int64(pageHeader+i*elementSize) + int64(pos)
		if at != next {
			return fmt.Errorf("element %d is out of place", i)
		}
		key, err := p.bytes(at, int64(ksize))
		if err != nil {
			return fmt.Errorf("element %d: %w", i, err)
		}
		next = at + int64(ksize) + int64(vsize)
		if next > p.length {
			return fmt.Errorf("element %d goes out of its page", i)
		}
		if ksize == 0 || (low != nil && bytes.Compare(key, low) < 0) || (high != nil && bytes.Compare(key, high) >= 0) {
			return fmt.Errorf("element %d has a key out of order", i)
		}
		low = append(bytes.Clone(key), 0) // the least key that may follow
		keys = append(keys, bytes.Clone(key))
		switch flags {
		case 0:
		case bucketEntry:
			if err := c.bucket(p, at+int64(ksize), int64(vsize), depth); err != nil {
				return fmt.Errorf("bucket %q: %w", key, err)
			}
		default:
			return fmt.Errorf("element %d has unknown flags %#x", i, flags)
		}
	}
	if p.exact && next != p.length {
		return errors.New("goes on after its last element")
	}
	for i, child := range children {
		end := high
		if i+1 < len(keys) {
			end = keys[i+1]
		}
		if err := c.tree(child, keys[i], end, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// bucket checks the value of a bucket's entry: the page of its root, or 0 and
// the page itself.
func (c *checker) bucket(p *page, at, n int64, depth int) error {
	if n < bucketHeader {
		return errors.New("entry is too short")
	}
	v, err := p.bytes(at, n)
	if err != nil {
		return err
	}
	if root := binary.NativeEndian.Uint64(v); root != 0 {
		return c.tree(root, nil, nil, depth+1)
	}
	inline := page{head: v[bucketHeader:], length: n - bucketHeader, mayBeEmpty: true, exact: true}
	if err := inline.parse(); err != nil {
		return err
	}
	if inline.flags != flagLeaf || depth >= maxDepth {
		return errors.New("inline page is not a leaf")
	}
	return c.elements(&inline, nil, nil, depth+1)
}

// freelist checks that what is called free is not used, and not free twice.
func (c *checker) freelist() error {
	p, err := c.open(c.meta.freelist)
	if err != nil {
		return fmt.Errorf("free pages: %w", err)
	}
	if p.flags != flagFreelist {
		return fmt.Errorf("free pages: kind %#x", p.flags)
	}
	const many = 0xFFFF // then the first entry is the count
	at, count := int64(pageHeader), uint64(p.count)
	if count == many {
		b, err := p.bytes(at, 8)
		if err != nil {
			return fmt.Errorf("free pages: %w", err)
		}
		at, count = at+8, binary.NativeEndian.Uint64(b)
	}
	if count > uint64(p.length)/8 {
		return errors.New("free pages: more than fit")
	}
	ids, err := p.bytes(at, int64(count)*8)
	if err != nil {
		return fmt.Errorf("free pages: %w", err)
	}
	last := uint64(0)
	for ; len(ids) > 0; ids = ids[8:] {
		id := binary.NativeEndian.Uint64(ids)
		if id <= last || id < 2 || id >= c.meta.pages {
			return fmt.Errorf("free pages: %d is out of order", id)
		}
		if err := c.use(id); err != nil {
			return fmt.Errorf("free pages: %w", err)
		}
		last = id
	}
	return nil
}
