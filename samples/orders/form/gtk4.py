"""The sample application in GTK 4."""

import sys

import orders
from words import COUNTRIES, HISTORY, ITEMS, MAX_DISCOUNT, MAX_QUANTITY, MENUS, PAYMENTS, SUPPLIERS

try:
    import gi

    gi.require_version("Gdk", "4.0")
    gi.require_version("Gtk", "4.0")
    from gi.repository import Gdk, Gio, GLib, Gtk

    from frame import drawn
except (ImportError, ValueError):
    orders.missing("python3-gi gir1.2-gtk-4.0")

ICONS = {"new": "document-new", "save": "document-save", "save2": "document-save"}
SHORTCUTS = {"new": ("<Control>n", "Ctrl+N"), "save": ("<Control>s", "Ctrl+S")}
STYLE = b"""
.status { padding: 5px 12px; border-top: 1px solid @borders; }
.heading { font-weight: bold; padding: 6px 12px; border-bottom: 1px solid @borders; }
.total { font-weight: bold; }
/* Without a compositor, what a popover leaves transparent is black. */
popover > contents { margin: 0; border-radius: 0; box-shadow: none; }
"""


def named(widget, name):
    """Gives a widget a name for assistive technology."""
    widget.update_property([Gtk.AccessibleProperty.LABEL], [name])
    return widget


