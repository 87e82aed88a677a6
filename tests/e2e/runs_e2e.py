#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""From a failing row to a run of it and back, in the real window under Xvfb with keys alone: E, Ctrl+Enter, T.

    runs_e2e.py PROGRAM STAND_IN_FOLDER

The suite is the stand-in of the tests, the run is real: supervisor, process, CSV, journal. Exit 0 when all holds, 1 with the
first thing that does not, 77 when a tool is missing (skipped).
"""
import os
import shutil
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import window_e2e  # noqa: E402

NAME = "inductor_torchbench_training.csv"


def write_checkout(root, stand_in):
    dynamo = root / "benchmarks" / "dynamo"
    (dynamo / "ci_expected_accuracy").mkdir(parents=True)
    shutil.copyfile(stand_in / "suite.py", dynamo / "torchbench.py")
    (dynamo / "check_accuracy.py").write_text("flaky_models = set()\n")
    expected = dynamo / "ci_expected_accuracy" / NAME
    expected.write_text("name,accuracy,graph_breaks\n\n\n\nalexnet,pass,3\n\n\n\nllama,pass,1\n")
    return expected


def play(program, stand_in):
    from scenario import watched  # needs the screen and the bus

    with tempfile.TemporaryDirectory(prefix="plumbline-runs-") as folder:
        folder = Path(folder)
        expected = write_checkout(folder / "pytorch", stand_in)
        (folder / NAME).write_text("name,accuracy,graph_breaks\nalexnet,pass,3\nllama,fail_accuracy,1\n")
        environment = dict(os.environ, PYTHONPATH=str(stand_in), PYTHONDONTWRITEBYTECODE="1", STAND_IN_DEVICES="1",
                           STAND_IN_STATE=str(folder))
        return watched([program, NAME, str(expected)], folder, steps, environment)


def steps(started):
    import pyatspi
    from scenario import check, focus_window
    from screen import application, expect, keys, row_texts, table_of, unnamed_controls, wait_until

    app = application(started.pid)
    focus_window(expect(app, NAME, pyatspi.ROLE_FRAME))
    models = table_of(app, "Models")
    wait_until(lambda: any("llama" in text for text in row_texts(models, 0)), "the failing row first")
    keys("e")
    start = expect(app, "Start the run", pyatspi.ROLE_PUSH_BUTTON)
    wait_until(lambda: start.getState().contains(pyatspi.STATE_ENABLED), "the machine has answered, and it can start")
    check(True, "E fills the form with the row")
    check(not unnamed_controls(app), f"every control of the page has a name: {unnamed_controls(app)}")
    keys("ctrl+Return")
    runs = table_of(app, "Runs")
    wait_until(lambda: runs.queryTable().nRows == 1 and row_texts(runs, 0)[0] == "done", "the run is done")
    tasks = table_of(app, "Tasks of the run")
    wait_until(lambda: "pass" in row_texts(tasks, 0), "its task says what came of the model")
    check(True, "Ctrl+Enter starts it, and it comes to its end")
    keys("t")
    models = table_of(app, "Models")
    wait_until(lambda: models.queryTable().nRows == 1 and "llama" in "".join(row_texts(models, 0)),
               "the row that was asked for, alone")
    check("pass" in "".join(row_texts(models, 0)).lower(), "T holds the result against the baseline")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--inside"]:
        sys.exit(window_e2e.with_accessibility(lambda: play(sys.argv[2], Path(sys.argv[3]))))
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    sys.exit(window_e2e.outer(sys.argv[1:3], __file__))
