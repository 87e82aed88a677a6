// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/single_instance.h"

#include <QFile>
#include <QLocalSocket>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace plumbline;
using app::Options;
using app::SingleInstance;

Q_DECLARE_METATYPE(plumbline::app::Options)

class SingleInstanceTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { QCoreApplication::setApplicationVersion(u"9.1.0"_s); }

  void init() {
    m_folder.emplace();
    qputenv("XDG_RUNTIME_DIR", QFile::encodeName(m_folder->path()));
  }

  void whatIsHandedOverIsOpened() {
    SingleInstance instance;
    QVERIFY(instance.isListening());
    QSignalSpy opened(&instance, &SingleInstance::openRequested);
    QCOMPARE(answerTo(R"({"version":"9.1.0","actual":"/a.csv","expected":"/e.csv","sources":["/one","/two"],"page":"charts","sample":true})"
                      "\n"),
             "taken\n"_ba);
    QCOMPARE(opened.size(), 1);
    const auto options = opened.first().first().value<Options>();
    QCOMPARE(options.actual, u"/a.csv"_s);
    QCOMPARE(options.expected, u"/e.csv"_s);
    QCOMPARE(options.sources, QStringList({u"/one"_s, u"/two"_s}));
    QCOMPARE(options.page, u"charts"_s);
    QVERIFY(options.sample && options.opensCommit() && options.same.isEmpty());
  }

  void whatIsNoRequestIsRefused_data() {
    QTest::addColumn<QByteArray>("request");
    QTest::newRow("another version") << R"({"version":"9.0.0","sample":true})"_ba + '\n';
    QTest::newRow("no version") << "{}\n"_ba;
    QTest::newRow("an array") << "[]\n"_ba;
    QTest::newRow("no JSON") << "open /etc/passwd\n"_ba;
    QTest::newRow("bytes") << "\xff\xfe\n"_ba;
    QTest::newRow("an empty line") << "\n"_ba;
  }

  void whatIsNoRequestIsRefused() {
    QFETCH(const QByteArray, request);
    SingleInstance instance;
    QSignalSpy opened(&instance, &SingleInstance::openRequested);
    QCOMPARE(answerTo(request), "refused\n"_ba);
    QCOMPARE(opened.size(), 0);
  }

  void aLineWithoutEndIsCutOff() {
    SingleInstance instance;
    QSignalSpy opened(&instance, &SingleInstance::openRequested);
    QCOMPARE(answerTo(QByteArray(3 << 20, 'x')), QByteArray());
    QCOMPARE(opened.size(), 0);
    QCOMPARE(answerTo(R"({"version":"9.1.0"})"
                      "\n"),
             "taken\n"_ba);  // it listens on
  }

  void onlyTheFirstListens() {
    std::optional<SingleInstance> first(std::in_place);
    const SingleInstance second;
    QVERIFY(first->isListening() && !second.isListening());
    QCOMPARE(QFile::permissions(socketPath()) & (QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther),
             QFile::Permissions());
    first.reset();
    const SingleInstance third;
    QVERIFY(third.isListening());
  }

  void aSocketThatACrashLeftIsReplaced() {
    QFile left(socketPath());
    QVERIFY(left.open(QIODevice::WriteOnly));
    const SingleInstance instance;
    QVERIFY(instance.isListening());
  }

  void someOptionsAskForAWindowOfTheirOwn_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("no window runs") << QStringList{u"a.csv"_s, u"e.csv"_s};
    QTest::newRow("another window") << QStringList{u"--new-window"_s};
    QTest::newRow("nothing open") << QStringList{u"--new"_s};
    QTest::newRow("theme") << QStringList{u"--theme"_s, u"dark"_s};
    QTest::newRow("size") << QStringList{u"--size"_s, u"800x600"_s};
    QTest::newRow("history") << QStringList{u"--store"_s, u"h.sqlite"_s};
    QTest::newRow("no history") << QStringList{u"--no-history"_s};
    QTest::newRow("picture") << QStringList{u"--screenshot"_s, u"w.png"_s};
  }

  /// Where a window listens, a request would wait for its answer: it is in this thread.
  void someOptionsAskForAWindowOfTheirOwn() {
    QFETCH(const QStringList, arguments);
    std::optional<SingleInstance> instance;
    if (arguments.first().startsWith(u'-')) instance.emplace();
    const Options options = app::readOptions(QStringList{u"plumbline"_s} + arguments);
    QCOMPARE(options.error, QString());
    QVERIFY(!app::isHandedOver(options));
    QVERIFY(!instance || !QTest::qWaitFor([&] { return !instance->findChildren<QLocalSocket*>().isEmpty(); }, 0));
  }

 private:
  QString socketPath() const { return m_folder->filePath(u"plumbline-window"_s); }

  /// answerTo gives all that the window answers until it closes the connection.
  QByteArray answerTo(const QByteArray& request) {
    QLocalSocket socket;
    QByteArray answer;
    QObject::connect(&socket, &QLocalSocket::readyRead, &socket, [&] { answer += socket.readAll(); });
    socket.connectToServer(socketPath());
    socket.write(request);
    [[maybe_unused]] const bool closed = QTest::qWaitFor([&] { return socket.state() == QLocalSocket::UnconnectedState; });
    return answer;
  }

  std::optional<QTemporaryDir> m_folder;
};

QTEST_MAIN(SingleInstanceTest)
#include "single_instance_test.moc"
