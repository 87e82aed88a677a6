#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How long `plumbline-cli diff` takes over two runs of CI's size, as a whole process, in each of its forms.

    tests/bench/diff_runs.py --make /tmp/runs                                # only makes both runs
    tests/bench/diff_runs.py --cli build/release/bin/plumbline-cli           # makes them, measures, removes them

Both runs are the 128 configs in 300 shards of commit_tree.py, with speedup, latency and compression ratio added. From
before to after one value in 20 moves by 10 to 30 %, the rest by less than 2 %; one model in 100 breaks.
"""
import argparse
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import commit_tree

RUNS = 9
SEED = 48271
FORMS = (("text", []), ("markdown", []), ("csv", ["--all"]), ("json", ["--all"]), ("html", []))
HTML_GOAL_MS, HTML_GOAL_BYTES = 200, 3_000_000


def extended(text, is_after, state):
    """The shard's CSV with performance columns; `after` differs from `before` in what the head of this file says."""
    def draw():
        state[0] = state[0] * SEED % 0x7FFFFFFF
        return state[0] / 0x7FFFFFFF

    head, *lines = text.splitlines()
    out = [head + ",speedup,abs_latency,compression_ratio"]
    for line in lines:
        values = [1 + draw(), 5 + 50 * draw(), 0.9 + 0.3 * draw()]
        moves = [(draw(), draw()) for _ in values]
        breaks = draw() < 0.01
        cells = line.split(",")
        if is_after:
            values = [v * (1 + (0.1 + 0.2 * size) * (1 if size > 0.5 else -1)) if chance < 0.05 else v * (1 + 0.02 * (size - 0.5))
                      for v, (chance, size) in zip(values, moves)]
            if breaks:
                cells[2:] = ["0", "fail_to_run"] + ["0"] * (len(cells) - 4)
                values = [0, 0, 0]
        out.append(",".join(cells) + "".join(f",{value:.6f}" for value in values))
    return "\n".join(out) + "\n"


def make(folder):
    for side in ("before", "after"):
        commit_tree.make(folder / side)
        state = [20]
        for path in sorted((folder / side / "artifacts").rglob("*.csv")):
            path.write_text(extended(path.read_text(encoding="utf-8"), side == "after", state), encoding="utf-8")


def measure(cli, folder):
    for form, more in FORMS:
        seconds = []
        for _ in range(RUNS):
            began = time.perf_counter()
            done = subprocess.run([cli, "diff", "before/artifacts", "after/artifacts", "--format", form, *more], cwd=folder,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
            seconds.append(time.perf_counter() - began)
            if done.returncode != 1 or done.stderr:
                sys.exit(f"unexpected answer {done.returncode}: {done.stderr.decode()}")
        goal = f" (goal {HTML_GOAL_MS} ms, {HTML_GOAL_BYTES:,} bytes)" if form == "html" else ""
        print(f"{form}: {statistics.median(seconds) * 1000:.0f} ms, at best {min(seconds) * 1000:.0f} ms, "
              f"{len(done.stdout):,} bytes{goal}")
    return 0  # clocks are looked at by people; a busy machine is no failure


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--make", metavar="DIR")
    parser.add_argument("--cli")
    options = parser.parse_args()
    if options.make:
        make(pathlib.Path(options.make))
    if not options.cli:
        return 0
    with tempfile.TemporaryDirectory() as folder:
        make(pathlib.Path(folder))
        return measure(str(pathlib.Path(options.cli).resolve()), pathlib.Path(folder))


if __name__ == "__main__":
    sys.exit(main())
