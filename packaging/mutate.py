#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Small semantic mutants of core against the tests; packaging/mutate.sh explains the options.

A mutant changes one token of one source: a comparison, a logical or arithmetic operator, a number, a truth value, a condition
or a call. Operators are recognised by the spaces that clang-format puts around them, outside of comments and strings, so no
parser is needed. A mutant that does not compile, or compiles to the same object, is no mutant; one whose tests hang counts
as killed. Mutants that behave as the source does are left out: packaging/equivalent-mutants.txt has their reasons.
"""
import argparse
import hashlib
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / ".ci"))
from lawbook.tree import Tree, code_only, line_of  # noqa: E402

EQUIVALENT = Path(__file__).with_name("equivalent-mutants.txt")
DECIDING = ["tables", "verdicts", "flaky", "baselines", "files", "numerics/same"]
GOAL = 95

# Tests of other folders that stand on a folder, most telling first; its own tests always come before them.
WIDER = {
    "base": "text|files|tables", "text": "flaky|baselines|reports|cli_commands", "python": "verdicts|flaky|parity_golden",
    "files": "flaky|baselines|cli_edit_commands|session_save",
    "tables": "verdicts|baselines|parity_golden|parity_accept|overview|cli_commands",
    "configs": "overview|sources|cli_commands", "flaky": "verdicts|session_flaky|cli_flaky|cli_commands|parity_flaky",
    "verdicts": "parity_golden|parity_accept|baselines|overview|reports|cli_commands|session_accept_paths",
    "baselines": "parity_accept|session_flaky|session_accept_paths|session_save|session_pending|overview|cli_edit_commands|cli_commands",
    "sources": "overview|cli_commands", "statistics": "charts|diff", "numerics": "parity_numerics|parity_same|cli_same",
    "overview": "session_commit|cli_commands|cli_siblings", "diff": "reports_diff|session_compare|cli_commands",
    "charts": "cli_commands", "reports": "cli_report|cli_commands|cli_same",
}

SWAPS = [(" < ", " <= "), (" <= ", " < "), (" > ", " >= "), (" >= ", " > "), (" == ", " != "), (" != ", " == "),
         (" && ", " || "), (" || ", " && "), (" + ", " - "), (" - ", " + "), (" * ", " / "), (" / ", " * "),
         (" += ", " -= "), (" -= ", " += ")]
RULES = [(re.compile(re.escape(old)), lambda m, new=new: new) for old, new in SWAPS] + [
    (re.compile(r"\btrue\b"), lambda m: "false"),
    (re.compile(r"\bfalse\b"), lambda m: "true"),
    (re.compile(r"(?<![\w.{<'-])\d{1,3}(?![\w.'>])(?=[^;]*[;),])"), lambda m: str(int(m[0]) + 1)),
    (re.compile(r"(?<=\bif )\((?=[^;{]*\))"), lambda m: "(!"),           # completed by negate()
    (re.compile(r"(?<=\n)( +)(?!return|delete|throw|break|using|case|goto|co_)[a-z]\w*(?:(?:\.|->|::)\w+)*\([^;{}\n]*\);"),
     lambda m: m[1] + ";"),
]
# Declarations, not computations.
NOT_HERE = re.compile(r"^\s*(#|template\b|using\b|static_assert|namespace\b|friend\b|constexpr\b.*\[|assert\()|operator\S*\(")


@dataclass(frozen=True)
class Mutant:
    file: str
    start: int
    end: int
    new: str
    line: int
    before: str
    after: str

    def key(self):
        """Stays the same while the line and its neighbours do."""
        return hashlib.sha1(f"{self.file}\0{self.before}\0{self.after}\0{self.context}".encode()).hexdigest()[:16]

    context: str = ""


def negated(code, start):
    """The end of the condition that opens at `start`, or None for one with an initializer."""
    depth = 0
    for at in range(start, len(code)):
        depth += (code[at] == "(") - (code[at] == ")")
        if code[at] == ";":
            return None
        if depth == 0:
            return at
    return None


def mutants_of(name, text):
    code = code_only(text)
    lines = text.splitlines()
    for pattern, make in RULES:
        for match in pattern.finditer(code):
            line = line_of(code, match.start() + (match[0][0] == "\n"))
            if NOT_HERE.search(lines[line - 1]) or "kMax" in lines[line - 1]:
                continue
            start, end, new = match.start(), match.end(), make(match)
            if '"' in (code[start - 1], code[end]):  # a concatenation of texts does not compile in any other way
                continue
            if new == "(!":
                close = negated(code, start)
                if close is None or re.match(r"\((const |auto|\w+\* )", code[start:]):
                    continue
                end, new = close + 1, "(!" + text[start:close + 1] + ")"
            first = text.rfind("\n", 0, start) + 1
            last = text.find("\n", end)
            after = text[first:start] + new + text[end:last]
            yield Mutant(name, start, end, new, line, text[first:last].strip(), after.strip(),
                         "\n".join(lines[max(0, line - 3):line + 2]))


def equivalents(path):
    """File by key of the mutants that no test can notice: lines of a key, the source and the reason."""
    known = {}
    for number, line in enumerate(path.read_text().splitlines(), 1):
        entry = re.fullmatch(r"([0-9a-f]{16}) (core/\S+\.cpp): \S.*", line)
        if entry:
            known[entry[1]] = entry[2]
        elif line and not line.startswith("#"):
            sys.exit(f"mutate: {path}:{number}: not a key (the first field of results.tsv), a source, a colon and a reason")
    return known


def chosen(source, folders, count, seed):
    tree, known = Tree(source), equivalents(EQUIVALENT)
    files = [n for f in folders for n in tree.files(f"core/{f}", ".cpp")]
    if not files:
        sys.exit(f"mutate: core has no source in {' '.join(folders)}")
    every = [m for name in files for m in mutants_of(name, (source / name).read_text())]
    keys = {m.key() for m in every}
    if stale := [key for key, file in known.items() if file in files and key not in keys]:
        sys.exit(f"mutate: {EQUIVALENT} names mutants that are no more, since their lines changed: {' '.join(stale)}")
    # A position is changed in one way only, and every file has its share whatever its length.
    random.Random(seed).shuffle(every)
    taken, places = [], set()
    for mutant in every:
        if mutant.key() in known:
            continue
        if len(taken) < count and (mutant.file, mutant.line) not in places:
            places.add((mutant.file, mutant.line))
            taken.append(mutant)
    return sorted(taken, key=lambda m: (m.file, m.start)), len(every)


class Bench:
    """The copy of the source, its build and the tests."""

    def __init__(self, source, work, jobs):
        self.source, self.tree, self.jobs = source, work / "tree", jobs
        self.build = self.tree / "build/mutate"
        self.log = work / "mutate.log"
        self.names, self.groups, self.seconds, self.objects = [], [], {}, {}

    def run(self, *command, limit=1800):
        env = dict(os.environ, CCACHE_BASEDIR=str(self.tree), CCACHE_NOHASHDIR="1",
                   PLUMBLINE_SHARED=os.environ.get("PLUMBLINE_SHARED") or str(self.source.parent / "shared"))
        with self.log.open("ab") as log:
            with subprocess.Popen([str(c) for c in command], stdout=log, stderr=log, env=env, start_new_session=True) as child:
                try:
                    return child.wait(limit)
                except subprocess.TimeoutExpired:
                    return 124
                finally:
                    if child.poll() is None:
                        os.killpg(child.pid, signal.SIGKILL)

    def copy(self):
        """Makes the copy equal to the source; unchanged files keep their time, so that little is built again."""
        wanted = set(Tree(self.source).all)
        for name in wanted:
            old, new = self.tree / name, self.source / name
            if not old.exists() or old.read_bytes() != new.read_bytes():
                old.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(new, old)
        for path in [p for p in self.tree.rglob("*") if p.is_file() and self.build not in p.parents]:
            if str(path.relative_to(self.tree)) not in wanted:
                path.unlink()

    def configure(self, folder):
        # The folder's library is compiled source by source: a mutant costs one compiler call and one link.
        options = ["-DPLUMBLINE_GUI=OFF", "-DPLUMBLINE_WERROR=OFF", "-DPLUMBLINE_PCH=", "-DCMAKE_CXX_FLAGS_DEBUG=-O0 -g0",
                   f"-DPLUMBLINE_FILE_BY_FILE={folder}"] + os.environ.get("PLUMBLINE_MUTATE_CMAKE", "").split()
        if self.run("cmake", "-S", self.tree, "--preset", "tests", "-B", self.build, *options) != 0:
            sys.exit(f"mutate: cmake failed; see {self.log}")
        listed = subprocess.run(["ctest", "--test-dir", self.build, "-N"], capture_output=True, text=True, check=True).stdout
        own, wider = rf"{folder}(_|$)", WIDER.get(folder, "cli_commands")
        found = re.findall(r"Test +#\d+: (\S+)", listed)
        first = [n for n in found if re.match(own, n)]
        then = [n for w in wider.split("|") for n in found if re.match(rf"{w}(_|$)", n) and n not in first]
        self.groups = [[n for n in names if not re.search(r"kill|endurance|bench|threads", n)] for names in (first, then)]
        self.names = self.groups[0] + self.groups[1]

    def targets(self):
        """The test programs among the build's targets, with what they run."""
        listed = subprocess.run(["ninja", "-C", self.build, "-t", "targets", "all"], capture_output=True, text=True,
                                check=True).stdout
        known = set(re.findall(r"^([\w-]+): phony", listed, re.M))
        programs = [f"test_{n}" for n in self.names if f"test_{n}" in known]
        helpers = [t for t in ("verdict_runner", "numerics_runner", "same_runner", "frame_dump", "save_loop", "save_all_loop",
                               "plumbline_cli_program") if t in known]
        return programs + helpers

    def compile(self, targets):
        return self.run("ninja", "-C", self.build, "-j", self.jobs, *targets) == 0

    def is_same_object(self, file):
        """Whether a source compiles to the bytes it had before its first mutant: the change is in what is not compiled here."""
        made = [path.read_bytes() for path in self.build.rglob(f"{Path(file).name}.o")]
        return self.objects.setdefault(file, made) == made

    def ordered(self, file):
        """The groups of tests with those named like the source first, then the quick ones."""
        words = set(re.split(r"[/_.]", file)[2:-1])
        for group in self.groups:
            near = [n for n in group if words & set(n.split("_")[1:])]
            rest = [n for n in group if n not in near]
            yield from (near, [n for n in rest if self.seconds.get(n, 0) < 1], [n for n in rest if self.seconds.get(n, 0) >= 1])

    def noticed_by(self, file=""):
        """The name of the first test that fails, or ''."""
        result = self.build / "Testing/mutate.xml"
        for group in filter(None, self.ordered(file)):
            result.unlink(missing_ok=True)
            code = self.run("ctest", "--test-dir", self.build, "-R", f"^({'|'.join(group)})$", "-j", self.jobs, "--timeout", 120,
                            "--stop-on-failure", "--output-junit", result,
                            limit=60 + sum(10 * self.seconds.get(n, 90) for n in group))
            text = result.read_text(errors="replace") if result.exists() else ""
            if code != 0:
                failed = re.search(r'<testcase name="([^"]+)"[^>]*status="fail"', text)
                return failed[1] if failed else "a test that hangs"
            self.seconds |= {n: float(t) for n, t in re.findall(r'<testcase name="([^"]+)"[^>]* time="([\d.]+)"', text)}
        return ""


