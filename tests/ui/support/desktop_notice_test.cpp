// SPDX-License-Identifier: GPL-3.0-or-later
// A notice reaches the notice server on the session bus, with its text taken as text.
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusVirtualObject>
#include <QProcess>
#include <QStandardPaths>
#include <QTest>

#include "ui/support/desktop_notice.h"

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
    connection.send(message.createReply(1U));
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
    ui::DesktopNotice().send(u"Run done"_s, u"a < b & <i>c</i>"_s);
    QTRY_COMPARE(desktop.calls.size(), 1);
    QCOMPARE(desktop.members.first(), u"Notify"_s);
    const QVariantList arguments = desktop.calls.first();
    QCOMPARE(arguments.size(), 8);
    QCOMPARE(arguments.at(0).toString(), u"Plumbline"_s);
    QCOMPARE(arguments.at(1).typeId(), QMetaType::UInt);
    QCOMPARE(arguments.at(3).toString(), u"Run done"_s);
    QCOMPARE(arguments.at(4).toString(), u"a &lt; b &amp; &lt;i&gt;c&lt;/i&gt;"_s);
    QDBusConnection::disconnectFromBus(u"desktop"_s);
  }

 private:
  QProcess m_bus;
};

QTEST_GUILESS_MAIN(DesktopNoticeTest)
#include "desktop_notice_test.moc"
