// SPDX-License-Identifier: GPL-3.0-or-later
// One program for the forms of a diff: diff_report_test.cpp has what they say, diff_hostile_test.cpp what they must
// not.
#pragma once

#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include "core/reports/diff/diff_parts.h"
#include "core/tables/csv_table.h"

namespace plumbline::diff_test {

using reports::DiffReportOptions;

inline QString qs(const std::string& text) { return QString::fromStdString(text); }

inline diff::Run runOf(const std::string& label, const std::string& csv) {
  auto table = tables::CsvTable::scan(csv, label + ".csv");
  return {.label = label, .origin = label + ".csv", .tables = {table.value()}, .config = {}, .commit = {}};
}

inline diff::Diffs diffsOf(const std::vector<diff::Run>& runs, const std::string& config = "") {
  auto diff = diff::RunDiff::make(runs);
  diff::Diffs out;
  out.configs.push_back({config, diff.value()});
  return out;
}

inline diff::Diffs diffsOf(const std::string& before, const std::string& after) {
  return diffsOf({runOf("before", before), runOf("after", after)});
}

inline QByteArray form(const QByteArray& name, const diff::Diffs& diffs, const DiffReportOptions& options = {}) {
  return QByteArray::fromStdString(name == "text"       ? reports::diffText(diffs, options)
                                   : name == "markdown" ? reports::diffMarkdown(diffs, options)
                                   : name == "csv"      ? reports::diffCsv(diffs, options)
                                   : name == "json"     ? reports::diffJson(diffs, options, 1)
                                                        : reports::diffHtml(diffs, options));
}

/// all gives every form of a diff, with its name.
inline std::vector<std::pair<QByteArray, QByteArray>> all(const diff::Diffs& diffs, const DiffReportOptions& options) {
  std::vector<std::pair<QByteArray, QByteArray>> out;
  for (const char* const name : {"text", "markdown", "csv", "json", "html"})
    out.emplace_back(name, form(name, diffs, options));
  return out;
}

inline QJsonObject json(const diff::Diffs& diffs, const DiffReportOptions& options = {}) {
  return QJsonDocument::fromJson(form("json", diffs, options)).object();
}

inline const std::string kHead = "dev,name,batch_size,accuracy,speedup,abs_latency,graph_breaks\n";

}  // namespace plumbline::diff_test

class DiffReportTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void worstFirst();
  void floorsBeginBelow();
  void calm();
  void exits_data();
  void exits();
  void missingShard();
  void metricsChoose();
  void whatIfShowsFlips();
  void betweenIsShown();
  void floorsAreNamed();
  void numbers_data();
  void numbers();
  void percents_data();
  void percents();
  void csvCells_data();
  void csvCells();
  void csvHasStates();
  void jsonHasNoNan();
  void hostile_data();
  void hostile();
  void markdownFitsAComment();
  void sameBytes();
  void mirrors();
};
