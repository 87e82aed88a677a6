// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/byte_edits.h"

#include <algorithm>

namespace plumbline::text {
namespace {

/// Two edits may touch, and insertions may share a place; a byte is replaced once.
bool follows(const ByteEdit& earlier, const ByteEdit& later) { return earlier.end <= later.begin; }

base::Error misfit(const std::string& why) {
  return {base::ErrorCode::BadArgument, "These edits do not fit the text: " + why + ".", ""};
}

}  // namespace

base::Result<ByteEdits> sortEdits(ByteEdits edits) {
  std::ranges::stable_sort(edits, [](const ByteEdit& a, const ByteEdit& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end < b.end;
  });
  for (std::size_t i = 1; i < edits.size(); ++i)
    if (!follows(edits[i - 1], edits[i])) return base::fail(misfit("two of them change the same bytes"));
  return edits;
}

base::Result<std::string> applied(std::string_view bytes, const ByteEdits& edits) {
  std::string out;
  std::size_t added = bytes.size();
  for (const ByteEdit& edit : edits) added += edit.with.size();
  out.reserve(added);
  std::size_t at = 0;
  for (const ByteEdit& edit : edits) {
    if (edit.begin > edit.end || edit.end > bytes.size()) return base::fail(misfit("one lies outside"));
    if (edit.begin < at) return base::fail(misfit("they are out of order or overlap"));
    out.append(bytes, at, edit.begin - at);
    out.append(edit.with);
    at = edit.end;
  }
  out.append(bytes, at);
  return out;
}

ByteEdits inverse(std::string_view bytes, const ByteEdits& edits) {
  ByteEdits back;
  back.reserve(edits.size());
  std::size_t grown = 0;    // bytes inserted so far
  std::size_t shrunk = 0;   // bytes removed so far
  for (const ByteEdit& edit : edits) {
    const std::size_t begin = edit.begin + grown - shrunk;
    back.push_back({begin, begin + edit.with.size(), std::string(bytes.substr(edit.begin, edit.end - edit.begin))});
    grown += edit.with.size();
    shrunk += edit.end - edit.begin;
  }
  return back;
}

ByteEdits between(std::string_view before, std::string_view after) {
  if (before == after) return {};
  const std::size_t shorter = std::min(before.size(), after.size());
  std::size_t head = 0;
  while (head < shorter && before[head] == after[head]) ++head;
  std::size_t tail = 0;
  while (tail < shorter - head && before[before.size() - 1 - tail] == after[after.size() - 1 - tail]) ++tail;
  return {{head, before.size() - tail, std::string(after.substr(head, after.size() - tail - head))}};
}

}  // namespace plumbline::text
