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
import threading
from pathlib import Path

LIMIT_SECONDS = 40
SIZE, OWN_SIZE = (1440, 900), (1360, 860)  # of the screen, and of the window on its own


def read_until(process, patterns):
    """Reads what the process says until every pattern was in it, for at most LIMIT_SECONDS. What is missing, and what was said."""
    limit = threading.Timer(LIMIT_SECONDS, process.kill)
    limit.start()
    missing, said = list(patterns), []
    for line in process.stdout:
        said.append(line)
        missing = [pattern for pattern in missing if not re.search(pattern, line)]
        if not missing:
            break
    limit.cancel()
    return missing, "".join(said[-20:])


def session(folder, **variables):
    """The environment of a Wayland session without an X server and without a bus."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("QT_", "DISPLAY", "DBUS_", "XDG_"))}
    return kept | {"HOME": str(folder), "XDG_RUNTIME_DIR": str(folder), "XDG_SESSION_TYPE": "wayland", "WAYLAND_DISPLAY": "plumbline",
                   "LC_ALL": "C.UTF-8", **variables}


def window_problems(program, folder):
    """What the compositor did not get from a window, which its shell makes as large as the screen."""
    window = subprocess.Popen([program, "--sample"], env=session(folder, WAYLAND_DEBUG="1"), stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, errors="replace")
    try:
        missing, said = read_until(window, (r'xdg_toplevel@\d+\.set_app_id\("org\.plumbline\.Plumbline"\)',
                                            r'xdg_toplevel@\d+\.set_title\("actual\.csv .* expected\.csv',
                                            r"create_buffer\(.*, %d, %d, " % SIZE))
        if not missing:
            missing, said = read_until(window, (r"wl_surface@\d+\.attach\(wl_buffer",))
        yield from (f"the compositor did not get {pattern}: {said}" for pattern in missing)
    finally:
        window.terminate()
        window.communicate()


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
        log = folder / "weston.log"  # not a pipe: one that nobody empties would stop it
        compositor = subprocess.Popen(["weston", "--backend=headless-backend.so", "--shell=kiosk-shell.so", "--no-config", "--socket=plumbline",
                                       "--idle-time=0", f"--width={SIZE[0]}", f"--height={SIZE[1]}"],
                                      env=dict(os.environ, XDG_RUNTIME_DIR=name), stdout=log.open("w"), stderr=subprocess.STDOUT)
        try:
            with subprocess.Popen(["tail", "--lines=+1", "--follow", log], stdout=subprocess.PIPE, text=True, errors="replace") as reader:
                missing, said = read_until(reader, [r"kiosk-shell\.so"])  # the socket is there by then
                reader.terminate()
            wrong = [f"weston did not start: {said}"] if missing else [*window_problems(program, folder), *picture_problems(program, folder)]
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
