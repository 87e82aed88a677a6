// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/desktop_notice.h"

#include <QCoreApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QVariantMap>

using namespace Qt::StringLiterals;

namespace plumbline::ui {

void DesktopNotice::send(const QString& title, const QString& text) {
  const QDBusConnection bus = QDBusConnection::sessionBus();
  if (!bus.isConnected()) return;
  QDBusMessage message = QDBusMessage::createMethodCall(u"org.freedesktop.Notifications"_s, u"/org/freedesktop/Notifications"_s,
                                                        u"org.freedesktop.Notifications"_s, u"Notify"_s);
  message.setArguments({u"Plumbline"_s, 0U, u"plumbline"_s, title, text.toHtmlEscaped(), QStringList(),
                        QVariantMap{{u"desktop-entry"_s, u"org.plumbline.Plumbline"_s}}, -1});
  bus.send(message);
}

}  // namespace plumbline::ui
