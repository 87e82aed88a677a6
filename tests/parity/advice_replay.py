#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Replays a repository's baselines and asks `plumbline-cli advise` about each commit with only the history before it.

For every commit of the line of first parents that moves cells, the baselines before and after it are written to two
folders, the store holds the commits up to its parent, and the answer is held against what became of each cell: undone
(back at the value before) within 90 days, or not.

  advice_replay.py --cli plumbline-cli --repository pytorch-2023.bundle [--alone] [--verbose]

--alone gives each file to the command by itself, without the other files of the commit beside it."""
import argparse
import collections
import csv
import io
import json
import os
import pathlib
import subprocess
import sys
import tempfile

DAY = 86400


def git(repository, *words):
    return subprocess.run(["git", "-C", str(repository), *words], check=True, capture_output=True, text=True).stdout


def tables(repository, commit):
    """The baselines of a commit: text by path."""
    paths = [p for p in git(repository, "ls-tree", "-r", "--name-only", commit).splitlines() if p.endswith(".csv")]
    return {p: git(repository, "show", f"{commit}:{p}") for p in paths}


def rows(text):
    found = {}
    for row in csv.DictReader(io.StringIO(text)):
        found.setdefault(row.get("name"), row)
    return found


def cells_between(before, after):
    """The cells that move: (path, model, column) to (old, new)."""
    moved = {}
    for path, text in after.items():
        if path not in before or before[path] == text:
            continue
        old, new = rows(before[path]), rows(text)
        for model in old.keys() & new.keys():
            for column in old[model].keys() & new[model].keys():
                if column != "name" and old[model][column] != new[model][column]:
                    moved[path, model, column] = old[model][column], new[model][column]
    return moved


def is_worse(column, old, new):
    if column == "graph_breaks":
        return int(new) > int(old)
    return old.startswith("pass") and not new.startswith("pass")


def auc(scored):
    """Probability that an undone cell has the higher risk, ties count half."""
    ordered = sorted(scored)
    undone = sum(was for _, was in ordered)
    kept = len(ordered) - undone
    if not undone or not kept:
        return float("nan")
    total, first = 0.0, 0
    while first < len(ordered):
        last = first
        while last < len(ordered) and ordered[last][0] == ordered[first][0]:
            last += 1
        total += (first + 1 + last) / 2 * sum(was for _, was in ordered[first:last])
        first = last
    return (total - undone * (undone + 1) / 2) / (undone * kept)


def history_of(repository):
    """Each commit with its time, subject and the cells it moves, oldest first."""
    commits, last = [], {}
    for line in git(repository, "log", "--first-parent", "--reverse", "--format=%H%x09%ct%x09%s").splitlines():
        commit, time, subject = line.split("\t", 2)
        now = tables(repository, commit)
        commits.append((commit, int(time), subject, last, now, cells_between(last, now)))
        last = now
    return commits


def undone_cells(commits):
    """For each commit and cell whether a later commit puts the old value back within 90 days."""
    later = collections.defaultdict(list)
    for number, (_, time, _, _, _, moved) in enumerate(commits):
        for cell, (_, new) in moved.items():
            later[cell].append((number, time, new))
    outcome = {}
    for number, (_, time, _, _, _, moved) in enumerate(commits):
        for cell, (old, _) in moved.items():
            back = next((at for after, at, new in later[cell] if after > number and new == old), None)
            outcome[number, cell] = back is not None and back - time <= 90 * DAY
    return outcome


class Replay:
    def __init__(self, cli, folder, repository, alone):
        self.cli, self.folder, self.repository, self.alone = cli, pathlib.Path(folder), repository, alone
        self.line = self.folder / "line"
        subprocess.run(["git", "clone", "-q", str(repository), str(self.line)], check=True)
        self.store = self.folder / "history.sqlite"

    def run(self, *words):
        environment = dict(os.environ, XDG_DATA_HOME=str(self.folder), XDG_CONFIG_HOME=str(self.folder))
        done = subprocess.run([self.cli, *map(str, words)], capture_output=True, text=True, env=environment, check=False)
        if done.returncode not in (0, 1):
            sys.exit(f"{words}: {done.stderr}")
        return done.stdout

    def learn(self, commit):
        """The store then knows the commits up to this one, and none after it."""
        git(self.line, "reset", "-q", "--hard", commit)
        self.run("history", "add", "--git", self.line, "--store", self.store)

    def advise(self, number, before, after, moved):
        """The advice of each row that moves: (path, model) to the row of the JSON."""
        advice = {}
        for path in sorted({path for path, _, _ in moved}):
            sides = []
            for side, texts in (("expected", before), ("actual", after)):
                root = self.folder / f"{number}{'-' + path.replace('/', '_') if self.alone else ''}" / side
                for name, text in texts.items():
                    if self.alone and name != path:
                        continue
                    file = root / name
                    if not file.exists():
                        file.parent.mkdir(parents=True, exist_ok=True)
                        file.write_text(text)
                sides.append(root / path)
            answer = json.loads(self.run("advise", sides[1], sides[0], "--store", self.store, "--format", "json"))
            for row in answer["rows"]:
                advice[path, row["model"]] = row
        return advice


def report(commits, outcome, advice, verbose):
    scored, unwarned, missing = [], [], []
    improvements = collections.Counter()
    warned = collections.Counter()
    for number, (_, _, subject, _, _, moved) in enumerate(commits):
        by_commit = collections.defaultdict(list)
        for (path, model, column), (old, new) in moved.items():
            row = advice.get((number, path, model))
            cell = next((c for c in row["cells"] if c["column"] == column), None) if row else None
            if cell is None:
                missing.append((subject, path, model, column, old, new))
                continue
            was = outcome[number, (path, model, column)]
            scored.append((cell["risk"], was))
            by_commit[cell["kind"], row["advice"], "undone" if was else "kept"].append(cell["risk"])
            if is_worse(column, old, new) and not row["warning"]:
                unwarned.append((subject, path, model, column, old, new))
            if column == "graph_breaks" and not is_worse(column, old, new):
                improvements[number, "improvement" if row["improvement"] else "no improvement", "undone" if was else "kept"] += 1
        if verbose and by_commit:
            print(subject[:70])
            for key, risks in sorted(by_commit.items()):
                print(f"    {' '.join(key):60} {len(risks):4} cells, mean risk {sum(risks) / len(risks):.2f}")
    # Every worsening is warned of, so that the warnings that were not needed count, too: of rows of which no cell was undone.
    for (number, path, model), row in advice.items():
        if row["warning"]:
            cells = [cell for cell in commits[number][5] if cell[:2] == (path, model)]
            warned["undone" if any(outcome[number, cell] for cell in cells) else "kept"] += 1
    print(f"rows with a warning: {warned.total()}; {warned['kept']} of them were kept all the same")
    called = collections.Counter()
    for (_, word, fate), count in improvements.items():
        called[word, fate] += count
    print(f"{len(scored)} cells moved, {sum(was for _, was in scored)} of them undone within 90 days; AUC {auc(scored):.3f}")
    print(f"worsenings without a warning: {len(unwarned)}; cells without advice: {len(missing)}")
    for one in unwarned + missing:
        print("   ", *one)
    for key, count in sorted(called.items()):
        print(f"fewer graph breaks called {key[0]}, {key[1]}: {count}")
    return auc(scored), unwarned, missing, improvements


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cli", required=True)
    parser.add_argument("--repository", required=True)
    parser.add_argument("--alone", action="store_true")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--min-auc", type=float, default=0.0)
    parser.add_argument("--no-improvement", default="", help="subject of a commit whose fewer graph breaks are none")
    arguments = parser.parse_args()
    if not os.path.exists(arguments.repository):
        print("the reference material is not here")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        replay = Replay(arguments.cli, folder, arguments.repository, arguments.alone)
        commits = history_of(replay.line)
        advice = {}
        for number, (commit, _, _, before, after, moved) in enumerate(commits):
            if moved:
                for (path, model), row in replay.advise(number, before, after, moved).items():
                    advice[number, path, model] = row
            replay.learn(commit)
        area, unwarned, missing, improvements = report(commits, undone_cells(commits), advice, arguments.verbose)
    wrong = sum(count for (number, word, _), count in improvements.items()
                if arguments.no_improvement and arguments.no_improvement in commits[number][2] and word == "improvement")
    if arguments.no_improvement:
        print(f"fewer graph breaks of {arguments.no_improvement} called an improvement: {wrong}")
    return 1 if unwarned or missing or wrong or not area >= arguments.min_auc else 0


if __name__ == "__main__":
    sys.exit(main())
