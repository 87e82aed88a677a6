// SPDX-License-Identifier: GPL-3.0-or-later
// The page of numerics with real files: answer, options decided again, keys, files that cannot be read, state, drops.
#include <QAbstractItemModelTester>
#include <QAbstractItemView>
#include <QClipboard>
#include <QDropEvent>
#include <QGuiApplication>
#include <QLineEdit>
#include <QMimeData>
#include <QSplitter>
#include <QToolButton>
#include <QUrl>

#include "tests/ui/numerics/numerics_fixture.h"
#include "ui/numerics/answer_strip.h"
#include "ui/numerics/details/tensor_details.h"
#include "ui/numerics/file_strip.h"
#include "ui/numerics/options_bar.h"
#include "ui/numerics/tensors_view.h"
#include "ui/shell/action_registry.h"
#include "ui/support/empty_state.h"

using namespace Qt::StringLiterals;
using namespace plumbline;
using testing::npy;
using testing::ShownNumerics;
using testing::TestFolder;
using testing::writeSides;
using ui::TensorColumn;
using ui::TensorFiles;

namespace {

TensorFiles sidesOf(const TestFolder& folder) { return {folder.path(u"ref"_s), folder.path(u"res"_s), folder.path(u"fp64"_s)}; }

/// Four tensors: one alike, one near the limit, two that differ.
void writeModel(const TestFolder& folder) {
  writeSides(folder, u"a.weight"_s, 1e-6);
  writeSides(folder, u"b.weight"_s, 2.4e-3, 9e-4);
  writeSides(folder, u"c.weight"_s, 5e-2, 1e-3);
  writeSides(folder, u"d.weight"_s, 3e-1, 1e-3);
}

void dropOn(QWidget& widget, const QMimeData& data) {
  QDragEnterEvent enter(QPoint(5, 5), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(&widget, &enter);
  QVERIFY(enter.isAccepted());
  QDropEvent drop(QPointF(5, 5), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(&widget, &drop);
}

QString tolOf(ShownNumerics& shown) {
  for (const auto* field : shown.page.findChild<ui::SameOptionsBar*>()->findChildren<QLineEdit*>())
    if (field->accessibleName() == u"tol"_s) return field->text();
  return {};
}

}  // namespace

class NumericsPageTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void beginsWithWhatToDo() {
    ShownNumerics shown;
    const auto* empty = shown.page.findChild<ui::EmptyState*>(u"numerics.nothing"_s);
    QVERIFY(empty->isVisible());
    QVERIFY(empty->title().endsWith(u'?'));
    QCOMPARE(shown.page.statusText(), u"No files are compared"_s);
    for (const char* id : {"next", "copyMarkdown", "save", "filter"}) QVERIFY(!shown.action(QString::fromLatin1(id)).enabled());
    QVERIFY(shown.action(u"open"_s).enabled());
  }

  void saysWhatDiffers() {
    const TestFolder folder;
    writeModel(folder);
    ShownNumerics shown;
    QAbstractItemModelTester tester(&shown.model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    shown.compare(sidesOf(folder));
    const auto* answer = shown.page.findChild<ui::AnswerStrip*>();
    QVERIFY2(answer->text().startsWith(u"Differs at c.weight"_s), qPrintable(answer->text()));
    QVERIFY2(answer->log().contains(u"RMSE (res-fp64): 0.05"_s), qPrintable(answer->log()));
    QVERIFY(shown.page.statusText().startsWith(u"4 values \u00b7 2 differ, 1 near the limit \u00b7 torch stops after 3"_s));
    QVERIFY(shown.current().contains(u"c.weight"_s));  // where torch stops
    QVERIFY(shown.tree().hasFocus());
    QVERIFY(!shown.page.findChild<ui::TensorDetails*>()->isHidden());
    QTRY_VERIFY(!shown.model().cellText(shown.model().rows()->nodeOf(3), TensorColumn::MaxAbs).isEmpty());
    const double largest = shown.model().cellText(shown.model().rows()->nodeOf(3), TensorColumn::MaxAbs).toDouble();
    QVERIFY(largest > 0.29 && largest < 0.31);
  }

  void aRightClickAndShiftF10OnATensorRequestItsMenu() {
    const TestFolder folder;
    writeModel(folder);
    ShownNumerics shown;
    shown.compare(sidesOf(folder));
    QSignalSpy menu(&shown.page, &ui::Page::menuRequested);
    QTest::keyClick(&shown.tree(), Qt::Key_F10, Qt::ShiftModifier);
    QCOMPARE(menu.count(), 1);
    const QModelIndex tensor = shown.model().index(1, 0);
    QTest::mouseClick(shown.page.windowHandle(), Qt::RightButton, {},
                      shown.tree().viewport()->mapTo(&shown.page, shown.tree().visualRect(tensor).center()));
    QCOMPARE(menu.count(), 2);
    QCOMPARE(shown.tree().currentIndex().row(), 1);
    QVERIFY(shown.page.menuActions().contains(u"numerics.copy*"_s));
  }

  /// What torch cannot compare has that one verdict, in the table and beside it.
  void whatRaisesHasOneVerdict() {
    const TestFolder folder;
    writeSides(folder, u"a"_s, 1e-6);
    folder.write(u"res/a.npy"_s, testing::npy<float>({1, 2, 3}));
    ShownNumerics shown;
    shown.compare(sidesOf(folder));
    const QModelIndex row = shown.model().index(0, 0);
    const int node = ui::TensorModel::nodeAt(row);
    QStringList texts;
    for (const auto* label : shown.page.findChildren<QLabel*>())
      if (label->isVisible()) texts << label->text() + u'|' + label->accessibleName();
    for (int column = 0; column < shown.model().columnCount(); ++column) texts << row.siblingAtColumn(column).data().toString();
    texts << shown.page.statusText() << QString::number(node);
    const QString all = texts.join(u'\n');
    QVERIFY2(all.contains(u"RAISES"_s), qPrintable(all));
    QVERIFY2(!all.contains(u"within tolerance"_s, Qt::CaseInsensitive), qPrintable(all));
  }

  void theSameIsQuiet() {
    const TestFolder folder;
    writeSides(folder, u"a"_s, 1e-6);
    ShownNumerics shown;
    shown.compare(sidesOf(folder));
    QCOMPARE(shown.page.findChild<ui::AnswerStrip*>()->text(), u"Same"_s);
    QVERIFY(shown.page.statusText().startsWith(u"1 value \u00b7 all same"_s));
    QVERIFY(!shown.action(u"next"_s).enabled());
  }

  void keysWalk() {
    const TestFolder folder;
    writeModel(folder);
    ShownNumerics shown;
    shown.compare(sidesOf(folder));
    shown.run(u"next"_s);
    QVERIFY(shown.current().contains(u"d.weight"_s));
    shown.run(u"next"_s);
    QVERIFY(shown.current().contains(u"d.weight"_s));
    QVERIFY(shown.page.statusText().endsWith(u"Nothing further down fails"_s));
    shown.run(u"previous"_s);
    QVERIFY(shown.current().contains(u"c.weight"_s));
    shown.run(u"worst"_s);
    QVERIFY(shown.current().contains(u"d.weight"_s));
    shown.run(u"near"_s);
    QCOMPARE(shown.model().shownCount(), 1U);
    QVERIFY(shown.model().cellText(ui::TensorModel::nodeAt(shown.model().index(0, 0)), TensorColumn::Name).contains(u"b.weight"_s));
    shown.run(u"first"_s);  // hidden by the filter, which makes room
    QVERIFY(shown.current().contains(u"c.weight"_s));
    QCOMPARE(shown.model().shownCount(), 4U);
    shown.run(u"byMargin"_s);
    QVERIFY(!shown.model().isTree());
    QVERIFY(shown.model().index(0, 0).data().toString().contains(u"d.weight"_s));
    QVERIFY(shown.current().contains(u"c.weight"_s));  // the same one stays current
    shown.run(u"byMargin"_s);
    QVERIFY(shown.model().isTree());
    shown.run(u"failing"_s);
    QCOMPARE(shown.model().shownCount(), 2U);
    shown.run(u"clear"_s);
    shown.page.findChild<ui::TensorBar*>()->setText(u"nobody"_s);
    QVERIFY(!shown.tree().isVisible());
    shown.run(u"clear"_s);
    QVERIFY(shown.tree().isVisible());
    shown.run(u"details"_s);
    QVERIFY(shown.page.findChild<ui::TensorDetails*>()->isHidden());
    shown.run(u"tensor.heatMap"_s);  // the key of a view brings the details back
    QVERIFY(!shown.page.findChild<ui::TensorDetails*>()->isHidden());
    shown.run(u"mode"_s);  // logs have no tensors
    QVERIFY(!shown.action(u"tensor.heatMap"_s).enabled());
    shown.run(u"mode"_s);
    QVERIFY(shown.action(u"tensor.heatMap"_s).enabled());
    shown.run(u"log"_s);
    QVERIFY(shown.page.findChild<ui::AnswerStrip*>()->isLogShown());
    shown.tree().setFocus();
    QTest::keyClick(&shown.tree(), Qt::Key_Down);
    QVERIFY(shown.current().contains(u"d.weight"_s));
  }

  void optionsDecideAgain() {
    const TestFolder folder;
    writeModel(folder);
    ShownNumerics shown;
    shown.compare(sidesOf(folder));
    QSignalSpy answered(&shown.page, &ui::NumericsPage::answered);
    auto* bar = shown.page.findChild<ui::SameOptionsBar*>();
    QCOMPARE(tolOf(shown), u"1e-4"_s);
    shown.page.setOptions({.tol = 1});
    QVERIFY(answered.wait(30000));
    QCOMPARE(shown.page.findChild<ui::AnswerStrip*>()->text(), u"Same"_s);
    QVERIFY(shown.current().contains(u"c.weight"_s));
    shown.run(u"reset"_s);
    QVERIFY(answered.wait(30000));
    QVERIFY(shown.page.findChild<ui::AnswerStrip*>()->text().startsWith(u"Differs"_s));
    QVERIFY(bar->isDefault());
    shown.run(u"tol"_s);
    auto* field = qobject_cast<QLineEdit*>(shown.page.focusWidget());
    QVERIFY(field);
    QTest::keyClicks(field, u"1e"_s);  // a number, then not one yet: the last one stays
    QCOMPARE(bar->options().tol, 1.0);
    QTest::keyClicks(field, u"-1"_s);
    QCOMPARE(bar->options().tol, 0.1);
    QCOMPARE(field->text(), u"1e-1"_s);  // what is typed stays as it is typed
    QVERIFY(answered.wait(30000));
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY(shown.tree().hasFocus());
    shown.run(u"tol"_s);
    QTest::keyClicks(field, u"-5"_s);
    QCOMPARE(bar->options().tol, 0.1);
    QTest::keyClick(field, Qt::Key_Escape);
    QCOMPARE(field->text(), u"0.1"_s);
  }

  void staleAnswersAreDropped() {
    const TestFolder folder;
    writeModel(folder);
    ShownNumerics shown;
    shown.compare(sidesOf(folder));
    QSignalSpy answered(&shown.page, &ui::NumericsPage::answered);
    for (int i = 1; i <= 20; ++i) shown.page.setOptions({.tol = i * 0.1});
    QVERIFY(answered.wait(30000));
    QTRY_COMPARE(shown.page.findChild<ui::AnswerStrip*>()->text(), u"Same"_s);
    QVERIFY(answered.count() < 20);
  }

  void swapsAndReadsAgain() {
    const TestFolder folder;
    writeModel(folder);
    ShownNumerics shown;
    shown.compare(sidesOf(folder));
    QSignalSpy answered(&shown.page, &ui::NumericsPage::answered);
    shown.run(u"swap"_s);
    QVERIFY(answered.wait(30000));
    const auto sides = shown.page.findChildren<ui::TensorSlot*>();
    QCOMPARE(sides[0]->path(), folder.path(u"res"_s));
    shown.run(u"swap"_s);
    QVERIFY(answered.wait(30000));
    writeSides(folder, u"c.weight"_s, 1e-6);
    writeSides(folder, u"d.weight"_s, 1e-6);
    shown.run(u"reload"_s);
    QVERIFY(answered.wait(30000));
    QCOMPARE(shown.page.findChild<ui::AnswerStrip*>()->text(), u"Same"_s);
  }

  void aFileThatIsCutWhileItIsShownIsReported() {
    const TestFolder folder;
    writeModel(folder);
    ShownNumerics shown;
    shown.compare(sidesOf(folder));
    QSignalSpy answered(&shown.page, &ui::NumericsPage::answered), notices(&shown.page, &ui::NumericsPage::noticeRequested);
    for (const char* name : {"res/a.weight.npy", "res/c.weight.npy", "res/d.weight.npy"})
      QVERIFY(QFile::resize(folder.path(QString::fromLatin1(name)), 0));
    shown.run(u"next"_s);
    shown.run(u"tensor.heatMap"_s);
    shown.run(u"tensor.values"_s);
    shown.page.setOptions({.tol = 1});
    QVERIFY(answered.wait(30000));
    QVERIFY(notices.count() > 0);
    const auto error = notices.last()[0].value<base::Error>();
    QCOMPARE(error.code, base::ErrorCode::Changed);
    QCOMPARE(shown.page.statusText(), u"Nothing was decided"_s);
    writeModel(folder);
    shown.run(u"reload"_s);
    QVERIFY(answered.wait(30000));
    QCOMPARE(shown.page.findChild<ui::AnswerStrip*>()->text(), u"Same"_s);  // by the tolerance of 1
  }

  void aBadFileIsNamed() {
    const TestFolder folder;
    writeModel(folder);
    folder.write(u"broken.npy"_s, "\x93NUMPY\x01");
    ShownNumerics shown;
    QSignalSpy notices(&shown.page, &ui::NumericsPage::noticeRequested),
    over(&shown.page, &ui::NumericsPage::noticeOver);
    TensorFiles files = sidesOf(folder);
    files.res = folder.path(u"broken.npy"_s);
    shown.compare(files);
    QCOMPARE(notices.count(), 1);
    const auto error = notices[0][0].value<base::Error>();
    QVERIFY(!error.hint.empty() && QString::fromStdString(error.file).endsWith(u"broken.npy"_s));
    const auto sides = shown.page.findChildren<ui::TensorSlot*>();
    QVERIFY(sides[1]->accessibleName().contains(u"cannot be read"_s));
    QVERIFY(!sides[0]->accessibleName().contains(u"cannot be read"_s));
    QCOMPARE(sides[0]->path(), files.ref);  // the rest stays
    QCOMPARE(shown.page.statusText(), u"Nothing was decided"_s);
    files.res = folder.path(u"res"_s);
    shown.compare(files);
    QCOMPARE(over.count(), 1);
    QVERIFY(!shown.page.findChildren<ui::TensorSlot*>()[1]->accessibleName().contains(u"cannot be read"_s));
    files.fp64 = folder.path(u"not there"_s);
    shown.compare(files);
    QCOMPARE(notices.count(), 2);
    files.fp64.clear();
    shown.compare(files);
    QVERIFY(shown.page.findChild<ui::AnswerStrip*>()->text().startsWith(u"Differs"_s));
    shown.run(u"worst"_s);
  }

  void aFolderFillsAllThree() {
    const TestFolder folder;
    writeModel(folder);
    ShownNumerics shown;
    QSignalSpy answered(&shown.page, &ui::NumericsPage::answered);
    shown.prompt.paths = {folder.path()};
    shown.run(u"openFolder"_s);
    QVERIFY(answered.wait(30000));
    const auto* strip = shown.page.findChild<ui::NumericsStrip*>();
    QVERIFY(strip->files() == sidesOf(folder));
    QCOMPARE(strip->recent().size(), 1);
  }

  void dropsAreTaken() {
    const TestFolder folder;
    writeModel(folder);
    ShownNumerics shown;
    QSignalSpy answered(&shown.page, &ui::NumericsPage::answered);
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(folder.path(u"res"_s)), QUrl::fromLocalFile(folder.path(u"ref"_s))});
    dropOn(shown.page, data);
    QVERIFY(answered.wait(30000));
    const auto* strip = shown.page.findChild<ui::NumericsStrip*>();
    QCOMPARE(strip->files().ref, folder.path(u"ref"_s));
    QMimeData one;
    one.setUrls({QUrl::fromLocalFile(folder.path(u"fp64"_s))});
    dropOn(*shown.page.findChildren<ui::TensorSlot*>()[2], one);
    QVERIFY(answered.wait(30000));
    QCOMPARE(strip->files().fp64, folder.path(u"fp64"_s));
  }

