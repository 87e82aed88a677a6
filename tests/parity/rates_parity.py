#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Figures of failure rates over the real rates of FlakeFlagger: coverage of the intervals, classes, runs that decide.

    rates_parity.py --runner build/tests/bin/statistics_runner --rates ../shared/data/evidence/flaky-rates.tsv

Coverage and classes are sums over all counts, no simulation. The runs that decide are held against SciPy's distributions.
Ends with 77 when the rates or SciPy are absent, with 1 when a goal is missed.
"""

import argparse
import csv
import math
import os
import subprocess
import sys

SKIP = 77
RUNS = (5, 10, 20, 50, 100)
METHODS = ("Jeffreys", "Wilson", "Clopper-Pearson")
CLASSES = ("healthy", "flaky", "broken", "cannot tell")


def ask(runner, questions):
    out = subprocess.run([runner], input="\n".join(questions) + "\n", capture_output=True, text=True, check=True).stdout
    return [[float(number) for number in line.split()] for line in out.splitlines()]


def chance(fails, runs, rate):
    return math.comb(runs, fails) * rate ** fails * (1 - rate) ** (runs - fails)


def coverage(runner, rates):
    """Of each method: the mean over the rates, and the worst rate. Returns whether Jeffreys, the default, reaches the goal."""
    is_good = True
    for method, name in enumerate(METHODS):
        for runs in RUNS:
            ends = ask(runner, [f"rate {fails},{runs},0.95,{method}" for fails in range(runs + 1)])
            shares = [sum(chance(k, runs, rate) for k, (low, high) in enumerate(ends) if low <= rate <= high) for rate in rates]
            mean, worst = sum(shares) / len(shares), min(shares)
            print(f"{name}, {runs} runs: covers {100 * mean:.1f} % of {len(rates)} rates on average, {100 * worst:.1f} % of the worst")
            is_good &= name != "Jeffreys" or (0.945 <= mean <= 0.98 and worst >= 0.88)
    return is_good


def classes(runner):
    found = [CLASSES[int(answer[0])] for answer in ask(runner, [f"class {fails},20" for fails in range(21)])]
    healthy = {rate: sum(chance(k, 20, rate) for k, name in enumerate(found) if name == "healthy") for rate in (0.05, 0.1, 0.2, 0.5)}
    print(f"20 runs, all green: {found[0]}; called healthy at a rate of " +
          ", ".join(f"{100 * rate:.0f} %: {100 * share:.2f} %" for rate, share in healthy.items()))
    return found[0] != "flaky" and max(healthy.values()) <= 0.01


def class_of(stats, fails, runs):
    low = stats.beta.ppf(0.025, fails + 0.5, runs - fails + 0.5) if fails > 0 else 0.0
    high = stats.beta.ppf(0.975, fails + 0.5, runs - fails + 0.5) if fails < runs else 1.0
    if low > 0.8:
        return "broken"
    if low > 0.01:
        return "flaky" if high <= 0.8 else "cannot tell"
    # P(X <= k) at a rate of 5 %; fails may be a fraction.
    few = stats.beta.sf(0.05, fails + 1, runs - fails) if fails < runs else 1.0
    return "healthy" if high < 0.05 and few <= 0.01 else "cannot tell"


def deciding(runner, stats):
    """The runs that decide, of every count of up to 20 runs, against a search; and how often so many do, the rate being k/n."""
    counts = [(fails, runs) for runs in range(2, 21) for fails in range(runs + 1)]
    near = asked = 0
    decided = []
    for (fails, runs), (found, more) in zip(counts, ask(runner, [f"class {fails},{runs}" for fails, runs in counts])):
        if CLASSES[int(found)] != "cannot tell" or more < 0 or more > 5000:
            continue
        rate = fails / runs
        wanted = next(n for n in range(1, 6000) if class_of(stats, rate * (runs + n), runs + n) != "cannot tell")
        asked += 1
        near += abs(more - wanted) <= 0.1 * wanted
        if 0 < fails < runs:
            k, n = int(more), runs + int(more)
            low, high = max(0, int(k * rate - 40)), min(k, int(k * rate + 40))
            decided.append(sum(stats.binom.pmf(x, k, rate) for x in range(low, high + 1) if class_of(stats, fails + x, n) != "cannot tell"))
    print(f"runs that decide: right within 10 % for {near} of {asked} counts; so many decide in {100 * sum(decided) / len(decided):.0f} % of "
          f"cases ({100 * min(decided):.0f} to {100 * max(decided):.0f} %)")
    return near == asked


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--runner", required=True)
    parser.add_argument("--rates", required=True)
    options = parser.parse_args()
    try:
        from scipy import stats
    except ImportError:
        print("SciPy is not installed (python3-scipy)")
        return SKIP
    if not os.path.exists(options.rates):
        print("no rates at", options.rates)
        return SKIP
    with open(options.rates, encoding="utf-8") as file:
        rates = [int(row["fails"]) / int(row["runs"]) for row in csv.DictReader(file, delimiter="\t")]
    good = [coverage(options.runner, rates), classes(options.runner), deciding(options.runner, stats)]
    return 0 if all(good) else 1


sys.exit(main())
