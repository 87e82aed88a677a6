// SPDX-License-Identifier: GPL-3.0-or-later
// The fetch of the sources page by core/fetch: one Fetcher per start. The token comes from the environment, else from
// the desktop's keyring, which is asked when something is fetched and not before.
//
//   FetcherPort port({.cacheFolder = cache, .endpoints = endpoints});
#pragma once

#include <memory>
#include <optional>

#include "core/fetch/token.h"
#include "ui/artifacts/fetch_port.h"

namespace plumbline::ui {

class FetcherPort : public FetchPort {
  Q_OBJECT

 public:
  /// options gives cache and endpoints; a token in it is used as it is. `offline` is set by start.
  explicit FetcherPort(fetch::FetchOptions options, QObject* parent = nullptr);
  ~FetcherPort() override;

  void start(const fetch::Target& target, bool offline) override;
  void cancel() override;
  bool isBusy() const override;
  QString tokenText() const override;

 private:
  void begin(const fetch::Target& target, bool offline);
  void takeToken(const fetch::Token& token);

  fetch::FetchOptions m_options;
  std::optional<fetch::Token> m_token;  ///< absent: the keyring was not asked yet
  quint64 m_asked = 0;                  ///< number of the newest question; an older answer starts nothing
  bool m_waiting = false;               ///< for the keyring
  fetch::TokenReader m_tokens;
  std::unique_ptr<fetch::Fetcher> m_fetcher;
};

}  // namespace plumbline::ui
