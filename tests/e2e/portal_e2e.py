#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Opens files in the real window through a desktop portal that stands on the test's own session bus.

    portal_e2e.py PROGRAM SAMPLES_FOLDER

With a portal for files the portal is asked for them; with one that has none, or is older than folders, Qt's own dialog opens. Exit
0 when all holds, 1 with the first thing that does not, 77 when a tool is missing (skipped).
"""
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import window_e2e  # noqa: E402

if sys.argv[1:2] == ["--inside"]:  # these need the screen and the bus
    import pyatspi
    from gi.repository import Gio, GLib
    from scenario import check, focus_window, watched
    from screen import application, expect, keys, wait_until

NAME, PATH, FILES = "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop", "org.freedesktop.portal.FileChooser"
INTERFACES = f"""<node><interface name="{FILES}"><property name="version" type="u" access="read"/>
<method name="OpenFile"><arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="a{{sv}}" direction="in"/>
<arg type="o" direction="out"/></method></interface></node>"""


class Portal:
    """A portal whose user chooses the given files."""

    def __init__(self, version, chosen):
        self.asked, self.chosen = [], chosen
        self.bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        interface = Gio.DBusNodeInfo.new_for_xml(INTERFACES).interfaces[0]
        self.object = self.bus.register_object(PATH, interface, self.answer, lambda *_: GLib.Variant("u", version), None)
        self.call("RequestName", GLib.Variant("(su)", (NAME, 0)))

    def call(self, method, arguments):
        self.bus.call_sync("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", method, arguments, None, 0, -1)

    def answer(self, bus, sender, _path, _interface, _method, arguments, invocation):
        _, title, options = arguments.unpack()
        self.asked.append((title, options))
        request = f"{PATH}/request/{sender[1:].replace('.', '_')}/{options['handle_token']}"
        invocation.return_value(GLib.Variant("(o)", (request,)))
        files = {"uris": GLib.Variant("as", [path.as_uri() for path in self.chosen])}
        response = GLib.Variant("(ua{sv})", (0, files))
        # Qt listens to the request once it knows its name; the answer comes again until the portal leaves.
        GLib.timeout_add(50, lambda: bus.emit_signal(sender, request, "org.freedesktop.portal.Request", "Response", response) and self.object)

    def leave(self):
        self.call("ReleaseName", GLib.Variant("(s)", (NAME,)))
        self.bus.unregister_object(self.object)
        self.object = 0


def through_portal(started, portal):
    app = application(started.pid)
    focus_window(expect(app, "", pyatspi.ROLE_FRAME))
    keys("ctrl+o")
    wait_until(lambda: portal.asked, "the portal is asked for files")
    title, options = portal.asked[0]
    check(title.startswith("Open two CSV files") and options["multiple"], "the portal is asked for the two files of a pair")
    expect(app, "actual.csv \u2194 expected.csv", pyatspi.ROLE_FRAME)
    check(True, "and the window shows what was chosen there")
    theme = Path(f"/proc/{started.pid}/maps").read_text()
    check("libqxdgdesktopportal" in theme, "Qt's theme for the portal is loaded")
    focus_window(expect(app, "actual.csv \u2194 expected.csv", pyatspi.ROLE_FRAME))


def without(started, portal):
    app = application(started.pid)
    focus_window(expect(app, "", pyatspi.ROLE_FRAME))
    keys("ctrl+o")
    expect(app, "File name:", pyatspi.ROLE_TEXT)
    check(not portal or not portal.asked, "Qt's own dialog opens")
    keys("Escape")
    focus_window(expect(app, "", pyatspi.ROLE_FRAME))


def play(program, samples):
    pair = [samples / "actual.csv", samples / "expected.csv"]
    for version, steps in ((3, through_portal), (2, without)):
        portal = Portal(version, pair)
        if status := watched([program, "--new"], "/", lambda started: steps(started, portal)):
            return status
        portal.leave()
    return watched([program, "--new"], "/", lambda started: without(started, None))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--inside"]:
        sys.exit(window_e2e.with_accessibility(lambda: play(sys.argv[2], Path(sys.argv[3]).resolve())))
    if not list(Path("/usr/lib").glob("*/qt6/plugins/platformthemes/libqxdgdesktopportal.so")):
        window_e2e.skip("qt6-xdgdesktopportal-platformtheme is not installed")
    os.environ.pop("QT_QPA_PLATFORMTHEME", None)
    sys.exit(window_e2e.outer(sys.argv[1:3], __file__))
