"""The sample application in Qt 5 or, for qt6.py, in Qt 6."""

import os
import sys

import binding
import orders
from words import COUNTRIES, HISTORY, ITEMS, MAX_DISCOUNT, MAX_QUANTITY, MENUS, PAYMENTS, SUPPLIERS

if __name__ == "__main__":
    binding.choose("qt")
from place import placed  # noqa: E402  it takes the Qt that was chosen

QSize, Qt, pyqtSignal = map(binding.find, ("QSize", "Qt", "pyqtSignal"))
(QAction, QApplication, QCheckBox, QComboBox, QDialog, QFormLayout, QGroupBox, QHBoxLayout, QKeySequence, QLabel,
 QLineEdit, QListWidget, QMainWindow, QPlainTextEdit, QPushButton, QRadioButton, QShortcut, QSlider, QSpinBox, QStyle,
 QTabWidget, QToolBar, QToolButton, QVBoxLayout, QWidget) = map(binding.find, (
     "QAction", "QApplication", "QCheckBox", "QComboBox", "QDialog", "QFormLayout", "QGroupBox", "QHBoxLayout",
     "QKeySequence", "QLabel", "QLineEdit", "QListWidget", "QMainWindow", "QPlainTextEdit", "QPushButton",
     "QRadioButton", "QShortcut", "QSlider", "QSpinBox", "QStyle", "QTabWidget", "QToolBar", "QToolButton",
     "QVBoxLayout", "QWidget"))

ICONS = {"new": QStyle.StandardPixmap.SP_FileIcon, "save": QStyle.StandardPixmap.SP_DialogSaveButton, "save2": QStyle.StandardPixmap.SP_DialogSaveButton}
SHORTCUTS = {"new": "Ctrl+N", "save": "Ctrl+S"}


class Window(QMainWindow):
    """The main window; Form decides what closing it means."""

    posted = pyqtSignal(object)  # carries calls from other threads to this one

    def __init__(self, form):
        super().__init__()
        self.form = form
        self.posted.connect(lambda call: call())

    def closeEvent(self, event):
        event.ignore()
        self.form.closed()


