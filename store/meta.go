package store

import (
	"encoding/binary"
	"errors"
	"hash/fnv"
	"io"
)

// meta is what a bbolt meta page says of the newest whole transaction. The
// layout is that of bbolt's internal/common (file format 2), in the byte order
// of the machine.
type meta struct {
	pageSize uint64
	root     uint64 // page of the root bucket
	freelist uint64 // page of the list of free pages
	pages    uint64 // the first page number that was never used
	txid     uint64
}

const (
	metaMagic   = 0xED0CDAED
	metaVersion = 2
	pageHeader  = 16
	metaLength  = 56 // without the checksum
)

// size returns the bytes that the transaction uses.
func (m meta) size() int64 { return int64(m.pages * m.pageSize) }

// readMeta returns the newer of the two meta pages whose checksum is right.
// The second lies at the page size, which only the first tells; bbolt looks for
// it at every power of two.
func readMeta(r io.ReaderAt, size int64) (meta, error) {
	var best meta
	found := false
	take := func(at int64) {
		if m, ok := metaAt(r, at); ok && (!found || m.txid > best.txid) {
			best, found = m, true
		}
	}
	take(0)
	if found {
		take(int64(best.pageSize))
	} else {
		for at := int64(1024); !found && at <= 1024<<14 && at < size; at *= 2 {
			take(at)
		}
	}
	switch {
	case !found:
		return meta{}, errors.New("no sound header")
	case best.pageSize < 1024 || best.pageSize > 1024<<14 || best.pageSize&(best.pageSize-1) != 0:
		return meta{}, errors.New("page size makes no sense")
	case best.pages < 4 || best.pages > uint64(size)/best.pageSize:
		return meta{}, errors.New("file was cut short")
	}
	return best, nil
}

func metaAt(r io.ReaderAt, at int64) (meta, bool) {
	var b [pageHeader + metaLength + 8]byte
	if _, err := r.ReadAt(b[:], at); err != nil {
		return meta{}, false
	}
	order, m := binary.NativeEndian, b[pageHeader:]
	hash := fnv.New64a()
	hash.Write(m[:metaLength])
	if order.Uint32(m) != metaMagic || order.Uint32(m[4:]) != metaVersion || order.Uint64(m[metaLength:]) != hash.Sum64() {
		return meta{}, false
	}
	return meta{
		pageSize: uint64(order.Uint32(m[8:])),
		root:     order.Uint64(m[16:]),
		freelist: order.Uint64(m[32:]),
		pages:    order.Uint64(m[40:]),
		txid:     order.Uint64(m[48:]),
	}, true
}
