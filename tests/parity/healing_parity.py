# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds the rule for taking an entry off a flaky list against the relapses of PyTorch's list of disabled tests.

    healing_parity.py --runner build/tests/bin/statistics_runner --episodes ../shared/data/evidence/disabled-tests.tsv

PyTorch took a test off after two green weeks. Our rule waits longer: an entry that came back while we still waited was not
proposed; of the others, a relapse is one within 30 days of our proposal. Removals that are followed for less than 30 days are
left out on both sides. Ends with 77 when the data is absent.
"""

import argparse
import collections
import csv
import os
import subprocess
import sys

SKIP = 77
DAY, FOLLOWED, GREEN_WEEKS = 86400, 30, 14


def read(path):
    tests = collections.defaultdict(list)
    with open(path, encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            back = float(row["back_after_days"]) if row["back_after_days"] else None
            tests[row["test"]].append((int(row["first_unix"]), int(row["last_unix"]), row["ended"], back))
    for episodes in tests.values():
        episodes.sort()
    return tests


def removals(tests, required):
    """Counts removals and relapses of a rule that asks for `required[n]` green days after n earlier episodes."""
    end = max(last for episodes in tests.values() for _, last, _, _ in episodes)
    count = relapsed = 0
    for episodes in tests.values():
        for earlier, (_, last, ended, back) in enumerate(episodes):
            wait = required[min(earlier, len(required) - 1)] - GREEN_WEEKS
            if ended != "removed" or (back is not None and back <= wait) or (end - last) / DAY < wait + FOLLOWED:
                continue
            count += 1
            relapsed += back is not None and back <= wait + FOLLOWED
    return count, relapsed


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--runner", required=True)
    parser.add_argument("--episodes", required=True)
    options = parser.parse_args()
    if not os.path.exists(options.episodes):
        print("no episodes at", options.episodes)
        return SKIP
    questions = "".join(f"wait {relapses}\n" for relapses in range(8))
    out = subprocess.run([options.runner], input=questions, capture_output=True, text=True, check=True).stdout
    required = [float(line) for line in out.split()]
    tests = read(options.episodes)
    theirs, theirs_back = removals(tests, [GREEN_WEEKS])
    ours, ours_back = removals(tests, required)
    print(f"PyTorch, two green weeks: {theirs} removals, {theirs_back} back within 30 days ({100 * theirs_back / theirs:.1f} %)")
    print(f"here, {required[0]:.0f} days doubled with each relapse: {ours} removals ({100 * ours / theirs:.0f} %), "
          f"{ours_back} back within 30 days ({100 * ours_back / ours:.1f} %)")
    return 0 if 2 * ours >= theirs and ours_back / ours <= 0.08 else 1


sys.exit(main())
