// Menus and other popups on the screen: see popups_linux.c.
#ifndef SAMEBUTTON_POPUPS_H
#define SAMEBUTTON_POPUPS_H

#include <X11/Xlib.h>

struct popups {
	struct child {
		Window window;
		int x, y, width, height, popup, mapped;
	} *all; // the children of the root, the last mapped one last
	int count, room;
};

// popups_select asks for the events that popups_take needs, beside others.
void popups_select(struct popups *, Display *, Window root, long others);
// popups_take follows an event; it returns 0 for events of other kinds.
int popups_take(struct popups *, Window root, const XEvent *);
// popups_at returns the popup that shows at a place, None where there is none.
Window popups_at(const struct popups *, int x, int y);
void popups_free(struct popups *);

#endif
