"""Walks one application with pyatspi, as a script of a tester would: name, role,
description, states and extents of each element, and its children one by one.
Prints the number of elements and the milliseconds that the walk took."""

import json
import sys
import time

import pyatspi

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
    for i in range(min(node.childCount, MANY if manages(node) else sys.maxsize)):
        child = node.getChildAtIndex(i)
        if child is not None:
            count += walk(child)
    return count


def manages(node):
    return node.getState().contains(pyatspi.STATE_MANAGES_DESCENDANTS)


sys.setrecursionlimit(100_000)
application = find(int(sys.argv[1]), sys.argv[2])
began = time.perf_counter()
nodes = walk(application)
print(json.dumps({"nodes": nodes, "ms": (time.perf_counter() - began) * 1000}))
