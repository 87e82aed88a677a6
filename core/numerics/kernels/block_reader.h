// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the numbers of a tensor in row-major order of the shape it is broadcast to, in blocks, in native byte order,
// converted to another dtype: directly from the mapped file if nothing has to be converted, else through a small
// buffer.
//
//   BlockReader reader({ref, Dtype::Float32}, shape);
//   for (std::size_t n; (n = reader.next(kBlockElements)) > 0;) use(reader.as<float>(), n);
//   if (!reader.isWhole()) return fileChanged(ref);
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/numerics/kernels/compare_kernels.h"

namespace plumbline::numerics {

/// kBlockElements: a block of doubles fits into the first-level cache.
inline constexpr std::size_t kBlockElements = 2048;

/// broadcastShape of two; Errors: BadArgument with torch's text ("The size of tensor a (3) must match ...").
base::Result<std::vector<std::int64_t>> broadcastShape(std::span<const std::int64_t> a,
                                                       std::span<const std::int64_t> b);

class BlockReader {
 public:
  /// The tensor's shape must broadcast to `shape`, and the tensor must live as long as the reader. Rounds as torch's
  /// `.to()` does (to nearest even).
  BlockReader(const Operand& operand, std::span<const std::int64_t> shape);

  /// next reads the following `atMost` elements, fewer at the end, and returns their number, which is the same for all
  /// readers of a shape. It checks every megabyte whether the file was truncated, and returns 0 from then on.
  std::size_t next(std::size_t atMost);
  void skipTo(std::int64_t flat);
  /// data is aligned for the dtype. A Bool read as Bool may hold any byte; all but 0 mean true.
  const std::byte* data() const { return m_data; }
  template <typename T>
  const T* as() const {
    return static_cast<const T*>(static_cast<const void*>(m_data));
  }
  /// isWhole is false when the file changed since it was mapped: what was read may be wrong.
  bool isWhole() const;

 private:
  bool checkFile(std::size_t count);
  void gather(std::size_t count);
  const std::byte* address() const;
  Operand m_operand;
  std::vector<std::int64_t> m_shape, m_strides, m_index;  // neighbouring axes joined where they lie one after the other
  std::int64_t m_at = 0, m_count = 0;
  std::size_t m_itemBytes, m_uncheckedBytes = 0;
  bool m_isRow = false, m_isDirect = false, m_isPlain = false, m_wasChecked = false, m_isCut = false;
  std::vector<std::byte> m_gathered, m_converted;
  const std::byte* m_data = nullptr;
};

/// fileChanged is the error for a tensor whose file is no longer whole.
base::Error fileChanged(const Tensor& tensor);

/// convertBlock writes `count` elements of one dtype as another, rounded as torch does: narrow floating formats by way
/// of float32; floating numbers outside an integer's range convert as on x86 (to the smallest int64, or int32 for
/// narrower types, truncated to their width). Complex numbers lose their imaginary part. Not from complex32; not to complex or float8. Any
/// alignment.
void convertBlock(Dtype from, const std::byte* source, Dtype to, std::byte* target, std::size_t count);

enum class Walked : std::uint8_t { ToTheEnd, Cancelled, Cut };

/// walkBlocks calls use(count) for each block of several readers of one shape until it returns false. Cut: a file was
/// truncated. Progress counts elements.
template <typename Use>
Walked walkBlocks(std::int64_t total, const base::Progress& progress, std::span<BlockReader> readers, const Use& use) {
  constexpr std::int64_t kReportElements = 64 * static_cast<std::int64_t>(kBlockElements);
  for (std::int64_t at = 0, reportAt = 0; at < total;) {
    if (at >= reportAt) {
      if (!progress.report(static_cast<std::uint64_t>(at), static_cast<std::uint64_t>(total))) return Walked::Cancelled;
      reportAt = at + kReportElements;
    }
    std::size_t count = 0;
    for (BlockReader& reader : readers) {
      count = reader.next(kBlockElements);
      if (count == 0) return Walked::Cut;
    }
    if (!use(count)) break;
    at += static_cast<std::int64_t>(count);
  }
  return Walked::ToTheEnd;
}

}  // namespace plumbline::numerics
