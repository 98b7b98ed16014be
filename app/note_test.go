package app

import (
	"testing"
	"time"
)

func TestAConfirmationDoesNotStay(t *testing.T) {
	d := openOrders(t, &scripted{snapshot: twoSaves}, Services{})
	d.copyText("locator", "button")
	if got := d.message.Text(); got != "copied the locator" {
		t.Fatalf("said %q", got)
	}
	d.toldAt = time.Now().Add(-notedFor)
	d.until("it is gone", func() bool { return d.message.Text() == "" })

	d.say("recording Orders")
	d.recording.cancel = func() {} // as while recording
	d.copyText("locator", "button")
	d.copyText("path", "window")
	d.toldAt = time.Now().Add(-notedFor)
	d.until("what it lay over is back", func() bool { return d.message.Text() == "recording Orders" })
	d.recording.cancel = nil
}
