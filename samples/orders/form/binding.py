"""Which Qt draws the sample application: Qt 5, unless a toolkit's file chooses
another before it imports the form."""

import importlib

import orders

toolkit = "qt"


def choose(name):
    """Takes the toolkit "qt" (5) or "qt6"; ends the program where its modules are missing."""
    global toolkit, core, gui, widgets
    toolkit = name
    package = {"qt": "PyQt5", "qt6": "PyQt6"}[name]
    try:
        core, gui, widgets = (importlib.import_module(f"{package}.{module}") for module in ("QtCore", "QtGui", "QtWidgets"))
    except ImportError:
        orders.missing("python3-" + package.lower())


def find(name):
    """Returns a class, in whichever module this Qt has it: QAction and QShortcut moved."""
    return next(getattr(module, name) for module in (widgets, gui, core) if hasattr(module, name))
