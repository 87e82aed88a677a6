// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of a tensor in row-major order of a shape it is broadcast to, in blocks, native byte order, converted to
// the dtype that is wanted: straight from the mapped file where nothing has to be done, else through a small buffer.
//
//   BlockReader reader({ref, Dtype::Float32}, shape);
//   for (std::size_t n; (n = reader.next(kBlockElements)) > 0;) use(reader.as<float>(), n);
//   if (!reader.isWhole()) return fileChanged(ref);
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/result.h"
#include "core/numerics/compare_kernels.h"

namespace plumbline::numerics {

/// kBlockElements is a good size of a block: it stays in the first-level cache in double precision.
inline constexpr std::size_t kBlockElements = 2048;

/// broadcastShape of two; Errors: BadArgument with torch's text ("The size of tensor a (3) must match ...").
base::Result<std::vector<std::int64_t>> broadcastShape(std::span<const std::int64_t> a,
                                                       std::span<const std::int64_t> b);

class BlockReader {
 public:
  /// The tensor's shape must broadcast to `shape`, and the tensor must live as long as the reader. Rounds as torch's
  /// `.to()` does (to nearest even).
  BlockReader(const Operand& operand, std::span<const std::int64_t> shape);

  /// next makes the following `atMost` elements available, fewer at the end, 0 after it. All readers of one shape give
  /// the same number. It asks about every megabyte whether the file is still whole, and gives 0 from then on if not.
  std::size_t next(std::size_t atMost);
  /// skipTo goes to an element.
  void skipTo(std::int64_t flat);
  /// data is aligned for the dtype. A Bool read as Bool may hold any byte; all but 0 mean true.
  const std::byte* data() const { return m_data; }
  template <typename T>
  const T* as() const {
    return static_cast<const T*>(static_cast<const void*>(m_data));
  }
  /// isWhole is false when the file was cut: the block must not be looked at.
  bool isWhole() const;

 private:
  bool mayLook(std::size_t count);
  void gather(std::size_t count);
  const std::byte* place() const;
  Operand m_operand;
  std::vector<std::int64_t> m_shape, m_strides, m_index;  // neighbouring axes joined where they lie one after the other
  std::int64_t m_at = 0, m_count = 0;
  std::size_t m_itemBytes, m_unasked = 0;
  bool m_isRow = false, m_isDirect = false, m_wasAsked = false, m_isCut = false;
  std::vector<std::byte> m_gathered, m_converted;
  const std::byte* m_data = nullptr;
};

/// fileChanged is the error for a tensor whose file was cut.
base::Error fileChanged(const Tensor& tensor);

/// convertBlock writes `count` elements of one dtype as another, rounded as torch does: narrow floating formats by way
/// of float32; floating numbers that no integer holds become what x86 makes of them (the least int64, of int32 for the
/// narrower ones, cut to their width). Neither dtype may be complex; the target must not be float8. Any alignment.
void convertBlock(Dtype from, const std::byte* source, Dtype to, std::byte* target, std::size_t count);

}  // namespace plumbline::numerics
