// SPDX-License-Identifier: GPL-3.0-or-later
// .safetensors: eight bytes of length, a JSON object {"name": {"dtype", "shape", "data_offsets": [begin, end]}}, then
// the numbers, little-endian. The JSON is read event by event. As the format demands, every byte after the header
// belongs to exactly one tensor.
//
//   auto tensors = readSafetensors({.file = "ref.safetensors", .bytes = mapped.bytes(), .owner = mapped.owner()});
#pragma once

#include "core/base/result.h"
#include "core/numerics/readers/mapped_file.h"
#include "core/numerics/tensors/value.h"

namespace plumbline::numerics {

/// readSafetensors makes a dict of tensors in the header's order, without "__metadata__"; the numbers stay in the file.
/// Errors: TooLarge over kMaxNodes tensors; BadFormat: truncation, a header that is no such JSON, an unknown dtype,
/// tensors that overlap, leave holes or do not match their shape.
base::Result<ValuePtr> readSafetensors(const FileBytesView& view);

}  // namespace plumbline::numerics
