"""What the sample application "Orders" is, whatever toolkit draws it.

Here are the words on screen, the flags, the log, the commands that change the
application while it runs, and what each control does. A toolkit's file only
makes the widgets and connects their own signals to the methods of Orders.

Everything but Log.write, which is guarded, runs on the toolkit's main loop.
"""

import abc
import argparse
import contextlib
import json
import os
import sys
import threading
import time

from words import DETAILS_WITH_SAVE, DIALOGS, FIRST_NUMBER, ITEMS, TEXTS

# Exit status when the toolkit's Python modules are not installed.
MISSING = 3


def missing(packages):
    """Ends the process, naming the Debian packages to install: the system's Python sees
    them, another one that is found first does not."""
    print("missing packages:", packages, file=sys.stderr)
    if sys.executable != "/usr/bin/python3":
        print(f"this is {sys.executable}: if they are installed, use /usr/bin/python3", file=sys.stderr)
    sys.exit(MISSING)


class Log:
    """Appends one JSON object a line; what was written survives the process."""

    def __init__(self, path):
        self._file = open(path, "a", encoding="utf-8") if path else None
        self._seq = 0
        self._lock = threading.Lock()

    def write(self, event, ident="", label="", value=None):
        with self._lock:
            self._seq += 1
            entry = {"t": time.time(), "seq": self._seq, "event": event, "id": ident, "label": label, "value": value}
            if self._file:
                self._file.write(json.dumps(entry, ensure_ascii=False) + "\n")
                self._file.flush()
                os.fsync(self._file.fileno())


def listen(path, log, post, apply):
    """Applies each line that is written to a control file, on the main loop, and logs that."""
    if not path:
        return

    def control(line):
        try:
            apply(line)
        except (KeyError, ValueError) as error:
            log.write("control", "error", repr(error), line)
        else:
            log.write("control", line.partition(" ")[0], "", line)

    def read(lines):
        for line in lines:
            post(lambda line=line.rstrip("\n"): control(line))

    # Open for writing too, so that a writer that leaves does not end the file.
    lines = open(os.open(path, os.O_RDWR), encoding="utf-8")
    threading.Thread(target=read, args=(lines,), daemon=True).start()


def flags(argv):
    """Reads the command line. Flags that change the form become commands."""
    parser = argparse.ArgumentParser(prog="orders", description="A sample application to be inspected and driven.")
    parser.add_argument("--log", metavar="FILE", help="append what happens, as JSON lines")
    parser.add_argument("--control", metavar="FIFO", help="read commands from here")
    parser.add_argument("--lang", choices=sorted(TEXTS), default="en")
    parser.add_argument("--title", metavar="TEXT")
    parser.add_argument("--second-save", choices=("before", "after", "dialog", "group"))
    for name, value in (("without", "ID"), ("rename", "ID=TEXT"), ("disable", "ID"), ("slow", "ID=SECONDS")):
        parser.add_argument("--" + name, metavar=value, action="append", default=[])
    parser.add_argument("--reorder", action="store_true", help="reverse the rows of the table")
    parser.add_argument("--cover", action="store_true", help="open a window above")
    args = parser.parse_args(argv)
    commands = []
    if args.title is not None:
        commands.append("retitle " + args.title)
    if args.second_save:
        commands.append("second-save " + args.second_save)
    for word in ("without", "rename", "disable", "slow"):
        commands += [word + " " + value for value in getattr(args, word)]
    commands += [word for word in ("reorder", "cover") if getattr(args, word)]
    args.commands = commands
    return args


