//go:build cgo

#include "popups.h"
#include "raw.h"

#include <X11/XKBlib.h>
#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/extensions/XInput2.h>
#include <X11/extensions/record.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>
#include <xkbcommon/xkbcommon.h>

struct raw {
	Display *display;
	Window root;
	Atom active;
	int xi, xkb;
	int sync_fd, stop_fd;
	unsigned mods, group;
	uint64_t asked, answered;
	int tell_active, gone;
	struct popups popups;
	// A second connection, with the RECORD extension, for what raw events do not
	// tell: where the pointer was, and repetitions of a key (measured: the server
	// repeats a key without a raw event). It cannot replace raw events: it also
	// tells at once what waits behind a held press.
	Display *record;
	XRecordContext context;
	uint32_t down[256]; // server time of the last press of each key, 0: up
	struct note {
		int type, detail, x, y;
		uint32_t time;
	} notes[64];
	int noted;
	uint32_t lifted_at[8]; // server time of the last release of buttons 1 to 7
	int lifted;            // bits of those that are not told yet
};

// Xlib ends the process when a display goes away, twice: its handler of I/O
// errors does (one for the process), and the exit handler of the display. The
// first must not when the display is one of ours, and stays what it was for
// others, which have their own ideas.
static pthread_mutex_t ours_lock = PTHREAD_MUTEX_INITIALIZER;
static Display *ours[32];
static XIOErrorHandler others;

static int on_io_error(Display *display) {
	pthread_mutex_lock(&ours_lock);
	XIOErrorHandler next = others;
	for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
		if (ours[i] == display) next = NULL;
	pthread_mutex_unlock(&ours_lock);
	return next == NULL ? 0 : next(display);
}

static void on_gone(Display *display, void *data) {
	(void)display;
	((struct raw *)data)->gone = 1;
}

// adopt makes the end of a display set r->gone. It is not done where too many
// are open, and the end of the display is then the end of the process.
static void adopt(struct raw *r, Display *display) {
	pthread_mutex_lock(&ours_lock);
	XIOErrorHandler installed = XSetIOErrorHandler(on_io_error);
	if (installed != on_io_error) others = installed;
	for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
		if (ours[i] == NULL) {
			ours[i] = display;
			break;
		}
	pthread_mutex_unlock(&ours_lock);
	XSetIOErrorExitHandler(display, on_gone, r);
}

static void disown(Display *display) {
	if (display == NULL) return;
	// Closing talks to the display, so that it is ours until the end.
	XCloseDisplay(display);
	pthread_mutex_lock(&ours_lock);
	for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
		if (ours[i] == display) ours[i] = NULL;
	pthread_mutex_unlock(&ours_lock);
}

// on_record notes a device event. The oldest note goes when there is no room:
// the event then has an approximate place, a repetition is not told.
static void on_record(XPointer closure, XRecordInterceptData *data) {
	struct raw *r = (struct raw *)closure;
	if (data->category == XRecordFromServer && data->data_len >= 6) {
		const int room = sizeof r->notes / sizeof *r->notes;
		if (r->noted == room) memmove(r->notes, r->notes + 1, --r->noted * sizeof *r->notes);
		// The layout of a core device event in the protocol.
		int16_t at[2];
		struct note *n = &r->notes[r->noted++];
		n->type = data->data[0] & 0x7f;
		n->detail = data->data[1];
		memcpy(&n->time, data->data + 4, sizeof n->time);
		memcpy(at, data->data + 20, sizeof at);
		n->x = at[0];
		n->y = at[1];
		if (n->type == ButtonRelease && n->detail < 8) {
			r->lifted_at[n->detail] = n->time;
			r->lifted |= 1 << n->detail;
		}
	}
	XRecordFreeData(data);
}

