// SPDX-License-Identifier: GPL-3.0-or-later
// One program for what the queue is made of: states, journal, store, ends of tasks. The test functions are spread over
// the files of this folder.
#pragma once

#include <QObject>
#include <QString>
#include <string>
#include <string_view>

#include "core/runs/engine/run_state.h"

inline QString qs(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

/// commandSpec runs a program that writes a CSV.
plumbline::runs::RunSpec commandSpec();
/// runOf makes a run with a task per letter (W waiting, p preparing, r running, c cold, w warm, R reading, D done, F failed,
/// T timed out, C cancelled, L lost); their models are "m0", "m1" ...
plumbline::runs::Run runOf(const std::string& id, const QString& letters);

class RunsStateTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // run_state_test.cpp
  void words();
  void statesOfRuns_data();
  void statesOfRuns();
  void progress_data();
  void progress();
  void progressByModel();
  void next_data();
  void next();
  // task_steps_test.cpp
  void ends_data();
  void ends();
  void endsEarly();
  void shows();
  // run_journal_test.cpp
  void comesBack();
  void anyBytes();
  void foldersElsewhere();
  void everyPrefix();
  void damaged_data();
  void damaged();
  void mutilated();
  // run_store_test.cpp
  void folders();
  void creates();
  void sharedStores();
  void takes();
  void untold();
  void damagedRunsStay();
  void journalsOfOtherRuns();
  void prepares();
  void outputs();
  void savesTable();
  void savesRepeats();
  void savesCacheTimes();
  void staleOutputs();
  void unwritableOutput();
  void leftovers();
  void removes();
  void trash();
};
