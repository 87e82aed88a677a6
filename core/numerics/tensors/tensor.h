// SPDX-License-Identifier: GPL-3.0-or-later
// A tensor in a file: its description, and where its numbers are. The readers guarantee that every element lies inside
// the storage.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "core/numerics/tensors/dtype.h"

namespace plumbline::numerics {

/// Storage is a range of bytes that tensors share: part of a mapped file, or memory that `owner` keeps alive.
struct Storage {
  std::shared_ptr<const void> owner = {};
  std::span<const std::byte> bytes = {};
  bool isSwapped = false;             ///< other byte order than this machine's (little-endian)
  std::string name = {};              ///< "data/3" in its archive; "" for a file with one storage
  std::string device = {};            ///< "cuda:0", where the tensor was when it was saved; "" for the CPU
  std::function<bool()> isWhole = {}; ///< false if its file changed since it was mapped; empty: not a file
};

/// kMaxAxes is the limit of numpy and of torch's iterators; readers refuse more.
inline constexpr std::size_t kMaxAxes = 64;

struct Tensor {
  Dtype dtype = Dtype::Float32;
  std::vector<std::int64_t> sizes = {};    ///< {} is a scalar; 0 is possible; never negative
  std::vector<std::int64_t> strides = {};  ///< in elements, one per size; 0 repeats, never negative but in .npy files
  std::int64_t offset = 0;                 ///< of the first element in the storage, in elements (of dtype)
  Storage storage = {};
  bool requiresGrad = false;
  bool isSparse = false;  ///< torch.sparse_coo, made dense as same() does
  bool isConjugated = false, isNegated = false;  ///< torch's lazy bits: the numbers in the storage are to be changed
};

/// resolveBits applies the lazy bits of a tensor to `count` of its elements, copied out in native byte order.
void resolveBits(const Tensor& tensor, std::byte* elements, std::size_t count);

/// elementCount is the product of the sizes; readers refuse what overflows 63 bits.
std::int64_t elementCount(const Tensor& tensor);
std::int64_t elementCount(std::span<const std::int64_t> sizes);
/// checkedElementCount is nothing for negative sizes, and when the sizes other than 0 multiply to more than 63 bits.
std::optional<std::int64_t> checkedElementCount(std::span<const std::int64_t> sizes);
/// isBoundless: a comparison of two tensors broadcast to `shape` has too many elements, since few bytes can repeat
/// without limit.
bool isBoundless(std::span<const std::int64_t> shape, const Tensor& a, const Tensor& b);
/// isContiguous: the elements are adjacent in row-major order (strides of axes of size 1 do not matter).
bool isContiguous(const Tensor& tensor);
/// elementBytes of a contiguous tensor, lazy bits left aside. They may be unaligned for their dtype (members of an .npz lie anywhere): read
/// numbers through memcpy or unaligned loads. Empty for a tensor without elements.
std::span<const std::byte> elementBytes(const Tensor& tensor);
/// contiguousStrides of a row-major tensor.
std::vector<std::int64_t> contiguousStrides(std::span<const std::int64_t> sizes);
/// sizeText is "torch.Size([3, 2])"; shapeText "3 x 2" for tables, "scalar" for none.
std::string sizeText(std::span<const std::int64_t> sizes);
std::string shapeText(std::span<const std::int64_t> sizes);
/// indexOf is the index of the n-th element in row-major order.
std::vector<std::int64_t> indexOf(std::int64_t flat, std::span<const std::int64_t> sizes);
/// indexText is "[0, 3]"; "[]" for a scalar.
std::string indexText(std::span<const std::int64_t> index);
/// toDense makes a torch.sparse_coo tensor dense, as same() does: values[i] is added to what is at indices[:, i]. Errors: what
/// is not supported, "with an index outside of it".
tl::expected<Tensor, std::string> toDense(const Tensor& indices, const Tensor& values, const std::vector<std::int64_t>& sizes);
/// elementAt as double: int64 beyond 2^53 is rounded; a complex one is its real part.
double elementAt(const Tensor& tensor, std::int64_t flat);
/// elementText is the number as torch's item() prints it: "0.10000000149011612", "nan", "True", "7", "(1+2j)".
std::string elementText(const Tensor& tensor, std::int64_t flat);
/// floatText is Python's repr() of a float: the shortest digits that read back as the same number; "1.0", "1e-05",
/// "inf".
std::string floatText(double value);
/// scalarTensor holds one number of its own, rounded as torch does; integers that do not fit become the nearest ones.
Tensor scalarTensor(double value, Dtype dtype);

}  // namespace plumbline::numerics
