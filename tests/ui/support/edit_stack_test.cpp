// SPDX-License-Identifier: GPL-3.0-or-later
// The undo list: push, compare, undo, compare, redo, compare.
#include <QSignalSpy>
#include <QTest>

#include "core/session/pending_edits.h"
#include "tests/core/session/edit_files.h"
#include "ui/support/edit_stack.h"

using namespace plumbline;
using baselines::DecisionKind;
using session::PendingEdits;
using test::decided;
using test::EditFolder;
using test::pendingText;
using test::put;
using ui::EditStack;

namespace {

constexpr const char* kCsv = "name,accuracy,graph_breaks\na,pass,1\nb,pass,2\n";

}  // namespace

class EditStackTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void goesBackAndForthExactly() {
    const EditFolder folder;
    const QString path = folder.write(QStringLiteral("e.csv"), kCsv);
    const QString other = folder.write(QStringLiteral("o.csv"), "name\n");
    PendingEdits edits(folder.state());
    EditStack stack(edits);
    QVERIFY(edits.openFile(path));
    QVERIFY(edits.openFile(other));
    QList<QByteArray> states{pendingText(edits)};
    const auto push = [&](baselines::Change change) {
      const bool done = stack.push(change).has_value();
      states << pendingText(edits);
      return done;
    };
    QVERIFY(push(put(edits, path, "a,pass", "a,OOM")));
    QVERIFY(push(put(edits, path, "a,OOM,1", "a,timeout,1")));  // the same cell again is a step of its own
    QVERIFY(push(decided(path, "a", DecisionKind::Accepted)));
    baselines::Change both = put(edits, path, "b,pass,2\n", "");
    both.files.push_back(put(edits, other, "", "b\n").files.front());
    both.decisions = decided(path, "b", DecisionKind::Flaky).decisions;
    both.text = "Move b";
    QVERIFY(push(both));
    QVERIFY(push(decided(path, "a", DecisionKind::Kept)));
    QCOMPARE(states.size(), 6);
    for (qsizetype i = states.size() - 1; i > 0; --i) {
      QCOMPARE(pendingText(edits), states[i]);
      QVERIFY(stack.canUndo());
      stack.undo();
    }
    QCOMPARE(pendingText(edits), states[0]);
    QVERIFY(edits.isClean());
    QVERIFY(!stack.canUndo());
    for (qsizetype i = 1; i < states.size(); ++i) {
      QVERIFY(stack.canRedo());
      stack.redo();
      QCOMPARE(pendingText(edits), states[i]);
    }
    QVERIFY(!stack.canRedo());
  }

  void textsSayWhatAndSelectionFollows() {
    const EditFolder folder;
    const QString path = folder.write(QStringLiteral("e.csv"), kCsv);
    PendingEdits edits(folder.state());
    EditStack stack(edits);
    QVERIFY(edits.openFile(path));
    QSignalSpy changes(&stack, &EditStack::changed);
    QVERIFY(!stack.lastTouched());
    QVERIFY(stack.push(decided(path, "a", DecisionKind::Kept)));
    QVERIFY(stack.push(decided(path, "b", DecisionKind::Kept)));
    QVERIFY(changes.count() >= 2);
    QCOMPARE(stack.undoText(), QStringLiteral("Decide b"));
    stack.undo();
    QCOMPARE(stack.undoText(), QStringLiteral("Decide a"));
    QCOMPARE(stack.redoText(), QStringLiteral("Decide b"));
    QCOMPARE(stack.lastTouched()->model, std::string("b"));
    stack.undo();
    QCOMPARE(stack.lastTouched()->model, std::string("a"));
    QCOMPARE(stack.undoText(), QString());
    stack.undo();  // nothing left: nothing happens
    QVERIFY(edits.isClean());
  }

  void aStepThatCannotBeDoneIsNotThere() {
    const EditFolder folder;
    const QString path = folder.write(QStringLiteral("e.csv"), kCsv);
    PendingEdits edits(folder.state());
    EditStack stack(edits);
    QVERIFY(edits.openFile(path));
    const auto done = stack.push({"Too far", {{path.toStdString(), {{900, 901, "x"}}}}, {}});
    QVERIFY(!done);
    QVERIFY(!stack.canUndo());
    QVERIFY(edits.isClean());
  }

  void aStepThatFitsNoLongerSaysSo() {
    const EditFolder folder;
    const QString path = folder.write(QStringLiteral("e.csv"), kCsv);
    PendingEdits edits(folder.state());
    EditStack stack(edits);
    QSignalSpy refusals(&stack, &EditStack::refused);
    QVERIFY(edits.openFile(path));
    QVERIFY(stack.push(put(edits, path, "", "c,pass,3\n")));
    // The file is cut short past the stack.
    const std::size_t size = edits.drafts().find(path.toStdString())->pending.size();
    QVERIFY(edits.apply({"cut", {{path.toStdString(), {{4, size, ""}}}}, {}}));
    stack.undo();
    QCOMPARE(refusals.count(), 1);
    QVERIFY(!stack.canUndo() && !stack.canRedo());
    QCOMPARE(edits.drafts().find(path.toStdString())->pending, std::string("name"));
  }

  void aFileReadAnewEndsItsSteps() {
    const EditFolder folder;
    const QString path = folder.write(QStringLiteral("e.csv"), kCsv);
    const QString other = folder.write(QStringLiteral("o.csv"), kCsv);
    PendingEdits edits(folder.state());
    EditStack stack(edits);
    QVERIFY(edits.openFile(path));
    QVERIFY(edits.openFile(other));
    QVERIFY(stack.push(put(edits, path, "a,pass", "a,OOM")));
    stack.undo();
    folder.replace(QStringLiteral("o.csv"), "name\n");
    QVERIFY(edits.openFile(other));
    QVERIFY(stack.canRedo());  // its steps touch another file
    folder.replace(QStringLiteral("e.csv"), "name\n");
    QVERIFY(edits.openFile(path));
    QVERIFY(!stack.canRedo());
  }
};

QTEST_GUILESS_MAIN(EditStackTest)
#include "edit_stack_test.moc"
