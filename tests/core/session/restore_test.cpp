// SPDX-License-Identifier: GPL-3.0-or-later
// What a run leaves behind when it ends without saving, and how the next one takes it in.
#include <QProcess>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTest>

#include "core/session/edit_journal.h"
#include "tests/core/session/edit_files.h"

using namespace plumbline;
using baselines::DecisionKind;
using session::LeftOver;
using session::PendingEdits;
using test::decided;
using test::EditFolder;
using test::nthChange;
using test::pendingText;
using test::put;

namespace {

constexpr const char* kCsv = "name,accuracy,graph_breaks\na,pass,1\nb,pass,2\nc,pass,3\n";

QByteArray rows() {
  QByteArray bytes = "name,accuracy,graph_breaks\n";
  for (int i = 0; i < 20; ++i) bytes += "m" + QByteArray::number(i) + ",pass,0\n";
  return bytes;
}

/// leaveBehind is a run that ends with edits: accuracy of a, a new row, a decision.
void leaveBehind(const EditFolder& folder, const QString& path) {
  PendingEdits edits(folder.state());
  if (!edits.openFile(path)) qFatal("cannot open");
  if (!edits.apply(put(edits, path, "a,pass", "a,OOM"))) qFatal("cannot edit");
  if (!edits.apply(put(edits, path, "", "d,pass,4\n"))) qFatal("cannot edit");
  if (!edits.apply(decided(path, "a", DecisionKind::Accepted))) qFatal("cannot decide");
}

QString onlyJournal(const EditFolder& folder) {
  const QStringList names = folder.stateFiles().filter(QStringLiteral("edits-"));
  return names.size() == 1 ? QStringLiteral("state/") + names.front() : QString();
}

}  // namespace

class RestoreTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void editsComeBackExactly() {
    const EditFolder folder;
    const QString path = folder.write(QStringLiteral("e.csv"), kCsv);
    leaveBehind(folder, path);
    QByteArray wanted;
    {
      PendingEdits edits(folder.state());
      const std::vector<LeftOver> left = edits.leftOvers();
      QCOMPARE(left.size(), std::size_t{1});
      QCOMPARE(left[0].files, QStringList{path});
      QCOMPARE(left[0].edits, 2);  // over its files
      QCOMPARE(left[0].editedFiles, 1);
      QCOMPARE(left[0].decisions, 0);  // what was accepted is an edit
      QVERIFY(left[0].problem.isEmpty());
      QVERIFY(QDateTime::fromString(left[0].when, Qt::ISODate).isValid());
      const auto words = edits.restore(left[0].id);
      QVERIFY(words);
      QCOMPARE(*words, QStringList());
      wanted = pendingText(edits);
      QVERIFY(wanted.contains("a,OOM,1\n") && wanted.contains("d,pass,4\n") && wanted.contains("a reason"));
      QVERIFY(edits.leftOvers().empty());
    }
    // Again without saving: what was restored is as safe as what was typed.
    PendingEdits again(folder.state());
    QCOMPARE(again.leftOvers().size(), std::size_t{1});
    QVERIFY(again.restore(again.leftOvers()[0].id));
    QCOMPARE(pendingText(again), wanted);
  }

  void whatWasDecidedBeforeASaveIsThereAgain() {
    const EditFolder folder;
    const QString path = folder.write(QStringLiteral("e.csv"), kCsv);
    {
      PendingEdits edits(folder.state());
      QVERIFY(edits.openFile(path));
      QVERIFY(edits.apply(decided(path, "b", DecisionKind::Kept)));
      QVERIFY(edits.apply(put(edits, path, "a,pass", "a,OOM")));
      QVERIFY(edits.saveAll().allWritten());
      QVERIFY(edits.apply(put(edits, path, "c,pass", "c,OOM")));
    }
    PendingEdits edits(folder.state());
    QCOMPARE(edits.leftOvers().size(), std::size_t{1});
    QVERIFY(edits.restore(edits.leftOvers()[0].id));
    QVERIFY(edits.drafts().decisions().contains({path.toStdString(), "b"}));
    QVERIFY(edits.drafts().find(path.toStdString())->pending.find("c,OOM") != std::string::npos);
  }

  void droppedIsGone() {
    const EditFolder folder;
    leaveBehind(folder, folder.write(QStringLiteral("e.csv"), kCsv));
    PendingEdits edits(folder.state());
    edits.dropLeftOver(edits.leftOvers().at(0).id);
    QVERIFY(edits.leftOvers().empty());
    QVERIFY(onlyJournal(folder).isEmpty());
  }

  void aRunningWindowIsNotOffered() {
    const EditFolder folder;
    const QString path = folder.write(QStringLiteral("e.csv"), kCsv);
    PendingEdits running(folder.state());
    QVERIFY(running.openFile(path));
    QVERIFY(running.apply(put(running, path, "a,pass", "a,OOM")));
    const PendingEdits other(folder.state());
    QVERIFY(other.leftOvers().empty());
    QVERIFY(running.leftOvers().empty());
  }

  void onAChangedFileTheEditsAreMerged_data() {
    QTest::addColumn<QByteArray>("onDisk");
    QTest::addColumn<QByteArray>("pending");
    QTest::addColumn<QStringList>("lost");
    const auto row = [](const char* name, const char* onDisk, const char* pending, const QStringList& lost) {
      QTest::newRow(name) << QByteArray(onDisk) << QByteArray(pending) << lost;
    };
    const QString head = QStringLiteral("name,accuracy,graph_breaks\n");
    row("other row changed", "name,accuracy,graph_breaks\na,pass,1\nb,timeout,2\nc,pass,3\n",
        "name,accuracy,graph_breaks\na,OOM,1\nb,timeout,2\nc,pass,3\nd,pass,4\n", {});
    row("other cell of the row changed", "name,accuracy,graph_breaks\na,pass,9\nb,pass,2\nc,pass,3\n",
        "name,accuracy,graph_breaks\na,OOM,9\nb,pass,2\nc,pass,3\nd,pass,4\n", {});
    row("rows moved, a column more", "name,accuracy,graph_breaks,x\nc,pass,3,\na,pass,1,\nb,pass,2,\n",
        "name,accuracy,graph_breaks,x\nc,pass,3,\na,OOM,1,\nb,pass,2,\nd,pass,4,\n", {});
    row("same edit made", "name,accuracy,graph_breaks\na,OOM,1\nb,pass,2\nc,pass,3\n",
        "name,accuracy,graph_breaks\na,OOM,1\nb,pass,2\nc,pass,3\nd,pass,4\n", {});
    row("same cell otherwise", "name,accuracy,graph_breaks\na,timeout,1\nb,pass,2\nc,pass,3\n",
        "name,accuracy,graph_breaks\na,timeout,1\nb,pass,2\nc,pass,3\nd,pass,4\n",
        {QStringLiteral("e.csv: a, accuracy: \"OOM\" is left out: the file on disk now says \"timeout\" there, it was \"pass\".")});
    row("same row added otherwise", "name,accuracy,graph_breaks\na,pass,1\nb,pass,2\nc,pass,3\nd,pass,5\n",
        "name,accuracy,graph_breaks\na,OOM,1\nb,pass,2\nc,pass,3\nd,pass,5\n",
        {QStringLiteral("e.csv: The new row d is left out: the file on disk has another row of that name now.")});
  }
  void onAChangedFileTheEditsAreMerged() {
    QFETCH(QByteArray, onDisk);
    QFETCH(QByteArray, pending);
    QFETCH(QStringList, lost);
    const EditFolder folder;
    const QString path = folder.write(QStringLiteral("e.csv"), kCsv);
    leaveBehind(folder, path);
    folder.replace(QStringLiteral("e.csv"), onDisk);
    PendingEdits edits(folder.state());
    const auto words = edits.restore(edits.leftOvers().at(0).id);
    QVERIFY(words);
    QCOMPARE(QByteArray::fromStdString(edits.drafts().find(path.toStdString())->pending), pending);
    QCOMPARE(QByteArray::fromStdString(edits.drafts().find(path.toStdString())->saved), onDisk);
    QCOMPARE(words->mid(0, lost.size()), lost);
    QCOMPARE(words->size(), lost.isEmpty() ? 0 : lost.size() + 1);  // one more says where the journal is kept
    QCOMPARE(folder.stateFiles().filter(QStringLiteral(".kept")).size(), lost.isEmpty() ? 0 : 1);
    QVERIFY(edits.leftOvers().empty());
  }

  void killedBetweenSavingAndSayingSo() {
    const EditFolder folder;
    const QString path = folder.write(QStringLiteral("e.csv"), kCsv);
    leaveBehind(folder, path);
    folder.replace(QStringLiteral("e.csv"), "name,accuracy,graph_breaks\na,OOM,1\nb,pass,2\nc,pass,3\nd,pass,4\n");
    PendingEdits edits(folder.state());
    const auto words = edits.restore(edits.leftOvers().at(0).id);
    QVERIFY(words && words->isEmpty());
    QVERIFY(edits.drafts().changed().empty());
    QCOMPARE(edits.drafts().decisions().size(), std::size_t{1});
  }

  void aFileThatIsGoneIsSaid() {
    const EditFolder folder;
    const QString path = folder.write(QStringLiteral("e.csv"), kCsv);
    leaveBehind(folder, path);
    QVERIFY(QFile::remove(path));
    PendingEdits edits(folder.state());
    const auto words = edits.restore(edits.leftOvers().at(0).id);
    QVERIFY(words);
    QCOMPARE(words->size(), 2);
    QVERIFY(words->at(0).startsWith(path) && words->at(0).contains(QStringLiteral("There is no file here")));
    QVERIFY(words->at(1).contains(QStringLiteral(".kept")));
  }

  void editsHereAreNotOverwritten() {
    const EditFolder folder;
    const QString path = folder.write(QStringLiteral("e.csv"), kCsv);
    leaveBehind(folder, path);
    PendingEdits edits(folder.state());
    QVERIFY(edits.openFile(path));
    QVERIFY(edits.apply(put(edits, path, "b,pass", "b,OOM")));
    const QByteArray before = pendingText(edits);
    const QString id = edits.leftOvers().at(0).id;
    const auto words = edits.restore(id);
    QVERIFY(!words);
    QCOMPARE(pendingText(edits), before);
    QCOMPARE(edits.leftOvers().at(0).id, id);
  }

  void badJournals_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("offered");
    QTest::newRow("empty") << QByteArray() << false;
    QTest::newRow("killed in the first line") << QByteArray("{\"form\":1,\"jour") << false;
    QTest::newRow("foreign") << QByteArray("hello\nworld\n") << true;
    QTest::newRow("foreign, one line") << QByteArray("hello") << true;
    QTest::newRow("other JSON") << QByteArray("{\"form\":1}\n[1]\n") << true;
    QTest::newRow("an array") << QByteArray("[1,2]\n") << true;
    QTest::newRow("later form") << QByteArray("{\"form\":9,\"journal\":\"plumbline-edits\",\"when\":\"x\"}\n") << true;
    QTest::newRow("binary") << QByteArray("\x7f" "ELF\0\1\2\n\0\n", 10) << true;
    QTest::newRow("deep") << QByteArray(300000, '[') + '\n' << true;
  }
  void badJournals() {
    QFETCH(QByteArray, bytes);
    QFETCH(bool, offered);
    const EditFolder folder;
    folder.write(QStringLiteral("state/edits-1-aa.jsonl"), bytes);
    PendingEdits edits(folder.state());
    const std::vector<LeftOver> left = edits.leftOvers();
    QCOMPARE(left.size(), std::size_t(offered ? 1 : 0));
    if (!offered) {
      QCOMPARE(folder.stateFiles(), QStringList());
      return;
    }
    QVERIFY(!left[0].problem.isEmpty());
    const auto words = edits.restore(left[0].id);
    QVERIFY(!words);
    QVERIFY(QString::fromStdString(words.error().file).endsWith(QStringLiteral(".jsonl.kept")));
    QCOMPARE(folder.read(QStringLiteral("state/edits-1-aa.jsonl.kept")), bytes);
    QVERIFY(edits.leftOvers().empty());
    QVERIFY(edits.isClean());
  }

  void aDamagedLineEndsTheReplay_data() {
    QTest::addColumn<int>("line");
    QTest::addColumn<QByteArray>("by");
    QTest::newRow("fewer bytes") << 2 << QByteArray("{\"file\":{\"exists\":true,\"path\":\"x\",\"saved_bytes\":3,\"stamp\":[1,2,3]}}");
    QTest::newRow("bytes of no number") << 2 << QByteArray("{\"file\":{\"exists\":true,\"path\":\"x\",\"saved_bytes\":-1,\"stamp\":[1,2,3]}}");
    QTest::newRow("no JSON") << 8 << QByteArray("{\"step\":{");
    QTest::newRow("field missing") << 8 << QByteArray("{\"step\":{\"text\":\"x\"}}");
    QTest::newRow("edit outside") << 8
                                  << QByteArray("{\"step\":{\"decisions\":[],\"files\":[{\"edits\":[[9000,9001,\"x\"]],"
                                                "\"path\":\"x\"}],\"text\":\"x\"}}");
    QTest::newRow("negative place") << 8 << QByteArray("{\"step\":{\"decisions\":[],\"files\":[{\"edits\":[[-1,2,\"x\"]]}]}}");
    QTest::newRow("decision of no kind")
        << 10 << QByteArray("{\"step\":{\"decisions\":[{\"baseline\":\"x\",\"model\":\"a\",\"now\":{\"kind\":77,"
                           "\"what\":\"\",\"reason\":\"\",\"note\":\"\"}}],\"files\":[],\"text\":\"x\"}}");
  }
  void aDamagedLineEndsTheReplay() {
    QFETCH(int, line);
    QFETCH(QByteArray, by);
    const EditFolder folder;
    const QString path = folder.write(QStringLiteral("e.csv"), kCsv);
    leaveBehind(folder, path);
    const QString journal = onlyJournal(folder);
    QList<QByteArray> lines = folder.read(journal).split('\n');
    QCOMPARE(lines.size(), 11);  // head, file, its four lines and their end, three steps, end
    lines[line - 1] = by;
    folder.write(journal, lines.join('\n'));
    PendingEdits edits(folder.state());
    const auto words = edits.restore(edits.leftOvers().at(0).id);
    QVERIFY(words);
    QVERIFY(words->at(0).contains(QStringLiteral("Line %1 of the journal is damaged").arg(line)));
    QCOMPARE(edits.drafts().changed().size(), std::size_t(line > 8 ? 1 : 0));
    QCOMPARE(folder.stateFiles().filter(QStringLiteral(".kept")).size(), 1);
  }

  void theFormBeforeIsRead() {
    const auto content = session::readJournal(
        "{\"form\":2,\"journal\":\"plumbline-edits\",\"when\":\"x\"}\n"
        "{\"file\":{\"exists\":true,\"path\":\"e.csv\",\"saved\":\"a,pass\\n\",\"pending\":\"a,OOM\\n\",\"stamp\":[7,2,3]}}\n"
        "{\"step\":{\"decisions\":[],\"files\":[{\"edits\":[[0,1,\"b\"]],\"path\":\"e.csv\"}],\"text\":\"x\"},\"when\":\"y\"}\n");
    QVERIFY(content);
    QCOMPARE(content->damagedLine, std::size_t{0});
    QCOMPARE(content->drafts.find("e.csv")->saved, std::string("a,pass\n"));
    QCOMPARE(content->drafts.find("e.csv")->pending, std::string("b,OOM\n"));
  }

  void everyCutLeavesAPrefix() {
    const EditFolder folder;
    const QString path = folder.write(QStringLiteral("e.csv"), kCsv);
    leaveBehind(folder, path);
    const QByteArray whole = folder.read(onlyJournal(folder));
    std::size_t steps = 0;
    for (qsizetype length = 0; length <= whole.size(); ++length) {
      const auto content = session::readJournal(whole.left(length).toStdString());
      QVERIFY(content);
      QCOMPARE(content->damagedLine, std::size_t{0});
      std::size_t now = content->drafts.decisions().size();
      for (const auto* file : content->drafts.changed()) now += file->pending.size() > file->saved.size() ? 2U : 1U;
      QVERIFY(now >= steps);
      steps = now;
    }
    QCOMPARE(steps, std::size_t{3});
  }

  void killedAtAnyMomentNothingIsLost() {
    for (int round = 0; round < 12; ++round) {
      const EditFolder folder;
      const QString first = folder.write(QStringLiteral("one.csv"), rows());
      const QString second = folder.write(QStringLiteral("two.csv"), rows());
      QProcess child;
      child.start(QStringLiteral(PLUMBLINE_BINARY_DIR "/tests/bin/edit_child"), {folder.state(), first, second});
      const int atLeast = QRandomGenerator::global()->bounded(1, 400);
      QByteArray said;
      while (said.count('\n') < atLeast) {
        QVERIFY2(child.waitForReadyRead(30000), qPrintable(child.errorString()));
        said += child.readAllStandardOutput();
      }
      child.kill();  // SIGKILL
      QVERIFY(child.waitForFinished(30000));
      QCOMPARE(child.exitStatus(), QProcess::CrashExit);
      said += child.readAllStandardOutput();
      const int done = int(said.count('\n'));

      PendingEdits next(folder.state());
      const std::vector<LeftOver> left = next.leftOvers();
      QCOMPARE(left.size(), std::size_t{1});
      const auto words = next.restore(left[0].id);
      QVERIFY(words && words->isEmpty());
      PendingEdits same{QString()};
      QVERIFY(same.openFile(first) && same.openFile(second));
      for (int n = 1; n <= done; ++n) QVERIFY(same.apply(nthChange(same, first, second, n)));
      // It may have been killed between journal and word: then one step more is there.
      if (pendingText(next) != pendingText(same)) QVERIFY(same.apply(nthChange(same, first, second, done + 1)));
      QCOMPARE(pendingText(next), pendingText(same));
      QCOMPARE(folder.read(QStringLiteral("one.csv")), rows());
    }
  }
};

QTEST_GUILESS_MAIN(RestoreTest)
#include "restore_test.moc"
