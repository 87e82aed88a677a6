# SPDX-License-Identifier: GPL-3.0-or-later
"""What a screen reader sees of the program, and real keys for it."""
import subprocess

import gi
import pyatspi

gi.require_version("GLib", "2.0")
from gi.repository import GLib  # noqa: E402

LIMIT_SECONDS = 40
TABLES = (pyatspi.ROLE_TABLE, pyatspi.ROLE_TREE_TABLE, pyatspi.ROLE_TREE)
CONTROLS = {pyatspi.ROLE_PUSH_BUTTON, pyatspi.ROLE_TOGGLE_BUTTON, pyatspi.ROLE_CHECK_BOX, pyatspi.ROLE_RADIO_BUTTON,
            pyatspi.ROLE_COMBO_BOX, pyatspi.ROLE_TEXT, pyatspi.ROLE_ENTRY, pyatspi.ROLE_TABLE, pyatspi.ROLE_TREE_TABLE,
            pyatspi.ROLE_LIST, pyatspi.ROLE_PAGE_TAB, pyatspi.ROLE_PAGE_TAB_LIST, pyatspi.ROLE_MENU_ITEM,
            pyatspi.ROLE_SLIDER, pyatspi.ROLE_SPIN_BUTTON, pyatspi.ROLE_FRAME, pyatspi.ROLE_PROGRESS_BAR}


def wait_until(holds, what):
    """Asks again and again, at the pace of the event loop, until the answer is true; a limit ends it."""
    context = GLib.MainContext.default()
    over = []
    GLib.timeout_add_seconds(LIMIT_SECONDS, lambda: over.append(1))
    GLib.timeout_add(20, lambda: not over)  # wakes the loop
    while True:
        try:
            answer = holds()
        except Exception as trouble:  # an object went away while it was read
            answer = None
            what_now = f"{what} ({trouble})"
        else:
            what_now = what
        if answer:
            over.append(1)
            return answer
        if over:
            raise AssertionError(f"after {LIMIT_SECONDS} s still not: {what_now}")
        context.iteration(True)


def application(pid):
    def find():
        for app in pyatspi.Registry.getDesktop(0):
            if app is not None and app.get_process_id() == pid:
                return app
        return None
    return wait_until(find, f"program {pid} on the accessibility bus")


def is_showing(node):
    return node.getState().contains(pyatspi.STATE_SHOWING)


def walk(node):
    """All nodes that show, without the cells of tables and lists (they can be a million)."""
    yield node
    if node.getRole() in TABLES:
        return
    for i in range(node.childCount):
        child = node.getChildAtIndex(i)
        if child is not None and (is_showing(child) or node.getRole() == pyatspi.ROLE_APPLICATION):
            yield from walk(child)


def find(root, name, role=None):
    """The first node whose name begins with `name`."""
    for node in walk(root):
        if node.name.startswith(name) and (role is None or node.getRole() == role):
            return node
    return None


def expect(root, name, role=None):
    return wait_until(lambda: find(root, name, role), f"'{name}' on screen")


def table_of(root, name):
    def find_table():
        for node in walk(root):
            if node.getRole() in TABLES and node.name == name:
                return node
        return None
    return wait_until(find_table, f"the table '{name}' on screen")


def row_texts(table, row):
    face = table.queryTable()
    return [face.getAccessibleAt(row, column).name for column in range(face.nColumns)]


def press(node):
    actions = node.queryAction()
    names = [actions.getName(i) for i in range(actions.nActions)]
    for wanted in ("Press", "Toggle"):
        if wanted in names:
            actions.doAction(names.index(wanted))
            return
    raise AssertionError(f"'{node.name}' cannot be pressed: {names}")


def keys(*names):
    subprocess.run(["xdotool", "key", "--clearmodifiers", *names], check=True)


def click(node):
    """A real click in the middle of the node, once it has a place on the screen."""
    box = wait_until(lambda: (b := node.queryComponent().getExtents(pyatspi.DESKTOP_COORDS)).width > 0 and b, "its place")
    subprocess.run(["xdotool", "mousemove", str(box.x + box.width // 2), str(box.y + box.height // 2), "click", "1"],
                   check=True)


def type_text(text):
    subprocess.run(["xdotool", "type", text], check=True)


def unnamed_controls(root):
    def describe(node):
        parents, up = [], node
        while up is not None and up.getRole() != pyatspi.ROLE_APPLICATION:
            parents.append(f"{up.getRoleName()} '{up.name}'")
            up = up.parent
        return " < ".join(parents[:4])
    def is_control(node):  # a frame inside a window is a line of text, which may be empty
        return node.getRole() in CONTROLS and (node.getRole() != pyatspi.ROLE_FRAME or node.parent.getRole() == pyatspi.ROLE_APPLICATION)
    return [describe(n) for n in walk(root) if is_control(n) and not n.name.strip()]
