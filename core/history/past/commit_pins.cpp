// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/past/commit_pins.h"

#include <map>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/history/streaks.h"
#include "core/sources/git_history.h"
#include "core/text/ascii.h"
#include "core/text/utf8.h"

namespace plumbline::history {
namespace {

constexpr std::string_view kImageFolder = ".ci/docker";
constexpr std::string_view kPinFolder = "ci_commit_pins/", kPinEnding = ".txt", kVersionEnding = "_version.txt";
constexpr std::size_t kShownId = 12, kMaxVersionBytes = 256;
constexpr std::size_t kMaxPinBytes = std::size_t{1} << 20;  ///< of all pins of a commit

using Pins = std::map<std::string, std::string>;

/// pinNameOf is "transformers" of ".ci/docker/ci_commit_pins/transformers.txt" and "triton" of ".ci/docker/triton_version.txt"; "" for any other file.
std::string pinNameOf(std::string_view path) {
  const std::size_t folder = path.rfind('/') + 1;
  std::string_view name = path.substr(folder);
  const bool isPin = path.substr(0, folder).ends_with(kPinFolder) && name.ends_with(kPinEnding);
  const bool isVersion = path.starts_with(kImageFolder) && name.ends_with(kVersionEnding);
  if (!isPin && !isVersion) return {};
  name.remove_suffix(isPin ? kPinEnding.size() : kVersionEnding.size());
  return std::string(name);
}

/// pinsAt reads the pins of a commit that is there.
base::Result<Pins> pinsAt(sources::Git& git, const std::string& commit) {
  const auto listed = git.run({"ls-tree", "-r", "-z", "--full-tree", commit, "--", ".ci", ".circleci", ".github"});
  if (!listed) return base::fail(listed.error());
  const auto files = sources::listedFiles(*listed);
  if (!files) return base::fail(base::ErrorCode::BadFormat, std::string("git's list of files cannot be read: ") + files.error() + '.');
  std::unordered_map<std::string, std::string> blobs;
  Pins pins;  // blob ids at first
  for (const auto& [path, id] : *files)
    if (std::string name = pinNameOf(path); !name.empty() && pins.try_emplace(std::move(name), id).second) blobs[id];
  if (auto error = git.fill(blobs, kMaxPinBytes)) return base::fail(*std::move(error));
  for (auto& [name, version] : pins) {
    const std::string& text = blobs[version];
    version = text::prefixOf(text::trimmed(std::string_view(text).substr(0, text.find('\n'))), kMaxVersionBytes);
  }
  if (const auto folder = git.run({"rev-parse", "--verify", "-q", commit + ':' + std::string(kImageFolder)}))
    pins[std::string(kImageFolder)] = std::string(text::trimmed(*folder)).substr(0, kShownId);
  return pins;
}

}  // namespace

base::Result<void> addPins(std::vector<RunInfo>& runs, const std::string& checkout, const std::stop_token& stop) {
  sources::Git git(checkout, stop);
  if (const auto folder = git.run({"rev-parse", "--git-dir"}); !folder) return base::fail(folder.error());
  std::map<std::string, Pins> known;
  for (RunInfo& run : runs) {
    if (!text::isWholeHash(run.commit)) continue;
    auto found = known.find(run.commit);
    if (found == known.end()) {
      Pins pins;
      if (git.run({"cat-file", "-e", run.commit + "^{commit}"})) {
        auto read = pinsAt(git, run.commit);
        if (!read) return base::fail(read.error());
        pins = *std::move(read);
      }
      found = known.emplace(run.commit, std::move(pins)).first;
    }
    Pins pins = pinsOf(run);
    for (const auto& [name, version] : found->second)
      if (!version.empty()) pins[name] = version;
    run.pins = pinLines(pins);
  }
  return {};
}

}  // namespace plumbline::history