  void copiesAndSaves() {
    const TestFolder folder;
    writeModel(folder);
    ShownNumerics shown;
    shown.compare(sidesOf(folder));
    shown.run(u"copyMarkdown"_s);
    const QString markdown = QGuiApplication::clipboard()->text();
    QVERIFY2(markdown.contains(u"c.weight"_s) && markdown.contains(u"|"_s), qPrintable(markdown));
    shown.run(u"copy"_s);
    QVERIFY(QGuiApplication::clipboard()->text().startsWith(u"Tensor\tVerdict"_s));
    shown.run(u"copyLog"_s);
    QVERIFY(QGuiApplication::clipboard()->text().startsWith(u"ERROR RMSE"_s));
    QSignalSpy notices(&shown.page, &ui::NumericsPage::noticeRequested);
    for (const QString& name : {u"report.md"_s, u"report.json"_s, u"report.txt"_s, u"report"_s}) {
      shown.prompt.paths = {folder.path(name)};
      shown.run(u"save"_s);
    }
    QCOMPARE(notices.count(), 0);
    QVERIFY(folder.read(u"report.json"_s).startsWith('{'));
    QVERIFY(folder.read(u"report.md"_s).contains("c.weight"));
    shown.prompt.paths = {folder.path(u"no/such/folder/report.md"_s)};
    shown.run(u"save"_s);
    QCOMPARE(notices.count(), 1);
  }

