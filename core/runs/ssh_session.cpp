// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/ssh_session.h"

#include <QTimer>
#include <QUuid>

#include "core/runs/local_executor.h"

namespace plumbline::runs {
namespace {

constexpr std::chrono::hours kPatienceOfFiles{1};  // a dead connection is noticed long before

std::string newNonce() { return QUuid::createUuid().toString(QUuid::Id128).toStdString(); }

}  // namespace

void SshSession::ask(nlohmann::json request, const std::string& python, std::chrono::milliseconds patience,
                     Replied done) {
  const std::string nonce = newNonce();
  request["form"] = 1;
  request["nonce"] = nonce;
  request["base"] = m_place.folder;
  request["keeper"] = keeperScript();
  const std::set<std::string> forgotten = m_forget;
  if (!forgotten.empty()) request["forget"] = forgotten;

  ProgramRequest program{.input = remoteScript(request, python), .patience = patience};
  if (auto ssh = findProgram("ssh")) program.program = *ssh;
  program.arguments = sshOptions();
  // What the user's config may say of a terminal or of a command is meant for other uses of this host.
  program.arguments.insert(program.arguments.end(),
                           {"-T", "-x", "-o", "RemoteCommand=none", "--", m_place.host, sshCommand()});
  m_calls.ask(std::move(program), [this, nonce, forgotten, done = std::move(done)](const ProgramAnswer& answer) {
    RemoteReply reply{.answer = remoteAnswer(answer, nonce, m_place.host), .failure = sshFailure(answer)};
    if (reply.answer)
      for (const std::string& name : forgotten) m_forget.erase(name);
    done(reply);
  });
}

void SshSession::later(std::chrono::milliseconds delay, std::function<void()> work) {
  QTimer::singleShot(delay, m_later.get(), std::move(work));
}

void SshSession::stopAll() {
  m_later = std::make_unique<QObject>();
  m_calls.stopAll();
}

void SshSession::fetch(const FromTo& files, Fetched done) {
  ProgramRequest program{.patience = kPatienceOfFiles};
  if (auto sftp = findProgram("sftp")) program.program = *sftp;
  program.arguments = sshOptions();
  program.arguments.insert(program.arguments.end(), {"-q", "-b", "-", "--", sftpHost(m_place.host)});
  program.input = "pwd\n";
  for (const auto& [from, to] : files) {
    if ((from + to).find('\n') != std::string::npos) {  // the batch has no word for it
      later(std::chrono::milliseconds(0), [done = std::move(done)] {
        done(base::fail({.code = base::ErrorCode::BadArgument,
                         .text = "A folder of a run has a line feed in its name.",
                         .hint = "Name another folder."}));
      });
      return;
    }
    program.input += "get " + sftpQuoted(from) + " " + sftpQuoted(to) + "\n";
  }
  m_calls.ask(std::move(program), [this, done = std::move(done)](const ProgramAnswer& answer) {
    if (answer.isGood()) return done({});
    base::Error error = sshProblem(answer, m_place.host);
    if (answer.end == ProgramAnswer::End::Exited && answer.code != 255)
      error.text = "Files could not be fetched from " + m_place.host + ": " + lastLine(answer.errors);
    done(base::fail(std::move(error)));
  });
}

}  // namespace plumbline::runs
