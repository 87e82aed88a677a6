# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares our verdicts with those of the real check scripts on freshly generated pairs.

    seed_parity.py --runner build/tests/bin/verdict_runner --seeds ../shared/seeds --pairs 2000 --seed 1

The scripts are cut out of the seed documents when the test runs, and each case runs in fresh module globals, because
the scripts change theirs. Standard output and exit status must be equal; where a script ends in a traceback, ours must
say so and exit with 1. Ends with 77 when pandas or the seeds are absent.
"""

import argparse
import contextlib
import io
import os
import random
import re
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

from pair_generator import make_pair

SKIP = 77
GENERATION = "2025-11"
SCRIPTS = {"accuracy": "benchmarks/dynamo/check_accuracy.py", "memory": "benchmarks/dynamo/check_memory_compression_ratio.py"}


class Oracle:
    """A check script that runs in this process."""

    def __init__(self, check: str, generation: str, source: str):
        self.check = check
        self.generation = generation
        self._code = compile(source, check, "exec")

    def run(self, actual: str, expected: str) -> tuple[int, bool, bytes]:
        """Gives exit status, whether it died in a traceback, and standard output."""
        out = io.StringIO()
        sys.argv = ["check", "--actual", actual, "--expected", expected]
        exit_code, crashed = 0, False
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
            try:
                exec(self._code, {"__name__": "__main__"})
            except SystemExit as end:
                exit_code = int(end.code or 0)
            except Exception:  # noqa: BLE001: whatever it is, the script would end in a traceback
                exit_code, crashed = 1, True
        return exit_code, crashed, out.getvalue().encode("utf-8", "surrogatepass")


def cut_scripts(seeds: Path) -> list[Oracle]:
    oracles = []
    for document in sorted(seeds.glob("*.txt")):
        text = document.read_text(encoding="utf-8", errors="replace")
        source = re.search(r"^## Original Source\n+```python\n(.*?)^```$", text, re.M | re.S)
        for check, path in SCRIPTS.items():
            if source and text.startswith(f"# Documentation: `{path}`"):
                oracles.append(Oracle(check, GENERATION, source.group(1)))
    return oracles


def write_cases(folder: Path, pairs: int, seed: int, oracles: list[Oracle]):
    """Writes the pairs and gives the cases: oracle, the two paths as typed, and SHA1 or None."""
    rng = random.Random(seed)
    cases = []
    for number in range(pairs):
        pair = make_pair(rng)
        actual, expected = f"{number}/{pair.actual_name}", f"{number}/{pair.expected_name}"
        for name, data in ((actual, pair.actual), (expected, pair.expected)):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data)
        sha = rng.choice([None, None, "", "0123abc"])
        cases += [(oracle, actual, expected, sha) for oracle in oracles]
    return cases


def our_answers(runner: Path, folder: Path, cases) -> list[tuple[int, bool, bytes]]:
    lines = ["\t".join([o.check, o.generation, a, e, "" if sha is None else "=" + sha]) for o, a, e, sha in cases]
    done = subprocess.run([runner], input="\n".join(lines).encode() + b"\n", stdout=subprocess.PIPE, cwd=folder, check=True)
    answers, at = [], 0
    for _ in cases:
        end = done.stdout.index(b"\n", at)
        exit_code, crashed, size = map(int, done.stdout[at:end].split())
        answers.append((exit_code, crashed == 1, done.stdout[end + 1:end + 1 + size]))
        at = end + size + 2
    return answers


def compare(folder: Path, cases, answers, shown: int = 5) -> tuple[int, int]:
    """Gives how many cases differ and how many ended in a traceback; prints the first few differences."""
    differ = crashes = 0
    os.chdir(folder)
    for (oracle, actual, expected, sha), ours in zip(cases, answers):
        os.environ.pop("SHA1", None)
        if sha is not None:
            os.environ["SHA1"] = sha
        theirs = oracle.run(actual, expected)
        crashes += theirs[1]
        if ours[:2] == theirs[:2] and (theirs[1] or ours[2] == theirs[2]):
            continue
        differ += 1
        if differ <= shown:
            print(f"DIFFERENT {oracle.check} {oracle.generation} {folder}/{actual} {folder}/{expected} SHA1={sha!r}")
            print(f"  script: exit {theirs[0]} crashed {theirs[1]}\n{theirs[2].decode(errors='replace')}")
            print(f"  ours:   exit {ours[0]} crashed {ours[1]}\n{ours[2].decode(errors='replace')}")
    return differ, crashes


def run(runner: Path, folder: Path, pairs: int, seed: int, oracles: list[Oracle]) -> int:
    warnings.simplefilter("ignore")
    cases = write_cases(folder, pairs, seed, oracles)
    differ, crashes = compare(folder, cases, our_answers(runner, folder, cases))
    print(f"{pairs} pairs, {len(cases)} answers, {crashes} tracebacks, {differ} different")
    return 1 if differ else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runner", type=Path, required=True)
    parser.add_argument("--seeds", type=Path, required=True)
    parser.add_argument("--pairs", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    try:
        import pandas  # noqa: F401
    except ImportError:
        print("skipped: python3-pandas is not installed")
        return SKIP
    oracles = cut_scripts(args.seeds) if args.seeds.is_dir() else []
    if len(oracles) != len(SCRIPTS):
        print(f"skipped: no check scripts in {args.seeds}")
        return SKIP
    with tempfile.TemporaryDirectory(prefix="plumbline-parity-") as folder:
        status = run(args.runner.resolve(), Path(folder), args.pairs, args.seed, oracles)
        os.chdir("/")
    return status


if __name__ == "__main__":
    sys.exit(main())