def limit_processes(more=500):
    """A mutant of a fork may start processes without end: this user gets `more` besides the present ones."""
    limit = more
    for threads in Path("/proc").glob("[0-9]*/task"):
        try:
            limit += len(os.listdir(threads)) if threads.stat().st_uid == os.getuid() else 0
        except OSError:
            continue  # ended meanwhile
    hard = resource.getrlimit(resource.RLIMIT_NPROC)[1]
    resource.setrlimit(resource.RLIMIT_NPROC, (limit if hard == resource.RLIM_INFINITY else min(limit, hard), hard))


def judge(bench, mutant, target):
    path = bench.tree / mutant.file
    text = path.read_text()
    bench.is_same_object(mutant.file)
    path.write_text(text[:mutant.start] + mutant.new + text[mutant.end:])
    try:
        if not bench.compile([target]) or bench.is_same_object(mutant.file):
            return "invalid", ""
        test = bench.noticed_by(mutant.file)
        return ("killed", test) if test else ("survived", "")
    finally:
        path.write_text(text)


def report(results):
    judged = [r for r in results if r[1] in ("killed", "survived")]
    for _, verdict, place, before, after, _ in judged:
        if verdict == "survived":
            print(f"survived {place}\n    - {before}\n    + {after}")
    folders = {}
    for _, verdict, place, *_ in judged:
        folder = "/".join(place.split(":")[0].split("/")[1:-1])
        killed, all_of = folders.get(folder, (0, 0))
        folders[folder] = killed + (verdict == "killed"), all_of + 1
    for folder, (killed, all_of) in sorted(folders.items()):
        print(f"{folder:24} {killed:4} of {all_of:4} killed")
    killed = sum(r[1] == "killed" for r in judged)
    score = 100 * killed / len(judged) if judged else 0
    print(f"score: {killed} of {len(judged)} killed, {score:.0f} % (goal {GOAL} %)")
    return score >= GOAL


