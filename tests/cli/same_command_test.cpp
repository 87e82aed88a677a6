// SPDX-License-Identifier: GPL-3.0-or-later
// `same` beyond the approved cases: its JSON against the reference, what a terminal sees, and files that only pretend.
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>
#include <functional>
#include <memory>

#include "tests/cli/cli_case.h"
#include "tests/cli/cli_run.h"

using namespace plumbline;
using support::Ran;
using support::run;

namespace {

const QString kCases = QStringLiteral(PLUMBLINE_SOURCE_DIR "/tests/data/cli/cases");

QByteArray content(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

class SameCommandTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void cleanup() { QDir::setCurrent(QStringLiteral(PLUMBLINE_BINARY_DIR)); }

  /// Every member that the writer can write has its place in the reference.
  void jsonIsDocumented() {
    const QByteArray page = content(QStringLiteral(PLUMBLINE_SOURCE_DIR "/resources/help/json.md"));
    const std::function<void(const QJsonValue&)> look = [&](const QJsonValue& value) {
      for (const QJsonValue& element : value.toArray()) look(element);
      const QJsonObject object = value.toObject();
      for (auto it = object.begin(); it != object.end(); ++it) {
        QVERIFY2(page.contains('`' + it.key().toUtf8() + '`'), qPrintable(it.key()));
        look(it.value());
      }
    };
    QVERIFY(enter(QStringLiteral("/same-all")));
    const Ran ran = run({"same", "ref.safetensors", "res.safetensors", "--fp64", "fp64.safetensors", "--all", "--format", "json"});
    QJsonParseError error;
    const QJsonObject json = QJsonDocument::fromJson(ran.out, &error).object();
    QCOMPARE(error.errorString(), QJsonParseError().errorString());
    QCOMPARE(json[QStringLiteral("decisions")].toArray().size(), 4);
    QCOMPARE(json[QStringLiteral("exit")].toInt(), ran.exit);
    look(json);
    // NaN is no JSON number.
    QVERIFY(enter(QStringLiteral("/same-nan-in-ref")));
    const Ran withNan = run({"same", "a.npy", "b.npy", "--fp64", "c.npy", "--format", "json"});
    const QJsonObject decision =
        QJsonDocument::fromJson(withNan.out).object()[QStringLiteral("decisions")].toArray().at(0).toObject();
    QCOMPARE(decision[QStringLiteral("refError")].toString(), QStringLiteral("nan"));
  }

  void aTerminalSeesHowFarItIs() {
    QVERIFY(enter(QStringLiteral("/same-all")));
    cli::Environment environment;
    environment.errorTerminal = true;
    const Ran ran = run({"same", "ref.safetensors", "res.safetensors"}, environment);
    QVERIFY(ran.err.contains("comparing, "));
    QVERIFY(ran.err.endsWith("\r\x1b[K"));  // and nothing is left of it
    QVERIFY(run({"same", "ref.safetensors", "res.safetensors"}).err.isEmpty());
  }

  void lookingAtEverythingDoesNotChangeTheAnswer_data() {
    QTest::addColumn<QString>("folder");
    const QStringList names =
        QDir(kCases).entryList({QStringLiteral("same-*")}, QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name);
    for (const QString& name : names) QTest::newRow(qPrintable(name)) << kCases + QLatin1Char('/') + name;
  }
  void lookingAtEverythingDoesNotChangeTheAnswer() {
    QFETCH(const QString, folder);
    QTemporaryDir work;
    const QJsonObject wanted = support::enterCase(folder, work);
    QVERIFY(wanted.contains(QStringLiteral("args")));
    std::vector<std::string> words = support::wordsOf(wanted[QStringLiteral("args")].toArray());
    const Ran ran = run(words);
    QCOMPARE(ran.exit, wanted[QStringLiteral("exit")].toInt());
    words.emplace_back("--all");
    const Ran all = run(words);
    QCOMPARE(all.exit, ran.exit);
    QCOMPARE(all.err, ran.err);
    if (words.size() == 4) QCOMPARE(all.out.left(all.out.indexOf('\n')), ran.out.left(ran.out.indexOf('\n')));
  }

  void noPickleIsRun() {
    QTemporaryDir work;
    QVERIFY(QFile::copy(kCases + QStringLiteral("/same-hostile-pickle/evil.pt"), work.filePath(QStringLiteral("evil.pt"))));
    QVERIFY(QDir::setCurrent(work.path()));
    const Ran ran = run({"same", "evil.pt", "evil.pt"});
    QCOMPARE(ran.exit, 2);
    QVERIFY2(ran.err.contains("system") && ran.err.count('\n') == 1, ran.err.constData());
    QCOMPARE(QDir().entryList(QDir::Files), QStringList{QStringLiteral("evil.pt")});
  }

  void foldersWithoutTensors() {
    QTemporaryDir work;
    QVERIFY(QDir::setCurrent(work.path()));
    const Ran ran = run({"same", ".", "."});
    QCOMPARE(ran.exit, 2);
    QVERIFY(ran.out.isEmpty() && ran.err.count('\n') == 1);
  }

 private:
  bool enter(const QString& name) {
    m_work = std::make_unique<QTemporaryDir>();
    return !support::enterCase(kCases + name, *m_work).isEmpty();
  }
  std::unique_ptr<QTemporaryDir> m_work;
};

QTEST_GUILESS_MAIN(SameCommandTest)
#include "same_command_test.moc"
