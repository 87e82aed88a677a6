// SPDX-License-Identifier: GPL-3.0-or-later
// A tensor in a file: what it is, and where its numbers lie. The readers make only tensors whose every element lies
// within the storage, so nobody checks that again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/numerics/dtype.h"

namespace plumbline::numerics {

/// Storage is a run of bytes that tensors share: part of a mapped file, or memory that `owner` keeps.
struct Storage {
  std::shared_ptr<const void> owner = {};
  std::span<const std::byte> bytes = {};
  bool isSwapped = false;             ///< other byte order than this machine's (little-endian)
  std::string name = {};              ///< "data/3" in its archive; "" for a file that holds one
  std::function<bool()> isWhole = {}; ///< false when its file was cut since it was mapped; empty: nothing can be cut
};

/// kMaxAxes is the most that numpy and torch's iterators know; readers refuse more.
inline constexpr std::size_t kMaxAxes = 64;

struct Tensor {
  Dtype dtype = Dtype::Float32;
  std::vector<std::int64_t> sizes = {};    ///< {} is a scalar; 0 is possible; never negative
  std::vector<std::int64_t> strides = {};  ///< in elements, one per size; 0 repeats, never negative but in .npy files
  std::int64_t offset = 0;                 ///< of the first element in the storage, in elements (of dtype)
  Storage storage = {};
  bool requiresGrad = false;
};

/// elementCount is the product of the sizes; readers refuse what overflows 63 bits.
std::int64_t elementCount(const Tensor& tensor);
std::int64_t elementCount(std::span<const std::int64_t> sizes);
/// checkedElementCount is nothing for negative sizes, and when the sizes other than 0 multiply to more than 63 bits.
std::optional<std::int64_t> checkedElementCount(std::span<const std::int64_t> sizes);
/// isBoundless tells of a comparison over `shape`, to which both are broadcast, that has more elements than are in any file
/// and than anybody waits for: some bytes can repeat themselves, or each other, without end.
bool isBoundless(std::span<const std::int64_t> shape, const Tensor& a, const Tensor& b);
/// isContiguous: elements lie one after the other in row-major order (sizes of 1 and empty tensors ask for nothing).
bool isContiguous(const Tensor& tensor);
/// elementBytes of a contiguous tensor. They may be unaligned for their dtype (members of an .npz lie anywhere): read
/// numbers through memcpy or unaligned loads. Empty for a tensor without elements.
std::span<const std::byte> elementBytes(const Tensor& tensor);
/// contiguousStrides of a row-major tensor.
std::vector<std::int64_t> contiguousStrides(std::span<const std::int64_t> sizes);
/// sizeText is "torch.Size([3, 2])"; shapeText "3 x 2" for tables, "scalar" for none.
std::string sizeText(std::span<const std::int64_t> sizes);
std::string shapeText(std::span<const std::int64_t> sizes);
/// indexOf is the place of the n-th element in row-major order.
std::vector<std::int64_t> indexOf(std::int64_t flat, std::span<const std::int64_t> sizes);
/// indexText is "[0, 3]"; "[]" for a scalar.
std::string indexText(std::span<const std::int64_t> index);
/// elementAt as double: int64 beyond 2^53 is rounded; a complex one is its real part.
double elementAt(const Tensor& tensor, std::int64_t flat);
/// elementText is the number as torch's item() prints it: "0.10000000149011612", "nan", "True", "7", "(1+2j)".
std::string elementText(const Tensor& tensor, std::int64_t flat);
/// floatText is Python's repr() of a float: the shortest digits that read back as the same number; "1.0", "1e-05", "inf".
std::string floatText(double value);
/// scalarTensor holds one number of its own, rounded as torch does; integers that do not fit become the nearest ones.
Tensor scalarTensor(double value, Dtype dtype);

}  // namespace plumbline::numerics
