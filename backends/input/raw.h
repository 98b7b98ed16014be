// The XInput2 side of the listener: see raw_linux.go.
#ifndef SAMEBUTTON_RAW_H
#define SAMEBUTTON_RAW_H

#include <stdint.h>

enum { RAW_PRESS = 1, RAW_RELEASE, RAW_KEY_DOWN, RAW_KEY_UP, RAW_ACTIVE, RAW_SYNC, RAW_LIFTED };

struct raw_event {
	int kind;
	uint32_t time;     // server time in milliseconds
	int detail;        // button or keycode
	int x, y;          // pointer on the screen when the event was read
	uint32_t window;   // child of the root there, or the active window
	uint32_t mods;     // modifier state before the event
	char key[64];      // keysym name
	char text[16];     // what the key types, UTF-8
	uint64_t syncs;    // RAW_SYNC: number of raw_sync calls that are done
};

struct raw;

// raw_open connects and selects; it returns NULL and a reason.
struct raw *raw_open(const char *display, const char **reason);
// raw_records says whether RAW_LIFTED events come: a button went up, told at once
// even while its press is held. RAW_RELEASE comes when applications get it.
int raw_records(struct raw *);
// raw_next waits for an event: 1 event, 0 raw_stop was called, -1 display gone.
int raw_next(struct raw *, struct raw_event *);
// raw_sync asks for a RAW_SYNC after all events that the server has sent; it
// may be called from any thread, as may raw_stop.
void raw_sync(struct raw *);
void raw_stop(struct raw *);
void raw_close(struct raw *);

#endif
