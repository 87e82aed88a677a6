#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A stand-in for torchbench.py, huggingface.py and timm_models.py, as SPEC 11 describes them. Its suite is its file's name.

The model's name says what happens; anything after a '-' is for telling models apart ("fail-2"):
  sleep_SECONDS   takes that long               hang            sleeps for ten minutes, deaf to SIGTERM, SIGINT, SIGHUP
  fork            good, but leaves two children that sleep, the second in a session of its own; both hold its output
  forkhang        the same children, then hangs; their pids go to STAND_IN_STATE/fork.pids, a line each
  crash           SIGSEGV to itself             killed          SIGKILL to itself
  fail            a traceback, exit 1           fail_at_K       fails at its K-th call, counted below STAND_IN_STATE
  biglog_MB       prints that many megabytes    nul             NUL bytes, ANSI colours, bytes that are no UTF-8
  half            half a CSV line               nothing         exit 0 without a file
  columns         other columns                 nan             compile time nan
  negative        the warm run is slower        zero            the cold run takes 0 s
  pass, OOM, ...  that status (any of SPEC 11.3, and status_WORD for any word); in performance mode a row of zeros
  wrongrelu       fail_accuracy; with TORCHDYNAMO_REPRO_AFTER=aot it leaves the scripts of PyTorch: minifier_launcher.py in
                  the debug folder, repro.py where it works
  oom, noz3, badkernel, nomodule: fail as the real harness of torch 2.11 did on an H100, with its words; badkernel leaves its
                  scripts at the level of crashes
  badaccess       SIGSEGV to itself, in the compiled model: it leaves its scripts at the level that always writes them
  flips           pass and fail_accuracy by turns, counted below STAND_IN_STATE
Any other model is good. With TORCHINDUCTOR_CACHE_DIR its first run compiles and leaves files there, the next one finds them.

Environment: STAND_IN_COLD, STAND_IN_WARM: seconds to report as compile time, "12.5" or "12.5,13" for call after call (then
with STAND_IN_STATE); without them what the little wait truly took. STAND_IN_NUMBA=1: real kernels, real compile times.
STAND_IN_BREAKS: reasons of graph breaks, joined by ';', for the files beside the table.
Counters: without it graph_breaks is the length of the name modulo 4. The log has a line 'STAND_IN {"argv": ..., "folder": ...}'.
"""
import argparse
import csv
import json
import os
import re
import select
import signal
import sys
import time

STATUSES = ("pass pass_due_to_skip fail_accuracy fail_to_run OOM eager_1st_run_fail eager_1st_run_OOM eager_2nd_run_fail "
            "eager_2nd_run_OOM eager_two_runs_differ not_bitwise_equivalent model_fail_to_load eager_fail_to_run timeout "
            "infra_error eager_variation").split()
MODELS = {
    "torchbench": "BERT_pytorch alexnet llama moco nanogpt resnet50",
    "huggingface": "AlbertForMaskedLM AllenaiLongformerBase BertForMaskedLM GPT2ForSequenceClassification MobileBertForMaskedLM",
    "timm_models": "adv_inception_v3 beit_base_patch16_224 convnext_base dla102 mobilenet_v3_large vit_base_patch16_224",
}
STATS = ("calls_captured unique_graphs fallbacks_to_eager graph_breaks unique_graph_breaks autograd_captures "
         "autograd_compiles cudagraph_skips").split()
BASE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LONG = 600  # seconds; nothing that a broken test leaves behind stays for ever


def parse(argv):
    parser = argparse.ArgumentParser()
    test = parser.add_mutually_exclusive_group(required=True)
    for flag in ("--accuracy", "--performance", "--tolerance"):
        test.add_argument(flag, action="store_true")
    mode = parser.add_mutually_exclusive_group(required=True)
    for flag in ("--training", "--inference"):
        mode.add_argument(flag, action="store_true")
    precision = parser.add_mutually_exclusive_group()
    for flag in ("--float16", "--bfloat16", "--float32", "--amp"):
        precision.add_argument(flag, action="store_true")
    backend = parser.add_mutually_exclusive_group()
    for flag in ("--inductor", "--export", "--export-aot-inductor", "--aot-precompile", "--nothing", "--overhead"):
        backend.add_argument(flag, action="store_true")
    backend.add_argument("--backend")
    for flag in ("--ci --timing --explain --print-compilation-time --dynamic-shapes --dynamic-batch-only --freezing --dashboard "
                 "--disable-cudagraphs --disable-output --retain-output --cosine --nopython --no-skip --stats --print-memory "
                 "--skip-accuracy-check --deterministic --no-translation-validation --cpp-wrapper --warm-start-latency").split():
        parser.add_argument(flag, action="store_true")
    for flag in ("--only", "--output", "--output-directory", "--tag", "--amp-dtype", "--inductor-compile-mode", "--baseline"):
        parser.add_argument(flag)
    parser.add_argument("--device", "--devices", "-d", default="cuda")
    parser.add_argument("--repeat", "-n", type=int, default=30)
    for flag in ("--filter", "-k"), ("--exclude", "-x"), ("--inductor-config", "-c"):
        parser.add_argument(*flag, action="append", default=[])
    for flag, default in ("--iterations", 2), ("--batch-size", 4), ("--timeout", 2000), ("--partition-id", 0):
        parser.add_argument(flag, type=int, default=default)
    parser.add_argument("--total-partitions", type=int, default=1, choices=range(1, 16))
    return parser.parse_args(argv)


def take_time(seconds):
    """What this program is for; the tests that use it wait for what happens, never for a time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        select.select([], [], [], max(0.0, end - time.monotonic()))


