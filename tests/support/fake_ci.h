// SPDX-License-Identifier: GPL-3.0-or-later
// A commit with runs, jobs and artifacts as GitHub and the artifact store would show it, put into a FakeCiServer.
//
//   FakeCi ci(server);
//   ci.addRun(18201, "inductor");
//   ci.addJob(18201, 345, "linux-jammy / test (inductor_torchbench, 1, 2, linux.g5)");
//   ci.publish();
//   server.answer(ci.zipPath(345), {{.body = zip}});
#pragma once

#include <QByteArray>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/fake_ci_server.h"

namespace plumbline::support {

inline constexpr const char* kFakeSha = "0123456789abcdef0123456789abcdef01234567";

class FakeCi {
 public:
  struct FakeJob {
    std::uint64_t run = 0, id = 0;
    std::string name;
    int attempt = 1;
    std::string status = "completed", conclusion = "success";
  };

  explicit FakeCi(FakeCiServer& server, std::string sha = kFakeSha) : m_server(server), m_sha(std::move(sha)) {}

  void addRun(std::uint64_t id, const std::string& workflow, const std::string& event = "push");
  void addJob(FakeJob job) { m_jobs.push_back(std::move(job)); }
  /// publish puts the pages into the server: `perPage` elements each, linked as GitHub does.
  void publish(std::size_t perPage = 100);
  /// addShards makes `count` benchmark jobs of a run with a zip of their own each.
  void addShards(std::uint64_t run, std::size_t count, std::size_t zipBytes = 0);

  /// zipPath is where the store has a job's artifact: "/pytorch/pytorch/RUN/ATTEMPT/artifact/NAME.zip".
  std::string zipPath(std::uint64_t job) const;
  /// zip is an honest artifact with one CSV and, for size, bytes that cannot be packed.
  static QByteArray zip(const std::string& seed, std::size_t bytes = 0);

 private:
  void publishPages(const std::string& path, const char* member, const std::vector<std::string>& elements,
                    std::size_t perPage);
  FakeCiServer& m_server;
  std::string m_sha;
  std::vector<std::string> m_runs;
  std::vector<std::uint64_t> m_runIds;
  std::vector<FakeJob> m_jobs;
};

}  // namespace plumbline::support
