//go:build cgo

package main

import (
	"context"
	"runtime"
	"runtime/metrics"
	"testing"
	"time"
)

// What was needed once is given back at rest, and that only once.
func TestFreeMemoryIsGivenBackAtRest(t *testing.T) {
	forced := func() uint64 {
		look := []metrics.Sample{{Name: "/gc/cycles/forced:gc-cycles"}}
		metrics.Read(look)
		return look[0].Value.Uint64()
	}
	needed := make([]byte, 8*spare)
	for i := range needed {
		needed[i] = 1
	}
	runtime.KeepAlive(needed)
	runtime.GC()
	before := forced()
	const calm = 20 * time.Millisecond
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go giveBack(ctx, calm)
	for end := time.Now().Add(30 * time.Second); forced() == before; time.Sleep(calm) {
		if time.Now().After(end) {
			t.Fatal("nothing was given back in 30 s")
		}
	}
	once := forced()
	time.Sleep(10 * calm)
	if again := forced(); again != once {
		t.Errorf("given back %d times more though nothing was free", again-once)
	}
}
