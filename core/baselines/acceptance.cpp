// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/baselines/acceptance.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

#include "core/baselines/accept_decision.h"
#include "core/python/numbers.h"
#include "core/tables/frame.h"
#include "core/text/quantities.h"
#include "core/verdicts/metric_catalogue.h"
#include "core/verdicts/verdict.h"

namespace plumbline::baselines {
namespace {

Guard guardForNumber(const verdicts::MetricInfo& metric, double from, double to) {
  const bool worse = metric.better == verdicts::Better::Lower    ? to > from
                     : metric.better == verdicts::Better::Higher ? to < from
                                                                 : false;
  if (!worse) return Guard::None;
  if (metric.name == "graph_breaks") return Guard::MoreGraphBreaks;
  const bool ratio = metric.unit == "x" && metric.better == verdicts::Better::Higher;
  return ratio ? Guard::LowerRatio : Guard::WorseMetric;
}

using tables::CsvTable;
using verdicts::ComparedRow;
using verdicts::Comparison;
using verdicts::Finding;
using verdicts::kNoRow;

std::string listed(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i)
    text += (i == 0 ? "" : i + 1 == words.size() ? " and " : ", ") + words[i];
  return text;
}

bool hasLineBreak(std::string_view text) { return text.find_first_of("\n\r") != std::string_view::npos; }

class Planner {
 public:
  Planner(const Comparison& comparison, const BaselineTable& baseline, const AcceptRequest& request)
      : m_comparison(comparison),
        m_actual(**comparison.input().actual),
        m_expected(**comparison.input().expected),
        m_baseline(baseline),
        m_request(request),
        m_name(m_actual.columnOf("name").value_or(0)),
        m_accuracy(m_actual.columnOf("accuracy")) {
    m_plan.baselinePath = baseline.csv().fileName();
    chooseColumns();
  }

  Plan make() {
    for (const std::uint32_t row : m_request.rows)
      if (row < m_comparison.rowCount()) planRow(row);
    return std::move(m_plan);
  }

 private:
  void chooseColumns() {
    if (m_request.metrics.empty()) {
      for (const verdicts::MetricColumn& metric : m_comparison.metrics())
        if (metric.metric != verdicts::kNoMetric) m_columns.push_back(metric.info.name);
    } else {
      m_columns = m_request.metrics;
    }
    std::erase_if(m_columns, [&](const std::string& column) { return !isShared(column); });
    if (!m_request.noteOthers) return;
    for (const verdicts::MetricColumn& metric : m_comparison.metrics())
      if (isShared(metric.info.name) && std::ranges::find(m_columns, metric.info.name) == m_columns.end())
        m_others.push_back(metric.info.name);
  }

  bool isShared(const std::string& column) const {
    return column != "name" && m_actual.columnOf(column) && m_baseline.columnIndex(column);
  }

  void planRow(std::uint32_t row) {
    m_row = row;
    std::string scratch;
    m_model = m_comparison.modelName(row, scratch);
    const ComparedRow& compared = m_comparison.row(row);
    if (compared.has(Finding::ConflictMarker))
      return refuse("This line was left behind by git; resolve the conflict first.");
    if (compared.actualRow == kNoRow) return planLost(compared);
    m_actualRow = compared.actualRow;
    if (const std::string why = whyUnusable(compared); !why.empty()) return refuse(why);

    const std::string inRun = actualCell(m_name);
    const std::string inFile = compared.expectedRow == kNoRow ? inRun : expectedName(compared.expectedRow);
    if (compared.expectedRow == kNoRow && otherKind(inRun))
      return refuse(
          "pandas reads this name as a number in one of the files and as text in the other, so no check "
          "would find the row.");
    const auto record = m_baseline.recordOf(inFile);
    if (record) return planValues(inFile, *record);
    if (record.error().code != base::ErrorCode::NotFound)
      return refuse(record.error().text + ' ' + record.error().hint);
    planNew();
  }

