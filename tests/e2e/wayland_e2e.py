#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Starts the real window under Wayland, without an X server, in a compositor without a screen (weston).

    wayland_e2e.py PROGRAM

Exit 0 when all holds, 1 with what does not, 77 when a tool is missing (skipped).
"""
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

LIMIT_SECONDS = 40
SIZE, OWN_SIZE = (1440, 900), (1360, 860)  # of the screen, and of the window on its own


def wait_until(holds):
    """Asks again and again until the answer is true, for at most LIMIT_SECONDS."""
    end = time.monotonic() + LIMIT_SECONDS
    while not holds() and time.monotonic() < end:
        time.sleep(0.02)
    return holds()


def session(folder, **variables):
    """The environment of a Wayland session without an X server and without a bus."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("QT_", "DISPLAY", "DBUS_", "XDG_"))}
    return kept | {"HOME": str(folder), "XDG_RUNTIME_DIR": str(folder), "XDG_SESSION_TYPE": "wayland", "WAYLAND_DISPLAY": "plumbline",
                   "LC_ALL": "C.UTF-8", **variables}


def window_problems(program, folder):
    """What the compositor did not get from a window, which its shell makes as large as the screen."""
    log = folder / "window.log"
    with open(log, "w", encoding="utf-8") as file:
        window = subprocess.Popen([program, "--sample"], env=session(folder, WAYLAND_DEBUG="1"), stdout=file, stderr=file)
    try:
        for name, call in (("a window", r'xdg_toplevel@\d+\.set_app_id\("org\.plumbline\.Plumbline"\)'),
                           ("a title with the pair", r'xdg_toplevel@\d+\.set_title\("actual\.csv .* expected\.csv'),
                           ("an image as large as the screen", r"create_buffer\(.*, %d, %d, .*\n(.*\n)*.*wl_surface@\d+\.attach\(wl_buffer" % SIZE)):
            if not wait_until(lambda call=call: window.poll() is not None or re.search(call, log.read_text(errors="replace"))) or window.poll() is not None:
                yield f"the compositor did not get {name}: {log.read_text(errors='replace')[-1000:]}"
                return
    finally:
        window.terminate()
        window.wait()


def picture_problems(program, folder):
    """Pictures of the window at the scales of desktops: of its own size, or of the screen's when that is known by then."""
    for scale in ("1", "1.25", "1.5", "1.75", "2"):
        picture = folder / f"{scale}.png"
        done = subprocess.run([program, "--sample", "--screenshot", picture], env=session(folder, QT_SCALE_FACTOR=scale), capture_output=True,
                              text=True, timeout=LIMIT_SECONDS, check=False)
        seen = struct.unpack(">II", picture.read_bytes()[16:24]) if picture.exists() else None
        sizes = (SIZE, tuple(round(float(scale) * length) for length in OWN_SIZE))
        if done.returncode != 0 or seen not in sizes:
            yield f"scale {scale}: exit status {done.returncode}, a picture of {seen}, not one of {sizes}: {done.stderr[-1000:]}"


def main(program):
    if shutil.which("weston") is None:
        print("SKIP: weston is not installed")
        return 77
    if not list(Path("/usr/lib").glob("*/qt6/plugins/platforms/libqwayland*.so")):
        print("SKIP: qt6-wayland is not installed")
        return 77
    with tempfile.TemporaryDirectory(prefix="plumbline-wayland-") as name:  # only its owner may enter, as Wayland wants it
        folder = Path(name)
        with open(folder / "weston.log", "w", encoding="utf-8") as log:
            compositor = subprocess.Popen(["weston", "--backend=headless-backend.so", "--shell=kiosk-shell.so", "--no-config", "--socket=plumbline",
                                           "--idle-time=0", f"--width={SIZE[0]}", f"--height={SIZE[1]}"],
                                          env=dict(os.environ, XDG_RUNTIME_DIR=name), stdout=log, stderr=log)
        try:
            if wait_until(lambda: compositor.poll() is not None or (folder / "plumbline").exists()) and compositor.poll() is None:
                wrong = [*window_problems(program, folder), *picture_problems(program, folder)]
            else:
                wrong = [f"weston did not start: {(folder / 'weston.log').read_text()[-1000:]}"]
        finally:
            compositor.terminate()
            compositor.wait()
    for line in wrong:
        print(f"FAILED: {line}")
    print(f"wayland: {'all hold' if not wrong else str(len(wrong)) + ' do not hold'}")
    return 1 if wrong else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    sys.exit(main(sys.argv[1]))
