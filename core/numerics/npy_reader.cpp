// SPDX-License-Identifier: GPL-3.0-or-later
// .npy: one header, one array. What same() compares is what torch.from_numpy() makes of it: a tensor.
#include "core/numerics/load_value.h"
#include "core/numerics/npy_header.h"

namespace plumbline::numerics {
namespace {

/// fortranStrides: the first axis moves fastest.
std::vector<std::int64_t> fortranStrides(std::span<const std::int64_t> sizes) {
  std::vector<std::int64_t> turned(sizes.rbegin(), sizes.rend());
  std::vector<std::int64_t> strides = contiguousStrides(turned);
  return {strides.rbegin(), strides.rend()};
}

}  // namespace

base::Result<ValuePtr> readNpy(const FileBytesView& view) {
  auto header = readNpyHeader(view.bytes, view.file);
  if (!header) return base::fail(header.error());
  Tensor tensor{.dtype = header->dtype, .sizes = std::move(header->sizes)};
  tensor.strides = header->isFortranOrder ? fortranStrides(tensor.sizes) : contiguousStrides(tensor.sizes);
  tensor.storage = {.owner = view.owner,
                    .bytes = view.bytes.subspan(header->dataAt, header->dataBytes),
                    .isSwapped = header->isSwapped,
                    .isWhole = view.isWhole};
  return tensorValue(std::move(tensor));
}

}  // namespace plumbline::numerics
