"""What the sample window "Workshop" is, whatever toolkit draws it: one of each
kind of widget that Orders does not have, to be clicked twice, dragged, expanded,
scrolled and selected.

A toolkit's file only makes the widgets and connects their own signals to note.
Everything runs on the toolkit's main loop.
"""

import abc
import argparse
import os

import orders

TITLE = "Workshop"
# A tree: (branch, its leaves).
FOLDERS = (("Fruit", ("Cherry", "Quince")), ("Nuts", ("Walnut", "Hazel")))
BASKET = ("Red", "Green", "Blue", "Black", "White")
STOCK = (("Bolts", "10"), ("Screws", "20"), ("Nails", "30"))
STOCK_HEADINGS = ("Part", "Count")
TOOLS = ("Cut", "Drill", "Glue", "Paint", "Polish", "Weld", "Measure", "Pack")
NOTES = 40
NOTHING_MOVED = "Nothing was moved"
MEMO = "The quick brown fox"
MAX_VOLUME = 100
MAX_COPIES = 20
CITIES = ("Bonn", "Kyoto", "Lyon")  # offered by a box that takes others as well


class Workshop(abc.ABC):
    """The application. Subclasses make the widgets."""

    toolkit = ""

    def __init__(self, argv):
        parser = argparse.ArgumentParser(prog="workshop", description="Widgets to be driven.")
        parser.add_argument("--log", metavar="FILE", help="append what happens, as JSON lines")
        parser.add_argument("--control", metavar="FIFO", help="read commands from here")
        self.args = parser.parse_args(argv)
        self.log = orders.Log(self.args.log)
        self.quiet = True  # until ready

    @abc.abstractmethod
    def post(self, call):
        """Runs call on the main loop; may be called from any thread."""

    @abc.abstractmethod
    def read(self):
        """Returns what the widgets hold, as samples/orders.Bench names it."""

    def note(self, event, ident, value=None):
        if not self.quiet:
            self.log.write(event, ident, "", value)
            if event in ("clicked", "middle"):
                self.tell(ident + " was clicked")

    @abc.abstractmethod
    def tell(self, text):
        """Shows a text below the widgets."""

    def dropped(self, target, what):
        self.note("dropped", target, what)
        self.tell(f"{what} is on {target}")

    def ready(self):
        """To be called once, when the window is on screen."""
        self.quiet = False
        orders.listen(self.args.control, self.log, self.post, self._apply)
        self.log.write("ready", "window", TITLE, {"toolkit": self.toolkit, "pid": os.getpid()})

    def _apply(self, line):
        if line != "state":
            raise ValueError("unknown command " + line)
        self.log.write("state", "workshop", "", self.read())
