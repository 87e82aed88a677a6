# SPDX-License-Identifier: GPL-3.0-or-later
"""Edits check scripts with plumbline-cli and holds the result against what Python itself makes of it.

    flaky_parity.py --cli build/bin/plumbline-cli --seeds ../shared/seeds --variants 200 --seed 1

For the scripts in the seed documents (cut out when the test runs) and for generated variants, entries are added and
removed in place. Then: an independent reading with `ast` finds one display with one name more or less and everything else
as it was; the script itself, run by Python, excuses exactly that model more or less; `python3 -m py_compile` accepts it;
the diff is one line; adding and removing again gives the first bytes. Forms that are not understood are refused with
their line, and the file keeps its bytes. Ends with 77 when nothing could be tested; without the seeds the variants are.
"""

import argparse
import ast
import difflib
import os
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from script_variants import REFUSED, make_variant

PATHS = ["cuda/x.csv", "rocm/x.csv", "inductor_timm_training.csv", "rocm/inductor_timm_training.csv"]
NEW_NAMES = ["zz_new", "AA_new", "hf_new", "new/model-1.5B", "it's"]
REASONS = [(None, None), (None, None), ("times out", None), ("times out", "https://example.org/7"), (None, "#7"), ("a \"b\" 'c' {d}", None)]

failures = 0


def check(holds, what, *details):
    global failures
    if holds:
        return
    failures += 1
    if failures <= 10:
        print("DOES NOT HOLD:", what)
        for detail in details:
            print("  ", detail)


def displays(source: bytes):
    """Gives every display of plain texts, as ast sees it, in order of appearance."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, (ast.Set, ast.List, ast.Tuple)) or (isinstance(node, ast.Dict) and not node.keys):
            elements = getattr(node, "elts", [])
            if all(isinstance(e, ast.Constant) and isinstance(e.value, str) for e in elements):
                found.append(((node.lineno, node.col_offset), tuple(e.value for e in elements)))
    return [names for _, names in sorted(found)]


def without_names(source: bytes) -> str:
    """Gives the syntax tree with every display of texts emptied: what an edit must not touch."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, (ast.Set, ast.List, ast.Tuple)):
            if all(isinstance(e, ast.Constant) and isinstance(e.value, str) for e in node.elts):
                node.elts = []
    return ast.dump(tree)


def excused(source: bytes, path: str) -> set:
    scope = {}
    exec(compile(source, "variant.py", "exec"), scope)
    return set(scope["flaky_for"](path))


def lines_changed(before: bytes, after: bytes) -> tuple[int, int]:
    removed = added = 0
    for tag, a1, a2, b1, b2 in difflib.SequenceMatcher(None, before.splitlines(True), after.splitlines(True), False).get_opcodes():
        if tag != "equal":
            removed, added = removed + a2 - a1, added + b2 - b1
    return removed, added


