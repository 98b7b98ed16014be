"""A window with a planted fault: one of its two buttons shows a picture only and has
no name. With --mended it has one. For the example of the audit in CI."""

import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk

GLib.set_prgname("planted")
window = Gtk.Window(title="Planted", default_width=320, default_height=120)
window.connect("destroy", Gtk.main_quit)
box = Gtk.Box(spacing=12, border_width=12)
box.add(Gtk.Button(label="Save"))
mute = Gtk.Button(image=Gtk.Image.new_from_icon_name("audio-volume-muted", Gtk.IconSize.BUTTON))
if "--mended" in sys.argv[1:]:
    mute.get_accessible().set_name("Mute")
box.add(mute)
window.add(box)
window.show_all()
Gtk.main()
