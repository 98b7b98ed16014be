"""The sample window "Workshop" in Qt 5 or, for workshop_qt6.py, in Qt 6."""

import os
import sys

import binding
import workshop
from workshop import BASKET, CITIES, FOLDERS, MAX_COPIES, MAX_VOLUME, MEMO, NOTES, NOTHING_MOVED, STOCK, STOCK_HEADINGS, TOOLS

if __name__ == "__main__":
    binding.choose("qt")
from place import placed  # noqa: E402  it takes the Qt that was chosen

NAMES = ("QAbstractItemView", "QAction", "QApplication", "QCheckBox", "QComboBox", "QDrag", "QFormLayout", "QGroupBox", "QHBoxLayout",
         "QLabel", "QLineEdit", "QListWidget", "QMainWindow", "QMenu", "QMimeData", "QPushButton", "QScrollArea",
         "QSlider", "QSpinBox", "QTabWidget", "QTableWidget", "QTableWidgetItem", "QToolBar", "QToolButton",
         "QTreeWidget", "QTreeWidgetItem", "QVBoxLayout", "QWidget", "Qt", "pyqtSignal")
(QAbstractItemView, QAction, QApplication, QCheckBox, QComboBox, QDrag, QFormLayout, QGroupBox, QHBoxLayout, QLabel, QLineEdit, QListWidget,
 QMainWindow, QMenu, QMimeData, QPushButton, QScrollArea, QSlider, QSpinBox, QTabWidget, QTableWidget,
 QTableWidgetItem, QToolBar, QToolButton, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget, Qt,
 pyqtSignal) = map(binding.find, NAMES)


class Window(QMainWindow):
    posted = pyqtSignal(object)  # carries calls from other threads to this one

    def __init__(self):
        super().__init__()
        self.posted.connect(lambda call: call())


class Package(QLabel):
    """Can be dragged."""

    def __init__(self, text, note):
        super().__init__(text)
        self.note = note
        self.pressed = None

    def mousePressEvent(self, event):
        self.pressed = event.pos() if event.button() == Qt.MouseButton.LeftButton else None

    def mouseReleaseEvent(self, event):
        self.pressed = None

    def mouseDoubleClickEvent(self, event):
        self.note("double", self.text())

    def mouseMoveEvent(self, event):
        if self.pressed is None or (event.pos() - self.pressed).manhattanLength() < QApplication.startDragDistance():
            return
        self.pressed = None
        data = QMimeData()
        data.setText(self.text())
        drag = QDrag(self)
        drag.setMimeData(data)
        run = getattr(drag, "exec", None) or drag.exec_
        run(Qt.DropAction.CopyAction)


class Place(QLabel):
    """Things can be dropped on it."""

    def __init__(self, text, dropped):
        super().__init__(text)
        self.dropped = dropped
        self.setAcceptDrops(True)
        self.setMargin(24)

    def dragEnterEvent(self, event):
        if event.mimeData().hasText():
            event.acceptProposedAction()

    def dropEvent(self, event):
        event.acceptProposedAction()
        self.dropped(self.text(), event.mimeData().text())


class Parcel(QPushButton):
    def __init__(self, note):
        super().__init__("Parcel")
        self.note = note

    def mousePressEvent(self, event):
        if event.button() == Qt.MouseButton.MiddleButton:
            self.note("middle", "Parcel")
        super().mousePressEvent(event)


