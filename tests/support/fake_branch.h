// SPDX-License-Identifier: GPL-3.0-or-later
// A branch of pytorch/pytorch on a FakeCiServer: commits, each with one benchmark run whose shards left a CSV.
//
//   FakeBranch branch(server);
//   branch.push({{.rows = "a,pass,0\n"}, {.rows = "b,fail_to_run,0\n"}});        // two shards of inductor_torchbench
//   branch.publish();                                                            // the listing, newest first
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/support/fake_ci_server.h"

namespace plumbline::support {

inline constexpr std::int64_t kFirstCommitTime = 1'780'000'000;  ///< of the first commit; each is an hour after the one before

class FakeBranch {
 public:
  struct Shard {
    std::string rows = {};  ///< lines of name,accuracy,graph_breaks
    std::string status = "completed";
  };
  explicit FakeBranch(FakeCiServer& server) : m_server(server) {}

  static std::string shaOf(std::size_t number);
  static std::int64_t timeOf(std::size_t number) { return kFirstCommitTime + 3600 * static_cast<std::int64_t>(number); }

  /// push adds a commit and returns its number; without shards CI knows no run of it.
  std::size_t push(const std::vector<Shard>& shards);
  /// set replaces what CI has for a commit.
  void set(std::size_t number, const std::vector<Shard>& shards);
  /// publish puts the list of commits into the server, `perPage` on a page.
  void publish(std::size_t perPage = 100);
  std::size_t size() const { return m_size; }

  /// Paths on the server: the list, the runs of a commit, the jobs of its run, the artifact of a shard (from 1).
  static std::string listPath() { return "/repos/pytorch/pytorch/commits?sha=main&per_page=100"; }
  static std::string runsPath(std::size_t number);
  static std::string jobsPath(std::size_t number);
  std::string zipPath(std::size_t number, std::size_t shard, std::size_t shards) const;
  /// zip is the artifact of a shard with these rows.
  static QByteArray zip(const std::string& rows);

 private:
  FakeCiServer& m_server;
  std::size_t m_size = 0;
};

}  // namespace plumbline::support
