// SPDX-License-Identifier: GPL-3.0-or-later
// One program for logs: their colours, their lines, the search in them, large ones. The test functions are spread over
// the files.
#pragma once

#include <QObject>

class RunsLogTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // ansi_text_test.cpp
  void plainText_data();
  void plainText();
  void colours_data();
  void colours();
  void styleGoesOn();
  void sequences_data();
  void sequences();
  void spansAreSound();
  // log_file_test.cpp
  void lines_data();
  void lines();
  void randomLogs();
  void longLines();
  void progressBars();
  void appears();
  void grows();
  void beginsAnew_data();
  void beginsAnew();
  void unreadable_data();
  void unreadable();
  void stops();
  void sharedIsApart();
  void suiteModelsInParts();
  void suiteLogsOfStrangers();
  void timeLeftOfASuite();
  void timeLeftWithinAModel();
  // log_search_test.cpp
  void finds_data();
  void finds();
  void findsAsReferenceDoes();
  void findsInOneLongLine();
  void places_data();
  void places();
  void searchStops();
  void errors_data();
  void errors();
  void firstErrorSkips();
  void patternsShip();
  void wordScan();
  // large_log_test.cpp
  void largeLog();
};
