// SPDX-License-Identifier: GPL-3.0-or-later
// One program for specs, commands and presets; its test functions are spread over the files of this folder.
#pragma once

#include <QObject>
#include <string>
#include <vector>

#include "core/runs/spec/run_spec.h"

inline QString qs(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

/// goodSpec passes checkSpec.
plumbline::runs::RunSpec goodSpec(plumbline::runs::RunKind kind);

class PlanTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // command_words_test.cpp
  void fills_data();
  void fills();
  void fieldsStay();
  void badTemplates_data();
  void badTemplates();
  void splits_data();
  void splits();
  void refusesShells_data();
  void refusesShells();
  void quotesComeBack();
  void shellAgrees();
  // spec_test.cpp
  void places_data();
  void places();
  void badPlaces_data();
  void badPlaces();
  void goodSpecs();
  void badSpecs();
  void titles_data();
  void titles();
  void torchCacheData();
  void defaults();
  // spec_json_test.cpp
  void specsComeBack();
  void shortSpecs();
  void badJson_data();
  void badJson();
  void mutilatedJson();
  // run_plan_test.cpp
  void torchCache_data();
  void torchCache();
  void torchCacheTasks();
  void configLines_data();
  void configLines();
  void suiteTasks();
  void timeLimits();
  void expectedFiles();
  void commands();
  void badCommands();
  void setup();
  void debuggedRuns();
  void modelsOfOthersStayOut();
  void pathsOfDebuggedRuns();
  void emptyPythonPaths();
  void debuggedCommands();
  void queries_data();
  void queries();
  void rows();
  // presets_test.cpp
  void presets();
  void presetNames_data();
  void presetNames();
  void presetProblems();
  void presetFolder();
  // stand_in_test.cpp
  void standInTables();
  void standInCache();
  void standInSuite();
  void standInEnds_data();
  void standInEnds();
  void planRuns();
  void cachebenchAgrees_data();
  void cachebenchAgrees();
};