  void planLost(const ComparedRow& compared) {
    const std::string name = expectedName(compared.expectedRow);
    const auto record = m_baseline.recordOf(name);
    if (!record && record.error().code == base::ErrorCode::NotFound) return note("It has left the baseline already.");
    if (!record) return refuse(record.error().text + ' ' + record.error().hint);
    if (!m_request.removeLost)
      return refuse("The run has no row for it, so there is nothing to accept. It can be removed, if that is meant.");
    m_plan.edits.push_back({m_row, m_model, RemoveModel{name}, "", rowText(*record), "", Guard::RowDisappears});
  }

  std::string whyUnusable(const ComparedRow& compared) {
    if (const auto& error = m_actual.pandasError())
      return "The run's file cannot be read by the check scripts: " + error->text;
    if (m_actual.leadingColumns() > 0)
      return "The run's first row is longer than its header, so pandas reads every column one place off.";
    const std::string name = actualCell(m_name);
    if (compared.has(Finding::DuplicateActual))
      return "The run has this name in " + linesOf(name) + "; keep one of them.";
    if (tables::isNaWord(name))
      return "pandas reads the name \"" + name + "\" as missing, so no check ever finds the row.";
    if (name.starts_with('#')) return "A row that begins with # is a comment, not a model.";
    if (hasLineBreak(name)) return "The name has a line break in it.";
    return {};
  }

  /// otherKind: the same text stands in the baseline that was compared, and yet the rows were not found to be alike.
  bool otherKind(const std::string& name) {
    const auto column = m_expected.columnOf("name");
    if (!column || !m_baseline.recordOf(name)) return false;
    std::string scratch;
    for (std::size_t row = 0; row < m_expected.rowCount(); ++row)
      if (m_expected.cell(row, *column, scratch) == name) return true;
    return false;
  }

  void planValues(const std::string& name, std::size_t record) {
    if (!m_request.metrics.empty()) m_plan.answered[m_row] = valuesText(m_comparison, m_row, m_request.metrics);
    const bool counted = m_request.acceptUnmeasured || measured();
    // The zeros of a baseline row that failed to run are padding as well: more than that is not more graph breaks.
    // A row without a word may well have been counted.
    const auto status = m_baseline.columnIndex("accuracy");
    const std::string word = status ? m_baseline.cellAt(record, *status) : std::string();
    const bool wasCounted = tables::isNaWord(word) || verdicts::hasCounters(word);
    std::vector<std::string> kept;
    std::vector<std::string> without;
    for (const std::string& column : m_columns) {
      const std::string now = actualCell(*m_actual.columnOf(column));
      const std::string old = m_baseline.cellAt(record, *m_baseline.columnIndex(column));
      if (sameValue(column, old, now) || (tables::isNaWord(old) && tables::isNaWord(now))) continue;
      const std::string stays = column + " stays " + (old.empty() ? "empty" : old);
      if (tables::isNaWord(now) || hasLineBreak(now)) {
        without.push_back(stays);
      } else if (!counted && isUnmeasuredZero(column, now)) {
        kept.push_back(stays);
      } else if (std::string text = styled(style(column), now); !sameValue(column, old, text)) {
        const bool oldPadding = !wasCounted && isUnmeasuredZero(column, old);
        const Guard guard = oldPadding ? Guard::None : guardFor(column, old, text);
        m_plan.edits.push_back({m_row, m_model, SetValue{name, column, text}, column, old, text, guard});
      }
    }
    if (!kept.empty()) note(listed(kept) + ": " + whyNotMeasured());
    if (!without.empty()) note(listed(without) + ": the run has no value there.");
    noteOthers(record, counted);
  }

