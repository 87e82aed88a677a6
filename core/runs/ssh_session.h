// SPDX-License-Identifier: GPL-3.0-or-later
// One machine behind ssh: questions to remote_keeper.py there, files fetched with sftp, a few at a time so that sshd's
// own limit on new connections is never met.
//
//   session.ask({{"action", "look"}, {"tasks", tasks}}, "python3", [](const RemoteReply& reply) { ... });
//   session.fetch({{"/var/cache/plumbline/runs/x/cold.csv", "/state/x/cold.csv"}}, [](base::Result<void> done) {
//   ... });
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/runs/program_calls.h"
#include "core/runs/run_spec.h"
#include "core/runs/ssh_talk.h"

namespace plumbline::runs {

struct RemoteReply {
  base::Result<RemoteAnswer> answer;
  SshFailure failure = SshFailure::NoEntry;  ///< when there is no answer
};

class SshSession {
 public:
  using Replied = std::function<void(const RemoteReply&)>;
  using Fetched = std::function<void(base::Result<void>)>;
  using FromTo = std::vector<std::pair<std::string, std::string>>;

  explicit SshSession(Place place) : m_place(std::move(place)) {}

  const std::string& host() const { return m_place.host; }
  void ask(nlohmann::json request, const std::string& python, std::chrono::milliseconds patience, Replied done);
  /// fetch copies files from there to here, in place of what is here. Errors: NotReadable, with what sftp said; some of
  /// the files may have arrived.
  void fetch(const FromTo& files, Fetched done);
  /// askForFiles tells whether files can be fetched at all: sftp is a service of its own.
  void askForFiles(Fetched done) { fetch({}, std::move(done)); }
  /// forget has tasks ended whose start was never answered, with the next question that is.
  void forget(const std::set<std::string>& names) { m_forget.insert(names.begin(), names.end()); }
  /// later calls `work` after a while, unless stopAll() comes first.
  void later(std::chrono::milliseconds delay, std::function<void()> work);
  void stopAll();

 private:
  Place m_place;
  std::set<std::string> m_forget;
  ProgramCalls m_calls{3};
  std::unique_ptr<QObject> m_later = std::make_unique<QObject>();
};

}  // namespace plumbline::runs
