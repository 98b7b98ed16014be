"""The sample application in GTK 3."""

import sys

import orders
from words import COUNTRIES, HISTORY, ITEMS, MAX_DISCOUNT, MAX_QUANTITY, MENUS, PAYMENTS, SUPPLIERS

try:
    import gi

    gi.require_version("Gdk", "3.0")
    gi.require_version("Gtk", "3.0")
    from gi.repository import Gdk, GLib, Gtk
except (ImportError, ValueError):
    orders.missing("python3-gi gir1.2-gtk-3.0")

ICONS = {"new": "document-new", "save": "document-save", "save2": "document-save"}
SHORTCUTS = {"new": (Gdk.KEY_n, "Ctrl+N"), "save": (Gdk.KEY_s, "Ctrl+S")}
STYLE = b"""
.status { padding: 5px 12px; border-top: 1px solid @borders; }
.heading { font-weight: bold; padding: 6px 12px; border-bottom: 1px solid @borders; }
.total { font-weight: bold; }
"""


class Form(orders.Orders):
    toolkit = "gtk3"

    def __init__(self, argv):
        super().__init__(argv)
        GLib.set_prgname("orders-gtk3")
        GLib.set_application_name("Orders")
        self.widgets = {}  # by id
        self.captions = {}  # the labels of entries, by id
        self.dialog_window = self.cover_window = None
        provider = Gtk.CssProvider()
        provider.load_from_data(STYLE)
        Gtk.StyleContext.add_provider_for_screen(
            Gdk.Screen.get_default(), provider, Gtk.STYLE_PROVIDER_PRIORITY_APPLICATION)
        self.window = Gtk.Window(title=self.texts["window"])
        self.window.set_default_size(900, 640)
        self.window.connect("delete-event", lambda *_: self.closed() or True)
        self.keys = Gtk.AccelGroup()
        self.window.add_accel_group(self.keys)
        for ident, (key, name) in SHORTCUTS.items():
            self.keys.connect(key, Gdk.ModifierType.CONTROL_MASK, Gtk.AccelFlags.VISIBLE,
                              lambda *_, ident=ident, name=name: self._shortcut(ident, name))
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        box.add(self._menu_bar())
        box.add(self._toolbar())
        box.pack_start(self._pages(), True, True, 0)
        self.status_label = Gtk.Label(xalign=0)
        self.status_label.get_style_context().add_class("status")
        box.add(self.status_label)
        self.window.add(box)

    def run(self):
        box = self.window.get_child()
        box.show_all()
        self.total_label.hide()
        self.mapped = self.window.connect("map-event", self._first_map)
        self.window.show()
        Gtk.main()

    def _first_map(self, *_):
        self.window.disconnect(self.mapped)
        GLib.idle_add(self.ready)  # after the first drawing, which has a higher priority

    def _shortcut(self, ident, name):
        widget = self.widgets.get(ident)
        if widget and widget.is_sensitive():
            self.key(ident, name)
        return True

    # Widgets.

    def _menu_bar(self):
        bar = Gtk.MenuBar()
        for name, idents in MENUS:
            menu = Gtk.Menu()
            for ident in idents:
                if ident == "view-totals":
                    item = Gtk.CheckMenuItem(label=self.texts[ident])
                    item.connect("toggled", lambda item, ident=ident: self.menu(ident, item.get_active()))
                else:
                    item = Gtk.MenuItem(label=self.texts[ident])
                    item.connect("activate", lambda _, ident=ident: self.menu(ident))
                menu.append(item)
                self.widgets[ident] = item
            top = Gtk.MenuItem(label=self.texts[name])
            top.set_submenu(menu)
            bar.append(top)
            self.widgets[name] = top
        return bar

    def _toolbar(self):
        self.toolbar = Gtk.Toolbar()
        self.toolbar.set_style(Gtk.ToolbarStyle.BOTH_HORIZ)
        self.toolbar.get_accessible().set_name(self.texts["toolbar"])
        for ident in ("new", "save"):
            self.toolbar.insert(self._tool(ident), -1)
        return self.toolbar

    def _tool(self, ident):
        button = Gtk.ToolButton(label=self.texts[ident], icon_name=ICONS[ident], is_important=True)
        button.connect("clicked", lambda _: self.clicked(ident))
        self.widgets[ident] = button
        return button

    def _button(self, ident):
        button = Gtk.Button(label=self.text(ident))
        button.connect("clicked", lambda _: self.clicked(ident))
        self.widgets[ident] = button
        return button

    def _pages(self):
        self.notebook = Gtk.Notebook(border_width=8)
        self.notebook.get_accessible().set_name(self.texts["tabs"])
        pages = {"tab-order": self._order_page(), "tab-items": self._items_page(), "tab-history": self._history_page()}
        for ident, page in pages.items():
            self.captions[ident] = Gtk.Label(label=self.texts[ident])
            self.notebook.append_page(page, self.captions[ident])
            self.widgets[ident] = page
        self.notebook.connect("switch-page", lambda *args: self.note("selected", "tabs", list(pages)[args[2]]))
        return self.notebook

    def _frame(self, ident, child):
        frame = Gtk.Frame(label=self.texts[ident])
        child.set_border_width(12)
        frame.add(child)
        self.widgets[ident] = frame
        return frame

    def _grid(self, *rows):
        """Lays out labelled widgets; rows without id span both columns."""
        grid = Gtk.Grid(row_spacing=8, column_spacing=12)
        for y, (ident, shown, control) in enumerate(rows):
            shown.set_hexpand(True)
            if ident is None:
                grid.attach(shown, 0, y, 2, 1)
                continue
            label = Gtk.Label(label=self.texts[ident], xalign=1)
            label.set_valign(Gtk.Align.START if shown is not control else Gtk.Align.CENTER)
            label.set_mnemonic_widget(control)
            grid.attach(label, 0, y, 1, 1)
            grid.attach(shown, 1, y, 1, 1)
            self.captions[ident] = label
            self.widgets[ident] = control
        return grid

    def _order_page(self):
        customer, street, pin = Gtk.Entry(), Gtk.Entry(), Gtk.Entry(visibility=False)
        pin.set_input_purpose(Gtk.InputPurpose.PASSWORD)
        for ident, entry in (("customer", customer), ("street", street)):
            entry.connect("changed", lambda entry, ident=ident: self.note("text", ident, entry.get_text()))
        pin.connect("changed", lambda entry: self.note("text", "pin", entry.get_text_length()))
        notes = Gtk.TextView(wrap_mode=Gtk.WrapMode.WORD, accepts_tab=False)
        notes.get_buffer().connect("changed", lambda buffer: self.note("text", "notes", buffer.props.text))
        notes_box = Gtk.ScrolledWindow(shadow_type=Gtk.ShadowType.IN, vexpand=True)
        notes_box.add(notes)
        express = Gtk.CheckButton(label=self.texts["express"])
        express.connect("toggled", lambda button: self.note("toggled", "express", button.get_active()))
        self.widgets["express"] = express
        country = Gtk.ComboBoxText()
        for name in COUNTRIES:
            country.append(name, self.texts[name])
        country.set_active(0)
        country.connect("changed", lambda combo: self.note("selected", "country", combo.get_active_id()))
        quantity = Gtk.SpinButton.new_with_range(1, MAX_QUANTITY, 1)
        quantity.connect("value-changed", lambda spin: self.note("value", "quantity", spin.get_value_as_int()))
        discount = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, MAX_DISCOUNT, 1)
        discount.set_value_pos(Gtk.PositionType.RIGHT)
        discount.connect("value-changed", lambda scale: self.note("value", "discount", int(scale.get_value())))
        recipient = self._grid(("customer", customer, customer), ("street", street, street),
                               ("country", country, country), ("notes", notes_box, notes))
        delivery = self._grid((None, express, express), ("quantity", quantity, quantity),
                              ("discount", discount, discount))
        payment = self._grid((None, self._payments(), None), ("pin", pin, pin))
        right = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=12)
        right.add(self._frame("delivery", delivery))
        right.add(self._frame("payment", payment))
        columns = Gtk.Box(spacing=12, homogeneous=True)
        columns.add(self._frame("recipient", recipient))
        columns.add(right)
        self.bottom = Gtk.Box(spacing=12)
        self.bottom.pack_end(self._button("details"), False, False, 0)
        self.widgets["details"].set_valign(Gtk.Align.END)
        page = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=12, border_width=12)
        page.pack_start(columns, True, True, 0)
        page.add(self.bottom)
        return page

    def _payments(self):
        box, first = Gtk.Box(spacing=18), None
        for ident in PAYMENTS:
            radio = Gtk.RadioButton.new_with_label_from_widget(first, self.texts[ident])
            radio.connect("toggled", lambda radio, ident=ident: radio.get_active() and self.note("toggled", ident, True))
            first = first or radio
            self.widgets[ident] = radio
            box.add(radio)
        return box

    def _list(self, ident, texts):
        box = Gtk.ListBox(activate_on_single_click=False)
        box.get_accessible().set_name(self.texts[ident])
        for text in texts:
            row = Gtk.ListBoxRow()
            row.add(Gtk.Label(label=text, xalign=0, margin=6, margin_start=12))
            row.get_accessible().set_name(text)
            row.text = text
            box.add(row)
        box.connect("row-selected", lambda _, row: row and self.note("selected", ident, row.text))
        self.widgets[ident] = box
        scrolled = Gtk.ScrolledWindow(shadow_type=Gtk.ShadowType.IN, hexpand=True, vexpand=True)
        scrolled.add(box)
        return scrolled

    def _items_page(self):
        # GTK 3's tree view holds no buttons, so the table is a list of rows
        # that are named by their first column.
        self.columns = [Gtk.SizeGroup(mode=Gtk.SizeGroupMode.HORIZONTAL) for _ in range(2)]
        heading = Gtk.Box(spacing=12)
        for group, ident in zip(self.columns, ("column-item", "column-price")):
            label = Gtk.Label(label=self.texts[ident], xalign=0)
            group.add_widget(label)
            heading.add(label)
        heading.get_style_context().add_class("heading")
        self.table = Gtk.ListBox(selection_mode=Gtk.SelectionMode.NONE)
        self.table.get_accessible().set_name(self.texts["items"])
        for index, item in enumerate(self.rows):
            self.insert_row(index, item)
        self.total_label = Gtk.Label(xalign=1, margin=6)
        self.total_label.get_style_context().add_class("total")
        right = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        right.add(heading)
        right.pack_start(self.table, True, True, 0)
        right.add(self.total_label)
        frame = Gtk.Frame()
        frame.add(right)
        suppliers = self._list("suppliers", SUPPLIERS)
        suppliers.set_hexpand(False)
        suppliers.set_size_request(220, -1)
        page = Gtk.Box(spacing=12, border_width=12)
        page.add(suppliers)
        page.pack_start(frame, True, True, 0)
        return page

    def _history_page(self):
        page = Gtk.Box(border_width=12)
        page.add(self._list("history", HISTORY))
        return page

    # What Orders asks for.

    def post(self, call):
        GLib.idle_add(lambda: call() and False)

    def quit(self):
        Gtk.main_quit()

    def read(self):
        get = self.widgets.get
        state = {"payment": next((p for p in PAYMENTS if get(p) and get(p).get_active()), "")}
        for ident, value in (
                ("customer", lambda w: w.get_text()), ("street", lambda w: w.get_text()),
                ("notes", lambda w: w.get_buffer().props.text), ("express", lambda w: w.get_active()),
                ("country", lambda w: w.get_active_id()), ("quantity", lambda w: w.get_value_as_int()),
                ("discount", lambda w: int(w.get_value())), ("pin", lambda w: w.get_text_length())):
            state[ident] = value(get(ident)) if get(ident) else None
        return state

    def clear(self):
        for ident, change in (
                ("customer", lambda w: w.set_text("")), ("street", lambda w: w.set_text("")),
                ("notes", lambda w: w.get_buffer().set_text("")), ("express", lambda w: w.set_active(False)),
                ("country", lambda w: w.set_active(0)), ("quantity", lambda w: w.set_value(1)),
                ("discount", lambda w: w.set_value(0)), ("pin", lambda w: w.set_text("")),
                (PAYMENTS[0], lambda w: w.set_active(True))):
            if ident in self.widgets:
                change(self.widgets[ident])

    def show(self, status, totals):
        self.status_label.set_text(status)
        self.total_label.set_text(totals or "")
        self.total_label.set_visible(totals is not None)

    def insert_row(self, index, item):
        box = Gtk.Box(spacing=12, margin=4, margin_start=12, margin_end=12)
        for group, text in zip(self.columns, (self.texts[item], f"{ITEMS[item]:.2f} €")):
            label = Gtk.Label(label=text, xalign=0, width_chars=16)
            group.add_widget(label)
            box.add(label)
        box.pack_end(self._button("delete-" + item.lower()), False, False, 0)
        row = Gtk.ListBoxRow(activatable=False)
        row.add(box)
        row.get_accessible().set_name(self.texts[item])
        self.widgets["item-" + item.lower()] = row
        self.table.insert(row, index)
        row.show_all()

    def remove_row(self, item):
        self.widgets.pop("delete-" + item.lower(), None)
        self.widgets.pop("item-" + item.lower()).destroy()

    def open_dialog(self, name, entry, buttons):
        self.dialog_window = window = Gtk.Dialog(
            title=self.texts["dialog-" + name], transient_for=self.window, modal=True, resizable=False)
        field = Gtk.Entry(activates_default=True, width_chars=32)
        field.connect("changed", lambda field: self.note("text", entry, field.get_text()))
        grid = self._grid((entry, field, field))
        grid.set_border_width(18)
        window.get_content_area().add(grid)
        for response, ident in enumerate(buttons):
            button = self.widgets[ident] = window.add_button(self.texts[ident], response)
            button.connect("clicked", lambda _, ident=ident: self.clicked(ident))
        window.set_default_response(response)
        window.connect("delete-event", lambda *_: self.dismissed() or True)
        window.show_all()

    def close_dialog(self):
        window, self.dialog_window = self.dialog_window, None
        idents = [ident for ident, widget in self.widgets.items() if widget.is_ancestor(window)]
        entry = next(ident for ident in idents if isinstance(self.widgets[ident], Gtk.Entry))
        text = self.widgets[entry].get_text()
        for ident in idents:
            del self.widgets[ident]
        window.destroy()
        return text

    def cover(self):
        if self.cover_window:
            return
        window = self.cover_window = Gtk.Window(
            title=self.texts["dialog-cover"], transient_for=self.window, border_width=18,
            type_hint=Gdk.WindowTypeHint.DIALOG)  # which window managers put in the middle of its owner
        window.set_default_size(*self.window.get_size())
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=12)
        box.pack_start(Gtk.Label(label=self.texts["cover-text"]), True, True, 0)
        box.add(self._button("cover-close"))
        self.widgets["cover-close"].set_halign(Gtk.Align.CENTER)
        window.add(box)
        window.connect("delete-event", lambda *_: self.uncover() or True)
        window.show_all()

    def uncover(self):
        window, self.cover_window = self.cover_window, None
        if window:
            del self.widgets["cover-close"]
            window.destroy()

    def add_save(self, place):
        if place == "group":
            frame = self._frame("template", Gtk.Box())
            frame.get_child().set_border_width(4)
            frame.get_child().add(self._button("save2"))
            self.bottom.add(frame)
            frame.show_all()
            return
        first = self.toolbar.get_item_index(self.widgets["save"])
        button = self._tool("save2")
        self.toolbar.insert(button, first if place == "before" else first + 1)
        button.show()

    def remove(self, ident):
        self.widgets.pop(ident).destroy()
        if ident in self.captions:
            self.captions.pop(ident).destroy()

    def rename(self, ident, text):
        caption = self.captions.get(ident)
        if caption:
            caption.set_text(text)
        else:
            self.widgets[ident].set_label(text)

    def enable(self, ident, enabled):
        self.widgets[ident].set_sensitive(enabled)

    def press(self, ident):
        self.widgets[ident].clicked()

    def page(self, index):
        self.notebook.set_current_page(index)

    def retitle(self, text):
        self.window.set_title(text)


Form(sys.argv[1:]).run()
