// SPDX-License-Identifier: GPL-3.0-or-later
// One program for repro scripts: reading them, their options, outcomes and classes; nothing is started. The test functions
// are spread over the files of this folder.
#pragma once

#include <QFile>
#include <QObject>
#include <QString>
#include <string>
#include <string_view>

#include "core/runs/repro/repro_options.h"
#include "core/runs/repro/repro_outcome.h"
#include "core/runs/repro/repro_script.h"
#include "core/runs/repro/reproducibility.h"

inline QString shown(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }
inline std::string dataPath(const std::string& name) { return std::string(PLUMBLINE_SOURCE_DIR) + "/tests/data/repro/" + name; }
inline std::string dataOf(const std::string& name) {
  QFile file(shown(dataPath(name)));
  return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

class ReproTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // repro_script_test.cpp
  void afterDynamo();
  void afterAot();
  void variants_data();
  void variants();
  void badScripts_data();
  void badScripts();
  void inputsArePresent();
  void writesAndReadsBack();
  void newScriptsOfPrivateNames();
  void badNewScripts();
  void notesOfNewScripts();
  void anyPrefix();
  void runsWithoutItsSettings();
  void settingsInOtherForms_data();
  void settingsInOtherForms();
  void modulesBesideTheScriptAreFoundFirst();
  void realScripts();
  // repro_options_test.cpp
  void words_data();
  void words();
  void refusedWords_data();
  void refusedWords();
  void optionsOfForms();
  void makesSpecs();
  void plansEagerFirst();
  void planOverSsh();
  void specsComeBack();
  void badSpecs_data();
  void badSpecs();
  void whySpec();
  void foldersOfTheScript();
  void minifyingHasNoClass();
  // repro_outcome_test.cpp
  void logs_data();
  void logs();
  void ends_data();
  void ends();
  void tellingLines_data();
  void tellingLines();
  void piecesDoNotMatter();
  void warnsOfRandomInputs();
  void findingsAndDetails();
  void comesBackFromJson();
  void checkpoints();
  void minifierProgressOfATask();
  void logsThatNeverEnd();
  void realLogs_data();
  void realLogs();
  // reproducibility_test.cpp
  void intervals_data();
  void intervals();
  void classes_data();
  void classes();
  void namesTheException();
  void namesTheExceptionOfEachGroup();
  void printsTheClass();
};