class Orders(abc.ABC):
    """The application. Subclasses make the widgets."""

    toolkit = ""

    def __init__(self, argv):
        self.args = flags(argv)
        self.log = Log(self.args.log)
        self.texts = dict(TEXTS[self.args.lang])
        self.second = None  # where the second Save is
        self.delays = {}  # seconds that the handler of a control blocks
        self.being = {}  # what a control is, where that is not its own id
        self.number = FIRST_NUMBER
        self.rows = list(ITEMS)
        self.deleted = []  # (index, item), the last one last
        self.totals = False
        self.quiet = True  # until ready

    # What a toolkit supplies.

    @abc.abstractmethod
    def post(self, call):
        """Runs call on the main loop; may be called from any thread."""

    @abc.abstractmethod
    def quit(self):
        """Ends the main loop."""

    @abc.abstractmethod
    def read(self):
        """Returns the contents of the form; of the PIN only the length."""

    @abc.abstractmethod
    def clear(self):
        """Empties the form."""

    @abc.abstractmethod
    def show(self, status, totals):
        """Shows the status and the totals, the latter hidden when None."""

    @abc.abstractmethod
    def insert_row(self, index, item):
        """Adds a row to the table."""

    @abc.abstractmethod
    def remove_row(self, item):
        """Removes a row from the table."""

    @abc.abstractmethod
    def open_dialog(self, name, entry, buttons):
        """Opens a modal dialog with one labelled entry."""

    @abc.abstractmethod
    def close_dialog(self):
        """Closes the open dialog and returns the text of its entry."""

    @abc.abstractmethod
    def cover(self):
        """Opens a window above the main window, not modal."""

    @abc.abstractmethod
    def uncover(self):
        """Closes that window."""

    @abc.abstractmethod
    def add_save(self, place):
        """Adds the second Save: before or after the first, or in a group."""

    @abc.abstractmethod
    def remove(self, ident):
        """Removes a control and its label; KeyError when there is none."""

    @abc.abstractmethod
    def rename(self, ident, text):
        """Changes the label of a control; KeyError when there is none."""

    @abc.abstractmethod
    def enable(self, ident, enabled):
        """Enables or disables a control; KeyError when there is none."""

    @abc.abstractmethod
    def press(self, ident):
        """Presses a button or a check box; KeyError when there is none."""

    @abc.abstractmethod
    def page(self, index):
        """Shows a page of the notebook."""

    @abc.abstractmethod
    def retitle(self, text):
        """Changes the title of the main window."""

    # What the toolkit reports, from the widgets' own signals.

    def text(self, ident):
        """The words on a control."""
        return self.texts["delete" if ident.startswith("delete-") else ident]

    def note(self, event, ident, value=None):
        """Logs a change that a person made, and obeys a delay."""
        if not self.quiet:
            self.log.write(event, ident, self.text(ident), value)
            time.sleep(self.delays.get(ident, 0))

    def clicked(self, ident):
        ident = self.being.get(ident, ident)
        self.note("clicked", ident)
        self._act(ident)

    def menu(self, ident, value=None):
        self.note("menu", ident, value)
        if ident == "view-totals":
            self.totals = value
            self.refresh()
        self._act(ident)

    def key(self, ident, keys):
        """A shortcut was pressed."""
        self.note("key", ident, keys)
        self._act(ident)

    def closed(self):
        """The main window was closed by the window manager."""
        self._act("file-quit")

    def dismissed(self):
        """A dialog was closed by Escape or the window manager."""
        self._dialog_done()

    @contextlib.contextmanager
    def quietly(self):
        """Changes made by the program itself are not logged."""
        self.quiet = True
        try:
            yield
        finally:
            self.quiet = False

    # What the controls do.

    def _act(self, ident):
        if ident in ("new", "file-new"):
            self.number += 1
            self._empty("fresh", self.number)
        elif ident == "edit-clear":
            self._empty("cleared")
        elif ident in ("save", "save2", "save-as-save"):
            form = self.read()
            if ident == "save-as-save" or ident == "save2" and self.dialog:
                form["name"] = self._dialog_done()
            self.log.write("saved", ident, self.text(ident), form)
            self.refresh(self.texts["saved"].format(self.number))
        elif ident.startswith("delete-"):
            self._delete(ident.removeprefix("delete-").capitalize())
        elif ident == "edit-undo":
            self._undo()
        elif ident == "details":
            self._dialog("details")
        elif ident in ("file-save-as", "file-open"):
            self._dialog(ident.removeprefix("file-"))
        elif ident == "details-apply":
            self._dialog_done()
            self.refresh(self.texts["applied"])
        elif ident == "open-open":
            self.refresh(self.texts["opened"].format(self._dialog_done()))
        elif ident.endswith("-cancel"):
            self._dialog_done()
        elif ident == "cover-close":
            self.uncover()
        elif ident == "file-quit":
            self.log.write("quit", "window", self.texts["window"])
            self.quit()

    def refresh(self, status=None):
        if status is not None:
            self.status = status
        total = sum(ITEMS[item] for item in self.rows)
        self.show(self.status, f"{self.texts['total']}: {total:.2f} €" if self.totals else None)

    def _empty(self, status, *values):
        with self.quietly():
            self.clear()
        self.refresh(self.texts[status].format(*values))

    def _delete(self, item):
        self.deleted.append((self.rows.index(item), item))
        self.rows.remove(item)
        self.remove_row(item)
        self.log.write("deleted", "item-" + item.lower(), self.texts[item], item)
        self.refresh(self.texts["deleted"].format(self.texts[item]))

    def _undo(self):
        if not self.deleted:
            self.refresh(self.texts["nothing"])
            return
        index, item = self.deleted.pop()
        self.rows.insert(index, item)
        self.insert_row(index, item)
        self.refresh(self.texts["restored"].format(self.texts[item]))

    dialog = None  # the name of the open dialog

    def _dialog(self, name):
        if self.dialog:
            return
        self.dialog = name
        entry, buttons = DIALOGS[name]
        if name == "details" and self.second == "dialog":
            entry, buttons = DETAILS_WITH_SAVE
        self.open_dialog(name, entry, buttons)
        self.log.write("dialog-opened", "dialog-" + name, self.texts["dialog-" + name])

    def _dialog_done(self):
        name, self.dialog = self.dialog, None
        text = self.close_dialog()
        self.log.write("dialog-closed", "dialog-" + name, self.texts["dialog-" + name], text)
        return text

    # Commands, from the flags and from the control file.

    def ready(self):
        """To be called once, when the window is on screen."""
        self.quiet = False
        self.refresh(self.texts["ready"])
        for command in self.args.commands:
            self._apply(command)
        listen(self.args.control, self.log, self.post, self._apply)
        self.log.write("ready", "window", self.texts["window"], {"toolkit": self.toolkit, "pid": os.getpid()})

    def _apply(self, line):
        word, _, rest = line.partition(" ")
        if word == "second-save":
            self._second_save(rest)
        elif word == "without":
            self.remove(rest)
        elif word == "rename":
            ident, _, text = rest.partition("=")
            self.texts[ident] = text
            self.rename(ident, text)
        elif word == "exchange":
            self._exchange(*rest.split("="))
        elif word in ("disable", "enable"):
            self.enable(rest, word == "enable")
        elif word == "slow":
            ident, _, seconds = rest.partition("=")
            self.delays[ident] = float(seconds)
        elif word == "reorder":
            self._reorder()
        elif word == "press":
            self.press(rest)
        elif word == "page":
            self.page(int(rest))
        elif word == "cover":
            self.cover()
        elif word == "uncover":
            self.uncover()
        elif word == "retitle":
            self.texts["window"] = rest
            self.retitle(rest)
        elif word == "state":
            self.log.write("state", "form", "", self.read())
        elif word == "quit":
            self.post(lambda: self._act("file-quit"))
        else:
            raise ValueError("unknown command " + word)

    def _exchange(self, one, other):
        """Lets two buttons be each other, as lists do that use their rows again."""
        is_one, is_other = self.being.get(one, one), self.being.get(other, other)
        self.being[one], self.being[other] = is_other, is_one
        self.rename(one, self.texts[is_other])
        self.rename(other, self.texts[is_one])

    def _second_save(self, place):
        if self.second:
            raise ValueError("there is a second Save already")
        if place not in ("before", "after", "dialog", "group"):
            raise ValueError("unknown place " + place)
        self.second = place
        if place == "dialog":
            self._dialog("details")
        else:
            self.add_save(place)

    def _reorder(self):
        self.rows.reverse()
        for item in self.rows:
            self.remove_row(item)
        for index, item in enumerate(self.rows):
            self.insert_row(index, item)
