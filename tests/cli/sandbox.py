#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs test programs of the command line under bubblewrap: without a network, with a home folder and a system that cannot be written.

    sandbox.py TEST_PROGRAM...

What they write goes below TMPDIR alone. Exit 0 when all pass, 1 when one does not, 77 when bubblewrap is missing (skipped).
"""
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

LIMIT_SECONDS = 300


def sandboxed(home, temporary, *command):
    variables = {"HOME": home, "TMPDIR": temporary, "LC_ALL": "C.UTF-8", "TZ": "UTC", "PATH": os.environ["PATH"], "QT_QPA_PLATFORM": "offscreen"}
    words = ["bwrap", "--unshare-all", "--die-with-parent", "--clearenv", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc",
             "--bind", temporary, temporary, "--ro-bind", home, home]
    for name, value in variables.items():
        words += ["--setenv", name, value]
    return subprocess.run([*words, "--", *command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace", timeout=LIMIT_SECONDS, check=False)


def main(programs):
    if shutil.which("bwrap") is None:
        print("SKIP: bubblewrap is not installed")
        return 77
    with tempfile.TemporaryDirectory(prefix="plumbline-sandbox-") as folder:
        home, temporary = f"{folder}/home", f"{folder}/tmp"
        os.mkdir(home)
        os.mkdir(temporary)
        if (probe := sandboxed(home, temporary, "true")).returncode != 0:
            print(f"SKIP: bubblewrap does not run here: {probe.stdout}")
            return 77
        # The sandbox holds what it promises: else the tests below would show nothing.
        for what, script in (("a home folder that can be written", 'echo x >"$HOME/file"'), ("a network", "grep -v -e '^Inter' -e '^ face' -e ' lo:' /proc/net/dev")):
            if sandboxed(home, temporary, "sh", "-c", script).returncode == 0:
                print(f"FAILED: the sandbox has {what}")
                return 1
        failed = 0
        for program in programs:
            done = sandboxed(home, temporary, program)
            failed += done.returncode != 0
            print(f"{'ok' if done.returncode == 0 else 'FAILED'}: {Path(program).name}: {next((l for l in done.stdout.splitlines() if l.startswith('Totals')), '')}")
            if done.returncode != 0:
                print(done.stdout[-4000:])
        if os.listdir(home):
            print(f"FAILED: the home folder has {os.listdir(home)}")
            return 1
        return 1 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    sys.exit(main(sys.argv[1:]))
