#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the command-line examples of the documentation.

    examples.py PLUMBLINE_CLI [PAGE...]

- Blocks marked `console` are sessions: each line after `$ ` runs in the shell, all of a page in one empty home folder, and must print
  what the block says; a line `...` stands for any lines. PLUMBLINE_APPROVE=1 rewrites the output: read the diff.
- In other blocks and in resources/cli every line that starts plumbline-cli runs in a folder that has the files they name, and must
  not be refused (exit status 2).
- Benchmarks are those of tests/support/stand_in in a stand-in for a checkout of PyTorch; BEFORE says what has to be done before an
  example, and STANDS_FOR which words of an example stand for something else here.
- Of examples that need a server, another machine or a command that never ends (ELSEWHERE), and of forms with placeholders, every option
  must be one that --help names.
"""
import concurrent.futures
import contextlib
import functools
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / "tests/e2e")]
import numerics_e2e  # noqa: E402

STAND_IN = ROOT / "tests/support/stand_in"
INSTALLED = "/usr/share/doc/plumbline-doc/examples"
CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.M | re.S)
FENCED = re.compile(r"^```(\w*)\n(.*?)^```$", re.M | re.S)
# What asks a server, works on another machine, or goes on until it is stopped; see the tests in tests/cli for these.
ELSEWHERE = re.compile(r"^(fetch|update (--sha|--url)|watch(?!.*--once))\b|--on |postgresql:|clickhouse[+]|^watch --expected|spec nightly")
PLACEHOLDER = re.compile(r"\w[|]\w|\bLIST\b|\b(ACTUAL|EXPECTED|FILE|SOURCES|TREE|STORE|COMMAND|RESULT|FROM|MODULE|SCRIPT|ID|SHA|LOG)\b|\.\.\.")


# What has to be done before an example: the first that matches.
BEFORE = [(r"^bisect start", "cd repository"),
          (r"^bisect", "cd repository; plumbline-cli bisect start --good v1 --bad main; plumbline-cli bisect report HEAD fail"),
          (r"^history prune --(undo|vacuum)", "plumbline-cli history prune --before 2027-01-01 --yes"),
          (r"^run (show|log|cancel|remove|resume|list)", "plumbline-cli run torchcache --pytorch pytorch --suite torchbench --model moco -o runs.json"),
          (r"^run spec", "plumbline-cli run suite --pytorch ~/pytorch --config inductor_timm_training --dry-run --save-spec timm.json"),
          (r"^lint .*ours,theirs,ours", "cp conflicts.csv expected.csv"),
          (r"^lint .*ours,theirs", "head -n 11 conflicts.csv > expected.csv"),
          (r"--git-commit", "git init -q .; git add baseline.csv flaky.toml; git commit -qm one"),
          (r"^flaky remove .*\.py llama", "plumbline-cli flaky add ~/pytorch llama --write"),
          (r"^flaky remove", "plumbline-cli flaky add ~/pytorch llama --write; plumbline-cli flaky add ~/pytorch llama --platform rocm --write"),
          (r"--new-since", "plumbline-cli history add artifacts --commit 4f2c91d07a0274234e4517a49b6cc1e3c9e1a0a0 --time 2026-03-01")]
STANDS_FOR = [(r"/srv/pytorch", "~/pytorch"), (r" 3f2a91c ", " main~2 "), (r"--commit SHA", "--commit " + "7c01a80274" * 4), (r"\S*\bk3f9( 3)?\b|\blast 3\b", "last"), (r"[|] less$", ""),
              (r"rocm/inductor_timm_training -o -", "inductor_torchbench_training -o -")]
if shutil.which("jq") is None:
    STANDS_FOR.append((r"[|] jq .*", ""))


def environment(cli, home):
    kept = {key: value for key, value in os.environ.items() if key in ("PATH", "LD_LIBRARY_PATH")}
    return kept | {"PATH": f"{cli.parent}:{kept['PATH']}", "HOME": str(home), "LC_ALL": "C.UTF-8", "TZ": "UTC", "NO_COLOR": "1",
                   "QT_QPA_PLATFORM": "offscreen", "XDG_RUNTIME_DIR": str(home), "GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_NAME": "A",
                   "GIT_AUTHOR_EMAIL": "a@example.org", "GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@example.org",
                   "PYTHONPATH": str(STAND_IN), "PYTHONDONTWRITEBYTECODE": "1", "STAND_IN_STATE": str(home), "STAND_IN_DEVICES": "1"}


def shell(command, folder, env):
    """(exit status, output, folder afterwards): `cd` holds for the commands that follow."""
    script = f"trap 'pwd >\"$HOME/.folder\"' EXIT\n{command}\n"
    done = subprocess.run(["bash", "-c", script], cwd=folder, env=env, text=True, timeout=120, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
    return done.returncode, done.stdout.replace(env["HOME"], "~"), Path((Path(env["HOME"]) / ".folder").read_text().strip())


def fits(expected, printed):
    """Whether lines are equal, where `...` stands for any number of lines."""
    parts = re.split(r"^\.\.\.\n", expected, flags=re.M)
    return re.fullmatch(".*".join(re.escape(part) for part in parts), printed, re.S) is not None


def session(page, text, cli):
    """Runs the console blocks of a page; returns (problems, page with the output of today)."""
    problems, count = [], 0
    with tempfile.TemporaryDirectory() as home:
        env, folder = environment(cli, home), Path(home)

        def play(block):
            nonlocal folder, count
            out = ""
            for command, expected in re.findall(r"^\$ (.*(?:\n> .*)*)\n((?:(?!\$ ).*\n)*)", block[1], re.M):
                count += 1
                typed = command.replace("\n> ", "\n").replace(INSTALLED, str(ROOT / "docs/data"))
                status, printed, folder = shell(typed, folder, env)
                printed = "".join(line.rstrip() + "\n" for line in printed.splitlines())
                if status not in (0, 1):
                    problems.append(f"{page}: exit status {status}: {command}\n{printed}")
                elif not fits(expected, printed):
                    problems.append(f"{page}: {command}\n--- the page says\n{expected}--- it prints\n{printed}")
                out += f"$ {command}\n{expected if re.search(r'^[.]{3}$', expected, re.M) else printed}"
            return f"```console\n{out}```"
        new = CONSOLE.sub(play, text)
    return problems, new, count


def prepared(home, env):
    """The files that the examples of the help name, made of the samples and the data of the tutorials, and a history."""
    samples, data, folder = ROOT / "resources/samples", ROOT / "docs/data", home / "work"
    folder.mkdir()
    sources = {"actual.csv": ("actual.csv", "run.csv"), "expected.csv": ("expected.csv", "baseline.csv"),
               "before.csv": ("before.csv", "before/inductor_torchbench_training.csv", "monday/inductor_torchbench_training.csv"),
               "after.csv": ("after.csv", "after/inductor_torchbench_training.csv", "tuesday/inductor_torchbench_training.csv",
                             "wednesday/inductor_torchbench_training.csv"), "torchcache.json": ("torchcache.json",)}
    for source, names in sources.items():
        for name in names:
            (folder / name).parent.mkdir(exist_ok=True)
            shutil.copy(samples / source, folder / name)
    for name, source in [(f"{stem}{n}.csv", source) for n in range(1, 5) for stem, source in
                         (("before", "before"), ("after", "after"), ("a", "before"), ("b", "after"))]:
        shutil.copy(samples / f"{source}.csv", folder / name)
    for folder_name in ("nightly", "commits"):  # as plumbline-cli fetch lays them
        for number, source in enumerate(("before", "after", "after"), 1):
            place = folder / folder_name / (f"{number}" * 40) / "182019" / "1"
            place.mkdir(parents=True)
            shutil.copy(samples / f"{source}.csv", place / "inductor_torchbench_training.csv")
    for source, name in {"commit": "artifacts", "pytorch": "pytorch", "nights/2026-03-01": "day1", "nights/2026-03-02": "day2",
                         "nights/2026-03-03": "day3", "pytorch/benchmarks/dynamo/ci_expected_accuracy": "ci_expected_accuracy"}.items():
        shutil.copytree(data / source, folder / name)
    (folder / "ci_expected_accuracy/rocm").mkdir()
    (folder / "pytorch/benchmarks/dynamo/ci_expected_accuracy/rocm").mkdir()
    shutil.copy(samples / "expected.csv", folder / "pytorch/benchmarks/dynamo/ci_expected_accuracy/rocm/inductor_timm_training.csv")
    for number in (1, 2):
        shutil.copy(next(data.glob(f"commit/*test-inductor_torchbench-{number}-2*/test/test-reports/*.csv")), folder / f"shard{number}.csv")
    (folder / "results.csv").write_text("add_loop,compile_time_instruction_count,1234567\n")
    (folder / "expected_results.csv").write_text("add_loop,compile_time_instruction_count,1000000,0.1\n")
    for zipped in sorted((data / "commit").glob("*-inductor_torchbench-*")):
        shutil.make_archive(str(folder / zipped.name), "zip", zipped)
    shutil.make_archive(str(folder / "reports"), "zip", data / "commit")
    (folder / "files.txt").write_text("expected.csv\n")
    (folder / "names.txt").write_text("".join(f"build {number}\n" for number in range(20)))
    for name in ("before", "after"):
        (folder / f"{name}_compilation_metrics.csv").write_text("dev,name,batch_size,compile_fx_inner\ncuda,resnet50,4,1.5\n")
    for name in ("eager", "compiled"):
        (folder / name).mkdir()
        shutil.copy(data / f"miscompile/{name}.npz", folder / name / "answer.npz")
    log = "cuda train crossformer\nRMSE (res-fp64): 0.00100, (ref-fp64): 0.00100 and shape=torch.Size([4]). res.dtype: torch.float32, " \
          "multiplier: 3.000000, tol: 0.001000, use_larger_multiplier_for_smaller_tensor: 0\npass\n"
    for name in ("job.txt", "run.log", "monday.txt", "tuesday.txt", "wednesday.txt"):
        (folder / name).write_text(log)
    series = [f"{commit},sum_floordiv,{100 + commit % 3 + 20 * (commit > 20)}" for commit in range(40)]
    for name in ("history.csv", "long.csv", "talos.csv"):
        (folder / name).write_text("commit,benchmark,latency\n" + "\n".join(series) + "\n")
    (folder / "flaky.csv").write_text("name\nBertForMaskedLM\n")
    (folder / "rocm").mkdir()
    shutil.copy(samples / "before.csv", folder / "rocm/inductor_torchbench_training.csv")
    write_tensors(folder)
    write_checkout(folder / "pytorch/benchmarks/dynamo")
    for script, name in (("deterministic.py", "repro.py"), ("aot_accuracy.py", "minifier_launcher.py")):
        shutil.copy(STAND_IN / "repro" / script, folder / name)
    (folder / "bench.sh").write_text("#!/bin/sh\nprintf 'dev,name,batch_size,accuracy\\ncuda,moco,4,pass\\n' >\"$2\"\n")
    (folder / "conflicts.csv").write_text("name,accuracy,graph_breaks\n" + "".join(
        f"<<<<<<< ours\n{model},pass,1\n=======\n{model},pass,2\n>>>>>>> theirs\n" for model in ("alexnet", "moco", "sam")))
    done = shell("set -e; chmod +x bench.sh; cd pytorch; git init -q -b main .; git add .; git commit -qm one; cd ..; "
                 "for file in pytorch/*/*/*/*.csv; do "
                 "sed -i -e s/hf_Bert,pass,0/hf_Bert,pass,1/ -e s/moco,pass,11/moco,pass,12/ $file; done; git -C pytorch commit -qam 'two (#2)'; "
                 "plumbline-cli history add --git pytorch; plumbline-cli history add artifacts --branch main --time 2026-03-02 "
                 "--commit 7c01a80274234e4517a49b6cc1e3c9e1a0a07c58; for night in 1 2 3; do plumbline-cli history add nightly/$night* "
                 "--branch main --time 2026-06-0$night --commit $(printf $night%.0s $(seq 40)); done; plumbline-cli history add rocm --time 2026-06-04; plumbline-cli history copy --to team.sqlite; "
                 "plumbline-cli history export > runs.jsonl; plumbline-cli flaky export pytorch --to toml > flaky.toml; cp -r pytorch ~; "
                 "mkdir repository; cd repository; git init -q -b main .; printf '#!/bin/sh\\n[ ! -e broken ]\\n' >test.sh; chmod +x test.sh; "
                 "cp test.sh one-test.sh; cp ../names.txt .; git add .; git commit -qm 0; git tag v1; git tag v2.9.0; for n in 1 2 3 4 5 6; do [ $n != 4 ] || "
                 "{ touch broken; git add .; }; git commit -qm $n --allow-empty; done; cd ..; "
                 "plumbline-cli report actual.csv --expected expected.csv -o report.json || true", folder, env)
    return "" if done[0] == 0 else done[1]


def write_tensors(folder):
    """The tensors of the tutorial as .npy and .pt; a .pt is a zip with a pickle that refers to the bytes beside it."""
    def pickled(count):
        number = lambda n: b"J" + n.to_bytes(4, "little")  # noqa: E731
        text = lambda word: b"X" + len(word).to_bytes(4, "little") + word.encode()  # noqa: E731
        storage = b"(" + text("storage") + b"ctorch\nFloatStorage\n" + text("0") + text("cpu") + number(count) + b"tQ"
        return (b"\x80\x02ctorch._utils\n_rebuild_tensor_v2\n(" + storage + number(0) + b"(" + number(count) + b"t(" + number(1) + b"t"
                + b"\x89ccollections\nOrderedDict\n)RtR.")
    for name in ("a", "b"):
        (folder / f"{name}.npy").write_bytes(numerics_e2e.npy([1.0, 2.0, 3.0]))
    for name in ("eager", "compiled", "reference", "ref", "res", "fp64"):
        with zipfile.ZipFile(folder / f"{name}.pt", "w") as file:
            file.writestr("archive/data.pkl", pickled(3))
            file.writestr("archive/version", "3\n")
            file.writestr("archive/data/0", struct.pack("<3f", 1.0, 2.0, 3.0))


def write_checkout(dynamo):
    """The suites of the stand-in and check scripts with a flaky list each, in a checkout of PyTorch that has baselines."""
    for suite in ("torchbench", "huggingface", "timm_models"):
        shutil.copy(STAND_IN / "suite.py", dynamo / f"{suite}.py")
    for script in ("check_accuracy.py", "check_graph_breaks.py"):
        (dynamo / script).write_text('flaky_models = {\n    "yolov3",\n}\nif "rocm" in path:\n'
                                      '    flaky_models.update(\n        {\n            "moco",\n        }\n    )\n')


def commands(text):
    """Every command line of plumbline-cli, without comments and with continued lines joined."""
    for line in text.replace("\\\n", " ").splitlines():
        line = re.sub(r"\s+# .*$", "", line.strip().removeprefix("$ "))
        if re.match(r"(\S+=\S+ )*plumbline-cli ", line):
            yield line


def has_its_files(line, folder):
    """Whether every input that a command names is there; a word after an option that writes is an output."""
    words = re.sub(r"(?:-o|--patch|--into|--output|--to|>) \S+", "", line).split()
    return all(any(folder.glob(re.sub("^~/", "../", word.strip("'\"@")))) for word in words
               if re.search(r"\.(pt|npy|npz|txt|sqlite|jsonl|toml|xml|py|zip)$|^[~@]", word))


@functools.cache
def help_text(cli, *name):
    """What --help prints, nothing for an unknown command."""
    called = subprocess.run([cli, *name, "--help"], env={"HOME": "/", "LC_ALL": "C.UTF-8"}, capture_output=True, text=True, check=False)
    return called.stdout if called.returncode == 0 else ""


def unknown_options(line, cli):
    words = re.split(r" -- | [|;&>]", line.split("plumbline-cli ", 1)[1])[0].split()
    name = [words[0]]
    if len(words) > 1 and f"\n  {words[0]} {words[1]} " in help_text(cli):
        name.append(words[1])
    text = help_text(cli, *name)
    if not text:
        return [" ".join(name)]
    return [w for w in re.findall(r"(?<=\s)--?[a-z][a-z0-9-]*", " " + " ".join(words)) if not re.search(rf"{re.escape(w)}(?![\w-])", text)]


def check_line(page, line, cli, master):
    """(problems, whether it ran) for a command line; it has a home of its own, a copy of the master."""
    arguments = line.split("plumbline-cli ", 1)[1]
    for word, here in STANDS_FOR:
        arguments, line = re.sub(word, here, arguments), re.sub(word, here, line)
    if ELSEWHERE.search(arguments) or PLACEHOLDER.search(arguments) or not has_its_files(arguments, master / "work"):
        return [f"{page}: {line}: unknown: {option}" for option in unknown_options(line, cli)], False
    with tempfile.TemporaryDirectory() as root:
        home = Path(root) / "home"
        shutil.copytree(master, home, symlinks=True)
        for output in re.findall(r"-o (\S+)", arguments):
            (home / "work" / output).unlink(missing_ok=True)
        first = next((command for part, command in BEFORE if re.search(part, arguments)), ":")
        status, printed, _ = shell(f"set -o pipefail\n{{ {first}; }} >/dev/null\n{line}", home / "work", environment(cli, home))
    return [] if status in (0, 1) else [f"{page}: exit status {status}: {line}\n{printed}"], True


def check_lines(page, lines, cli, master):
    """Returns (problems, run, looked at) for the command lines of a page."""
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        done = list(pool.map(lambda line: check_line(page, line, cli, master), lines))
    ran = sum(has_run for _, has_run in done)
    return [problem for problems, _ in done for problem in problems], ran, len(done) - ran


def main(arguments, stack):
    if not arguments:
        sys.exit(__doc__)
    cli = Path(arguments[0]).resolve()
    pages = [Path(p).resolve() for p in arguments[1:]] or sorted(
        [ROOT / "README.md", *(ROOT / "docs").rglob("*.md"), *(ROOT / "resources/help").glob("*.md"), *(ROOT / "resources/cli").glob("*.txt")])
    problems, ran, looked = [], 0, 0
    master = Path(stack.enter_context(tempfile.TemporaryDirectory()))
    trouble = prepared(master, environment(cli, master))
    if trouble:
        sys.exit(f"examples: the files could not be made: {trouble}")
    for page in pages:
        name, text = str(page.relative_to(ROOT)), page.read_text()
        found, new, count = session(name, text, cli)
        ran += count
        if os.environ.get("PLUMBLINE_APPROVE") and new != text:
            page.write_text(new)
        examples = text if page.suffix == ".txt" else "\n".join(block for language, block in FENCED.findall(text) if language != "console")
        more, did, saw = check_lines(name, list(commands(examples)), cli, master)
        problems, ran, looked = problems + found + more, ran + did, looked + saw
    for problem in problems:
        print(problem, file=sys.stderr)
    print(f"examples: {ran} run, {looked} with known options, {len(problems)} fail")
    return 1 if problems or ran == 0 else 0


if __name__ == "__main__":
    with contextlib.ExitStack() as opened:
        sys.exit(main(sys.argv[1:], opened))
