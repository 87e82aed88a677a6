// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fetch/job_lister.h"

#include <utility>

namespace plumbline::fetch {
namespace {

constexpr std::size_t kFullSha = 40;

base::Error none(std::string text, std::string hint) {
  return {base::ErrorCode::NotFound, std::move(text), std::move(hint)};
}

}  // namespace

JobLister::JobLister(ApiClient& api, Say say, QObject* parent) : QObject(parent), m_api(api), m_say(std::move(say)) {}

void JobLister::start(const Target& target, Done done) {
  m_target = target;
  m_done = std::move(done);
  m_list = {};
  m_say("Asking for the runs of " + targetWords(target) + ".");
  if (target.runId != 0) return askRun();
  if (target.pullRequest != 0) return askCommit("pulls/" + std::to_string(target.pullRequest), headOf);
  if (target.sha.size() < kFullSha) return askCommit("commits/" + target.sha, commitOf);
  m_list.sha = target.sha;
  askRuns();
}

void JobLister::askCommit(const std::string& path, base::Result<std::string> (*read)(std::string_view json)) {
  m_api.pages(
      "/repos/" + m_target.repository + "/" + path,
      [this, read](const QByteArray& json) -> base::Result<void> {
        auto sha = read(json.toStdString());
        if (!sha) return base::fail(sha.error());
        m_list.sha = *std::move(sha);
        return {};
      },
      [this](base::Result<void> end) {
        if (!end) return m_done(base::fail(end.error()));
        askRuns();
      });
}

void JobLister::askRun() {
  m_api.pages(
      "/repos/" + m_target.repository + "/actions/runs/" + std::to_string(m_target.runId),
      [this](const QByteArray& json) -> base::Result<void> {
        auto run = runOf(json.toStdString());
        if (!run) return base::fail(run.error());
        m_list.sha = run->headSha;
        if (!isBenchmarkRun(*run))
          return base::fail(
              none("This run is of the workflow \"" + run->workflow + "\", which leaves no benchmark results.",
                   "Give its commit instead: " + run->headSha + "."));
        m_list.runs = {*std::move(run)};
        return {};
      },
      [this](base::Result<void> end) {
        if (!end) return m_done(base::fail(end.error()));
        askJobs(0);
      });
}

void JobLister::askRuns() {
  m_api.pages(
      "/repos/" + m_target.repository + "/actions/runs?head_sha=" + m_list.sha + "&per_page=100",
      [this](const QByteArray& json) -> base::Result<void> {
        auto runs = runsOf(json.toStdString());
        if (!runs) return base::fail(runs.error());
        for (Run& run : *runs)
          if (run.headSha == m_list.sha && isBenchmarkRun(run)) m_list.runs.push_back(std::move(run));
        return {};
      },
      [this](base::Result<void> end) {
        if (!end) return m_done(base::fail(end.error()));
        if (m_list.runs.empty())
          return m_done(base::fail(none("CI knows no benchmark run of commit " + m_list.sha + ".",
                                        "It may not have started yet, or the commit may be of another repository.")));
        askJobs(0);
      });
}

void JobLister::askJobs(std::size_t index) {
  if (index == m_list.runs.size()) return m_done(std::move(m_list));
  const std::size_t count = m_list.runs.size();
  m_say("Asking for the jobs of run " + std::to_string(index + 1) + " of " + std::to_string(count) + " (" +
        m_list.runs[index].workflow + ").");
  m_api.pages(
      "/repos/" + m_target.repository + "/actions/runs/" + m_list.runs[index].id + "/jobs?filter=all&per_page=100",
      [this, index](const QByteArray& json) -> base::Result<void> {
        auto jobs = jobsOf(json.toStdString(), m_list.runs[index]);
        if (!jobs) return base::fail(jobs.error());
        for (Job& job : *jobs) m_list.jobs.push_back(std::move(job));
        return {};
      },
      [this, index](base::Result<void> end) {
        if (!end) return m_done(base::fail(end.error()));
        askJobs(index + 1);
      });
}

}  // namespace plumbline::fetch
