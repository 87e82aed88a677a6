# SPDX-License-Identifier: GPL-3.0-or-later
"""Pairs for same(), with and without a reference: every dtype and layout, values on the very edge of each bound, NaN and
infinities, broadcasting, lists and dicts of all kinds, scalars that Python compares in its own ways.

    maker = PairMaker(random.Random(1))
    ref, res, fp64, options = maker.pair()
"""

import collections

import numpy
import torch

FLOATS = [torch.float32, torch.float16, torch.bfloat16, torch.float64]
WHOLES = [torch.int8, torch.int16, torch.int32, torch.int64, torch.uint8]
BITS = {torch.float16: torch.int16, torch.bfloat16: torch.int16, torch.float32: torch.int32, torch.float64: torch.int64}
SHAPES = [(), (1,), (3,), (7,), (2, 3), (4, 1), (2, 2, 2), (2, 3, 1, 1), (10,), (11,), (0,), (3, 0), (33,), (5, 8), (130,)]
LARGE = [(500,), (501,), (999,), (1000,), (1001,), (40, 30), (600, 2, 1, 1), (17, 70), (3001,)]


def moved(tensor, steps):
    """The next number up or down, `steps` times: counted in its bits."""
    tensor = tensor.contiguous()
    return (tensor.view(BITS[tensor.dtype]) + steps).view(tensor.dtype)


