// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/log_identity.h"

#include <algorithm>
#include <optional>

#include "core/configs/catalogue.h"

namespace plumbline::sources {
namespace {

using configs::Mode;

std::optional<Mode> modeOf(const std::string& word) {
  if (word == "train") return Mode::Training;
  if (word == "eval") return Mode::Inference;
  return std::nullopt;
}

/// A job's log is called after the job; '/' became '_' or a space there.
std::optional<configs::Identity> identityOfJob(const std::string& origin, std::optional<Mode> mode) {
  const std::size_t at = origin.rfind("test (");
  const std::size_t end = at == std::string::npos ? at : origin.find(')', at);
  if (end == std::string::npos || !mode) return std::nullopt;
  const std::size_t folder = origin.find_last_of("/!", at);
  const std::string front =
      origin.substr(folder == std::string::npos ? 0 : folder + 1, at - (folder == std::string::npos ? 0 : folder + 1));
  const auto shard = configs::shardOfJob(front + " / " + origin.substr(at, end + 1 - at));
  if (!shard) return std::nullopt;
  configs::Identity identity;
  identity.config = {shard->test, shard->suite, *mode, shard->platform, {}};
  identity.shard = shard->shard;
  identity.shards = shard->shards;
  identity.jobId = shard->jobId;
  identity.machine = shard->machine;
  return identity;
}

}  // namespace

void nameLogRun(Piece& piece, const std::string& origin, const std::string& mode, bool isAccuracy) {
  if (!isAccuracy) {
    piece.unnamedReason = "This run measured speed and not accuracy, so no baseline of CI is its own.";
    return;
  }
  const std::optional<Mode> said = modeOf(mode);
  if (auto identity = identityOfJob(origin, said)) {
    piece.identity = std::move(identity);
    return;
  }
  std::string stem = origin;
  if (const std::size_t dot = stem.rfind('.'); dot != std::string::npos && dot > stem.find_last_of('/') + 1)
    stem.resize(dot);
  auto named = configs::identityOf(stem + ".csv");
  if (!named && said) named = configs::identityOf(stem + "_" + std::string(configs::modeName(*said)) + ".csv");
  if (!named) {
    piece.unnamedReason = "A log does not say which config ran, and neither does its name.";
  } else if (said && named->config.mode != *said) {
    piece.unnamedReason = "The name says " + std::string(configs::modeName(named->config.mode)) +
                          ", but this run is one of " + std::string(configs::modeName(*said)) + ".";
  } else {
    piece.identity = *named;
  }
}

}  // namespace plumbline::sources
