# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds `plumbline-cli run torchcache` against the real cachebench.

    cachebench_parity.py --cli build/bin/plumbline-cli --runner build/tests/bin/cache_time_runner --seeds ../shared/seeds
                         --stand-in tests/support/stand_in --files 2000 --seed 1

cachebench is cut out of the seed documents when the test runs, put beside a stand-in suite in a checkout of its own, and run
with a stub for torch. Both programs meet the same models and the same times. Their JSON must be equal, to the byte. Where
we differ on purpose (SPEC 18 no. 11), both sides are looked at: what it does, and what ours does instead. The reader of
compile times is held against its own on random files. Ends with 77 when the seeds are absent.
"""

import argparse
import contextlib
import importlib.util
import io
import json
import logging
import math
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

SKIP = 77
WORKERS = 4  # most of a run is waiting; the times that are compared are given, not taken
PATH = "benchmarks/dynamo/cachebench.py"
# The script as it is, with another list of models: it has no flag for more than one.
DRIVER = """
import logging, sys
sys.path.insert(0, sys.argv[1])
models = sys.argv[2].split(",")
del sys.argv[1:3]
import cachebench
logging.basicConfig(level=logging.INFO)
if models != [""]:
    cachebench.TORCHBENCH_MODELS[:] = cachebench.HUGGINGFACE_MODELS[:] = models