class Form(orders.Orders):
    toolkit = binding.toolkit

    def __init__(self, argv):
        super().__init__(argv)
        os.environ.setdefault("QT_LINUX_ACCESSIBILITY_ALWAYS_ON", "1")
        self.app = QApplication(["orders-" + self.toolkit, "-style", "fusion"])
        self.app.setApplicationName("orders-" + self.toolkit)
        self.app.setQuitOnLastWindowClosed(False)
        self.widgets = {}  # by id
        self.captions = {}  # the labels of entries, by id
        self.dialog_window = self.cover_window = None
        self.window = Window(self)
        self.window.setWindowTitle(self.texts["window"])
        self.window.resize(900, 640)
        for ident, keys in SHORTCUTS.items():
            QShortcut(QKeySequence(keys), self.window, lambda ident=ident, keys=keys: self._shortcut(ident, keys))
        self._menu_bar()
        self._toolbar()
        self.window.setCentralWidget(self._pages())
        self.status_label = QLabel()
        self.status_label.setContentsMargins(8, 2, 8, 2)
        self.window.statusBar().addWidget(self.status_label, 1)

    def run(self):
        placed(self.window, self.ready)
        self.window.show()
        self.app.exec()

    def _shortcut(self, ident, keys):
        widget = self.widgets.get(ident)
        if widget and widget.isEnabled():
            self.key(ident, keys)

    # Widgets.

    def _menu_bar(self):
        for name, idents in MENUS:
            menu = self.window.menuBar().addMenu(self.texts[name])
            for ident in idents:
                action = QAction(self.texts[ident], self.window)
                if ident == "view-totals":
                    action.setCheckable(True)
                    action.toggled.connect(lambda value, ident=ident: self.menu(ident, value))
                else:
                    action.triggered.connect(lambda _, ident=ident: self.menu(ident))
                menu.addAction(action)
                self.widgets[ident] = action
            self.widgets[name] = menu.menuAction()

    def _toolbar(self):
        self.toolbar = QToolBar(self.texts["toolbar"])
        self.toolbar.setMovable(False)
        self.toolbar.setIconSize(QSize(20, 20))
        self.window.addToolBar(self.toolbar)
        for ident in ("new", "save"):
            self.toolbar.addWidget(self._tool(ident))

    def _tool(self, ident):
        button = QToolButton(text=self.texts[ident], icon=self.window.style().standardIcon(ICONS[ident]))
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setMinimumHeight(30)
        button.clicked.connect(lambda: self.clicked(ident))
        self.widgets[ident] = button
        return button

    def _button(self, ident):
        button = QPushButton(self.text(ident))
        button.clicked.connect(lambda: self.clicked(ident))
        self.widgets[ident] = button
        return button

    def _pages(self):
        pages = {"tab-order": self._order_page(), "tab-items": self._items_page(), "tab-history": self._history_page()}
        self.notebook = QTabWidget()
        self.notebook.setAccessibleName(self.texts["tabs"])
        for ident, page in pages.items():
            self.notebook.addTab(page, self.texts[ident])
            self.widgets[ident] = page
        idents = {page: ident for ident, page in pages.items()}
        self.notebook.currentChanged.connect(
            lambda index: self.note("selected", "tabs", idents.get(self.notebook.widget(index))))
        frame = QWidget()
        layout = QVBoxLayout(frame)
        layout.addWidget(self.notebook)
        return frame

    def _group(self, ident, *rows):
        """Lays out labelled widgets; rows without id span both columns, a
        third element stands beside the control."""
        group = QGroupBox(self.texts[ident])
        form = QFormLayout(group)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignRight)
        form.setContentsMargins(12, 12, 12, 12)
        for name, control, *beside in rows:
            if name is None:
                form.addRow(control)
                continue
            shown = control
            if beside:
                shown = QHBoxLayout()
                shown.addWidget(control)
                shown.addWidget(*beside)
            form.addRow(self._caption(name, control), shown)
        self.widgets[ident] = group
        return group

    def _caption(self, ident, control):
        label = QLabel(self.texts[ident])
        label.setBuddy(control)
        self.captions[ident] = label
        self.widgets[ident] = control
        return label

    def _order_page(self):
        customer, street, pin = QLineEdit(), QLineEdit(), QLineEdit()
        pin.setEchoMode(QLineEdit.EchoMode.Password)
        for ident, entry in (("customer", customer), ("street", street)):
            entry.textChanged.connect(lambda text, ident=ident: self.note("text", ident, text))
        pin.textChanged.connect(lambda text: self.note("text", "pin", len(text)))
        notes = QPlainTextEdit(tabChangesFocus=True)
        notes.textChanged.connect(lambda: self.note("text", "notes", notes.toPlainText()))
        express = QCheckBox(self.texts["express"])
        express.toggled.connect(lambda value: self.note("toggled", "express", value))
        self.widgets["express"] = express
        country = QComboBox()
        country.addItems(self.texts[name] for name in COUNTRIES)
        country.currentIndexChanged.connect(lambda index: self.note("selected", "country", COUNTRIES[index]))
        quantity = QSpinBox(minimum=1, maximum=MAX_QUANTITY)
        quantity.valueChanged.connect(lambda value: self.note("value", "quantity", value))
        discount = QSlider(Qt.Orientation.Horizontal, maximum=MAX_DISCOUNT)
        discount.valueChanged.connect(lambda value: self.note("value", "discount", value))
        number = QLabel("0", alignment=Qt.AlignmentFlag.AlignRight)
        number.setFixedWidth(24)
        discount.valueChanged.connect(number.setNum)
        for control in (customer, street, pin, country, quantity):
            control.setMinimumHeight(28)
        right = QVBoxLayout()
        right.addWidget(self._group("delivery", (None, express), ("quantity", quantity), ("discount", discount, number)))
        right.addWidget(self._group("payment", (None, self._payments()), ("pin", pin)))
        right.addStretch()
        columns = QHBoxLayout()
        columns.addWidget(self._group(
            "recipient", ("customer", customer), ("street", street), ("country", country), ("notes", notes)), 1)
        columns.addLayout(right, 1)
        self.bottom = QHBoxLayout()
        self.bottom.addStretch()
        self.bottom.addWidget(self._button("details"), 0, Qt.AlignmentFlag.AlignBottom)
        page = QWidget()
        layout = QVBoxLayout(page)
        layout.addLayout(columns, 1)
        layout.addLayout(self.bottom)
        return page

    def _payments(self):
        layout = QHBoxLayout()
        for ident in PAYMENTS:
            radio = QRadioButton(self.texts[ident])
            radio.setChecked(ident == PAYMENTS[0])
            radio.toggled.connect(lambda value, ident=ident: value and self.note("toggled", ident, True))
            self.widgets[ident] = radio
            layout.addWidget(radio)
        layout.addStretch()
        return layout

    def _list(self, ident, texts):
        box = QListWidget(spacing=3)
        box.setAccessibleName(self.texts[ident])
        box.addItems(texts)
        box.currentTextChanged.connect(lambda text: self.note("selected", ident, text))
        self.widgets[ident] = box
        return box

    def _items_page(self):
        # Qt 5 hides the widgets in a table's cells from assistive technology,
        # so the table is made of groups that are named by their first column.
        heading = QWidget()
        self._cells(heading, [QLabel(f"<b>{self.texts[ident]}</b>") for ident in ("column-item", "column-price")])
        self.table = QVBoxLayout()
        self.table.setSpacing(0)
        self.table.addWidget(heading)
        self.table.addStretch()
        for index, item in enumerate(self.rows):
            self.insert_row(index, item)
        self.total_label = QLabel(alignment=Qt.AlignmentFlag.AlignRight)
        self.table.addWidget(self.total_label)
        group = QGroupBox()
        group.setAccessibleName(self.texts["items"])
        group.setLayout(self.table)
        suppliers = self._list("suppliers", SUPPLIERS)
        suppliers.setFixedWidth(220)
        page = QWidget()
        layout = QHBoxLayout(page)
        layout.addWidget(suppliers)
        layout.addWidget(group)
        return page

    @staticmethod
    def _cells(row, labels, button=None):
        layout = QHBoxLayout(row)
        layout.setContentsMargins(6, 4, 6, 4)
        for label in labels:
            label.setFixedWidth(140)
            layout.addWidget(label)
        layout.addStretch()
        if button:
            layout.addWidget(button)

    def _history_page(self):
        page = QWidget()
        QVBoxLayout(page).addWidget(self._list("history", HISTORY))
        return page

    # What Orders asks for.

    def post(self, call):
        self.window.posted.emit(call)

    def quit(self):
        self.app.quit()

    def read(self):
        get = self.widgets.get
        state = {"payment": next((p for p in PAYMENTS if get(p) and get(p).isChecked()), "")}
        for ident, value in (
                ("customer", lambda w: w.text()), ("street", lambda w: w.text()),
                ("notes", lambda w: w.toPlainText()), ("express", lambda w: w.isChecked()),
                ("country", lambda w: COUNTRIES[w.currentIndex()]), ("quantity", lambda w: w.value()),
                ("discount", lambda w: w.value()), ("pin", lambda w: len(w.text()))):
            state[ident] = value(get(ident)) if get(ident) else None
        return state

    def clear(self):
        for ident, change in (
                ("customer", lambda w: w.clear()), ("street", lambda w: w.clear()), ("notes", lambda w: w.clear()),
                ("express", lambda w: w.setChecked(False)), ("country", lambda w: w.setCurrentIndex(0)),
                ("quantity", lambda w: w.setValue(1)), ("discount", lambda w: w.setValue(0)),
                ("pin", lambda w: w.clear()), (PAYMENTS[0], lambda w: w.setChecked(True))):
            if ident in self.widgets:
                change(self.widgets[ident])

    def show(self, status, totals):
        self.status_label.setText(status)
        self.total_label.setText(totals or "")
        self.total_label.setVisible(totals is not None)

    def insert_row(self, index, item):
        row = QGroupBox()
        row.setStyleSheet("QGroupBox { border: none; margin: 0 }")
        row.setAccessibleName(self.texts[item])
        labels = [QLabel(self.texts[item]), QLabel(f"{ITEMS[item]:.2f} €")]
        self._cells(row, labels, self._button("delete-" + item.lower()))
        self.widgets["item-" + item.lower()] = row
        self.table.insertWidget(index + 1, row)  # below the heading

    def remove_row(self, item):
        self.widgets.pop("delete-" + item.lower(), None)
        self._discard(self.widgets.pop("item-" + item.lower()))

    @staticmethod
    def _discard(widget):
        widget.hide()
        widget.setParent(None)
        widget.deleteLater()

    def open_dialog(self, name, entry, buttons):
        window = self.dialog_window = QDialog(self.window)
        window.setWindowTitle(self.texts["dialog-" + name])
        window.rejected.connect(lambda: self.dialog and self.dismissed())
        field = QLineEdit()
        field.setMinimumSize(260, 28)
        field.textChanged.connect(lambda text: self.note("text", entry, text))
        row = QHBoxLayout()
        row.addStretch()
        for ident in buttons:
            row.addWidget(self._button(ident))
        layout = QFormLayout(window)
        layout.setContentsMargins(18, 18, 18, 18)
        layout.addRow(self._caption(entry, field), field)
        layout.addRow(row)
        self.widgets[ident].setDefault(True)
        window.open()

    def close_dialog(self):
        window, self.dialog_window = self.dialog_window, None
        idents = [ident for ident, widget in self.widgets.items()
                  if isinstance(widget, QWidget) and window.isAncestorOf(widget)]
        entry = next(ident for ident in idents if isinstance(self.widgets[ident], QLineEdit))
        text = self.widgets[entry].text()
        for ident in idents:
            del self.widgets[ident]
            self.captions.pop(ident, None)
        window.close()
        window.deleteLater()
        return text

    def cover(self):
        if self.cover_window:
            return
        window = self.cover_window = QDialog(self.window)
        window.setWindowTitle(self.texts["dialog-cover"])
        window.rejected.connect(self.uncover)
        window.resize(self.window.size())
        layout = QVBoxLayout(window)
        layout.addWidget(QLabel(self.texts["cover-text"]), 1, Qt.AlignmentFlag.AlignCenter)
        layout.addWidget(self._button("cover-close"), 0, Qt.AlignmentFlag.AlignCenter)
        window.show()

    def uncover(self):
        window, self.cover_window = self.cover_window, None
        if window:
            del self.widgets["cover-close"]
            window.close()
            window.deleteLater()

    def add_save(self, place):
        if place == "group":
            group = QGroupBox(self.texts["template"])
            layout = QHBoxLayout(group)
            layout.addWidget(self._button("save2"))
            self.bottom.insertWidget(0, group)
            self.widgets["template"] = group
            return
        button = self._tool("save2")
        actions = self.toolbar.actions()
        first = next(i for i, action in enumerate(actions)
                     if self.toolbar.widgetForAction(action) is self.widgets["save"])
        index = first if place == "before" else first + 1
        if index < len(actions):
            self.toolbar.insertWidget(actions[index], button)
        else:
            self.toolbar.addWidget(button)

    def remove(self, ident):
        widget = self.widgets.pop(ident)
        if ident.startswith("tab-"):
            self.notebook.removeTab(self.notebook.indexOf(widget))
        if isinstance(widget, QAction):
            widget.setVisible(False)
            return
        self._discard(widget)
        if ident in self.captions:
            self._discard(self.captions.pop(ident))

    def rename(self, ident, text):
        widget = self.captions.get(ident) or self.widgets[ident]
        if ident.startswith("tab-"):
            self.notebook.setTabText(self.notebook.indexOf(widget), text)
        elif isinstance(widget, QGroupBox):
            widget.setTitle(text)
        else:
            widget.setText(text)

    def enable(self, ident, enabled):
        self.widgets[ident].setEnabled(enabled)

    def press(self, ident):
        self.widgets[ident].click()

    def page(self, index):
        self.notebook.setCurrentIndex(index)

    def retitle(self, text):
        self.window.setWindowTitle(text)


def main():
    Form(sys.argv[1:]).run()


if __name__ == "__main__":
    main()
