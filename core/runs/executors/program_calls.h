// SPDX-License-Identifier: GPL-3.0-or-later
// Runs other programs without blocking: argument lists and no shell, a few at a time, each with a timeout and in its
// own session, so that its children end with it. Not for programs that outlive this process.
//
//   ProgramCalls calls(3, this);
//   calls.run({.program = *findProgram("squeue"), .arguments = {"--noheader"}}, [](const ProgramResult& answer) { ...
//   });
#pragma once

#include <QObject>
#include <QProcessEnvironment>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/files/child_process.h"

namespace plumbline::runs {

struct ProgramRequest {
  std::string program = {};  ///< whole path
  std::vector<std::string> arguments = {};
  std::string input = {};  ///< standard input
  std::chrono::milliseconds timeout{60'000};
  std::vector<std::string> environmentWithout = {};  ///< prefixes of variables to remove
};

struct ProgramResult {
  enum class End { Exited, Killed, NotStarted, TimedOut, TooMuchOutput };
  End end = End::NotStarted;
  int code = -1;  ///< Exited: exit code
  std::string out;
  std::string errors;  ///< its last few thousand bytes
  bool isGood() const { return end == End::Exited && code == 0; }
  bool errorsContain(std::string_view part) const { return errors.find(part) != std::string::npos; }
};

class ProgramCalls : public QObject {
  Q_OBJECT

 public:
  using Finished = std::function<void(const ProgramResult&)>;

  explicit ProgramCalls(int maxParallel, QObject* parent = nullptr);
  ~ProgramCalls() override;

  /// run starts the program as soon as fewer than `maxParallel` run. `done` is called once, on this thread and never
  /// from within run(); not at all after stopAll().
  void run(ProgramRequest request, Finished done);
  /// stopAll kills all programs and drops all requests.
  void stopAll();

 private:
  struct Call;
  void startNext();
  void begin(const std::shared_ptr<Call>& shared);
  void end(Call* call, ProgramResult::End how);
  void answer(Call* call);

  int m_maxParallel;
  std::vector<std::shared_ptr<Call>> m_calls;  ///< those that run, then those that wait
};

using files::findProgram;

/// environmentWithout is this program's environment without our tokens and without variables that begin with a prefix;
/// for every process that is started here.
QProcessEnvironment environmentWithout(const std::vector<std::string>& prefixes = {});

/// startWindow starts a program with windows that outlives this one; only this program itself inherits our tokens. False
/// when it cannot be started.
bool startWindow(const QString& program, const QStringList& arguments);

}  // namespace plumbline::runs
