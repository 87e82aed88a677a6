#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How much faster `plumbline-cli check accuracy` is than the check script it stands for, as whole processes.

    tests/bench/cli_vs_script.py --cli build/release/bin/plumbline-cli --seeds ../shared/seeds

Cuts the script out of the seed page at run time, makes pairs of 12-column files with 2 % changed rows, checks that both
programs answer the same, and prints the ratio of wall-clock medians beside the goal. Exit 0 when every goal is reached,
1 when one is missed or an answer differs, 77 when pandas or the seeds are not here.
"""
import argparse
import pathlib
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time

SKIPPED = 77
GOALS = {100: 25, 1_000: 40, 10_000: 400}
SCRIPT_RUNS = {100: 9, 1_000: 7, 10_000: 3}
CLI_RUNS = 40
COLUMNS = ("dev,name,batch_size,accuracy,calls_captured,unique_graphs,graph_breaks,unique_graph_breaks,"
           "autograd_captures,autograd_compiles,cudagraph_skips,compilation_latency")


def cut_script(seeds):
    """The Python source inside the page about check_accuracy.py."""
    for page in sorted(seeds.glob("*.txt")):
        text = page.read_text(encoding="utf-8")
        if "check_accuracy.py" not in text.split("\n", 1)[0]:
            continue
        fenced = re.search(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
        if fenced:
            return fenced.group(1)
    return None


def write_pair(folder, rows):
    chance = random.Random(rows)
    pair = {"actual.csv": [COLUMNS], "expected.csv": [COLUMNS]}
    for i in range(rows):
        changed = chance.random() < 0.02
        tail = f"{chance.randint(50, 2000)},{chance.randint(1, 9)},{chance.randint(0, 8)},1,2,2,0,{chance.uniform(5, 99):.6f}"
        for name, lines in pair.items():
            word = "fail_to_run" if changed and name == "actual.csv" else "pass"
            lines.append(f"cuda,model_{i:06},8,{word},{tail}")
    for name, lines in pair.items():
        (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")


def median_seconds(command, folder, runs):
    seconds = []
    for _ in range(runs):
        began = time.perf_counter()
        done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        seconds.append(time.perf_counter() - began)
    return statistics.median(seconds), (done.returncode, done.stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--cli", required=True, type=pathlib.Path)
    parser.add_argument("--seeds", required=True, type=pathlib.Path)
    parser.add_argument("--rows", type=int, nargs="*", default=list(GOALS))
    options = parser.parse_args()
    source = cut_script(options.seeds) if options.seeds.is_dir() else None
    if source is None:
        print(f"skipped: no page about check_accuracy.py in {options.seeds}")
        return SKIPPED
    try:
        import pandas  # noqa: F401
    except ImportError:
        print("skipped: pandas is not installed for this Python")
        return SKIPPED
    arguments = ["--actual", "actual.csv", "--expected", "expected.csv"]
    missed = False
    print(f"{'rows':>7}  {'script':>10}  {'plumbline-cli':>13}  {'ratio':>7}  {'goal':>5}")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "script.py").write_text(source, encoding="utf-8")
        for rows in options.rows:
            write_pair(folder, rows)
            cli = [str(options.cli.resolve()), "check", "accuracy", *arguments]
            median_seconds(cli, folder, 3)  # warm the page cache for both
            script, script_answer = median_seconds([sys.executable, "script.py", *arguments], folder,
                                                   SCRIPT_RUNS.get(rows, 3))
            ours, our_answer = median_seconds(cli, folder, CLI_RUNS)
            if our_answer != script_answer:
                print(f"{rows:>7}  the answers differ")
                missed = True
                continue
            ratio = script / ours
            goal = GOALS.get(rows, 0)
            missed = missed or ratio < goal
            print(f"{rows:>7}  {script * 1e3:>7.1f} ms  {ours * 1e3:>10.2f} ms  {ratio:>6.0f}x  {goal:>4}x")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