def main():
    parser = argparse.ArgumentParser(prog="packaging/mutate.sh", description=__doc__)
    parser.add_argument("folders", nargs="*", metavar="FOLDER", help="folders of core; default: " + " ".join(DECIDING))
    parser.add_argument("--count", type=int, default=40, help="mutants per run")
    parser.add_argument("--seed", type=int, default=1, help="which of all possible mutants")
    parser.add_argument("--jobs", type=int, default=int(os.environ.get("PLUMBLINE_JOBS") or os.cpu_count() or 1))
    parser.add_argument("--list", action="store_true", help="print the chosen mutants and stop")
    parser.add_argument("--report", action="store_true", help="print what was judged so far and stop")
    parser.add_argument("--source", type=Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--work", type=Path, required=True, help=argparse.SUPPRESS)
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    kept = options.work / "results.tsv"
    lines = kept.read_text().splitlines() if kept.exists() else []
    results = {line.split("\t")[0]: line.split("\t") for line in lines}
    if options.report:
        return 0 if report(list(results.values())) else 1
    mutants, possible = chosen(options.source, options.folders or DECIDING, options.count, options.seed)
    print(f"mutate: {len(mutants)} of {possible} mutants, seed {options.seed}")
    if options.list:
        for m in mutants:
            print(f"{m.file}:{m.line}\n    - {m.before}\n    + {m.after}")
        return 0
    if os.geteuid() == 0:  # a mutant of removeTree once removed /etc
        sys.exit("mutate: not as root: a mutant may remove or overwrite whatever this user may; use an account that owns nothing else")
    limit_processes()
    bench = Bench(options.source, options.work, options.jobs)
    bench.copy()
    for folder in sorted({m.file.split("/")[1] for m in mutants}):
        todo = [m for m in mutants if m.file.split("/")[1] == folder and m.key() not in results]
        if not todo:
            continue
        bench.configure(folder)
        print(f"mutate: building {folder} and {len(bench.names)} tests", flush=True)
        if not bench.compile(bench.targets()):
            sys.exit(f"mutate: the build failed; see {bench.log}")
        if failing := bench.noticed_by():
            sys.exit(f"mutate: {failing} fails without any mutant; see {bench.log}")
        for m in todo:
            verdict, test = judge(bench, m, f"plumbline_{folder}")
            print(f"{verdict:9}{m.file}:{m.line}  {m.after}" + (f"   [{test}]" if test else ""), flush=True)
            fields = [m.key(), verdict, f"{m.file}:{m.line}", m.before, m.after, test]
            results[m.key()] = fields
            with kept.open("a") as out:
                out.write("\t".join(f.replace("\t", " ") for f in fields) + "\n")
        bench.compile([f"plumbline_{folder}"])
    return 0 if report([results[m.key()] for m in mutants if m.key() in results]) else 1


if __name__ == "__main__":
    sys.exit(main())
