package recorder

import (
	"math"
	"testing"
	"time"

	"github.com/samebutton/samebutton/backends"
)

func TestInputIsTimedByTheDisplay(t *testing.T) {
	began := time.Now()
	const start = math.MaxUint32 - 100 // it goes round after 49 days
	var c clock
	for i, tt := range []struct{ server, heard, want int }{
		{0, 20, 20},         // nothing better is known
		{50, 52, 52},        // heard of with less delay: the display's 50 is our 52
		{150, 190, 152},     // 38 ms late
		{160, 162, 162},     //
		{170, 171, 171},     // with less still
		{200, 230, 201},     //
		{300, 20000, 20000}, // not by delay
	} {
		in := backends.Input{ServerTime: uint32(start + tt.server), At: began.Add(time.Duration(tt.heard) * time.Millisecond)}
		if got := c.time(in).Sub(began).Milliseconds(); got != int64(tt.want) {
			t.Errorf("%d: %d ms, want %d", i, got, tt.want)
		}
	}
	at := began.Add(time.Hour)
	if got := c.time(backends.Input{At: at}); !got.Equal(at) {
		t.Errorf("without the display's time: %v", got)
	}
}
