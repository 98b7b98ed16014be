"""Walks the accessibility tree of one process with pyatspi and prints it.

usage: walk.py PID EVERY

One JSON array a line, in document order, for each element:
    [place, object, role, name, labels, childCount, listed, states, extents]
place is the list of child indexes from the application down, object a number that
is the same for the same element at another place, labels the names of what labels
it where it has none itself, listed how many children were gone through (-1: too
many, made on demand; of a table, the cells that show from its first one on are
listed), states the words of the states and extents x, y, width and
height by DESKTOP_COORDS. The last two are null but for every EVERY-th element;
extents are so where it has no place. A child that is no
element is [place, null]. A process that is on the bus more than once is walked
where it has windows.
"""

import json
import sys

import pyatspi

# More children than this, made on demand, are counted and not listed: a
# spreadsheet has 2^31.
MANY = 1000


def word(enum):
    return enum.value_nick.replace("-", " ")


def extents(element):
    try:
        e = element.queryComponent().getExtents(pyatspi.DESKTOP_COORDS)
        return [e.x, e.y, e.width, e.height]
    except NotImplementedError:
        return None


def labels(element):
    for relation in element.getRelationSet():
        if relation.getRelationType() == pyatspi.RELATION_LABELLED_BY:
            return [relation.getTarget(i).name for i in range(relation.getNTargets())]
    return []


def cells(element):
    """The indexes and cells of a table that show, row by row from the first one."""
    try:
        table = element.queryTable()
    except NotImplementedError:
        return []

    def along(count, at):
        for i in range(count):
            cell = at(i)
            if cell is None or not cell.getState().contains(pyatspi.STATE_SHOWING):
                return i
        return count

    rows = along(table.nRows, lambda i: table.getAccessibleAt(i, 0))
    columns = along(table.nColumns, lambda i: table.getAccessibleAt(0, i))
    return [(r * table.nColumns + c, table.getAccessibleAt(r, c)) for r in range(rows) for c in range(columns)]


def walk(app, every):
    numbers = {}
    stack = [([], app)]
    while stack:
        place, element = stack.pop()
        if element is None:
            print(json.dumps([place, None]))
            continue
        number = numbers.setdefault(element, len(numbers))
        again = number != len(numbers) - 1
        count = element.childCount
        listed = count
        if again:
            listed = 0  # what is below it was walked
        elif count > MANY and element.getState().contains(pyatspi.STATE_MANAGES_DESCENDANTS):
            listed = -1
        name = element.name
        nameless = not name.strip() or name.startswith("Gtk")
        closely = len(numbers) % every == 0
        states = [word(s) for s in element.getState().getStates()] if closely else None
        print(json.dumps([
            place, number, word(element.getRole()), name,
            labels(element) if nameless else [], count, listed,
            states, extents(element) if closely else None]))
        if listed < 0:
            stack.extend((place + [i], child) for i, child in reversed(cells(element)))
        for i in reversed(range(listed)):
            stack.append((place + [i], element.getChildAtIndex(i)))


def main():
    pid, every = int(sys.argv[1]), int(sys.argv[2])
    apps = [a for a in pyatspi.Registry.getDesktop(0) if a is not None and a.get_process_id() == pid]
    apps.sort(key=lambda a: a.childCount)
    if not apps:
        sys.exit("process %d is not on the accessibility bus" % pid)
    walk(apps[-1], every)


main()
