#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A working day in the real window under Xvfb, with real keys and a real mouse: open a commit, decide every group, undo
some, end and begin again, review, commit to a real git repository, save a report. After each step the screen is read and
kept as a picture, in the folder that PLUMBLINE_E2E_PICTURE names without its ".png".

    day_e2e.py PROGRAM

Exit 0 when all holds, 1 with the first thing that does not, 77 when a tool is missing (skipped).
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import window_e2e  # noqa: E402

if sys.argv[1:2] == ["--inside"]:  # these need the screen and the bus
    import pyatspi
    from scenario import check, focus_window, watched
    from screen import (LIMIT_SECONDS, application, click, expect, find, keys, row_texts, table_of, type_text,
                        unnamed_controls, wait_until)

BASELINES = "benchmarks/dynamo/ci_expected_accuracy"
DECODERS = {"BartForCausalLM": 6, "BlenderbotForCausalLM": 8, "OPTForCausalLM": 8}
BENCH = "alexnet,pass,0\nhf_Reformer,fail_accuracy,25\nmoco,pass,11\nnanogpt,pass,7\nsam,pass,3\nyolov3,pass,8\n"
TODAY = "alexnet,pass,0\nhf_Reformer,pass,25\nmoco,fail_to_run,0\nnanogpt,pass,6\nsam,fail_to_run,0\nyolov3,pass,11\n"
GROUPS = "What fails, grouped by cause"


def git(tree, *arguments):
    return subprocess.run(["git", "-C", str(tree), *arguments], check=True, capture_output=True, text=True).stdout


def decoders(more):
    return "".join(f"{model},pass,{breaks + more}\n" for model, breaks in DECODERS.items()) + "T5Small,pass,5\n"


SIDES = {config: (decoders(0), decoders(1)) for config in ("inductor_huggingface_training", "inductor_huggingface_inference",
                                                           "dynamic_inductor_huggingface_training")}
SIDES["inductor_torchbench_training"] = (BENCH, TODAY)


def write_commit(folder):
    """A checkout under git, and what CI left: a library's release moves graph breaks in all configs, and two models fail."""
    tree, run = folder / "pytorch", folder / "run"
    (tree / BASELINES).mkdir(parents=True)
    run.mkdir()
    for config, (before, after) in SIDES.items():
        spaced = before.rstrip("\n").replace("\n", "\n\n\n\n") + "\n"  # as PyTorch's baselines are
        (tree / BASELINES / f"{config}.csv").write_text("name,accuracy,graph_breaks\n\n\n\n" + spaced)
        (run / f"{config}.csv").write_text("name,accuracy,graph_breaks\n" + after)
    git(tree, "init", "--quiet", "--initial-branch", "main")
    git(tree, "config", "user.name", "On Call")
    git(tree, "config", "user.email", "on.call@example.org")
    git(tree, "add", ".")
    git(tree, "commit", "--quiet", "--message", "Baselines")
    return tree, run


def decisions(app):
    """The last column of the overview without its sign, one word per group."""
    table = table_of(app, GROUPS)
    texts = [row_texts(table, row)[-1] for row in range(table.queryTable().nRows)]
    return [text.removeprefix("Decision:").split(" ")[-1] for text in texts]


def button(app, name):
    return expect(app, name, pyatspi.ROLE_PUSH_BUTTON)


def decided(app, words):
    wait_until(lambda: decisions(app) == words, f"the groups are decided so: {words}")


def screen(app, step, shows, hides=()):
    """The screen after a step: these texts are on it, those are not, every control has a name. A picture of it is kept."""
    for text in shows:
        expect(app, text)
    for text in hides:
        wait_until(lambda gone=text: find(app, gone) is None, f"'{text}' is not on screen after: {step}")
    nameless = unnamed_controls(app)
    check(not nameless, f"{step}: {', '.join(shows)}; every control has a name{nameless or ''}")
    picture = os.environ.get("PLUMBLINE_E2E_PICTURE")
    if not picture or not shutil.which("import"):
        return
    folder = Path(picture).with_suffix("")
    folder.mkdir(exist_ok=True)
    screen.taken += 1
    kept = folder / f"{screen.taken:02}-{step.replace(' ', '-')}.png"
    subprocess.run(["import", "-window", "root", str(kept)], check=True, timeout=LIMIT_SECONDS)
    check(len(kept.read_bytes()) > 10_000, f"{kept.name} shows a window")


screen.taken = 0


def ready(started):
    app = application(started.pid)
    focus_window(expect(app, "", pyatspi.ROLE_FRAME))
    return app


def answer_every_group(app):
    screen(app, "a commit is open", ["CI would fail: 13 rows in 4 configs, 4 causes", "0 of 4 groups decided", "graph_breaks +1"],
           hides=["CI fails: 13", "Review (Ctrl+Shift+E)"])
    keys("a")
    expect(app, "Accept graph_breaks +1 on 3 models in 3 configs", pyatspi.ROLE_TEXT)
    keys("Return")
    screen(app, "a reason is asked for", ["A reason is needed: 9 rows get more graph breaks", "0 of 4 groups decided"])
    type_text("A new release breaks the graph once more")
    keys("Return")
    decided(app, ["accepted", "", "", "", ""])
    screen(app, "A accepts a group", ["CI fails: 13 \u2192 4 failing rows after 9 edits", "1 of 4 groups decided"], hides=["A reason is needed"])
    click(button(app, "Keep"))
    decided(app, ["accepted", "kept", "", "", ""])
    screen(app, "a click keeps the next", ["CI fails: 13 \u2192 4 failing rows after 9 edits", "2 of 4 groups decided"])
    click(button(app, "Accept"))
    decided(app, ["accepted", "kept", "accepted", "", ""])
    screen(app, "a click accepts the third", ["3 of 4 groups decided", "CI fails: 13 \u2192 3 failing rows after 10 edits"])
    keys("f")
    expect(app, "Reason", pyatspi.ROLE_TEXT)
    screen(app, "F asks why it is flaky", ["3 of 4 groups decided"])
    type_text("comes and goes")
    keys("Return")
    decided(app, ["accepted", "kept", "accepted", "flaky", ""])
    screen(app, "every group is answered", ["All 4 groups decided"])


