// SPDX-License-Identifier: GPL-3.0-or-later
// Reports for tests: over the small commit in tests/data/reports, and over a pair given as text.
#pragma once

#include <QDir>
#include <QProcess>
#include <QStandardPaths>

#include "core/reports/check/report_format.h"
#include "tests/support/test_folder.h"

namespace plumbline::support {

inline const QString kReportData = QStringLiteral(PLUMBLINE_SOURCE_DIR "/tests/data/reports");

inline reports::ReportArguments commitWords() {
  return {.sources = {"runs"}, .trees = {"ci_expected_accuracy"}, .rules = "2025-11", .day = "2026-10-01"};
}

/// reportOf opens the words from the working folder. The version is a fixed one, so that approved reports outlive a release.
inline base::Outcome<reports::Report> reportOf(const reports::ReportArguments& words, bool allRows, bool withCharts = false) {
  const auto options = reports::openOptionsOf(words);
  if (!options) return options.error();
  const auto source = reports::openReportSource(*options);
  if (!source.isValue()) return source.error();
  auto report = reports::makeReport(source.value(), {.allRows = allRows, .withCharts = withCharts, .arguments = words});
  if (report.isValue()) report.value().toolVersion = "0.0.0";
  return report;
}

/// Tool is a program of the system that looks at what we wrote.
struct Tool {
  bool isHere = false;
  int exit = -1;
  QByteArray out;
};
inline Tool runTool(const QString& name, const QStringList& arguments) {
  Tool tool;
  const QString path = QStandardPaths::findExecutable(name);
  if (path.isEmpty()) return tool;
  tool.isHere = true;
  QProcess process;
  process.setProcessChannelMode(QProcess::MergedChannels);
  process.start(path, arguments);
  if (process.waitForFinished(60'000)) tool.exit = process.exitCode();
  tool.out = process.readAll();
  return tool;
}

}  // namespace plumbline::support
