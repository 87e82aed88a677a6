#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How long `plumbline-cli overview` and `report` take over a commit of CI's size, as whole processes.

    tests/bench/commit_tree.py --make /tmp/tree                                        # only makes the tree
    tests/bench/commit_tree.py --cli build/release/bin/plumbline-cli                    # makes one, measures, removes it

The tree has 128 baselines and 300 shard CSVs in the layout of CI's artifacts. The baselines are the real files in
data/ of PLUMBLINE_SHARED or ../shared (or bundled ones without them) under the names of CI's configs; each shard holds its part of the
rows with the columns a benchmark writes, one row in 30 changed. Cold means that the kernel was asked to forget the
files before each run. The report is the HTML file: once of the tree as it is, once with timings in every baseline, so
that every config asks for charts.
"""
import argparse
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile
import time

BASELINES, SHARDS = 128, 300
GOAL_MS = {"warm": 100, "cold": 300}
REPORT_GOAL_MS, REPORT_GOAL_BYTES = 200, 3_000_000
RUNS = {"warm": 15, "cold": 7}
ROOT = pathlib.Path(__file__).resolve().parents[2]
SUITES = {"torchbench": "torchbench", "huggingface": "huggingface", "timm": "timm_models"}
INFERENCE_ONLY = ("cpu", "aot_inductor")
TESTS = ("inductor", "dynamic_inductor", "aot_eager", "dynamic_aot_eager", "dynamo_eager", "aot_inductor", "cpu_inductor",
         "cpu_inductor_freezing", "cpu_inductor_amp_freezing", "dynamic_cpu_inductor", "cpu_aot_inductor",
         "cpu_aot_inductor_freezing", "cpu_aot_inductor_amp_freezing", "dynamic_cpu_aot_inductor",
         "dynamic_cpu_aot_inductor_freezing", "dynamic_cpu_aot_inductor_amp_freezing",
         "dynamic_cpu_inductor_freezing", "dynamic_cpu_inductor_amp_freezing", "max_autotune_inductor",
         "cpu_max_autotune_inductor_amp_freezing", "dynamic_cpu_max_autotune_inductor_amp_freezing")
HUGGINGFACE = """AlbertForMaskedLM AllenaiLongformerBase BartForCausalLM BartForConditionalGeneration BertForMaskedLM BlenderbotForCausalLM
    CamemBert DebertaForMaskedLM DistilBertForMaskedLM DistillGPT2 ElectraForCausalLM GPT2ForSequenceClassification GoogleFnet
    LayoutLMForMaskedLM MBartForCausalLM MT5ForConditionalGeneration MegatronBertForCausalLM MobileBertForMaskedLM OPTForCausalLM
    PLBartForCausalLM PegasusForCausalLM RobertaForCausalLM T5Small TrOCRForCausalLM XGLMForCausalLM XLNetLMHeadModel YituTechConvBert"""
TIMM = """adv_inception_v3 beit_base_patch16_224 botnet26t_256 coat_lite_mini convit_base convnext_base dla102 dm_nfnet_f0 dpn107 fbnetc_100
    ghostnet_100 gmlp_s16_224 hrnet_w18 inception_v3 levit_128 mixer_b16_224 mobilenetv2_100 nfnet_l0 poolformer_m36 regnety_002 repvgg_a2
    rexnet_100 swin_base_patch4_window7_224 tinynet_a visformer_small volo_d1_224"""
COLUMNS = ("dev,name,batch_size,accuracy,calls_captured,unique_graphs,graph_breaks,unique_graph_breaks,"
           "autograd_captures,autograd_compiles,cudagraph_skips,compilation_latency")


def configs():
    """(platform, test, suite of the file name, mode), as many as there are baselines."""
    out = []
    for platform in ("", "rocm", "cu124"):
        for test in TESTS:
            if platform and "cpu" in test:
                continue
            for suite in SUITES:
                for mode in ("inference", "training"):
                    if mode == "training" and any(word in test for word in INFERENCE_ONLY):
                        continue
                    out.append((platform, test, suite, mode))
    assert len(out) >= BASELINES, len(out)
    return out[:BASELINES]


def bundled_baselines():
    """Bytes of a baseline by suite: the sample's models for torchbench, some names for the others."""
    sample = rows_of((ROOT / "resources/samples/expected.csv").read_bytes())
    tables = {suite: [f"{model},pass,{len(model) * 7 % 9}" for model in models.split()]
              for suite, models in (("huggingface", HUGGINGFACE), ("timm", TIMM))}
    tables["torchbench"] = [f"{row['name']},{row['accuracy']},{row['graph_breaks']}" for row in sample if row["graph_breaks"]]
    return {suite: ["\n\n\n\n".join(["name,accuracy,graph_breaks", *rows, ""]).encode()] for suite, rows in tables.items()}


def real_baselines():
    """Bytes of real baselines by suite, or the bundled ones."""
    by_suite = {suite: [] for suite in SUITES}
    shared = pathlib.Path(os.environ.get("PLUMBLINE_SHARED") or ROOT.parent / "shared")
    for path in sorted((shared / "data/pytorch/expected").rglob("*.csv")):
        for suite in SUITES:
            if f"_{suite}_" in path.name:
                by_suite[suite].append(path.read_bytes())
    return by_suite if all(by_suite.values()) else bundled_baselines()


def rows_of(baseline):
    lines = [line for line in baseline.decode("utf-8").splitlines() if line.strip() and line[0] not in "#<=>"]
    names = lines[0].split(",")
    return [dict(zip(names, line.split(","))) for line in lines[1:]]