// start_record does without where the display has no RECORD extension.
static void start_record(struct raw *r, const char *name) {
	int major, minor;
	if (!XRecordQueryVersion(r->display, &major, &minor)) return;
	XRecordRange *range = XRecordAllocRange();
	XRecordClientSpec clients = XRecordAllClients;
	if (range == NULL) return;
	range->device_events.first = KeyPress;
	range->device_events.last = ButtonRelease;
	r->context = XRecordCreateContext(r->display, 0, &clients, 1, &range, 1);
	XFree(range);
	// The second connection must find the context.
	XSync(r->display, False);
	if (r->context == 0 || (r->record = XOpenDisplay(name)) == NULL) return;
	adopt(r, r->record);
	XRecordEnableContextAsync(r->record, r->context, on_record, (XPointer)r);
	XFlush(r->record);
}

// locate fills in where a button event was. XQueryPointer tells where the
// pointer is by now, which is elsewhere after fast movements; the note of the
// event, where there is one, is exact. The server writes notes before other
// output, so that after the answer of XQueryPointer it can be read.
static void locate(struct raw *r, int type, struct raw_event *out) {
	Window other, child = None;
	int x, y;
	unsigned mask;
	XQueryPointer(r->display, r->root, &other, &child, &out->x, &out->y, &x, &y, &mask);
	if (r->record != NULL) XRecordProcessReplies(r->record);
	for (int i = 0; i < r->noted; i++) {
		struct note *n = &r->notes[i];
		if (n->type != type || n->detail != out->detail || n->time != out->time) continue;
		if (n->x != out->x || n->y != out->y)
			XTranslateCoordinates(r->display, r->root, r->root, n->x, n->y, &x, &y, &child);
		out->x = n->x;
		out->y = n->y;
		memmove(n, n + 1, (--r->noted - i) * sizeof *n);
		break;
	}
	Window popup = popups_at(&r->popups, out->x, out->y);
	out->window = (uint32_t)(popup != None ? popup : child);
}

static void select_events(struct raw *r) {
	unsigned char bits[XIMaskLen(XI_LASTEVENT)] = {0};
	XIEventMask mask = {.deviceid = XIAllMasterDevices, .mask_len = sizeof bits, .mask = bits};
	XISetMask(bits, XI_RawButtonPress);
	XISetMask(bits, XI_RawButtonRelease);
	XISetMask(bits, XI_RawKeyPress);
	XISetMask(bits, XI_RawKeyRelease);
	XISelectEvents(r->display, r->root, &mask, 1);
	popups_select(&r->popups, r->display, r->root, PropertyChangeMask);
	unsigned long state = XkbModifierStateMask | XkbGroupStateMask;
	XkbSelectEventDetails(r->display, XkbUseCoreKbd, XkbStateNotify, state, state);
}

struct raw *raw_open(const char *name, const char **reason) {
	struct raw *r = calloc(1, sizeof *r);
	r->sync_fd = r->stop_fd = -1;
	int major = XkbMajorVersion, minor = XkbMinorVersion, event, error, why;
	r->display = XkbOpenDisplay((char *)name, &r->xkb, &error, &major, &minor, &why);
	if (r->display == NULL) {
		*reason = "it does not answer or has no keyboard extension (XKB)";
		raw_close(r);
		return NULL;
	}
	adopt(r, r->display);
	// From version 2.1 on raw events come also while a client has a grab.
	int xi_major = 2, xi_minor = 2;
	if (!XQueryExtension(r->display, "XInputExtension", &r->xi, &event, &error) ||
		XIQueryVersion(r->display, &xi_major, &xi_minor) != Success || xi_major < 2 || (xi_major == 2 && xi_minor < 1)) {
		*reason = "it has no XInput 2.1";
		raw_close(r);
		return NULL;
	}
	r->sync_fd = eventfd(0, EFD_CLOEXEC);
	r->stop_fd = eventfd(0, EFD_CLOEXEC);
	if (r->sync_fd < 0 || r->stop_fd < 0) {
		*reason = "no file descriptor is left";
		raw_close(r);
		return NULL;
	}
	r->root = DefaultRootWindow(r->display);
	r->active = XInternAtom(r->display, "_NET_ACTIVE_WINDOW", False);
	select_events(r);
	start_record(r, name);
	XkbStateRec state;
	if (XkbGetState(r->display, XkbUseCoreKbd, &state) == Success) {
		r->mods = state.mods;
		r->group = state.group;
	}
	r->tell_active = 1;
	XSync(r->display, False);
	if (r->gone) {
		*reason = "it closed the connection";
		raw_close(r);
		return NULL;
	}
	return r;
}

