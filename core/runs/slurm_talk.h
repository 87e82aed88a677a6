// SPDX-License-Identifier: GPL-3.0-or-later
// Slurm's programs, asked one or two at a time, each with a time limit: without its controller they would wait for
// long.
//
//   talk.ask("squeue", {"--noheader"}, {}, [](const ProgramAnswer& answer) { ... });
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/runs/executor.h"
#include "core/runs/program_calls.h"

namespace plumbline::runs {

class SlurmTalk {
 public:
  void ask(const std::string& program, std::vector<std::string> arguments, std::string input,
           ProgramCalls::Answered done);
  /// problemOf says why a program gave no good answer. Errors of this kind are NotReadable.
  static base::Error problemOf(const std::string& program, const ProgramAnswer& answer);
  /// isRefusal: Slurm answered, and said no; otherwise nobody knows what it did.
  static bool isRefusal(const ProgramAnswer& answer);
  /// later calls `work` after a while, unless stopAll() comes first.
  void later(std::chrono::milliseconds delay, std::function<void()> work);
  void stopAll();

 private:
  ProgramCalls m_calls{2};
  std::unique_ptr<QObject> m_later = std::make_unique<QObject>();
};

/// The folder in which a task of a cluster runs: its own here, or one below Place::folder.
std::string slurmFolder(const Place& place, const TaskAt& task);

}  // namespace plumbline::runs
