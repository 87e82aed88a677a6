// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/flat_tensor.h"

#include <algorithm>
#include <memory>
#include <vector>

#include "core/numerics/block_reader.h"

namespace plumbline::numerics {
namespace {

constexpr std::size_t kMostCopied = std::size_t{32} << 20U;

}  // namespace

base::Outcome<Tensor> flatTensor(const Tensor& tensor, const Tensor& other) {
  if (tensor.sizes == other.sizes && !tensor.sizes.empty()) return tensor;
  const std::int64_t count = elementCount(tensor);
  Tensor flat = tensor;
  flat.sizes = {count};
  flat.strides = {1};
  if (isContiguous(tensor)) return flat;
  const std::size_t bytes = static_cast<std::size_t>(count) * itemSize(tensor.dtype);
  // A view of fewer elements than its storage holds can be copied; one that repeats itself could be of any size.
  if (bytes > std::max(kMostCopied, tensor.storage.bytes.size()))
    return base::Error{.code = base::ErrorCode::TooLarge,
                       .text = "A tensor that repeats its elements is too large to be flattened.",
                       .hint = "Save it with .contiguous()."};
  const auto copy = std::make_shared<std::vector<std::byte>>();
  copy->reserve(bytes);
  BlockReader reader({tensor, tensor.dtype}, tensor.sizes);
  for (std::size_t n = 0; (n = reader.next(kBlockElements)) > 0;) {
    const std::size_t size = n * itemSize(tensor.dtype);
    copy->insert(copy->end(), reader.data(), reader.data() + size);
  }
  if (!reader.isWhole()) return fileChanged(tensor);
  flat.offset = 0;
  flat.storage = {.owner = copy, .bytes = *copy};
  return flat;
}

}  // namespace plumbline::numerics