class Form(orders.Orders):
    toolkit = "gtk4"

    def __init__(self, argv):
        super().__init__(argv)
        GLib.set_prgname("orders-gtk4")
        GLib.set_application_name("Orders")
        self.widgets = {}  # by id
        self.captions = {}  # the labels of entries, by id
        self.items = {}  # menu items by id: their actions
        self.dialog_window = self.cover_window = None
        # Not unique: several may run side by side.
        self.app = Gtk.Application(flags=Gio.ApplicationFlags.NON_UNIQUE)
        self.app.connect("activate", self._build)

    def run(self):
        self.app.run([])

    def _build(self, _):
        provider = Gtk.CssProvider()
        provider.load_from_data(STYLE)
        Gtk.StyleContext.add_provider_for_display(
            Gdk.Display.get_default(), provider, Gtk.STYLE_PROVIDER_PRIORITY_APPLICATION)
        self.window = Gtk.ApplicationWindow(application=self.app, title=self.texts["window"])
        self.window.set_default_size(900, 640)
        self.window.connect("close-request", lambda _: self.closed() or True)
        for ident, (keys, name) in SHORTCUTS.items():
            self._action("key-" + ident, lambda *_, ident=ident, name=name: self._shortcut(ident, name))
            self.app.set_accels_for_action("win.key-" + ident, [keys])
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        box.append(self._menu_bar())
        box.append(self._toolbar())
        box.append(self._pages())
        self.status_label = Gtk.Label(xalign=0, css_classes=["status"])
        box.append(self.status_label)
        self.window.set_child(box)
        drawn(self.window, self.ready)
        self.window.present()

    def _action(self, name, call, state=None):
        if state is None:
            action = Gio.SimpleAction.new(name, None)
        else:
            action = Gio.SimpleAction.new_stateful(name, None, GLib.Variant("b", state))
        action.connect("activate", call)
        self.window.add_action(action)
        return action

    def _shortcut(self, ident, name):
        widget = self.widgets.get(ident)
        if widget and widget.is_sensitive():
            self.key(ident, name)

    # Widgets.

    def _menu_bar(self):
        for _, idents in MENUS:
            for ident in idents:
                if ident == "view-totals":
                    self.items[ident] = self._action(ident, self._toggle_totals, False)
                else:
                    self.items[ident] = self._action(ident, lambda *_, ident=ident: self.menu(ident))
        self.menu_bar = Gtk.PopoverMenuBar()
        self._fill_menus()
        return self.menu_bar

    def _fill_menus(self):
        bar = Gio.Menu()
        for name, idents in MENUS:
            menu = Gio.Menu()
            for ident in idents:
                if ident in self.items:
                    menu.append(self.texts[ident], "win." + ident)
            bar.append_submenu(self.texts[name], menu)
        self.menu_bar.set_menu_model(bar)

    def _toggle_totals(self, action, _):
        value = not action.get_state().get_boolean()
        action.set_state(GLib.Variant("b", value))
        self.menu("view-totals", value)

    def _toolbar(self):
        self.toolbar = Gtk.Box(accessible_role=Gtk.AccessibleRole.TOOLBAR, css_classes=["toolbar"])
        named(self.toolbar, self.texts["toolbar"])
        for ident in ("new", "save"):
            self.toolbar.append(self._tool(ident))
        return self.toolbar

    def _tool(self, ident):
        """A button with an icon beside its words."""
        box = Gtk.Box(spacing=6)
        box.append(Gtk.Image(icon_name=ICONS[ident]))
        label = Gtk.Label(label=self.texts[ident])
        box.append(label)
        button = Gtk.Button(child=box, has_frame=False)
        named(button, self.texts[ident])
        button.connect("clicked", lambda _: self.clicked(ident))
        self.widgets[ident] = button
        self.captions[ident] = label
        return button

    def _button(self, ident):
        button = Gtk.Button(label=self.text(ident))
        button.connect("clicked", lambda _: self.clicked(ident))
        self.widgets[ident] = button
        return button

    def _pages(self):
        pages = {"tab-order": self._order_page(), "tab-items": self._items_page(), "tab-history": self._history_page()}
        self.notebook = named(Gtk.Notebook(vexpand=True), self.texts["tabs"])
        for ident, page in pages.items():
            self.captions[ident] = Gtk.Label(label=self.texts[ident])
            self.notebook.append_page(page, self.captions[ident])
            self._name_tab(ident)
            self.widgets[ident] = page
        self.notebook.connect("switch-page", lambda *args: self.note("selected", "tabs", list(pages)[args[2]]))
        return self.notebook

    def _name_tab(self, ident):
        # GTK 4.8 calls every tab "Tab"; the widget around the label is the tab.
        named(self.captions[ident].get_parent(), self.texts[ident])

    def _frame(self, ident, child, margin=12):
        self._margin(child, margin)
        frame = Gtk.Frame(label=self.texts[ident], child=child)
        self.widgets[ident] = frame
        return frame

    @staticmethod
    def _margin(widget, pixels):
        widget.set_margin_top(pixels)
        widget.set_margin_bottom(pixels)
        widget.set_margin_start(pixels)
        widget.set_margin_end(pixels)
        return widget

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
        customer, street = Gtk.Entry(), Gtk.Entry()
        for ident, entry in (("customer", customer), ("street", street)):
            entry.connect("changed", lambda entry, ident=ident: self.note("text", ident, entry.get_text()))
        pin = Gtk.PasswordEntry()
        pin.connect("changed", lambda entry: self.note("text", "pin", len(entry.get_text())))
        notes = Gtk.TextView(wrap_mode=Gtk.WrapMode.WORD, accepts_tab=False)
        notes.get_buffer().connect("changed", lambda buffer: self.note("text", "notes", buffer.props.text))
        notes_box = Gtk.ScrolledWindow(has_frame=True, vexpand=True, child=notes)
        express = Gtk.CheckButton(label=self.texts["express"])
        express.connect("toggled", lambda button: self.note("toggled", "express", button.get_active()))
        self.widgets["express"] = express
        country = Gtk.DropDown.new_from_strings([self.texts[name] for name in COUNTRIES])
        country.connect("notify::selected",
                        lambda down, _: self.note("selected", "country", COUNTRIES[down.get_selected()]))
        quantity = Gtk.SpinButton.new_with_range(1, MAX_QUANTITY, 1)
        quantity.connect("value-changed", lambda spin: self.note("value", "quantity", spin.get_value_as_int()))
        discount = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, MAX_DISCOUNT, 1)
        discount.set_draw_value(True)
        discount.set_value_pos(Gtk.PositionType.RIGHT)
        discount.connect("value-changed", lambda scale: self.note("value", "discount", int(scale.get_value())))
        recipient = self._grid(("customer", customer, customer), ("street", street, street),
                               ("country", country, country), ("notes", notes_box, notes))
        delivery = self._grid((None, express, express), ("quantity", quantity, quantity),
                              ("discount", discount, discount))
        payment = self._grid((None, self._payments(), None), ("pin", pin, pin))
        right = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=12)
        right.append(self._frame("delivery", delivery))
        right.append(self._frame("payment", payment))
        columns = Gtk.Box(spacing=12, homogeneous=True, vexpand=True)
        columns.append(self._frame("recipient", recipient))
        columns.append(right)
        self.bottom = Gtk.Box(spacing=12)
        details = self._button("details")
        details.set_hexpand(True)
        details.set_halign(Gtk.Align.END)
        details.set_valign(Gtk.Align.END)
        self.bottom.append(details)
        page = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=12)
        page.append(columns)
        page.append(self.bottom)
        return self._margin(page, 12)

    def _payments(self):
        box, first = Gtk.Box(spacing=18), None
        for ident in PAYMENTS:
            radio = Gtk.CheckButton(
                label=self.texts[ident], active=first is None, accessible_role=Gtk.AccessibleRole.RADIO)
            radio.set_group(first)
            radio.connect("toggled", lambda radio, ident=ident: radio.get_active() and self.note("toggled", ident, True))
            first = first or radio
            self.widgets[ident] = radio
            box.append(radio)
        return box

    def _list(self, ident, texts):
        box = named(Gtk.ListBox(activate_on_single_click=False), self.texts[ident])
        for text in texts:
            label = self._margin(Gtk.Label(label=text, xalign=0), 6)
            row = named(Gtk.ListBoxRow(child=label), text)
            row.text = text
            box.append(row)
        box.connect("row-selected", lambda _, row: row and self.note("selected", ident, row.text))
        self.widgets[ident] = box
        return Gtk.ScrolledWindow(has_frame=True, hexpand=True, vexpand=True, child=box)

    def _items_page(self):
        # GTK 4's column view has no rows and cells for assistive technology
        # (4.8), so the table is made of boxes that carry those roles.
        role = Gtk.AccessibleRole
        self.columns = [Gtk.SizeGroup(mode=Gtk.SizeGroupMode.HORIZONTAL) for _ in range(2)]
        heading = Gtk.Box(spacing=12, accessible_role=role.ROW, css_classes=["heading"])
        for group, ident in zip(self.columns, ("column-item", "column-price")):
            label = Gtk.Label(label=self.texts[ident], xalign=0, accessible_role=role.COLUMN_HEADER)
            named(label, self.texts[ident])
            group.add_widget(label)
            heading.append(label)
        self.table = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, accessible_role=role.TABLE, vexpand=True)
        named(self.table, self.texts["items"])
        self.table.append(heading)
        for index, item in enumerate(self.rows):
            self.insert_row(index, item)
        self.total_label = self._margin(Gtk.Label(xalign=1, css_classes=["total"]), 6)
        right = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, hexpand=True)
        right.append(self.table)
        right.append(self.total_label)
        suppliers = self._list("suppliers", SUPPLIERS)
        suppliers.set_hexpand(False)
        suppliers.set_size_request(220, -1)
        page = Gtk.Box(spacing=12)
        page.append(suppliers)
        page.append(Gtk.Frame(child=right))
        return self._margin(page, 12)

    def _history_page(self):
        page = Gtk.Box()
        page.append(self._list("history", HISTORY))
        return self._margin(page, 12)

    # What Orders asks for.

    def post(self, call):
        GLib.idle_add(lambda: call() and False)

    def quit(self):
        self.app.quit()

    def read(self):
        get = self.widgets.get
        state = {"payment": next((p for p in PAYMENTS if get(p) and get(p).get_active()), "")}
        for ident, value in (
                ("customer", lambda w: w.get_text()), ("street", lambda w: w.get_text()),
                ("notes", lambda w: w.get_buffer().props.text), ("express", lambda w: w.get_active()),
                ("country", lambda w: COUNTRIES[w.get_selected()]), ("quantity", lambda w: w.get_value_as_int()),
                ("discount", lambda w: int(w.get_value())), ("pin", lambda w: len(w.get_text()))):
            state[ident] = value(get(ident)) if get(ident) else None
        return state

    def clear(self):
        for ident, change in (
                ("customer", lambda w: w.set_text("")), ("street", lambda w: w.set_text("")),
                ("notes", lambda w: w.get_buffer().set_text("")), ("express", lambda w: w.set_active(False)),
                ("country", lambda w: w.set_selected(0)), ("quantity", lambda w: w.set_value(1)),
                ("discount", lambda w: w.set_value(0)), ("pin", lambda w: w.set_text("")),
                (PAYMENTS[0], lambda w: w.set_active(True))):
            if ident in self.widgets:
                change(self.widgets[ident])

    def show(self, status, totals):
        self.status_label.set_text(status)
        self.total_label.set_text(totals or "")
        self.total_label.set_visible(totals is not None)

    def insert_row(self, index, item):
        role = Gtk.AccessibleRole
        row = named(Gtk.Box(spacing=12, accessible_role=role.ROW), self.texts[item])
        cells = zip(self.columns, (self.texts[item], f"{ITEMS[item]:.2f} €"), (role.ROW_HEADER, role.CELL))
        for group, text, kind in cells:
            label = named(Gtk.Label(label=text, xalign=0, width_chars=16, accessible_role=kind), text)
            group.add_widget(label)
            row.append(label)
        cell = Gtk.Box(accessible_role=role.CELL, hexpand=True, halign=Gtk.Align.END)
        cell.append(self._button("delete-" + item.lower()))
        row.append(cell)
        self._margin(row, 4)
        row.set_margin_start(12)
        row.set_margin_end(12)
        before = self.table.get_first_child()  # the heading
        for _ in range(index):
            before = before.get_next_sibling()
        self.table.insert_child_after(row, before)
        self.widgets["item-" + item.lower()] = row

    def remove_row(self, item):
        self.widgets.pop("delete-" + item.lower(), None)
        self.table.remove(self.widgets.pop("item-" + item.lower()))

    def open_dialog(self, name, entry, buttons):
        window = self.dialog_window = Gtk.Dialog(
            title=self.texts["dialog-" + name], transient_for=self.window, modal=True, resizable=False)
        field = Gtk.Entry(activates_default=True, width_chars=32)
        field.connect("changed", lambda field: self.note("text", entry, field.get_text()))
        window.get_content_area().append(self._margin(self._grid((entry, field, field)), 18))
        for response, ident in enumerate(buttons):
            # add_button would make GTK 4.8 tell the name twice, "Save Save".
            window.add_action_widget(self._button(ident), response)
        window.set_default_response(response)
        window.connect("close-request", lambda _: self.dismissed() or True)
        window.present()

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
        window = self.cover_window = Gtk.Window(title=self.texts["dialog-cover"], transient_for=self.window)
        window.set_default_size(self.window.get_width(), self.window.get_height())
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=12)
        box.append(Gtk.Label(label=self.texts["cover-text"], vexpand=True))
        close = self._button("cover-close")
        close.set_halign(Gtk.Align.CENTER)
        box.append(close)
        window.set_child(self._margin(box, 18))
        window.connect("close-request", lambda _: self.uncover() or True)
        window.present()

    def uncover(self):
        window, self.cover_window = self.cover_window, None
        if window:
            del self.widgets["cover-close"]
            window.destroy()

    def add_save(self, place):
        if place == "group":
            box = Gtk.Box()
            box.append(self._button("save2"))
            self.bottom.prepend(self._frame("template", box, 4))
            return
        first = self.widgets["save"]
        after = first.get_prev_sibling() if place == "before" else first
        self.toolbar.insert_child_after(self._tool("save2"), after)

    def remove(self, ident):
        if ident in self.items:
            del self.items[ident]
            self.window.remove_action(ident)
            self._fill_menus()
            return
        widgets = [self.widgets.pop(ident)]
        if ident.startswith("tab-"):
            self.notebook.remove_page(self.notebook.page_num(widgets[0]))
            return
        if ident in self.captions:
            widgets.append(self.captions.pop(ident))
        for widget in widgets:
            widget.unparent()

    def rename(self, ident, text):
        if ident in self.items or ident in dict(MENUS):
            self._fill_menus()
        elif ident in self.captions:
            self.captions[ident].set_text(text)
            if ident.startswith("tab-"):
                self._name_tab(ident)
            elif isinstance(self.widgets[ident], Gtk.Button):
                named(self.widgets[ident], text)
        else:
            self.widgets[ident].set_label(text)

    def enable(self, ident, enabled):
        if ident in self.items:
            self.items[ident].set_enabled(enabled)
        else:
            self.widgets[ident].set_sensitive(enabled)

    def press(self, ident):
        widget = self.widgets[ident]
        if isinstance(widget, Gtk.CheckButton):
            widget.set_active(not widget.get_active())
        else:
            widget.emit("clicked")

    def page(self, index):
        self.notebook.set_current_page(index)

    def retitle(self, text):
        self.window.set_title(text)


Form(sys.argv[1:]).run()
