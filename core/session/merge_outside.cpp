// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/merge_outside.h"

#include <optional>
#include <utility>

#include "core/baselines/baseline_edit.h"
#include "core/text/byte_edits.h"
#include "core/text/line_diff.h"

namespace plumbline::session {
namespace {

using baselines::BaselineEdit;
using baselines::BaselineTable;

/// Merger does one edit of ours at a time on their table.
class Merger {
 public:
  Merger(const BaselineTable& base, BaselineTable theirs, std::vector<std::string>& lost)
      : m_base(base), m_theirs(std::move(theirs)), m_lost(lost) {}

  std::string bytes() const { return std::string(m_theirs.csv().bytes()); }

  void operator()(const baselines::SetValue& edit) {
    const auto before = m_base.value(edit.model, edit.column);
    const auto now = m_theirs.value(edit.model, edit.column);
    const std::string wanted = edit.model + ", " + edit.column + ": \"" + edit.text + "\"";
    if (now && *now == edit.text) return;
    if (now && *now != before.value_or("")) {
      m_lost.push_back(wanted + " is left out: the file on disk now says \"" + *now + "\" there, it was \"" +
                       before.value_or("") + "\".");
    } else {
      make(edit, wanted);
    }
  }

  void operator()(const baselines::AddModel& edit) {
    std::string name;
    for (std::size_t i = 0; i < edit.cells.size() && i < (m_theirs.isPrTime() ? 2U : 1U); ++i)
      name += (i == 0 ? "" : ",") + cell(edit, m_base.isPrTime() ? baselines::kPrTimeColumns[i] : "name");
    if (m_theirs.recordOf(name)) {
      bool same = true;
      for (const auto& [column, text] : edit.cells) same = same && m_theirs.value(name, column).value_or("") == text;
      if (!same) m_lost.push_back("The new row " + name + " is left out: the file on disk has another row of that name now.");
    } else {
      make(edit, "The new row " + name);
    }
  }

  void operator()(const baselines::RemoveModel& edit) {
    if (const auto there = m_theirs.recordOf(edit.model); !there && there.error().code == base::ErrorCode::NotFound) return;
    for (const std::string& column : m_base.columns()) {
      const auto now = m_theirs.value(edit.model, column);
      if (now && *now == m_base.value(edit.model, column).value_or("")) continue;
      m_lost.push_back("The row " + edit.model + " is not removed: its " + column + " was changed on disk.");
      return;
    }
    make(edit, "Removing the row " + edit.model);
  }

  void operator()(const baselines::AddMetric& edit) {
    if (!m_theirs.columnIndex(edit.column)) make(edit, "The new column " + edit.column);
  }

 private:
  static std::string cell(const baselines::AddModel& edit, std::string_view column) {
    for (const auto& [name, text] : edit.cells)
      if (name == column) return text;
    return {};
  }

  void make(const BaselineEdit& edit, const std::string& words) {
    auto edits = baselines::bytesFor(m_theirs, {edit});
    if (edits) {
      auto bytes = text::applied(m_theirs.csv().bytes(), *edits);
      auto table = bytes ? BaselineTable::of(std::move(*bytes), m_theirs.csv().fileName())
                         : base::Result<BaselineTable>(base::fail(bytes.error()));
      if (table) {
        m_theirs = std::move(*table);
        return;
      }
      m_lost.push_back(words + " is left out: " + table.error().text);
      return;
    }
    m_lost.push_back(words + " is left out: " + edits.error().text);
  }

  const BaselineTable& m_base;
  BaselineTable m_theirs;
  std::vector<std::string>& m_lost;
};

/// byModels merges baselines; nothing when one of the three is none, or when edits of models do not say all of ours
/// (a mended layout, for example).
std::optional<MergedEdits> byModels(const std::string& path, std::string_view base, std::string_view ours,
                                    std::string_view theirs) {
  const auto before = BaselineTable::of(std::string(base), path);
  const auto pending = BaselineTable::of(std::string(ours), path);
  const auto onDisk = BaselineTable::of(std::string(theirs), path);
  if (!before || !pending || !onDisk) return std::nullopt;
  const std::vector<BaselineEdit> edits = baselines::editsBetween(*before, *pending);
  const auto all = baselines::bytesFor(*before, edits);
  if (!all || text::applied(base, *all).value_or(std::string()) != ours) return std::nullopt;
  MergedEdits merged;
  Merger merger(*before, *onDisk, merged.lost);
  for (const BaselineEdit& edit : edits) std::visit(merger, edit);
  merged.bytes = merger.bytes();
  return merged;
}

std::string firstLineOf(std::string_view text, std::size_t line) {
  const std::vector<std::string_view> lines = text::linesOf(text);
  if (line >= lines.size()) return {};
  std::string_view shown = lines[line];
  while (!shown.empty() && (shown.back() == '\n' || shown.back() == '\r')) shown.remove_suffix(1);
  return std::string(shown.substr(0, 120));
}

MergedEdits byLines(std::string_view base, std::string_view ours, std::string_view theirs) {
  text::Reapplied done = text::reapply(base, ours, theirs);
  MergedEdits merged{std::move(done.bytes), {}};
  for (const text::LineChange& change : done.refused) {
    const bool adds = change.afterCount > 0;
    const std::string line = adds ? firstLineOf(ours, change.afterFirst) : firstLineOf(base, change.beforeFirst);
    merged.lost.push_back("Line " + std::to_string((adds ? change.afterFirst : change.beforeFirst) + 1) + ", \"" + line +
                          "\", is " + (adds ? "left out" : "not removed") + ": the same lines were changed on disk.");
  }
  return merged;
}

}  // namespace

MergedEdits mergeOutside(const std::string& path, std::string_view base, std::string_view ours,
                         std::string_view theirs) {
  if (theirs == base || theirs == ours) return {std::string(ours), {}};
  if (ours == base) return {std::string(theirs), {}};
  if (path.ends_with(".csv"))
    if (auto merged = byModels(path, base, ours, theirs)) return std::move(*merged);
  return byLines(base, ours, theirs);
}

base::Result<baselines::Change> settleChange(const baselines::Drafts& drafts, const std::string& path,
                                             const std::vector<baselines::ConflictChoice>& choices) {
  const baselines::Drafts::File* file = drafts.find(path);
  if (file == nullptr) return base::fail(base::ErrorCode::BadArgument, "This file is not open for editing.", "", path);
  const auto settled = baselines::resolved(file->pending, path, choices);
  if (!settled) return base::fail(settled.error());
  baselines::Change change;
  change.text = (choices.size() == 1 ? "Settle the conflict" : "Settle " + std::to_string(choices.size()) + " conflicts") + " in " +
                path.substr(path.find_last_of('/') + 1);
  change.files.push_back({path, text::between(file->pending, *settled)});
  return change;
}

}  // namespace plumbline::session
