// SPDX-License-Identifier: GPL-3.0-or-later
// The findings of a comparison that need the verdicts: flaky entries, zeros that are no counts, words nobody knows.
#include <algorithm>
#include <array>
#include <utility>

#include "core/verdicts/comparison_join.h"
#include "core/verdicts/comparison_pair.h"
#include "core/verdicts/findings.h"

namespace plumbline::verdicts {
namespace {

/// FlakyNames is one check's flaky list with a quick "surely not": most names share neither length nor first letter.
class FlakyNames {
 public:
  FlakyNames(const flaky::FlakyModels& models, const std::string& expectedPath)
      : m_names(models.namesFor(expectedPath)) {
    for (const std::string& name : m_names) m_lengths[firstByte(name)] |= lengthBit(name);
    if (!rocmByAccident(expectedPath)) return;
    flaky::FlakyModels elsewhere = models;
    elsewhere.rocm.clear();
    const flaky::NameSet without = elsewhere.namesFor(expectedPath);
    for (const std::string& name : models.rocm)
      if (!without.contains(name)) m_byAccident.insert(name);
  }

  bool contains(std::string_view name) const {
    return !name.empty() && (m_lengths[firstByte(name)] & lengthBit(name)) != 0 && m_names.contains(name);
  }
  bool onlyByPath(std::string_view name) const { return m_byAccident.contains(name); }

 private:
  static std::size_t firstByte(std::string_view name) { return name.empty() ? 0 : static_cast<unsigned char>(name[0]); }
  static std::uint64_t lengthBit(std::string_view name) { return std::uint64_t{1} << (name.size() % 64); }

  flaky::NameSet m_names;
  flaky::NameSet m_byAccident;  ///< there only because "rocm" is in the path where nobody meant it
  std::array<std::uint64_t, 256> m_lengths{};
};

/// equalsBaseline tells whether a check found the row equal to its baseline.
bool equalsBaseline(std::span<const Verdict> verdicts) {
  return !verdicts.empty() && std::all_of(verdicts.begin(), verdicts.end(), [](const Verdict& v) {
    return v.reason == Reason::Equal || v.reason == Reason::ExpectedFailure || v.reason == Reason::FlakyListedPass;
  });
}

bool excusedAsFlaky(std::span<const Verdict> verdicts) {
  return std::any_of(verdicts.begin(), verdicts.end(),
                     [](const Verdict& v) { return v.reason == Reason::FlakyListed; });
}

const flaky::FlakyModels* flakyModels(const RuleSet& rules, Check check) {
  if (check == Check::Accuracy) return &rules.accuracy.flaky;
  return check == Check::GraphBreaks ? &rules.graphBreaks.flaky : nullptr;
}

}  // namespace

void PairComparison::noteFlaky() {
  if (!hasTextNames(m_actual)) return;  // the lists hold texts: a number is never on them
  std::vector<std::pair<std::size_t, FlakyNames>> lists;
  for (std::size_t c = 0; c < m_checks.size(); ++c)
    if (const auto* models = flakyModels(*m_options.rules, m_checks[c].check))
      lists.emplace_back(c, FlakyNames(*models, m_options.words.expectedPath));
  std::string scratch;
  for (std::size_t i = 0; i < m_rows.size(); ++i) {
    std::string_view name;
    bool stale = true;
    for (const auto& [checkIndex, list] : lists) {
      if (name.empty()) name = modelName(i, scratch);
      if (!list.contains(name)) continue;
      m_rows[i].flaky = true;
      const std::span<const Verdict> said = verdicts(i, checkIndex);
      stale = stale && equalsBaseline(said);
      if (list.onlyByPath(name) && excusedAsFlaky(said)) setFinding(m_rows[i], Finding::RocmByPath);
    }
    if (m_rows[i].flaky && stale) setFinding(m_rows[i], Finding::StaleFlaky);
  }
}

std::string PairComparison::flakyLists(std::string_view name) const {
  std::string lists;
  for (const CheckSummary& check : m_checks) {
    const auto* models = flakyModels(*m_options.rules, check.check);
    if (models == nullptr || !models->namesFor(m_options.words.expectedPath).contains(name)) continue;
    lists += lists.empty() ? "" : " and ";
    lists += checkName(check.check);
  }
  return lists;
}

void PairComparison::noteStatus() {
  const tables::TypedColumn* accuracy = m_actual.column("accuracy");
  if (accuracy == nullptr) return;
  std::vector<const tables::TypedColumn*> counters;
  for (const MetricInfo& info : metricCatalogue())
    if (const auto* column = info.zeroMeansNotMeasured ? m_actual.column(info.name) : nullptr)
      counters.push_back(column);
  const tables::CsvTable& table = m_actual.table();
  std::string scratch;
  std::string known = "pass";  // the word of the row before: most rows repeat it
  bool knownRan = true;
  bool knownWord = true;
  const bool passMeansPass = std::any_of(m_checks.begin(), m_checks.end(), [](const CheckSummary& c) {
    return c.check == Check::Accuracy && !c.crash;  // then nothing but the word "pass" makes the class Pass
  });
  for (ComparedRow& row : m_rows) {
    if (row.actualRow == kNoRow || (passMeansPass && row.cls == VerdictClass::Pass)) continue;
    const std::string_view word = table.cell(row.actualRow, accuracy->index(), scratch);
    if (word != known) {
      known = word;
      knownRan = tables::isNaWord(word) || ranToTheEnd(word);
      knownWord = tables::isNaWord(word) || m_options.rules->isKnownStatus(word);
    }
    if (!knownWord && !row.has(Finding::ConflictMarker)) setFinding(row, Finding::UnknownStatus);
    if (knownRan || counters.empty()) continue;
    const bool allZero = std::all_of(counters.begin(), counters.end(), [&](const tables::TypedColumn* column) {
      const tables::Value value = column->at(row.actualRow, scratch);
      double number = value.asDouble();
      // One odd cell makes a text of the whole column; the other cells are numbers all the same.
      const bool isNumber =
          value.kind == tables::ValueKind::Text ? tables::parsePandasReal(value.text, number) : value.isNumber();
      return isNumber && number == 0;
    });
    if (allZero) setFinding(row, Finding::NotMeasured);
  }
}

}  // namespace plumbline::verdicts
