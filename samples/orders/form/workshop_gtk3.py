"""The sample window "Workshop" in GTK 3."""

import sys

import orders
import workshop
from workshop import BASKET, CITIES, FOLDERS, MAX_COPIES, MAX_VOLUME, MEMO, NOTES, NOTHING_MOVED, STOCK, STOCK_HEADINGS, TOOLS

try:
    import gi

    gi.require_version("Gdk", "3.0")
    gi.require_version("Gtk", "3.0")
    from gi.repository import Gdk, GLib, Gtk
except (ImportError, ValueError):
    orders.missing("python3-gi gir1.2-gtk-3.0")

TEXT = [Gtk.TargetEntry.new("text/plain", Gtk.TargetFlags.SAME_APP, 0)]


def named(widget, name):
    widget.get_accessible().set_name(name)
    return widget


def framed(title, child):
    frame = Gtk.Frame(label=title)
    frame.add(child)
    return frame


class Workshop(workshop.Workshop):
    toolkit = "gtk3"

    def __init__(self, argv):
        super().__init__(argv)
        GLib.set_prgname("workshop-gtk3")
        GLib.set_application_name("Workshop")
        self.window = Gtk.Window(title=workshop.TITLE)
        self.window.set_default_size(1000, 680)
        self.window.connect("destroy", lambda _: Gtk.main_quit())
        columns = Gtk.Box(spacing=12, border_width=12, homogeneous=True)
        for widgets in ((self._folders(), self._basket(), self._stock()), (self._controls(), self._moving()), (self._notes(),)):
            column = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=12)
            for widget in widgets:
                column.pack_start(widget, True, True, 0)
            columns.add(column)
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        box.pack_start(self._toolbar(), False, False, 0)
        box.pack_start(columns, True, True, 0)
        self.told = Gtk.Label(label=NOTHING_MOVED, xalign=0, margin=6)
        box.add(self.told)
        self.window.add(box)

    def run(self):
        self.mapped = self.window.connect("map-event", self._first_map)
        self.window.show_all()
        Gtk.main()

    def _first_map(self, *_):
        self.window.disconnect(self.mapped)
        GLib.idle_add(self.ready)

    def post(self, call):
        GLib.idle_add(lambda: call() and False)

    def tell(self, text):
        self.told.set_text(text)

    def read(self):
        expanded = [row[0] for row in self.folders.get_model() if self.folders.row_expanded(row.path)]
        return {"basket": [row.text for row in self.basket.get_selected_rows()], "expanded": expanded,
                "volume": int(self.volume.get_value()), "copies": self.copies.get_value_as_int(),
                "bold": self.bold.get_active(), "network": self.network.get_active(), "tab": self.tabs.get_current_page(),
                "city": self.city.get_active_text(), "counts": [row[1] for row in self.stock]}

    def _scrolled(self, child):
        scrolled = Gtk.ScrolledWindow(shadow_type=Gtk.ShadowType.IN, overlay_scrolling=False)
        scrolled.add(child)
        return scrolled

    def _toolbar(self):
        bar = Gtk.Toolbar(show_arrow=True)
        bar.set_style(Gtk.ToolbarStyle.TEXT)
        for name in TOOLS:
            tool = Gtk.ToolButton(label=name, is_important=True)
            tool.connect("clicked", lambda _, name=name: self.note("clicked", name))
            bar.insert(tool, -1)
        bar.set_size_request(240, -1)
        bar.set_halign(Gtk.Align.START)
        return named(bar, "Tools")

    def _folders(self):
        store = Gtk.TreeStore(str)
        for branch, leaves in FOLDERS:
            parent = store.append(None, [branch])
            for leaf in leaves:
                store.append(parent, [leaf])
        view = self.folders = Gtk.TreeView(model=store, headers_visible=False)
        view.append_column(Gtk.TreeViewColumn("Name", Gtk.CellRendererText(), text=0))
        view.connect("row-expanded", lambda _, i, p: self.note("expanded", store[p][0], True))
        view.connect("row-collapsed", lambda _, i, p: self.note("expanded", store[p][0], False))
        view.connect("row-activated", lambda _, p, c: self.note("activated", store[p][0]))
        return self._scrolled(named(view, "Folders"))

    def _basket(self):
        box = self.basket = Gtk.ListBox(selection_mode=Gtk.SelectionMode.MULTIPLE, activate_on_single_click=False)
        for text in BASKET:
            row = Gtk.ListBoxRow()
            row.add(Gtk.Label(label=text, xalign=0, margin=3))
            named(row, text)
            row.text = text
            box.add(row)
        box.connect("selected-rows-changed", lambda b: self.note("selected", "basket", [r.text for r in b.get_selected_rows()]))
        box.connect("row-activated", lambda _, row: self.note("activated", row.text))
        return self._scrolled(named(box, "Basket"))

    def _stock(self):
        store = self.stock = Gtk.ListStore(str, str)
        for row in STOCK:
            store.append(row)
        view = Gtk.TreeView(model=store)
        for i, title in enumerate(STOCK_HEADINGS):
            cell = Gtk.CellRendererText(editable=i == 1)
            cell.connect("edited", self._stock_edited)
            view.append_column(Gtk.TreeViewColumn(title, cell, text=i))
        view.get_selection().connect("changed", self._stock_changed)
        return self._scrolled(named(view, "Stock"))

    def _stock_changed(self, selection):
        model, row = selection.get_selected()
        if row:
            self.note("selected", "stock", model[row][0])

    def _stock_edited(self, _, row, text):
        self.stock[row][1] = text
        self.note("edited", self.stock[row][0], text)

    def _controls(self):
        grid = Gtk.Grid(row_spacing=8, column_spacing=8)
        self.volume = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, MAX_VOLUME, 1)
        self.volume.set_hexpand(True)
        self.volume.connect("value-changed", lambda s: self.note("value", "volume", int(s.get_value())))
        self.copies = Gtk.SpinButton.new_with_range(0, MAX_COPIES, 1)
        self.copies.connect("value-changed", lambda s: self.note("value", "copies", s.get_value_as_int()))
        self.bold = Gtk.ToggleButton(label="Bold", tooltip_text="Make the text bold")
        self.bold.connect("toggled", lambda b: self.note("toggled", "bold", b.get_active()))
        self.network = named(Gtk.Switch(halign=Gtk.Align.START), "Network")
        self.network.connect("notify::active", lambda s, _: self.note("toggled", "network", s.get_active()))
        memo = Gtk.Entry(text=MEMO)
        memo.connect("changed", lambda e: self.note("text", "memo", e.get_text()))
        self.city = Gtk.ComboBoxText.new_with_entry()
        for name in CITIES:
            self.city.append_text(name)
        self.city.get_child().connect("changed", lambda e: self.note("text", "city", e.get_text()))
        fields = (("Volume", self.volume), ("Copies", self.copies), ("Memo", memo), ("City", self.city))
        for y, (title, widget) in enumerate(fields):
            label = Gtk.Label(label=title, xalign=1)
            label.set_mnemonic_widget(widget)
            grid.attach(label, 0, y, 1, 1)
            grid.attach(widget, 1, y, 1, 1)
        grid.attach(self.bold, 0, 4, 1, 1)
        grid.attach(self.network, 1, 4, 1, 1)
        more = Gtk.MenuButton(label="More", popup=self._menu(("Print", "Export")))
        grid.attach(more, 0, 5, 1, 1)
        parcel = Gtk.Button(label="Parcel")
        menu = self._menu(("Wrap",), ("Send", ("Post", "Courier")))
        parcel.connect("clicked", lambda _: self.note("clicked", "Parcel"))
        parcel.connect("button-press-event", lambda _, e: self._parcel_pressed(menu, e))
        grid.attach(parcel, 1, 5, 1, 1)
        self.tabs = Gtk.Notebook()
        for name in ("Left", "Right"):
            self.tabs.append_page(Gtk.Label(label=name + " page"), Gtk.Label(label=name))
        self.tabs.connect("switch-page", lambda _, page, i: self.note("selected", "tabs", i))
        grid.attach(self.tabs, 0, 6, 2, 1)
        return grid

    def _menu(self, items, *submenus):
        menu = Gtk.Menu()
        for name in items:
            item = Gtk.MenuItem(label=name)
            item.connect("activate", lambda _, name=name: self.note("menu", name))
            menu.append(item)
        for name, below in submenus:
            item = Gtk.MenuItem(label=name)
            item.set_submenu(self._menu(below))
            menu.append(item)
        menu.show_all()
        return menu

    def _parcel_pressed(self, menu, event):
        if event.button == 3 and event.type == Gdk.EventType.BUTTON_PRESS:
            menu.popup_at_pointer(event)
            return True
        if event.button == 2 and event.type == Gdk.EventType.BUTTON_PRESS:
            self.note("middle", "Parcel")
        return False

    def _moving(self):
        box = Gtk.Box(spacing=12, homogeneous=True)
        source = Gtk.EventBox(valign=Gtk.Align.CENTER)
        source.add(Gtk.Label(label="Package", margin=12))
        source.drag_source_set(Gdk.ModifierType.BUTTON1_MASK, TEXT, Gdk.DragAction.COPY)
        source.connect("drag-data-get", lambda w, c, data, i, t: data.set_text("Package", -1) or data.set(data.get_target(), 8, b"Package"))
        source.connect("button-press-event", self._package_pressed)
        box.add(source)
        for name in ("Shelf", "Bin"):
            target = Gtk.EventBox()
            target.add(Gtk.Label(label=name, margin=24))
            target.drag_dest_set(Gtk.DestDefaults.ALL, TEXT, Gdk.DragAction.COPY)
            target.connect("drag-data-received", lambda w, c, x, y, data, i, t, name=name: self.dropped(name, data.get_data().decode()))
            box.add(target)
        return framed("Moving", box)

    def _package_pressed(self, _, event):
        if event.type == Gdk.EventType.DOUBLE_BUTTON_PRESS:
            self.note("double", "Package")
        return False

    def _notes(self):
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        for i in range(1, NOTES + 1):
            button = Gtk.Button(label=f"Note {i}")
            button.connect("clicked", lambda _, i=i: self.note("clicked", f"Note {i}"))
            box.add(button)
        return named(self._scrolled(box), "Notes")


Workshop(sys.argv[1:]).run()
