#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What yesterday says, in the real window under Xvfb, by keys alone: open a commit, see since when a row is red, open its
history, find the commit that moved its baseline, and see what is new since an earlier commit.

    history_e2e.py PROGRAM COMMAND_LINE

Exit 0 when all holds, 1 with the first thing that does not, 77 when a tool is missing (skipped).
"""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import window_e2e  # noqa: E402

if sys.argv[1:2] == ["--inside"]:  # these need the screen and the bus
    import pyatspi
    from day_e2e import BASELINES, GROUPS, ready
    from scenario import check, watched
    from screen import expect, keys, row_texts, table_of, unnamed_controls, wait_until

CONFIG = "inductor_torchbench_training"
HASHES = [f"{day}{day}aa{day}{day}bb{day}{day}cc" for day in range(1, 7)]  # of the runs on 1 to 6 August
RED_SINCE = 4


def rows(moco, graph_breaks):
    return f"name,accuracy,graph_breaks\nalexnet,pass,0\nmoco,{moco},{graph_breaks}\nyolov3,pass,8\n"


def write_history(folder, command_line):
    """A checkout whose baseline moved by #12345, six runs of which the last three fail, and the run of today."""
    tree, store = folder / "pytorch", folder / "history.sqlite"
    baseline = tree / BASELINES / f"{CONFIG}.csv"
    baseline.parent.mkdir(parents=True)

    def git(*arguments, day=1):
        date = {"GIT_AUTHOR_DATE": f"2026-08-0{day}T06:00:00Z", "GIT_COMMITTER_DATE": f"2026-08-0{day}T06:00:00Z"}
        subprocess.run(["git", "-C", str(tree), "-c", "user.name=On Call", "-c", "user.email=on.call@example.org", *arguments],
                       check=True, capture_output=True, env=dict(os.environ, **date))

    def add(*arguments):
        subprocess.run([command_line, "history", "add", *arguments, "--store", str(store)], check=True, capture_output=True)

    git("init", "--quiet", "--initial-branch", "main")
    git("remote", "add", "origin", "https://github.com/pytorch/pytorch.git")  # where links to commits and pull requests lead
    for day, breaks, subject in ((1, 5, "Add moco (#12001)"), (3, 7, "Break the graph at views (#12345)")):
        baseline.write_text(rows("pass", breaks))
        git("add", ".")
        git("commit", "--quiet", "--message", subject, day=day)
    add("--git", str(tree))
    for day, commit in enumerate(HASHES, start=1):
        run = folder / f"run{day}" / f"{CONFIG}.csv"
        run.parent.mkdir()
        run.write_text(rows("fail_to_run" if day >= RED_SINCE else "pass", 7 if day >= 3 else 5))
        add(str(run.parent), "--commit", commit, "--time", f"2026-08-0{day}")
    today = folder / "today" / f"{CONFIG}.csv"
    today.parent.mkdir()
    today.write_text(rows("fail_to_run", 7).replace("alexnet,pass,0", "alexnet,fail_accuracy,0"))
    return ["--store", str(store), "--expected", str(tree), str(today.parent)]


def groups(app):
    table = table_of(app, GROUPS)
    return [" ".join(row_texts(table, row)) for row in range(table.queryTable().nRows)]


def see_since_when(app):
    wait_until(lambda: "Red since: 2026-08-04, 3 runs; 1 row later" in groups(app)[0], "the group says since when")
    check(True, "the overview says since when the rows of a group are red")
    keys("s")
    choice = expect(app, "Since any time", pyatspi.ROLE_COMBO_BOX)
    wait_until(lambda: choice.getState().contains(pyatspi.STATE_FOCUSED), "the choice of a commit has the keyboard")
    keys("Down")
    expect(app, "New since 66aa66bb66cc (2026-08-06): 1 row in 1 group, of 2 red rows in 1 group")
    wait_until(lambda: "Rows: 1 of 2" in groups(app)[0], "the group counts its new rows")
    check(True, "S and an earlier commit leave what is new since then")
    keys("Escape", "0")
    wait_until(lambda: "Rows: 2" in groups(app)[0], "all rows again")


def see_the_strip(app):
    keys("Return")
    rows_of_group = table_of(app, "Rows of the group")
    wait_until(lambda: rows_of_group.getState().contains(pyatspi.STATE_FOCUSED), "the rows have the keyboard")
    check("moco" in row_texts(rows_of_group, 1)[0], "moco is the second row")
    keys("Down", "t")
    table = table_of(app, "Models")

    def strip():
        texts = [" ".join(row_texts(table, row)) for row in range(table.queryTable().nRows)]
        return any("moco" in text and "6 runs, the newest fail_to_run, red since 2026-08-04" in text for text in texts)
    wait_until(strip, "the strip of moco")
    expect(app, "History: Red since 2026-08-04")
    check(True, "triage shows the last runs of the row and who pinned its baseline")


def find_the_move(app):
    keys("y")
    table_of(app, "Models over their runs")
    expect(app, f"moco \u00b7 {CONFIG}")
    keys("t")
    expect(app, "Baseline of graph_breaks: pinned at 7 by #12345 on 2026-08-03")
    check(True, "Y leads to the history of the row, T to its graph breaks, with who pinned the baseline")
    keys("k")
    expect(app, "baseline 2026-08-03 #12345")
    button = expect(app, "Pull request", pyatspi.ROLE_PUSH_BUTTON)
    wait_until(lambda: button.getState().contains(pyatspi.STATE_SENSITIVE), "the pull request can be shown")
    check(True, "K finds the commit that moved the baseline, with its pull request")
    check(not unnamed_controls(app), "every control has a name")
    keys("alt+Left")
    table_of(app, "Models")
    check(True, "Alt+Left leads back to the row")


def steps(started):
    app = ready(started)
    see_since_when(app)
    see_the_strip(app)
    find_the_move(app)


def play(program, command_line):
    with tempfile.TemporaryDirectory(prefix="plumbline-history-") as folder:
        return watched([program, *write_history(Path(folder), command_line)], folder, steps)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--inside"]:
        sys.exit(window_e2e.with_accessibility(lambda: play(sys.argv[2], sys.argv[3])))
    sys.exit(window_e2e.outer(sys.argv[1:3], __file__))
