// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/kernels/figure_loop_bodies.h"

namespace plumbline::numerics {

const CompareLoops& portableLoops() { return kLoopsOfThisSource; }

#if defined(PLUMBLINE_HAS_AVX2_LOOPS)
const CompareLoops& avx2Loops();

const CompareLoops& fastestLoops() { return __builtin_cpu_supports("avx2") != 0 ? avx2Loops() : portableLoops(); }
#else
const CompareLoops& fastestLoops() { return portableLoops(); }
#endif

}  // namespace plumbline::numerics
