// SPDX-License-Identifier: GPL-3.0-or-later
// Siblings by keys: five rows move in the CUDA baseline, the ROCm run shows the same, one key lets them follow.
#include <QAbstractItemModelTester>
#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTabBar>
#include <QTableView>

#include "core/overview/open_commit.h"
#include "tests/ui/triage/decision_fixture.h"
#include "ui/triage/siblings/sibling_rows.h"
#include "ui/triage/siblings/sibling_section.h"

using namespace Qt::StringLiterals;
using namespace plumbline;
using namespace plumbline::ui;

namespace {

const QString kTree = u"tree/ci_expected_accuracy/"_s;
const QString kCuda = u"inductor_torchbench_training.csv"_s;
const QString kRocm = u"rocm/inductor_torchbench_training.csv"_s;
const QString kDynamic = u"dynamic_inductor_torchbench_training.csv"_s;
const QString kInference = u"inductor_torchbench_inference.csv"_s;
const QString kOther = u"inductor_huggingface_training.csv"_s;

/// baselineOf writes three empty lines between the rows, as PyTorch's linter wants it.
QByteArray baselineOf(const QByteArray& rows) {
  QByteArrayList lines = ("name,accuracy,graph_breaks\n" + rows).split('\n');
  lines.removeAll({});
  return lines.join("\n\n\n\n") + '\n';
}
QByteArray runOf(const QByteArray& rows) { return "name,accuracy,graph_breaks\n" + rows; }

const QByteArray kBefore = "m1,pass,7\nm2,pass,7\nm3,pass,9\nm4,pass,11\nm5,pass,4\nstill,pass,0\n";
const QByteArray kBetter = "m1,pass,6\nm2,pass,6\nm3,pass,8\nm4,pass,10\nm5,pass,3\nstill,pass,0\n";
const QByteArray kWorse = "m1,pass,8\nm2,pass,7\nm3,pass,9\nm4,pass,11\nm5,pass,4\nstill,pass,0\n";
const QByteArray kThird = "m1,pass,9\nm2,pass,7\nm3,pass,9\nm4,pass,11\nm5,pass,4\nstill,pass,0\n";

}  // namespace

