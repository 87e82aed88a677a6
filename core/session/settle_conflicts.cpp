// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/settle_conflicts.h"

#include "core/text/byte_edits.h"

namespace plumbline::session {

base::Result<baselines::Change> settleChange(const baselines::Drafts& drafts, const std::string& path,
                                             const std::vector<baselines::ConflictChoice>& choices) {
  const baselines::Drafts::File* file = drafts.find(path);
  if (file == nullptr)
    return base::fail({base::ErrorCode::BadArgument, "This file is not open for editing.", "", path, 0, 0});
  const auto settled = baselines::resolved(file->pending, path, choices);
  if (!settled) return base::fail(settled.error());
  baselines::Change change;
  change.text = (choices.size() == 1 ? "Settle the conflict" : "Settle " + std::to_string(choices.size()) + " conflicts") + " in " +
                path.substr(path.find_last_of('/') + 1);
  change.files.push_back({path, text::between(file->pending, *settled)});
  return change;
}

}  // namespace plumbline::session
