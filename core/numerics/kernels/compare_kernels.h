// SPDX-License-Identifier: GPL-3.0-or-later
// The steps of same() over the numbers themselves, as torch computes them on a CPU: in the tensors' own dtype, rounded
// after every operation (SPEC 14). One pass, block by block, on one thread; contiguous tensors are not copied. Shapes
// are broadcast; mismatches are an error with torch's text.
//
//   auto close = allClose({ref, ref.dtype}, {res, res.dtype}, 1e-4, true, progress);
#pragma once

#include <cstdint>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/numerics/tensors/tensor.h"

namespace plumbline::numerics {

/// Operand is a tensor after `.to(as)`.
struct Operand {
  const Tensor& tensor;
  Dtype as;
};

/// allClose is torch.allclose(ref, res, atol=atol, rtol=rtol, equal_nan): |ref - res| <= atol + |rtol * res|. Both `as`
/// are the same; Bool is compared as the numbers 0 and 1. Stops at the first block that is not close. Errors, as of all
/// functions here: BadArgument with torch's text for shapes that do not match and unsupported dtypes; Changed when a
/// file was truncated meanwhile.
base::Outcome<bool> allClose(const Operand& ref, const Operand& res, double rtol, double atol, bool equalNan,
                             const base::Progress& progress = {});

/// roundedTo: torch converts the tolerance to the tensors' dtype.
double roundedTo(double tolerance, Dtype dtype);

/// hasNan of a floating tensor; false for others.
base::Outcome<bool> hasNan(const Tensor& tensor, const base::Progress& progress = {});

/// RmsePair: root of the mean squared difference in float64, in torch's order of summation on one thread with vectors
/// of 32 bytes (AVX2), so that the last bit agrees: for tensors in any order of axes, with gaps, broadcast. More
/// threads or wider vectors sum in another order. A float64 reference without axes beside a tensor with axes is
/// computed in that tensor's dtype, as torch does. NaN for empty tensors and for a side with a NaN: if all shapes are
/// equal, hasNan(ref) is only needed when `ref` here is NaN, which saves three passes.
struct RmsePair {
  double ref = 0;  ///< of fp64 and ref
  double res = 0;  ///< of fp64 and res
};
/// rmsePair converts ref first (`as`); one pass over the three if they have the same layout. Errors: as above, ref's
/// first; BadArgument for bool, as torch.
base::Outcome<RmsePair> rmsePair(const Tensor& fp64, const Operand& ref, const Tensor& res,
                                 const base::Progress& progress = {});

/// cosineSimilarity of both flattened to float32, eps 1e-6, as torch.nn.functional has it. Errors as above; shapes are
/// of the flattened ones. The formula is (x / max(|x|, eps)) * (y / max(|y|, eps)), summed; |x| is the root of a sum of
/// squares; all sums as for RmsePair, in float32. Verified bit by bit against torch 1.13 and the recorded scores of
/// today's.
base::Outcome<float> cosineSimilarity(const Tensor& ref, const Tensor& res, const base::Progress& progress = {});

/// OverlapCounts for the IoU of boolean tensors: counts, then rounded to float32.
struct OverlapCounts {
  double intersection = 0, unionCount = 0, ref = 0, res = 0;
};
base::Outcome<OverlapCounts> overlapCounts(const Tensor& ref, const Tensor& res, const base::Progress& progress = {});

}  // namespace plumbline::numerics
