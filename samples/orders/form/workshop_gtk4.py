"""The sample window "Workshop" in GTK 4."""

import sys

import orders
import workshop
from workshop import BASKET, CITIES, FOLDERS, MAX_COPIES, MAX_VOLUME, MEMO, NOTES, NOTHING_MOVED, STOCK, STOCK_HEADINGS, TOOLS

try:
    import gi

    gi.require_version("Gdk", "4.0")
    gi.require_version("Gtk", "4.0")
    from gi.repository import Gdk, Gio, GLib, GObject, Gtk

    from frame import drawn
except (ImportError, ValueError):
    orders.missing("python3-gi gir1.2-gtk-4.0")

STYLE = b"""
/* Without a compositor, what a popover leaves transparent is black. */
popover > contents { margin: 0; border-radius: 0; box-shadow: none; }
"""


def named(widget, name):
    widget.update_property([Gtk.AccessibleProperty.LABEL], [name])
    return widget


class Row(GObject.Object):
    """One row of the tree or the table."""

    def __init__(self, texts, below=()):
        super().__init__()
        self.texts, self.below = texts, below


class Workshop(workshop.Workshop):
    toolkit = "gtk4"

    def __init__(self, argv):
        super().__init__(argv)
        GLib.set_prgname("workshop-gtk4")
        GLib.set_application_name("Workshop")
        self.app = Gtk.Application(flags=Gio.ApplicationFlags.NON_UNIQUE)
        self.app.connect("activate", self._build)

    def run(self):
        self.app.run([])

    def _build(self, _):
        provider = Gtk.CssProvider()
        provider.load_from_data(STYLE)
        Gtk.StyleContext.add_provider_for_display(
            Gdk.Display.get_default(), provider, Gtk.STYLE_PROVIDER_PRIORITY_APPLICATION)
        self.window = Gtk.ApplicationWindow(application=self.app, title=workshop.TITLE)
        self.window.set_default_size(1000, 680)
        columns = Gtk.Box(spacing=12, homogeneous=True)
        for widgets in ((self._folders(), self._basket(), self._stock()), (self._controls(), self._moving()), (self._notes(),)):
            column = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=12)
            for widget in widgets:
                widget.set_vexpand(True)
                column.append(widget)
            columns.append(column)
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        box.append(self._toolbar())
        box.append(columns)
        self.told = Gtk.Label(label=NOTHING_MOVED, xalign=0)
        box.append(self.told)
        self.window.set_child(box)
        drawn(self.window, self.ready)
        self.window.present()

    def post(self, call):
        GLib.idle_add(lambda: call() and False)

    def tell(self, text):
        self.told.set_text(text)

    def read(self):
        rows = [self.tree.get_row(i) for i in range(self.tree.get_n_items())]
        return {"basket": [row.text for row in self.basket.get_selected_rows()],
                "expanded": [row.get_item().texts[0] for row in rows if row.get_expanded()],
                "volume": int(self.volume.get_value()), "copies": self.copies.get_value_as_int(),
                "bold": self.bold.get_active(), "network": self.network.get_active(), "tab": self.tabs.get_current_page(),
                "city": self.city.get_active_text(), "counts": [row.texts[1] for row in self.stock]}

    def _scrolled(self, child):
        return Gtk.ScrolledWindow(child=child, has_frame=True, overlay_scrolling=False)

    def _toolbar(self):
        bar = named(Gtk.Box(accessible_role=Gtk.AccessibleRole.TOOLBAR, css_classes=["toolbar"]), "Tools")
        for name in TOOLS:
            button = Gtk.Button(label=name)
            button.connect("clicked", lambda _, name=name: self.note("clicked", name))
            bar.append(button)
        return bar

    @staticmethod
    def _store(rows):
        store = Gio.ListStore(item_type=Row)
        for row in rows:
            store.append(row)
        return store

    def _folders(self):
        roots = self._store([Row((branch,), [Row((leaf,)) for leaf in leaves]) for branch, leaves in FOLDERS])
        self.tree = Gtk.TreeListModel.new(roots, False, False, lambda row: self._store(row.below) if row.below else None)
        self.tree.connect("items-changed", lambda *_: None)
        factory = Gtk.SignalListItemFactory()
        factory.connect("setup", lambda _, item: item.set_child(Gtk.TreeExpander(child=Gtk.Label(xalign=0))))
        factory.connect("bind", self._bind_folder)
        view = Gtk.ListView(model=Gtk.SingleSelection(model=self.tree, autoselect=False), factory=factory)
        view.connect("activate", lambda _, i: self.note("activated", self.tree.get_row(i).get_item().texts[0]))
        return self._scrolled(named(view, "Folders"))

    def _bind_folder(self, _, item):
        expander, row = item.get_child(), item.get_item()
        expander.set_list_row(row)
        text = row.get_item().texts[0]
        expander.get_child().set_text(text)
        if not getattr(row.get_item(), "told", False):
            row.get_item().told = True
            row.connect("notify::expanded", lambda row, _: self.note("expanded", text, row.get_expanded()))

    def _basket(self):
        box = self.basket = Gtk.ListBox(selection_mode=Gtk.SelectionMode.MULTIPLE, activate_on_single_click=False)
        for text in BASKET:
            row = named(Gtk.ListBoxRow(child=Gtk.Label(label=text, xalign=0)), text)
            row.text = text
            box.append(row)
        box.connect("selected-rows-changed", lambda b: self.note("selected", "basket", [r.text for r in b.get_selected_rows()]))
        box.connect("row-activated", lambda _, row: self.note("activated", row.text))
        return self._scrolled(named(box, "Basket"))

    def _stock(self):
        self.stock = self._store([Row(row) for row in STOCK])
        model = Gtk.SingleSelection(model=self.stock, autoselect=False, can_unselect=True)
        view = Gtk.ColumnView(model=model)
        for i, title in enumerate(STOCK_HEADINGS):
            factory = Gtk.SignalListItemFactory()
            factory.connect("setup", lambda _, item, i=i: item.set_child(Gtk.EditableLabel() if i == 1 else Gtk.Label(xalign=0)))
            factory.connect("bind", lambda _, item, i=i: self._bind_stock(item, i))
            view.append_column(Gtk.ColumnViewColumn(title=title, factory=factory, expand=True))
        model.connect("notify::selected-item", self._stock_changed)
        return self._scrolled(named(view, "Stock"))

    def _bind_stock(self, item, i):
        cell, row = item.get_child(), item.get_item()
        cell.set_text(row.texts[i])
        if i == 1:
            cell.connect("notify::editing", lambda cell, _: cell.get_editing() or self._stock_edited(row, cell.get_text()))

    def _stock_edited(self, row, text):
        if text != row.texts[1]:
            row.texts = (row.texts[0], text)
            self.note("edited", row.texts[0], text)

    def _stock_changed(self, model, _):
        if model.get_selected_item():
            self.note("selected", "stock", model.get_selected_item().texts[0])

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
        grid.attach(Gtk.MenuButton(label="More", menu_model=self._menu("more", ("Print", "Export"))), 0, 5, 1, 1)
        parcel = Gtk.Button(label="Parcel")
        parcel.connect("clicked", lambda _: self.note("clicked", "Parcel"))
        menu = Gtk.PopoverMenu.new_from_model_full(
            self._menu("parcel", ("Wrap",), ("Send", ("Post", "Courier"))), Gtk.PopoverMenuFlags.NESTED)
        menu.set_parent(parcel)
        press = Gtk.GestureClick(button=0)
        press.connect("pressed", lambda g, *_: self._parcel_pressed(menu, g.get_current_button()))
        parcel.add_controller(press)
        grid.attach(parcel, 1, 5, 1, 1)
        self.tabs = Gtk.Notebook()
        for name in ("Left", "Right"):
            caption = Gtk.Label(label=name)
            self.tabs.append_page(Gtk.Label(label=name + " page"), caption)
            named(caption.get_parent(), name)  # GTK 4.8 calls every tab "Tab"
        self.tabs.connect("switch-page", lambda _, page, i: self.note("selected", "tabs", i))
        grid.attach(self.tabs, 0, 6, 2, 1)
        return grid

    def _parcel_pressed(self, menu, button):
        if button == 3:
            menu.popup()
        elif button == 2:
            self.note("middle", "Parcel")

    def _menu(self, group, items, *submenus):
        menu = Gio.Menu()
        for name in items:
            action = Gio.SimpleAction.new(name.lower(), None)
            action.connect("activate", lambda *_, name=name: self.note("menu", name))
            self.window.add_action(action)
            menu.append(name, "win." + name.lower())
        for name, below in submenus:
            menu.append_submenu(name, self._menu(group, below))
        return menu

    def _moving(self):
        box = Gtk.Box(spacing=12, homogeneous=True)
        package = Gtk.Label(label="Package")
        source = Gtk.DragSource(actions=Gdk.DragAction.COPY)
        source.connect("prepare", lambda *_: Gdk.ContentProvider.new_for_value("Package"))
        package.add_controller(source)
        press = Gtk.GestureClick()
        press.connect("pressed", lambda g, n, x, y: n == 2 and self.note("double", "Package"))
        package.add_controller(press)
        box.append(package)
        for name in ("Shelf", "Bin"):
            place = Gtk.Label(label=name)
            target = Gtk.DropTarget.new(str, Gdk.DragAction.COPY)
            target.connect("drop", lambda _, what, x, y, name=name: self.dropped(name, what) or True)
            place.add_controller(target)
            box.append(place)
        return Gtk.Frame(label="Moving", child=box)

    def _notes(self):
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        for i in range(1, NOTES + 1):
            button = Gtk.Button(label=f"Note {i}")
            button.connect("clicked", lambda _, i=i: self.note("clicked", f"Note {i}"))
            box.append(button)
        return named(self._scrolled(box), "Notes")


Workshop(sys.argv[1:]).run()
