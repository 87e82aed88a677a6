#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The data in the pictures of packaging/pictures.py: commits, nights, tensors, runs and a bisection, with fixed seeds and dates."""
import csv
import datetime
import json
import os
import random
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests/bench"), str(ROOT / "tests/e2e")]
import commit_tree  # noqa: E402
import numerics_e2e  # noqa: E402

CONFIG = "inductor_torchbench_training"
SAMPLES = ROOT / "resources/samples"
STAND_IN = ROOT / "tests/support/stand_in"
NOON = "T12:00:00Z"
COMMIT = "9f31c7e8d2b4a6f0517c8e93d0b2a4c6e8f01357"  # of the overview
DECODERS = ("BartForCausalLM", "BlenderbotForCausalLM", "OPTForCausalLM", "PLBartForCausalLM", "TrOCRForCausalLM",
            "XGLMForCausalLM")
LISTED = {"check_accuracy.py": ("vision_maskrcnn", "yolov3"), "check_graph_breaks.py": ("XGLMForCausalLM",)}
# A cause of failures: since when, its models and suite, a function (platform, test, mode) -> whether it hits, and the row after it.
CAUSES = (
    ("2026-11-20", DECODERS, "huggingface", lambda platform, test, mode: "aot" not in test,
     lambda status, breaks: (status, breaks + 1)),
    ("2026-11-22", ("soft_actor_critic",), "torchbench", lambda platform, test, mode: mode == "training" and "aot" not in test,
     lambda status, breaks: ("eager_fail_to_run", breaks)),
    ("2026-11-24", ("moco", "sam"), "torchbench", lambda platform, test, mode: platform != "rocm" and mode == "training",
     lambda status, breaks: ("fail_to_run", breaks)),
    ("2026-11-25", ("swin_base_patch4_window7_224",), "timm", lambda platform, test, mode: "max_autotune" in test,
     lambda status, breaks: ("fail_accuracy", breaks)),
    ("2026-11-25", ("hf_Bert_large",), "torchbench", lambda platform, test, mode: "amp_freezing" in test,
     lambda status, breaks: None),
    ("2026-11-25", ("nanogpt",), "torchbench", lambda platform, test, mode: test.startswith("dynamic_inductor"),
     lambda status, breaks: (status, max(breaks - 2, 0))),
    ("2026-11-25", ("yolov3",), "torchbench", lambda platform, test, mode: "cpu" in test, lambda status, breaks: ("timeout", breaks)),
    ("2026-11-25", ("vision_maskrcnn",), "torchbench", lambda platform, test, mode: platform == "rocm",
     lambda status, breaks: ("fail_accuracy", breaks)),
)


