#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Updates trees of baselines with plumbline-cli and holds them against what PyTorch's newest updater would write.

    update_parity.py --cli build/bin/plumbline-cli --data ../shared/data/pytorch/expected --rounds 6 --seed 1

The updater's answer is computed here with pandas, from the description in SPEC 9.3, over the same zips: artifacts of CUDA,
CPU and ROCm jobs in both inner layouts, shards, retried attempts, shards that are missing. Cells must be equal. Each
difference that the manual names is tested by itself: it must be there, and it must be the only one. Baselines are made, and
taken from --data where that is. A second run changes nothing. Ends with 77 without pandas.
"""

import argparse
import random
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

try:
    import pandas as pd
except ImportError:
    print("pandas is not here")
    sys.exit(77)

SHA = "0123456789abcdef0123456789abcdef01234567"
SUITES = {"torchbench": "torchbench", "huggingface": "huggingface", "timm": "timm_models"}
# The configs that the updater knows, and one that it does not.
KNOWN = ["aot_eager", "cpu_inductor_amp_freezing", "dynamic_inductor", "dynamo_eager", "inductor"]
UNKNOWN = "dynamic_cpu_max_autotune_inductor_amp_freezing"
HEADER = "dev,name,batch_size,accuracy,calls_captured,unique_graphs,fallbacks_to_eager,graph_breaks,unique_graph_breaks"
NO_COUNTS = ["fail_to_run", "eager_fail_to_run", "OOM", "timeout"]

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


def layout(lines):
    return "\n\n\n\n".join(lines) + "\n"


class World:
    """A tree of baselines, and the artifact zips of one commit, as jobs left them."""

    def __init__(self, folder, rng, data):
        self.rng = rng
        self.tree = folder / "pytorch/benchmarks/dynamo/ci_expected_accuracy"
        (self.tree / "rocm").mkdir(parents=True)
        self.artifacts = folder / "artifacts"
        self.jobs = []  # oldest first: config, suite, rocm, shard, attempt, zip, and what the zip holds by mode
        self.next_id = 1000
        real = sorted(p.relative_to(data) for p in data.rglob("*.csv")) if data.is_dir() else []
        for config in KNOWN + [UNKNOWN]:
            for suite in SUITES:
                for rocm in (False, True):
                    if ("cpu" in config and rocm) or rng.random() < 0.5:
                        continue
                    self.add_config(config, suite, rocm, data, real)

    def modes(self, config):
        return ["inference"] if "cpu" in config else ["inference", "training"]

    def path(self, config, suite, rocm, mode):
        return Path("rocm" if rocm else "") / f"{config}_{suite}_{mode}.csv"

    def add_config(self, config, suite, rocm, data, real):
        rng = self.rng
        shards = rng.choice([1, 1, 2, 3])
        runs = {}
        for mode in self.modes(config):
            path = self.path(config, suite, rocm, mode)
            models = [f"{rng.choice('aBmXz')}_{suite}_{i}" for i in range(rng.randint(3, 14))]
            if path in real:
                shutil.copy(data / path, self.tree / path)
                frame = pd.read_csv(data / path)
                models = list(frame["name"])
            elif rng.random() < 0.8:
                self.write_baseline(path, models)
            fresh = [f"new_{rng.randint(0, 99)}_{suite}"] if rng.random() < 0.5 else []
            ran = [m for m in models if rng.random() < 0.95] + fresh
            runs[mode] = [ran[i::shards] for i in range(shards)]
        machine = "linux.rocm.gpu.2" if rocm else "linux.g5.4xlarge.nvidia.gpu" if "cpu" not in config else "linux.8xlarge.amx"
        for shard in range(1, shards + 1):
            if rng.random() < 0.15:
                continue  # a shard nobody has
            for attempt in range(1, rng.choice([1, 1, 1, 2, 3]) + 1):
                held = {mode: self.run_rows(self.path(config, suite, rocm, mode), runs[mode][shard - 1]) for mode in runs}
                self.add_zip(config, suite, rocm, shard, shards, attempt, machine, held)

    def write_baseline(self, path, models):
        rng = self.rng
        names = sorted(models) if rng.random() < 0.5 else models
        extra = ",calls_captured,fallbacks_to_eager" if rng.random() < 0.3 else ""
        lines = ["name,accuracy,graph_breaks" + extra]
        for name in names:
            status = rng.choice(["pass"] * 6 + ["fail_accuracy", "fail_to_run", "pass_due_to_skip"])
            breaks = rng.randint(0, 9) if status in ("pass", "fail_accuracy") else 0
            lines.append(f"{name},{status},{breaks}" + (rng.choice([f",{rng.randint(1, 900)},0", ",,"]) if extra else ""))
        if rng.random() < 0.8:
            (self.tree / path).write_text(layout(lines))
        else:
            (self.tree / path).write_text("\n".join(lines) + "\n")

    def run_rows(self, path, models):
        rng = self.rng
        known = pd.read_csv(self.tree / path).set_index("name") if (self.tree / path).exists() else pd.DataFrame()
        rows = []
        for name in models:
            same = name in known.index and rng.random() < 0.7
            status = known.loc[name, "accuracy"] if same else rng.choice(["pass"] * 6 + ["fail_accuracy"] + NO_COUNTS)
            counts = status in ("pass", "fail_accuracy")
            breaks = int(known.loc[name, "graph_breaks"]) if same else rng.randint(0, 9)
            rows.append(dict(name=name, accuracy=status, graph_breaks=breaks if counts else 0,
                             calls_captured=rng.randint(1, 900) if counts else 0, fallbacks_to_eager=0))
        return rows

    def add_zip(self, config, suite, rocm, shard, shards, attempt, machine, held):
        self.next_id += 1
        folder = self.artifacts / SHA / ("222" if rocm else "111") / str(attempt)
        folder.mkdir(parents=True, exist_ok=True)
        name = f"test-reports-test-{config}_{suite}-{shard}-{shards}-{machine}_{self.next_id}.zip"
        inner = "test-reports" if rocm else "test/test-reports"
        with zipfile.ZipFile(folder / name, "w", zipfile.ZIP_DEFLATED) as archive:
            for mode, rows in held.items():
                lines = [HEADER]
                for r in rows:
                    ran = int(r["calls_captured"] > 0)
                    lines.append(f"cuda,{r['name']},{4 * ran},{r['accuracy']},{r['calls_captured']},{ran},"
                                 f"{r['fallbacks_to_eager']},{r['graph_breaks']},0")
                archive.writestr(f"{inner}/{mode}_{SUITES[suite]}.csv", "\n".join(lines) + "\n")
            archive.writestr(f"{inner}/unrelated.xml", "<x/>")
        self.jobs.append(dict(config=config, suite=suite, rocm=rocm, shard=shard, attempt=attempt, zip=folder / name, inner=inner))


def run_frame(job, mode):
    """What one zip says about one mode, as the updater reads it; None when the file is not in it."""
    with zipfile.ZipFile(job["zip"]) as archive:
        for inner in ("test/test-reports", "test-reports"):
            name = f"{inner}/{mode}_{SUITES[job['suite']]}.csv"
            if name in archive.namelist():
                with archive.open(name) as file:
                    frame = pd.read_csv(file)
                for column in ("graph_breaks", "calls_captured", "fallbacks_to_eager"):
                    frame[column] = frame[column].fillna(0).astype(int)
                return frame
    return None


def text(value):
    """A cell without what pandas 1.5 does to whole numbers (SPEC 9.3)."""
    if pd.isna(value):
        return ""
    if isinstance(value, float) and value == int(value):
        return str(int(value))
    return str(value)


def cells_of(path):
    frame = pd.read_csv(path)
    return {row["name"]: {c: text(row[c]) for c in frame.columns if c != "name"} for _, row in frame.iterrows()}


def updater(world, configs, newest_attempt=False):
    """The cells of every file that the newest updater would write, by path."""
    chosen = {}
    for job in world.jobs:
        if job["config"] not in configs:
            continue
        key = (job["rocm"], job["config"], job["suite"], job["shard"])
        if newest_attempt or key not in chosen:
            chosen[key] = job
    frames = {}
    for (rocm, config, suite, _), job in chosen.items():
        for mode in ("inference", "training"):
            frame = run_frame(job, mode)
            if frame is not None:
                frames.setdefault(world.path(config, suite, rocm, mode), []).append(frame)
    written = {}
    for path, parts in frames.items():
        new = pd.concat(parts)
        target = world.tree / path
        columns = ["accuracy", "graph_breaks", "calls_captured", "fallbacks_to_eager"]
        if target.exists():
            old = pd.read_csv(target).set_index("name")
            columns = [c for c in old.columns if c in new.columns]  # U4 knows more of them than U3
            new = new.set_index("name")[columns]
            old.update(new)
            merged = old.combine_first(new)
        else:
            merged = new.set_index("name")[columns]
        written[path] = {name: {c: text(row[c]) for c in merged.columns} for name, row in merged.sort_index().iterrows()}
    return written


def run_cli(cli, world, *words):
    return subprocess.run([cli, "update", str(world.artifacts), "--expected", str(world.tree.parent.parent.parent), *words],
                          capture_output=True, text=True)


def copied(world, folder):
    """The same world with a tree of its own, to be changed."""
    twin = object.__new__(World)
    twin.__dict__.update(world.__dict__)
    twin.tree = folder / "pytorch/benchmarks/dynamo/ci_expected_accuracy"
    shutil.copytree(world.tree, twin.tree)
    return twin


def order_of(path):
    return [line.split(",")[0] for line in path.read_text().splitlines() if line]


def same_cells(world, before, expected, what, left_alone=()):
    for path, cells in expected.items():
        target = world.tree / path
        check(target.exists(), f"{what}: {path} is there")
        if not target.exists():
            continue
        got = cells_of(target)
        if not (before.tree / path).exists():  # as many columns as its closest sibling has: at least those of the updater
            columns = pd.read_csv(target).columns[1:]
            check(set(columns) >= {"accuracy", "graph_breaks"}, f"{what}: columns of the new file {path}", list(columns))
            cells = {name: {c: row[c] for c in columns} for name, row in cells.items()}
        check(got == cells, f"{what}: cells of {path}",
              *[f"{n}: {got.get(n)} for {cells.get(n)}" for n in sorted(set(got) | set(cells)) if got.get(n) != cells.get(n)][:5])
        old = before.tree / path
        raw = target.read_text()
        check(".0," not in raw and ".0\n" not in raw, f"{what}: whole numbers in {path}")
        if old.exists():
            names = set(order_of(old))
            check([n for n in order_of(target) if n in names] == order_of(old), f"{what}: the order of {path}")
            spaced = "\n\n\n\n" in old.read_text()
            check(("\n\n\n\n" in raw) == spaced or len(order_of(target)) < 2, f"{what}: the layout of {path}")
        else:
            check(raw == layout([line for line in raw.split("\n") if line]), f"{what}: a new file {path} is laid out")
            check(order_of(target)[1:] == sorted(order_of(target)[1:]), f"{what}: a new file {path} is sorted")
    for old in before.tree.rglob("*.csv"):
        path = old.relative_to(before.tree)
        if path not in expected or path in left_alone:
            check((world.tree / path).read_bytes() == old.read_bytes(), f"{what}: {path} keeps its bytes")


def kept_unmeasured(before, expected):
    """What differs when the zeros of runs without counts are not taken over existing cells."""
    out = {}
    for path, cells in expected.items():
        old = cells_of(before.tree / path) if (before.tree / path).exists() else {}
        out[path] = {}
        for name, row in cells.items():
            counted = row["accuracy"] in ("pass", "fail_accuracy")
            keep = name in old and not counted
            out[path][name] = {c: (old[name][c] if keep and c != "accuracy" and v == "0" else v) for c, v in row.items()}
    return out


def worse(old, new):
    passing = ("pass", "pass_due_to_skip")
    if old["accuracy"] == "pass" and new["accuracy"] != "pass" or old["accuracy"] in passing and new["accuracy"] not in passing:
        return True
    if old["accuracy"] in ("pass", "fail_accuracy"):
        for column, sign in (("graph_breaks", 1), ("fallbacks_to_eager", 1), ("calls_captured", -1)):
            before, after = old.get(column, ""), new.get(column, "")
            if before and after and sign * (int(after) - int(before)) > 0:
                return True
    else:  # zeros of a baseline row that failed were never counted
        for column, sign in (("graph_breaks", 1), ("fallbacks_to_eager", 1), ("calls_captured", -1)):
            before, after = old.get(column, ""), new.get(column, "")
            if before not in ("", "0") and after and sign * (int(after) - int(before)) > 0:
                return True
    return False


def without_regressions(before, expected):
    out, held = {}, 0
    for path, cells in expected.items():
        old = cells_of(before.tree / path) if (before.tree / path).exists() else {}
        out[path] = {}
        for name, row in cells.items():
            back = name in old and worse(old[name], row)
            held += back
            out[path][name] = old[name] if back else row
    return out, held


def one_round(cli, folder, rng, data):
    world = World(folder / "first", rng, data)
    everything = ("--allow-regressions", "--reason", "test", "--new-files", "--write")
    all_configs = KNOWN + [UNKNOWN]

    # As the updater: the oldest attempt, zeros of failed runs too. max_autotune is the one thing more.
    twin = copied(world, folder / "as-updater")
    ran = run_cli(cli, twin, "--attempt", "first", "--accept-unmeasured", *everything)
    check(ran.returncode == 0, "as the updater: exit 0", ran.stderr)
    model = updater(world, all_configs)
    same_cells(twin, world, model, "as the updater")
    for path in set(model) - set(updater(world, KNOWN)):
        check("max_autotune" in str(path), f"only max_autotune is more: {path}")
    ran = run_cli(cli, twin, "--attempt", "first", "--accept-unmeasured", *everything)
    check(ran.returncode == 0 and "nothing to change" in ran.stderr, "a second run changes nothing", ran.stderr, ran.stdout)

    # By default: the latest attempt, and what was not measured stays.
    twin = copied(world, folder / "default")
    ran = run_cli(cli, twin, *everything)
    expected = kept_unmeasured(world, updater(world, all_configs, newest_attempt=True))
    check(ran.returncode == 0, "default: exit 0", ran.stderr)
    same_cells(twin, world, expected, "default")
    check("nothing to change" in run_cli(cli, twin, *everything).stderr, "default: a second run changes nothing")

    # Without leave, what makes a baseline worse is held back, row by row.
    twin = copied(world, folder / "guarded")
    ran = run_cli(cli, twin, "--new-files", "--write")
    guarded, held = without_regressions(world, expected)
    same_cells(twin, world, guarded, "guarded")
    check(ran.returncode == (1 if held else 0), "guarded: the exit status says it", ran.returncode, held)
    check(("held back" in ran.stderr) == bool(held), "guarded: held back is told", ran.stderr)

    # A patch is the same as writing, and --new-files is asked for.
    twin = copied(world, folder / "patch")
    patch = folder / "change.patch"
    ran = run_cli(cli, twin, "--allow-regressions", "--reason", "test", "--patch", str(patch))
    existing = {path: cells for path, cells in expected.items() if (world.tree / path).exists()}
    check(all((twin.tree / p).read_bytes() == (world.tree / p).read_bytes() for p in existing), "a patch writes nothing")
    if patch.exists():
        # Without a repository the paths of a patch begin at the folder that all of its files have in common.
        for root in (twin.tree, twin.tree / "rocm"):
            if subprocess.run(["git", "apply", "--check", str(patch)], cwd=root, capture_output=True).returncode == 0:
                subprocess.run(["git", "apply", str(patch)], cwd=root, check=True)
                break
        else:
            check(False, "git takes the patch")
    same_cells(twin, world, existing, "patch")
    return len(model), held


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cli", required=True)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    if not arguments.data.is_dir():
        print(f"{arguments.data} is not here: made baselines only")
    files = held = 0
    for i in range(arguments.rounds):
        with tempfile.TemporaryDirectory(prefix="update-parity-") as folder:
            written, back = one_round(arguments.cli, Path(folder), random.Random(arguments.seed + i), arguments.data)
            files, held = files + written, held + back
    check(files > 10 * arguments.rounds / 2 and held > 0, "the rounds had something to test", files, held)
    print(f"{arguments.rounds} rounds, {files} files, {held} rows held back, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