class SiblingsTest : public testing::DecisionFixture {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    openDesk();
    for (const QString& name : {kCuda, kRocm, kDynamic, kInference, kOther}) write(kTree + name, baselineOf(kBefore));
  }
  void cleanup() { closeDesk(); }

  void fiveRowsFollowWithOneKey() {
    write(u"runs/"_s + kCuda, runOf(kBetter));
    write(u"runs/"_s + kRocm, runOf(kBetter));
    show();
    QVERIFY(strip()->isVisible());
    QCOMPARE(strip()->text(), u"What you accept is offered to 3 siblings here."_s);
    const int height = m_table->height();
    for (int i = 0; i < 5; ++i) key(Qt::Key_A);
    QCOMPARE(pendingOf(kCuda), baselineOf(kBetter));
    QCOMPARE(strip()->text(), u"5 rows of 1 sibling show the same change, 10 not run."_s);
    QCOMPARE(m_table->height(), height);  // nothing jumps
    key(Qt::Key_S);
    QVERIFY(!m_strip->isAsking());
    QVERIFY(m_table->hasFocus());
    QCOMPARE(pendingOf(kRocm), baselineOf(kBetter));
    for (const QString& other : {kDynamic, kInference, kOther}) QCOMPARE(pendingOf(other), baselineOf(kBefore));
    QCOMPARE(m_page->statusText(), u"The same edit was made in 5 rows of 1 sibling"_s);
    QCOMPARE(strip()->text(), u"5 rows of siblings have the new value, 10 not run."_s);
    QCOMPARE(m_edits->drafts().decisions().size(), std::size_t(10));
    key(Qt::Key_Z);  // one step takes all five back
    QCOMPARE(pendingOf(kRocm), baselineOf(kBefore));
    QCOMPARE(pendingOf(kCuda), baselineOf(kBetter));
    QCOMPARE(strip()->text(), u"5 rows of 1 sibling show the same change, 10 not run."_s);
    key(Qt::Key_Z, Qt::ShiftModifier);
    QCOMPARE(pendingOf(kRocm), baselineOf(kBetter));
    for (const QString& name : {kCuda, kRocm, kDynamic}) QCOMPARE(bytesOf(kTree + name), baselineOf(kBefore));  // nothing is saved
  }

  void anUndoTakesTheOfferBack() {
    write(u"runs/"_s + kCuda, runOf(kBetter));
    write(u"runs/"_s + kRocm, runOf(kBetter));
    show();
    goTo(u"m3"_s);
    key(Qt::Key_A);
    QCOMPARE(strip()->text(), u"m3: 1 sibling shows the same change, 2 not run."_s);
    key(Qt::Key_Z);
    QCOMPARE(strip()->text(), u"What you accept is offered to 3 siblings here."_s);
    key(Qt::Key_S);
    QCOMPARE(m_page->statusText(), u"Nothing was accepted here that siblings could follow"_s);
  }

  void theReasonIsNotAskedTwice() {
    write(u"runs/"_s + kCuda, runOf(kWorse));
    write(u"runs/"_s + kRocm, runOf(kWorse));
    write(u"runs/"_s + kDynamic, runOf(kThird));
    show();
    goTo(u"m1"_s);
    key(Qt::Key_A);
    QVERIFY(m_strip->isAsking());
    type(u"new capture, #1234"_s);
    key(Qt::Key_Return);
    QCOMPARE(strip()->text(), u"m1: 1 sibling shows the same change, 1 not run, 1 differs."_s);
    key(Qt::Key_S);
    QVERIFY(!m_strip->isAsking());
    QCOMPARE(pendingOf(kRocm), baselineOf(kWorse));
    QCOMPARE(pendingOf(kDynamic), baselineOf(kBefore));
    const auto& said = m_edits->drafts().decisions().at({path(kTree + kRocm).toStdString(), "m1"});
    QCOMPARE(QString::fromStdString(said.reason), u"new capture, #1234"_s);
    QCOMPARE(QString::fromStdString(said.what), u"graph_breaks 7 -> 8"_s);
  }

  void theListIsChosenFromByKeys() {
    write(u"runs/"_s + kCuda, runOf(kBetter));
    write(u"runs/"_s + kRocm, runOf(kBetter));
    write(u"runs/"_s + kInference, runOf(kThird));
    show();
    goTo(u"m1"_s);
    key(Qt::Key_A);
    key(Qt::Key_S, Qt::ShiftModifier);
    auto* panel = m_page->findChild<SiblingPanel*>();
    QVERIFY(panel->isVisible());
    QVERIFY(!strip()->isVisible());
    QCOMPARE(listText(), (QStringList{u"[ ] dynamic | "_s + kDynamic + u" | graph_breaks 7 | graph_breaks \u2013 | graph_breaks 6 | not run"_s,
                                      u"[ ] inference | "_s + kInference + u" | graph_breaks 7 | graph_breaks 9 | graph_breaks 6 | differs"_s,
                                      u"[x] ROCm | "_s + kRocm + u" | graph_breaks 7 | graph_breaks 6 | graph_breaks 6 | same change seen"_s}));
    key(Qt::Key_Escape);
    QVERIFY(!panel->isVisible());
    QVERIFY(strip()->isVisible());
    QVERIFY(m_table->hasFocus());
    QCOMPARE(pendingOf(kRocm), baselineOf(kBefore));
    key(Qt::Key_S, Qt::ShiftModifier);
    key(Qt::Key_Space);  // dynamic too
    key(Qt::Key_J);
    key(Qt::Key_J);
    key(Qt::Key_Space);  // and ROCm not
    QCOMPARE(listText().first().first(3), u"[x]"_s);
    QCOMPARE(listText().last().first(3), u"[ ]"_s);
    key(Qt::Key_Return);
    QVERIFY(!panel->isVisible());
    QVERIFY(m_table->hasFocus());
    const QByteArray one = baselineOf(QByteArray(kBefore).replace("m1,pass,7", "m1,pass,6"));
    QCOMPARE(pendingOf(kDynamic), one);
    QCOMPARE(pendingOf(kRocm), baselineOf(kBefore));
    QCOMPARE(pendingOf(kInference), baselineOf(kBefore));
    key(Qt::Key_Z);
    QCOMPARE(pendingOf(kDynamic), baselineOf(kBefore));
  }

  void aGuardAsksInTheStripAndGoesBackToTheList() {
    write(u"runs/"_s + kCuda, runOf(kBetter));
    write(kTree + kRocm, baselineOf("m1,pass,2\n"));  // the new value is worse there
    show();
    goTo(u"m1"_s);
    key(Qt::Key_A);
    key(Qt::Key_S, Qt::ShiftModifier);
    auto* list = m_page->findChild<SiblingPanel*>()->findChild<QTableView*>();
    for (int i = 0; i < 2; ++i) key(Qt::Key_J);
    key(Qt::Key_Space);
    key(Qt::Key_Return);
    QVERIFY(m_strip->isAsking());
    QVERIFY2(m_strip->title().startsWith(u"Same edit in 1 sibling."_s), qPrintable(m_strip->title()));
    key(Qt::Key_Return);
    QVERIFY(m_strip->isAsking());
    key(Qt::Key_Escape);
    QVERIFY(!m_strip->isAsking());
    QVERIFY(list->hasFocus());
    key(Qt::Key_Return);
    type(u"same library"_s);
    key(Qt::Key_Return);
    QVERIFY2(!m_strip->isAsking(), qPrintable(m_strip->problem()));
    QVERIFY(!list->isVisible());
    QVERIFY(m_table->hasFocus());
    QCOMPARE(pendingOf(kRocm), baselineOf("m1,pass,6\n"));
  }

  void aSinglePairHasTheTreeAroundIt() {
    write(u"runs/"_s + kCuda, runOf(kBetter));
    const auto tree = overview::treeAround(path(kTree + kCuda).toStdString());
    QVERIFY(tree.isValue());
    start([view = tree.value()](const std::string&) { return view; });
    goTo(u"m1"_s);
    key(Qt::Key_A);
    QCOMPARE(strip()->text(), u"m1: no sibling shows the same change: 3 not run."_s);
    key(Qt::Key_S);
    QCOMPARE(m_page->statusText(), u"No sibling shows the same change: 3 not run"_s);
    key(Qt::Key_S, Qt::ShiftModifier);
    key(Qt::Key_Space);
    key(Qt::Key_Return);
    QCOMPARE(m_edits->drafts().changed().size(), std::size_t(2));
  }

  void aTreeThatComesLaterIsTakenIn() {
    write(u"runs/"_s + kCuda, runOf(kBetter));
    overview::CommitPtr view;
    start([&view](const std::string&) { return view; });
    QVERIFY(!strip()->isVisible());
    goTo(u"m1"_s);
    key(Qt::Key_A);
    view = overview::treeAround(path(kTree + kCuda).toStdString()).value();
    m_page->refreshSiblings();
    QVERIFY(strip()->isVisible());
    QCOMPARE(strip()->text(), u"m1: no sibling shows the same change: 3 not run."_s);
    m_page->showSnapshot(nullptr);
    QVERIFY(!strip()->isVisible());
    key(Qt::Key_S);  // nothing open, nothing happens
  }

  void theDetailsShowTheModelInEverySibling() {
    write(u"runs/"_s + kCuda, runOf(kBetter));
    write(u"runs/"_s + kRocm, runOf(kBetter));
    write(u"runs/"_s + kDynamic, runOf(kThird));
    show();
    goTo(u"m1"_s);
    auto* tabs = m_details->findChild<QTabWidget*>();
    QCOMPARE(tabs->tabText(2), u"Siblings"_s);
    QVERIFY(tabs->isTabVisible(2));
    tabs->setCurrentIndex(2);
    auto* rows = m_details->findChild<SiblingRowsModel*>();
    const QAbstractItemModelTester tester(rows, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const QStringList m1{u"dynamic | 7 \u2192 9 | differs"_s, u"inference | 7 | not run"_s,
                         u"ROCm | 7 \u2192 6 | same change seen"_s};
    QCOMPARE(rowsText(rows), m1);
    QCOMPARE(rows->headerData(1, Qt::Horizontal, Qt::DisplayRole).toString(), u"graph_breaks"_s);
    key(Qt::Key_A);  // the next row needs no decision in dynamic
    goTo(u"m1"_s);
    QCOMPARE(rowsText(rows), m1);
    key(Qt::Key_S);
    goTo(u"m1"_s);
    QVERIFY2(rowsText(rows).last().endsWith(u"already there"_s), qPrintable(rowsText(rows).last()));
    key(Qt::Key_U);
    goTo(u"still"_s);  // nothing to accept: values alone
    QCOMPARE(rowsText(rows), (QStringList{u"dynamic | as expected | "_s, u"inference | not run | "_s, u"ROCm | as expected | "_s}));
  }

  void theListKeepsTheModelsContract() {
    write(u"runs/"_s + kCuda, runOf(kBetter));
    SiblingModel* model = nullptr;
    show();
    model = m_page->findChild<SiblingModel*>();
    const QAbstractItemModelTester tester(model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    goTo(u"m1"_s);
    key(Qt::Key_A);
    key(Qt::Key_S, Qt::ShiftModifier);
    QCOMPARE(model->rowCount(), 3);
    QVERIFY(model->index(0, 0).data(Qt::AccessibleTextRole).toString().contains(u"proposed graph_breaks 6"_s));
    QVERIFY(!model->setData(model->index(0, 1), Qt::Checked, Qt::CheckStateRole));
    m_stack->undo();  // from elsewhere: the list goes with the edit
    QVERIFY(!m_page->findChild<SiblingPanel*>()->isVisible());
    QVERIFY(m_table->hasFocus());
  }

  void keysStayQuickBesideAHundredSiblings() {
    QByteArray before;
    QByteArray after;
    for (int i = 0; i < 60; ++i) {
      before += "model_" + QByteArray::number(i) + ",pass,7\n";
      after += "model_" + QByteArray::number(i) + ",pass,6\n";
    }
    for (const QString& platform : {u""_s, u"rocm/"_s, u"cu124/"_s, u"cuda13/"_s})
      for (const QString& variant : {u""_s, u"dynamic_"_s})
        for (const QString& test : {u"inductor"_s, u"cpu_inductor"_s, u"inductor_amp"_s, u"inductor_freezing"_s})
          for (const QString& mode : {u"training"_s, u"inference"_s}) {
            const QString name = platform + variant + test + u"_torchbench_"_s + mode + u".csv"_s;
            write(kTree + name, baselineOf(before));
            write(u"runs/"_s + name, runOf(after));
          }
    show();
    QVERIFY(m_page->findChild<SiblingController*>()->siblingCount() > 40);
    QElapsedTimer clock;
    qint64 worst = 0;
    for (int i = 0; i < 60; ++i) {
      clock.start();
      key(Qt::Key_A);
      worst = std::max(worst, clock.elapsed());
    }
    QCOMPARE(pendingOf(kCuda), baselineOf(after));
    clock.start();
    key(Qt::Key_S);
    qInfo("%zu siblings: worst %lld ms per accepted row, %lld ms for all of them at once",
          m_page->findChild<SiblingController*>()->siblingCount(), static_cast<long long>(worst),
          static_cast<long long>(clock.elapsed()));
    QCOMPARE(pendingOf(kRocm), baselineOf(after));
  }

  void noShortcutMeansTwoThings() {
    show();
    QVERIFY(m_registry->conflicts().isEmpty());
  }

 private:
  /// start shows the CUDA pair with siblings from a source, and binds their keys.
  void start(SiblingController::Source source) {
    m_page->setSiblings(std::move(source));
    for (const ActionSpec& spec : m_page->actions())
      if (spec.id == u"decide.siblings"_s || spec.id == u"decide.chooseSiblings"_s) m_registry->add({spec}, {});
    showPair(u"runs/"_s + kCuda, kTree + kCuda);
  }
  /// show opens tree and runs as a commit.
  void show() {
    const QString runs = path(u"runs"_s);
    std::vector<sources::SourcePath> paths{{path(u"tree"_s).toStdString(), sources::Role::Expected}};
    if (QDir(runs).exists()) paths.push_back({runs.toStdString(), sources::Role::Actual});
    else write(u"runs/"_s + kCuda, runOf(kBetter));
    const auto view = overview::openCommit({.paths = paths});
    QVERIFY(view.isValue());
    start([made = view.value()](const std::string&) { return made; });
  }
  SiblingStrip* strip() const { return m_page->findChild<SiblingStrip*>(); }
  QByteArray pendingOf(const QString& name) const { return pending(kTree + name); }
  QStringList listText() const {
    auto* model = m_page->findChild<SiblingModel*>();
    QStringList lines;
    for (int row = 0; row < model->rowCount(); ++row) {
      QStringList cells;
      using S = SiblingModel;
      for (const int column : {S::Sibling, S::File, S::Expected, S::Actual, S::Proposed, S::EvidenceColumn})
        cells << model->index(row, column).data().toString();
      const QVariant tick = model->index(row, 0).data(Qt::CheckStateRole);
      lines << (tick.isNull() ? u"    "_s : tick.toInt() == Qt::Checked ? u"[x] "_s : u"[ ] "_s) + cells.join(u" | "_s);
    }
    return lines;
  }
  static QStringList rowsText(const SiblingRowsModel* model) {
    QStringList lines;
    for (int row = 0; row < model->rowCount(); ++row) {
      QStringList cells;
      for (int column = 0; column < model->columnCount(); ++column) cells << model->index(row, column).data().toString();
      lines << cells.join(u" | "_s);
    }
    return lines;
  }
};

QTEST_MAIN(SiblingsTest)
#include "siblings_test.moc"
