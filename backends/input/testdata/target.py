"""A GTK 3 window that writes down, one JSON object a line, what reaches it."""
import json
import sys

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, GLib, Gtk  # noqa: E402


def say(event, **more):
    print(json.dumps({"event": event, **more}, ensure_ascii=False), flush=True)


def place(name, widget):
    area = widget.get_allocation()
    _, x, y = widget.get_window().get_origin()
    if not widget.get_has_window():
        x, y = x + area.x, y + area.y
    say("place", name=name, x=x + area.width // 2, y=y + area.height // 2)


window = Gtk.Window(title="Target", default_width=500, default_height=300)
column = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=8)
bar, menu = Gtk.MenuBar(), Gtk.Menu()
top = Gtk.MenuItem(label="File")
top.set_submenu(menu)
items = {}
for label in ("Open", "Save", "Print"):
    items[label] = Gtk.MenuItem(label=label)
    items[label].connect("activate", lambda _, name: say("menu", name=name), label)
    menu.append(items[label])
menu.show_all()
bar.append(top)
menu.connect("map", lambda _: GLib.timeout_add(100, lambda: [place(n, i) for n, i in items.items()] and say("opened") or False))
menu.connect("unmap", lambda _: say("closed"))
column.pack_start(bar, False, False, 0)
surface = Gtk.DrawingArea(height_request=120)
surface.add_events(Gdk.EventMask.BUTTON_PRESS_MASK | Gdk.EventMask.BUTTON_RELEASE_MASK | Gdk.EventMask.SCROLL_MASK)


def on_button(_, e):
    if e.type in (Gdk.EventType.BUTTON_PRESS, Gdk.EventType.BUTTON_RELEASE):
        kind = "press" if e.type == Gdk.EventType.BUTTON_PRESS else "release"
        say(kind, button=e.button, x=int(e.x_root), y=int(e.y_root), time=e.time, state=int(e.state))
    return True


surface.connect("button-press-event", on_button)
surface.connect("scroll-event", lambda _, e: say("scroll", name=e.direction.value_nick) or True)
surface.connect("button-release-event", on_button)
column.pack_start(surface, True, True, 0)
entry = Gtk.Entry()
entry.connect("changed", lambda w: say("text", text=w.get_text()))
column.pack_start(entry, False, False, 0)


def on_key(_, e):
    say("key", name=Gdk.keyval_name(e.keyval), state=int(e.state), time=e.time)
    if "clear" in sys.argv and e.keyval == Gdk.KEY_Escape:
        entry.set_text("")
    return False


window.connect("key-press-event", on_key)
window.add(column)
window.connect("destroy", Gtk.main_quit)
window.show_all()
entry.grab_focus()


def ready():
    if not window.is_active():
        return True
    for name, widget in (("surface", surface), ("entry", entry), ("File", top)):
        place(name, widget)
    say("ready", xid=window.get_window().get_xid())
    return False


GLib.timeout_add(20, ready)
Gtk.main()
