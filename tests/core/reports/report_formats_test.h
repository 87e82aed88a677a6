// SPDX-License-Identifier: GPL-3.0-or-later
// Tests of whole reports: what they look like, and that what stands in a file stays text in them.
#pragma once

#include <QDir>
#include <QObject>
#include <QTest>

#include "core/reports/check/report_format.h"
#include "tests/support/test_folder.h"

class ReportFormatsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { QVERIFY(QDir::setCurrent(QStringLiteral(PLUMBLINE_SOURCE_DIR "/tests/data/reports/commit"))); }
  void cleanupTestCase() { QDir::setCurrent(QStringLiteral(PLUMBLINE_BINARY_DIR)); }
  void approved_data();
  void approved();
  void namesOfFormats_data();
  void namesOfFormats();
  void htmlIsValid_data();
  void htmlIsValid();
  void htmlNeedsNothingFromOutside();
  void onlyOurScriptMayRun();
  void chartsAreThere();
  void junitIsValid();
  void markdownFitsAComment();
  void annotationsAreFew();
  void anExcusedRowIsSkipped();
  void aPlainPairHasItsFilesName();
  void rowsHaveTheirCause();
  void longCausesAreCutInText();
  void nothingToJudgeIsAnError();
  void aDyingCheckIsAnError();
  void hostileWords_data();
  void hostileWords();

 private:
  void html(const plumbline::reports::Report& report);
  void markdown(const plumbline::reports::Report& report);
  void json(const plumbline::reports::Report& report);
  void csv(const plumbline::reports::Report& report);
  void junit(const plumbline::reports::Report& report, const plumbline::support::TestFolder& folder);
  void annotations(const plumbline::reports::Report& report);
  void plainText(const plumbline::reports::Report& report);
};
