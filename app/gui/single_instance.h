// SPDX-License-Identifier: GPL-3.0-or-later
// One window for every start, where the settings ask for it: the first window listens on a socket of the user, and a later start
// hands over what it was to open and ends.
//
//   if (isHandedOver(options)) return 0;
//   SingleInstance instance;
//   connect(&instance, &SingleInstance::openRequested, this, [this](const Options& options) { open(options); });
#pragma once

#include <QLocalServer>

#include "app/gui/options.h"

class QLocalSocket;

namespace plumbline::app {

/// isHandedOver: a running window of the same version has taken what the options open. False where none runs or answers within
/// seconds, and for options that are about a window of its own, such as --new, --theme and --screenshot.
bool isHandedOver(const Options& options);

/// SingleInstance listens from its making on, unless another window does.
class SingleInstance : public QObject {
  Q_OBJECT

 public:
  SingleInstance();
  bool isListening() const { return m_server.isListening(); }

 Q_SIGNALS:
  void openRequested(const plumbline::app::Options& options);

 private:
  void accept();
  void readFrom(QLocalSocket& socket);

  QLocalServer m_server;
};

}  // namespace plumbline::app
