#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""F1 and cover of `plumbline-cli changes` over series of the Turing Change Point Dataset, with its default options.

    tcpd_parity.py --cli build/tests/bin/plumbline-cli --series ../shared/data/evidence/tcpd

As van den Burg and Williams, "An evaluation of change point detection algorithms" (2020), define them: a place counts within
five points, the first point counts as one that all annotators and methods have. Ends with 77 when the series are absent, with 1
when a figure is not above the best that was published for these series with default options.
"""

import argparse
import json
import pathlib
import subprocess
import sys

SKIP = 77
MARGIN = 5
BEST_F1, BEST_COVER = 0.760, 0.767  # binseg, amoc


def hits(annotated, found):
    left, count = set(found), 0
    for place in sorted(annotated):
        near = min((other for other in left if abs(other - place) <= MARGIN), key=lambda other: abs(other - place), default=None)
        if near is not None:
            left.remove(near)
            count += 1
    return count


def f1_of(annotators, found):
    found = set(found) | {0}
    annotators = [set(places) | {0} for places in annotators]
    precision = hits(set().union(*annotators), found) / len(found)
    recall = sum(hits(places, found) / len(places) for places in annotators) / len(annotators)
    return 2 * precision * recall / (precision + recall)


def segments(places, count):
    ends = [0, *sorted(place for place in set(places) if 0 < place < count), count]
    return [set(range(first, last)) for first, last in zip(ends, ends[1:])]


def cover_of(annotators, found, count):
    theirs = segments(found, count)
    covers = [sum(len(part) * max(len(part & other) / len(part | other) for other in theirs) for part in segments(places, count)) / count
              for places in annotators]
    return sum(covers) / len(covers)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cli", required=True)
    parser.add_argument("--series", required=True, type=pathlib.Path)
    options = parser.parse_args()
    files = sorted(options.series.glob("*.csv"))
    if not files:
        print("no series in", options.series)
        return SKIP
    annotations = json.loads((options.series / "annotations.json").read_text(encoding="utf-8"))
    f1, cover = [], []
    for file in files:
        done = subprocess.run([options.cli, "changes", file, "--format", "json"], capture_output=True, text=True, check=False)
        series = json.loads(done.stdout)["series"][-1]
        found = [change["index"] for change in series["changes"]]
        annotators = list(annotations[file.stem].values())
        f1.append(f1_of(annotators, found))
        cover.append(cover_of(annotators, found, series["points"]))
        print(f"{file.stem}: {found}, F1 {f1[-1]:.3f}, cover {cover[-1]:.3f}")
    f1, cover = sum(f1) / len(f1), sum(cover) / len(cover)
    print(f"{len(files)} series: F1 {f1:.3f} (best published {BEST_F1}), cover {cover:.3f} (best published {BEST_COVER})")
    return 0 if f1 > BEST_F1 and cover > BEST_COVER else 1


sys.exit(main())
