// SPDX-License-Identifier: GPL-3.0-or-later
// The `run` commands: run_command_test.cpp in this process, run_interrupt_test.cpp as a process that gets signals,
// run_places_test.cpp over ssh and on Slurm, run_why_test.cpp those of `why`.
//
//   const Ran ran = run(torchcache({"--model", "llama"}));
#pragma once

#include <QProcess>
#include <QTemporaryDir>
#include <memory>
#include <string>
#include <vector>

#include "tests/cli/cli_run.h"
#include "tests/support/fake_checkout.h"

namespace plumbline {

class RunCommandTest : public QObject {
  Q_OBJECT

  std::unique_ptr<QTemporaryDir> m_dir;
  support::FakeCheckout m_fake;
  QString m_out;  ///< FILE of torchcache

  std::string runs() const { return m_dir->filePath(QStringLiteral("runs")).toStdString(); }
  /// words adds what the stand-in needs.
  std::vector<std::string> words(std::vector<std::string> command, std::vector<std::string> more) const;
  std::vector<std::string> torchcache(std::vector<std::string> more) const;
  int cacheFolders() const;
  std::unique_ptr<QProcess> start(const std::vector<std::string>& words) const;
  /// hasEnded tells whether all processes that a model forked are gone.
  bool forksHaveEnded() const;
  /// why runs "why MODEL" with the stand-in for torch.
  support::Ran why(const char* model, std::vector<std::string> more = {}) const;

 private Q_SLOTS:
  void init();
  void wordsOfOthers();
  void measures();
  void someFail();
  void failuresHaveCauses();
  void aSuiteNamesItsModels();
  void aSuiteForgetsNoModel();
  void aSuiteLeavesNothingInTheCheckout();
  void whyGoesToTheEnd();
  void whyRepeatsItsSteps();
  void whyNamesAFlakyModel();
  void whyChecksTheHostOnce();
  void nothingOldIsLeft();
  void takesTooLong();
  void cannotStart_data();
  void cannotStart();
  void holdsAgainstTheBaseline();
  void judgesWhatWasRequested();
  void compileTimesHaveTheirCache();
  void graphBreaksHaveTheirCode();
  void repeats();
  void commandsGetTheirWords();
  void specsAreKept();
  void recordsAreJson();
  void aTerminalSeesOneLine();
  void aTerminalSeesOneTimeLeft();
  void lookingAndRemoving();
  void resultsAreRemembered();
  void foreignRunsStay();
  void aWholeSuiteHasALimitPerModel();
  void ctrlCEndsTheLook();
  void ctrlCEndsWhatRuns_data();
  void ctrlCEndsWhatRuns();
  void aSecondCtrlCWaitsNoLonger();
  void anotherProgramMayCancel();
  void aKilledProgramLosesNothing();
  void anAbandonedRunCanBeCancelled();
  void overSsh();
  void onSlurm();
};

}  // namespace plumbline