  /// noteOthers notes the changed columns that the request leaves out: first those that CI still fails.
  void noteOthers(std::size_t record, bool counted) {
    if (m_others.empty()) return;
    const std::vector<std::string> left = cellsLeft(m_plan.answered[m_row], m_comparison, m_row);
    std::vector<std::string> failing, others;
    for (const std::string& column : m_others) {
      const std::string now = actualCell(*m_actual.columnOf(column));
      const std::string old = m_baseline.cellAt(record, *m_baseline.columnIndex(column));
      const bool hasValue = !tables::isNaWord(now) && (counted || !isUnmeasuredZero(column, now));
      if (hasValue && !sameValue(column, old, styled(style(column), now)))
        (std::ranges::find(left, column) == left.end() ? others : failing).push_back(column + " stays " + (old.empty() ? "empty" : old));
    }
    if (!failing.empty()) {
      note(listed(failing) + " and still " + (failing.size() == 1 ? "fails" : "fail") + " CI: not part of this answer.");
      m_plan.notes.back().stillFails = true;
    }
    if (!others.empty()) note(listed(others) + ": not part of this answer.");
  }

  void planNew() {
    const bool padded = !measured();
    AddModel added;
    std::vector<std::string> padding;
    std::vector<std::string> missing;
    std::string shown;
    for (const std::string& column : m_baseline.columns()) {
      const auto at = m_actual.columnOf(column);
      std::string text = at ? actualCell(*at) : std::string();
      if (hasLineBreak(text)) return refuse("Its " + column + " has a line break in it.");
      if (tables::isNaWord(text)) {
        missing.push_back(column);
        continue;
      }
      if (column != "name") text = styled(style(column), text);
      if (padded && isUnmeasuredZero(column, text)) padding.push_back(column);
      if (column != "name") shown.append(shown.empty() ? "" : ", ").append(column).append(" ").append(text);
      added.cells.emplace_back(column, std::move(text));
    }
    m_plan.edits.push_back({m_row, m_model, std::move(added), "", "", shown, Guard::None});
    if (!padding.empty()) note("The zeros in " + listed(padding) + " are padding: " + whyNotMeasured());
    if (!missing.empty())
      note(listed(missing) + (missing.size() == 1 ? " is" : " are") + " left empty: the run has no value there.");
  }

  /// measured returns whether zeros of this row are counts. Without an accuracy word, a row whose latencies and ratios
  /// are all zero is one of a failed run.
  bool measured() {
    bool anyReal = false;
    for (const verdicts::MetricInfo& metric : verdicts::metricCatalogue()) {
      const auto column = metric.zeroMeansNotMeasured ? m_actual.columnOf(metric.name) : std::nullopt;
      if (!column) continue;
      if (!isZero(actualCell(*column))) return true;
      anyReal = anyReal || !metric.unit.empty();
    }
    if (!m_accuracy) return !anyReal;
    const std::string word = actualCell(*m_accuracy);
    return tables::isNaWord(word) || verdicts::hasCounters(word);
  }

  std::string whyNotMeasured() {
    if (!m_accuracy) return "the run measured nothing, all its values are zero.";
    return "a run that ends in " + actualCell(*m_accuracy) + " does not count them.";
  }

  const ColumnStyle& style(const std::string& column) {
    const auto known = m_styles.find(column);
    if (known != m_styles.end()) return known->second;
    return m_styles.emplace(column, styleOf(m_baseline, column)).first->second;
  }

  std::string actualCell(std::size_t column) {
    std::string scratch;
    return std::string(m_actual.cell(m_actualRow, column, scratch));
  }
  std::string expectedName(std::uint32_t row) const {
    std::string scratch;
    return std::string(m_expected.cell(row, m_expected.columnOf("name").value_or(0), scratch));
  }
  std::string rowText(std::size_t record) const {
    std::string text;
    for (std::size_t c = 0; c < m_baseline.columns().size(); ++c)
      if (m_baseline.columns()[c] != "name")
        text += (text.empty() ? "" : ", ") + m_baseline.columns()[c] + ' ' + m_baseline.cellAt(record, c);
    return text;
  }

