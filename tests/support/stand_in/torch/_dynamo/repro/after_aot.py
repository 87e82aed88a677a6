# SPDX-License-Identifier: GPL-3.0-or-later
"""A stand-in for the after_aot repro scripts of torch 2.11 (SPEC 15.4): messages, folders, names of checkpoints and exits as
a real one left them on an H100; no tensors. The module of a script answers as in after_dynamo.

With TORCHDYNAMO_REPRO_AFTER the repro machinery starts again inside a run, as the real one does: a run that differs then
exits with 0, and a minifier finds nothing, as it does with STAND_IN_MINIFIER_FAILS.
"""
import argparse
import logging
import os
import shutil
import sys

from torch._dynamo.debug_utils import AccuracyError
from torch._dynamo.repro.after_dynamo import Reader, SKIPPED, number_of_run, same_two_models

PREFIX = "E1122 23:33:35.143000 3444 torch/_dynamo/debug_utils.py:440] "
KEYS = ("TORCH", "DYNAMO", "INDUCTOR", "TRITON")


def settings():
    """Every such variable of the environment goes into a script."""
    return "".join("os.environ[%r] = %r\n" % (name, value) for name, value in os.environ.items() if any(k in name for k in KEYS))


def debug_folder():
    root = os.environ.get("TORCH_COMPILE_DEBUG_DIR") or os.getcwd()
    return os.path.join(root, "torch_compile_debug", "run_2026_11_22_23_33_33_248948-pid_3444", "minifier", "checkpoints")


def write_checkpoint(nodes, script):
    os.makedirs(debug_folder(), exist_ok=True)
    path = os.path.join(debug_folder(), "%d.py" % nodes)
    with open(script) as file:
        lines = [line for line in file if not line.startswith("os.environ[")]
    with open(path, "w") as file:
        file.write("import os\n" + settings() + "".join(lines))
    print("W1122 23:33:33.249000 3444 torch/_dynamo/repro/after_aot.py:804] Writing checkpoint with %d nodes to %s" % (nodes, path),
          file=sys.stderr)
    shutil.copyfile(path, "repro.py")


def nested(run):
    print("\n".join(PREFIX + line for line in (
        SKIPPED, "Traceback (most recent call last):", '  File "torch/_dynamo/repro/after_aot.py", line 357, in inner_debug_fn',
        '    raise AccuracyError("Bad accuracy detected")',
        "torch._dynamo.debug_utils.AccuracyError: Bad accuracy detected")), file=sys.stderr)


def differs(mod, run):
    return not same_two_models(lambda: mod.eager(run, False), lambda: mod.compiled(run, "inductor"))


def fails(options, mod):
    """Whether the tester of the minifier finds what it looks for."""
    if options.accuracy:
        return differs(mod, number_of_run())
    if options.isolate:
        child = os.fork()
        if child == 0:
            os._exit(raises(mod))
        return os.waitpid(child, 0)[1] != 0
    return raises(mod)


def raises(mod):
    try:
        mod.compiled(number_of_run(), "inductor")
    except Exception:
        return True
    return False


def repro_run(options, mod, load_args, script):
    print("CACHE", os.environ.get("TORCHINDUCTOR_CACHE_DIR"), os.environ.get("TORCH_COMPILE_DEBUG_DIR"), flush=True)
    load_args(Reader(options.save_dir))
    if not options.accuracy:
        mod.compiled(number_of_run(), "inductor")
        return
    if not differs(mod, number_of_run()):
        return
    if os.environ.get("TORCHDYNAMO_REPRO_AFTER"):
        write_checkpoint(27, script)
        return nested(number_of_run())
    raise AccuracyError("Bad accuracy detected")


def repro_minify(options, mod, load_args, script):
    load_args(Reader(options.save_dir))
    if os.environ.get("TORCHDYNAMO_REPRO_AFTER") or os.environ.get("STAND_IN_MINIFIER_FAILS") or not fails(options, mod):
        raise RuntimeError("Input graph did not fail the tester")
    print("Started off with 27 nodes", flush=True)
    write_checkpoint(27, script)
    for nodes in (17, 13):
        print("Trying granularity 16\n\nStrategy: Truncate suffix (G: 16) (27 nodes, 7 inputs)\nFAIL: Truncate suffix\n")
        print("Strategy: Delta Debugging (G: 16) (27 nodes, 7 inputs)\nSUCCESS: Went from 27 to %d nodes" % nodes, flush=True)
        write_checkpoint(nodes, script)
        if nodes == 17 and os.environ.get("STAND_IN_MINIFIER_WAITS"):
            import signal
            signal.pause()


def run_repro(mod, load_args, *, command="run", accuracy="", save_dir=None, tracing_mode=None, check_str=None, patch_code=None):
    accuracy = {True: "accuracy", False: ""}.get(accuracy, accuracy)
    parser = argparse.ArgumentParser()
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("run", "minify", "get_args", "analyze", "minifier-query"):
        sub = commands.add_parser(name)
        sub.add_argument("--no-accuracy", dest="accuracy", action="store_const", const="", default=accuracy)
        sub.add_argument("--accuracy", action="store_const", const="accuracy", default=accuracy)
        sub.add_argument("--strict-accuracy", dest="accuracy", action="store_const", const="strict_accuracy", default=accuracy)
        sub.add_argument("--save-dir", default=save_dir)
        sub.add_argument("--no-save-dir", dest="save_dir", action="store_const", const=None)
        sub.add_argument("--tracing-mode", default=tracing_mode)
        if name == "minify":
            sub.add_argument("--isolate", action="store_true", default=True)
            sub.add_argument("--no-isolate", dest="isolate", action="store_false")
    options = parser.parse_args(sys.argv[1:] or [command])
    script = os.path.abspath(sys.argv[0])
    {"run": repro_run, "minify": repro_minify}[options.command](options, mod, load_args, script)
