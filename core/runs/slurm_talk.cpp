// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/slurm_talk.h"

#include <QTimer>

#include "core/runs/local_executor.h"

namespace plumbline::runs {
namespace {

constexpr std::chrono::seconds kPatience{60};

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

// Slurm's programs say these when the controller does not answer.
bool isOutOfReach(const ProgramAnswer& answer) {
  return has(answer.errors, "Unable to contact slurm controller") || has(answer.errors, "Socket timed out") ||
         has(answer.errors, "Connection refused") || has(answer.errors, "Zero Bytes were transmitted");
}

}  // namespace

void SlurmTalk::ask(const std::string& program, std::vector<std::string> arguments, std::string input,
                    ProgramCalls::Answered done) {
  ProgramRequest request{.arguments = std::move(arguments), .input = std::move(input), .patience = kPatience};
  if (auto path = findProgram(program)) request.program = *path;
  // A user's own defaults for tables and filters would hide jobs from us; sbatch must not wait for its job.
  request.environmentWithout = {"SQUEUE_", "SINFO_", "SCANCEL_", "SACCT_", "SBATCH_WAIT", "SBATCH_ARRAY"};
  m_calls.ask(std::move(request), std::move(done));
}

base::Error SlurmTalk::problemOf(const std::string& program, const ProgramAnswer& answer) {
  using End = ProgramAnswer::End;
  base::Error error{.code = base::ErrorCode::NotReadable, .text = {}, .hint = "Does sinfo work in a terminal here?"};
  if (answer.end == End::NotStarted) {
    error.text = program + " cannot be started.";
    error.hint = "Install Slurm's programs (slurm-client), or run Plumbline where they are.";
  } else if (answer.end == End::TimedOut || (answer.end == End::Exited && isOutOfReach(answer))) {
    error.text = "Slurm's controller does not answer.";
  } else {
    std::string said = lastLine(answer.errors);
    if (said.starts_with(program + ": ")) said.erase(0, program.size() + 2);
    if (said.starts_with("error: ")) said.erase(0, 7);
    error.text = program + (said.empty() ? " fails." : " says: " + said);
  }
  return error;
}

bool SlurmTalk::isRefusal(const ProgramAnswer& answer) {
  if (answer.end == ProgramAnswer::End::NotStarted) return true;
  return answer.end == ProgramAnswer::End::Exited && answer.code != 0 && !isOutOfReach(answer);
}

void SlurmTalk::later(std::chrono::milliseconds delay, std::function<void()> work) {
  QTimer::singleShot(delay, m_later.get(), std::move(work));
}

void SlurmTalk::stopAll() {
  m_later = std::make_unique<QObject>();
  m_calls.stopAll();
}

std::string slurmFolder(const Place& place, const TaskAt& task) {
  return place.folder.empty() ? task.folder : place.folder + "/" + task.name;
}

}  // namespace plumbline::runs