cachebench.main()
"""

failures = 0
lock = threading.Lock()


def check(holds, what, *details):
    global failures
    if holds:
        return
    with lock:
        failures += 1
        if failures <= 10:
            print("DOES NOT HOLD:", what)
            for detail in details:
                print("  ", str(detail)[-1500:])


def cut_cachebench(seeds: Path):
    for document in sorted(seeds.glob("*.txt")):
        text = document.read_text(encoding="utf-8", errors="replace")
        source = re.search(r"^## Original Source\n+```python\n(.*?)^```$", text, re.M | re.S)
        if source and text.startswith(f"# Documentation: `{PATH}`"):
            return source.group(1)
    return None


class Ran:
    def __init__(self, code, text, output: Path, calls):
        self.code = code
        self.text = text
        self.bytes = output.read_bytes() if output.exists() else None
        self.calls = calls  # the arguments of every call of the suite, in order

    def records(self):
        return None if self.bytes is None else json.loads(self.bytes)


class Pair:
    """The real program and ours in one checkout, each with a home and counters of its own."""

    def __init__(self, folder: Path, cli: Path, source: str, stand_in: Path):
        self._folder = folder
        self._cli = cli
        self._stand_in = stand_in
        self.dynamo = folder / "pytorch" / "benchmarks" / "dynamo"
        self.dynamo.mkdir(parents=True)
        (folder / "pytorch" / PATH).write_text(source, encoding="utf-8")
        for suite in ("torchbench", "huggingface"):
            shutil.copyfile(stand_in / "suite.py", self.dynamo / f"{suite}.py")
        self._number = 0

    def _start(self, who, extra):
        with lock:
            self._number += 1
            folder = self._folder / f"{self._number}-{who}"
        (folder / "state").mkdir(parents=True)
        (folder / "tmp").mkdir()
        environment = {k: v for k, v in os.environ.items() if not k.startswith(("STAND_IN", "XDG_", "TORCHINDUCTOR", "TRITON"))}
        environment.update({"HOME": str(folder), "XDG_STATE_HOME": str(folder / "xdg"), "TMPDIR": str(folder / "tmp"),
                            "PYTHONPATH": str(self._stand_in), "PYTHONDONTWRITEBYTECODE": "1", "STAND_IN_STATE": str(folder / "state"), "STAND_IN_DEVICES": "1",
                            "LC_ALL": "C.UTF-8"})
        environment.update(extra)
        return folder, environment

    def real(self, flags, models=(), environment=(), stale=None) -> Ran:
        folder, values = self._start("real", dict(environment))
        output = folder / "out.json"
        if stale is not None:
            output.write_bytes(stale)
        words = [sys.executable, "-c", DRIVER, str(self.dynamo), ",".join(models), *flags, "--output", str(output)]
        done = subprocess.run(words, env=values, cwd=folder, capture_output=True, timeout=300)
        text = done.stdout.decode("utf-8", "replace") + done.stderr.decode("utf-8", "replace")
        return Ran(done.returncode, text, output, calls_in(done.stdout))

    def ours(self, flags, models=(), environment=(), stale=None) -> Ran:
        folder, values = self._start("ours", dict(environment))
        output = folder / "out.json"
        if stale is not None:
            output.write_bytes(stale)
        words = [self._cli, "run", "torchcache", "--pytorch", self._folder / "pytorch", "--python", sys.executable,
                 *[f"--suite={w[12:]}" if w.startswith("--benchmark=") else w for w in flags],
                 *[f"--model={m}" for m in models], "--output", output]
        done = subprocess.run(list(map(str, words)), env=values, cwd=folder, capture_output=True, timeout=300)
        logs = sorted((folder / "xdg").rglob("cold.log")) + sorted((folder / "xdg").rglob("warm.log"))
        calls = [call for log in logs for call in calls_in(log.read_bytes())]
        leftovers = [str(p) for p in (folder / "xdg").rglob("cache") if p.is_dir()]
        check(not leftovers, "no cache folder is left", leftovers)
        text = done.stdout.decode("utf-8", "replace") + done.stderr.decode("utf-8", "replace")
        return Ran(done.returncode, text, output, calls)


def calls_in(log: bytes):
    return [json.loads(line[9:])["argv"] for line in log.decode("utf-8", "replace").splitlines() if line.startswith("STAND_IN {")]


def without_output(call):
    return [word for word in call if not word.startswith("--output=")]


def same_number(a, b):
    return a == b or (isinstance(a, float) and isinstance(b, float) and math.isnan(a) and math.isnan(b))


def same(a, b) -> bool:
    """Equality of parsed JSON in which NaN equals NaN."""
    if isinstance(a, dict) and isinstance(b, dict):
        return list(a) == list(b) and all(same(a[k], b[k]) for k in a)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(same, a, b))
    return type(a) is type(b) and same_number(a, b)


def compare(pair: Pair, title, flags, models=(), environment=(), code=0):
    real, ours = pair.real(flags, models, environment), pair.ours(flags, models, environment)
    check(real.code == 0, f"{title}: cachebench exits 0", real.text)
    check(ours.code == code, f"{title}: ours exits {code}, not {ours.code}", ours.text)
    check(same(real.records(), ours.records()), f"{title}: JSON equal after parsing", real.bytes, ours.bytes, real.text, ours.text)
    # sum() adds floats more exactly from Python 3.12 on, so the last digit may be another one there.
    if sys.version_info < (3, 12):
        check(real.bytes == ours.bytes, f"{title}: equal to the byte", real.bytes, ours.bytes)
    return real, ours


def whole_suite(pair: Pair, suite, title, flags, times, repeats):
    real, ours = compare(pair, title, flags, (), times)
    models = 5 if suite == "torchbench" else 3
    check(real.records() is not None and len(real.records()) == 3 * models, f"{suite}: every model is measured", real.text)
    # The same calls: argument by argument but for where the result goes.
    check(sorted(map(without_output, real.calls)) == sorted(map(without_output, ours.calls)), f"{suite}: the same commands",
          real.calls, ours.calls)
    check(all(sum(w.startswith("--output=") for w in call) == 1 for call in ours.calls), "one --output each", ours.calls)
    most = max((sum(w.startswith("--output=") for w in call) for call in real.calls), default=0)
    check(most == repeats, "cachebench gathers one --output more per repeat", most)


def equal_results(pair: Pair, rng: random.Random):
    cases = []

    def later(function, *arguments, **more):
        cases.append(lambda: function(pair, *arguments, **more))

    count = 0
    for suite in ("torchbench", "huggingface"):
        for mode in ("training", "inference"):
            for dynamic in (False, True):
                repeats = 1 + count % 3
                times = {name: ",".join(f"{rng.uniform(0.001, 60):.6f}" for _ in range(3)) for name in ("STAND_IN_COLD", "STAND_IN_WARM")}
                flags = [f"--benchmark={suite}", f"--mode={mode}", f"--device={rng.choice(('cpu', 'cuda'))}", f"--repeat={repeats}"]
                title = f"{suite} {mode} {dynamic} {repeats}"
                later(whole_suite, suite, title, flags + ["--dynamic"] * dynamic, times, repeats)
                count += 1
    flags = ["--benchmark=torchbench", "--device=cpu"]
    given = {"STAND_IN_COLD": "20.25,30.1", "STAND_IN_WARM": "5.125,0.1"}
    odd = [("the warm runs are slower", ["negative"], {}, 0), ("one model fails", ["moco", "fail", "llama"], given, 1),
           ("all models fail", ["fail", "crash", "nothing", "half", "columns", "killed"], {}, 1),
           ("cold times of 0", ["zero", "moco"], given, 1), ("cold times of 0 alone", ["zero"], {}, 1),
           ("no number", ["nan", "moco"], given, 1), ("a status in place of a time", ["OOM", "moco"], given, 1)]
    # Each with one number of repeats; with PLUMBLINE_THOROUGH with all of them.
    for number, (title, models, environment, code) in enumerate(odd):
        for repeats in (1, 2, 3) if os.environ.get("PLUMBLINE_THOROUGH") else (3 - number % 3,):
            later(compare, f"{title}, {repeats}", flags + [f"--repeat={repeats}"], models, environment, code=code)
    for name, cold, warm in (("tiny", "0.000001", "0.000002"), ("great", "1e15,3", "1e-6"), ("equal", "7", "7"), ("infinite", "inf", "1")):
        later(compare, name, flags + ["--repeat=2"], ["moco"], {"STAND_IN_COLD": cold, "STAND_IN_WARM": warm})
    for name in ("a b", "it's-\"quoted\"", "$(touch x);", "m\u00e4rz \U0001f600", "back\\slash", "{model}", "--only=x"):
        later(compare, f"a model called {name!r}", flags, [name], given)
    later(compare, "a line end in the name breaks the row for both readers", flags, ["new\nline"], given, code=1)
    with ThreadPoolExecutor(WORKERS) as pool:
        for done in [pool.submit(case) for case in cases]:
            done.result()


def differences(pair: Pair):
    flags = ["--benchmark=torchbench", "--device=cpu", "--repeat=3"]
    given = {"STAND_IN_COLD": "10.5,20.25,30", "STAND_IN_WARM": "1.5,2.5,3.5"}
    stale = b'["of yesterday"]'

    # It fails at its fifth call, the cold run of repeat 3: cachebench throws repeats 1 and 2 away, ours does not.
    real, ours = pair.real(flags, ["fail_at_5", "moco"], given), pair.ours(flags, ["fail_at_5", "moco"], given)
    check(real.code == 0 and [r["model"]["name"] for r in real.records()] == ["moco"] * 3, "cachebench drops the model", real.text)
    check(ours.code == 1, "ours exits 1", ours.text)
    two = pair.real(flags[:-1] + ["--repeat=2"], ["fail_at_5", "moco"], given)
    check(ours.records() is not None and same(ours.records()[:3], two.records()[:3]), "ours keeps the good repeats", ours.bytes, two.bytes)
    check(ours.records() is not None and same(ours.records()[3:], real.records()), "and the other model is equal", ours.bytes, real.bytes)
    check("fail_at_5: 1 of 3 repeats failed" in ours.text and "repeat 3" in ours.text, "ours says which repeat failed", ours.text)

    # In the middle: the repeats after it still count.
    ours = pair.ours(flags, ["fail_at_3"], given)
    values = [] if ours.records() is None else [r["metric"]["benchmark_values"] for r in ours.records()]
    check(values[:2] == [[10.5, 20.25], [1.5, 2.5]], "repeats 1 and 3 count", ours.bytes, ours.text)

    # Nothing succeeded: cachebench leaves what was there and says that all is well.
    real, ours = pair.real(flags, ["fail"], stale=stale), pair.ours(flags, ["fail"], stale=stale)
    check(real.code == 0 and real.bytes == stale, "cachebench leaves a stale file", real.bytes)
    check(ours.code == 1 and ours.bytes is None, "ours removes it", ours.bytes, ours.text)
    ours = pair.ours(flags, ["moco"], given, stale=stale)
    check(ours.code == 0 and ours.bytes is not None and stale not in ours.bytes, "a new result replaces a stale one", ours.text)

    # What cannot be run at all.
    for wrong in (["--repeat=0"], ["--repeat=10"], ["--benchmark=timm_models"], ["--mode=eval"], ["--device=tpu"]):
        real, ours = pair.real(flags + wrong, ["moco"]), pair.ours(flags + wrong, ["moco"])
        check(real.code == 2 and ours.code == 2, f"{wrong}: both exit 2", real.text, ours.text)
        check(ours.bytes is None, f"{wrong}: nothing is written", ours.bytes)
    script = pair.dynamo / "torchbench.py"
    script.rename(script.with_suffix(".away"))
    real, ours = pair.real(flags, ["moco"]), pair.ours(flags, ["moco"], stale=stale)
    script.with_suffix(".away").rename(script)
    check(real.code == 1 and "AssertionError" in real.text, "cachebench dies without its script", real.text)
    check(ours.code == 3 and "torchbench.py" in ours.text, "ours exits 3 and names it", ours.code, ours.text)


def true_times(pair: Pair):
    """Kernels that are really compiled, with a real cache on disk: the warm run must be the faster one in both programs."""
    if importlib.util.find_spec("numba") is None:
        print("numba is not here: true compile times are left out")
        return
    flags = ["--benchmark=torchbench", "--device=cpu", "--repeat=2"]
    for title, ran in (("cachebench", pair.real(flags, ["moco"], {"STAND_IN_NUMBA": "1"})), ("ours", pair.ours(flags, ["moco"], {"STAND_IN_NUMBA": "1"}))):
        values = [r["metric"]["benchmark_values"] for r in ran.records() or []]
        check(ran.code == 0 and [len(v) for v in values] == [2, 2, 1], f"{title}: two cold, two warm times", ran.text)
        check(all(0 < warm < cold for cold, warm in zip(*values[:2])), f"{title}: every repeat begins with an empty cache", values)


def random_csv(rng: random.Random) -> bytes:
    words = ["1", "12.5", "-3", "1e5", "1_0", "_1", "1__0", " 7 ", "\t8", "inf", "-Infinity", "NaN", "nan", "0x1", "", "x", "\"1\"", "1e999", "1e-999",
             "+4.", ".5", ".", "1e", "\u0661\u0662", "\u00a05", "5\u2003", "\ufeff1", "1\x1c", "1\x00", "1\r", "\u00b2", "compilation_latency", "infinit"]
    names = ["compilation_latency"] * 4 + ["dev", "name", "", " compilation_latency", "compilation_latency ", "\"compilation_latency\"", "\ufeffdev"]
    ends = ["\n"] * 8 + ["\r\n", "\r", "\n\n", "\x0b", "\u2028", "\x85"]
    lines = [",".join(rng.choice(names) for _ in range(rng.randint(1, 4)))]
    lines += [",".join(rng.choice(words) for _ in range(rng.randint(1, 5))) for _ in range(rng.randint(0, 3))]
    data = "".join(line + rng.choice(ends) for line in lines).encode()
    if rng.random() < 0.05:
        at = rng.randint(0, len(data))
        data = data[:at] + rng.choice((b"\xff", b"\xed\xa0\x80", b"\xc0\xaf", b"\xf4\x90\x80\x80")) + data[at:]
    if rng.random() < 0.1:
        data = data[:rng.randint(0, len(data))]
    return data


def compile_times(pair: Pair, runner: Path, folder: Path, stand_in: Path, files: int, rng: random.Random):
    sys.path.insert(0, str(stand_in))
    sys.dont_write_bytecode = True
    spec = importlib.util.spec_from_file_location("cachebench", pair.dynamo / "cachebench.py")
    cachebench = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(cachebench)
    paths, expected = [], []
    for number in range(files):
        data = random_csv(rng)
        path = folder / f"{number}.csv"
        path.write_bytes(data)
        paths.append(path)
        try:
            expected.append((cachebench.get_compile_time(io.BytesIO(data)), data))
        except Exception as error:  # noqa: BLE001: whatever it is, cachebench drops the model
            expected.append((error, data))
    answer = subprocess.run([runner], input="".join(f"{p}\n" for p in paths), capture_output=True, text=True, check=True).stdout.splitlines()
    check(len(answer) == files, "an answer per file", len(answer))
    good = 0
    for (want, data), line in zip(expected, answer):
        if isinstance(want, Exception):
            check(line.startswith("error "), f"refused by cachebench ({want!r})", data, line)
        else:
            good += 1
            check(not line.startswith("error ") and same_number(float(line), want), f"read as {want!r}", data, line)
    check(good > files / 10, "enough files are good to tell something", good)
    return good


def main() -> int:
    parser = argparse.ArgumentParser()
    for name in ("--cli", "--runner", "--seeds", "--stand-in"):
        parser.add_argument(name, type=Path, required=True)
    parser.add_argument("--files", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    source = cut_cachebench(args.seeds)
    if source is None:
        print(f"SKIPPED: {PATH} is not among {args.seeds}/*.txt")
        return SKIP
    logging.disable(logging.CRITICAL)
    rng = random.Random(args.seed)
    with tempfile.TemporaryDirectory(prefix="cachebench-") as name, contextlib.suppress(BrokenPipeError):
        folder = Path(name)
        pair = Pair(folder, args.cli.resolve(), source, args.stand_in.resolve())
        (folder / "csv").mkdir()
        good = compile_times(pair, args.runner, folder / "csv", args.stand_in.resolve(), args.files, rng)
        print(f"compile times: {args.files} files, {good} of them good")
        equal_results(pair, rng)
        differences(pair)
        true_times(pair)
        print(f"{pair._number} runs of the two programs")
    print("all hold" if failures == 0 else f"{failures} do not hold")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
