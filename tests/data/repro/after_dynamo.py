# SPDX-License-Identifier: GPL-3.0-or-later
import os
os.environ['TORCHINDUCTOR_CACHE_DIR'] = '/tmp/torchinductor_user'
os.environ["TORCH_LOGS"] = "+dynamo"
os.environ.pop('TORCHDYNAMO_REPRO_AFTER', None)
os.environ.pop("TORCHDYNAMO_REPRO_LEVEL", None)

from math import inf
import torch
from torch import tensor, device
import torch.fx as fx
import torch._dynamo
from torch._dynamo.testing import rand_strided
from torch._dynamo.debug_utils import run_fwd_maybe_bwd

import torch._dynamo.config
import torch._inductor.config
torch._dynamo.config.recompile_limit = 64
torch._dynamo.config.traceable_tensor_subclasses = set()
torch._inductor.config.triton.cudagraphs = True



isolate_fails_code_str = None



# torch version: 2.10.0a0+git0123456
# torch cuda version: 12.8
# CUDA Info:
# nvcc: NVIDIA (R) Cuda compiler driver

from torch.nn import *
class Repro(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.L__self___conv1 = Conv2d(3, 16, kernel_size=(3, 3), stride=(1, 1),
                                      padding=(1, 1), bias=False).cuda()
        self.L__self___bn1 = BatchNorm2d(16, eps=1e-05, momentum=0.1, affine=True, track_running_stats=True)
        self.register_buffer('_buffer', torch.randn([4]))


    def forward(self, s0 : torch.SymInt, L_x_ : torch.Tensor):
        l_x_ = L_x_
        l__self___conv1 = self.L__self___conv1(l_x_);  l_x_ = None
        l__self___bn1 = self.L__self___bn1(l__self___conv1);  l__self___conv1 = None
        relu = torch.nn.functional.relu(l__self___bn1, inplace = True);  l__self___bn1 = None
        add = relu + s0;  relu = s0 = None
        return (add,)


mod = Repro()

def load_args(reader):
    reader.symint(16)  # s0
    buf0 = reader.storage('8e9d2c1b0a7f6e5d4c3b2a1908f7e6d5c4b3a291', 602112, device=device(type='cuda', index=0), dtype_hint=torch.float16)
    reader.tensor(buf0, (16, 3, 112, s0), (37632, 12544, 112, 1), dtype=torch.float16, requires_grad=True, is_leaf=True)  # L_x_
    buf1 = reader.storage(None, 64)
    t1 = reader.tensor(buf1, (16,), is_leaf=True)  # bias
    t2 = reader.tensor(buf1, (4, 4), is_leaf=True)  # the same storage once more
load_args._version = 0

if __name__ == '__main__':
    from torch._dynamo.repro.after_dynamo import run_repro
    run_repro(mod, load_args, accuracy=True, command='minify',
        save_dir='/nowhere/plumbline/checkpoints', autocast=False, backend='inductor')
