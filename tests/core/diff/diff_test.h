// SPDX-License-Identifier: GPL-3.0-or-later
// One program for statistics and what is made of two runs; its test functions are spread over the files of both
// folders.
#pragma once

#include <QObject>

class DiffTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // ../statistics/statistics_test.cpp
  void means_data();
  void means();
  void bins_data();
  void bins();
  void binsOverTwoSets();
  // run_diff_test.cpp
  void joinsByName();
  void metricsInOrder();
  void readings_data();
  void readings();
  void agreesWithNotMeasured_data();
  void agreesWithNotMeasured();
  void severalTables();
  void deltas_data();
  void deltas();
  void damaged_data();
  void damaged();
  void refused();
  void wideHeader();
  // shard_gaps_test.cpp
  void missingShard();
  // thresholds_test.cpp
  void shippedThresholds();
  void setThresholds_data();
  void setThresholds();
  void badThresholds_data();
  void badThresholds();
  void thresholdsRoundTrip();
  // move_test.cpp
  void moves_data();
  void moves();
  void rowMoves_data();
  void rowMoves();
  void swappedSides();
  void whatIfAgrees();
  void flipsAreCounted();
  void whatIfIsFast();
  // hud_summary_test.cpp
  void hudNumbers_data();
  void hudNumbers();
  void hudTexts_data();
  void hudTexts();
  void hudCounts_data();
  void hudCounts();
  void hudExport();
  void hudTwoTables();
  void hudInAnyLocale();
  void hudHugeProduct();
  // summary_lines_test.cpp
  void pairedMeans();
  void signsDisagree();
  void namesAtMostThree();
  void signsAgree_data();
  void signsAgree();
  void passRates();
  // ratio_alarm_test.cpp
  void ratioAlarms_data();
  void ratioAlarms();
  void largestAlarmFirst();
  void oppositeMovesAreNoAlarm();
  void alarmsBeginBeyondTheThreshold();
};