  void remembers() {
    const TestFolder folder;
    writeModel(folder);
    QByteArray state;
    {
      ShownNumerics shown;
      shown.compare(sidesOf(folder));
      shown.run(u"details"_s);
      state = shown.page.saveState();
    }
    ShownNumerics shown;
    QVERIFY(!shown.page.restoreState("nonsense"));
    QVERIFY(shown.page.restoreState(state));
    QCOMPARE(shown.page.findChild<ui::NumericsStrip*>()->recent().size(), 1);
    QVERIFY(shown.page.findChild<ui::TensorDetails*>()->isHidden());
  }

  void everyKeyIsTakenOnce() {
    ShownNumerics shown;
    QWidget window;
    ui::ActionRegistry registry(&window);
    registry.add(shown.page.actions(), u"numerics"_s);
    for (const auto& conflict : registry.conflicts()) QFAIL(qPrintable(conflict.firstId + u" and "_s + conflict.secondId));
    for (const ui::ActionSpec& spec : shown.page.actions()) {
      QVERIFY2(!spec.tooltip.isEmpty() && !spec.group.isEmpty() && spec.run && spec.enabled, qPrintable(spec.id));
      for (const Qt::Key letter : {Qt::Key_B, Qt::Key_C, Qt::Key_E, Qt::Key_G, Qt::Key_M, Qt::Key_Q, Qt::Key_R})
        QVERIFY2(!spec.shortcuts.contains(QKeySequence(letter)), qPrintable(spec.id));
    }
  }