def undo_some(app):
    keys("z", "z")
    decided(app, ["accepted", "kept", "", "", ""])
    screen(app, "Z twice", ["2 of 4 groups decided", "CI fails: 13 \u2192 4 failing rows after 9 edits"])
    keys("shift+z")
    decided(app, ["accepted", "kept", "accepted", "", ""])
    screen(app, "Shift+Z", ["3 of 4 groups decided", "CI fails: 13 \u2192 3 failing rows after 10 edits"])
    click(button(app, "Undo"))
    decided(app, ["accepted", "kept", "", "", ""])
    screen(app, "a click on Undo", ["2 of 4 groups decided", "CI fails: 13 \u2192 4 failing rows after 9 edits"])


def morning(started, tree):
    """Opens the commit, answers every group by keys and by mouse, takes some answers back, and leaves for lunch."""
    app = ready(started)
    answer_every_group(app)
    undo_some(app)
    keys("ctrl+q")
    screen(app, "the end is asked about", ["Not saved: 9 edits in 3 files and 2 decisions", "Save", "Keep for next time", "Discard", "Cancel"])
    check(git(tree, "status", "--porcelain") == "", "nothing is written without being asked for")
    click(button(app, "Keep for next time"))
    check(started.wait(timeout=LIMIT_SECONDS) == 0, "the question at the end keeps the edits")


def afternoon(started, tree, report):
    """Begins with nothing on the command line, restores, decides the rest, reviews, commits, reports."""
    app = ready(started)
    table_of(app, GROUPS)
    screen(app, "the next start", ["Plumbline ended with 9 edits in 3 files and 2 decisions not saved", "Restore", "CI would fail: 13 rows"])
    click(button(app, "Restore"))
    screen(app, "the edits are restored", ["9 edits in 3 files", "CI fails: 13 \u2192 4 failing rows after 9 edits"], hides=["Plumbline ended with"])
    keys("g")
    decided(app, ["accepted", "kept", "", "", ""])
    screen(app, "every answer is back", ["2 of 4 groups decided"])
    for word in ("accuracy fail_accuracy", "graph_breaks \u22121"):
        expect(app, word, pyatspi.ROLE_LABEL)
        keys("a")
        expect(app, word)
    decided(app, ["accepted", "kept", "accepted", "accepted", ""])
    screen(app, "the rest is accepted", ["All 4 groups decided", "CI fails: 13 \u2192 2 failing rows after 11 edits"])
    commit(app, tree)
    save_report(app, report)


def commit(app, tree):
    keys("ctrl+shift+e")
    message = expect(app, "Commit message", pyatspi.ROLE_TEXT).queryText().getText(0, -1)
    check("A new release breaks the graph once more" in message, "the reason is in the proposed message")
    screen(app, "the review", ["11 edits in 4 files", "CI fails: 13 \u2192 2 failing rows after 11 edits"])
    keys("j", "j")
    keys("ctrl+Return")
    screen(app, "it is committed", ["Committed as ", "Nothing is edited"], hides=["11 edits in 4 files"])
    named = git(tree, "show", "--name-only", "--format=").split()
    check(sorted(Path(name).stem for name in named if name.endswith(".csv")) == sorted(SIDES), f"the commit has {named}")
    table = (tree / BASELINES / "inductor_torchbench_training.csv").read_text()
    check("hf_Reformer,pass,25" in table and "moco,pass,11" in table, "with what was accepted, without what was kept")
    check(git(tree, "log", "-1", "--format=%B").strip() == message.strip(), "and the message that was on screen")
    keys("g")
    screen(app, "only what was kept still fails", ["CI would fail: 2 rows in 1 config, 1 cause"], hides=["Review (Ctrl+Shift+E)"])


def save_report(app, report):
    keys("ctrl+shift+p")
    expect(app, "Command", pyatspi.ROLE_TEXT)
    type_text("save a report")
    screen(app, "the command search", ["Save a report"])
    keys("Return")
    name = expect(app, "File name:", pyatspi.ROLE_TEXT)
    wait_until(lambda: name.getState().contains(pyatspi.STATE_FOCUSED), "the name has the keyboard")
    keys("ctrl+a")
    type_text(str(report))
    keys("Return")
    screen(app, "the report is saved", [f"The report is written to {report}"])
    check("moco" in report.read_text() and json.loads(report.read_text()), "the report is written and can be read")
    focus_window(expect(app, "", pyatspi.ROLE_FRAME))  # without a window manager a dialog takes the keyboard along


def play(program):
    with tempfile.TemporaryDirectory(prefix="plumbline-day-") as folder:
        folder = Path(folder)
        tree, run = write_commit(folder)
        morning_command = [program, "--expected", str(tree), str(run)]
        return (watched(morning_command, folder, lambda started: morning(started, tree)) or
                watched([program], folder, lambda started: afternoon(started, tree, folder / "report.json")))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--inside"]:
        sys.exit(window_e2e.with_accessibility(lambda: play(sys.argv[2])))
    sys.exit(window_e2e.outer(sys.argv[1:2], __file__))
