// SPDX-License-Identifier: GPL-3.0-or-later
// The fetch of the sources page by core/fetch: one Fetcher per start. The token comes from the environment, else from
// the desktop's keyring, which is read at the first fetch.
//
//   FetcherPort port({.cacheFolder = cache, .endpoints = endpoints});
#pragma once

#include <QObject>
#include <QString>
#include <memory>
#include <optional>

#include "core/fetch/fetcher.h"
#include "core/fetch/token.h"

namespace plumbline::ui {

/// What the sources page needs of a fetch, so that a test can stand in for the network. FetcherPort is the real one.
///
///   page.setFetch(port);
class FetchPort : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  /// start begins; a running fetch is cancelled first. Offline uses only the cache.
  virtual void start(const fetch::Target& target, bool offline) = 0;
  virtual void cancel() = 0;
  virtual bool isBusy() const = 0;
  /// tokenText describes the token and the rate limit: "no token: 60 requests an hour".
  virtual QString tokenText() const = 0;

 Q_SIGNALS:
  void progress(int done, int total, quint64 bytes);
  void statusMessage(const QString& sentence);
  void finished(const plumbline::fetch::FetchReport& report);
  void failed(const plumbline::base::Error& error);
  /// tokenChanged: tokenText() may differ (a keyring is slow).
  void tokenChanged();
};

class FetcherPort : public FetchPort {
  Q_OBJECT

 public:
  /// options has cache and endpoints; a token in it is used as it is. `offline` is set by start.
  explicit FetcherPort(fetch::FetchOptions options, QObject* parent = nullptr);
  ~FetcherPort() override;

  void start(const fetch::Target& target, bool offline) override;
  void cancel() override;
  bool isBusy() const override;
  QString tokenText() const override;
  /// setOptions holds for the next fetch: cache and endpoints.
  void setOptions(const fetch::FetchOptions& options);
  /// readOptions delivers what a fetch would use, the token too, which the keyring may be asked for first.
  void readOptions(std::function<void(const fetch::FetchOptions&)> done);
  /// saveToken puts a token into the keyring ("" takes it out); `done` gets why not, or "".
  void saveToken(const QString& token, std::function<void(const QString& problem)> done);

 private:
  void begin(const fetch::Target& target, bool offline);
  void useToken(const fetch::Token& token);

  fetch::FetchOptions m_options;
  std::optional<fetch::Token> m_token;  ///< absent: the keyring was not read yet
  quint64 m_asked = 0;                  ///< number of the newest question; an older answer starts nothing
  bool m_waiting = false;               ///< for the keyring
  fetch::TokenReader m_tokens;
  std::unique_ptr<fetch::Fetcher> m_fetcher;
};

}  // namespace plumbline::ui
