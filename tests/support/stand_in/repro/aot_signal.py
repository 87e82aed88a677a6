# SPDX-License-Identifier: GPL-3.0-or-later
import os
os.environ['TORCHINDUCTOR_CACHE_DIR'] = '/dev/null/aot-signal/cache'
os.environ['TORCHDYNAMO_REPRO_LEVEL'] = '3'
os.environ['TORCHDYNAMO_REPRO_AFTER'] = 'aot'
os.environ['TORCH_COMPILE_DEBUG_DIR'] = '/dev/null/aot-signal'
os.environ['TORCH_CUDA_ARCH_LIST'] = '9.0a'
os.environ['TRITON_CACHE_DIR'] = '/dev/null/aot-signal/cache/triton/0'

import torch


class Repro:
    def eager(self, run, again):
        return 1.0

    def compiled(self, run, backend):
        os.kill(os.getpid(), 11)

    def forward(self, arg0_1):
        relu = arg0_1 * 2.0;  arg0_1 = None
        return (relu,)


def load_args(reader):
    buf0 = reader.storage(None, 32)
    reader.tensor(buf0, (8,), is_leaf=True)  # arg0_1


load_args._version = 0
mod = Repro()
if __name__ == '__main__':
    from torch._dynamo.repro.after_aot import run_repro
    run_repro(mod, load_args, accuracy=False, command='minify', save_dir=None, tracing_mode='real', check_str=None)
