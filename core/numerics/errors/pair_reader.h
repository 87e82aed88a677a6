// SPDX-License-Identifier: GPL-3.0-or-later
// Two tensors and their fp64 reference side by side, in blocks over the shape they are broadcast to: as doubles, and
// which elements are within tolerance.
//
//   auto reader = PairReader::open(pair, options);
//   for (PairBlock block; (*reader)->next(block);) use(block.error, block.count);
//   if (!(*reader)->isWhole()) return (*reader)->changed();
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/result.h"
#include "core/numerics/errors/error_statistics.h"
#include "core/numerics/kernels/block_reader.h"
#include "core/numerics/kernels/compare_loops.h"

namespace plumbline::numerics {

struct PairBlock {
  std::int64_t flat = 0;  ///< of its first element
  std::size_t count = 0;
  const double* ref = nullptr;
  const double* res = nullptr;
  const double* r = nullptr;      ///< what errors are measured from: fp64 if there is one, else ref
  const double* error = nullptr;  ///< absoluteError
  const std::byte* refBytes = nullptr;  ///< in the tensors' own dtypes, aligned for them
  const std::byte* resBytes = nullptr;
};

class PairReader {
 public:
  /// open checks dtypes and shapes. Errors: BadArgument; TooLarge when the broadcast shape has no count.
  static base::Result<std::unique_ptr<PairReader>> open(const TensorPair& pair, double tol, bool equalNan);

  const std::vector<std::int64_t>& shape() const { return m_shape; }
  std::int64_t elements() const { return m_elements; }
  bool hasFp64() const { return m_fp64.has_value(); }
  /// next reads the following block of at most kBlockElements; false at the end, and when the file was truncated.
  bool next(PairBlock& block, std::size_t atMost = kBlockElements);
  void skipTo(std::int64_t flat);
  /// closeMask of the block read last: 1 for elements within the tolerance of allclose. Valid until next().
  const std::uint8_t* closeMask();
  /// mismatches of that block: elements that are not within the tolerance.
  std::int64_t mismatches();
  bool isWhole() const;
  /// changed is the error if !isWhole().
  base::Error changed() const;

  const Tensor& ref() const { return m_ref.tensor; }  ///< broadcast
  const Tensor& res() const { return m_res.tensor; }
  const Tensor& fp64() const { return m_fp64->tensor; }

 private:
  struct Side {
    Side(Tensor view, const std::vector<std::int64_t>& shape);
    Side(const Side&) = delete;  // `reader` refers to `tensor`
    Side& operator=(const Side&) = delete;
    const double* read(std::size_t count);
    Tensor tensor;
    BlockReader reader;
    std::vector<double> values;
  };
  PairReader(const TensorPair& pair, std::vector<std::int64_t> shape, double tol, bool equalNan);
  /// BlockPair is the block read last in one dtype, with the bounds of allclose.
  struct BlockPair {
    Dtype dtype;
    const std::byte* ref;
    const std::byte* res;
    CloseBounds bounds;
  };
  BlockPair converted();

  std::vector<std::int64_t> m_shape;
  std::int64_t m_elements = 0, m_at = 0;
  double m_tol = 0;
  bool m_equalNan = false;
  Side m_ref, m_res;
  std::optional<Side> m_fp64;
  std::vector<double> m_errors;
  std::vector<std::byte> m_refConverted, m_resConverted;
  std::vector<std::uint8_t> m_mask;
  std::size_t m_count = 0;
};

/// broadcastView is the tensor in a shape it broadcasts to, without a copy.
Tensor broadcastView(const Tensor& tensor, const std::vector<std::int64_t>& shape);
/// pairShape all of a pair broadcast to. Errors: BadArgument, TooLarge.
base::Result<std::vector<std::int64_t>> pairShape(const TensorPair& pair);
/// checkPair. Errors: BadArgument for dtypes that cannot be compared.
base::Result<void> checkPair(const TensorPair& pair);
/// usedFp64 is the pair's reference if it is float64, as same() requires; else nullptr.
const Tensor* usedFp64(const TensorPair& pair);

}  // namespace plumbline::numerics
