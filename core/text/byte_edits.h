// SPDX-License-Identifier: GPL-3.0-or-later
// Replacing stretches of a text and nothing else, with an exact way back.
//
//   text::ByteEdits edits{{.begin = 10, .end = 14, .with = "fail_accuracy"}};
//   std::string after = *text::applied(before, edits);
//   std::string again = *text::applied(after, text::inverse(before, edits));    // == before, byte for byte
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace plumbline::text {

/// ByteEdit replaces the bytes [begin, end) of a text by `with`; begin == end inserts.
struct ByteEdit {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string with = {};
  bool operator==(const ByteEdit&) const = default;
};

/// ByteEdits all refer to the same text: sorted by `begin`, not overlapping. Insertions at one place keep their order.
using ByteEdits = std::vector<ByteEdit>;

/// sortEdits brings edits into that order (stable). Errors: BadArgument when two overlap.
base::Result<ByteEdits> sortEdits(ByteEdits edits);

/// applied returns the text with all edits done. Errors: BadArgument when they are out of order, overlap or lie
/// outside.
base::Result<std::string> applied(std::string_view bytes, const ByteEdits& edits);

/// inverse returns the edits that turn applied(bytes, edits) back into `bytes`. `edits` must be valid for `bytes`.
ByteEdits inverse(std::string_view bytes, const ByteEdits& edits);

/// between returns one edit that turns `before` into `after`: what is left after the common start and end; none when
/// equal.
ByteEdits between(std::string_view before, std::string_view after);

}  // namespace plumbline::text