class Workshop(workshop.Workshop):
    toolkit = binding.toolkit

    def __init__(self, argv):
        super().__init__(argv)
        os.environ.setdefault("QT_LINUX_ACCESSIBILITY_ALWAYS_ON", "1")
        self.app = QApplication(["workshop-" + self.toolkit, "-style", "fusion"])
        self.app.setApplicationName("workshop-" + self.toolkit)
        self.window = Window()
        self.window.setWindowTitle(workshop.TITLE)
        self.window.resize(1000, 680)
        self._toolbar()
        page = QWidget()
        columns = QHBoxLayout(page)
        for widgets in ((self._folders(), self._basket(), self._stock()), (self._controls(), self._moving()), (self._notes(),)):
            column = QVBoxLayout()
            for widget in widgets:
                column.addWidget(widget)
            columns.addLayout(column, 1)
        self.window.setCentralWidget(page)
        self.told = QLabel(NOTHING_MOVED)
        self.window.statusBar().addWidget(self.told, 1)

    def run(self):
        placed(self.window, self.ready)
        self.window.show()
        self.app.exec()

    def post(self, call):
        self.window.posted.emit(call)

    def tell(self, text):
        self.told.setText(text)

    def read(self):
        tops = [self.folders.topLevelItem(i) for i in range(self.folders.topLevelItemCount())]
        chosen = sorted(self.basket.selectedIndexes(), key=lambda index: index.row())
        return {"basket": [index.data() for index in chosen], "expanded": [t.text(0) for t in tops if t.isExpanded()],
                "volume": self.volume.value(), "copies": self.copies.value(), "bold": self.bold.isChecked(),
                "network": self.network.isChecked(), "tab": self.tabs.currentIndex(), "city": self.city.currentText(),
                "counts": [self.stock.item(y, 1).text() for y in range(self.stock.rowCount())]}

    def _toolbar(self):
        bar = QToolBar("Tools")
        bar.setMovable(False)
        bar.setMaximumWidth(240)
        for name in TOOLS:
            action = QAction(name, self.window)
            action.triggered.connect(lambda _, name=name: self.note("clicked", name))
            bar.addAction(action)
        self.window.addToolBar(bar)

    def _folders(self):
        view = self.folders = QTreeWidget()
        view.setHeaderHidden(True)
        view.setAccessibleName("Folders")
        for branch, leaves in FOLDERS:
            parent = QTreeWidgetItem(view, [branch])
            for leaf in leaves:
                QTreeWidgetItem(parent, [leaf])
        view.itemExpanded.connect(lambda item: self.note("expanded", item.text(0), True))
        view.itemCollapsed.connect(lambda item: self.note("expanded", item.text(0), False))
        view.itemActivated.connect(lambda item, _: self.note("activated", item.text(0)))
        return view

    def _basket(self):
        box = self.basket = QListWidget()
        box.setAccessibleName("Basket")
        box.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        box.addItems(BASKET)
        box.itemSelectionChanged.connect(lambda: self.note("selected", "basket", self.read()["basket"]))
        box.itemActivated.connect(lambda item: self.note("activated", item.text()))
        return box

    def _stock(self):
        table = self.stock = QTableWidget(len(STOCK), len(STOCK_HEADINGS))
        table.setAccessibleName("Stock")
        table.setHorizontalHeaderLabels(STOCK_HEADINGS)
        table.verticalHeader().hide()
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        for y, row in enumerate(STOCK):
            for x, text in enumerate(row):
                item = QTableWidgetItem(text)
                if x == 0:
                    item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsEditable)
                table.setItem(y, x, item)
        table.itemChanged.connect(lambda item: self.note("edited", table.item(item.row(), 0).text(), item.text()))
        table.itemSelectionChanged.connect(lambda: table.selectedItems() and self.note("selected", "stock", table.selectedItems()[0].text()))
        return table

    def _controls(self):
        group = QGroupBox("Controls")
        form = QFormLayout(group)
        self.volume = QSlider(Qt.Orientation.Horizontal, maximum=MAX_VOLUME)
        self.volume.valueChanged.connect(lambda v: self.note("value", "volume", v))
        self.copies = QSpinBox(maximum=MAX_COPIES)
        self.copies.valueChanged.connect(lambda v: self.note("value", "copies", v))
        memo = QLineEdit(MEMO)
        memo.textChanged.connect(lambda text: self.note("text", "memo", text))
        self.city = QComboBox(editable=True)
        self.city.addItems(CITIES)
        self.city.setCurrentIndex(-1)
        self.city.editTextChanged.connect(lambda text: self.note("text", "city", text))
        for title, widget in (("Volume", self.volume), ("Copies", self.copies), ("Memo", memo), ("City", self.city)):
            label = QLabel(title)
            label.setBuddy(widget)
            form.addRow(label, widget)
        self.bold = QPushButton("Bold", checkable=True)
        self.bold.setToolTip("Make the text bold")
        self.bold.toggled.connect(lambda v: self.note("toggled", "bold", v))
        self.network = QCheckBox("Network")
        self.network.toggled.connect(lambda v: self.note("toggled", "network", v))
        form.addRow(self.bold, self.network)
        more = QPushButton("More")
        more.setMenu(self._menu(more, ("Print", "Export")))
        parcel = Parcel(self.note)
        menu = self._menu(parcel, ("Wrap",), ("Send", ("Post", "Courier")))
        parcel.clicked.connect(lambda: self.note("clicked", "Parcel"))
        parcel.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        parcel.customContextMenuRequested.connect(lambda at: menu.popup(parcel.mapToGlobal(at)))
        form.addRow(more, parcel)
        self.tabs = QTabWidget()
        for name in ("Left", "Right"):
            self.tabs.addTab(QLabel(name + " page"), name)
        self.tabs.currentChanged.connect(lambda i: self.note("selected", "tabs", i))
        form.addRow(self.tabs)
        return group

    def _menu(self, parent, items, *submenus):
        menu = QMenu(parent)
        for name in items:
            action = QAction(name, menu)
            action.triggered.connect(lambda _, name=name: self.note("menu", name))
            menu.addAction(action)
        for name, below in submenus:
            sub = self._menu(menu, below)
            sub.setTitle(name)
            menu.addMenu(sub)
        return menu

    def _moving(self):
        group = QGroupBox("Moving")
        row = QHBoxLayout(group)
        row.addWidget(Package("Package", self.note))
        for name in ("Shelf", "Bin"):
            row.addWidget(Place(name, self.dropped))
        return group

    def _notes(self):
        inside = QWidget()
        column = QVBoxLayout(inside)
        for i in range(1, NOTES + 1):
            button = QPushButton(f"Note {i}")
            button.clicked.connect(lambda _, i=i: self.note("clicked", f"Note {i}"))
            column.addWidget(button)
        area = QScrollArea()
        area.setAccessibleName("Notes")
        area.setWidget(inside)
        return area


def main():
    Workshop(sys.argv[1:]).run()


if __name__ == "__main__":
    main()
