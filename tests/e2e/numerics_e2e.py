#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""From two folders of tensors to the element that is wrong, and to an answer with other options, in the real window under
Xvfb with keys alone: H, 6, T.

    numerics_e2e.py PROGRAM

Exit 0 when all holds, 1 with the first thing that does not, 77 when a tool is missing (skipped).
"""
import struct
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import window_e2e  # noqa: E402

COUNT = 64


def npy(values, is_double=False, shape=None):
    """The bytes of a .npy file; without a shape the tensor has one dimension."""
    kind = "<f8" if is_double else "<f4"
    head = "{'descr': '%s', 'fortran_order': False, 'shape': %s, }" % (kind, shape or (len(values),))
    head += " " * (-(len(head) + 11) % 64) + "\n"
    return (b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode() +
            struct.pack(f"<{len(values)}{'d' if is_double else 'f'}", *values))


def write_npy(path, values, is_double=False):
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(npy(values, is_double))


def write_sides(folder):
    plain = [1 + i / COUNT for i in range(COUNT)]
    wrong = list(plain)
    wrong[37] += 0.5
    for name, values in (("bias", plain), ("weight", wrong), ("scale", plain)):
        write_npy(folder / "ref" / f"{name}.npy", plain)
        write_npy(folder / "res" / f"{name}.npy", values)
        write_npy(folder / "fp64" / f"{name}.npy", plain, is_double=True)


def play(program):
    from scenario import watched  # needs the screen and the bus

    with tempfile.TemporaryDirectory(prefix="plumbline-numerics-") as folder:
        write_sides(Path(folder))
        return watched([program, "--same", "ref", "res", "--fp64", "fp64"], folder, steps)


def steps(started):
    import pyatspi
    from scenario import check, focus_window
    from screen import application, expect, find, keys, row_texts, table_of, type_text, unnamed_controls, wait_until

    app = application(started.pid)
    focus_window(wait_until(lambda: find(app, "", pyatspi.ROLE_FRAME), "the window"))
    tensors = table_of(app, "Tensors")
    expect(app, "Differs at weight")
    check(True, "the answer names the tensor")
    wait_until(lambda: not unnamed_controls(app), "every control of the page has a name")
    keys("h")
    wait_until(lambda: "weight" in row_texts(tensors, 0)[0] and "DIFFERS" in row_texts(tensors, 0), "H: the largest margin first")
    keys("d", "6", "u")
    elements = table_of(app, "Elements in full")
    wait_until(lambda: "[37]" in row_texts(elements, 0)[0], "6 shows its numbers though D had hidden them; U the largest error first")
    wait_until(lambda: not unnamed_controls(app), "every control of the details has a name")
    keys("t")
    tol = wait_until(lambda: find(app, "tol", pyatspi.ROLE_TEXT), "the field of the tolerance")
    wait_until(lambda: tol.getState().contains(pyatspi.STATE_FOCUSED), "T leads to the tolerance")
    keys("ctrl+a")
    type_text("1")
    keys("Return")
    expect(app, "Same")
    check(True, "T and another tolerance: decided again at once")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--inside"]:
        sys.exit(window_e2e.with_accessibility(lambda: play(sys.argv[2])))
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    sys.exit(window_e2e.outer(sys.argv[1:2], __file__))
