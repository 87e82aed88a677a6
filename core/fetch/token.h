// SPDX-License-Identifier: GPL-3.0-or-later
// The token for GitHub's API: from PLUMBLINE_GITHUB_TOKEN, else GITHUB_TOKEN, else the desktop's keyring (service
// "plumbline", key "github"). It is read only; it is never written, logged or put into an error. To put one in:
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

namespace plumbline::fetch {

struct Token {
  std::string value;  ///< "" when there is none
  std::string from;   ///< "PLUMBLINE_GITHUB_TOKEN", "the keyring"
};

/// tokenFromEnvironment. A value that cannot be a token (blanks, line ends) counts as none.
std::optional<Token> tokenFromEnvironment();

/// TokenReader reads the keyring on a thread of its own, with a timeout: a keyring that is locked, broken or not there
/// means no token. The keyring's library wants all questions on one thread, so a program keeps one TokenReader.
class TokenReader {
 public:
  explicit TokenReader(std::chrono::milliseconds limit = std::chrono::seconds(20));
  ~TokenReader();

  /// read delivers the token on this object's thread, which is the context's too, unless the context is gone by then.
  void read(QObject* context, std::function<void(const Token&)> done);
  /// readNow waits for it: for a program without an event loop.
  Token readNow();

 private:
  struct Private;
  std::unique_ptr<Private> d;
};

}  // namespace plumbline::fetch
