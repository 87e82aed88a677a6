// SPDX-License-Identifier: GPL-3.0-or-later
// `same` beyond the approved cases: its JSON against the reference, what a terminal sees, and files that only pretend.
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>
#include <memory>

#include "tests/cli/cli_case.h"
#include "tests/cli/cli_run.h"
#include "tests/cli/json_reference.h"

using namespace plumbline;
using support::Ran;
using support::run;

class SameCommandTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void cleanup() { QDir::setCurrent(QStringLiteral(PLUMBLINE_BINARY_DIR)); }

  /// Every member that the writer can write has its place in the reference.
  void jsonIsDocumented() {
    QVERIFY(enter("same-all"));
    const Ran ran = run({"same", "ref.safetensors", "res.safetensors", "--fp64", "fp64.safetensors", "--all", "--format", "json"});
    QJsonParseError error;
    const QJsonObject json = QJsonDocument::fromJson(ran.out, &error).object();
    QCOMPARE(error.errorString(), QJsonParseError().errorString());
    QCOMPARE(json[QStringLiteral("decisions")].toArray().size(), 4);
    QCOMPARE(json[QStringLiteral("exit")].toInt(), ran.exit);
    QCOMPARE(support::undocumentedKeys(json), QStringList());
    // NaN is no JSON number.
    QVERIFY(enter("same-nan-in-ref"));
    const Ran withNan = run({"same", "a.npy", "b.npy", "--fp64", "c.npy", "--format", "json"});
    const QJsonObject decision =
        QJsonDocument::fromJson(withNan.out).object()[QStringLiteral("decisions")].toArray().at(0).toObject();
    QVERIFY(decision[QStringLiteral("ref_error")].isNull());
    QCOMPARE(decision[QStringLiteral("ref_error_nonfinite")].toString(), QStringLiteral("nan"));
  }

  void aTerminalSeesHowFarItIs() {
    QVERIFY(enter("same-all"));
    cli::Environment environment;
    environment.errorTerminal = true;
    const Ran ran = run({"same", "ref.safetensors", "res.safetensors"}, environment);
    QVERIFY(ran.err.contains("comparing, "));
    QVERIFY(ran.err.endsWith("\r\x1b[K"));  // and nothing is left of it
    QVERIFY(run({"same", "ref.safetensors", "res.safetensors"}).err.isEmpty());
  }

  void lookingAtEverythingDoesNotChangeTheAnswer_data() {
    QTest::addColumn<support::CliCase>("one");
    for (const support::CliCase& one : support::cliCases())
      if (one.name.startsWith("same-")) QTest::newRow(one.name.constData()) << one;
  }
  void lookingAtEverythingDoesNotChangeTheAnswer() {
    QFETCH(const support::CliCase, one);
    QTemporaryDir work;
    QVERIFY(support::layOut(one, work.path()));
    std::vector<std::string> words = one.words;
    const Ran ran = run(words);
    QCOMPARE(ran.exit, one.exit);
    words.emplace_back("--all");
    const Ran all = run(words);
    QCOMPARE(all.exit, ran.exit);
    QCOMPARE(all.err, ran.err);
    if (words.size() == 4) QCOMPARE(all.out.left(all.out.indexOf('\n')), ran.out.left(ran.out.indexOf('\n')));
  }

  void noPickleIsRun() {
    QVERIFY(enter("same-hostile-pickle"));
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
  bool enter(const char* name) {
    m_work = std::make_unique<QTemporaryDir>();
    return support::layOut(support::cliCase(name), m_work->path());
  }
  std::unique_ptr<QTemporaryDir> m_work;
};

QTEST_GUILESS_MAIN(SameCommandTest)
#include "same_command_test.moc"
