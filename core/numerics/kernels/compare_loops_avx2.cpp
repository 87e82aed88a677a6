// SPDX-License-Identifier: GPL-3.0-or-later
// Compiled with -mavx2, on x86 only. Nothing here runs unless the processor has it.
#include "core/numerics/kernels/figure_loop_bodies.h"

namespace plumbline::numerics {

const CompareLoops& avx2Loops();
const CompareLoops& avx2Loops() { return kLoopsOfThisSource; }

}  // namespace plumbline::numerics