def run(command, folder, statuses=(0,), **environment):
    done = subprocess.run([str(word) for word in command], cwd=folder, env=dict(os.environ, **environment), text=True,
                          stdin=subprocess.DEVNULL, capture_output=True, check=False)
    if done.returncode not in statuses:
        sys.exit(f"pictures: {' '.join(map(str, command))}: exit status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def sha(number):
    return f"{random.Random(number).getrandbits(160):040x}"


def add_runs(cli, folder, runs, store, day, commit):
    run([cli, "history", "add", runs, "--commit", commit, "--time", day + NOON, "--store", store], folder)


def shard_writer(day):
    """What writes the shards of a commit of that day: the baseline's rows, with the causes since then."""
    def write(rows, number):
        platform, test, suite, mode = commit_tree.configs()[number]
        hits = {model: change for since, models, where, is_hit, change in CAUSES for model in models
                if since <= day and where == suite and is_hit(platform, test, mode)}
        out = [commit_tree.COLUMNS]
        for i, row in enumerate(rows):
            status, breaks = row["accuracy"], int(float(row.get("graph_breaks") or 0))
            if row["name"] in hits and (status == "pass" or suite == "huggingface"):
                changed = hits[row["name"]](status, breaks)
                if changed is None:
                    continue
                status, breaks = changed
            out.append(f"cuda,{row['name']},4,{status},{400 + i},3,{breaks},{min(breaks, 2)},0,0,0,{20 + i}.5")
        return "\n".join(out) + "\n"
    return write


def write_commit(folder, day, commit):
    """A checkout in `pytorch` and the results of CI in `artifacts`."""
    commit_tree.make(folder, shard_writer(day), commit_tree.bundled_baselines())
    for path in list((folder / "artifacts").rglob("0123456789" * 4)):
        path.rename(path.with_name(commit))
    for script, models in LISTED.items():
        entries = "".join(f'    "{model}",\n' for model in models)
        (folder / "pytorch/benchmarks/dynamo" / script).write_text(f"flaky_models = {{\n{entries}}}\n")


def write_bad_day(cli, folder):
    """A commit in which five causes fail and the nights before, in whose runs three of them are red already."""
    for number in range(25):  # a constant value needs 19 runs to be called beyond its noise
        day = str(datetime.date(2026, 10, 31) + datetime.timedelta(number))
        night = folder / day
        write_commit(night, day, sha(number))
        add_runs(cli, night, "artifacts", folder / "history.sqlite", day, sha(number))
        shutil.rmtree(night)
    write_commit(folder, "2026-11-25", COMMIT)


def sample_rows():
    lines = [line for line in (SAMPLES / "expected.csv").read_text().splitlines() if line.strip()]
    return list(csv.DictReader(lines))


def write_table(path, rows):
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "w", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


# Columns of a _compilation_metrics.csv: the whole, then what is inside the one before, with its share.
PHASES = (("entire_frame_compile", 1), ("backend_compile", 0.86), ("compile_fx_inner", 0.62), ("_recursive_post_grad_passes", 0.05),
          ("Scheduler.codegen", 0.12), ("async_compile.wait", 0.17))


def phases_of(row):
    source, seconds = random.Random(row["name"]), float(row["compilation_latency"])
    times = {phase: f"{seconds * share * source.uniform(0.85, 1):.3f}" for phase, share in PHASES}
    return {"dev": row["dev"], "name": row["name"], "batch_size": row["batch_size"], **times}


def write_phases(folder):
    """The samples, and beside two runs the times of the phases of their compilation."""
    for name in ("after", "before", "torchcache"):
        for sample in SAMPLES.glob(f"{name}.*"):
            shutil.copyfile(sample, folder / sample.name)
    for name in ("after", "before"):
        with open(SAMPLES / f"{name}.csv") as table:
            rows = [phases_of(row) for row in csv.DictReader(table) if row["compilation_latency"]]
        write_table(folder / f"{name}_compilation_metrics.csv", rows)


RED_FROM = {"hf_Longformer": 21, "moco": 16, "sam": 19, "soft_actor_critic": 12}  # day of November
FLAPPING = {"vision_maskrcnn": (1, 4, 7, 9, 12, 18, 21, 22, 24)}


def write_nights(cli, folder):
    """24 nights of one config: models that broke, one that comes and goes, and a compile time that moved on the 13th."""
    source = random.Random(24)
    base = {row["name"]: source.uniform(15, 80) for row in sample_rows()}
    for day in range(1, 25):
        rows = []
        for row in sample_rows():
            name, status = row["name"], row["accuracy"]
            if day >= RED_FROM.get(name, 99) or day in FLAPPING.get(name, ()):
                status = "fail_accuracy" if name in FLAPPING else "fail_to_run"
            latency = (56 if day < 13 else 67.5) if name == "moco" else base[name]
            rows.append({"dev": "cuda", "name": name, "batch_size": 4, "accuracy": status, "graph_breaks": row["graph_breaks"],
                         "compilation_latency": f"{source.gauss(latency, 0.025 * latency):.6f}"})
        write_table(folder / f"night{day}" / f"{CONFIG}.csv", rows)
        add_runs(cli, folder, f"night{day}", folder / "history.sqlite", f"2026-11-{day:02}", sha(100 + day))


def tensor_shapes():
    parts = {"attention.proj": (32, 32), "attention.qkv": (96, 32), "mlp.fc1": (128, 32), "mlp.fc2": (32, 128), "norm": (32,)}
    shapes = {f"encoder.{layer}.{part}.weight": shape for layer in range(4) for part, shape in parts.items()}
    return shapes | {"logits": (16, 64), "loss": (1,)}


def write_tensors(folder):
    """Results of one model: eager, compiled and in float64. One tensor differs in six of its columns, one is near the limit."""
    source = random.Random(22)
    factors = {"encoder.2.mlp.fc1.weight": 12.0, "encoder.1.mlp.fc2.weight": 1.78}
    files = {side: zipfile.ZipFile(folder / f"{side}.npz", "w") for side in ("ref", "res", "fp64")}
    for name, shape in tensor_shapes().items():
        count = shape[0] * (shape[1] if len(shape) > 1 else 1)
        exact = [source.gauss(0, 1) for _ in range(count)]
        noise = 4e-4 if count > 1 else 1e-5
        factor = factors.get(name, source.uniform(0.6, 1.3))
        sides = {"fp64": exact, "ref": [x + source.gauss(0, noise) for x in exact],
                 "res": [x + source.gauss(0, noise * (factor if factor < 2 or i % 32 >= 26 else 1)) for i, x in enumerate(exact)]}
        for side, values in sides.items():
            files[side].writestr(zipfile.ZipInfo(f"{name}.npy"), numerics_e2e.npy(values, side == "fp64", shape))
    for file in files.values():
        file.close()


def write_runs(cli, folder, environment):
    """Runs of the stand-in suite and of repro scripts, with their records in the user's data folder."""
    dynamo = folder / "pytorch/benchmarks/dynamo"
    (dynamo / "ci_expected_accuracy").mkdir(parents=True)
    for suite in ("torchbench", "huggingface"):
        shutil.copyfile(STAND_IN / "suite.py", dynamo / f"{suite}.py")
    (dynamo / "check_accuracy.py").write_text("flaky_models = set()\n")
    (dynamo / f"ci_expected_accuracy/{CONFIG}.csv").write_text(
        "name,accuracy,graph_breaks\n\n\n\nalexnet,pass,3\n\n\n\nllama,pass,1\n\n\n\nmoco,pass,0\n")
    for script in ("deterministic.py", "compiled_flaky.py"):
        shutil.copyfile(STAND_IN / "repro" / script, folder / script)
    model = "--model"
    for command in (["run", "torchcache", "--suite", "torchbench", model, "nanogpt", model, "resnet50", "--repeat", "2",
                     "-o", "torchcache.json"],
                    ["run", "suite", "--suite", "torchbench", model, "llama", model, "moco", model, "alexnet", "-o", f"{CONFIG}.csv"],
                    ["reproduce", "10", "compiled_flaky.py"],
                    ["reproduce", "6", "deterministic.py"],
                    ["run", "torchcache", "--suite", "huggingface", model, "BertForMaskedLM", model, "GPT2ForSequenceClassification",
                     "-o", "huggingface.json"]):
        checkout = ["--pytorch", "pytorch"] if command[0] == "run" else []
        run([cli, *command, *checkout], folder, (0, 1, 3, 4, 5), **environment)


CULPRIT, RUNS = 56, 24  # place of the commit that breaks the test, and results before the picture


def write_bisection(cli, folder):
    """A search among 64 commits for one after which a test fails in half of its runs."""
    source = random.Random(5)
    verbs = ("Fuse", "Lower", "Tile", "Pad", "Reorder", "Cache", "Test", "Document")
    objects = ("reductions", "scatter", "views", "attention", "convolutions", "pooling", "index_put", "foreach kernels")
    subjects = [f"{verb} {what}" for verb in verbs for what in objects]
    source.shuffle(subjects)
    stream, began = ["reset refs/heads/main"], datetime.datetime(2026, 11, 2, 8, tzinfo=datetime.timezone.utc).timestamp()
    for number, subject in enumerate(subjects):
        text = f"{subject} (#{151000 + 37 * number})"
        stream += ["commit refs/heads/main", f"committer Dev <dev@example.org> {began + number * 3600:.0f} +0000",
                   f"data {len(text)}", text]
    repository = folder / "repo"
    run(["git", "init", "--quiet", "--initial-branch", "main", repository], folder)
    subprocess.run(["git", "fast-import", "--quiet"], cwd=repository, input="\n".join(stream) + "\n", text=True, check=True)
    commits = run(["git", "rev-list", "--reverse", "main"], repository).split()
    run([cli, "bisect", "start", "--good", commits[0], "--bad", "main", "--state", folder / "bisect.json"], repository)
    for _ in range(RUNS):
        answer = json.loads(run([cli, "bisect", "next", "--format", "json", "--state", folder / "bisect.json"], repository))
        commit = answer["commit"]
        has_failed = commits.index(commit) >= CULPRIT and source.random() < 0.5
        run([cli, "bisect", "report", commit, "fail" if has_failed else "pass", "--state", folder / "bisect.json"], repository)


# The runs of three rows, oldest first: p passed, f failed.
CASES = {"moco": "p" * 40 + "ffff", "hf_GPT2": "ppfppppfpppppppppppf", "nanogpt": "pf"}


def write_cases(cli, folder):
    """44 nights of the rows above, each with as many runs as it has letters; the newest night is also what the window opens."""
    nights = max(len(runs) for runs in CASES.values())
    begin = datetime.date(2026, 10, 12)
    for night in range(nights):
        rows = [{"name": "alexnet", "accuracy": "pass", "graph_breaks": 0}]
        for model, runs in CASES.items():
            place = night - (nights - len(runs))
            if place >= 0:
                rows.append({"name": model, "accuracy": "fail_accuracy" if runs[place] == "f" else "pass", "graph_breaks": 3})
        write_table(folder / f"night{night}" / f"{CONFIG}.csv", rows)
        add_runs(cli, folder, f"night{night}", folder / "history.sqlite", str(begin + datetime.timedelta(night)), sha(200 + night))
    (folder / f"night{nights - 1}").rename(folder / "today")
    write_table(folder / "baseline" / f"{CONFIG}.csv", [{**row, "accuracy": "pass"} for row in rows])
