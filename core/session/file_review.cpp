// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/file_review.h"

#include <algorithm>
#include <utility>

#include "core/baselines/baseline_edit.h"
#include "core/text/ascii.h"
#include "core/text/line_diff.h"

namespace plumbline::session {
namespace {

/// kContext reaches the neighbouring row also where three empty lines lie between two rows.
constexpr std::size_t kContext = 4;
constexpr std::size_t kNamesShown = 2;
/// Longer pairs of lines are marked from the first to the last difference.
constexpr std::size_t kMaxMarkedBytes = 20'000;

std::uint32_t number(std::size_t line) { return static_cast<std::uint32_t>(line); }

std::string_view withoutLineEnd(std::string_view line) {
  if (!line.empty() && line.back() == '\n') line.remove_suffix(1);
  return line;
}

/// rowNames returns the model of each line of a baseline, "" for other lines; nothing when this is no baseline.
std::vector<std::string> rowNames(const std::string& path, const std::string& bytes, std::size_t lines) {
  std::vector<std::string> names;
  if (!path.ends_with(".csv")) return names;
  const auto table = baselines::BaselineTable::of(bytes, path);
  if (!table) return names;
  names.resize(lines);
  const std::size_t header = table->isPrTime() ? 0 : 1;
  for (std::size_t row = 0; row < table->modelCount(); ++row) {
    const std::size_t line = table->lineOf(row + header);
    if (line >= 1 && line <= lines) names[line - 1] = table->modelName(row);
  }
  return names;
}

std::string listed(const std::vector<std::string>& names) {
  std::string out;
  for (std::size_t i = 0; i < std::min(names.size(), kNamesShown); ++i) out += (i == 0 ? "" : ", ") + names[i];
  if (names.size() > kNamesShown) out += " and " + std::to_string(names.size() - kNamesShown) + " more";
  return out;
}

std::vector<Stretch> stretches(const std::vector<text::CharacterSpan>& spans, std::size_t length) {
  std::vector<Stretch> out;
  for (const text::CharacterSpan& span : spans)
    if (span.begin < length) out.push_back({span.begin, std::min(span.end, length)});
  return out;
}

std::size_t offsetOf(const std::string& whole, const std::vector<std::string_view>& lines, std::size_t line) {
  return line < lines.size() ? static_cast<std::size_t>(lines[line].data() - whole.data()) : whole.size();
}

}  // namespace

std::shared_ptr<const FileReview> FileReview::of(const baselines::Drafts::File& file) {
  const std::shared_ptr<FileReview> review(new FileReview);
  review->m_path = file.path;
  review->m_before = file.saved;
  review->m_after = file.pending;
  review->m_isNew = !file.exists;
  review->compare();
  return review;
}

std::shared_ptr<const FileReview> FileReview::between(std::string path, std::string before, std::string after) {
  const std::shared_ptr<FileReview> review(new FileReview);
  review->m_path = std::move(path);
  review->m_before = std::move(before);
  review->m_after = std::move(after);
  review->compare();
  return review;
}

void FileReview::compare() {
  m_beforeLines = text::linesOf(m_before);
  m_afterLines = text::linesOf(m_after);
  for (const auto* lines : {&m_beforeLines, &m_afterLines})
    for (const std::string_view line : *lines) m_longest = std::max(m_longest, line.size());
  for (const text::LineChange& c : text::changedLines(m_before, m_after)) {
    m_changes.push_back({c.beforeFirst, c.beforeCount, c.afterFirst, c.afterCount, {}, {}});
    m_removed += c.beforeCount;
    m_added += c.afterCount;
  }
  nameChanges();
  layOut(DiffLayout::Unified);
  layOut(DiffLayout::SideBySide);
}

void FileReview::nameChanges() {
  const std::vector<std::string> oldNames = rowNames(m_path, m_before, m_beforeLines.size());
  const std::vector<std::string> newNames = rowNames(m_path, m_after, m_afterLines.size());
  for (ReviewChange& change : m_changes) {
    const auto collect = [&](const std::vector<std::string>& names, std::size_t first, std::size_t count) {
      for (std::size_t i = first; i < std::min(first + count, names.size()); ++i)
        if (!names[i].empty() && std::ranges::find(change.models, names[i]) == change.models.end())
          change.models.push_back(names[i]);
    };
    collect(newNames, change.afterFirst, change.afterCount);
    collect(oldNames, change.beforeFirst, change.beforeCount);
    change.label = listed(change.models);
    if (!change.label.empty()) continue;
    // The first line that says something; the heading of a table says nothing about what is in it.
    const auto look = [&](const std::vector<std::string_view>& lines, std::size_t first, std::size_t count, bool headings) {
      for (std::size_t i = first; i < first + count && change.label.empty(); ++i)
        if (const std::string_view line = text::trimmed(lines[i]); headings || !line.starts_with("[[")) change.label = line;
    };
    for (const bool headings : {false, true}) {
      look(m_afterLines, change.afterFirst, change.afterCount, headings);
      look(m_beforeLines, change.beforeFirst, change.beforeCount, headings);
    }
    if (change.label.empty()) change.label = "line " + std::to_string(change.afterFirst + 1);
  }
}

void FileReview::layOut(DiffLayout layout) {
  using Kind = DiffRow::Kind;
  std::vector<DiffRow>& rows = m_rows[static_cast<std::size_t>(layout)];
  std::vector<std::size_t>& firsts = m_firstRows[static_cast<std::size_t>(layout)];
  std::size_t before = 0;  // the next line that is not laid out yet
  std::size_t after = 0;
  const auto context = [&](std::size_t count) {
    while (count > 0) {
      // Several empty lines are one row: between the rows of a baseline they say nothing.
      std::size_t empty = 0;
      while (empty < count && isEmptyLine(before + empty)) ++empty;
      const std::size_t lines = empty > 1 ? empty : 1;
      rows.push_back({empty > 1 ? Kind::Gap : Kind::Context, number(before), number(after), DiffRow::kNone});
      count -= lines;
      before += lines;
      after += lines;
    }
  };
  for (std::size_t i = 0; i < m_changes.size(); ++i) {
    const ReviewChange& c = m_changes[i];
    const std::size_t between = c.beforeFirst - before;
    const std::size_t tail = i == 0 ? 0 : kContext;
    if (between > tail + kContext + 1) {
      context(tail);
      const std::size_t hidden = between - tail - kContext;
      rows.push_back({Kind::Gap, number(before), number(after), number(i)});
      before += hidden;
      after += hidden;
      context(kContext);
    } else {
      context(between);
    }
    firsts.push_back(rows.size());
    const std::size_t pairs = layout == DiffLayout::SideBySide ? std::min(c.beforeCount, c.afterCount) : 0;
    for (std::size_t k = 0; k < pairs; ++k)
      rows.push_back({Kind::Changed, number(c.beforeFirst + k), number(c.afterFirst + k), number(i)});
    for (std::size_t k = pairs; k < c.beforeCount; ++k)
      rows.push_back({Kind::Removed, number(c.beforeFirst + k), DiffRow::kNone, number(i)});
    for (std::size_t k = pairs; k < c.afterCount; ++k)
      rows.push_back({Kind::Added, DiffRow::kNone, number(c.afterFirst + k), number(i)});
    before = c.beforeFirst + c.beforeCount;
    after = c.afterFirst + c.afterCount;
  }
  if (m_changes.empty()) return;
  const std::size_t rest = m_beforeLines.size() - before;
  context(std::min(rest, kContext));
  if (rest > kContext) rows.push_back({Kind::Gap, number(before), number(after), DiffRow::kNone});
}

const std::vector<DiffRow>& FileReview::rows(DiffLayout layout) const { return m_rows[static_cast<std::size_t>(layout)]; }

std::size_t FileReview::firstRow(DiffLayout layout, std::size_t change) const {
  const auto& firsts = m_firstRows[static_cast<std::size_t>(layout)];
  return change < firsts.size() ? firsts[change] : 0;
}

bool FileReview::isEmptyLine(std::size_t before) const { return before < m_beforeLines.size() && text::trimmed(m_beforeLines[before]).empty(); }

std::string_view FileReview::beforeLine(std::uint32_t line) const {
  return line < m_beforeLines.size() ? withoutLineEnd(m_beforeLines[line]) : std::string_view();
}

std::string_view FileReview::afterLine(std::uint32_t line) const {
  return line < m_afterLines.size() ? withoutLineEnd(m_afterLines[line]) : std::string_view();
}

bool FileReview::endsWithoutNewline(bool afterSide) const {
  const std::string& bytes = afterSide ? m_after : m_before;
  return !bytes.empty() && bytes.back() != '\n';
}

FileReview::Marked FileReview::changedStretches(const DiffRow& row) const {
  if (row.change >= m_changes.size() || row.kind == DiffRow::Kind::Gap) return {};
  const ReviewChange& c = m_changes[row.change];
  const std::size_t place = row.before != DiffRow::kNone ? row.before - c.beforeFirst : row.after - c.afterFirst;
  if (place >= c.beforeCount || place >= c.afterCount) return {};
  const std::string_view old = beforeLine(number(c.beforeFirst + place));
  const std::string_view now = afterLine(number(c.afterFirst + place));
  if (old.size() + now.size() > kMaxMarkedBytes) {
    const text::ByteEdits whole = text::between(old, now);
    if (whole.empty()) return {};
    return {{{whole[0].begin, whole[0].end}}, {{whole[0].begin, whole[0].begin + whole[0].with.size()}}};
  }
  const text::CharacterChanges changes = text::changedCharacters(old, now);
  return {stretches(changes.before, old.size()), stretches(changes.after, now.size())};
}

base::Result<baselines::Change> revertChange(const baselines::Drafts& drafts, const FileReview& review,
                                             std::size_t change) {
  const baselines::Drafts::File* file = drafts.find(review.path());
  if (file == nullptr || file->pending != review.after() || file->saved != review.before() ||
      change >= review.changes().size())
    return base::fail(base::ErrorCode::BadArgument, "The file has other edits by now.", "Look at the change again.",
                      review.path());
  const ReviewChange& c = review.changes()[change];
  const auto oldLines = text::linesOf(file->saved);
  const auto newLines = text::linesOf(file->pending);
  const std::size_t begin = offsetOf(file->pending, newLines, c.afterFirst);
  const std::size_t end = offsetOf(file->pending, newLines, c.afterFirst + c.afterCount);
  const std::size_t from = offsetOf(file->saved, oldLines, c.beforeFirst);
  const std::size_t to = offsetOf(file->saved, oldLines, c.beforeFirst + c.beforeCount);
  baselines::Change back;
  back.text = "Revert " + c.label + " in " + review.path().substr(review.path().find_last_of('/') + 1);
  back.files.push_back({review.path(), {{begin, end, file->saved.substr(from, to - from)}}});
  for (const std::string& model : c.models) {
    const baselines::DecisionKey key{review.path(), model};
    if (drafts.decisions().contains(key)) back.decisions.push_back({key, std::nullopt});
  }
  const std::string_view was = std::string_view(file->pending).substr(begin, end - begin);
  for (baselines::DecisionChange& gone : baselines::flakyDecisionsRemoved(drafts.decisions(), was, back.files.front().edits.front().with))
    back.decisions.push_back(std::move(gone));
  return back;
}

}  // namespace plumbline::session