def output_name(args):
    name = args.output
    if not name:
        kind = "accuracy" if args.accuracy else "tolerance" if args.tolerance else "speedup"
        name = "inductor.csv" if args.inductor and args.performance else "%s_%s.csv" % (kind, args.backend or "inductor")
    return os.path.join(args.output_directory or BASE, name)


def write_row(args, headers, row):
    """The header is the longest one so far, every row is filled up with the text 0 (SPEC 11.2)."""
    if args.disable_output:
        return
    name = output_name(args)
    lines = []
    if os.path.exists(name):
        with open(name, newline="") as file:
            lines = list(csv.reader(file)) or [headers]
    if not lines or len(headers) > len(lines[0]):
        lines[:1] = [list(headers)]
    lines.append(["" if x is None else "{:.6f}".format(x) if isinstance(x, float) else str(x) for x in row])
    with open(name, "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        for line in lines:
            writer.writerow(line + ["0"] * (len(lines[0]) - len(line)))


def write_side_files(args, model, reasons, latency):
    """As the harness of torch 2.11 does: texts in quotes of their own, and a name without the characters of ".csv" at its end."""
    base = args.output.rstrip(".csv")
    stack = '"<FrameSummary file /src/huggingface.py, line 556 in forward_pass>, <FrameSummary file /opt/models/%s.py, line %d in forward>"'
    rows = [[model, '"%s\n  Explanation: Dynamo does not support it\n"' % reason, stack % (model, 10 + len(reason))]
            for reason in reasons]
    for name, header, lines in (("_graph_breaks", ["model", "reason", "user_stack"], rows),
                                ("_compilation_metrics", ["dev", "name", "batch_size", "_compile.compile_inner",
                                                          "OutputGraph.call_user_compiler", "compile_fx_inner"],
                                 [[args.device, model, 4, latency, 0.75 * latency, 0.5 * latency]])):
        is_new = not os.path.exists(base + name + ".csv")
        with open(base + name + ".csv", "a", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows(([header] if is_new else []) + lines)


def write_result(args, model, status, latency):
    headers, row = ["dev", "name", "batch_size"], [args.device, model, args.batch_size]
    if args.tag:
        headers, row = headers + ["tag"], row + [args.tag]
    good = status.startswith(("pass", "fail_accuracy"))
    if not good:
        row[2] = 0
    reasons = [part for part in os.environ.get("STAND_IN_BREAKS", "").split(";") if part]
    breaks = len(reasons) if reasons else len(model) % 4
    if reasons and good and args.output:
        write_side_files(args, model, reasons, latency)
    stats = [100 + 10 * len(model), breaks + 1, 0, breaks, min(breaks, 1), 1, 1, 0]
    if args.accuracy:
        headers, row = headers + ["accuracy"], row + [status]
        if good:
            headers, row = headers + STATS + ["compilation_latency"], row + stats + [latency]
    else:
        headers = headers + ["speedup", "abs_latency"]
        if not good:
            return write_row(args, headers, row + [0.0, 0.0])
        headers += ["compilation_latency", "compression_ratio", "eager_peak_mem", "dynamo_peak_mem"] + STATS
        row = row + [1.0 + len(model) / 100, 10.0 + len(model) / 8, latency, 0.875, 1.75, 2.0] + stats
    write_row(args, headers, row)


def call_number(word):
    """How often this was asked for, from 1, over all processes."""
    import fcntl
    state = os.environ.get("STAND_IN_STATE")
    if not state:
        sys.exit("STAND_IN_STATE is not set, so calls cannot be counted")
    with open(os.path.join(state, word.replace("/", "_") + ".calls"), "ab") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.write(b".")
        file.flush()
        return file.seek(0, os.SEEK_END)


def given_seconds(name, model, word):
    values = [float(x) for x in os.environ.get(name, "").split(",") if x]
    if len(values) < 2:
        return values[0] if values else None
    return values[(call_number(model + "." + word) - 1) % len(values)]


def compile_model(args, model, behaviour):
    """Gives the compile time; slow the first time in a cache folder, fast the next."""
    cache = os.environ.get("TORCHINDUCTOR_CACHE_DIR")
    key = "-".join([model.replace("/", "_"), args.device, str(args.training), str(args.dynamic_shapes)])
    mark = os.path.join(cache, "fxgraph", key) if cache else ""
    warm = bool(mark) and os.path.exists(mark)
    began = time.perf_counter()
    if os.environ.get("STAND_IN_NUMBA") == "1":
        import stand_in_kernels
        latency = stand_in_kernels.compile_all(os.path.join(cache, "numba") if cache else None)
    else:
        take_time(0.002 if warm else 0.012)
        latency = time.perf_counter() - began
    if mark and not warm:
        for folder in os.path.dirname(mark), os.environ.get("TRITON_CACHE_DIR") or os.path.join(cache, "triton"):
            os.makedirs(folder, exist_ok=True)
            with open(os.path.join(folder, key), "w") as file:
                file.write("compiled\n")
    given = given_seconds("STAND_IN_WARM" if warm else "STAND_IN_COLD", model, "warm" if warm else "cold")
    latency = latency if given is None else given
    if behaviour == "negative":
        latency = 9.0 if warm else 6.0
    if behaviour == "nan":
        latency = float("nan")
    return 0.0 if behaviour == "zero" and not warm else latency


def hang():
    for number in signal.SIGTERM, signal.SIGINT, signal.SIGHUP:
        signal.signal(number, signal.SIG_IGN)
    print("hanging", flush=True)
    take_time(LONG)


def leave_children():
    sys.stdout.flush()
    pids = []
    for own_session in False, True:
        pid = os.fork()
        if pid == 0:
            if own_session:
                os.setsid()
            take_time(LONG)
            os._exit(0)
        pids.append(pid)
    print("left", *pids, flush=True)
    state = os.environ.get("STAND_IN_STATE")
    if state:
        with open(os.path.join(state, "fork.pids"), "a") as file:
            file.write("".join("%d\n" % pid for pid in pids))


def print_much(megabytes):
    line = b"a line of a log that somebody will hardly read, but which must not be in the way of anyone\n"
    block = line * (65536 // len(line))
    left = int(megabytes) << 20
    sys.stdout.flush()
    while left > 0:
        left -= os.write(1, block[:left])


# Status, where the exception is raised, and what the real harness prints of it.
FAILURES = {
    "oom": ("eager_fail_to_run", """Traceback (most recent call last):
  File "/src/benchmarks/dynamo/common.py", line 2036, in validate_model
    self.model_iter_fn(model, example_inputs)
torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 21.97 GiB. GPU 0 has a total capacity of 79.18 GiB.

The above exception was the direct cause of the following exception:

Traceback (most recent call last):
  File "/src/benchmarks/dynamo/common.py", line 2038, in validate_model
    raise RuntimeError("Eager run failed") from e
RuntimeError: Eager run failed
"""),
    "noz3": ("fail_to_run", """ERROR:common:
Traceback (most recent call last):
  File "/src/torch/fx/experimental/validator.py", line 679, in _assert_z3_installed_if_tv_set
    raise AssertionError(
AssertionError: translation validation requires Z3 package. Please, either install z3-solver or disable translation validation.
TorchDynamo optimized model failed to run because of following error"""),
    "badkernel": ("fail_to_run", """ERROR:common:
Traceback (most recent call last):
  File "/src/torch/_inductor/runtime/compile_tasks.py", line 29, in _reload_python_module
    raise RuntimeError(
torch._inductor.exc.InductorError: RuntimeError: Failed to import /scratch/kx/ckxz.py
SyntaxError: invalid syntax (ckxz.py, line 28)

Set TORCHDYNAMO_VERBOSE=1 for the internal stack trace.

TorchDynamo optimized model failed to run because of following error"""),
    "nomodule": ("eager_fail_to_run", """Traceback (most recent call last):
  File "/src/benchmarks/dynamo/torchbench.py", line 244, in load_model
    module = importlib.import_module(c)
ModuleNotFoundError: No module named 'torchbenchmark.models.fb'
"""),
}


def write_repro(level, name):
    """As torch 2.11 does at that level: every variable of the machinery goes into the script."""
    if os.environ.get("TORCHDYNAMO_REPRO_AFTER") != "aot" or os.environ.get("TORCHDYNAMO_REPRO_LEVEL") != level:
        return
    import torch
    with open(os.path.join(os.path.dirname(torch.__file__), "..", "repro", name)) as file:
        lines = [line for line in file if not line.startswith(("os.environ[", "import os"))]
    keys = ("TORCH", "DYNAMO", "INDUCTOR", "TRITON")
    lines[:0] = ["import os\n"] + ["os.environ[%r] = %r\n" % item for item in os.environ.items() if any(k in item[0] for k in keys)]
    folder = os.path.join(os.environ.get("TORCH_COMPILE_DEBUG_DIR") or os.getcwd(), "torch_compile_debug", "run_1-pid_2", "minifier")
    os.makedirs(folder)
    for path in os.path.join(folder, "minifier_launcher.py"), "repro.py":
        with open(path, "w") as file:
            file.write("".join(lines))


def behave(args, model, behaviour):
    """Does what the model's name asks for and gives the status of its row; None for no row."""
    word, _, value = behaviour.partition("_")
    if behaviour == "wrongrelu":
        write_repro("4", "aot_accuracy.py")
        return "fail_accuracy"
    if behaviour == "badkernel":
        write_repro("2", "aot_compile_error.py")
    if behaviour in FAILURES:
        print()
        print(FAILURES[behaviour][1], file=sys.stderr, flush=True)
        return FAILURES[behaviour][0]
    if behaviour in STATUSES or word == "status":
        return behaviour if behaviour in STATUSES else value
    if behaviour in ("fork", "forkhang"):
        leave_children()
    if behaviour in ("hang", "forkhang"):
        hang()
    elif behaviour in ("crash", "killed", "badaccess"):
        if behaviour == "badaccess":
            write_repro("3", "aot_signal.py")
        sys.stdout.flush()
        os.kill(os.getpid(), signal.SIGKILL if behaviour == "killed" else signal.SIGSEGV)
    elif behaviour == "fail" or (behaviour.startswith("fail_at_") and call_number(model) == int(behaviour[8:])):
        raise RuntimeError("%s fails because it is asked to" % model)
    elif word == "sleep" and value:
        take_time(float(value))
    elif word == "biglog" and value:
        print_much(value)
    elif behaviour == "nul":
        sys.stdout.flush()
        os.write(1, b"\x1b[31mred\x1b[0m \x1b[1;38;5;208morange\x1b[m NUL\x00NUL \xff\xfe\rover\x1b[K\n")
    elif behaviour == "half":
        with open(output_name(args), "w") as file:
            file.write("dev,name,batch_size,speedup,abs_latency,compilation_latency\n%s,half,4,1.2" % args.device)
        return None
    elif behaviour == "columns":
        with open(output_name(args), "w") as file:
            file.write("device,model,seconds\n%s,%s,12.5\n" % (args.device, model))
        return None
    elif behaviour == "nothing":
        return None
    elif behaviour == "flips":
        return "pass" if call_number(model) % 2 == 1 else "fail_accuracy"
    return "pass"


def run_model(args, model):
    print("{:4} {:5} {:34} ".format(args.device, "train" if args.training else "eval", model), end="", flush=True)
    behaviour = model.split("-")[0]
    status = behave(args, model, behaviour)
    if status is None:
        print()
        return 0
    if args.warm_start_latency:
        compile_model(args, model, behaviour)
    latency = compile_model(args, model, behaviour)
    print(status if args.accuracy or behaviour in FAILURES else "{:.3f}x".format(1.0 + len(model) / 100))
    if args.explain:
        breaks = len(model) % 4
        print("Dynamo produced %d graphs covering %d ops with %d graph breaks (%d unique)"
              % (breaks + 1, 100 + 10 * len(model), breaks, min(breaks, 1)))
    if args.print_compilation_time:
        print("Compilation time (from dynamo_timed): %f" % latency)
    write_result(args, model, status, latency)
    return 0


def run_suite(args, models):
    import subprocess
    if os.path.exists(output_name(args)) and not args.retain_output:
        os.remove(output_name(args))
    share = len(models) // args.total_partitions
    last = args.partition_id == args.total_partitions - 1
    for model in models[args.partition_id * share:None if last else (args.partition_id + 1) * share]:
        try:
            subprocess.check_call([sys.executable] + sys.argv + ["--only=" + model], timeout=args.timeout)
        except subprocess.TimeoutExpired:
            print("timeout")  # into the buffer, as the real harness does
            write_result(args, model, "timeout", 0.0)
        except subprocess.CalledProcessError as error:
            print("Run failed with return code: ", error.returncode, file=sys.stderr)
            print("Output: ", error.output, file=sys.stderr)
            print("Error: ", error.stderr, file=sys.stderr)
    return 0


def main():
    args = parse(sys.argv[1:])
    print("STAND_IN " + json.dumps({"argv": sys.argv, "folder": os.getcwd(), "pid": os.getpid(),
                                    "cache": os.environ.get("TORCHINDUCTOR_CACHE_DIR", "")}), flush=True)
    suite = os.path.basename(sys.argv[0]).rsplit(".", 1)[0]
    if args.only is not None:
        return run_model(args, args.only)
    models = os.environ.get("STAND_IN_MODELS", MODELS.get(suite, MODELS["torchbench"])).split()
    models = [m for m in models if re.search("|".join(args.filter) or ".", m, re.I)
              and not re.search("|".join(args.exclude) or "^$", m, re.I)]
    return run_suite(args, models)


if __name__ == "__main__":
    sys.exit(main())
