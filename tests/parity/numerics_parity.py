# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds the steps of same() over numbers against torch itself, bit by bit.

    numerics_parity.py --runner build/tests/bin/numerics_runner --seed 1 [--rounds 1]

Conversions between all dtypes; allclose for values on the very edge of each bound; RMSE, cosine similarity, NaN tests and
overlaps for many sizes, axes in any order, gaps, broadcasting, other byte orders. Ends with 77 without torch.
"""

import argparse
import random
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    import numpy as np
    import torch
except ImportError as missing:
    print(f"skipped: {missing}; Debian has it as python3-torch")
    sys.exit(77)

FLOATS = [torch.float64, torch.float32, torch.float16, torch.bfloat16]
INTEGERS = [torch.int64, torch.int32, torch.int16, torch.int8, torch.uint8]
BITS = {8: torch.int64, 4: torch.int32, 2: torch.int16}
TOLERANCES = [1e-4, 1e-3, 1e-2, 0.02, 0.04, 1e-7, 0.3]


def name(dtype):
    return str(dtype)[len("torch."):]


def raw(tensor):
    """Gives the bytes of the elements in row-major order."""
    if tensor.numel() == 0:
        return b""
    tensor = tensor.contiguous()
    size = tensor.element_size()
    if size > 1:
        tensor = tensor.view(BITS[size])
    elif tensor.dtype == torch.bool:
        tensor = tensor.to(torch.uint8)
    return tensor.numpy().tobytes()


class Cases:
    """Collects cases and what torch says to each, and runs them all at once."""

    def __init__(self):
        self.data, self.lines, self.wanted, self.bytes = bytearray(), [], [], 0

    def place(self, tensor, swapped=False):
        """Puts a tensor's storage into the data and gives its description."""
        item = tensor.element_size()
        storage = torch.empty(0, dtype=tensor.dtype).set_(tensor.storage())
        content = raw(storage)
        if swapped:
            content = np.frombuffer(content, dtype=f"V{item}").copy().view(np.uint8).reshape(-1, item)[:, ::-1].tobytes()
        self.data += bytes(-len(self.data) % 8 + random.choice([0, 0, 0, 1, 4]))  # also where nothing is aligned
        start = len(self.data)
        self.data += content
        parts = [",".join(map(str, tensor.shape)), ",".join(map(str, tensor.stride())), str(tensor.storage_offset())]
        return ":".join([name(tensor.dtype), str(start), str(len(content)), *parts, "1" if swapped else "0"])

    def add(self, words, wanted):
        self.lines.append(" ".join(map(str, words)))
        self.wanted.append(wanted)

    def run(self, runner):
        with tempfile.TemporaryDirectory() as folder:
            data, out = Path(folder, "data"), Path(folder, "out")
            data.write_bytes(self.data)
            made = subprocess.run([runner, data, out], input="\n".join(self.lines) + "\n", text=True, capture_output=True, check=True)
            converted, at, failures = out.read_bytes(), 0, 0
            for line, wanted, got in zip(self.lines, self.wanted, made.stdout.splitlines(), strict=True):
                if isinstance(wanted, torch.Tensor):
                    part = converted[at:at + int(got)]
                    at += int(got)
                    holds, got = same_numbers(part, wanted)
                else:
                    holds = got == wanted
                if not holds:
                    failures += 1
                    if failures <= 10:
                        print("DIFFERS:", line[:300], "\n  torch:", str(wanted)[:200], "\n  ours: ", str(got)[:200])
            return failures


def same_numbers(part, wanted):
    want = raw(wanted)
    if wanted.is_floating_point():
        size = wanted.element_size()
        ours = torch.from_numpy(np.frombuffer(part, dtype=f"i{size}").copy()).view(wanted.dtype)
        wanted = wanted.flatten()
        if len(ours) != len(wanted):
            return False, "count"
        bad = ~((ours.view(BITS[size]) == wanted.view(BITS[size])) | (ours.isnan() & wanted.isnan()))
        return not bad.any(), f"at {bad.nonzero()[:3].flatten().tolist()}: {ours[bad][:3]} for {wanted[bad][:3]}"
    return part == want, "other bytes"


def double_bits(value):
    return "nan" if value != value else str(np.float64(value).view(np.uint64))


