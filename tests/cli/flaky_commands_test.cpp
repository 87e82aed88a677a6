// SPDX-License-Identifier: GPL-3.0-or-later
// plumbline-cli flaky beyond its approved outputs: patches that git applies, files that stay untouched, bad inputs, and
// the JSON form against its page.
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <functional>

#include "core/flaky/flaky_entry.h"
#include "core/flaky/toml_list.h"
#include "core/verdicts/check.h"
#include "tests/cli/cli_case.h"
#include "tests/cli/cli_run.h"
#include "tests/cli/json_reference.h"

using namespace plumbline;
using support::Ran;

namespace {

Ran run(const QString& words) {
  std::vector<std::string> list;
  for (const QString& word : words.split(u' ')) list.push_back(word.toStdString());
  cli::Environment environment;
  environment.today = flaky::parseDate("2026-06-15");
  return support::run(list, environment);
}

QByteArray content(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void write(const QString& path, const QByteArray& bytes) {
  QFile file(path);
  QVERIFY2(file.open(QIODevice::WriteOnly), qPrintable(path));
  QCOMPARE(file.write(bytes), bytes.size());
}

constexpr const char* kScript =
    "flaky_models = {\r\n\t'b',  # why\r\n\t'a'\r\n}\r\nif 'rocm' in p: flaky_models.update({'r', 's'})\r\n";

}  // namespace

class FlakyCommandsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    m_work = std::make_unique<QTemporaryDir>();
    QVERIFY(QDir::setCurrent(m_work->path()));
  }
  void cleanup() {
    QDir::setCurrent(QStringLiteral(PLUMBLINE_BINARY_DIR));
    m_work.reset();
  }

  void aDeepListIsAnError() {
    QVERIFY(QDir().mkpath(QStringLiteral("tree")));
    write(QStringLiteral("tree/a.csv"), "name,accuracy\nx,fail_accuracy\n");
    write(QStringLiteral("tree/e.csv"), "name,accuracy\nx,pass\n");
    const QByteArray deep = QByteArray("a.").repeated(45'000) + "a";
    for (const QByteArray& list : {QByteArray(deep + " = 1\n"), QByteArray("[" + deep + "]\n")}) {
      write(QStringLiteral("tree/flaky.toml"), list);
      const Ran listed = run(QStringLiteral("flaky list tree/flaky.toml"));
      QCOMPARE(listed.exit, 2);
      QVERIFY2(listed.err.contains("tree/flaky.toml:1: Tables or keys are nested too deeply here."), listed.err.constData());
      QVERIFY(run(QStringLiteral("compare tree/a.csv tree/e.csv")).err.contains("nested too deeply"));
      QVERIFY(run(QStringLiteral("overview tree --expected tree/e.csv")).exit >= 0);
    }
  }

  void aPatchIsWhatWritingDoes() {
    const QString git = QStandardPaths::findExecutable(QStringLiteral("git"));
    if (git.isEmpty()) QSKIP("git is not installed");
    const auto runGit = [&](const QStringList& words) {
      QProcess process;
      process.start(git, words);
      return process.waitForFinished(30000) && process.exitCode() == 0;
    };
    QVERIFY(runGit({QStringLiteral("init"), QStringLiteral("-q")}));
    QVERIFY(QDir().mkpath(QStringLiteral("sub")));
    for (const char* edit : {"add sub/check_accuracy.py x --issue #1", "remove sub/check_accuracy.py b",
                             "add sub/check_accuracy.py x --platform rocm --reason slow", "add sub/flaky.toml x"}) {
      write(QStringLiteral("sub/check_accuracy.py"), kScript);
      QFile::remove(QStringLiteral("sub/flaky.toml"));
      const QString words = QStringLiteral("flaky ") + QLatin1String(edit);
      QCOMPARE(run(words + QStringLiteral(" --patch p.patch")).exit, 0);
      QCOMPARE(content(QStringLiteral("sub/check_accuracy.py")), QByteArray(kScript));
      QVERIFY(runGit({QStringLiteral("apply"), QStringLiteral("p.patch")}));
      const QByteArray patched =
          content(QStringLiteral("sub/check_accuracy.py")) + content(QStringLiteral("sub/flaky.toml"));
      write(QStringLiteral("sub/check_accuracy.py"), kScript);
      QFile::remove(QStringLiteral("sub/flaky.toml"));
      QCOMPARE(run(words + QStringLiteral(" --write")).exit, 0);
      QCOMPARE(content(QStringLiteral("sub/check_accuracy.py")) + content(QStringLiteral("sub/flaky.toml")), patched);
      QVERIFY(patched != QByteArray(kScript));
    }
  }

  void refusedMeansUntouched_data() {
    QTest::addColumn<QByteArray>("script");
    QTest::addColumn<QString>("words");
    QTest::addColumn<QByteArray>("told");
    const auto row = [](const char* name, const char* script, const char* words, const char* told) {
      QTest::newRow(name) << QByteArray(script) << QString::fromLatin1(words) << QByteArray(told);
    };
    row("comprehension", "flaky_models = {n for n in ('a', 'b')}\n", "add check_accuracy.py x",
        "check_accuracy.py:1: ");
    row("entry that is no text", "flaky_models = {\n'a',\nf(),\n}\n", "remove check_accuracy.py a",
        "check_accuracy.py:3: ");
    row("two of the name", kScript, "remove check_accuracy.py r --config x", "There is no entry");
    row("line end in the name", kScript, "add check_accuracy.py x\ny", "This name cannot stand in a script");
    row("no such platform", kScript, "add check_accuracy.py x --platform amd", "invalid choice: 'amd'");
    row("a pattern", kScript, "add check_accuracy.py x* --pattern", "a pattern needs flaky.toml");
    row("no set of that file", kScript, "add check_accuracy.py x --config y",
        "This script has no flaky set for y.csv.");
  }

  void refusedMeansUntouched() {
    QFETCH(QByteArray, script);
    QFETCH(QString, words);
    QFETCH(QByteArray, told);
    write(QStringLiteral("check_accuracy.py"), script);
    const Ran ran = run(QStringLiteral("flaky ") + words + QStringLiteral(" --write"));
    QCOMPARE(ran.exit, 2);
    QVERIFY2(ran.err.contains(told), ran.err.constData());
    QCOMPARE(content(QStringLiteral("check_accuracy.py")), script);
    QCOMPARE(QDir().entryList(QDir::Files), QStringList{QStringLiteral("check_accuracy.py")});
  }

  void badInputs() {
    QVERIFY(QDir().mkpath(QStringLiteral("empty")));
    write(QStringLiteral("bytes.toml"), QByteArray("\xFF\xFE\0[[", 5));
    write(QStringLiteral("big.toml"), QByteArray(1 << 20, '['));
    for (const char* words :
         {"list empty", "check empty", "list nowhere.py", "list bytes.toml", "check big.toml", "list", "add flaky.toml",
          "add empty x", "add nowhere.py x", "remove nowhere.toml x", "import empty --into a.toml",
          "import nowhere.toml --into a.toml", "export bytes.toml --to toml", "export nowhere.toml --to word",
          "export bytes.toml", "add empty/no/where.toml x --write", "nothing", ""}) {
      const Ran ran = run((QStringLiteral("flaky ") + QLatin1String(words)).trimmed());
      QVERIFY2(ran.exit == 2, words);
      QVERIFY2(ran.out.isEmpty() || ran.out.startsWith("0 files saved"), ran.out.constData());
      QVERIFY2(ran.err.startsWith("usage: ") || ran.err.startsWith("plumbline-cli: "), ran.err.constData());
    }
  }

  void aFolderThatCannotBeWritten() {
    QVERIFY(QDir().mkpath(QStringLiteral("a")));
    write(QStringLiteral("a/flaky.toml"), "[[flaky]]\nname = \"a\"\n");
    QVERIFY(QFile::setPermissions(QStringLiteral("a"), QFile::ReadOwner | QFile::ExeOwner));
    const bool root = QFile(QStringLiteral("a/probe")).open(QIODevice::WriteOnly);
    const Ran ran = run(QStringLiteral("flaky add a/flaky.toml b --write"));
    QFile::setPermissions(QStringLiteral("a"), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    if (root) QSKIP("this user may write everywhere");
    QCOMPARE(ran.exit, 2);
    QVERIFY(ran.err.contains("a/flaky.toml"));
    QCOMPARE(content(QStringLiteral("a/flaky.toml")), QByteArray("[[flaky]]\nname = \"a\"\n"));
  }

  void jsonIsDocumented() {
    QTemporaryDir work;
    QVERIFY(support::layOut(support::cliCase("flaky-list-json"), work.path()));
    const Ran ran = run(QStringLiteral("flaky check flaky.toml check_accuracy.py --baselines x.csv --format json"));
    QCOMPARE(ran.exit, 1);
    const QJsonObject json = QJsonDocument::fromJson(ran.out).object();
    QCOMPARE(json[QStringLiteral("format")].toString(), QStringLiteral("plumbline-flaky"));
    QCOMPARE(json[QStringLiteral("lists")].toArray().size(), qsizetype{2});
    QCOMPARE(support::undocumentedKeys(json), QStringList());
  }

  void listsNameTheChecksThereAre() {
    // core/flaky stands below the checks and spells their names itself.
    std::vector<std::string_view> names;
    for (const verdicts::Check check :
         {verdicts::Check::Accuracy, verdicts::Check::GraphBreaks, verdicts::Check::Memory, verdicts::Check::Perf,
          verdicts::Check::Status, verdicts::Check::Speedup, verdicts::Check::Instructions})
      names.push_back(verdicts::checkName(check));
    QVERIFY(std::equal(names.begin(), names.end(), flaky::kFlakyCheckNames.begin(), flaky::kFlakyCheckNames.end()));
  }

 private:
  std::unique_ptr<QTemporaryDir> m_work;
};

QTEST_GUILESS_MAIN(FlakyCommandsTest)
#include "flaky_commands_test.moc"
