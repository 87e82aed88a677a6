#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes files with torch.save into a folder, and beside them reprs.txt: file, tab, what Python says of each leaf.

Usage: torch_files.py FOLDER
"""

import collections
import os
import sys

import numpy as np
import torch

DTYPES = [torch.float64, torch.float32, torch.float16, torch.bfloat16, torch.int64, torch.int32, torch.int16,
          torch.int8, torch.uint8, torch.bool, torch.complex64, torch.complex128]


def shape_text(shape):
    return " x ".join(str(n) for n in shape) or "scalar"


def leaf_text(value):
    if isinstance(value, torch.Tensor):
        numbers = [repr(n) for n in value.detach().reshape(-1).tolist()]
        return f"{type(value)} {shape_text(value.shape)}: {' '.join(numbers)}"
    if isinstance(value, np.ndarray):
        numbers = [repr(n) for n in value.reshape(-1).tolist()]
        return f"{type(value)} {shape_text(value.shape)}: {' '.join(numbers)}"
    if isinstance(value, np.generic):
        return f"{type(value)} {value!s}"
    return f"{type(value)} {value!r}"


def leaves(value):
    if isinstance(value, (list, tuple, collections.deque)):
        for item in value:
            yield from leaves(item)
    elif isinstance(value, dict):
        try:
            keys = sorted(value)
        except TypeError:
            keys = list(value)
        for key in keys:
            yield from leaves(value[key])
    else:
        yield leaf_text(value)


def objects():
    torch.manual_seed(0)
    for dtype in DTYPES:
        numbers = torch.randn(24) * 20
        base = numbers.abs().to(dtype) if dtype == torch.uint8 else numbers.to(dtype)
        yield base.reshape(2, 3, 4)
        yield base.reshape(4, 6).t()
        yield {"a": base[3:], "b": base[::2], "c": base[:1].expand(5), "d": base[5], "e": base[:0].reshape(0, 3)}
    model = torch.nn.Sequential(torch.nn.Linear(3, 2), torch.nn.BatchNorm1d(2))
    yield model.state_dict()
    yield [dict(model.named_parameters()), list(model.parameters())]
    tagged = torch.ones(2)
    tagged.note = "kept"
    yield tagged
    yield [None, True, 0, -1, 255, 256, 65536, -(2**31), 2**31, 2**63 - 1, 2**63, -(2**63), -(2**63) - 1, 10**40, -(10**40)]
    yield [0.0, -0.0, 0.1, 1e16, 1e-5, 1e22, float("inf"), float("nan"), 123456789.123, 1 + 2j, -0.5j, complex(-0.0, 1)]
    yield ["", "it's", 'say "it\'s"', "tab\tnew\nline", "\u00e4\u20ac\U0001f600", "\x00\x7f\xa0\u200b", b"", b"ab\xff'", bytearray(b"x")]
    yield [(), (1,), [], {}, {1}, frozenset([2]), frozenset(), set()]
    yield {3: 1, 1: 2, 2: 3}
    yield {(1, "b"): 1, (1, "a"): 2, (0, "z"): 3}
    yield {"b": 1, 1: 2}
    yield collections.OrderedDict(z=1, a=[2, (3, {"x": 4})])
    yield collections.deque([1, 2], maxlen=2)
    yield [torch.Size([2, 3]), torch.device("cuda", 1), torch.device("cpu"), torch.float16, torch.int64, torch.complex64]
    for code in ["b1", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", "c8", "c16"]:
        array = (np.arange(6) * 0.7 + 1).astype(code)
        yield [array.reshape(2, 3), np.asfortranarray(array.reshape(2, 3)), array[::2], array[4],
               array.astype(np.dtype(code).newbyteorder(">"))]
    for number in [0.1, 1e-5, 65504.0, 1e-7, 3.0, 123456.0, float("nan"), float("-inf")]:
        yield [np.float16(number) if abs(number) < 65505 or number != number else np.float16("-inf"), np.float32(number), np.float64(number)]
    shared = torch.arange(10.0)
    part = [shared[2:4]]
    yield {"x": shared, "y": part, "z": (part, part, shared.view(2, 5))}


def main(folder):
    with open(os.path.join(folder, "reprs.txt"), "w", encoding="utf-8") as reprs:
        for number, value in enumerate(objects()):
            for protocol in (1, 2, 3, 4, 5):
                name = f"{number}-{protocol}.pt"
                torch.save(value, os.path.join(folder, name), pickle_protocol=protocol)
                reprs.write(name + "\t" + "".join(leaf + "; " for leaf in leaves(value)) + "\n")


if __name__ == "__main__":
    main(sys.argv[1])
