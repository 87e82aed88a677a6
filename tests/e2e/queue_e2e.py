#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A hundred questions answered in the real window under Xvfb with keys alone, taken back, and answered again.

    queue_e2e.py PROGRAM

Exit 0 when all holds, 1 with the first thing that does not, 77 when a tool is missing (skipped). Prints what a key takes
from the key's event to the words on the screen, as a screen reader reads them; that is more than the program's own time.
"""
import hashlib
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import window_e2e  # noqa: E402

KINDS = 5  # worse counter, worse status, better, new, lost; equal rows stand between
ITEMS = 100
EACH = ITEMS // KINDS


def write_pair(folder):
    actual, expected = ["name,accuracy,graph_breaks"], ["name,accuracy,graph_breaks"]
    for i in range(EACH):
        name = f"m{i:02}"
        actual += [f"{name}_counter,pass,9", f"{name}_status,fail_accuracy,5", f"{name}_better,pass,3", f"{name}_new,pass,1",
                   f"{name}_same,pass,2"]
        expected += [f"{name}_counter,pass,5", f"{name}_status,pass,5", f"{name}_better,pass,5", f"{name}_lost,pass,5",
                     f"{name}_same,pass,2"]
    (folder / "actual.csv").write_text("\n".join(actual) + "\n")
    (folder / "expected.csv").write_text("\n\n\n\n".join(expected) + "\n")


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def play(program):
    from scenario import check, watched  # needs the screen and the bus

    with tempfile.TemporaryDirectory(prefix="plumbline-queue-") as folder:
        folder = Path(folder)
        write_pair(folder)
        first = digest(folder / "expected.csv")

        def answer(started):
            steps(started)
            check(digest(folder / "expected.csv") == first, "no file was written on the way")
            check(sorted(p.name for p in folder.iterdir()) == ["actual.csv", "expected.csv"], "and none was made")
        # Nothing is left to save, so nothing asks when the program is to end.
        return watched([program, "actual.csv", "expected.csv"], folder, answer)


def steps(started):
    import pyatspi
    from scenario import check, focus_window
    from screen import application, expect, find, keys, table_of, type_text, wait_until

    def press_times(count, key, done):
        """Presses a key `count` times and gives milliseconds per key until the progress says so."""
        begin = time.monotonic()
        subprocess.run(["xdotool", "key", "--delay", "0", *[key] * count], check=True)
        wait_until(lambda: find(app, done), f"\"{done}\" after {count} x {key}")
        return 1000 * (time.monotonic() - begin) / count

    app = application(started.pid)
    focus_window(expect(app, "actual.csv \u2194 expected.csv", pyatspi.ROLE_FRAME))
    table_of(app, "Models")
    expect(app, "Decision")
    wait_until(lambda: find(app, f"0 of {ITEMS} decided"), "the count of open questions")

    decided = 0
    for _ in range(2 * EACH):  # both kinds that fail: a reason each, the second time the one from before
        keys("a")
        type_text(f"known since 2026-07 number {decided}")
        keys("Return")
        decided += 1
    wait_until(lambda: find(app, f"{decided} of {ITEMS} decided"), "every failing row accepted with its reason")
    check(True, "accepting what gets worse takes A, a reason, Enter")
    better = press_times(EACH, "a", f"{decided + EACH} of {ITEMS} decided")
    kept = press_times(EACH, "x", f"{decided + 2 * EACH} of {ITEMS} decided")
    press_times(EACH, "a", f"All {ITEMS} decided")
    check(True, f"the queue of {ITEMS} is empty, and no mouse was used")
    print(f"one answer to the words on screen: accept {better:.1f} ms, keep {kept:.1f} ms (goal 50)")
    back = press_times(ITEMS, "z", f"0 of {ITEMS} decided")
    check(True, "Z takes all of it back")
    forth = press_times(ITEMS, "shift+z", f"All {ITEMS} decided")
    print(f"one step back {back:.1f} ms, forth {forth:.1f} ms")
    press_times(ITEMS, "z", f"0 of {ITEMS} decided")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--inside"]:
        sys.exit(window_e2e.with_accessibility(lambda: play(sys.argv[2])))
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    sys.exit(window_e2e.outer(sys.argv[1:2], __file__))
