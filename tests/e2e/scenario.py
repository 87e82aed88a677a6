# SPDX-License-Identifier: GPL-3.0-or-later
"""An on-call engineer's five minutes: open the sample, filter, look, copy, swap, change a file, reload, quit."""
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pyatspi
from screen import (LIMIT_SECONDS, application, expect, find, keys, press, row_texts, table_of, type_text,
                    unnamed_controls, wait_until)


def check(holds, what):
    if not holds:
        raise AssertionError(what)
    print(f"ok: {what}")


def watched(command, folder, steps, environment=None, ends=True):
    """Starts the program in the folder, takes the steps with it, and ends it with Ctrl+Q, or kills it unless it ends: with edits
    that are not saved it asks. Gives 0, or 1 with what did not hold and a picture of the screen."""
    started = subprocess.Popen(command, cwd=folder, env=environment)
    try:
        steps(started)
        if ends:
            keys("ctrl+q")
            check(started.wait(timeout=LIMIT_SECONDS) == 0, "Ctrl+Q ends the program with exit status 0")
        return 0
    except (AssertionError, subprocess.SubprocessError) as trouble:
        print(f"FAILED: {trouble}")
        picture = os.environ.get("PLUMBLINE_E2E_PICTURE")
        if picture and shutil.which("import"):
            subprocess.run(["import", "-window", "root", picture], check=False)
            print(f"the screen is in {picture}")
        return 1
    finally:
        if started.poll() is None:
            started.kill()
            started.wait()


def focus_window(frame):
    """Gives the keyboard to the window, as a click on it would; asks again until the window says that it has it."""
    def is_active():
        if frame.getState().contains(pyatspi.STATE_ACTIVE):
            return True
        found = subprocess.run(["xdotool", "search", "--onlyvisible", "--name", "Plumbline$"], capture_output=True,
                               text=True, timeout=LIMIT_SECONDS, check=False)
        for window in found.stdout.split():
            subprocess.run(["xdotool", "windowfocus", window], stderr=subprocess.DEVNULL, timeout=LIMIT_SECONDS, check=False)
        return False
    wait_until(is_active, "the window has the keyboard")


def rows(app):
    return table_of(app, "Models").queryTable().nRows


def names_on_screen(app):
    table = table_of(app, "Models")
    return [row_texts(table, row) for row in range(table.queryTable().nRows)]


def play(program, samples):
    with tempfile.TemporaryDirectory(prefix="plumbline-pair-") as folder:
        for name in ("actual.csv", "expected.csv"):
            shutil.copyfile(samples / name, Path(folder) / name)
        return (watched([program, "actual.csv", "expected.csv"], folder, lambda started: steps(started, Path(folder)))
                or watched([program, "none.csv", "none.csv"], folder, missing_pair))


def missing_pair(started):
    app = application(started.pid)
    expect(app, "none.csv: There is no file here. Check the path.")
    expect(app, "Problem")
    expect(app, "actual: none.csv")
    check(True, "a pair that is not there is named in the error strip")
    focus_window(expect(app, "", pyatspi.ROLE_FRAME))


def steps(started, folder):
    app = application(started.pid)
    focus_window(expect(app, "actual.csv \u2194 expected.csv", pyatspi.ROLE_FRAME))
    read_the_page(app)
    filter_the_table(app)
    other_pages(app)
    swap_and_reload(app, folder)


def read_the_page(app):
    expect(app, "actual: actual.csv")
    expect(app, "expected: expected.csv")
    check(True, "the header says which file is which")
    nameless = unnamed_controls(app)
    check(not nameless, f"every control has a name (without: {nameless})")
    face = table_of(app, "Models").queryTable()
    headers = [face.getColumnHeader(c).name for c in range(face.nColumns)]
    check(all(headers), f"every column has a header: {headers}")
    shown = names_on_screen(app)
    check(any("llama" in cell for cell in shown[0] + shown[1] + shown[2]), "the failing rows come first")
    check(not any("LearningToPaint" in cell for row in shown for cell in row), "unchanged rows are not shown at first")
    check(any("FAIL" in cell.upper() for cell in shown[0]), f"the status is in words: {shown[0]}")


def filter_the_table(app):
    edit = expect(app, "Filter", pyatspi.ROLE_TEXT)
    before = rows(app)
    edit.queryEditableText().setTextContents("resnet")
    wait_until(lambda: 0 < rows(app) < before, "fewer rows with a filter")
    check(all(any("resnet" in cell for cell in row) for row in names_on_screen(app)), "the filter keeps what it says")
    edit.queryEditableText().setTextContents("")
    wait_until(lambda: rows(app) == before, "all rows again without it")
    keys("slash")
    wait_until(lambda: edit.getState().contains(pyatspi.STATE_FOCUSED), "the key / leads to the filter")
    type_text("moco")
    wait_until(lambda: rows(app) == 1, "one row while typing")
    keys("ctrl+a", "Delete", "Escape")
    wait_until(lambda: rows(app) == before, "all rows again")
    chip = expect(app, "Improved, ")
    press(chip)
    wait_until(lambda: 0 < rows(app) < before, "a chip keeps its class")
    press(chip)
    wait_until(lambda: rows(app) == before, "and lets go of it")
    check(True, "filter edit and chips work for a screen reader and by keys")


def other_pages(app):
    keys("j")
    keys("F1")
    expect(app, "Help text")
    check(not unnamed_controls(app), "every control of the help has a name")
    keys("Escape", "question")
    expect(app, "All keys")
    keys("Escape")
    expect(app, "Filter", pyatspi.ROLE_TEXT)
    check(True, "help and keys open and close by keys")


def details_of(app, field):
    """The two sides of a field in the details: [field, expected, actual]."""
    table = table_of(app, "Both rows, field by field")
    for row in range(table.queryTable().nRows):
        texts = row_texts(table, row)
        if field in texts[0]:
            return texts
    return []


def go_to(app, model):
    """J until the details are about the model."""
    for _ in range(30):
        if model in " ".join(details_of(app, "name")):
            return
        keys("j")
    raise AssertionError(f"J never comes to {model}")


def swap_and_reload(app, folder):
    go_to(app, "llama")
    wait_until(lambda: "7" in details_of(app, "graph_breaks")[1], "the details of llama")
    keys("ctrl+shift+p")
    expect(app, "Command", pyatspi.ROLE_TEXT)
    type_text("swap act")
    keys("Return")
    expect(app, "actual: expected.csv")
    wait_until(lambda: "9" in details_of(app, "graph_breaks")[1], "the details of the swapped pair")
    check("llama" in " ".join(details_of(app, "name")), "the command search swaps the sides; the current model stays")
    keys("ctrl+shift+x")
    expect(app, "actual: actual.csv")
    check(True, "a key swaps them back")
    text = (folder / "actual.csv").read_text().replace("cuda,llama,16,pass", "cuda,llama,16,fail_to_run")
    (folder / "actual.csv").write_text(text)
    expect(app, "actual.csv changed on disk")
    check(not any("fail_to_run" in c for row in names_on_screen(app) for c in row if "llama" in " ".join(row)),
          "nothing reloads by itself")
    press(expect(app, "Reload", pyatspi.ROLE_PUSH_BUTTON))
    wait_until(lambda: any("llama" in " ".join(row) and "fail_to_run" in " ".join(row) for row in names_on_screen(app)),
               "the new content after Reload")
    wait_until(lambda: "fail_to_run" in details_of(app, "accuracy")[2], "the details of the new content")
    check(find(app, "actual.csv changed on disk") is None, "the notice is gone, the current model is the same")
