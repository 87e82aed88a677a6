// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overview/assignment_text.h"

#include <charconv>
#include <string_view>
#include <utility>

namespace plumbline::overview {
namespace {

base::Error bad(std::string text) { return {base::ErrorCode::BadArgument, std::move(text), "", "", 0, 0}; }

/// readShard takes "1/4" into the identity.
bool readShard(std::string_view text, configs::Identity& to) {
  const char* const end = text.data() + text.size();
  const auto shard = std::from_chars(text.data(), end, to.shard);
  if (shard.ec != std::errc() || shard.ptr == end || *shard.ptr != '/') return false;
  const auto shards = std::from_chars(shard.ptr + 1, end, to.shards);
  return shards.ec == std::errc() && shards.ptr == end && to.shard >= 1 && to.shard <= to.shards;
}

}  // namespace

base::Result<sources::Assignment> assignmentOfText(const std::string& text) {
  const std::size_t equals = text.rfind('=');
  if (equals == std::string::npos || equals == 0)
    return base::fail(bad("\"" + text + "\" is not FILE=CONFIG"));
  sources::Assignment out{text.substr(0, equals), {}};
  std::string_view name = std::string_view(text).substr(equals + 1);
  if (const std::size_t at = name.rfind('@'); at != std::string_view::npos) {
    if (!readShard(name.substr(at + 1), out.identity))
      return base::fail(bad("\"" + std::string(name.substr(at + 1)) + "\" is no shard such as 1/4"));
    name = name.substr(0, at);
  }
  auto config = configs::configOfName(name);
  if (!config) return base::fail(config.error());
  out.identity.config = *std::move(config);
  return out;
}

std::string assignmentText(const sources::Assignment& assignment) {
  const configs::Identity& identity = assignment.identity;
  std::string text = assignment.origin + '=' + configs::configName(identity.config);
  if (identity.shard > 0) text += '@' + std::to_string(identity.shard) + '/' + std::to_string(identity.shards);
  return text;
}

}  // namespace plumbline::overview
