// SPDX-License-Identifier: GPL-3.0-or-later
// Asks other programs without blocking: argument lists and no shell, a few at a time, each with a time limit and in a
// session of its own, so that all of it can be ended. For short questions; what shall outlive this program is not
// started here.
//
//   ProgramCalls calls(3, this);
//   calls.ask({.program = *findProgram("squeue"), .arguments = {"--noheader"}}, [](const ProgramAnswer& answer) { ...
//   });
#pragma once

#include <QObject>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace plumbline::runs {

struct ProgramRequest {
  std::string program = {};  ///< whole path
  std::vector<std::string> arguments = {};
  std::string input = {};  ///< what its standard input holds
  std::chrono::milliseconds patience{60'000};
  std::vector<std::string> environmentWithout = {};  ///< variables that begin so do not reach it
};

struct ProgramAnswer {
  enum class End { Exited, Killed, NotStarted, TimedOut, TooMuch };
  End end = End::NotStarted;
  int code = -1;  ///< Exited: exit code
  std::string out;
  std::string errors;  ///< its last few thousand bytes
  bool isGood() const { return end == End::Exited && code == 0; }
};

class ProgramCalls : public QObject {
  Q_OBJECT

 public:
  using Answered = std::function<void(const ProgramAnswer&)>;

  explicit ProgramCalls(int atOnce, QObject* parent = nullptr);
  ~ProgramCalls() override;

  /// ask starts the program, as soon as fewer than `atOnce` run. `done` is called once, on this thread and never from
  /// within ask(); not at all after stopAll().
  void ask(ProgramRequest request, Answered done);
  /// stopAll kills all programs and forgets all questions.
  void stopAll();

 private:
  struct Call;
  void startNext();
  void begin(const std::shared_ptr<Call>& shared);
  void end(Call* call, ProgramAnswer::End how);
  void answer(Call* call);

  int m_atOnce;
  std::vector<std::shared_ptr<Call>> m_calls;  ///< those that run, then those that wait
};

/// lastLine is the last line of a text that is not empty, for messages.
std::string lastLine(const std::string& text);

}  // namespace plumbline::runs