def any_values(dtype, count, rng):
    """Gives numbers of every kind: patterns of random bits, ordinary ones, those at the ends and between."""
    if dtype == torch.bool:
        return torch.from_numpy(rng.integers(0, 2, count).astype(np.bool_))
    if not dtype.is_floating_point:
        info = torch.iinfo(dtype)
        values = rng.integers(info.min, info.max, count, dtype=np.int64, endpoint=True)
        small = rng.integers(-100 if info.min else 0, 100, count)
        return torch.from_numpy(np.where(rng.random(count) < 0.5, values >> rng.integers(0, 62, count) if info.bits == 64 else values, small)).to(dtype)
    size = torch.finfo(dtype).bits // 8
    patterns = torch.from_numpy(np.frombuffer(rng.bytes(count * size), dtype=f"i{size}").copy()).view(dtype)
    ordinary = torch.from_numpy(rng.standard_normal(count) * 10.0 ** rng.uniform(-9, 9, count)).to(dtype)
    edges = [0.0, -0.0, 1.0, 65504.0, 65519.0, 65520.0, 65536.0, 6e-8, 2.98e-8, 3e-8, 6.1e-5, 2049.0, 2051.0, 3.4e38, 3.5e38, 1e300, 1e-45,
             float("nan"), float("inf"), -float("inf"), 2.0 ** 31, 2.0 ** 63, -(2.0 ** 63), -(2.0 ** 31), 1 + 2.0 ** -11 + 2.0 ** -40,
             1 + 2.0 ** -8 + 2.0 ** -40, 255.9, 256.5, -1.5, 127.9, -128.9, 3000000001.0]
    values = torch.where(torch.from_numpy(rng.random(count) < 0.4), patterns, ordinary)
    values[:min(count, len(edges))] = torch.tensor(edges, dtype=torch.float64).to(dtype)[:count]
    return values[torch.from_numpy(rng.permutation(count))]


def next_after(values, steps):
    """Moves each number by `steps` units in the last place of its dtype, staying finite."""
    bits = values.view(BITS[values.element_size()])
    moved = (bits + steps.to(bits.dtype)).view(values.dtype)
    return torch.where(moved.isnan(), values, moved)


def edge_pairs(dtype, tol, count, rng):
    """Gives ref and res with |ref - res| at or within two units of the bound."""
    res = any_values(dtype, count, rng)
    if not dtype.is_floating_point:
        reach = (res.to(torch.float64).abs() * tol + tol).to(torch.int64).clamp(0, 2 ** 62)
        near = torch.from_numpy(rng.integers(-2, 3, count))
        return (res.to(torch.int64) + reach + near).to(dtype) if dtype != torch.bool else any_values(dtype, count, rng), res
    allowed = (res * tol).abs() + tol
    sign = torch.from_numpy(rng.choice([-1.0, 1.0], count)).to(dtype)
    ref = next_after(res + sign * allowed, torch.from_numpy(rng.integers(-2, 3, count)))
    return torch.where(torch.from_numpy(rng.random(count) < 0.05), any_values(dtype, count, rng), ref), res


def strange_layout(values, rng):
    """Gives the same numbers with axes in another order, with gaps or repeated ones."""
    kind = rng.integers(0, 5)
    if kind == 0 or values.dim() == 0:
        return values
    if kind == 1:
        order = list(rng.permutation(values.dim()))
        back = [order.index(axis) for axis in range(len(order))]
        return values.permute(order).contiguous().permute(back)
    if kind == 2:  # a gap behind each element
        wide = torch.stack([values, values], -1).contiguous()
        return wide.select(-1, 1)
    if kind == 3 and values.dim() == 4:
        return values.contiguous(memory_format=torch.channels_last)
    return torch.cat([values[:1], values]).narrow(0, 1, values.shape[0]) if values.shape[0] else values


def conversions(cases, rng, count):
    for source in FLOATS + INTEGERS + [torch.bool]:
        for target in FLOATS + INTEGERS + [torch.bool]:
            values = any_values(source, count, rng)
            cases.add(["convert", name(target), cases.place(values, bool(rng.integers(0, 2)) and source != torch.bool)], values.to(target))
        shape = [int(n) for n in rng.integers(1, 8, 4)]
        values = strange_layout(any_values(source, int(np.prod(shape)), rng).reshape(shape), rng)
        cases.add(["convert", name(source), cases.place(values)], values.contiguous())


def closeness(cases, rng, count):
    for dtype in FLOATS + INTEGERS:
        for tol in TOLERANCES + [0.0]:
            for equal_nan in (False, True):
                ref, res = edge_pairs(dtype, tol, count, rng)
                rtol, atol = tol, tol if tol != 0.3 else 0.0
                wanted = torch.isclose(ref, res, rtol=rtol, atol=atol, equal_nan=equal_nan)
                cases.add(["each", name(dtype), rtol, atol, int(equal_nan), cases.place(ref), cases.place(res)], "".join("1" if w else "0" for w in wanted.tolist()))


def shapes(rng):
    kind = rng.integers(0, 8)
    if kind == 0:
        return [], []
    if kind < 4:
        full = [int(rng.choice([1, 2, 3, 5, 8, 31, 100, 1000, 1023, 4097, 33333, 70001]))]
    else:
        full = [int(n) for n in rng.choice([1, 1, 2, 3, 4, 7, 16, 40], rng.integers(1, 5))]
    if rng.integers(0, 4):
        return full, full
    other = [1 if rng.integers(0, 3) == 0 else n for n in full][int(rng.integers(0, len(full) + 1)):]
    return (full, other) if rng.integers(0, 2) else (other, full)


def tensor_of(dtype, shape, rng):
    count = int(np.prod(shape))
    if not dtype.is_floating_point:
        return any_values(dtype, max(count, 1), rng)[:count].reshape(shape)
    return torch.from_numpy(rng.standard_normal(count) * 10.0 ** rng.uniform(-3, 3)).to(dtype).reshape(shape)