  void everythingHasAName() {
    const TestFolder folder;
    writeModel(folder);
    ShownNumerics shown;
    shown.compare(sidesOf(folder));
    for (const auto* widget : shown.page.findChildren<QWidget*>()) {
      if (!widget->isVisible() || (widget->focusPolicy() & Qt::TabFocus) == 0) continue;
      const auto* button = qobject_cast<const QToolButton*>(widget);
      const bool isNamed = !widget->accessibleName().isEmpty() || (button && !button->text().isEmpty());
      QVERIFY2(isNamed, qPrintable(QString::fromLatin1(widget->metaObject()->className())));
      if (button) QVERIFY2(!button->toolTip().isEmpty(), qPrintable(button->text()));
    }
  }

  void narrowPutsTheDetailsBelow() {
    ShownNumerics shown(ui::Scheme::Light, {832, 520});
    QSplitter* split = nullptr;
    for (auto* each : shown.page.findChildren<QSplitter*>())
      if (each->isAncestorOf(&shown.tree()) && each->isAncestorOf(shown.page.findChild<ui::TensorDetails*>())) split = each;
    QVERIFY(split);
    QCOMPARE(split->orientation(), Qt::Vertical);
    shown.page.resize(1300, 800);
    QTRY_COMPARE(split->orientation(), Qt::Horizontal);
  }

