# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds the rule for taking an entry off a flaky list against the relapses of PyTorch's list of disabled tests.

    healing_parity.py --runner build/tests/bin/statistics_runner --episodes ../shared/data/evidence/disabled-tests.tsv

PyTorch took a test off after two green weeks. Our rule waits longer: an entry that came back while we still waited was not
proposed; of the others, a relapse is one within 30 days of our proposal. Removals that are followed for less than 30 days are
left out on both sides. The data has days, no runs: the whole judgement, with runs, is asked for tests that failed in some share of
four runs a day, over two months. Ends with 77 when the data is absent.
"""

import argparse
import collections
import csv
import os
import subprocess
import sys
import zlib

SKIP = 77
PER_DAY, DAYS_BEFORE, MAX_DAYS = 4, 60, 2000
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


def ask(runner, questions):
    out = subprocess.run([runner], input="".join(questions), capture_output=True, text=True, check=True).stdout
    return [[float(number) for number in line.split()] for line in out.splitlines()]


def judged_days(runner, rate):
    """The days after which judgeHealing lets an entry go, by its relapses."""
    runs, days = PER_DAY * DAYS_BEFORE, range(GREEN_WEEKS, MAX_DAYS)
    found = []
    for relapses in range(8):
        answers = ask(runner, [f"healing {round(rate * runs)},{runs},{PER_DAY * day},{day},{relapses},{PER_DAY}\n" for day in days])
        found.append(next((day for day, (_, _, is_healed) in zip(days, answers) if is_healed), MAX_DAYS))
    return found


def show(name, tests, required, all_removals):
    count, back = removals(tests, required)
    print(f"{name}: {count} removals ({100 * count / all_removals:.0f} %), {back} back within {FOLLOWED} days ({100 * back / count:.1f} %)")
    return 2 * count >= all_removals and back / count <= 0.08


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--runner", required=True)
    parser.add_argument("--episodes", required=True)
    options = parser.parse_args()
    if not os.path.exists(options.episodes):
        print("no episodes at", options.episodes)
        return SKIP
    required = [days for days, in ask(options.runner, [f"wait {relapses}\n" for relapses in range(8)])]
    tests = read(options.episodes)
    theirs, _ = removals(tests, [GREEN_WEEKS])
    show("PyTorch, two green weeks", tests, [GREEN_WEEKS], theirs)
    good = show(f"days alone, {required[0]:.0f} doubled with each relapse", tests, required, theirs)
    for rate in (0.02, 0.1, 0.5):
        good &= show(f"judged with runs, {100 * rate:.0f} % failed", tests, judged_days(options.runner, rate), theirs)
    # The share that comes back although it healed is a constant of the judgement: how much it depends on the tests it was read off.
    for half in (0, 1):
        part = {test: episodes for test, episodes in tests.items() if zlib.crc32(test.encode()) % 2 == half}
        show(f"half {half + 1} of the tests, days alone", part, required, removals(part, [GREEN_WEEKS])[0])
    return 0 if good else 1


sys.exit(main())
