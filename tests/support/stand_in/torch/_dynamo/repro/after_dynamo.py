# SPDX-License-Identifier: GPL-3.0-or-later
"""A stand-in for the command line of repro scripts (SPEC 15.3): its words, messages, tracebacks and exits, no tensors.

The module of a script answers with numbers: eager(run, again) and compiled(run, backend). `run` is the number of the run,
from the name of the working folder ("3-1" is the third task), so that every repeat does the same again.
"""
import argparse
import logging
import os
import sys

from torch._dynamo.debug_utils import AccuracyError

log = logging.getLogger(__name__)
SKIPPED = ("While minifying the program in accuracy minification mode, ran into a runtime exception which is likely an "
           "unrelated issue. Skipping this graph.")


class Reader:
    def __init__(self, save_dir):
        self.save_dir = save_dir
        if save_dir is None:
            log.warning("no save_dir specified, will generate random data")

    def storage(self, storage_hash, nbytes, *, device=None, dtype_hint=None):
        path = os.path.join(self.save_dir or "", "storages", str(storage_hash))
        if self.save_dir is None or not os.path.exists(path):
            log.warning("could not load %s, generating random data instead", storage_hash)

    def tensor(self, *args, **kwargs):
        pass

    def symint(self, *args, **kwargs):
        pass


def same_two_models(ref, res):
    expected = ref()
    try:
        found = res()
    except Exception:
        log.exception(SKIPPED)
        return True
    if expected != found:
        log.error("RMSE (res-fp64): %.5f, (ref-fp64): %.5f and shape=torch.Size([8]). res.dtype: torch.float32, multiplier: "
                  "3.000000, tol: 0.001000, use_larger_multiplier_for_smaller_tensor: 0", abs(expected - found), 0.00001)
    return expected == found


def number_of_run():
    return int(os.path.basename(os.getcwd()).split("-")[0])


def repro_run(options, mod, load_args):
    print("Loading inputs:   0%|          | 0/1\rLoading inputs: 100%|##########| 1/1", file=sys.stderr)
    load_args(Reader(options.save_dir))
    run = number_of_run()
    compiled = (lambda: mod.eager(run, False)) if options.backend == "eager" else (lambda: mod.compiled(run, options.backend))
    if not options.accuracy:
        mod.eager(run, False)
        compiled()
        return
    if not same_two_models(lambda: mod.eager(run, False), lambda: mod.eager(run, True)):
        raise AssertionError("Eager itself failed")
    if not same_two_models(lambda: mod.eager(run, False), compiled):
        raise AccuracyError("Dynamo failed")


def repro_minify(options, mod, load_args):
    load_args(Reader(options.save_dir))
    run = number_of_run()
    if same_two_models(lambda: mod.eager(run, False), lambda: mod.compiled(run, options.backend)):
        log.error("Input graph does not fail accuracy testing")
        return
    os.makedirs("checkpoints", exist_ok=True)
    for nodes in (17, 9, 4):
        with open("checkpoints/minified_%d_nodes.py" % nodes, "w") as file:
            file.write("# %d nodes\n" % nodes)
        if nodes == 9 and os.environ.get("STAND_IN_MINIFIER_WAITS"):
            import signal
            signal.pause()
    with open("repro.py", "w") as file:
        file.write("# the smallest\n")


def run_repro(mod, load_args, *, command="run", accuracy="", save_dir=None, autocast=False, backend="inductor", **others):
    for name in others:
        log.warning("unknown keyword %s", name)
    accuracy = {True: "accuracy", False: ""}.get(accuracy, accuracy)
    parser = argparse.ArgumentParser()
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("run", "minify"):
        sub = commands.add_parser(name)
        group = sub.add_mutually_exclusive_group()
        group.add_argument("--no-accuracy", dest="accuracy", action="store_const", const="", default=accuracy)
        group.add_argument("--accuracy", action="store_const", const="accuracy", default=accuracy)
        sub.add_argument("--save-dir", default=save_dir)
        sub.add_argument("--no-save-dir", dest="save_dir", action="store_const", const=None)
        sub.add_argument("--no-isolate", dest="isolate", action="store_false")
        sub.add_argument("--autocast", action="store_true", default=autocast)
        sub.add_argument("--no-autocast", dest="autocast", action="store_false")
        sub.add_argument("--backend", default=backend)
        if name == "run":
            sub.add_argument("--only-fwd", action="store_true")
    options = parser.parse_args(sys.argv[1:] or [command])
    {"run": repro_run, "minify": repro_minify}[options.command](options, mod, load_args)
