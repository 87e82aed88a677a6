# SPDX-License-Identifier: GPL-3.0-or-later
# Compiled differs from eager in every run.
import torch
import torch._dynamo


class Repro:
    def __init__(self):
        self.scale = 2.0

    def eager(self, run, again):
        return 1.0

    def compiled(self, run, backend):
        return 1.5

    def forward(self, x):
        y = x * self.scale;  x = None
        return (y,)


mod = Repro()


def load_args(reader):
    buf0 = reader.storage('0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c', 32, dtype_hint="float32")
    reader.tensor(buf0, (8,), is_leaf=True)  # x


load_args._version = 0

if __name__ == '__main__':
    from torch._dynamo.repro.after_dynamo import run_repro
    run_repro(mod, load_args, accuracy=True, command='run', save_dir=None, autocast=False, backend='inductor')
