// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/pair_maker.h"

#include <QStringList>

namespace plumbline::support {
namespace {

QString text(std::string_view view) { return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size())); }

}  // namespace

std::shared_ptr<const tables::CsvTable> table(std::string_view bytes, const std::string& fileName) {
  auto scanned = tables::CsvTable::scan(std::string(bytes), fileName);
  return scanned.isValue() ? scanned.value() : nullptr;
}

base::Outcome<std::shared_ptr<const verdicts::Comparison>> tryCompare(std::string_view actual,
                                                                      std::string_view expected, const PairWords& words,
                                                                      const base::Progress& progress) {
  auto rules = verdicts::ruleSet(words.rules);
  if (!rules) return rules.error();
  verdicts::ComparisonOptions options{*rules, {words.actualPath, words.expectedPath, {}}, words.checks};
  options.sideBySide = words.sideBySide;
  return verdicts::Comparison::make({{table(actual, words.actualPath)}, {table(expected, words.expectedPath)}}, options,
                                    progress);
}

std::shared_ptr<const verdicts::Comparison> compare(std::string_view actual, std::string_view expected,
                                                    const PairWords& words) {
  auto made = tryCompare(actual, expected, words);
  return made.isValue() ? made.value() : nullptr;
}

QString rowText(const verdicts::Comparison& comparison, std::size_t i) {
  const verdicts::ComparedRow& row = comparison.row(i);
  std::string scratch;
  QStringList out{text(comparison.modelName(i, scratch)), text(verdicts::className(row.cls)),
                  text(comparison.statusWord(i))};
  if (row.failsCi) out << QStringLiteral("ci");
  if (row.flaky) out << QStringLiteral("flaky");
  if (row.changed) out << QStringLiteral("changed");
  QStringList findings;
  for (std::size_t f = 0; f < verdicts::kFindingCount; ++f)
    if (row.has(static_cast<verdicts::Finding>(f))) findings << text(findingName(static_cast<verdicts::Finding>(f)));
  if (!findings.isEmpty()) out << u'[' + findings.join(u' ') + u']';
  return out.join(u' ');
}

QString dump(const verdicts::Comparison& comparison) {
  QString out;
  for (std::size_t i = 0; i < comparison.rowCount(); ++i) out += rowText(comparison, i) + u'\n';
  return out;
}

std::size_t rowOf(const verdicts::Comparison& comparison, std::string_view model) {
  std::string scratch;
  std::size_t i = 0;
  while (i < comparison.rowCount() && comparison.modelName(i, scratch) != model) ++i;
  return i;
}

}  // namespace plumbline::support
