// SPDX-License-Identifier: GPL-3.0-or-later
// The pieces that names of artifacts, folders and files hold: "inductor_timm-1-2-MACHINE_345", "attempt2", a commit.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/configs/ci_names.h"

namespace plumbline::configs {

/// ArtifactText is what the name of an artifact says.
struct ArtifactText {
  ShardName shard;
  int attempt = 0;
  std::string otherRun;  ///< see TestName
};
/// readArtifact reads a name with or without ".zip". Without `strict` the prefix and all behind the shards may be absent,
/// as people shorten them. Errors: BadFormat, NotFound.
base::Result<ArtifactText> readArtifact(std::string_view name, bool strict);

struct ShardText {
  int shard = 0, shards = 0;
};
/// shardIn finds "shard1", "shard-1-2", "shard_1_of_4".
std::optional<ShardText> shardIn(std::string_view name);
/// attemptIn finds "attempt2", "run_attempt-3".
std::optional<int> attemptIn(std::string_view name);
/// commitIn finds 40 hex digits that stand alone; "" when there are none.
std::string commitIn(std::string_view name);

}  // namespace plumbline::configs