  void aFolderOfFolders() {
    const TestFolder folder;
    for (int i = 0; i < 300; ++i) writeSides(folder, u"layer%1/weight%2"_s.arg(i / 10).arg(i % 10), i == 250 ? 0.5 : 1e-6, 1e-6, 4);
    ShownNumerics shown;
    shown.compare(sidesOf(folder));
    QCOMPARE(shown.model().shownCount(), 300U);
    QVERIFY2(shown.current().contains(u"weight0"_s), qPrintable(shown.current()));
    shown.run(u"closeAll"_s);
    shown.run(u"first"_s);  // opens what holds it
    QVERIFY(shown.tree().visualRect(shown.tree().currentIndex()).height() > 0);
  }

  void cancelLeavesNothingHalf() {
    const TestFolder folder;
    writeModel(folder);
    ShownNumerics shown;
    shown.page.openFiles(sidesOf(folder));
    shown.page.cancelWork();
    QVERIFY(shown.page.statusText().contains(u"files"_s));
    QCOMPARE(shown.page.findChild<ui::EmptyState*>(u"numerics.nothing"_s)->title(), u"Cancelled"_s);
    QSignalSpy answered(&shown.page, &ui::NumericsPage::answered);
    shown.run(u"reload"_s);
    QVERIFY(answered.wait(30000));
    QVERIFY(shown.page.findChild<ui::AnswerStrip*>()->text().startsWith(u"Differs"_s));
  }
};

QTEST_MAIN(NumericsPageTest)
#include "numerics_page_test.moc"
