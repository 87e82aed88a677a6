// SPDX-License-Identifier: GPL-3.0-or-later
// Asking Python about an edited script: what is told, and when nothing is said.
#include <QStandardPaths>
#include <QTest>

#include "app/cli/python_check.h"

using namespace plumbline;

class PythonCheckTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void answers_data();
  void answers();
  void withoutPython();
};

void PythonCheckTest::answers_data() {
  QTest::addColumn<QByteArray>("path");
  QTest::addColumn<QByteArray>("saved");
  QTest::addColumn<QByteArray>("pending");
  QTest::addColumn<int>("line");  // 0: nothing to say
  const QByteArray good = "a = {\n    \"x\",\n}\n";
  const QByteArray bad = "a = {\n    \"x\",\n    \"y\" \"z\":\n}\nb = (\n";
  QTest::newRow("still compiles") << QByteArray("s.py") << good << QByteArray("a = {\n    \"x\",\n    \"y\",\n}\n") << 0;
  QTest::newRow("broken by the edit") << QByteArray("s.py") << good << QByteArray("a = 1\nb = (2\n") << 2;
  QTest::newRow("broken before") << QByteArray("s.py") << bad << bad + "\n" << 0;
  QTest::newRow("not edited") << QByteArray("s.py") << bad << bad << 0;
  QTest::newRow("not a script") << QByteArray("s.csv") << good << bad << 0;
  QTest::newRow("NUL byte") << QByteArray("s.py") << good << QByteArray("a = 1\0b\n", 8) << 0;
  QTest::newRow("larger than a pipe") << QByteArray("s.py") << good << QByteArray("a = 1\n").repeated(100'000) + "b = (\n"
                                      << 100'001;
}

void PythonCheckTest::answers() {
  if (QStandardPaths::findExecutable(QStringLiteral("python3")).isEmpty()) QSKIP("python3 is not here");
  QFETCH(QByteArray, path);
  QFETCH(QByteArray, saved);
  QFETCH(QByteArray, pending);
  QFETCH(int, line);
  const baselines::Drafts::File file{path.toStdString(), saved.toStdString(), pending.toStdString(), {}, true};
  const auto problem = cli::pythonProblem(file);
  if (qstrcmp(QTest::currentDataTag(), "NUL byte") == 0) {
    QVERIFY2(problem, "Python refuses a NUL byte without naming a line");
    return;
  }
  QCOMPARE(problem.has_value(), line != 0);
  if (!problem) return;
  QCOMPARE(problem->line, static_cast<std::size_t>(line));
  QCOMPARE(problem->file, path.toStdString());
  QVERIFY(problem->text.starts_with("Python could not compile the script after this edit: "));
}

void PythonCheckTest::withoutPython() {
  const baselines::Drafts::File file{"s.py", "a = 1\n", "a = (\n", {}, true};
  QVERIFY(!cli::pythonProblem(file, "no-such-python"));
  QVERIFY(!cli::pythonProblem(file, "false"));  // it ends with an answer that is not Python's
}

QTEST_APPLESS_MAIN(PythonCheckTest)
#include "python_check_test.moc"
