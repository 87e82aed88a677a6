// SPDX-License-Identifier: GPL-3.0-or-later
// The matrix: what its cells say, how the keyboard walks it, what stays over a recompute.
#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QElapsedTimer>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include "tests/ui/artifacts/commit_maker.h"
#include "ui/artifacts/config_causes.h"
#include "ui/artifacts/matrix_grid.h"
#include "ui/artifacts/matrix_model.h"
#include "ui/artifacts/matrix_page.h"
#include "ui/shell/action_registry.h"
#include "ui/support/empty_state.h"
#include "ui/theme/theme_controller.h"

using namespace Qt::StringLiterals;
using namespace plumbline;
using namespace plumbline::ui;
using overview::MatrixCell;
using testing::CommitMaker;

namespace {

/// wideMatrix has `columns` backends of made-up names; every third cell fails.
overview::Matrix wideMatrix(std::size_t columns) {
  overview::Matrix matrix;
  for (const char* suite : {"a", "b", "c"})
    for (const configs::Mode mode : {configs::Mode::Training, configs::Mode::Inference})
      matrix.rows.push_back({suite, mode, std::string(suite) + " " + std::string(configs::modeName(mode))});
  for (std::size_t c = 0; c < columns; ++c)
    matrix.columns.push_back({"", "backend_" + std::to_string(c), "", c < columns / 2 ? "One" : "Two", "backend " + std::to_string(c)});
  for (std::uint32_t i = 0; i < matrix.rows.size() * columns; ++i)
    matrix.cells.push_back({.config = i, .hasRun = true, .hasBaseline = true, .fail = i % 3 == 0 ? i : 0, .pass = 4, .problem = {}});
  return matrix;
}

}  // namespace

class MatrixTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s));
    m_maker = std::make_unique<CommitMaker>();
    m_themes = std::make_unique<ThemeController>(*qApp, Scheme::Light);
    m_page = std::make_unique<MatrixPage>(m_themes->theme());
    m_registry = std::make_unique<ActionRegistry>(m_page.get());
    m_registry->add(m_page->actions(), {});
    m_page->resize(1216, 700);
    m_page->show();
    m_page->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
    m_grid = m_page->findChild<MatrixGrid*>();
    m_model = m_page->findChild<MatrixModel*>();
    m_details = m_page->findChild<MatrixDetails*>();
  }
  void cleanup() {
    m_registry.reset();
    m_page.reset();
    m_themes.reset();
    m_maker.reset();
  }

  void aCellInShort_data() {
    QTest::addColumn<MatrixCell>("cell");
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("kind");
    const auto row = [](const char* tag, const MatrixCell& cell, const QString& text, CellKind kind) {
      QTest::newRow(tag) << cell << text << int(kind);
    };
    row("nothing", {}, {}, CellKind::NoConfig);
    row("not run", {.config = 1, .hasBaseline = true, .problem = {}}, u"not run"_s, CellKind::NotRun);
    row("no baseline", {.config = 1, .hasRun = true, .problem = {}}, u"no baseline"_s, CellKind::NoBaseline);
    row("problem", {.config = 1, .hasRun = true, .hasBaseline = true, .problem = "broken"}, u"!"_s, CellKind::Problem);
    row("calm", {.config = 1, .hasRun = true, .hasBaseline = true, .expectedFail = 2, .pass = 60, .problem = {}}, u"\u271360 \u25e62"_s, CellKind::Calm);
    row("calm, a shard missing", {.config = 1, .hasRun = true, .hasBaseline = true, .pass = 30, .shardsHere = 1, .shardsWanted = 2, .problem = {}},
        u"\u271330 1/2"_s, CellKind::Calm);
    row("all kinds",
        {.config = 1, .hasRun = true, .hasBaseline = true, .worst = verdicts::VerdictClass::Fail, .fail = 3, .invalid = 1, .missing = 1,
         .flaky = 2, .improved = 1, .pass = 9, .lost = 4, .shardsHere = 2, .shardsWanted = 4, .problem = {}},
        u"\u27173 !1 \u22055 \u22482 \u25b21 2/4"_s, CellKind::Matters);
    row("only lost", {.config = 1, .hasRun = true, .hasBaseline = true, .pass = 9, .lost = 4, .problem = {}}, u"\u22054"_s, CellKind::Matters);
  }
  void aCellInShort() {
    QFETCH(MatrixCell, cell);
    QTEST(shortText(cell), "text");
    QTEST(int(kindOf(cell)), "kind");
  }

  void theModelKeepsItsContract() {
    MatrixModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setMatrix(wideMatrix(20));
    model.setMatrix({});
    fewConfigs();
    model.setMatrix(overview::matrixOf(*m_maker->open()->view));
    QCOMPARE(gridText(model), (QStringList{u"huggingface inference: no config | not run | no config"_s,
                                           u"torchbench training: \u22051 \u25b21 | \u27134 2/3 | no baseline"_s,
                                           u"torchbench inference: no config | \u27171 | no config"_s}));
  }

  void everyCellIsReadAloudWithItsName() {
    fewConfigs();
    m_page->showSnapshot(m_maker->open());
    const QModelIndex failing = m_model->find(place(u"inductor_torchbench_inference"_s));
    QCOMPARE(failing.data(Qt::AccessibleTextRole).toString(), u"inductor_torchbench_inference: 1 fail"_s);
    QCOMPARE(failing.data(Qt::ToolTipRole).toString(), u"inductor_torchbench_inference\n1 fail"_s);
    const QModelIndex none = m_model->index(0, 0);
    QVERIFY2(none.data(Qt::AccessibleTextRole).toString().endsWith(u": CI has no such config"_s),
             qPrintable(none.data(Qt::AccessibleTextRole).toString()));
    QCOMPARE(m_model->headerData(failing.column(), Qt::Horizontal, Qt::AccessibleTextRole).toString(), u"CUDA, inductor"_s);
    for (int row = 0; row < m_model->rowCount(); ++row)
      for (int column = 0; column < m_model->columnCount(); ++column)
        QVERIFY(!m_model->index(row, column).data(Qt::AccessibleTextRole).toString().isEmpty());
  }

  void keysWalkTheGrid() {
    manyConfigs();
    m_grid->goTo(m_model->index(1, 1));
    const int last = m_model->columnCount() - 1;
    const int bottom = m_model->rowCount() - 1;
    QVERIFY(last > 10 && bottom == 5);
    press(Qt::Key_Right);
    press(Qt::Key_Down);
    QCOMPARE(at(), QPoint(2, 2));
    press(Qt::Key_Home);
    QCOMPARE(at(), QPoint(0, 2));
    press(Qt::Key_End);
    QCOMPARE(at(), QPoint(last, 2));
    press(Qt::Key_Home, Qt::ControlModifier);
    QCOMPARE(at(), QPoint(0, 0));
    press(Qt::Key_End, Qt::ControlModifier);
    QCOMPARE(at(), QPoint(last, bottom));
    press(Qt::Key_Right);
    QCOMPARE(at(), QPoint(last, bottom));  // it ends where it ends
    press(Qt::Key_W);
    QCOMPARE(m_grid->currentIndex(), m_model->firstToLookAt());
    QVERIFY(m_grid->hasFocus());
    press(Qt::Key_Tab);
    QVERIFY(!m_grid->hasFocus());
    press(Qt::Key_Escape);
    QVERIFY(m_grid->hasFocus());
  }

  void enterAndClickOpenTheTable() {
    fewConfigs();
    m_page->showSnapshot(m_maker->open());
    QSignalSpy wanted(m_page.get(), &MatrixPage::tableRequested);
    const QModelIndex failing = m_model->find(place(u"inductor_torchbench_inference"_s));
    m_grid->goTo(failing);
    press(Qt::Key_Return);
    QCOMPARE(wanted.size(), 1);
    QCOMPARE(wanted.first().at(0).toUInt(), *m_model->configAt(failing));
    QCOMPARE(wanted.first().at(1).toString(), QString());
    QTest::mouseClick(m_grid->viewport(), Qt::LeftButton, {}, m_grid->visualRect(failing).center());
    QCOMPARE(wanted.size(), 2);
    // What has no table says why, and nothing opens.
    m_grid->goTo(m_model->find(place(u"inductor_huggingface_inference"_s)));
    press(Qt::Key_Return);
    QCOMPARE(m_page->statusText(), u"inductor_huggingface_inference was not run: there is no table to show"_s);
    m_grid->goTo(m_model->index(0, 0));
    press(Qt::Key_Return);
    QVERIFY2(m_page->statusText().startsWith(u"Neither a run nor a baseline"_s), qPrintable(m_page->statusText()));
    QCOMPARE(wanted.size(), 2);
    press(Qt::Key_Right);
    QVERIFY(!m_page->statusText().startsWith(u"Neither"_s));  // the remark goes with the cell
  }

  void changedOnlyLeavesOutWhatIsCalm() {
    manyConfigs();
    const int columns = m_model->columnCount();
    press(Qt::Key_U);
    QVERIFY(button(u"Changed only"_s)->isChecked());
    QVERIFY(m_model->columnCount() < columns);
    QVERIFY(m_grid->hasFocus());
    for (int column = 0; column < m_model->columnCount(); ++column) {
      bool news = false;
      for (int row = 0; row < m_model->rowCount(); ++row) {
        const CellKind kind = kindOf(m_model->cell(m_model->index(row, column)));
        news |= kind != CellKind::Calm && kind != CellKind::NoConfig && kind != CellKind::NotRun;
        news |= !shardText(m_model->cell(m_model->index(row, column))).isEmpty();
      }
      QVERIFY2(news, qPrintable(m_model->headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString()));
    }
    press(Qt::Key_U);  // the same key as on the triage page
    QCOMPARE(m_model->columnCount(), columns);
    const QByteArray state = m_page->saveState();
    press(Qt::Key_U);
    QVERIFY(m_page->restoreState(state));
    QVERIFY(!button(u"Changed only"_s)->isChecked());
    QVERIFY(!m_page->restoreState("rubbish"));
  }

  void theCurrentCellSurvivesARecompute() {
    fewConfigs();
    m_page->showSnapshot(m_maker->open());
    m_grid->goTo(m_model->find(place(u"rocm/inductor_torchbench_training"_s)));
    const QModelIndex before = m_grid->currentIndex();
    const QString title = m_details->title();
    // Another backend comes and moves the columns; the cell stays the same config.
    m_maker->baseline(u"aot_eager_torchbench_training.csv"_s, CommitMaker::rows(0, 2));
    m_maker->result(u"aot_eager_torchbench_training.csv"_s, CommitMaker::rows(0, 2));
    m_page->showSnapshot(m_maker->open());
    QVERIFY(before.column() != m_grid->currentIndex().column());
    QCOMPARE(m_details->title(), title);
    press(Qt::Key_U);  // aot_eager is calm and goes
    QCOMPARE(m_details->title(), title);
    m_page->showSnapshot(nullptr);
    QVERIFY(!m_grid->isVisible());
    m_page->showSnapshot(m_maker->open());
    QCOMPARE(m_details->title(), title);
  }

  void theDetailsSayWhichShardsStand() {
    fewConfigs();
    m_page->showSnapshot(m_maker->open());
    m_grid->goTo(m_model->find(place(u"inductor_torchbench_training"_s)));
    QCOMPARE(m_details->title(), u"inductor_torchbench_training \u00b7 4 as expected, 2 of 3 shards \u00b7 2 of 3 shards: 4 of 6 models judged"_s);
    QVERIFY2(m_details->detail().endsWith(u"shard 3 of 3 is not here"_s), qPrintable(m_details->detail()));
    QVERIFY2(m_details->detail().startsWith(u"Shard"_s), qPrintable(m_details->detail()));
    m_grid->goTo(m_model->find(place(u"inductor_huggingface_inference"_s)));
    QCOMPARE(m_details->detail(), u"No result of this config was opened. Its baseline holds 2 models."_s);
    m_grid->goTo(m_model->find(place(u"rocm/inductor_torchbench_training"_s)));
    QVERIFY2(m_details->detail().contains(u"no baseline rocm/inductor_torchbench_training.csv was opened"_s), qPrintable(m_details->detail()));
  }

  void emptyStatesSayWhatToDo() {
    EmptyState* nothing = m_page->findChild<EmptyState*>();
    QCOMPARE(nothing->title(), u"No commit is open"_s);
    QSignalSpy open(m_page.get(), &MatrixPage::openRequested);
    buttonOf(nothing)->click();
    QCOMPARE(open.size(), 1);
    m_maker->result(u"notes.csv"_s, "name,accuracy\na,pass\n");
    m_page->showSnapshot(m_maker->open());
    QCOMPARE(nothing->title(), u"No config is known"_s);
    QSignalSpy sources(m_page.get(), &MatrixPage::sourcesRequested);
    buttonOf(nothing)->click();
    QCOMPARE(sources.size(), 1);
    m_maker->baseline(u"inductor_torchbench_training.csv"_s, CommitMaker::rows(0, 2));
    m_maker->result(u"inductor_torchbench_training.csv"_s, CommitMaker::rows(0, 2));
    m_page->showSnapshot(m_maker->open());
    QVERIFY(m_grid->isVisible());
    press(Qt::Key_U);
    QCOMPARE(nothing->title(), u"Nothing needs a decision"_s);
    buttonOf(nothing)->click();
    QVERIFY(m_grid->isVisible());
  }

  void theMatrixCanBeCopied() {
    fewConfigs();
    m_page->showSnapshot(m_maker->open());
    press(Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
    const QString text = QGuiApplication::clipboard()->text();
    QVERIFY2(text.contains(u"CUDA, inductor"_s) && text.contains(u"no baseline"_s), qPrintable(text));
  }

  void twentyColumnsFitAndTitlesTurn() {
    manyConfigs();
    auto* header = m_grid->findChild<MatrixColumnHeader*>();
    QVERIFY(m_model->columnCount() >= 20);
    QCOMPARE(m_grid->horizontalScrollBar()->maximum(), 0);
    QVERIFY(header->isUpright());
    m_page->resize(2400, 900);
    QTRY_VERIFY(!header->isUpright());
    QCOMPARE(m_grid->horizontalScrollBar()->maximum(), 0);
    m_page->resize(600, 400);
    QTRY_VERIFY(m_grid->horizontalScrollBar()->maximum() > 0);
    QTRY_VERIFY(m_grid->viewport()->height() > 3 * m_grid->rowHeight(0));  // titles leave room for cells
    for (int column = 0; column < m_model->columnCount(); ++column) {
      const QString title = header->shownLines(column).join(u' ');
      QVERIFY2(!title.contains(u'\u2026'), qPrintable(title));
      m_grid->setCurrentIndex(m_model->index(0, column));  // which is bold
      QCOMPARE(header->shownLines(column).join(u' '), title);
    }
  }

  void twoHundredColumnsStayFast() {
    QElapsedTimer clock;
    clock.start();
    m_model->setMatrix(wideMatrix(200));
    m_grid->show();
    m_page->findChild<EmptyState*>()->hide();
    (void)m_grid->grab();
    for (int i = 0; i < 200; ++i) {
      m_grid->goTo(m_model->index(i % 6, i));
      m_grid->viewport()->repaint();
    }
    const double each = double(clock.elapsed()) / 200;
    qInfo("%.2f ms per step over 200 columns", each);
  }

  void manyFailuresHaveADeeperShade() {
    const auto shade = [](std::uint32_t fails) {
      return shareOf({.config = 1, .hasRun = true, .hasBaseline = true, .fail = fails, .pass = 9, .problem = {}});
    };
    QVERIFY(shade(1) < shade(2) && shade(2) < shade(9) && shade(9) < shade(16));
    QCOMPARE(shade(400), 1.0);
    QCOMPARE(shade(0), 1.0);
  }

  void totalsAddUpRowsAndColumns() {
    fewConfigs();
    m_page->showSnapshot(m_maker->open());
    const QModelIndex failing = m_model->find(place(u"inductor_torchbench_inference"_s));
    QCOMPARE(m_model->total(failing.row(), Qt::Vertical)->text, u"\u27171"_s);
    QCOMPARE(m_model->total(failing.column(), Qt::Horizontal)->text, u"\u27171"_s);
    QVERIFY(!m_model->total(0, Qt::Vertical));  // nothing was run of huggingface
    const QModelIndex training = m_model->find(place(u"inductor_torchbench_training"_s));
    QCOMPARE(m_model->headerData(training.row(), Qt::Vertical, Qt::AccessibleDescriptionRole).toString(), u"1 lost, 1 improved"_s);
    QCOMPARE(m_model->headerData(failing.column(), Qt::Horizontal, Qt::ToolTipRole).toString(), u"CUDA, inductor\n1 fail"_s);
    const TextTable table = matrixTable(*m_model);
    QCOMPARE(table.first().last(), u"Total"_s);
    QCOMPARE(table.last().first(), u"Total"_s);
    QCOMPARE(table[failing.row() + 1].last(), u"\u27171"_s);
  }

  /// The grid takes no more than its rows and titles need, also after it was made small; the chosen cell stays in view.
  void theCausesGetTheRestOfTheWindow() {
    m_page->resize(500, 300);
    manyConfigs();
    press(Qt::Key_W);
    for (const QSize size : {QSize(1290, 760), QSize(830, 500), QSize(1290, 760)}) {
      m_page->resize(size);
      QTRY_VERIFY(m_grid->width() == m_page->width());
      QVERIFY2(m_grid->height() <= std::max(m_grid->minHeightOfAll(), m_grid->maxHeightOfAll()) + 1, qPrintable(QString::number(m_grid->height())));
      QVERIFY(m_grid->viewport()->rect().contains(m_grid->visualRect(m_grid->currentIndex()).center()));
    }
    QSignalSpy wanted(m_page.get(), &MatrixPage::tableRequested);
    press(Qt::Key_T);  // as in the overview
    QCOMPARE(wanted.size(), 1);
  }

  void theCausesOfTheChosenConfigAreBelow() {
    manyConfigs();
    auto* table = m_page->findChild<CausesTable*>();
    press(Qt::Key_W);
    QVERIFY(table->isVisible());
    const std::uint32_t config = *m_model->configAt(m_grid->currentIndex());
    std::size_t rows = 0;
    const QAbstractItemModel& causes = *table->model();
    QVERIFY(causes.rowCount() > 1);
    for (int row = 0; row < causes.rowCount(); ++row)
      rows += causes.index(row, CausesModel::Rows).data().toUInt();
    const MatrixCell& cell = m_model->cell(m_grid->currentIndex());
    QCOMPARE(rows, std::size_t(cell.fail + cell.invalid + cell.missing + cell.lost + cell.improved + cell.flaky + cell.inMissingShards));
    QVERIFY(causes.index(0, 0).data(Qt::AccessibleTextRole).toString().startsWith(u"Fail: "_s));
    QSignalSpy wanted(m_page.get(), &MatrixPage::tableRequested);
    const QPoint first = table->visualRect(causes.index(0, CausesModel::Change)).center();
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, first);
    QTest::keyClick(table, Qt::Key_Return);
    QCOMPARE(wanted.size(), 1);
    QCOMPARE(wanted.first().at(0).toUInt(), config);
    QCOMPARE(wanted.first().at(1).toString(), causes.index(0, CausesModel::Models).data().toString().section(u", "_s, 0, 0));
    // A config without causes says so; one without a result has nothing to say.
    for (int row = 0; row < m_model->rowCount(); ++row)
      for (int column = 0; column < m_model->columnCount(); ++column)
        if (kindOf(m_model->cell(m_model->index(row, column))) == CellKind::Calm && shardText(m_model->cell(m_model->index(row, column))).isEmpty()) {
          m_grid->goTo(m_model->index(row, column));
          QVERIFY(!table->isVisible());
          return;
        }
    QFAIL("no calm config");
  }

  void manyModelsAreCountedAndTheCauseStaysCurrent() {
    const QString name = u"inductor_torchbench_training.csv"_s;
    QMap<int, QByteArray> other;
    for (int i = 0; i < 30; ++i) other[i] = "pass,5";
    for (int i = 30; i < 34; ++i) other[i] = "fail_to_run,0";
    m_maker->baseline(name, CommitMaker::rows(0, 60));
    m_maker->result(name, CommitMaker::rows(0, 60, other));
    m_page->showSnapshot(m_maker->open());
    auto* table = m_page->findChild<CausesTable*>();
    const QAbstractItemModel& causes = *table->model();
    QCOMPARE(causes.rowCount(), 2);
    QCOMPARE(causes.index(0, CausesModel::Rows).data().toString(), u"30"_s);
    const QString models = causes.index(0, CausesModel::Models).data().toString();
    QVERIFY2(models.startsWith(u"model_000, "_s) && models.endsWith(u", model_019 and 10 more"_s), qPrintable(models));
    QCOMPARE(causes.index(0, CausesModel::Models).data(Qt::ToolTipRole).toString(), models);
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(causes.index(1, CausesModel::Change)).center());
    QCOMPARE(table->currentIndex().row(), 1);
    for (int i = 40; i < 46; ++i) other[i] = "fail_accuracy,4";  // a larger group comes before it
    m_maker->result(name, CommitMaker::rows(0, 60, other));
    m_page->showSnapshot(m_maker->open());
    QCOMPARE(causes.rowCount(), 3);
    QCOMPARE(table->currentIndex().row(), 2);
    QCOMPARE(causes.index(2, CausesModel::Models).data().toString(), u"model_030, model_031, model_032, model_033"_s);
  }

  void gridAndCausesShareTheRoom_data() {
    QTest::addColumn<QSize>("size");
    QTest::newRow("900x600") << QSize(832, 530);
    QTest::newRow("1360x860") << QSize(1292, 790);
  }
  void gridAndCausesShareTheRoom() {
    QFETCH(QSize, size);
    manyConfigs();
    m_page->resize(size);
    press(Qt::Key_W);
    auto* table = m_page->findChild<CausesTable*>();
    QTRY_VERIFY(table->isVisible());
    QVERIFY(table->viewport()->height() >= table->rowHeight(0));
    QCOMPARE(m_grid->verticalScrollBar()->maximum(), 0);
  }

  void noCellHidesMarksBehindAnEllipsis() {
    manyConfigs();
    MatrixCell cell{.config = 1, .hasRun = true, .hasBaseline = true, .fail = 31, .invalid = 12, .missing = 25, .flaky = 40,
                    .improved = 11, .lost = 44, .shardsHere = 2, .shardsWanted = 4, .problem = {}};
    const MatrixDelegate delegate(m_themes->theme());
    for (const int width : {36, 46, 60, 100, 300}) {
      const QStringList texts = delegate.shownTexts(cell, width);
      QVERIFY2(!texts.join(u' ').contains(u'\u2026'), qPrintable(texts.join(u' ')));
      int shown = 0;
      for (const QString& text : texts) shown += text.mid(1).toInt();
      QCOMPARE(shown, 31 + 12 + 25 + 40 + 11 + 44);
    }
  }

  void noShortcutMeansTwoThings() { QVERIFY(m_registry->conflicts().isEmpty()); }

 private:
  /// fewConfigs: one fails, one has a shard missing, one was not run, one has no baseline, one lost a model and improved.
  void fewConfigs() {
    const auto shard = [](const QString& test, int n, int of, const QString& mode) {
      return u"test-reports-test-%1_torchbench-%2-%3-linux.g5.gpu_%4/%5_torchbench.csv"_s.arg(test).arg(n).arg(of).arg(10 + n).arg(mode);
    };
    m_maker->baseline(u"inductor_torchbench_training.csv"_s, CommitMaker::rows(0, 6));
    m_maker->result(shard(u"inductor"_s, 1, 3, u"training"_s), CommitMaker::rows(0, 2));
    m_maker->result(shard(u"inductor"_s, 2, 3, u"training"_s), CommitMaker::rows(2, 2));
    m_maker->baseline(u"inductor_torchbench_inference.csv"_s, CommitMaker::rows(0, 3));
    m_maker->result(u"inductor_torchbench_inference.csv"_s, CommitMaker::rows(0, 3, {{1, "fail_to_run,0"}}));
    m_maker->baseline(u"inductor_huggingface_inference.csv"_s, CommitMaker::rows(0, 2));
    m_maker->baseline(u"dynamic_inductor_torchbench_training.csv"_s, CommitMaker::rows(0, 3, {{0, "fail_to_run,4"}}));
    m_maker->result(u"dynamic_inductor_torchbench_training.csv"_s, CommitMaker::rows(0, 2));
    m_maker->result(u"rocm/inductor_torchbench_training.csv"_s, CommitMaker::rows(0, 2));
  }
  void manyConfigs() {
    testing::bigCommit(*m_maker);
    m_page->showSnapshot(m_maker->open());
    QVERIFY(m_grid->hasFocus());
  }

  QStringList gridText(const MatrixModel& model) const {
    QStringList lines;
    for (int row = 0; row < model.rowCount(); ++row) {
      QStringList cells;
      for (int column = 0; column < model.columnCount(); ++column) {
        const QModelIndex index = model.index(row, column);
        cells << (model.configAt(index) ? index.data().toString() : u"no config"_s);
      }
      lines << model.headerData(row, Qt::Vertical, Qt::DisplayRole).toString() + u": "_s + cells.join(u" | "_s);
    }
    return lines;
  }
  static configs::Config place(const QString& name) {
    const auto config = configs::configOfName(name.toStdString());
    if (!config) qFatal("%s", config.error().text.c_str());
    return *config;
  }
  void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    QTest::keyClick(QApplication::focusWidget() ? QApplication::focusWidget() : m_page.get(), key, modifiers);
  }
  QPoint at() const { return {m_grid->currentIndex().column(), m_grid->currentIndex().row()}; }
  QToolButton* button(const QString& text) const {
    for (QToolButton* each : m_page->findChildren<QToolButton*>())
      if (each->text() == text) return each;
    return nullptr;
  }
  /// buttonOf is the newest default button: older ones may wait for their end.
  static QPushButton* buttonOf(EmptyState* state) {
    QPushButton* found = nullptr;
    for (QPushButton* each : state->findChildren<QPushButton*>())
      if (each->isDefault()) found = each;
    return found;
  }

  std::unique_ptr<CommitMaker> m_maker;
  std::unique_ptr<ThemeController> m_themes;
  std::unique_ptr<MatrixPage> m_page;
  std::unique_ptr<ActionRegistry> m_registry;
  MatrixGrid* m_grid = nullptr;
  MatrixModel* m_model = nullptr;
  MatrixDetails* m_details = nullptr;
};

QTEST_MAIN(MatrixTest)
#include "matrix_test.moc"
