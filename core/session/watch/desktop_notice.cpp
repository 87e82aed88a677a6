// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/watch/desktop_notice.h"

#include <QDBusAbstractInterface>
#include <QDBusConnection>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QVariantMap>

using namespace Qt::StringLiterals;

namespace plumbline::session {

/// NotificationService is the interface of the desktop; QtDBus passes the signals of the bus on to those of the same names.
class NotificationService : public QDBusAbstractInterface {
  Q_OBJECT

 public:
  explicit NotificationService(const QDBusConnection& bus)
      : QDBusAbstractInterface(u"org.freedesktop.Notifications"_s, u"/org/freedesktop/Notifications"_s, "org.freedesktop.Notifications", bus, nullptr) {}

 Q_SIGNALS:
  void ActionInvoked(uint id, const QString& action);
  void NotificationClosed(uint id, uint reason);
};

DesktopNotice::DesktopNotice() = default;
DesktopNotice::~DesktopNotice() = default;

void DesktopNotice::send(const QString& title, const QString& text, const QString& key) {
  const QDBusConnection bus = QDBusConnection::sessionBus();
  if (!bus.isConnected()) return;
  if (!m_service) {
    m_service = std::make_unique<NotificationService>(bus);
    connect(m_service.get(), &NotificationService::ActionInvoked, this, [this](uint number) { invoked(number); });
    connect(m_service.get(), &NotificationService::NotificationClosed, this, [this](uint number) { m_keys.remove(number); });
  }
  QStringList actions;
  if (!key.isEmpty()) actions << u"default"_s << tr("Open");
  const QDBusPendingCall call = m_service->asyncCall(u"Notify"_s, u"Plumbline"_s, 0U, u"plumbline"_s, title, text.toHtmlEscaped(), actions,
                                                     QVariantMap{{u"desktop-entry"_s, u"org.plumbline.Plumbline"_s}}, -1);
  if (key.isEmpty()) return;
  auto* answer = new QDBusPendingCallWatcher(call, this);
  connect(answer, &QDBusPendingCallWatcher::finished, this, [this, key](QDBusPendingCallWatcher* done) { noteNumber(done, key); });
}

void DesktopNotice::noteNumber(QDBusPendingCallWatcher* answer, const QString& key) {
  const QDBusPendingReply<uint> number = *answer;
  if (number.isValid()) m_keys[number.value()] = key;
  answer->deleteLater();
}

void DesktopNotice::invoked(uint number) {
  if (const auto key = m_keys.constFind(number); key != m_keys.constEnd()) Q_EMIT clicked(*key);
}

}  // namespace plumbline::session

#include "desktop_notice.moc"
