// SPDX-License-Identifier: GPL-3.0-or-later
// One program for the results of runs; its test functions are spread over the files of this folder.
#pragma once

#include <QObject>
#include <string>
#include <vector>

#include "core/runs/engine/run_state.h"


/// MadeRun is a run put together by hand: tasks, how they ended, what they wrote.
struct MadeRun {
  plumbline::runs::Run run;
  plumbline::runs::Outputs outputs;

  /// cacheTask adds a cold and a warm run; "" for a file that was not written.
  void cacheTask(const std::string& model, int repeat, const std::string& cold, const std::string& warm,
                 plumbline::runs::RunState state = plumbline::runs::RunState::Done, const std::string& reason = "");
  /// tableTask adds one run that writes result.csv.
  void tableTask(const std::string& model, int repeat, const std::string& csv,
                 plumbline::runs::RunState state = plumbline::runs::RunState::Done, const std::string& reason = "");
};

MadeRun cacheRunOf(const std::string& suite);
MadeRun tableRunOf(int repeats);
/// latencyCsv is a benchmark's table with that compile time.
std::string latencyCsv(const std::string& latency);

class ResultsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // compile_time_test.cpp
  void compileTimes_data();
  void compileTimes();
  void badTimes_data();
  void badTimes();
  // cache_result_test.cpp
  void keepsGoodRepeats();
  void tellsWhy();
  void cancelledIsNoFailure();
  void oddSums_data();
  void oddSums();
  void jsonSpelling();
  void jsonNumbers_data();
  void jsonNumbers();
  void jsonNames_data();
  void jsonNames();
  void readsBackTheSame();
  // tables_test.cpp
  void mergesPartsInOrder();
  void namesLostModels();
  void badTables_data();
  void badTables();
  void countsStatuses();
  void spreadsLeaveOutPadding();
  void repeatsOfTimedRuns();
  void outputProblems_data();
  void outputProblems();
  void repeatReports();
  // run_reading_test.cpp
  void readsTimesOfTasks();
  void readsStatusesOfTasks();
  void findsConfigsOfACheckout();
  // record_test.cpp
  void exits_data();
  void exits();
  void problems();
  void gpus();
  void namesOfTables();
  void summaries();
  void summaryOfTables();
  void recordOfCacheRun();
  void recordOfSuite();
  void hostileNames();
};
