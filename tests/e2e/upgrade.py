#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a user of version 0.1 has is read by the programs of today: settings, history, decisions, runs and unsaved edits.

    upgrade.py --lay FOLDER [HOME]      puts tests/data/upgrade into FOLDER, which the user knows as HOME
    upgrade.py ROOT                     as root: the installed programs of ROOT read what --lay put into ROOT/opt
    upgrade.py PLUMBLINE PLUMBLINE_CLI  these programs read it in a folder of their own, and notice each thing that is missing

History, decisions and run were written by plumbline-cli of commit cdc7de0a (24 November 2026, schema 2 of the history); the journal of
unsaved edits is in its form of then, the one before today's. Exit 0 when all is read, 1 with what is not, 77 when the window could
not be tried for want of a tool (skipped).
"""
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import window_e2e  # noqa: E402

if sys.argv[1:2] == ["--inside"]:  # these need the screen and the bus
    import pyatspi
    from scenario import check, focus_window, watched
    from screen import LIMIT_SECONDS, application, click, expect, find, keys, press

DATA = Path(__file__).resolve().parent.parent / "data/upgrade"
HISTORY, EDITS, DECISIONS, BASELINE = (".local/share/plumbline/history.sqlite", ".local/state/plumbline/edits-4711-0a1b2c3d.jsonl",
                                       "baselines/.plumbline-decisions.jsonl", "baselines/inductor_torchbench_training.csv")
SETTINGS, RUN = ".config/plumbline/plumbline.conf", "old-runs/20261124-020000-v1v1"
# command, what it must say, and what it says it from
COMMANDS = [
    (["run", "list"], r"20261124-020000-v1v1 +done\b", [SETTINGS, f"{RUN}/journal.jsonl"]),
    (["run", "show", "20261124-020000-v1v1"], r"cp after\.csv", [f"{RUN}/journal.jsonl"]),
    (["history", "stats"], r"of an older Plumbline \(version 2\) and is brought up to date", [HISTORY]),
    (["history", "show", "moco"], r"\b14\b(.*\n)*.*\b15\b", [HISTORY]),
    (["history", "check"], r"the history is sound", [HISTORY]),
    (["history", "add", "baselines"], r"1 decision", [DECISIONS]),
    (["history", "show", "moco"], r"New image in October", [HISTORY, DECISIONS]),
]


def lay(folder, home=None):
    """Puts the files there, with the user's home in place of @HOME@, and makes the history from its statements."""
    for source in sorted(DATA.rglob("*")):
        if not source.is_file():
            continue
        target = folder / source.relative_to(DATA)
        target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        text = source.read_text().replace("@HOME@", str(home or folder))
        if source.name == "history.sql":
            with sqlite3.connect(folder / HISTORY) as store:
                store.executescript(text)
            store.close()
        else:
            target.write_text(text)
        os.chmod(folder / HISTORY if source.name == "history.sql" else target, 0o600)
    for made in (".local/state/plumbline", ".local/share/plumbline", RUN):
        os.chmod(folder / made, 0o700)


def outside(home, **variables):
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("XDG_", "PLUMBLINE_"))}
    return kept | {"HOME": str(home), "LC_ALL": "C.UTF-8", "TZ": "UTC", **variables}


def commands_that_fail(cli, home, enter=()):
    """The commands that do not say what they must, and what they say."""
    for words, wanted, _ in COMMANDS:
        done = subprocess.run([*enter, cli, *words], cwd=None if enter else home, env=outside(home), capture_output=True, text=True, check=False)
        said = done.stdout + done.stderr
        if done.returncode != 0 or not re.search(wanted, said):
            yield " ".join(words), f"exit status {done.returncode}: {said[-1500:]}"


def restore(started, baseline):
    """The window speaks the language of the settings, offers the edits that were not saved, and saves them."""
    app = application(started.pid)
    expect(app, "Plumbline endete mit 1 \u00c4nderung")
    check(True, "the settings are read, and the unsaved edit is offered")
    press(expect(app, "Wiederherstellen", pyatspi.ROLE_PUSH_BUTTON))
    expect(app, "1 \u00c4nderung in 1 Datei")
    focus_window(expect(app, "", pyatspi.ROLE_FRAME))
    keys("ctrl+q")
    question = expect(app, "F\u00fcr das n\u00e4chste Mal behalten", pyatspi.ROLE_PUSH_BUTTON).parent  # the page has a button of that name, too
    click(find(question, "Speichern", pyatspi.ROLE_PUSH_BUTTON))
    check(started.wait(timeout=LIMIT_SECONDS) == 0, "the window is closed")
    check("llama,pass,9\n" in baseline.read_text(), "the edit of 0.1 is saved")


def inside_screen(command, home, folder):
    environment = outside(home, XDG_RUNTIME_DIR=os.environ["XDG_RUNTIME_DIR"])
    return window_e2e.with_accessibility(lambda: watched(command, "/", lambda started: restore(started, folder / BASELINE), environment, ends=False))


def losses(cli):
    """Each file in turn is missing, or cut in the middle: a command that reads it must not say what it says of a whole one."""
    for name in sorted({name for _, _, files in COMMANDS for name in files}):
        for how in ("missing", "cut"):
            with tempfile.TemporaryDirectory(prefix="plumbline-upgrade-") as folder:
                lay(Path(folder))
                file = Path(folder) / name
                whole = file.read_bytes()
                file.unlink()
                if how == "cut":
                    file.write_bytes(whole[:len(whole) // 2])
                if not list(commands_that_fail(cli, folder)):
                    yield f"{name} is {how}, and no command notices"


def report(problems):
    for problem in problems:
        print(f"FAILED: {': '.join(problem) if isinstance(problem, tuple) else problem}")
    print(f"upgrade: {'all is read' if not problems else str(len(problems)) + ' do not hold'}", flush=True)
    return 1 if problems else 0


def main(arguments):
    if arguments[:1] == ["--lay"]:
        lay(Path(arguments[1]), *arguments[2:3])
        return 0
    if len(arguments) == 1:
        root, enter = Path(arguments[0]), ["chroot", arguments[0], "env", "--chdir=/opt"]
        return report(list(commands_that_fail("plumbline-cli", "/opt", enter))) or window_e2e.outer([str(root)], __file__)
    program, cli = (str(Path(a).resolve()) for a in arguments)
    with tempfile.TemporaryDirectory(prefix="plumbline-upgrade-") as folder:
        lay(Path(folder))
        return report([*commands_that_fail(cli, folder), *losses(cli)]) or window_e2e.outer([program, folder], __file__)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--inside"]:
        if len(sys.argv) == 3:
            import stranger
            sys.exit(inside_screen([*stranger.ENTER, sys.argv[2], "plumbline", "--new"], "/opt", Path(sys.argv[2]) / "opt"))
        sys.exit(inside_screen([sys.argv[2], "--new"], sys.argv[3], Path(sys.argv[3])))
    if len(sys.argv) < 2:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    sys.exit(main(sys.argv[1:]))