  /// linesOf lists the first lines of the run with this name: each of its rows says so.
  std::string linesOf(const std::string& name) {
    constexpr std::size_t kMaxLines = 8;
    if (m_lines.empty()) {
      std::string scratch;
      for (std::size_t row = 0; row < m_actual.rowCount(); ++row)
        m_lines[std::string(m_actual.cell(row, m_name, scratch))].push_back(std::to_string(m_actual.lineOf(row)));
    }
    const auto& lines = m_lines[name];
    const auto end = lines.begin() + static_cast<std::ptrdiff_t>(std::min(lines.size(), kMaxLines));
    std::vector<std::string> shown(lines.begin(), end);
    if (lines.size() > kMaxLines) shown.push_back(std::to_string(lines.size() - kMaxLines) + " more");
    return (lines.size() == 1 ? "line " : "lines ") + listed(shown);
  }

  void note(std::string text) { m_plan.notes.push_back({m_row, m_model, std::move(text), false}); }
  void refuse(std::string text) { m_plan.notes.push_back({m_row, m_model, std::move(text), true}); }

  const Comparison& m_comparison;
  const CsvTable& m_actual;
  const CsvTable& m_expected;
  const BaselineTable& m_baseline;
  const AcceptRequest& m_request;
  std::size_t m_name;
  std::optional<std::size_t> m_accuracy;
  std::vector<std::string> m_columns;
  std::vector<std::string> m_others;  ///< columns of both files that the request leaves out
  std::map<std::string, ColumnStyle> m_styles;
  std::unordered_map<std::string, std::vector<std::string>> m_lines;  ///< of the run, by name; made when first needed
  Plan m_plan;
  // the row being planned
  std::uint32_t m_row = 0;
  std::uint32_t m_actualRow = kNoRow;
  std::string m_model;
};

struct GuardText {
  Guard guard;
  const char* name;
  const char* one;   ///< "1 model ..."
  const char* many;  ///< "2 models ..."
};
constexpr std::array kGuardTexts = {
    GuardText{Guard::None, "", "", ""},
    GuardText{Guard::RowDisappears, "row-disappears", "leaves the baseline", "leave the baseline"},
    GuardText{Guard::StatusWorse, "status-worse", "loses pass", "lose pass"},
    GuardText{Guard::MoreGraphBreaks, "more-graph-breaks", "gets more graph breaks", "get more graph breaks"},
    GuardText{Guard::LowerRatio, "lower-ratio", "gets a lower ratio", "get a lower ratio"},
    GuardText{Guard::WorseMetric, "worse-metric", "gets a worse value", "get a worse value"},
    GuardText{Guard::LikelyUndone, "likely-undone", "is likely to be undone", "are likely to be undone"},
};

const GuardText& textsOf(Guard guard) { return *std::ranges::find(kGuardTexts, guard, &GuardText::guard); }

/// takeFrom moves what isTaken out of `all`; both stay in order.
template <typename Item, typename IsTaken>
std::vector<Item> takeFrom(std::vector<Item>& all, IsTaken isTaken) {
  std::vector<Item> taken;
  const auto count = static_cast<std::size_t>(std::ranges::count_if(all, isTaken));
  if (count == all.size()) return std::exchange(all, {});
  taken.reserve(count);
  for (Item& item : all)
    if (isTaken(item)) taken.push_back(std::move(item));
  std::erase_if(all, isTaken);  // by the row, which moving leaves as it is
  return taken;
}

std::string editSummary(const PlannedEdit& edit) {
  if (std::holds_alternative<AddModel>(edit.edit)) return edit.to.empty() ? "new row" : "new row (" + edit.to + ')';
  if (std::holds_alternative<RemoveModel>(edit.edit)) return "row removed";
  return edit.column + ' ' + shownCell(edit.from) + " -> " + shownCell(edit.to);
}

using verdicts::ComparedRow;
using verdicts::Comparison;
using verdicts::kNoRow;
using verdicts::MetricCell;

/// Shape is what makes two rows one piece of work: the same texts, or for real numbers the same direction.
class Shape {
 public:
  Shape(const Comparison& comparison, std::uint32_t row) : m_comparison(comparison) {
    for (std::size_t m = 0; m < comparison.metrics().size(); ++m) m_words.push_back(word(row, m));
  }
  bool fits(std::uint32_t row) const {
    for (std::size_t m = 0; m < m_words.size(); ++m)
      if (word(row, m) != m_words[m]) return false;
    return true;
  }