static uint32_t active_window(struct raw *r) {
	Atom type;
	int format;
	unsigned long count, rest;
	unsigned char *data = NULL;
	uint32_t window = 0;
	if (XGetWindowProperty(r->display, r->root, r->active, 0, 1, False, XA_WINDOW, &type, &format, &count, &rest, &data) == Success &&
		data != NULL && type == XA_WINDOW && format == 32 && count == 1)
		window = (uint32_t)*(unsigned long *)data;
	if (data != NULL) XFree(data);
	return window;
}

static void describe_key(struct raw *r, int keycode, struct raw_event *out) {
	unsigned state = XkbBuildCoreState(r->mods, r->group), consumed = 0;
	KeySym sym = NoSymbol;
	if (!XkbLookupKeySym(r->display, (KeyCode)keycode, state, &consumed, &sym) || sym == NoSymbol) {
		// A key that was bound a moment ago: its notice may come after it (about one
		// test run in six). Ask for the map as it is now.
		XMappingEvent changed = {.type = MappingNotify, .display = r->display,
			.request = MappingKeyboard, .first_keycode = keycode, .count = 1};
		XRefreshKeyboardMapping(&changed);
		if (!XkbLookupKeySym(r->display, (KeyCode)keycode, state, &consumed, &sym)) return;
	}
	const char *name = XKeysymToString(sym);
	if (name != NULL) strncpy(out->key, name, sizeof out->key - 1);
	// With Control, Alt or Super a key is a command, unless the layout uses the
	// modifier to choose the character.
	if (state & ~consumed & (ControlMask | Mod1Mask | Mod4Mask)) return;
	if (xkb_keysym_to_utf8((xkb_keysym_t)sym, out->text, sizeof out->text) <= 0 ||
		(unsigned char)out->text[0] < ' ' || out->text[0] == 0x7f)
		out->text[0] = 0;
	// Caps Lock changes letters also where the key does not ask for it.
	if (out->text[0] != 0 && state & LockMask && !(consumed & LockMask))
		xkb_keysym_to_utf8(xkb_keysym_to_upper((xkb_keysym_t)sym), out->text, sizeof out->text);
}

// take turns an X event into a raw_event; it returns 0 where there is nothing to
// report.
static int take(struct raw *r, XEvent *e, struct raw_event *out) {
	if (e->type == MappingNotify) {
		XRefreshKeyboardMapping(&e->xmapping);
		return 0;
	}
	if (popups_take(&r->popups, r->root, e)) return 0;
	if (e->type == PropertyNotify) {
		if (e->xproperty.atom != r->active) return 0;
		out->kind = RAW_ACTIVE;
		out->window = active_window(r);
		return 1;
	}
	if (e->type == r->xkb) {
		XkbEvent *k = (XkbEvent *)e;
		if (k->any.xkb_type == XkbStateNotify) {
			r->mods = k->state.mods;
			r->group = k->state.group;
		}
		return 0;
	}
	if (e->type != GenericEvent || e->xcookie.extension != r->xi || !XGetEventData(r->display, &e->xcookie)) return 0;
	XIRawEvent *raw = e->xcookie.data;
	out->time = (uint32_t)raw->time;
	out->detail = raw->detail;
	out->mods = r->mods;
	switch (raw->evtype) {
	case XI_RawButtonPress:
	case XI_RawButtonRelease:
		out->kind = raw->evtype == XI_RawButtonPress ? RAW_PRESS : RAW_RELEASE;
		locate(r, raw->evtype == XI_RawButtonPress ? ButtonPress : ButtonRelease, out);
		break;
	case XI_RawKeyPress:
	case XI_RawKeyRelease:
		out->kind = raw->evtype == XI_RawKeyPress ? RAW_KEY_DOWN : RAW_KEY_UP;
		r->down[raw->detail & 0xff] = raw->evtype == XI_RawKeyPress ? out->time : 0;
		describe_key(r, raw->detail, out);
		break;
	}
	XFreeEventData(r->display, &e->xcookie);
	return out->kind != 0;
}

