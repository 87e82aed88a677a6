// SPDX-License-Identifier: GPL-3.0-or-later
// What the sources page needs of a fetch, so that a test can stand in for the network. FetcherPort is the real one.
//
//   page.setFetch(port);
#pragma once

#include <QObject>
#include <QString>

#include "core/fetch/fetcher.h"

namespace plumbline::ui {

class FetchPort : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  /// start begins; a running fetch is cancelled first. Offline takes only what the cache holds.
  virtual void start(const fetch::Target& target, bool offline) = 0;
  virtual void cancel() = 0;
  virtual bool isBusy() const = 0;
  /// tokenText says in whose name requests are made, and what follows: "no token: 60 requests an hour".
  virtual QString tokenText() const = 0;

 Q_SIGNALS:
  void progress(int done, int total, quint64 bytes);
  void said(const QString& sentence);
  void finished(const plumbline::fetch::FetchReport& report);
  void failed(const plumbline::base::Error& error);
  /// tokenChanged: tokenText() may say something else now (a keyring takes its time).
  void tokenChanged();
};

}  // namespace plumbline::ui
