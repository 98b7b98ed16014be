//go:build cgo

// Where the popups are, followed by events of the connection that brings raw
// events. A click in a menu closes it, and by the time the press is read a
// question to the server may find what was beneath, even another application.
// The stream of events knows better: the end of the menu comes behind the press.
#include "popups.h"

#include <stdlib.h>
#include <string.h>

static struct child *find(struct popups *p, Window window) {
	for (int i = 0; i < p->count; i++)
		if (p->all[i].window == window) return &p->all[i];
	return NULL;
}

static void drop(struct popups *p, Window window) {
	struct child *c = find(p, window);
	if (c == NULL) return;
	memmove(c, c + 1, (size_t)(p->all + p->count - c - 1) * sizeof *c);
	p->count--;
}

// add puts a child on top; a child that is known moves there.
static void add(struct popups *p, struct child c) {
	drop(p, c.window);
	if (p->count == p->room) {
		int room = p->room == 0 ? 64 : 2 * p->room;
		struct child *all = realloc(p->all, (size_t)room * sizeof *all);
		if (all == NULL) return;
		p->all = all;
		p->room = room;
	}
	p->all[p->count++] = c;
}

void popups_select(struct popups *p, Display *display, Window root, long others) {
	// No window may go away between the list and the questions about it: Xlib
	// ends the process at an error.
	XGrabServer(display);
	XSelectInput(display, root, others | SubstructureNotifyMask);
	Window r, parent, *children = NULL;
	unsigned count = 0;
	XQueryTree(display, root, &r, &parent, &children, &count);
	for (unsigned i = 0; i < count; i++) {
		XWindowAttributes a;
		if (!XGetWindowAttributes(display, children[i], &a)) continue;
		add(p, (struct child){children[i], a.x, a.y, a.width + 2 * a.border_width, a.height + 2 * a.border_width,
			a.override_redirect, a.map_state != IsUnmapped});
	}
	if (children != NULL) XFree(children);
	XUngrabServer(display);
	XFlush(display);
}

int popups_take(struct popups *p, Window root, const XEvent *e) {
	struct child *c;
	switch (e->type) {
	case CreateNotify: {
		const XCreateWindowEvent *n = &e->xcreatewindow;
		if (n->parent == root)
			add(p, (struct child){n->window, n->x, n->y, n->width + 2 * n->border_width, n->height + 2 * n->border_width,
				n->override_redirect, 0});
		return 1;
	}
	case ConfigureNotify: {
		const XConfigureEvent *n = &e->xconfigure;
		if ((c = find(p, n->window)) == NULL) return 1;
		*c = (struct child){n->window, n->x, n->y, n->width + 2 * n->border_width, n->height + 2 * n->border_width,
			n->override_redirect, c->mapped};
		return 1;
	}
	case MapNotify:
		if ((c = find(p, e->xmap.window)) == NULL) return 1;
		c->mapped = 1;
		c->popup = e->xmap.override_redirect;
		add(p, *c);
		return 1;
	case UnmapNotify:
		if ((c = find(p, e->xunmap.window)) != NULL) c->mapped = 0;
		return 1;
	case DestroyNotify:
		drop(p, e->xdestroywindow.window);
		return 1;
	case ReparentNotify:
		// Frames of window managers are no popups, and popups have no frame.
		drop(p, e->xreparent.window);
		return 1;
	case GravityNotify:
	case CirculateNotify:
		return 1;
	}
	return 0;
}

Window popups_at(const struct popups *p, int x, int y) {
	for (int i = p->count - 1; i >= 0; i--) {
		const struct child *c = &p->all[i];
		if (c->popup && c->mapped && x >= c->x && y >= c->y && x - c->x < c->width && y - c->y < c->height) return c->window;
	}
	return None;
}

void popups_free(struct popups *p) { free(p->all); }
