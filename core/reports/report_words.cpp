// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/files/file_bytes.h"
#include "core/overview/assignment_text.h"
#include "core/reports/report_source.h"

namespace plumbline::reports {

ReportWords wordsOf(const overview::CommitView& view, const std::string& ruleId) {
  ReportWords words;
  for (const sources::SourcePath& source : view.opened().paths)
    (source.role == sources::Role::Expected ? words.trees : words.sources).push_back(source.path);
  words.rules = ruleId;
  const overview::ViewOptions& options = view.options();
  words.attempts = options.attempts == overview::AttemptRule::First ? "first" : "latest";
  words.commit = options.commit;
  for (const sources::Piece& piece : view.opened().pieces)
    if (piece.assigned && piece.identity) words.names.push_back(overview::assignmentText({piece.origin, *piece.identity}));
  for (const overview::AttemptChoice& choice : options.choices) words.uses.push_back(choice.origin);
  return words;
}

bool isInput(const overview::CommitView& view, const std::string& file) {
  const auto stamp = files::stampOf(file);
  if (!stamp) return false;
  const sources::Opened& opened = view.opened();
  const auto isSame = [&](const std::string& path) {
    const auto other = files::stampOf(path);
    return other && *other == *stamp;
  };
  return std::any_of(opened.paths.begin(), opened.paths.end(), [&](const auto& source) { return isSame(source.path); }) ||
         std::any_of(opened.pieces.begin(), opened.pieces.end(),
                     [&](const auto& piece) { return piece.stamp == *stamp || (!piece.path.empty() && isSame(piece.path)); });
}

}  // namespace plumbline::reports