 private:
  std::string word(std::uint32_t row, std::size_t metric) const {
    const MetricCell cell = m_comparison.cell(row, metric);
    const bool oneSided = !cell.expected || !cell.actual;
    if (!oneSided && !cell.changed) return {};
    // Two latencies are never the same number: there the direction is the change.
    const bool real = m_comparison.metrics()[metric].info.decimals > 0;
    if (real && cell.numeric) return cell.delta > 0 ? "up" : "down";
    if (real && oneSided) return "one side";
    return cell.expectedText + '\n' + cell.actualText;
  }
  const Comparison& m_comparison;
  std::vector<std::string> m_words;
};

bool sameKind(const ComparedRow& a, const ComparedRow& b) {
  return a.cls == b.cls && a.changed == b.changed && (a.actualRow == kNoRow) == (b.actualRow == kNoRow) &&
         (a.expectedRow == kNoRow) == (b.expectedRow == kNoRow);
}

using verdicts::InstructionDrift;

/// guardOf: the count is one of instructions, so more is worse.
Guard guardOf(const std::string& from, const std::string& to) {
  const auto before = python::parseInteger(from);
  const auto after = python::parseInteger(to);
  constexpr auto kNumber = python::ParsedInteger::State::Number;
  return before.state == kNumber && after.state == kNumber && after.value > before.value ? Guard::WorseMetric
                                                                                         : Guard::None;
}

}  // namespace

Guard guardFor(std::string_view column, std::string_view from, std::string_view to) {
  // By the word, whatever the column is called: wide baselines keep one status per precision.
  if (verdicts::isPassing(from) && !verdicts::isPassing(to)) return Guard::StatusWorse;
  // A model that is only skipped from now on is not held against anything any more, and check_accuracy fails it.
  if (from == "pass" && to != "pass") return Guard::StatusWorse;
  const std::uint8_t index = verdicts::metricIndex(column);
  if (index == verdicts::kNoMetric) return Guard::None;
  const auto before = numberIn(from);
  const auto after = numberIn(to);
  if (!before) return Guard::None;
  if (!after) return Guard::WorseMetric;  // what was a number is none any more
  return guardForNumber(verdicts::metricCatalogue()[index], *before, *after);
}

std::string_view guardName(Guard guard) { return textsOf(guard).name; }

Plan planAcceptance(const Comparison& comparison, const BaselineTable& baseline, const AcceptRequest& request) {
  return Planner(comparison, baseline, request).make();
}

std::vector<DecidedRow> decidedRows(const Plan& plan) {
  std::vector<DecidedRow> out;
  std::unordered_map<std::uint32_t, std::size_t> places;
  const auto add = [&](std::uint32_t row, const std::string& model, const std::string& what, const char* separator) {
    const auto [at, isNew] = places.try_emplace(row, out.size());
    if (isNew) out.push_back({row, model, {}});
    std::string& text = out[at->second].what;
    text += (text.empty() ? "" : separator) + what;
  };
  for (const PlannedEdit& edit : plan.edits) add(edit.row, edit.model, editSummary(edit), ", ");
  for (const RowNote& note : plan.notes)  // a row that nothing is written for is not answered by it
    if (!note.refused && places.contains(note.row)) add(note.row, note.model, note.text, "; ");
  return out;
}

std::set<std::uint32_t> Plan::guardedRows() const {
  std::set<std::uint32_t> rows;
  for (const PlannedEdit& edit : edits)
    if (edit.guard != Guard::None) rows.insert(edit.row);
  return rows;
}

