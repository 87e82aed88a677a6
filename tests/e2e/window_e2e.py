#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Starts the real program under Xvfb, drives it with real keys, and reads the screen as a screen reader does (AT-SPI).

    window_e2e.py PROGRAM SAMPLES_FOLDER

Exit 0 when all holds, 1 with the first thing that does not, 77 when a tool is missing (skipped).
"""
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
NEEDED = ("Xvfb", "xdotool", "dbus-run-session")
LAUNCHERS = ("/usr/libexec/at-spi-bus-launcher", "/usr/lib/at-spi2-core/at-spi-bus-launcher")


def skip(word):
    print(f"SKIP: {word}")
    sys.exit(77)


def outer(arguments, script=__file__, seconds=100):
    """Brings up a screen and a bus of its own, and runs the script again inside, for at most so many seconds."""
    for tool in NEEDED:
        if shutil.which(tool) is None:
            skip(f"{tool} is not installed")
    if not any(os.access(p, os.X_OK) for p in LAUNCHERS):
        skip("at-spi2-core is not installed")
    try:
        import pyatspi  # noqa: F401
    except ImportError:
        skip("python3-pyatspi is not installed")
    reader, writer = os.pipe()
    screen = subprocess.Popen(["Xvfb", "-displayfd", str(writer), "-screen", "0", "1440x900x24", "-nolisten", "tcp",
                               "-noreset"],
                              pass_fds=[writer], stderr=subprocess.DEVNULL)
    os.close(writer)
    with os.fdopen(reader) as numbers:
        display = numbers.readline().strip()
    if not display:
        skip("Xvfb does not start")
    with tempfile.TemporaryDirectory(prefix="plumbline-e2e-") as home:
        for name in ("run", "config", "data", "cache"):
            os.mkdir(f"{home}/{name}", 0o700)
        environment = dict(os.environ, DISPLAY=f":{display}", HOME=home, XDG_RUNTIME_DIR=f"{home}/run",
                           XDG_CONFIG_HOME=f"{home}/config", XDG_DATA_HOME=f"{home}/data",
                           XDG_CACHE_HOME=f"{home}/cache", XDG_STATE_HOME=f"{home}/state", QT_QPA_PLATFORM="xcb",
                           QT_LINUX_ACCESSIBILITY_ALWAYS_ON="1", LC_ALL="C.UTF-8")
        environment.pop("DBUS_SESSION_BUS_ADDRESS", None)
        environment.pop("WAYLAND_DISPLAY", None)
        try:
            inner = subprocess.run(["dbus-run-session", "--", sys.executable, script, "--inside", *arguments],
                                   env=environment, timeout=seconds)
            return inner.returncode
        finally:
            screen.terminate()
            screen.wait()


def with_accessibility(play):
    """Runs play() with the accessibility bus up."""
    launcher = next(p for p in LAUNCHERS if os.access(p, os.X_OK))
    bus = subprocess.Popen([launcher, "--launch-immediately"], stderr=subprocess.DEVNULL)
    try:
        return play()
    finally:
        bus.terminate()
        bus.wait()


def inside(program, samples):
    import scenario  # needs the screen and the bus

    return with_accessibility(lambda: scenario.play(program, Path(samples)))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--inside"]:
        sys.exit(inside(*sys.argv[2:4]))
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    sys.exit(outer(sys.argv[1:3]))