// repetition takes the first note that is one: a press of a key that is down
// since earlier. It is called when all raw events have been read.
static int repetition(struct raw *r, struct raw_event *out) {
	for (int i = 0; i < r->noted; i++) {
		struct note n = r->notes[i];
		if (n.type != KeyPress && n.type != KeyRelease) continue;
		memmove(r->notes + i, r->notes + i + 1, (--r->noted - i) * sizeof n);
		i--;
		if (n.type == KeyRelease || r->down[n.detail] == 0 || (int32_t)(n.time - r->down[n.detail]) <= 0) continue;
		out->kind = RAW_KEY_DOWN;
		out->time = r->down[n.detail] = n.time;
		out->detail = n.detail;
		out->mods = r->mods;
		describe_key(r, n.detail, out);
		return 1;
	}
	return 0;
}

int raw_records(struct raw *r) { return r->record != NULL; }

int raw_next(struct raw *r, struct raw_event *out) {
	for (;;) {
		memset(out, 0, sizeof *out);
		if (r->tell_active) {
			r->tell_active = 0;
			out->kind = RAW_ACTIVE;
			out->window = active_window(r);
			return r->gone ? -1 : 1;
		}
		for (int b = 1; b < 8 && r->lifted; b++) {
			if (!(r->lifted & 1 << b)) continue;
			r->lifted &= ~(1 << b);
			out->kind = RAW_LIFTED;
			out->detail = b;
			out->time = r->lifted_at[b];
			return 1;
		}
		while (XPending(r->display) > 0 && !r->gone) {
			XEvent e;
			XNextEvent(r->display, &e);
			int said = take(r, &e, out);
			if (r->gone) return -1;
			if (said) return 1;
		}
		if (r->gone) return -1;
		if (repetition(r, out)) return 1;
		if (r->answered < r->asked) {
			out->kind = RAW_SYNC;
			out->syncs = r->answered = r->asked;
			return 1;
		}
		struct pollfd fds[] = {
			{.fd = ConnectionNumber(r->display), .events = POLLIN},
			{.fd = r->sync_fd, .events = POLLIN},
			{.fd = r->stop_fd, .events = POLLIN},
			{.fd = r->record == NULL ? -1 : ConnectionNumber(r->record), .events = POLLIN},
		};
		if (poll(fds, 4, -1) < 0 && errno != EINTR) return -1;
		if (fds[2].revents) return 0;
		if (fds[0].revents & (POLLERR | POLLHUP | POLLNVAL)) return -1;
		if (fds[3].revents) {
			XRecordProcessReplies(r->record);
			// What is a repetition shows when the raw event of the press is read.
			if (!r->gone) XSync(r->display, False);
		}
		uint64_t n;
		if (fds[1].revents && read(r->sync_fd, &n, sizeof n) == sizeof n) {
			r->asked += n;
			XSync(r->display, False);
		}
	}
}

static void bump(int fd) {
	uint64_t one = 1;
	ssize_t n = write(fd, &one, sizeof one);
	(void)n;
}

void raw_sync(struct raw *r) { bump(r->sync_fd); }

void raw_stop(struct raw *r) { bump(r->stop_fd); }

void raw_close(struct raw *r) {
	if (r->record != NULL && !r->gone) {
		// While the context is enabled the server answers nothing on its connection,
		// and closing would wait for an answer.
		XRecordDisableContext(r->display, r->context);
		XRecordFreeContext(r->display, r->context);
		XSync(r->display, False);
	}
	disown(r->record);
	disown(r->display);
	popups_free(&r->popups);
	if (r->sync_fd >= 0) close(r->sync_fd);
	if (r->stop_fd >= 0) close(r->stop_fd);
	free(r);
}
