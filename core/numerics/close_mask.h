// SPDX-License-Identifier: GPL-3.0-or-later
// Which elements torch.isclose(ref, res) has close: per element what allClose answers for all, by the same loops.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/numerics/dtype.h"

namespace plumbline::numerics {

/// closeMask writes 1 for each of `count` pairs that are close with atol = rtol = tol, else 0. Both sides are of one dtype
/// that canCompare; Bool is compared as uint8. The bytes are aligned for the dtype.
void closeMask(Dtype dtype, const std::byte* ref, const std::byte* res, double tol, bool equalNan, std::size_t count,
               std::uint8_t* close);

}  // namespace plumbline::numerics
