// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/ssh_talk.h"

#include <QByteArray>
#include <QCryptographicHash>
#include <array>
#include <cstdint>

#include "resources/embedded.h"

namespace plumbline::runs {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kHashDigits = 64;
constexpr std::uint32_t kMostAnswer = std::uint32_t{512} << 20;  // bytes, unpacked

std::uint32_t bigEndian(const QByteArray& bytes) {
  std::uint32_t number = 0;
  for (int i = 0; i < 4; ++i) number = number << 8 | static_cast<std::uint8_t>(bytes[i]);
  return number;
}

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

struct Trouble {
  std::string_view says, text, hint;
  bool mayPass = true;
};
// What OpenSSH says when it comes to nothing (exit code 255), whatever the language: it is not translated.
constexpr std::array kTroubles{
    Trouble{"REMOTE HOST IDENTIFICATION HAS CHANGED", "has another host key than before",
            "Find out why before you go on; then mend your known_hosts.", false},
    Trouble{"Host key verification failed", "is not known to ssh by its host key",
            "Run `ssh HOST true` once in a terminal, and compare the key.", false},
    Trouble{
        "Permission denied", "does not let you in without a question",
        "`ssh HOST true` must work without a password: load a key into your ssh agent, or copy one with ssh-copy-id.",
        false},
    Trouble{"Too many authentication failures", "does not let you in: too many keys were tried",
            "Name its key in your ssh config with IdentityFile and IdentitiesOnly.", false},
    Trouble{"Bad configuration option", "cannot be asked: your ssh config has an error",
            "Mend it: `ssh HOST true` says where.", false},
    Trouble{"Can't open user config file", "cannot be asked: there is no such ssh config", "See PLUMBLINE_SSH_CONFIG.",
            false},
    Trouble{"Could not resolve hostname", "has no address", "Check the name, or add it to your ssh config."},
    Trouble{"Connection refused", "does not take connections", "Is sshd running there, and the port right?"},
    Trouble{"Connection timed out", "does not answer", "Is it switched on, and does your network lead there?"},
    Trouble{"No route to host", "cannot be reached", "Does your network lead there?"},
    Trouble{"Network is unreachable", "cannot be reached", "Is there a network?"},
};

const Trouble* troubleOf(const ProgramAnswer& answer) {
  if (answer.end != ProgramAnswer::End::Exited || answer.code != 255) return nullptr;
  for (const Trouble& trouble : kTroubles)
    if (has(answer.errors, trouble.says)) return &trouble;
  return nullptr;
}

std::string withHost(std::string_view hint, const std::string& host) {
  std::string text(hint);
  if (const auto at = text.find("HOST"); at != std::string::npos) text.replace(at, 4, host);
  return text;
}

base::Error notAsked(std::string text, std::string hint) {
  return {.code = base::ErrorCode::NotReadable, .text = std::move(text), .hint = std::move(hint)};
}

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

std::string remoteScript(const Json& request, const std::string& python) {
  const std::string text = request.dump(-1, ' ', false, Json::error_handler_t::replace);
  const QByteArray packed = qCompress(reinterpret_cast<const uchar*>(text.data()), static_cast<qsizetype>(text.size()));
  std::string script = python.substr(0, python.find('\n')) + "\n";
  script += resources::embeddedBytes("runs/remote_keeper.py").value_or("");
  return script + "\nmain(\"" + packed.mid(4).toBase64().toStdString() + "\")\n";  // without Qt's own four bytes
}

std::string_view RemoteAnswer::bytesAt(const Json& pair) const {
  if (!pair.is_array() || pair.size() != 2 || !pair[0].is_number_unsigned() || !pair[1].is_number_unsigned()) return {};
  const auto begin = pair[0].get<std::uint64_t>(), length = pair[1].get<std::uint64_t>();
  if (begin > blobs.size() || length > blobs.size() - begin) return {};
  return std::string_view(blobs).substr(begin, length);
}

base::Result<RemoteAnswer> remoteAnswer(const ProgramAnswer& answer, const std::string& nonce,
                                        const std::string& host) {
  const std::string open = "<plumbline " + nonce + " ", close = "\n</plumbline " + nonce + ">";
  const auto begin = answer.out.find(open);
  const auto end = begin == std::string::npos ? begin : answer.out.find(close, begin);
  if (end == std::string::npos) return base::fail(sshProblem(answer, host));
  const auto unreadable = [&host] {
    return base::fail(
        notAsked(host + " answered something that cannot be read.", "Try again; the connection may be bad."));
  };
  const std::size_t from = begin + open.size() + kHashDigits + 2;  // "HASH>\n"
  if (from > end) return unreadable();
  const QByteArray text = QByteArray::fromRawData(answer.out.data() + from, static_cast<qsizetype>(end - from));
  const QByteArray hash = QCryptographicHash::hash(text, QCryptographicHash::Sha256).toHex();
  if (answer.out.compare(begin + open.size(), kHashDigits, hash.toStdString()) != 0) return unreadable();
  const QByteArray packed = QByteArray::fromBase64(text);
  if (packed.size() < 4 || bigEndian(packed) > kMostAnswer) return unreadable();
  const QByteArray bytes = qUncompress(packed);
  if (bytes.size() < 4) return unreadable();
  const std::uint32_t headBytes = bigEndian(bytes);
  if (headBytes > static_cast<std::size_t>(bytes.size()) - 4) return unreadable();
  const char* head = bytes.constData() + 4;
  RemoteAnswer read{.head = Json::parse(head, head + headBytes, nullptr, false),
                    .blobs = bytes.mid(4 + static_cast<qsizetype>(headBytes)).toStdString()};
  if (!read.head.is_object()) return unreadable();
  return read;
}

base::Error sshProblem(const ProgramAnswer& answer, const std::string& host) {
  using End = ProgramAnswer::End;
  if (answer.end == End::NotStarted)
    return notAsked("ssh cannot be started: " + lastLine(answer.errors) + ".", "Install OpenSSH's client.");
  if (answer.end == End::TimedOut)
    return notAsked(host + " gave no answer in time.", "It may be under load; it is asked again.");
  if (answer.end == End::TooMuch)
    return notAsked(host + " answered too much.", "Do its login scripts print without end?");
  if (const Trouble* trouble = troubleOf(answer))
    return notAsked(host + " " + std::string(trouble->text) + ".", withHost(trouble->hint, host));
  if (answer.end == End::Exited && (answer.code == 126 || answer.code == 127))
    return notAsked(host + " has no python3: " + lastLine(answer.errors),
                    "Install Python 3.6 or later there, or name one with --python.");
  const std::string said = lastLine(answer.errors);
  return notAsked("The connection to " + host + " was lost" + (said.empty() ? "." : ": " + said),
                  withHost("`ssh HOST true` must work without a question.", host));
}

SshFailure sshFailure(const ProgramAnswer& answer) {
  if (answer.end == ProgramAnswer::End::NotStarted) return SshFailure::NoEntry;
  if (answer.end != ProgramAnswer::End::Exited) return SshFailure::Unsure;
  if (answer.code == 126 || answer.code == 127) return SshFailure::NoEntry;
  const Trouble* trouble = troubleOf(answer);
  if (trouble == nullptr) return SshFailure::Unsure;
  return trouble->mayPass ? SshFailure::NoContact : SshFailure::NoEntry;
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

}  // namespace plumbline::runs
