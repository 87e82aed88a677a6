# SPDX-License-Identifier: GPL-3.0-or-later
import os
os.environ['TORCHDYNAMO_REPRO_AFTER'] = 'aot'

import torch
from torch import tensor, device
import torch.fx as fx
from torch._dynamo.testing import rand_strided
from math import inf
import torch._inductor.inductor_prims

import torch._dynamo.config
import torch._inductor.config
torch._inductor.config.max_autotune = True

isolate_fails_code_str = None

from torch.nn import *
class Repro(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self._tensor_constant0 = tensor([1., 2.])

    def forward(self, arg0_1, arg1_1, arg2_1):
        _tensor_constant0 = self._tensor_constant0;  _tensor_constant0 = None
        mul = torch.ops.aten.mul.Tensor(arg1_1, arg2_1);  arg1_1 = arg2_1 = None
        sum_1 = torch.ops.aten.sum.dim_IntList(mul, [1], True);  mul = None
        getitem = sum_1[0];  sum_1 = None
        return (getitem,)

def load_args(reader):
    reader.symint(8)  # arg0_1
    buf0 = reader.storage('aaaa', 4*s0)
    reader.tensor(buf0, (s0,), is_leaf=True)  # arg1_1
    buf1 = reader.storage('bbbb', 2048, device="cpu", dtype_hint=torch.int64)
    reader.tensor(buf1, torch.Size([16, 16]), dtype=torch.int64, is_leaf=True)  # arg2_1
load_args._version = 0
mod = Repro()
if __name__ == '__main__':
    from torch._dynamo.repro.after_aot import run_repro
    with torch.no_grad():
        run_repro(mod, load_args, accuracy='strict_accuracy', command='run', save_dir=None, tracing_mode='symbolic', check_str="misaligned")
        # To run it separately, do
        # mod, args = run_repro(mod, load_args, accuracy='strict_accuracy', command='get_args', save_dir=None, tracing_mode='symbolic', check_str=None)
        # mod(*args)
