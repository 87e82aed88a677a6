// SPDX-License-Identifier: GPL-3.0-or-later
// What a file of results is, told by its first bytes, with a word for those that look like one and are not read.
//
//   const FileKind kind = kindOf(mapped.bytes());
//   if (!kind.format) show(kind.problem, kind.hint);
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "core/numerics/load_value.h"

namespace plumbline::numerics {

struct FileKind {
  std::optional<FileFormat> format = {};
  std::string problem = {};  ///< without a format: one sentence, and what to do
  std::string hint = {};
  bool isForeign = false;    ///< without a format: nothing speaks for a file of tensors
};

FileKind kindOf(std::span<const std::byte> bytes);

}  // namespace plumbline::numerics
