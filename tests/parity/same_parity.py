# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds our same() against torch's operations, on files that torch, numpy and this script write.

    same_parity.py --runner build/tests/bin/same_runner --pairs 400 --seed 1
    PLUMBLINE_THOROUGH=1 same_parity.py --runner ...            # 5,000 pairs

Verdict, exception, log lines, deciding steps and both errors must be equal. Ends with 77 when torch is absent.
"""

import argparse
import collections
import json
import math
import os
import random
import re
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

os.environ.setdefault("ATEN_CPU_CAPABILITY", "avx2")  # sums in wider vectors are rounded in another order
try:
    import numpy
    import torch
except ImportError:
    print("torch or numpy is not here")
    sys.exit(77)

from same_pairs import PairMaker
from same_yardstick import Judge

THOROUGH = 5000
NAMES = {
    torch.float64: "F64", torch.float32: "F32", torch.float16: "F16", torch.bfloat16: "BF16", torch.int64: "I64",
    torch.int32: "I32", torch.int16: "I16", torch.int8: "I8", torch.uint8: "U8", torch.bool: "BOOL",
}  # fmt: skip


def write_safetensors(members, path):
    header, body = {}, b""
    for name, tensor in members.items():
        flat = torch.empty(tensor.numel(), dtype=tensor.dtype)
        flat.copy_(tensor.detach().flatten())
        raw = flat.view(torch.uint8).numpy().tobytes() if flat.numel() else b""
        header[name] = {"dtype": NAMES[tensor.dtype], "shape": list(tensor.shape)}
        header[name]["data_offsets"] = [len(body), len(body) + len(raw)]
        body += raw
    words = json.dumps(header).encode()
    words += b" " * (-len(words) % 8)
    path.write_bytes(len(words).to_bytes(8, "little") + words + body)


def is_tensor(value, without=()):
    return type(value) is torch.Tensor and value.dtype in NAMES and value.dtype not in without


def is_flat(value, without=()):
    return type(value) is dict and all(type(k) is str and is_tensor(v, without) for k, v in value.items())


def write(value, stem, rng):
    """Writes a value in a format that can hold it, and gives the path."""
    numpy_lacks = (torch.bfloat16,)
    ways = ["pt", "pt"]
    if is_tensor(value, numpy_lacks):
        ways.append("npy")
    if is_flat(value):
        ways += ["safetensors", "safetensors"]
    if is_flat(value, numpy_lacks) and value:
        ways.append("npz")
    way = rng.choice(ways)
    path = stem.with_suffix("." + way)
    if way == "npy":
        numpy.save(path, value.numpy())
    elif way == "npz":
        (numpy.savez_compressed if rng.random() < 0.3 else numpy.savez)(path, **{k: v.numpy() for k, v in value.items()})
    elif way == "safetensors":
        write_safetensors(value, path)
    else:
        torch.save(value, path, pickle_protocol=rng.choice([2, 2, 2, 3, 4, 5]))
    return str(path)


def in_order(text):
    """A set's members in the order of their text: Python prints them in an order of its own."""
    return re.sub(r"\{([^{}]*)\}", lambda m: "{" + ", ".join(sorted(m[1].split(", "))) + "}", text)


def without_prints(log):
    """The log without the numbers of tensors and arrays, which are told by shape and dtype where torch prints them."""
    is_printed = re.compile(r"(Accuracy failed \([^)]*\): .*?) != .*(tensor|array|[\[.])\b.*", re.DOTALL)
    return [[level, is_printed.sub(r"\1", line)] for level, line in log]


def are_alike(mine, others):
    """Sums of another library may differ in the last place; nothing else may."""
    if len(mine) != len(others):
        return False
    for pair, other in zip(mine, others):
        for x, y in zip(pair, map(float, other)):
            if not (x == y or (math.isnan(x) and math.isnan(y)) or math.isclose(x, y, rel_tol=1e-14)):
                return False
    return True


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--runner", required=True)
    parser.add_argument("--pairs", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    pairs = THOROUGH if os.environ.get("PLUMBLINE_THOROUGH") == "1" else options.pairs
    torch.set_num_threads(1)
    warnings.simplefilter("ignore")
    rng = random.Random(options.seed)
    maker = PairMaker(rng)
    runner = subprocess.Popen([options.runner], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    tally, failures = collections.Counter(), 0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(pairs):
            ref, res, fp64, kw = maker.pair()
            stem = Path(folder)
            wish = {"kw": kw, "ref": write(ref, stem / "ref", rng), "res": write(res, stem / "res", rng)}
            wish["fp64"] = None if fp64 is None else write(fp64, stem / "fp64", rng)
            judge = Judge(**kw)
            answer = judge.run(ref, res, fp64)
            runner.stdin.write(json.dumps(wish) + "\n")
            runner.stdin.flush()
            line = runner.stdout.readline()
            if not line:
                print(f"DOES NOT HOLD: the runner ended at pair {number}: {wish}")
                return 1
            ours = json.loads(line)
            if "not implemented for 'Half'" in answer:
                continue  # torch of today has it
            tally.update(step for _, step in judge.steps)
            tally[answer.split(":")[0]] += 1
            is_same = (
                in_order(ours["answer"]) == in_order(answer)
                and without_prints(ours.get("log", [])) == without_prints(judge.log)
                and ours.get("steps") == judge.steps
                and are_alike(judge.errors, ours.get("errors", []))
            )
            if is_same:
                continue
            if "cannot be compared number by number" in ours["answer"]:
                tally["refused"] += 1  # complex numbers: torch's allclose takes them, ours does not
                continue
            failures += 1
            if failures <= 10:
                print(f"DOES NOT HOLD: pair {number} of seed {options.seed}, options {kw}")
                print("  ref  ", repr(ref)[:300], "\n  res  ", repr(res)[:300], "\n  fp64 ", repr(fp64)[:300])
                print("  torch", answer, judge.log, judge.steps, judge.errors)
                print("  ours ", ours)
    runner.stdin.close()
    runner.wait()
    print(f"{pairs} pairs, {failures} decided otherwise;", dict(sorted(tally.items())))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
