// SPDX-License-Identifier: GPL-3.0-or-later
// From what a person named to the jobs of all attempts of all its benchmark runs.
//
//   lister.start(target, [](base::Result<JobList> jobs) { ... });
#pragma once

#include <QObject>
#include <functional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/fetch/api_client.h"
#include "core/fetch/fetch_plan.h"

namespace plumbline::fetch {

struct JobList {
  std::string sha;        ///< in full
  std::vector<Run> runs;  ///< those that are benchmarks'
  std::vector<Job> jobs;  ///< all of theirs
};

class JobLister : public QObject {
  Q_OBJECT

 public:
  using Done = std::function<void(base::Result<JobList>)>;
  using Say = std::function<void(std::string)>;

  JobLister(ApiClient& api, Say say, QObject* parent = nullptr);

  /// start asks; `done` is called once. Errors: as ApiClient::pages; NotFound when no run is a benchmark's.
  void start(const Target& target, Done done);
  void stop() { m_api.stop(); }

 private:
  void askCommit(const std::string& path, base::Result<std::string> (*read)(std::string_view json));
  void askRun();
  void askRuns();
  void askJobs(std::size_t run);

  ApiClient& m_api;
  Say m_say;
  Target m_target;
  Done m_done;
  JobList m_list;
};

}  // namespace plumbline::fetch
