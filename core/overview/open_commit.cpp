// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overview/open_commit.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include "core/flaky/checkout.h"
#include "core/verdicts/rule_sets/checkout_rules.h"

namespace plumbline::overview {
namespace {

constexpr const char* kCheckout = "checkout";
/// Opening takes the bar up to kOpenPart of base::Progress::kScale.
constexpr std::uint64_t kOpenPart = 700;

base::Result<std::shared_ptr<const verdicts::RuleSet>> rulesOf(const std::string& id, const sources::Opened& opened) {
  if (id.empty()) return verdicts::ruleSet(verdicts::kDefaultGeneration);
  if (id != kCheckout) return verdicts::ruleSet(id);
  const std::string baseline = mainBaseline(opened);
  const auto checkout = baseline.empty() ? std::nullopt : flaky::findCheckout(baseline);
  if (!checkout)
    return base::fail(base::ErrorCode::BadArgument,
                      "There is no PyTorch checkout with check scripts around these baselines.",
                      "Name a generation instead; \"plumbline-cli rules\" lists them.", baseline);
  auto found = verdicts::checkoutRules(*checkout);
  if (!found) return base::fail(found.error());
  return found->rules;
}

namespace fs = std::filesystem;

constexpr const char* kTreeName = "ci_expected_accuracy";
/// A tree has some 130 baselines; a folder with more files than this is something else.
constexpr std::size_t kMaxTreeFiles = 2000;
constexpr std::uint64_t kMaxTreeBytes = std::uint64_t{64} << 20;
constexpr std::size_t kDepth = 2;  // the platforms' folders

std::string folderText(const fs::path& folder) { return folder.empty() ? "." : folder.string(); }

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

std::string mainBaseline(const sources::Opened& opened) {
  const auto depth = [](const std::string& path) { return std::ranges::count(path, '/'); };
  const std::string* best = nullptr;
  for (const sources::Piece& piece : opened.pieces)
    if (piece.isBaseline && !piece.path.empty() && (best == nullptr || depth(piece.path) < depth(*best)))
      best = &piece.path;
  return best == nullptr ? std::string() : *best;
}

std::map<std::string, std::shared_ptr<const flaky::OwnFlaky>> ownListsOf(const sources::Opened& opened,
                                                                         flaky::Date today,
                                                                         const std::string& fallback) {
  std::map<std::string, std::shared_ptr<const flaky::OwnFlaky>> lists;
  for (const sources::Piece& piece : opened.pieces) {
    if (!piece.isBaseline || piece.path.empty()) continue;
    const std::size_t slash = piece.path.find_last_of('/');
    auto& own = lists[slash == std::string::npos ? "" : piece.path.substr(0, slash)];
    if (own == nullptr) own = std::make_shared<const flaky::OwnFlaky>(flaky::readOwnLists(piece.path, today, fallback));
  }
  return lists;
}

base::Outcome<CommitPtr> openCommit(const OpenRequest& request, const base::Progress& progress) {
  auto opened = sources::open(request.paths, request.open, progress.part(0, kOpenPart));
  if (!opened.isValue()) return opened.failure();
  const auto shared = std::make_shared<const sources::Opened>(std::move(opened.value()));
  ViewOptions options = request.view;
  if (options.rules == nullptr) {
    auto rules = rulesOf(request.ruleId, *shared);
    if (!rules) return rules.error();
    options.rules = *std::move(rules);
  }
  if (options.ownFlaky.empty())
    options.ownFlaky = ownListsOf(*shared, request.today.value_or(flaky::localToday()), request.defaultFlakyList);
  return CommitView::make(shared, options, progress.part(kOpenPart, base::Progress::kScale), request.sideBySide);
}

std::string treeFolder(const std::string& baselinePath) {
  const auto config = configs::configOfBaseline(baselinePath);
  if (!config) return {};
  const fs::path own = fs::path(baselinePath).parent_path();
  for (fs::path folder = own; folder.has_filename(); folder = folder.parent_path())
    if (folder.filename() == kTreeName) return folderText(folder);
  const fs::path platform = fs::path(configs::baselineFile(*config)).parent_path();
  const bool ofPlatform = !platform.empty() && own.filename() == platform;
  return folderText(ofPlatform ? own.parent_path() : own);
}

base::Outcome<CommitPtr> treeAround(const std::string& baselinePath, const base::Progress& progress) {
  const std::string folder = treeFolder(baselinePath);
  if (folder.empty())
    return base::fail(base::ErrorCode::NotFound, "The name of this file is none of a baseline.",
                      "Siblings are found by their names, for example inductor_torchbench_training.csv.", baselinePath);
  sources::OpenOptions options;
  options.limits.files = kMaxTreeFiles;
  options.limits.depth = kDepth;
  options.limits.totalBytes = kMaxTreeBytes;
  return openCommit({.paths = {{folder, sources::Role::Expected}}, .open = options}, progress);
}

std::optional<std::size_t> configOfFile(const CommitView& view, const std::string& path) {
  const auto& configs = view.configs();
  for (std::size_t i = 0; i < configs.size(); ++i)
    if (configs[i].baselinePath == path && !path.empty()) return i;
  const fs::path name = fs::path(path).filename();
  for (std::size_t i = 0; i < configs.size(); ++i) {
    const fs::path other = configs[i].baselinePath;
    std::error_code quiet;
    if (!other.empty() && other.filename() == name && fs::equivalent(other, path, quiet)) return i;
  }
  return std::nullopt;
}

base::Result<sources::Assignment> assignmentOfText(const std::string& text) {
  const std::size_t equals = text.rfind('=');
  if (equals == std::string::npos || equals == 0) return base::fail(bad("\"" + text + "\" is not FILE=CONFIG"));
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
