// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/baselines/edit_count.h"

#include <algorithm>
#include <span>
#include <string_view>

#include "core/text/line_diff.h"

namespace plumbline::baselines {
namespace {

std::size_t notBlank(std::span<const std::string_view> lines) {
  return static_cast<std::size_t>(std::count_if(lines.begin(), lines.end(), [](std::string_view line) {
    return line.find_first_not_of(" \t\r\n") != std::string_view::npos;
  }));
}

}  // namespace

std::size_t editCount(const Drafts::File& file) {
  if (!file.isChanged()) return 0;
  const auto changes = text::changedLines(file.saved, file.pending);
  if (!file.path.ends_with(".csv")) return changes.size();  // a stretch of a list or script is one edit
  const auto before = text::linesOf(file.saved);
  const auto after = text::linesOf(file.pending);
  std::size_t count = 0;
  for (const text::LineChange& change : changes) {
    count += std::max(notBlank(std::span(before).subspan(change.beforeFirst, change.beforeCount)),
                      notBlank(std::span(after).subspan(change.afterFirst, change.afterCount)));
  }
  return std::max<std::size_t>(count, 1);  // a change of blank lines only is one edit all the same
}

std::size_t editCount(const Drafts& drafts) {
  std::size_t count = 0;
  for (const Drafts::File* file : drafts.changed()) count += editCount(*file);
  return count;
}

}  // namespace plumbline::baselines
