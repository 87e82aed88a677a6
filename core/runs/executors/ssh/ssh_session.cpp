// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/executors/ssh/ssh_session.h"

#include <QByteArray>
#include <QCryptographicHash>
#include <QTimer>
#include <QUuid>
#include <algorithm>
#include <array>
#include <cstdint>

#include "core/text/json_text.h"
#include "resources/embedded.h"

namespace plumbline::runs {
namespace {

using nlohmann::json;

constexpr std::size_t kHashDigits = 64;
constexpr std::uint32_t kMaxAnswer = std::uint32_t{128} << 20, kMaxHead = std::uint32_t{16} << 20;  // bytes, unpacked

std::uint32_t bigEndian(const QByteArray& bytes) {
  std::uint32_t number = 0;
  for (int i = 0; i < 4; ++i) number = number << 8 | static_cast<std::uint8_t>(bytes[i]);
  return number;
}

struct KnownError {
  std::string_view says, text, hint;
  bool mayPass = true;
};
// Messages of OpenSSH for failed connections (exit code 255); they are not translated.
constexpr std::array kKnownErrors{
    KnownError{"REMOTE HOST IDENTIFICATION HAS CHANGED", "has another host key than before",
               "Find out why before you go on; then fix your known_hosts.", false},
    KnownError{"Host key verification failed", "is not known to ssh by its host key",
               "Run `ssh HOST true` once in a terminal, and compare the key.", false},
    KnownError{
        "Permission denied", "refuses to log you in without a prompt",
        "`ssh HOST true` must work without a password: load a key into your ssh agent, or copy one with ssh-copy-id.",
        false},
    KnownError{"Too many authentication failures", "refuses to log you in: too many keys were tried",
               "Name its key in your ssh config with IdentityFile and IdentitiesOnly.", false},
    KnownError{"Bad configuration option", "cannot be reached: your ssh config has an error",
               "Fix it: `ssh HOST true` shows where.", false},
    KnownError{"Can't open user config file", "cannot be reached: there is no such ssh config",
               "See PLUMBLINE_SSH_CONFIG.", false},
    KnownError{"Could not resolve hostname", "has no address", "Check the name, or add it to your ssh config."},
    KnownError{"Connection refused", "does not take connections", "Is sshd running there, and the port right?"},
    KnownError{"Connection timed out", "does not answer", "Is it switched on, and does your network lead there?"},
    KnownError{"No route to host", "cannot be reached", "Does your network lead there?"},
    KnownError{"Network is unreachable", "cannot be reached", "Is there a network?"},
};

const KnownError* knownErrorOf(const ProgramResult& answer) {
  if (answer.end != ProgramResult::End::Exited || answer.code != 255) return nullptr;
  for (const KnownError& trouble : kKnownErrors)
    if (answer.errorsContain(trouble.says)) return &trouble;
  return nullptr;
}

std::string withHost(std::string_view hint, const std::string& host) {
  std::string text(hint);
  if (const auto at = text.find("HOST"); at != std::string::npos) text.replace(at, 4, host);
  return text;
}

base::Error notReachable(std::string text, std::string hint) {
  return {.code = base::ErrorCode::NotReadable, .text = std::move(text), .hint = std::move(hint)};
}

constexpr std::chrono::hours kFetchTimeout{1};  // a dead connection is noticed long before

std::string newNonce() { return QUuid::createUuid().toString(QUuid::Id128).toStdString(); }

}  // namespace

std::vector<std::string> sshOptions() {
  std::vector<std::string> options;
  if (const QByteArray config = qgetenv("PLUMBLINE_SSH_CONFIG"); !config.isEmpty())
    options = {"-F", config.toStdString()};
  for (const char* option : {"BatchMode=yes", "ConnectTimeout=15", "ServerAliveInterval=10", "ServerAliveCountMax=3",
                             "ClearAllForwardings=yes", "PermitLocalCommand=no", "LogLevel=ERROR"})
    options.insert(options.end(), {"-o", option});
  return options;
}

std::string sshCommand() {
  return R"(exec /bin/sh -c 'IFS= read -r p; if command -v python3 >/dev/null 2>&1; then p=python3; fi; exec "$p" -I -')";
}

std::string remoteScript(const json& request, const std::string& python) {
  const std::string text = request.dump(-1, ' ', false, json::error_handler_t::replace);
  const QByteArray packed = qCompress(reinterpret_cast<const uchar*>(text.data()), static_cast<qsizetype>(text.size()));
  std::string script = python.substr(0, python.find('\n')) + "\n";
  script += resources::embeddedBytes("runs/remote_supervisor.py").value_or("");
  return script + "\nmain(\"" + packed.mid(4).toBase64().toStdString() + "\")\n";  // without Qt's own four bytes
}

std::string_view RemoteResponse::bytesAt(const json& pair) const {
  if (!pair.is_array() || pair.size() != 2 || !pair[0].is_number_unsigned() || !pair[1].is_number_unsigned()) return {};
  const auto begin = pair[0].get<std::uint64_t>(), length = pair[1].get<std::uint64_t>();
  if (begin > blobs.size() || length > blobs.size() - begin) return {};
  return std::string_view(blobs).substr(begin, length);
}

base::Result<RemoteResponse> parseRemoteResponse(const ProgramResult& answer, const std::string& nonce,
                                        const std::string& host) {
  const std::string open = "<plumbline " + nonce + " ", close = "\n</plumbline " + nonce + ">";
  const auto begin = answer.out.find(open);
  const auto end = begin == std::string::npos ? begin : answer.out.find(close, begin);
  if (end == std::string::npos) return base::fail(sshProblem(answer, host));
  const auto unreadable = [&host] {
    return base::fail(
        notReachable(host + " answered something that cannot be read.", "Try again; the connection may be bad."));
  };
  const std::size_t from = begin + open.size() + kHashDigits + 2;  // "HASH>\n"
  if (from > end) return unreadable();
  const QByteArray text = QByteArray::fromRawData(answer.out.data() + from, static_cast<qsizetype>(end - from));
  const QByteArray hash = QCryptographicHash::hash(text, QCryptographicHash::Sha256).toHex();
  if (answer.out.compare(begin + open.size(), kHashDigits, hash.toStdString()) != 0) return unreadable();
  const QByteArray packed = QByteArray::fromBase64(text);
  if (packed.size() < 4 || bigEndian(packed) > kMaxAnswer) return unreadable();
  const QByteArray bytes = qUncompress(packed);
  if (bytes.size() < 4) return unreadable();
  const std::uint32_t headBytes = bigEndian(bytes);
  if (headBytes > std::min<std::size_t>(kMaxHead, static_cast<std::size_t>(bytes.size()) - 4)) return unreadable();
  const char* head = bytes.constData() + 4;
  RemoteResponse read{.head = text::parseJson({head, headBytes}),
                    .blobs = bytes.mid(4 + static_cast<qsizetype>(headBytes)).toStdString()};
  if (!read.head.is_object()) return unreadable();
  return read;
}

base::Error sshProblem(const ProgramResult& answer, const std::string& host) {
  using End = ProgramResult::End;
  if (answer.end == End::NotStarted)
    return notReachable("ssh cannot be started: " + lastLine(answer.errors) + ".", "Install OpenSSH's client.");
  if (answer.end == End::TimedOut)
    return notReachable(host + " did not answer in time.", "It may be under load; the request is repeated.");
  if (answer.end == End::TooMuchOutput)
    return notReachable(host + " answered too much.", "Do its login scripts print without end?");
  if (const KnownError* trouble = knownErrorOf(answer))
    return notReachable(host + " " + std::string(trouble->text) + ".", withHost(trouble->hint, host));
  if (answer.end == End::Exited && (answer.code == 126 || answer.code == 127))
    return notReachable(host + " has no python3: " + lastLine(answer.errors),
                    "Install Python 3.6 or later there, or name one with --python.");
  const std::string said = lastLine(answer.errors);
  return notReachable("The connection to " + host + " was lost" + (said.empty() ? "." : ": " + said),
                  withHost("`ssh HOST true` must work without a question.", host));
}

SshFailure sshFailure(const ProgramResult& answer) {
  if (answer.end == ProgramResult::End::NotStarted) return SshFailure::Refused;
  if (answer.end != ProgramResult::End::Exited) return SshFailure::Uncertain;
  if (answer.code == 126 || answer.code == 127) return SshFailure::Refused;
  const KnownError* trouble = knownErrorOf(answer);
  if (trouble == nullptr) return SshFailure::Uncertain;
  return trouble->mayPass ? SshFailure::Unreachable : SshFailure::Refused;
}

std::string sftpQuoted(std::string_view path) {
  std::string quoted = "\"";
  for (const char c : path) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + '"';
}

std::string sftpHost(const std::string& host) {
  const auto at = host.find('@');
  const std::string name = at == std::string::npos ? host : host.substr(at + 1);
  if (name.find(':') == std::string::npos || name.front() == '[') return host;
  return host.substr(0, host.size() - name.size()) + "[" + name + "]";
}

void SshSession::send(nlohmann::json request, const std::string& python, std::chrono::milliseconds timeout,
                     Replied done) {
  const std::string nonce = newNonce();
  request["form"] = 1;
  request["nonce"] = nonce;
  request["base"] = m_target.folder;
  request["supervisor"] = supervisorScript();
  const std::set<std::string> forgotten = m_forget;
  if (!forgotten.empty()) request["forget"] = forgotten;

  ProgramRequest program{.input = remoteScript(request, python), .timeout = timeout};
  if (auto ssh = findProgram("ssh")) program.program = *ssh;
  program.arguments = sshOptions();
  // Settings of the user's config for terminals and commands do not apply here.
  program.arguments.insert(program.arguments.end(),
                           {"-T", "-x", "-o", "RemoteCommand=none", "--", m_target.host, sshCommand()});
  m_calls.run(std::move(program), [this, nonce, forgotten, done = std::move(done)](const ProgramResult& answer) {
    RemoteReply reply{.answer = parseRemoteResponse(answer, nonce, m_target.host), .failure = sshFailure(answer)};
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
  ProgramRequest program{.timeout = kFetchTimeout};
  if (auto sftp = findProgram("sftp")) program.program = *sftp;
  program.arguments = sshOptions();
  program.arguments.insert(program.arguments.end(), {"-q", "-b", "-", "--", sftpHost(m_target.host)});
  program.input = "pwd\n";
  for (const auto& [from, to] : files) {
    if ((from + to).find('\n') != std::string::npos) {  // the batch has no word for it
      later(std::chrono::milliseconds(0), [done = std::move(done)] {
        done(base::fail(base::ErrorCode::BadArgument, "A folder of a run has a line feed in its name.",
                        "Name another folder."));
      });
      return;
    }
    program.input += "get " + sftpQuoted(from) + " " + sftpQuoted(to) + "\n";
  }
  m_calls.run(std::move(program), [this, done = std::move(done)](const ProgramResult& answer) {
    if (answer.isGood()) return done({});
    base::Error error = sshProblem(answer, m_target.host);
    if (answer.end == ProgramResult::End::Exited && answer.code != 255)
      error.text = "Files could not be fetched from " + m_target.host + ": " + lastLine(answer.errors);
    done(base::fail(std::move(error)));
  });
}

}  // namespace plumbline::runs
