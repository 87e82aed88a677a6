#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Starts the real window again and again under Xvfb: with one window for all starts, and after a crash.

    start_e2e.py PROGRAM SAMPLES_FOLDER

Exit 0 when all holds, 1 with the first thing that does not, 77 when a tool is missing (skipped).
"""
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import window_e2e  # noqa: E402

if sys.argv[1:2] == ["--inside"]:  # these need the screen and the bus
    import pyatspi
    from scenario import check, focus_window, watched
    from screen import LIMIT_SECONDS, application, expect, find, keys, press, table_of, type_text, wait_until


def windows():
    found = subprocess.run(["xdotool", "search", "--onlyvisible", "--name", "Plumbline$"], capture_output=True, text=True, check=False)
    return len(found.stdout.split())


def again(program, samples, started):
    """Starts the program with a pair while a window is open: that one shows the pair, and the program ends."""
    app = application(started.pid)
    wait_until(lambda: windows() == 1, "the window")
    (samples / "relative").mkdir()  # a path that another working folder would not find
    second = subprocess.run([program, "../actual.csv", "../expected.csv"], cwd=samples / "relative", timeout=LIMIT_SECONDS, check=False)
    check(second.returncode == 0, "a second start ends at once")
    expect(app, "actual.csv \u2194 expected.csv", pyatspi.ROLE_FRAME)
    check(windows() == 1, "and the window that was open shows the pair, found from another folder")
    own = subprocess.Popen([program, "--new-window"], cwd=samples)
    application(own.pid)
    wait_until(lambda: windows() == 2, "a second window")
    own.terminate()
    own.wait(timeout=LIMIT_SECONDS)
    check(True, "--new-window opens a window of its own")
    focus_window(expect(app, "", pyatspi.ROLE_FRAME))


def crash(started):
    app = application(started.pid)
    focus_window(expect(app, "actual.csv \u2194 expected.csv", pyatspi.ROLE_FRAME))
    table_of(app, "Models")
    keys("a")
    expect(app, "Accept hf_Longformer", pyatspi.ROLE_TEXT)
    type_text("before the crash")
    keys("Return")
    expect(app, "1 of ")
    started.send_signal(signal.SIGSEGV)
    check(started.wait(timeout=LIMIT_SECONDS) == -signal.SIGSEGV, "a crash ends the program")


def after_crash(started):
    app = application(started.pid)
    expect(app, "Plumbline crashed with 1 edit in 1 file not saved (")
    check(find(app, "Plumbline ended with") is None and find(app, "Plumbline crashed. ") is None, "one notice has the crash and the edits")
    press(expect(app, "Details", pyatspi.ROLE_CHECK_BOX))
    details = expect(app, "Details of the notice", pyatspi.ROLE_TEXT).queryText().getText(0, -1).splitlines()
    check(details[-1].endswith("/expected.csv"), "the details name the files, too")
    report = Path(details[0]).read_text()
    check("Signal: SIGSEGV" in report and "decide.accept" in report and "Qt: " in report, "the report names signal, action and Qt")
    check("hf_Longformer" not in report and "before the crash" not in report and "actual" not in report, "and nothing of the files")
    press(expect(app, "Restore", pyatspi.ROLE_PUSH_BUTTON))
    expect(app, "1 edit in 1 file")
    check(True, "the edits are there again")
    focus_window(expect(app, "", pyatspi.ROLE_FRAME))
    keys("ctrl+q")
    press(expect(app, "Keep for next time", pyatspi.ROLE_PUSH_BUTTON))


def play(program, samples):
    with tempfile.TemporaryDirectory(prefix="plumbline-start-") as folder:
        folder = Path(folder)
        for name in ("actual.csv", "expected.csv"):
            (folder / name).write_bytes((samples / name).read_bytes())
        settings = Path(os.environ["XDG_CONFIG_HOME"]) / "plumbline/plumbline.conf"
        settings.parent.mkdir()
        settings.write_text("[start]\nsingle_window=yes\n")
        if status := watched([program, "--new"], folder, lambda started: again(program, folder, started)):
            return status
        crashed = subprocess.Popen([program, "actual.csv", "expected.csv"], cwd=folder)
        try:
            crash(crashed)
        finally:
            crashed.kill()
        return watched([program, "actual.csv", "expected.csv"], folder, after_crash)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--inside"]:
        sys.exit(window_e2e.with_accessibility(lambda: play(sys.argv[2], Path(sys.argv[3]))))
    sys.exit(window_e2e.outer(sys.argv[1:3], __file__))