bool Plan::needsReason() const {
  return std::ranges::any_of(edits, [](const PlannedEdit& edit) { return edit.guard != Guard::None; });
}

std::string Plan::guardSummary(const std::string& noun) const {
  std::string text;
  for (const GuardText& words : kGuardTexts) {
    std::set<std::uint32_t> rows;
    for (const PlannedEdit& edit : edits)
      if (edit.guard == words.guard && edit.guard != Guard::None) rows.insert(edit.row);
    if (rows.empty()) continue;
    if (!text.empty()) text += ", ";
    const bool first = text.empty();
    text += text::groupedText(rows.size());
    if (first) text += ' ' + noun + (rows.size() == 1 ? "" : "s");
    text += ' ';
    text += rows.size() == 1 ? words.one : words.many;
  }
  return text;
}

Plan Plan::takeGuarded() {
  const std::set<std::uint32_t> guarded = guardedRows();
  Plan taken;
  taken.baselinePath = baselinePath;
  taken.answered = answered;
  taken.edits = takeFrom(edits, [&](const PlannedEdit& edit) { return guarded.contains(edit.row); });
  taken.notes = takeFrom(notes, [&](const RowNote& note) { return !note.refused && guarded.contains(note.row); });
  return taken;
}

Plan Plan::withoutGuarded() const {
  Plan rest = *this;
  rest.takeGuarded();
  return rest;
}


std::string changeSummary(const Plan& plan, const std::string& model) {
  std::string words;
  for (const PlannedEdit& edit : plan.edits)
    if (edit.model == model) words += (words.empty() ? "" : ", ") + editSummary(edit);
  return words;
}

std::vector<std::uint32_t> alikeRows(const Comparison& comparison, std::uint32_t row) {
  std::vector<std::uint32_t> rows;
  if (row >= comparison.rowCount()) return rows;
  const ComparedRow& wanted = comparison.row(row);
  const bool lost = wanted.actualRow == kNoRow;  // what a lost row once was does not matter
  const Shape shape(comparison, row);
  for (std::size_t i = 0; i < comparison.rowCount(); ++i) {
    const auto other = static_cast<std::uint32_t>(i);
    if (other == row || (sameKind(wanted, comparison.row(i)) && (lost || shape.fits(other)))) rows.push_back(other);
  }
  return rows;
}

Plan planPrTime(const std::vector<InstructionDrift>& drifts, const BaselineTable& baseline, const PrTimeRequest& request) {
  Plan plan;
  plan.baselinePath = baseline.csv().fileName();
  for (const std::uint32_t row : request.rows) {
    if (row >= drifts.size()) continue;
    const InstructionDrift& drift = drifts[row];
    const std::string model = drift.name + ',' + drift.metric;
    const auto refuse = [&](std::string text) { plan.notes.push_back({row, model, std::move(text), true}); };
    if (drift.expected.empty()) {
      refuse("The baseline has no entry for it. Add one by hand, with the margin it needs.");
      continue;
    }
    const auto old = baseline.value(model, "value");
    if (!old) {
      refuse(old.error().text + ' ' + old.error().hint);
      continue;
    }
    if (drift.result.empty()) {
      if (request.removeLost) {
        plan.edits.push_back({row, model, RemoveModel{model}, "", "value " + *old, "", Guard::RowDisappears});
      } else {
        refuse(
            "The result file has no count for it, so there is nothing to accept. It can be removed, if that is meant.");
      }
      continue;
    }
    if (drift.newExpected == *old) continue;
    // Digits alone may differ: " 100 " in the file is the count 100.
    const auto known = python::parseInteger(*old);
    if (known.state == python::ParsedInteger::State::Number && python::integerText(known.value) == drift.newExpected)
      continue;
    plan.edits.push_back({row, model, SetValue{model, "value", drift.newExpected}, "value", *old, drift.newExpected,
                          guardOf(*old, drift.newExpected)});
  }
  return plan;
}

}  // namespace plumbline::baselines