class Editor:
    def __init__(self, cli: Path):
        self._cli = cli
        # The program asks Python whether a result compiles: this Python, not a wrapper of the same name, which is slower.
        self._environment = dict(os.environ, PATH=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")

    def run(self, *words) -> subprocess.CompletedProcess:
        return subprocess.run([self._cli, "flaky", *map(str, words)], capture_output=True, text=True, env=self._environment)


def scope_words(scope) -> list[str]:
    platform, config = scope
    # a file's own set may ask for "no rocm" as well; the platform is then left open
    return ["--config", config] if config else ["--platform", platform, "--config", ""]


def differs_by(before: bytes, after: bytes, name: str, more: bool, what: str):
    old, new = displays(before), displays(after)
    check(len(old) == len(new), what + ": as many displays as before", old, new)
    changed = [(a, b) for a, b in zip(old, new) if a != b]
    check(len(changed) == 1, what + ": one display changed", changed)
    for a, b in changed:
        less, plenty = (a, b) if more else (b, a)
        check(Counter(plenty) - Counter(less) == Counter([name]) and not Counter(less) - Counter(plenty),
              what + ": by exactly the name", a, b)
        rest = list(plenty)
        rest.remove(name)
        check(tuple(rest) == less, what + ": the others keep their order", a, b)
    if old and new:
        empty_before = without_names(before)
        empty_after = without_names(after).replace("Dict(keys=[], values=[])", "Set(elts=[])")
        check(empty_before.replace("Dict(keys=[], values=[])", "Set(elts=[])") == empty_after, what + ": nothing else changed")


def comment_lines_only(before: bytes, after: bytes) -> bool:
    """All lines that went, but for one, are comments."""
    gone = [line[2:].strip() for line in difflib.ndiff(before.decode().splitlines(), after.decode().splitlines()) if line.startswith("- ")]
    return sum(1 for line in gone if not line.startswith("#")) <= 1


def add_and_remove(editor: Editor, path: Path, scope, name, rng, keep: list, may_run: bool):
    before = path.read_bytes()
    reason, issue = rng.choice(REASONS)
    words = (["--reason", reason] if reason else []) + (["--issue", issue] if issue else [])
    done = editor.run("add", path, name, *scope_words(scope), *words, "--write")
    after = path.read_bytes()
    what = f"add {name} {scope} to {path.name}"
    if done.returncode != 0 and "no room for a comment" in done.stderr:
        check(after == before, what + ": refused and untouched")
        done = editor.run("add", path, name, *scope_words(scope), "--write")
        after = path.read_bytes()
    check(done.returncode == 0, what, done.stderr, before.decode())
    if done.returncode != 0:
        return
    differs_by(before, after, name, True, what)
    removed, added = lines_changed(before, after)
    check((removed, added) in ((0, 1), (1, 1)), what + ": one line", removed, added, after.decode())
    keep.append(after)
    if may_run:
        for where in PATHS:
            gained = excused(after, where) - excused(before, where)
            lost = excused(before, where) - excused(after, where)
            check(not lost and gained <= {name}, what + ": the script excuses one more", where, gained, lost)
        check(any(name in excused(after, where) for where in PATHS), what + ": somewhere")

    done = editor.run("remove", path, name, *scope_words(scope), "--write")
    again = path.read_bytes()
    check(done.returncode == 0, "then " + what.replace("add", "remove"), done.stderr, after.decode())
    check(again == before, what + ": and taking it out again gives the first bytes", after.decode(), again.decode())


def remove_one(editor: Editor, path: Path, scope, name, keep: list, may_run: bool):
    before = path.read_bytes()
    done = editor.run("remove", path, name, *scope_words(scope), "--write")
    after = path.read_bytes()
    what = f"remove {name} {scope} from {path.name}"
    check(done.returncode == 0, what, done.stderr, before.decode())
    if done.returncode != 0:
        return
    differs_by(before, after, name, False, what)
    removed, added = lines_changed(before, after)
    check(added <= 1 and removed >= 1 and (removed == 1 or comment_lines_only(before, after)), what + ": one line", before.decode(), after.decode())
    keep.append(after)
    if may_run:
        for where in PATHS:
            check(excused(before, where) - excused(after, where) <= {name} and not excused(after, where) - excused(before, where),
                  what + ": the script excuses one less", where)
    path.write_bytes(before)


def variants(editor: Editor, folder: Path, count: int, seed: int, keep: list):
    def one(number: int):
        rng = random.Random(seed * 1_000_003 + number)
        variant = make_variant(rng)
        path = folder / f"check_accuracy_{number}.py"
        path.write_bytes(variant.source.encode())
        for scope, names in variant.sets.items():
            add_and_remove(editor, path, scope, rng.choice(NEW_NAMES), rng, keep, True)
            remove_one(editor, path, scope, rng.choice(names), keep, True)

    # Most of the time is spent waiting for the edited program, so threads are enough.
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        list(pool.map(one, range(count)))


def refusals(editor: Editor, folder: Path):
    for number, (source, line) in enumerate(REFUSED):
        path = folder / f"check_graph_breaks_{number}.py"
        path.write_bytes(source.encode())
        for words in (["add", path, "zz_new"], ["remove", path, "a"]):
            done = editor.run(*words, "--write")
            if words[0] == "remove" and "There is no entry" in done.stderr:
                continue
            check(done.returncode == 2 and f":{line}: " in done.stderr, f"refused with line {line}: {words[0]}", source, done.stderr)
            check(path.read_bytes() == source.encode(), "refused and untouched", source)


def seeds(editor: Editor, folder: Path, documents: Path, rng, keep: list) -> int:
    scripts = 0
    for document in sorted(documents.glob("*.txt")):
        text = document.read_text(encoding="utf-8", errors="replace")
        source = re.search(r"^## Original Source\n+```python\n(.*?)^```$", text, re.M | re.S)
        if not source or not re.search(r"^flaky_models = ", source.group(1), re.M):
            continue
        scripts += 1
        path = folder / f"check_accuracy_seed_{scripts}.py"
        path.write_text(source.group(1), encoding="utf-8")
        base = next(names for names in displays(path.read_bytes()) if len(names) > 3)
        rocm = max(displays(path.read_bytes()), key=len)
        for scope, names in ((("", ""), base), (("rocm", ""), rocm)):
            for name in NEW_NAMES:
                add_and_remove(editor, path, scope, name, rng, keep, False)
            for name in names:
                remove_one(editor, path, scope, name, keep, False)
    return scripts


def compiles(folder: Path, texts: list):
    files = []
    for number, text in enumerate(texts):
        files.append(folder / f"compiled_{number}.py")
        files[-1].write_bytes(text)
    done = subprocess.run([sys.executable, "-m", "py_compile", "-"], input="\n".join(map(str, files)), capture_output=True, text=True)
    check(done.returncode == 0, "python3 -m py_compile accepts every result", done.stderr[:2000])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", type=Path, required=True)
    parser.add_argument("--seeds", type=Path, required=True)
    parser.add_argument("--variants", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rng = random.Random(args.seed)
    editor = Editor(args.cli.resolve())
    keep: list[bytes] = []
    with tempfile.TemporaryDirectory(prefix="plumbline-flaky-") as folder:
        variants(editor, Path(folder), args.variants, args.seed, keep)
        refusals(editor, Path(folder))
        scripts = seeds(editor, Path(folder), args.seeds, rng, keep) if args.seeds.is_dir() else 0
        compiles(Path(folder), keep)
    if scripts == 0:
        print(f"note: no check scripts in {args.seeds}; only generated ones were edited")
    print(f"{args.variants} variants, {len(REFUSED)} forms to refuse, {scripts} real scripts, {len(keep)} edits, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
