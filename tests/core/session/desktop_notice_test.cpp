// SPDX-License-Identifier: GPL-3.0-or-later
// A notice reaches the notice server on the session bus, with its text taken as text.
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusVirtualObject>
#include <QProcess>
#include <QStandardPaths>
#include <QSignalSpy>
#include <QTest>

#include "core/session/watch/desktop_notice.h"

using namespace Qt::StringLiterals;
using namespace plumbline;

namespace {

/// Desktop takes what is sent to the desktop's notification service.
class Desktop : public QDBusVirtualObject {
 public:
  QString introspect(const QString&) const override { return {}; }
  bool handleMessage(const QDBusMessage& message, const QDBusConnection& connection) override {
    calls.append(message.arguments());
    members.append(message.member());
    connection.send(message.createReply(static_cast<uint>(calls.size())));
    return true;
  }
  QList<QVariantList> calls;
  QStringList members;
};

}  // namespace

class DesktopNoticeTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    const QString program = QStandardPaths::findExecutable(u"dbus-daemon"_s);
    if (program.isEmpty()) QSKIP("dbus-daemon is not installed (package dbus)");
    m_bus.start(program, {u"--session"_s, u"--nofork"_s, u"--print-address=1"_s});
    QVERIFY(m_bus.waitForReadyRead());
    const QByteArray address = m_bus.readLine().trimmed();
    QVERIFY(!address.isEmpty());
    qputenv("DBUS_SESSION_BUS_ADDRESS", address);
  }
  void cleanup() {
    m_bus.terminate();
    m_bus.waitForFinished();
  }

  void reachesTheDesktop() {
    const QString address = QString::fromLocal8Bit(qgetenv("DBUS_SESSION_BUS_ADDRESS"));
    QDBusConnection service = QDBusConnection::connectToBus(address, u"desktop"_s);
    QVERIFY(service.isConnected());
    Desktop desktop;
    QVERIFY(service.registerVirtualObject(u"/org/freedesktop/Notifications"_s, &desktop));
    QVERIFY(service.registerService(u"org.freedesktop.Notifications"_s));
    session::DesktopNotice notice;
    notice.send(u"Run done"_s, u"a < b & <i>c</i>"_s);
    QTRY_COMPARE(desktop.calls.size(), 1);
    QCOMPARE(desktop.members.first(), u"Notify"_s);
    const QVariantList arguments = desktop.calls.first();
    QCOMPARE(arguments.size(), 8);
    QCOMPARE(arguments.at(0).toString(), u"Plumbline"_s);
    QCOMPARE(arguments.at(1).typeId(), QMetaType::UInt);
    QCOMPARE(arguments.at(3).toString(), u"Run done"_s);
    QCOMPARE(arguments.at(4).toString(), u"a &lt; b &amp; &lt;i&gt;c&lt;/i&gt;"_s);
    QCOMPARE(arguments.at(5).toStringList(), QStringList());

    // With a key there is an action, and a click on this notification, not on another one, brings the key back.
    QSignalSpy clicked(&notice, &session::DesktopNotice::clicked);
    notice.send(u"2 new failures"_s, u"commit 0123"_s, u"0123"_s);
    QTRY_COMPARE(desktop.calls.size(), 2);
    QCOMPARE(desktop.calls.at(1).at(5).toStringList().first(), u"default"_s);
    const auto click = [&](uint number) {
      QDBusMessage signal = QDBusMessage::createSignal(u"/org/freedesktop/Notifications"_s, u"org.freedesktop.Notifications"_s, u"ActionInvoked"_s);
      signal.setArguments({number, u"default"_s});
      return service.send(signal);
    };
    // The number of the notification is known when its answer is in; until then a click is of no known one.
    QTRY_VERIFY(click(7) && click(2) && !clicked.isEmpty());
    QCOMPARE(clicked.first().first().toString(), u"0123"_s);
    QDBusConnection::disconnectFromBus(u"desktop"_s);
  }

 private:
  QProcess m_bus;
};

QTEST_GUILESS_MAIN(DesktopNoticeTest)
#include "desktop_notice_test.moc"
