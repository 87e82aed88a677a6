// SPDX-License-Identifier: GPL-3.0-or-later
// Saving unsaved edits: what is written, what the journal then holds, and what happens when somebody was faster.
#include <sys/stat.h>
#include <unistd.h>

#include <QSignalSpy>
#include <QTest>

#include "core/session/export_file.h"
#include "core/session/file_review.h"
#include "tests/core/session/edit_files.h"

using namespace plumbline;
using baselines::DecisionKind;
using session::PendingEdits;
using test::decided;
using test::EditFolder;
using test::pendingText;
using test::put;

namespace {

constexpr const char* kCsv = "name,accuracy,graph_breaks\na,pass,1\nb,pass,2\n";

QByteArray journal(const EditFolder& folder) {
  const QStringList names = folder.stateFiles().filter(QStringLiteral("edits-"));
  return names.isEmpty() ? QByteArray() : folder.read(QStringLiteral("state/") + names.front());
}

}  // namespace

class PendingSaveTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aCleanSaveEmptiesTheJournal() {
    const EditFolder folder;
    const QString path = folder.write(QStringLiteral("e.csv"), kCsv);
    PendingEdits edits(folder.state());
    const QSignalSpy saved(&edits, &PendingEdits::saved);
    QVERIFY(edits.openFile(path));
    const auto back = edits.apply(put(edits, path, "b,pass", "b,OOM"));
    QVERIFY(edits.apply(decided(path, "b", DecisionKind::Accepted)));
    QVERIFY(!journal(folder).isEmpty());
    const auto report = edits.saveAll();
    QVERIFY(report.allWritten());
    QCOMPARE(folder.read(QStringLiteral("e.csv")), QByteArray("name,accuracy,graph_breaks\na,pass,1\nb,OOM,2\n"));
    QCOMPARE(saved.count(), 1);
    QCOMPARE(saved.front().front().toStringList(), QStringList{path});
    QVERIFY(edits.isClean());
    QVERIFY(journal(folder).isEmpty());
    // Undo reaches over the save; the journal has it again.
    QVERIFY(edits.apply(*back));
    QVERIFY(!edits.isClean());
    const QByteArray wanted = pendingText(edits);
    PendingEdits* const window = &edits;
    QVERIFY(window->leftOvers().empty());
    QVERIFY(journal(folder).contains("\"saved_bytes\""));
    QVERIFY(edits.saveAll().allWritten());
    QCOMPARE(folder.read(QStringLiteral("e.csv")), QByteArray(kCsv));
    QVERIFY(wanted.contains("b,OOM,2"));
  }

  void whatWasChangedOutsideIsNeverOverwritten() {
    const EditFolder folder;
    const QString path = folder.write(QStringLiteral("e.csv"), kCsv);
    const QString other = folder.write(QStringLiteral("o.csv"), kCsv);
    PendingEdits edits(folder.state());
    QSignalSpy outside(&edits, &PendingEdits::outsideChange);
    QVERIFY(edits.openFile(path) && edits.openFile(other));
    QVERIFY(edits.apply(put(edits, path, "b,pass", "b,OOM")));
    QVERIFY(edits.apply(put(edits, other, "b,pass", "b,OOM")));
    folder.replace(QStringLiteral("o.csv"), "name,accuracy,graph_breaks\na,pass,7\nb,pass,2\n");
    const auto report = edits.saveAll();
    QCOMPARE(report.changedOutside, std::vector<std::string>{other.toStdString()});
    QCOMPARE(folder.read(QStringLiteral("e.csv")), QByteArray(kCsv));  // nothing at all is written
    QCOMPARE(outside.count(), 1);
    const auto look = edits.lookOutside(other);
    QVERIFY(look);
    QVERIFY(look->lost.empty());
    folder.replace(QStringLiteral("o.csv"), "name,accuracy,graph_breaks\na,pass,8\nb,pass,2\n");
    QVERIFY(!edits.reapply(*look));  // changed once more since it was looked at
    const auto again = edits.lookOutside(other);
    QVERIFY(again && edits.reapply(*again));
    QVERIFY(edits.saveAll().allWritten());
    QCOMPARE(folder.read(QStringLiteral("o.csv")), QByteArray("name,accuracy,graph_breaks\na,pass,8\nb,OOM,2\n"));
    QVERIFY(edits.isClean());
  }

  void aTouchedFileIsStillTheOneRead() {
    const EditFolder folder;
    const QString path = folder.write(QStringLiteral("e.csv"), kCsv);
    PendingEdits edits(folder.state());
    QVERIFY(edits.openFile(path));
    QVERIFY(edits.apply(put(edits, path, "b,pass", "b,OOM")));
    folder.replace(QStringLiteral("e.csv"), kCsv);
    QVERIFY(edits.saveAll().allWritten());
    QVERIFY(folder.read(QStringLiteral("e.csv")).contains("b,OOM"));
  }

  void discardTakesWhatIsOnDisk() {
    const EditFolder folder;
    const QString path = folder.write(QStringLiteral("e.csv"), kCsv);
    PendingEdits edits(folder.state());
    QVERIFY(edits.openFile(path));
    QVERIFY(edits.apply(put(edits, path, "b,pass", "b,OOM")));
    QVERIFY(edits.apply(decided(path, "b", DecisionKind::Accepted)));
    folder.replace(QStringLiteral("e.csv"), "name\n");
    QVERIFY(edits.discard(path));
    QVERIFY(edits.isClean());
    QCOMPARE(edits.drafts().find(path.toStdString())->pending, std::string("name\n"));
    QVERIFY(journal(folder).isEmpty());
    QVERIFY(!edits.discard(QStringLiteral("/not/open.csv")));
    QVERIFY(!edits.lookOutside(QStringLiteral("/not/open.csv")));
  }

  void aFileThatCannotBeWrittenKeepsItsEdits() {
    if (::geteuid() == 0) QSKIP("root writes everywhere");
    const EditFolder folder;
    const QString path = folder.write(QStringLiteral("shut/e.csv"), kCsv);
    const QString other = folder.write(QStringLiteral("o.csv"), kCsv);
    PendingEdits edits(folder.state());
    QVERIFY(edits.openFile(path) && edits.openFile(other));
    QVERIFY(edits.apply(put(edits, path, "b,pass", "b,OOM")) && edits.apply(put(edits, other, "b,pass", "b,OOM")));
    QCOMPARE(::chmod(folder.path(QStringLiteral("shut")).toLocal8Bit().constData(), 0500), 0);
    QVERIFY(!edits.saveAll().allWritten());
    QCOMPARE(::chmod(folder.path(QStringLiteral("shut")).toLocal8Bit().constData(), 0700), 0);
    QCOMPARE(edits.drafts().changed().size(), std::size_t{1});
    QVERIFY(!journal(folder).isEmpty());
    QVERIFY(edits.saveAll().allWritten());
  }

  void thousandEditsOver128FilesAreSavedFast() {
    const EditFolder folder;
    PendingEdits edits(folder.state());
    QByteArray rows = "name,accuracy,graph_breaks\n";
    for (int i = 0; i < 120; ++i) rows += "\n\n\nmodel_" + QByteArray::number(i) + ",pass,3\n";
    QElapsedTimer clock;
    for (int f = 0; f < 128; ++f) folder.write(QStringLiteral("%1.csv").arg(f), rows);
    clock.start();
    for (int f = 0; f < 128; ++f) {
      const QString path = folder.path(QStringLiteral("%1.csv").arg(f));
      QVERIFY(edits.openFile(path));
      for (int k = 0; k < 8; ++k)
        QVERIFY(edits.apply(put(edits, path, "model_" + std::to_string(k * 11) + ",pass", "model_" + std::to_string(k * 11) + ",OOM")));
    }
    const qint64 applied = clock.restart();
    std::size_t changes = 0;
    for (const auto* file : edits.drafts().changed()) changes += session::FileReview::of(*file)->changes().size();
    QCOMPARE(changes, std::size_t{1024});
    const qint64 previewed = clock.restart();
    QVERIFY(edits.saveAll().allWritten());
    const qint64 written = clock.elapsed();
    qInfo("1024 edits in 128 files: applied in %lld ms, preview %lld ms, saved in %lld ms", static_cast<long long>(applied),
          static_cast<long long>(previewed), static_cast<long long>(written));
  }

  void patchesNeverReplaceAnEditedFile() {
    const EditFolder folder;
    const QString path = folder.write(QStringLiteral("e.csv"), kCsv);
    PendingEdits edits(folder.state());
    QVERIFY(!session::writePatch(edits.drafts(), folder.path(QStringLiteral("p.patch"))));  // nothing is edited
    QVERIFY(edits.openFile(path));
    QVERIFY(edits.apply(put(edits, path, "b,pass", "b,OOM")));
    QVERIFY(!session::writePatch(edits.drafts(), path));
    QVERIFY(!session::writePatch(edits.drafts(), folder.path(QStringLiteral("./e.csv"))));
    QVERIFY(session::writePatch(edits.drafts(), folder.path(QStringLiteral("p.patch"))));
    QVERIFY(folder.read(QStringLiteral("p.patch")).contains("+b,OOM,2\n"));
  }

  void reviewsOfAnyPairRevertToTheSavedBytes_data() {
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<QString>("labels");
    const auto row = [](const char* name, const char* before, const char* after, const char* labels) {
      QTest::newRow(name) << QByteArray(before) << QByteArray(after) << QString::fromLatin1(labels);
    };
    row("cell", "name,x\na,1\nb,2\n", "name,x\na,1\nb,3\n", "b");
    row("row added", "name,x\na,1\n", "name,x\na,1\nb,3\n", "b");
    row("row removed", "name,x\na,1\nb,3\n", "name,x\nb,3\n", "a");
    row("last newline", "name,x\na,1", "name,x\na,1\n", "a");
    row("all new", "", "name,x\na,1\nb,2\nc,3\n", "a, b and 1 more");
    row("all gone", "name,x\na,1\n", "", "a");
    row("blank lines", "name,x\na,1\n\n\nb,2\n", "name,x\na,1\nb,2\n", "line 3");
    row("carriage returns", "name,x\r\na,1\r\n", "name,x\na,1\n", "a");
    row("not UTF-8", "name,x\n\xff,1\n", "name,x\n\xfe,1\n", "\xfe, \xff");
    row("no table", "hello", "bye\n", "bye");
  }
  void reviewsOfAnyPairRevertToTheSavedBytes() {
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    QFETCH(QString, labels);
    const EditFolder folder;
    const QString path = folder.write(QStringLiteral("e.csv"), before);
    PendingEdits edits{QString()};
    QVERIFY(edits.openFile(path));
    const std::string name = path.toStdString();
    QVERIFY(edits.apply({"all", {{name, text::between(before.toStdString(), after.toStdString())}}, {}}));
    auto review = session::FileReview::of(*edits.drafts().find(name));
    QStringList found;
    for (const auto& change : review->changes()) found << QString::fromLatin1(change.label.c_str());
    QCOMPARE(found.join(QStringLiteral(" | ")), labels);
    for (const auto layout : {session::DiffLayout::Unified, session::DiffLayout::SideBySide}) {
      std::size_t removed = 0;
      std::size_t added = 0;
      for (const auto& r : review->rows(layout)) {
        using Kind = session::DiffRow::Kind;
        removed += r.kind == Kind::Removed || r.kind == Kind::Changed ? 1U : 0U;
        added += r.kind == Kind::Added || r.kind == Kind::Changed ? 1U : 0U;
        for (const auto& part : review->changedStretches(r).before) QVERIFY(part.end <= std::size_t(before.size()));
      }
      QCOMPARE(removed, review->linesRemoved());
      QCOMPARE(added, review->linesAdded());
    }
    for (int i = 0; i < 20 && !review->changes().empty(); ++i) {
      const auto back = session::revertChange(edits.drafts(), *review, review->changes().size() - 1);
      QVERIFY(back && edits.apply(*back));
      QVERIFY(!session::revertChange(edits.drafts(), *review, 0));  // that review is of older bytes
      review = session::FileReview::of(*edits.drafts().find(name));
    }
    QVERIFY(edits.isClean());
  }
};

QTEST_GUILESS_MAIN(PendingSaveTest)
#include "pending_save_test.moc"
