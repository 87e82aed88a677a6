// SPDX-License-Identifier: GPL-3.0-or-later
// A notification of the desktop (org.freedesktop.Notifications). Does nothing where no service shows them.
//
//   DesktopNotice notice;
//   connect(&notice, &DesktopNotice::clicked, this, &Page::openRun);
//   notice.send(u"Run done"_s, u"5 models, all pass"_s, u"17"_s);
//
// Lives on a thread with an event loop, which delivers the clicks.
#pragma once

#include <QHash>
#include <QObject>
#include <QString>
#include <memory>

class QDBusPendingCallWatcher;

namespace plumbline::session {

class NotificationService;

class DesktopNotice : public QObject {
  Q_OBJECT

 public:
  DesktopNotice();
  ~DesktopNotice() override;

  /// send returns at once. Both texts are plain: what looks like markup is shown as it stands. With a `key` the
  /// notification can be clicked.
  void send(const QString& title, const QString& text, const QString& key = {});

 Q_SIGNALS:
  /// clicked carries the key of the notification that a person clicked.
  void clicked(const QString& key);

 private:
  void noteNumber(QDBusPendingCallWatcher* answer, const QString& key);
  void invoked(uint number);

  std::unique_ptr<NotificationService> m_service;
  QHash<uint, QString> m_keys;  ///< by the service's number of the notification
};

}  // namespace plumbline::session