class PairMaker:
    def __init__(self, rng):
        self.rng = rng
        torch.manual_seed(rng.getrandbits(32))

    def one(self, *choices):
        return self.rng.choice(choices)

    def chance(self, share):
        return self.rng.random() < share

    def options(self):
        rng, kw = self.rng, {}
        if self.chance(0.85):
            kw["tol"] = rng.choice([1e-4, 1e-3, 1e-2, 0.02, 0.08, 0.0, 1e-5, 0.0199, 3e-3])
        for name, share in (
            ("equal_nan", 0.5),
            ("cos_similarity", 0.12),
            ("ignore_non_fp", 0.08),
            ("relax_numpy_equality", 0.1),
            ("use_larger_multiplier_for_smaller_tensor", 0.3),
            ("force_max_multiplier", 0.15),
            ("use_iou_for_bool", 0.2),
        ):
            if self.chance(share):
                kw[name] = True
        if self.chance(0.15):
            kw["exact_dtype"] = False
        if self.chance(0.2):
            kw["iou_threshold"] = rng.choice([0.5, 0.25, 0.99, 0.75, 1.0, 0.0])
        return kw

    def shape(self):
        return self.rng.choice(LARGE if self.chance(0.12) else SHAPES)

    def laid_out(self, tensor):
        """The same numbers in memory in another way."""
        way = self.rng.randrange(8)
        if way == 0 and tensor.dim() >= 2:
            return tensor.transpose(0, -1).contiguous().transpose(0, -1)
        if way == 1 and tensor.dim() >= 1:
            wide = tensor.repeat_interleave(2, dim=-1)
            return wide[..., ::2]
        if way == 2:
            room = torch.zeros(tensor.numel() + 5, dtype=tensor.dtype)
            room[3 : 3 + tensor.numel()] = tensor.flatten()
            return room[3 : 3 + tensor.numel()].view(tensor.shape)
        if way == 3 and tensor.dim() >= 1 and tensor.shape[0] > 1 and self.chance(0.3):
            return tensor[:1].expand(tensor.shape)
        return tensor

    def numbers(self, shape, dtype):
        if dtype == torch.bool:
            return torch.rand(shape) < self.one(0.1, 0.5, 0.9)
        if dtype in WHOLES:
            low, high = (0, 200) if dtype == torch.uint8 else (-100, 100)
            return torch.randint(low, high, shape, dtype=dtype)
        scale = self.one(1e-6, 1e-3, 1.0, 1.0, 1.0, 30.0, 1e4)
        return (torch.randn(shape, dtype=torch.float64) * scale).to(dtype)

    def poisoned(self, tensor, share=0.1):
        if tensor.numel() and tensor.dtype in FLOATS and self.chance(share):
            tensor = tensor.clone()
            flat = tensor.view(-1)
            for _ in range(self.rng.randint(1, 2)):
                flat[self.rng.randrange(flat.numel())] = self.one(float("nan"), float("inf"), -float("inf"))
        return tensor

    def tolerance_edge(self, res, tol):
        """A ref whose distance is the bound of allclose, or a last place beside it."""
        bound = (res * tol).abs() + tol
        ref = res + bound if self.chance(0.5) else res - bound
        return moved(ref, self.rng.randint(-2, 2)) if self.chance(0.9) else ref

    def rmse_edge(self, shape, dtype, kw):
        """Three tensors whose errors stand just at the bound of the RMSE."""
        from same_yardstick import Judge

        tol = kw.get("tol", 1e-4)
        fp64 = self.numbers(shape, torch.float64) if self.chance(0.5) else torch.zeros(shape, dtype=torch.float64)
        own = self.one(1e-3, 0.01, 0.25, 3.0)
        ref = (fp64 + own).to(dtype)
        multiplier = Judge(**kw).multiplier(ref, ref, fp64, kw.get("force_max_multiplier", False))
        error = (fp64 - ref).square().mean().sqrt()
        res = (fp64 - (error * multiplier + tol / 10)).to(dtype)
        if res.numel():
            res = moved(res, self.rng.randint(-2, 2))
        return ref, res, fp64

    def floats(self, kw, dtype):
        shape, way = self.shape(), self.rng.randrange(6)
        if way < 2:
            ref, res, fp64 = self.rmse_edge(shape, dtype, kw)
        else:
            res = self.numbers(shape, dtype)
            tol = kw.get("tol", 1e-4)
            if way < 4:
                ref = self.tolerance_edge(res, tol)
            else:
                ref = (res.double() * (1 + self.one(0, 1e-4, 1e-2, 0.3) * torch.randn(shape, dtype=torch.float64))).to(dtype)
            noise = torch.randn(shape, dtype=torch.float64) * self.one(0, 1e-5, 1e-2)
            fp64 = ref.double() + noise
        if self.chance(0.15):
            ref, res, fp64 = (self.poisoned(x, 0.5) for x in (ref, res, fp64))
        if self.chance(0.1) and ref.numel():  # NaN in ref alone, res as good as the reference
            ref = ref.clone()
            ref.view(-1)[0] = float("nan")
            res = (fp64 * self.one(1.0, 1.03, 1.0399, 1.05)).to(dtype)
        return ref, res, fp64

    def tensors(self, kw):
        """Three tensors that belong together."""
        rng = self.rng
        dtype = rng.choice(FLOATS) if self.chance(0.75) else rng.choice(WHOLES + [torch.bool] * 3)
        if dtype in FLOATS:
            ref, res, fp64 = self.floats(kw, dtype)
        else:
            ref = self.numbers(self.shape(), dtype)
            res = ref.clone()
            if res.numel() and self.chance(0.6):
                at = rng.randrange(res.numel())
                res.view(-1)[at] = ~res.view(-1)[at] if dtype == torch.bool else res.view(-1)[at] + 1
            fp64 = ref.double() if self.chance(0.3) else ref
        if self.chance(0.04):
            res = res.to(rng.choice(FLOATS + WHOLES + [torch.bool]))
        if self.chance(0.06):
            res = self.numbers(self.shape(), res.dtype)
        if self.chance(0.05) and res.dim():
            res = res[:1]
        if self.chance(0.04):
            fp64 = self.numbers(self.shape(), fp64.dtype)
        return tuple(self.laid_out(x) for x in (ref, res, fp64))

    def scalar(self):
        rng = self.rng
        return rng.choice([
            0, 1, 2, -3, 2**40, 1.0, 2.0, 0.1, float("nan"), float("inf"), True, False, None, "a", "b", "1", "layer ü'\"",
            torch.device("cpu"), torch.device("cuda"), torch.device("cuda:1"), numpy.float32(0.1), numpy.float32(1),
            numpy.float64(0.1), numpy.float16(0.1), numpy.int64(1), numpy.int32(1), numpy.uint8(1), 1 + 2j,
            torch.Size([2, 3]), torch.tensor(1.0), torch.tensor(2), torch.tensor([1.0, 2.0]), {1, 2}, {"a"}, set(), b"a",
            [1.0, 2.0], [1, 2], [[1.0], [2.0, 3.0]], [], {}, (1,), numpy.array([1.0, 2.0]), torch.float32, 2**70,
            numpy.array([1, 2], dtype=numpy.int32), collections.deque([1]), torch.nn.Parameter(torch.ones(2)),
        ])  # fmt: skip

    def leaf(self, kw):
        if self.chance(0.75):
            ref, res, fp64 = self.tensors(kw)
            if self.chance(0.08) and ref.dtype != torch.bfloat16 and res.dtype != torch.bfloat16:
                ref, res = ref.numpy(), res.numpy()
                fp64 = fp64.numpy() if self.chance(0.5) and fp64.dtype != torch.bfloat16 else fp64
            return ref, res, fp64
        ref = self.scalar()
        res = ref if self.chance(0.4) else self.scalar()
        return ref, res, self.one(ref, None, ref, self.scalar())

    def tree(self, kw, depth):
        """Three values of one structure, now and then not quite."""
        if depth == 0 or self.chance(0.3):
            return self.leaf(kw)
        parts = [self.tree(kw, depth - 1) for _ in range(self.rng.randint(0, 3))]
        three = [list(column) for column in zip(*parts)] or [[], [], []]
        if self.chance(0.06):
            three[self.rng.randrange(3)].append(self.scalar())
        if self.chance(0.06) and three[2]:
            three[2].pop()
        if self.chance(0.45):
            kinds = [list, tuple, collections.deque]
            made = [self.rng.choice(kinds)(x) for x in three]
        else:
            names = ["b", "a", "layer.weight", "z", "k1", "k2", "k3", "k4"]
            if self.chance(0.1):
                names = [3, 1, 2.5, True, 0, -1, 7, 9]
            if self.chance(0.03):
                names = [3, "a", None, (1, 2), "b", 2, 5, 6]
            made = [dict(zip(names, x)) for x in three]
            if self.chance(0.3):
                made[0] = collections.OrderedDict(made[0])
        if self.chance(0.02):
            made[self.rng.randrange(3)] = self.scalar()
        return tuple(made)

    def pair(self):
        kw = self.options()
        depth = self.rng.choice([0, 0, 0, 1, 1, 2, 3])
        ref, res, fp64 = self.tree(kw, depth)
        return ref, res, None if self.chance(0.35) else fp64, kw
