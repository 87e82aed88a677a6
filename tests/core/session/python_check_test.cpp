// SPDX-License-Identifier: GPL-3.0-or-later
// Whether edited scripts still compile, with the real Python where it is there, and with none.
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTest>

#include "core/session/python_check.h"

using namespace plumbline;
using session::PythonCheck;

namespace {

constexpr const char* kFine = "flaky = {\n    \"a\",\n}\n";

QStringList problemsOf(PythonCheck& check, const baselines::Drafts& drafts) {
  QSignalSpy done(&check, &PythonCheck::done);
  check.start(drafts);
  if (done.isEmpty() && !done.wait(30000)) return {QStringLiteral("no answer")};
  return done.front().front().toStringList();
}

baselines::Drafts draftsOf(const std::string& path, const std::string& saved, const std::string& pending) {
  baselines::Drafts drafts;
  drafts.adopt({path, saved, pending, {}, true});
  return drafts;
}

}  // namespace

class PythonCheckTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void asksPython_data() {
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("saved");
    QTest::addColumn<QByteArray>("pending");
    QTest::addColumn<QString>("problem");
    const auto row = [](const char* name, const char* path, const char* saved, const char* pending, const QString& problem) {
      QTest::newRow(name) << QByteArray(path) << QByteArray(saved) << QByteArray(pending) << problem;
    };
    row("fine", "d/x.py", kFine, "flaky = {\n    \"a\",\n    \"b\",\n}\n", {});
    row("broken", "d/x.py", kFine, "flaky = {\n    \"a\",\n    \"b,\n}\n", QStringLiteral("x.py would not compile any more: line 3: "));
    row("never compiled", "d/x.py", "print 'a'\n", "print 'b'\n", {});
    row("no script", "d/x.csv", "name\n", "def (\n", {});
    row("nothing of it runs", "d/x.py", "", "import sys\nsys.exit(9)\n", {});
    row("coding line", "d/x.py", kFine, "# -*- coding: latin-1 -*-\nx = '\xe9'\n", {});
    row("unchanged", "d/x.py", "def (\n", "def (\n", {});
  }
  void asksPython() {
    if (QStandardPaths::findExecutable(QStringLiteral("python3")).isEmpty()) QSKIP("there is no python3 here");
    QFETCH(QByteArray, path);
    QFETCH(QByteArray, saved);
    QFETCH(QByteArray, pending);
    QFETCH(QString, problem);
    PythonCheck check;
    const QStringList found = problemsOf(check, draftsOf(path.toStdString(), saved.toStdString(), pending.toStdString()));
    QCOMPARE(found.size(), problem.isEmpty() ? 0 : 1);
    if (!problem.isEmpty()) QVERIFY2(found.front().startsWith(problem), qPrintable(found.front()));
    QVERIFY(!check.isBusy());
  }

  void withoutPythonNothingIsSaid_data() {
    QTest::addColumn<QString>("program");
    QTest::newRow("missing") << QStringLiteral("/no/such/python3");
    QTest::newRow("fails") << QStringLiteral("/bin/false");
    QTest::newRow("says nothing") << QStringLiteral("/bin/true");
  }
  void withoutPythonNothingIsSaid() {
    QFETCH(QString, program);
    PythonCheck check(program);
    QCOMPARE(problemsOf(check, draftsOf("x.py", kFine, "def (\n")), QStringList());
  }

  void aNewerCheckDropsTheOlder() {
    if (QStandardPaths::findExecutable(QStringLiteral("python3")).isEmpty()) QSKIP("there is no python3 here");
    PythonCheck check;
    check.start(draftsOf("x.py", kFine, "def (\n"));
    QVERIFY(check.isBusy());
    QCOMPARE(problemsOf(check, draftsOf("x.py", kFine, "y = 1\n")), QStringList());
  }
};

QTEST_GUILESS_MAIN(PythonCheckTest)
#include "python_check_test.moc"
