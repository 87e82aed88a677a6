// SPDX-License-Identifier: GPL-3.0-or-later
// Secrets, above all the token for GitHub's API: from PLUMBLINE_GITHUB_TOKEN, else GITHUB_TOKEN, else the desktop's keyring (service
// "plumbline", key "github"). It is never logged, put into an error or written anywhere but into the keyring. To put one in:
//
//   secret-tool store --label=Plumbline user github server plumbline type plaintext
//
//   TokenReader m_tokens;                                  // one for the life of a window
//   m_tokens.read(this, [this](const Token& token) { ... });
#pragma once

#include <QObject>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace plumbline::fetch {

struct Token {
  std::string value;  ///< "" when there is none
  std::string from;   ///< "PLUMBLINE_GITHUB_TOKEN", "the keyring"
};

/// Secret names what is read: the variables that count before the keyring, and its key there.
struct Secret {
  std::string key = "github";
  std::vector<std::string> variables = {"PLUMBLINE_GITHUB_TOKEN", "GITHUB_TOKEN"};
  bool isPassword = false;  ///< of any characters
};

/// tokenFromEnvironment. A value that cannot be a token (blanks, line ends) counts as none.
std::optional<Token> tokenFromEnvironment(const Secret& secret = {});

/// TokenReader reads the keyring on a thread of its own, with a timeout: a keyring that is locked, broken or not there
/// means no token. The keyring's library wants all questions on one thread, so a program keeps one TokenReader.
class TokenReader {
 public:
  explicit TokenReader(std::chrono::milliseconds limit = std::chrono::seconds(20));
  explicit TokenReader(Secret secret, std::chrono::milliseconds limit = std::chrono::seconds(20));
  ~TokenReader();

  /// read delivers the token on this object's thread, which is the context's too, unless the context is gone by then.
  void read(QObject* context, std::function<void(const Token&)> done);
  /// write puts a token into the keyring, or takes it out ("" does), and delivers an error or nothing, as read does.
  /// Errors: NotWritable when there is no keyring or it refuses. Nothing is ever written elsewhere.
  void write(QObject* context, const std::string& token, std::function<void(const std::optional<base::Error>&)> done);
  /// readNow waits for it: for a program without an event loop.
  Token readNow();

 private:
  struct Private;
  std::unique_ptr<Private> d;
};

}  // namespace plumbline::fetch
