// SPDX-License-Identifier: GPL-3.0-or-later
// What is said to a machine over ssh, and what comes back, as bytes: the script that is Python's standard input there,
// its packed answer, the batch of sftp, and ssh's own troubles in words.
//
//   const std::string script = remoteScript(request, nonce, "python3");
//   auto answer = remoteAnswer(programAnswer, nonce, "bench7");      // answer->head["tasks"][0]
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/runs/program_calls.h"

namespace plumbline::runs {

/// sshOptions are those of ssh and sftp both: never a question, a dead connection is noticed. PLUMBLINE_SSH_CONFIG in
/// the environment names a file to be used in place of the user's ssh config.
std::vector<std::string> sshOptions();
/// sshCommand is the command there: Python with a script as standard input. The first line of that input names the
/// interpreter that is taken when there is no python3 in PATH; any login shell can run it.
std::string sshCommand();

/// remoteScript is the standard input: remote_keeper.py and a call of it. `request` is valid UTF-8.
std::string remoteScript(const nlohmann::json& request, const std::string& python);

struct RemoteAnswer {
  nlohmann::json head;  ///< an object
  std::string blobs;
  /// bytesAt are those of a [begin, length] pair; empty when it is none.
  std::string_view bytesAt(const nlohmann::json& pair) const;
};
/// remoteAnswer. Errors: NotReadable when the machine could not be asked (sshProblem), or answered something else.
base::Result<RemoteAnswer> remoteAnswer(const ProgramAnswer& answer, const std::string& nonce, const std::string& host);
/// sshProblem says in words why ssh or sftp failed.
base::Error sshProblem(const ProgramAnswer& answer, const std::string& host);
/// sshFailure tells what a failed call may have done there: nothing, and it will not get better by itself (NoEntry);
/// nothing (NoContact); nobody knows (Unsure).
enum class SshFailure { NoEntry, NoContact, Unsure };
SshFailure sshFailure(const ProgramAnswer& answer);

/// sftpQuoted is a path as a word of sftp's batch, where it means itself and no pattern.
std::string sftpQuoted(std::string_view path);
/// sftpHost is a host as sftp's destination, where a colon would begin a path.
std::string sftpHost(const std::string& host);

}  // namespace plumbline::runs
