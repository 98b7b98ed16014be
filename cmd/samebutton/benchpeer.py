"""Walks one application with pyatspi, as a script of a tester would: name, role,
description, states and extents of each element, and its children one by one. With
"same" as the last argument it also reads what Samebutton reads beside that: id,
relations, actions, values, and texts that can be edited.
Prints the number of elements and the milliseconds that the walk took."""

import json
import sys
import time

import pyatspi
from gi.repository import GLib

MANY = 1000  # children that a container makes on demand are not all asked for


def find(pid, name):
    for app in pyatspi.Registry.getDesktop(0):
        if app is not None and app.get_process_id() == pid and app.name == name:
            return app
    sys.exit("pyatspi does not see the application")


def walk(node):
    count = 1
    node.name, node.description, node.getRole(), node.getState().getStates()
    try:
        component = node.queryComponent()
    except NotImplementedError:
        pass
    else:
        component.getExtents(pyatspi.DESKTOP_COORDS)
    if same:
        more(node)
    for i in range(min(node.childCount, MANY if manages(node) else sys.maxsize)):
        child = node.getChildAtIndex(i)
        if child is not None:
            count += walk(child)
    return count


def relations(node):
    for relation in node.getRelationSet():
        relation.getRelationType()
        for i in range(relation.getNTargets()):
            relation.getTarget(i)


def more(node):
    for query, read in (
        (lambda: node, lambda n: n.get_accessible_id()),
        (lambda: node, relations),
        (node.queryAction, lambda a: [a.getName(i) for i in range(a.nActions)]),
        (node.queryValue, lambda v: (v.currentValue, v.minimumValue, v.maximumValue, v.minimumIncrement)),
        (node.queryEditableText, lambda t: node.queryText().getText(0, -1)),
    ):
        try:
            read(query())
        except (NotImplementedError, GLib.GError):
            pass  # not every element has it, nor every application answers


def manages(node):
    return node.getState().contains(pyatspi.STATE_MANAGES_DESCENDANTS)


sys.setrecursionlimit(100_000)
same = sys.argv[3:] == ["same"]
application = find(int(sys.argv[1]), sys.argv[2])
began = time.perf_counter()
nodes = walk(application)
print(json.dumps({"nodes": nodes, "ms": (time.perf_counter() - began) * 1000}))