def root_mean(x, y):
    mean = torch.mean(torch.square(x - y))
    if mean.dtype == torch.float16:  # torch 1.13 has no root of it on a CPU; later ones take that of the float32
        return mean.float().sqrt().half().item()
    return torch.sqrt(mean).item()


def said(call):
    """Gives what torch answers, or the text of what it raises."""
    try:
        return call()
    except RuntimeError as error:
        return f"error {error}"


def errors(cases, rng, rounds):
    for _ in range(rounds):
        wide, narrow = shapes(rng)
        fp64 = strange_layout(tensor_of(torch.float64, wide, rng), rng)
        ref_type, res_type = (random.choice(FLOATS + [torch.int32, torch.int64]) for _ in range(2))
        ref, res = (strange_layout(tensor_of(t, narrow, rng), rng) for t in (ref_type, res_type))
        if rng.integers(0, 12) == 0 and ref.numel():
            ref = ref.clone()
            ref[(0,) * ref.dim()] = float("nan") if ref.is_floating_point() else 7
        cast = random.choice([ref_type, ref_type, res_type])
        casted = ref.to(cast)
        cases.add(["rmse", name(cast), cases.place(fp64, bool(rng.integers(0, 4) == 0)), cases.place(ref), cases.place(res)],
                  said(lambda: " ".join(double_bits(root_mean(fp64, side)) for side in (casted, res))))
        cases.add(["close", name(res_type), 1e-2, 1e-2, 1, cases.place(ref), cases.place(res)],
                  said(lambda: str(int(torch.allclose(ref.to(res_type), res, rtol=1e-2, atol=1e-2, equal_nan=True)))))


def misfits(cases, rng, rounds):
    for _ in range(rounds):
        a, b, c = ([int(n) for n in rng.choice([1, 2, 3], rng.integers(0, 4))] for _ in range(3))
        x, y, z = tensor_of(torch.float64, a, rng), tensor_of(torch.float32, b, rng), tensor_of(torch.float32, c, rng)
        cases.add(["close", "float32", 1e-3, 1e-3, 0, cases.place(y), cases.place(z)], said(lambda: str(int(torch.allclose(y, z, rtol=1e-3, atol=1e-3)))))
        cases.add(["rmse", "float32", cases.place(x), cases.place(y), cases.place(z)],
                  said(lambda: f"{double_bits(root_mean(x, y))} {double_bits(root_mean(x, z))}"))
        cases.add(["cosine", cases.place(y), cases.place(z)], said(lambda: cosine_text(y, z)))
    x, y = torch.ones(3, dtype=torch.float64), torch.ones(3)
    cases.add(["rmse", "bool", cases.place(x), cases.place(y), cases.place(y)], said(lambda: x - y.bool()))
    empty = torch.empty(0, 3)
    cases.add(["rmse", "float32", cases.place(empty.double()), cases.place(empty), cases.place(empty)], "nan nan")
    cases.add(["close", "float32", 1e-3, 1e-3, 0, cases.place(empty), cases.place(torch.ones(1, 3))], "1")


def cosine_text(ref, res):
    ref, res = ref.flatten().to(torch.float32), res.flatten().to(torch.float32)
    return double_bits(torch.nn.functional.cosine_similarity(ref, res, dim=0, eps=1e-6).item())


def others(cases, rng, rounds):
    for _ in range(rounds):
        shape, _ = shapes(rng)
        ref = strange_layout(tensor_of(random.choice(FLOATS + [torch.int16]), shape, rng), rng)
        noise = tensor_of(torch.float32, shape, rng) * 0.1
        res = strange_layout((ref.to(torch.float32) + noise).to(random.choice(FLOATS)), rng)
        if rng.integers(0, 10) == 0:
            ref, res = ref * 0, res * 0 + 1e-7
        cases.add(["cosine", cases.place(ref), cases.place(res)], cosine_text(ref, res))
        values = any_values(random.choice(FLOATS), int(rng.integers(1, 40)), rng) if rng.integers(0, 2) else res
        cases.add(["nan", cases.place(values)], str(int(values.isnan().any())))
        a, b = (any_values(torch.bool, max(int(np.prod(s)), 1), rng).reshape(s) for s in shapes(rng))
        sums = [torch.sum(v).to(torch.float32).item() for v in (a & b, a | b, a, b)]
        cases.add(["overlap", cases.place(a), cases.place(b)], " ".join(map(double_bits, sums)))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--runner", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=1)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    random.seed(arguments.seed)
    rng = np.random.default_rng(arguments.seed)
    failures = compared = 0
    for _ in range(arguments.rounds):
        cases = Cases()
        conversions(cases, rng, 1500)
        closeness(cases, rng, 400)
        errors(cases, rng, 400)
        misfits(cases, rng, 150)
        others(cases, rng, 200)
        failures += cases.run(arguments.runner)
        compared += len(cases.lines)
    print(f"numerics parity with torch {torch.__version__}: {compared} cases, {failures} differ")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
