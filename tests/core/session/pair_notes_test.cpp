// SPDX-License-Identifier: GPL-3.0-or-later
// What is told about a pair beside its rows: scripts that die, and what is odd about the files.
#include "core/session/pair_notes.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "core/session/session.h"
#include "tests/support/pair_maker.h"

using namespace plumbline;

namespace {

/// notes returns "id problem: text" of every note on a pair, one per line.
QString notes(std::string_view actual, std::string_view expected) {
  session::Snapshot snapshot;
  snapshot.actual = {"run/actual.csv", {}, support::table(actual, "run/actual.csv")};
  snapshot.expected = {"expected.csv", {}, support::table(expected, "expected.csv")};
  snapshot.comparison = support::compare(actual, expected);
  QStringList lines;
  for (const session::PairNote& note : session::notesOn(snapshot))
    lines += QString::fromStdString(note.id + (note.problem ? " problem: " : ": ") + note.text + "\n" + note.details);
  return lines.join(u'\n');
}

}  // namespace

class PairNotesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aCleanPairHasNone() {
    QCOMPARE(notes("name,accuracy,graph_breaks\na,pass,1\n", "name,accuracy,graph_breaks\na,pass,1\n"), QString());
  }

  void ordinaryOdditiesAreNotTold() {
    QCOMPARE(notes("name,accuracy,graph_breaks\n# hello\na,pass,1\n", "name,accuracy,graph_breaks\na,pass\n"), QString());
  }

  void markersAndDuplicatesAreCountedWithTheirPlaces() {
    const QString told = notes("name,accuracy\n<<<<<<< HEAD\na,pass\n=======\na,timeout\n>>>>>>> other\n",
                               "name,accuracy\na,pass\n");
    QVERIFY2(told.startsWith(u"actual: actual.csv: 1 model that occurs again, 3 lines left behind by a merge.\n"),
             qUtf8Printable(told));
    QVERIFY2(told.contains(u"run/actual.csv:2:1: "), qUtf8Printable(told));
    QVERIFY2(told.contains(u"run/actual.csv:5:1: "), qUtf8Printable(told));
  }

  void whatAFileHasOnceIsNotCounted() {
    const QString found = notes("name,accuracy\n", "name,accuracy\na,pass\n");
    QVERIFY2(found.contains(u"actual.csv: a header and no rows.\n"), qUtf8Printable(found));
  }

  void aListThatCannotBeUsed() {
    QTemporaryDir folder;
    const auto write = [&](const QString& name, const QByteArray& bytes) {
      QFile file(folder.filePath(name));
      QVERIFY(file.open(QIODevice::WriteOnly));
      file.write(bytes);
    };
    write(QStringLiteral("a.csv"), "name,accuracy\na,timeout\n");
    write(QStringLiteral("e.csv"), "name,accuracy\na,pass\n");
    const auto load = [&] {
      return session::loadPair({.actualPath = folder.filePath(QStringLiteral("a.csv")).toStdString(),
                                .expectedPath = folder.filePath(QStringLiteral("e.csv")).toStdString(),
                                .ruleId = "2025-11",
                                .sha = {},
                                .defaultFlakyList = folder.filePath(QStringLiteral("mine.py")).toStdString()},
                               {})
          .value();
    };
    const auto textOf = [&](const char* name) {
      return folder.filePath(QString::fromLatin1(name) +
                             QStringLiteral(" cannot be used: its entries excuse nothing."));
    };
    write(QStringLiteral("mine.py"), "nothing = 3\n");
    QCOMPARE(QString::fromStdString(session::notesOn(*load()).at(0).text), textOf("mine.py"));
    write(QStringLiteral("flaky.toml"), "[[flaky]]\nname = \"a\"\n");
    QVERIFY(load()->comparison->row(0).excused);
    QVERIFY(session::notesOn(*load()).empty());
    write(QStringLiteral("flaky.toml"), "[[flaky]]\nname = 3\n");
    const auto snapshot = load();
    QVERIFY(!snapshot->comparison->row(0).excused);
    const auto told = session::notesOn(*snapshot);
    QCOMPARE(told.size(), std::size_t{1});
    QCOMPARE(QString::fromStdString(told[0].text), textOf("flaky.toml"));
    QVERIFY(told[0].details.ends_with("flaky.toml:2:8: \"name\" must be a text. Put it right in the flaky list."));
  }

  void theSameFileTwice() {
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("a.csv"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.close();
    const QString link = folder.filePath(QStringLiteral("b.csv"));
    QVERIFY(QFile::link(path, link));
    session::Snapshot snapshot;
    snapshot.actual.path = path.toStdString();
    snapshot.expected.path = link.toStdString();
    QCOMPARE(session::notesOn(snapshot).size(), std::size_t{1});
    QCOMPARE(session::notesOn(snapshot).front().text, std::string("Both sides are the same file, so nothing can differ."));
    QVERIFY(QFile::remove(link));
    QVERIFY(QFile::copy(path, link));
    QVERIFY(session::notesOn(snapshot).empty());
  }

  void rulesThatThisPairDoesNotOffer() {
    session::Snapshot snapshot;
    snapshot.actual.path = "a.csv";
    snapshot.expected.path = "b.csv";
    snapshot.ruleId = "2025-11";
    snapshot.unmetRuleId = session::kCheckoutRuleId;
    QCOMPARE(session::notesOn(snapshot).size(), std::size_t{1});
    QCOMPARE(session::notesOn(snapshot).front().text,
             std::string("No PyTorch checkout with check scripts is around the expected file: judged by the rules "
                         "2025-11 instead."));
  }

  void aFileThatPandasRefusesIsAProblemOnce() {
    const QString told = notes("name,accuracy,graph_breaks\na,pass,1\nb,pass,1,2,3\n", "name,accuracy,graph_breaks\na,pass,1\n");
    QVERIFY2(told.startsWith(u"script problem: accuracy, graph-breaks: the check script does not get through"),
             qUtf8Printable(told));
    QCOMPARE(told.count(u"Expected 3 fields"), 1);
    QVERIFY2(told.contains(u"\nactual problem: actual.csv: 1 row of another length than the header.\n"), qUtf8Printable(told));
  }
};

QTEST_APPLESS_MAIN(PairNotesTest)
#include "pair_notes_test.moc"