def shard_csv(rows, seed):
    out = [COLUMNS]
    for i, row in enumerate(rows):
        changed = (i + seed) % 30 == 0
        breaks = int(float(row.get("graph_breaks") or 0)) + (1 if changed else 0)
        out.append(f"cuda,{row['name']},4,{row['accuracy']},{400 + i},3,{breaks},{min(breaks, 2)},0,0,0,{20 + i}.123456")
    return "\n".join(out) + "\n"


def make(folder, write_shard=shard_csv, real=None):
    """Writes the tree; write_shard(rows of the baseline, number of the config) gives the text of a shard; `real` has baselines by suite."""
    real = real or real_baselines()
    tree = folder / "pytorch/benchmarks/dynamo/ci_expected_accuracy"
    runs = folder / "artifacts" / ("0123456789" * 4) / "18201901"
    shards = 0
    for number, (platform, test, suite, mode) in enumerate(configs()):
        baseline = real[suite][number % len(real[suite])]
        path = tree / platform / f"{test}_{suite}_{mode}.csv"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(baseline)
        rows = rows_of(baseline)
        count = 3 if number < SHARDS - 2 * BASELINES else 2
        machine = {"": "linux.g5.4xlarge.nvidia.gpu", "rocm": "linux.rocm.gpu.gfx942.1",
                   "cu124": "linux.g5.4xlarge.nvidia.gpu"}[platform]
        part = len(rows) // count
        for shard in range(count):
            mine = rows[shard * part:(shard + 1) * part if shard + 1 < count else len(rows)]
            job = f"test-reports-test-{test}_{suite}-{shard + 1}-{count}-{machine}_{1000 + number * 3 + shard}"
            above = runs / "1" if platform != "cu124" else folder / "artifacts/cu124" / ("0123456789" * 4) / "18201902/1"
            result = above / job / "test/test-reports" / f"{mode}_{SUITES[suite]}.csv"
            result.parent.mkdir(parents=True, exist_ok=True)
            result.write_text(write_shard(mine, number), encoding="utf-8")
            shards += 1
    assert shards == SHARDS, shards


def forget(folder):
    """Asks the kernel to drop the files from its cache."""
    os.sync()
    for path in folder.rglob("*.csv"):
        handle = os.open(path, os.O_RDONLY)
        os.posix_fadvise(handle, 0, 0, os.POSIX_FADV_DONTNEED)
        os.close(handle)


def add_timings(folder):
    """Gives every baseline and every shard the columns of a performance run."""
    for path in sorted(folder.rglob("*.csv")):
        lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line.strip() and line[0] not in "#<=>"]
        later = 0 if "ci_expected_accuracy" in path.parts else 1
        out = [lines[0] + ",speedup,abs_latency,compression_ratio"]
        for line in lines[1:]:
            seed = sum(line.split(",")[lines[0].split(",").index("name")].encode())
            out.append(f"{line},{1 + seed % 70 / 100 + later * (seed % 7) / 50:.4f},{10 + seed % 40}.5,{0.9 + seed % 20 / 100:.4f}")
        path.write_text("\n".join(out) + "\n", encoding="utf-8")


def measure_report(cli, folder, what):
    file = folder / "report.html"
    seconds = []
    for _ in range(RUNS["warm"]):
        began = time.perf_counter()
        done = subprocess.run([cli, "report", "artifacts", "--expected", "pytorch", "-o", str(file)], cwd=folder,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        seconds.append((time.perf_counter() - began) * 1000)
        if done.returncode != 1 or done.stderr:
            sys.exit(f"unexpected answer {done.returncode}: {done.stderr.decode()}")
    bytes_ = file.stat().st_size
    print(f"report, {what}: {statistics.median(seconds):.0f} ms, at best {min(seconds):.0f} ms (goal {REPORT_GOAL_MS} ms), "
          f"{bytes_ / 1e6:.2f} MB with {file.read_text(encoding='utf-8').count('<figure>')} charts")
    if bytes_ > REPORT_GOAL_BYTES:  # a size does not depend on the machine
        sys.exit(f"the report is larger than {REPORT_GOAL_BYTES} bytes")


def measure(cli, folder):
    command = [cli, "overview", "artifacts", "--expected", "pytorch"]
    times = {}
    for kind, runs in RUNS.items():
        seconds = []
        used = []
        for _ in range(runs):
            if kind == "cold":
                forget(folder)
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            began = time.perf_counter()
            done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
            seconds.append(time.perf_counter() - began)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            used.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
            if done.returncode != 1 or done.stderr:
                sys.exit(f"unexpected answer {done.returncode}: {done.stderr.decode()}")
        times[kind] = (statistics.median(seconds) * 1000, min(seconds) * 1000,
                       statistics.median(used) * 1000)
    print(done.stdout.decode().split("\n")[1])
    for kind, (milliseconds, best, processor) in times.items():
        print(f"{kind}: {milliseconds:.0f} ms, at best {best:.0f} ms (goal {GOAL_MS[kind]} ms, "
              f"ratio {milliseconds / GOAL_MS[kind]:.2f}); {processor:.0f} ms of processor time")
    measure_report(cli, folder, "as CI's baselines are")
    add_timings(folder)
    measure_report(cli, folder, "timings everywhere")
    return 0  # clocks are looked at by people; a busy machine is no failure


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--make", metavar="DIR")
    parser.add_argument("--cli")
    options = parser.parse_args()
    if options.make:
        make(pathlib.Path(options.make))
    if not options.cli:
        return 0
    with tempfile.TemporaryDirectory() as folder:
        make(pathlib.Path(folder))
        return measure(str(pathlib.Path(options.cli).resolve()), pathlib.Path(folder))


if __name__ == "__main__":
    sys.exit(main())
