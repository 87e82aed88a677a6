// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/baselines/drafts.h"

#include <algorithm>
#include <span>
#include <utility>

#include "core/text/line_diff.h"

namespace plumbline::baselines {
namespace {

std::size_t notBlank(std::span<const std::string_view> lines) {
  return static_cast<std::size_t>(std::ranges::count_if(
      lines, [](std::string_view line) { return line.find_first_not_of(" \t\r\n") != std::string_view::npos; }));
}

}  // namespace

base::Result<const Drafts::File*> Drafts::open(const std::string& path, bool mayBeNew) {
  if (const File* known = find(path)) return known;
  auto read = files::readFile(path);
  if (read) return adopt({path, read->bytes, read->bytes, read->stamp, true});
  if (mayBeNew && read.error().code == base::ErrorCode::NotFound) return adopt({path, {}, {}, {}, false});
  return base::fail(read.error());
}

const Drafts::File* Drafts::adopt(File file) {
  const std::string path = file.path;
  return &m_files.insert_or_assign(path, std::move(file)).first->second;
}

const Drafts::File* Drafts::find(const std::string& path) const {
  const auto it = m_files.find(path);
  return it == m_files.end() ? nullptr : &it->second;
}

std::vector<const Drafts::File*> Drafts::changed() const {
  std::vector<const File*> out;
  for (const auto& [path, file] : m_files)
    if (file.isChanged()) out.push_back(&file);
  return out;
}

base::Result<Change> Drafts::apply(const Change& change) {
  // First everything that can fail, then the state moves in one go.
  std::map<std::string, std::string> after;
  Change back;
  back.text = change.text;
  for (const FileChange& part : change.files) {
    const File* file = find(part.path);
    if (file == nullptr) {
      return base::fail(base::ErrorCode::BadArgument, "This file is not open for editing.", "", part.path);
    }
    const auto earlier = after.find(part.path);
    const std::string& bytes = earlier == after.end() ? file->pending : earlier->second;
    auto result = text::applied(bytes, part.edits);
    if (!result) {
      base::Error error = result.error();
      error.file = part.path;
      return base::fail(std::move(error));
    }
    back.files.push_back({part.path, text::inverse(bytes, part.edits)});
    after[part.path] = std::move(*result);
  }
  for (const DecisionChange& decided : change.decisions) {
    const auto it = m_decisions.find(decided.key);
    back.decisions.push_back({decided.key, it == m_decisions.end() ? std::nullopt : std::optional(it->second)});
    if (decided.now) {
      m_decisions[decided.key] = *decided.now;
    } else if (it != m_decisions.end()) {
      m_decisions.erase(it);
    }
  }
  // What was done last is taken back first.
  std::reverse(back.files.begin(), back.files.end());
  std::reverse(back.decisions.begin(), back.decisions.end());
  for (auto& [path, bytes] : after) m_files.at(path).pending = std::move(bytes);
  return back;
}

void Drafts::rebase(const std::string& path, std::string onDisk, files::FileStamp stamp, std::string pending) {
  File& file = m_files[path];
  file.path = path;
  file.saved = std::move(onDisk);
  file.stamp = stamp;
  file.pending = std::move(pending);
  file.exists = true;
}

base::Result<Change> Drafts::discardChange(const std::string& path) const {
  const File* file = find(path);
  if (file == nullptr) {
    return base::fail(base::ErrorCode::BadArgument, "This file is not open for editing.", "", path);
  }
  Change change;
  change.text = "Discard the edits of " + path.substr(path.find_last_of('/') + 1);
  change.files.push_back({path, text::between(file->pending, file->saved)});
  for (const auto& [key, decision] : m_decisions)
    if (key.baseline == path) change.decisions.push_back({key, std::nullopt});
  for (DecisionChange& gone : flakyDecisionsRemoved(m_decisions, file->pending, file->saved)) change.decisions.push_back(std::move(gone));
  return change;
}

std::vector<DecisionChange> flakyDecisionsRemoved(const Decisions& decisions, std::string_view was, std::string_view willBe) {
  std::vector<DecisionChange> gone;
  for (const auto& [key, decision] : decisions) {
    if (decision.kind != DecisionKind::Flaky) continue;
    const std::string model = key.model.substr(0, key.model.find('#', 1));  // a list names models, never their columns
    const auto names = [&model](std::string_view text) {
      return text.find('"' + model + '"') != std::string_view::npos || text.find('\'' + model + '\'') != std::string_view::npos;
    };
    if (names(was) && !names(willBe)) gone.push_back({key, std::nullopt});
  }
  return gone;
}

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
