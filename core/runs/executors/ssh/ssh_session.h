// SPDX-License-Identifier: GPL-3.0-or-later
// One machine behind ssh: requests to remote_supervisor.py there, files fetched with sftp, a few at a time to stay
// below sshd's limit on new connections.
//
//   session.send({{"action", "poll"}, {"tasks", tasks}}, "python3", [](const RemoteReply& reply) { ... });
//   session.fetch({{"/var/cache/plumbline/runs/x/cold.csv", "/state/x/cold.csv"}}, [](base::Result<void> done) {
//   ... });
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/runs/executors/program_calls.h"
#include "core/runs/spec/run_spec.h"

namespace plumbline::runs {

/// sshOptions are those of ssh and sftp both: no prompts, dead connections are noticed. The environment variable
/// PLUMBLINE_SSH_CONFIG replaces the user's ssh config.
std::vector<std::string> sshOptions();
/// sshCommand is the remote command: Python with a script as standard input. The first line of that input names the
/// interpreter to use without python3 in PATH; any login shell can run it.
std::string sshCommand();

/// remoteScript is the standard input: remote_supervisor.py and a call of it. `request` is valid UTF-8.
std::string remoteScript(const nlohmann::json& request, const std::string& python);

struct RemoteResponse {
  nlohmann::json head;  ///< an object
  std::string blobs;
  /// bytesAt are those of a [begin, length] pair; empty when it is none.
  std::string_view bytesAt(const nlohmann::json& pair) const;
};
/// parseRemoteResponse. Errors: NotReadable when the call failed (sshProblem) or the answer is not ours.
base::Result<RemoteResponse> parseRemoteResponse(const ProgramResult& answer, const std::string& nonce,
                                                 const std::string& host);
/// sshProblem explains why ssh or sftp failed.
base::Error sshProblem(const ProgramResult& answer, const std::string& host);
/// sshFailure is the possible effect of a failed call: none, and a retry does not help (Refused); none (Unreachable);
/// unknown (Uncertain).
enum class SshFailure { Refused, Unreachable, Uncertain };
SshFailure sshFailure(const ProgramResult& answer);

/// sftpQuoted quotes a path for sftp's batch, without patterns.
std::string sftpQuoted(std::string_view path);
/// sftpHost is a host as sftp's destination; a colon would begin a path.
std::string sftpHost(const std::string& host);

struct RemoteReply {
  base::Result<RemoteResponse> answer;
  SshFailure failure = SshFailure::Refused;  ///< when there is no answer
};

class SshSession {
 public:
  using Replied = std::function<void(const RemoteReply&)>;
  using Fetched = std::function<void(base::Result<void>)>;
  using FromTo = std::vector<std::pair<std::string, std::string>>;

  explicit SshSession(RunTarget target) : m_target(std::move(target)) {}

  const std::string& host() const { return m_target.host; }
  void send(nlohmann::json request, const std::string& python, std::chrono::milliseconds timeout, Replied done);
  /// fetch copies remote files over local ones. Errors: NotReadable with sftp's message; some of the files may have
  /// arrived.
  void fetch(const FromTo& files, Fetched done);
  /// checkSftp tests whether files can be fetched: sftp is a separate service.
  void checkSftp(Fetched done) { fetch({}, std::move(done)); }
  /// forget ends tasks whose start was never answered, with the next successful request.
  void forget(const std::set<std::string>& names) { m_forget.insert(names.begin(), names.end()); }
  /// later calls `work` after the delay, unless stopAll() comes first.
  void later(std::chrono::milliseconds delay, std::function<void()> work);
  void stopAll();

 private:
  RunTarget m_target;
  std::set<std::string> m_forget;
  ProgramCalls m_calls{3};
  std::unique_ptr<QObject> m_later = std::make_unique<QObject>();
};

}  // namespace plumbline::runs
