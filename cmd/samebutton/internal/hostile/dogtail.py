"""Acts with dogtail as a script of a tester would: the first element of a role and a
name, and its action. Reads one JSON object a line: the application, role, name, action
and text; says "found" and waits for a line before it acts, then says what came of it."""

import json
import sys

from dogtail.config import config

config.logDebugToFile = False
config.logDebugToStdOut = False
config.searchCutoffCount = 5
config.searchBackoffDuration = 0.1

from dogtail import tree  # noqa: E402  (the settings come first)


def say(**words):
    print(json.dumps(words), flush=True)


for line in sys.stdin:
    step = json.loads(line)
    try:
        node = tree.root.application(step["app"]).child(name=step["name"], roleName=step["role"])
    except Exception as error:  # dogtail and the bus have many
        say(error=repr(error))
        continue
    say(found=True)
    sys.stdin.readline()
    try:
        if "text" in step:
            node.text = step["text"]
        else:
            action = next(a for a in ("click", "press", "Press", "toggle", "Toggle") if a in node.actions)
            node.doActionNamed(action)
    except Exception as error:
        say(error=repr(error), sent=True)
        continue
    say(done=True)
