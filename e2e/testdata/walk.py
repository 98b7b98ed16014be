"""Walks the accessibility tree of one process with pyatspi and prints it.

usage: walk.py PID EVERY

One JSON array a line, in document order, for each element:
    [place, object, role, name, labels, childCount, listed, states, extents]
place is the list of child indexes from the application down, object a number that
is the same for the same element at another place, labels the names of what labels
it where it has none itself, listed how many children were gone through (-1: too
many, made on demand), states the words of the states and extents x, y, width and
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
        states = [word(s) for s in element.getState().getStates()]
        listed = count
        if again:
            listed = 0  # what is below it was walked
        elif count > MANY and "manages descendants" in states:
            listed = -1
        name = element.name
        nameless = not name.strip() or name.startswith("Gtk")
        closely = len(numbers) % every == 0
        print(json.dumps([
            place, number, word(element.getRole()), name,
            labels(element) if nameless else [], count, listed,
            states if closely else None, extents(element) if closely else None]))
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
