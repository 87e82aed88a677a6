#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A stranger's path, timed: into a bare root of Debian come the packages; the sample is judged and a patch is written, first on the
command line, then in the window under Xvfb with real keys. Both patches must apply.

    stranger.py ROOT PACKAGES      as root; ROOT is changed, PACKAGES is a folder with .deb files

Prints what each step took. Exit 0 when all holds within LIMIT_S seconds, 1 when not, 77 when a tool is missing (skipped).
"""
import os
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import window_e2e  # noqa: E402

if sys.argv[1:2] == ["--inside"]:  # these need the screen and the bus
    import pyatspi
    from scenario import check, focus_window, watched
    from screen import LIMIT_SECONDS, application, click, expect, keys, press, row_texts, table_of, type_text, wait_until

LIMIT_S = 120
# /tmp has the sockets of the screen and of the bus. Its mount ends with the process, which alone sees it.
ENTER = ["unshare", "--mount", "sh", "-c", 'mount --bind /tmp "$0/tmp" && exec chroot "$0" "$@"']
INSTALL = "apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq --no-install-recommends /run/packages/*.deb"
JUDGE = """cd /opt && plumbline-cli sample s
plumbline-cli compare s/actual.csv s/expected.csv; [ $? -eq 1 ] || exit 1
plumbline-cli accept s/actual.csv s/expected.csv --patch accepted.patch; [ $? -eq 1 ]"""  # 1: regressions are held back


def in_root(root, script):
    done = subprocess.run(["chroot", root, "env", "-i", "HOME=/opt", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL=C.UTF-8", "bash", "-c", script],
                          capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise AssertionError((done.stdout + done.stderr)[-2000:])


def applies(patch, folder):
    done = subprocess.run(["git", "apply", "--check", str(patch)], cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0 or not patch.read_text():
        raise AssertionError(f"{patch} does not apply: {done.stderr}")


def install(root, packages):
    folder = Path(root) / "run/packages"
    folder.mkdir(parents=True, exist_ok=True)
    for package in Path(packages).glob("*.deb"):
        if "-dbgsym_" not in package.name:
            (folder / package.name).write_bytes(package.read_bytes())
    in_root(root, INSTALL)


def judge(root):
    in_root(root, JUDGE)
    applies(Path(root).resolve() / "opt/accepted.patch", Path(root) / "opt/s")


def decide(started, patch):
    """Accepts the first row with a reason, keeps the next, exports the patch, and leaves the edits for the next time."""
    app = application(started.pid)
    focus_window(expect(app, "actual.csv", pyatspi.ROLE_FRAME))
    check("hf_Longformer" in " ".join(row_texts(table_of(app, "Models"), 0)), "the sample is on screen, what fails first")
    keys("a")
    expect(app, "Accept hf_Longformer", pyatspi.ROLE_TEXT)
    type_text("The new image is the baseline from now on")
    keys("Return")
    expect(app, "1 of ")
    keys("x")
    expect(app, "2 of ")
    keys("ctrl+shift+e")
    press(expect(app, "Export patch", pyatspi.ROLE_PUSH_BUTTON))
    name = expect(app, "File name:", pyatspi.ROLE_TEXT)
    wait_until(lambda: name.getState().contains(pyatspi.STATE_FOCUSED), "the name has the keyboard")
    keys("ctrl+a")
    type_text(str(patch))
    keys("Return")
    wait_until(lambda: f"Patch written to {patch}" in expect(app, "1 edit in 1 file").name, "the patch is written")
    applies(patch, Path(os.environ["XDG_CACHE_HOME"]) / "plumbline/sample")
    check(True, "the patch is written and applies")
    focus_window(expect(app, "", pyatspi.ROLE_FRAME))  # without a window manager a dialog takes the keyboard along
    keys("ctrl+q")
    click(expect(app, "Keep for next time", pyatspi.ROLE_PUSH_BUTTON))
    check(started.wait(timeout=LIMIT_SECONDS) == 0, "the window is closed, the edits are kept")


def main(root, packages):
    began = time.monotonic()
    steps = {"install the packages": lambda: install(root, packages), "judge and write a patch, command line": lambda: judge(root),
             "decide and export a patch, window": lambda: window_e2e.outer([root], __file__)}
    for name, step in steps.items():
        start = time.monotonic()
        status = step()
        print(f"{time.monotonic() - start:6.1f} s  {name}", flush=True)
        if status:
            return status
    total = time.monotonic() - began
    print(f"{total:6.1f} s  all, of {LIMIT_S} s")
    return 0 if total < LIMIT_S else 1


if __name__ == "__main__":
    if sys.argv[1:2] == ["--inside"]:
        export = Path(os.environ["HOME"]) / "decided.patch"
        command = [*ENTER, sys.argv[2], "plumbline", "--sample"]
        sys.exit(window_e2e.with_accessibility(lambda: watched(command, "/", lambda started: decide(started, export))))
    if len(sys.argv) != 3 or os.geteuid() != 0:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    sys.exit(main(*sys.argv[1:]))
