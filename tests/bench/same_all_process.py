#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How long `plumbline-cli same --all` takes beside the decision alone, as whole processes, over .npy files.

    tests/bench/same_all_process.py --cli build/release/bin/plumbline-cli [--elements 33554432] [--folder DIR] [--check]

It measures wall time from the start of the process to its end, thus with the reading of the files, which are in the page
cache, of tensors that are the same, with and without a float64 reference, and of one whose last element differs. Prints
the best of several times of both, their ratio, and the time of all processors. With --check, as a release build has it in
ctest, it fails where the ratio is over 4 in each of three tries, since another program may disturb one of them.
"""
import argparse
import array
import os
import pathlib
import random
import subprocess
import tempfile
import time

RUNS, GOAL, TRIES = 5, 4, 3
PIECE = 1 << 16


def write_npy(path, code, values, count):
    """The same piece again and again: making random numbers would take longer than the comparison."""
    header = ("{'descr': '<%s', 'fortran_order': False, 'shape': (%d,), }" % (code, count)).ljust(117) + "\n"
    piece = array.array("f" if code == "f4" else "d", values).tobytes()
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode())
        for _ in range(count // PIECE):
            file.write(piece)


def make(folder, count):
    chance = random.Random(1)
    fp64 = [chance.gauss(0, 1) for _ in range(PIECE)]
    write_npy(folder / "fp64.npy", "f8", fp64, count)
    write_npy(folder / "ref.npy", "f4", fp64, count)
    for name in "same", "late":
        write_npy(folder / f"{name}.npy", "f4", [value * (1 + 1e-6) for value in fp64], count)
    with open(folder / "late.npy", "r+b") as file:
        file.seek(-4, 2)
        file.write(array.array("f", [9.0]).tobytes())


def best(command):
    """Gives the least time, and the least of all processors."""
    clocks, processors = [], []
    for _ in range(RUNS):
        began, used = time.perf_counter(), os.times()
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
        now = os.times()
        clocks.append(time.perf_counter() - began)
        processors.append(now.children_user + now.children_system - used.children_user - used.children_system)
        if done.returncode not in (0, 1):
            raise SystemExit(f"{' '.join(map(str, command))}: {done.stderr.decode()}")
    return min(clocks), min(processors)


def measured(options, name, command):
    (plain, plain_used), (whole, whole_used) = best(command), best([*command, "--all"])
    print(f"{options.elements:,} float32 elements, {name}: decision {plain * 1000:.0f} ms, --all {whole * 1000:.0f} ms, "
          f"{whole / plain:.1f} x (goal {GOAL}); processors {plain_used * 1000:.0f} and {whole_used * 1000:.0f} ms")
    return whole / plain


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cli", required=True)
    parser.add_argument("--elements", type=int, default=32 << 20)
    parser.add_argument("--folder")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=options.folder) as name:
        folder = pathlib.Path(name)
        make(folder, options.elements)
        for kind, more in ("same", []), ("same", ["--fp64", folder / "fp64.npy"]), ("late", ["--fp64", folder / "fp64.npy"]):
            command = [options.cli, "same", folder / "ref.npy", folder / f"{kind}.npy", *more]
            name = kind + (", float64 reference" if more else "")
            if all(measured(options, name, command) > GOAL for _ in range(TRIES if options.check else 1)) and options.check:
                raise SystemExit(f"{name}: --all takes more than {GOAL} times as long as the decision in each of {TRIES} tries")


if __name__ == "__main__":
    main()
