// SPDX-License-Identifier: GPL-3.0-or-later
// The decisions as a tree and as a list: shape, verdicts, filter, order, steps, ten thousand of them; and the guess from names.
#include <QAbstractItemModelTester>
#include <QElapsedTimer>

#include "tests/ui/numerics/numerics_fixture.h"
#include "ui/numerics/file_strip.h"
#include "ui/numerics/margin_bar.h"
#include "ui/numerics/numerics_text.h"

using namespace Qt::StringLiterals;
using namespace plumbline;
using numerics::Step;
using testing::decided;
using testing::rowsOf;
using ui::TensorColumn;
using ui::TensorModel;

namespace {

/// dump is the tree as a person reads it.
QStringList dump(const TensorModel& model, const QModelIndex& parent = {}, int depth = 0) {
  QStringList lines;
  for (int row = 0; row < model.rowCount(parent); ++row) {
    const QModelIndex index = model.index(row, 0, parent);
    QStringList cells;
    for (const TensorColumn column : {TensorColumn::Name, TensorColumn::Verdict, TensorColumn::Margin})
      cells << index.siblingAtColumn(static_cast<int>(column)).data().toString();
    lines << QString(depth, u'.') + cells.join(u" | "_s) << dump(model, index, depth + 1);
  }
  return lines;
}

ui::TensorRowsPtr sample() {
  return rowsOf({decided({"grads", "a.weight"}, true, 0.4), decided({"grads", "b.weight"}, true, 0.85),
                 decided({"grads", "c.weight"}, false, 1.7), decided({"loss"}, true, 0.1, Step::AllClose),
                 decided({"outputs", "0"}, false, std::nan("")), decided({"outputs", "1"}, true, {}, Step::NotCompared)});
}

}  // namespace

class NumericsModelTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void showsATree() {
    TensorModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setRows(sample());
    const QStringList expected{u"grads | 1 differ | "_s, u".a.weight | same | 0.40"_s, u".b.weight | NEAR | 0.85"_s, u".c.weight | DIFFERS | 1.70"_s,
                               u"loss | (same) | 0.10"_s, u"outputs | 1 differ | "_s,   u".[0] | (differs) | nan"_s,  u".[1] | (left out) | "_s};
    QCOMPARE(dump(model), expected);
    QCOMPARE(model.shownCount(), 6U);
    QCOMPARE(model.rows()->failing(), 2U);
    QCOMPARE(model.rows()->near(), 1U);
    const int last = model.rows()->nodeOf(4);
    QVERIFY(model.cellText(last, TensorColumn::Step).endsWith(u"not reached"_s));
    QVERIFY(model.indexOf(last).data(Qt::ToolTipRole).toString().contains(u"outputs"_s));
    model.setRows({});
    QCOMPARE(model.rowCount(), 0);
  }

  void aValueAloneHasARow() {
    TensorModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setRows(rowsOf({decided({}, false, 2.0)}));
    QCOMPARE(dump(model), QStringList{u"(the value itself) | DIFFERS | 2.00"_s});
    QCOMPARE(ui::answerText(model.rows()->result()), u"Differs: RMSE (res-fp64): 0.5"_s);
    model.setRows(rowsOf({}));
    QCOMPARE(model.rowCount(), 0);
  }

  void holdersMayBeDecidedThemselves() {
    TensorModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setRows(rowsOf({decided({"a", "x"}, true), decided({"a"}, false, {}, Step::Structure), decided({"a"}, false, {}, Step::Structure),
                          decided({"b"}, false, {}, Step::Structure), decided({"b", "y"}, true)}));
    const QStringList expected{u"a | DIFFERS | "_s, u".x | same | "_s, u"a | (differs) | "_s, u"b | (differs) | "_s, u".y | (same) | "_s};
    QCOMPARE(dump(model), expected);
  }

  void filtersKeepTheWayThere() {
    TensorModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setRows(sample());
    model.setFilter({.isFailing = true});
    QCOMPARE(dump(model), (QStringList{u"grads | 1 differ | "_s, u".c.weight | DIFFERS | 1.70"_s, u"outputs | 1 differ | "_s, u".[0] | (differs) | nan"_s}));
    model.setFilter({.isFailing = true, .isNear = true});
    QCOMPARE(model.shownCount(), 3U);
    model.setFilter({.terms = {u"GRADS"_s, u"b"_s}});
    QCOMPARE(dump(model), (QStringList{u"grads | 1 differ | "_s, u".b.weight | NEAR | 0.85"_s}));
    QVERIFY(!model.indexOf(model.rows()->nodeOf(0)).isValid());
    model.setFilter({.terms = {u"nothing like it"_s}});
    QCOMPARE(model.rowCount(), 0);
  }

  void sortsIntoOneList() {
    TensorModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setRows(sample());
    model.sort(static_cast<int>(TensorColumn::Margin), Qt::DescendingOrder);
    QStringList names;
    for (int row = 0; row < model.rowCount(); ++row) names << model.index(row, 0).data().toString();
    QCOMPARE(names.mid(0, 4), (QStringList{u"outputs[0]"_s, u"grads.c.weight"_s, u"grads.b.weight"_s, u"grads.a.weight"_s}));
    QCOMPARE(names.last(), u"outputs[1]"_s);  // without a margin
    model.sort(static_cast<int>(TensorColumn::Margin), Qt::AscendingOrder);
    QCOMPARE(model.index(0, 0).data().toString(), u"loss"_s);
    QCOMPARE(model.index(5, 0).data().toString(), u"outputs[1]"_s);
    for (int column = 0; column < ui::kTensorColumns; ++column) model.sort(column, Qt::DescendingOrder);
    model.sort(-1, Qt::AscendingOrder);
    QVERIFY(model.isTree());
  }

  void stepsFromFailureToFailure() {
    TensorModel model;
    model.setRows(sample());
    const auto nodeOf = [&](std::size_t decision) { return model.rows()->nodeOf(decision); };
    QCOMPARE(model.step(-1, +1, ui::isFailing), nodeOf(2));
    QCOMPARE(model.step(nodeOf(2), +1, ui::isFailing), nodeOf(4));
    QCOMPARE(model.step(nodeOf(4), +1, ui::isFailing), -1);
    QCOMPARE(model.step(nodeOf(4), -1, ui::isFailing), nodeOf(2));
    QCOMPARE(model.step(model.rows()->find(u"outputs"_s), -1, ui::isFailing), nodeOf(2));  // from what only holds others
    QCOMPARE(model.step(model.rows()->find(u"outputs"_s), +1, ui::isFailing), nodeOf(4));
  }

  void tenThousandAreThereAtOnce() {
    std::vector<numerics::Decision> decisions;
    for (int i = 0; i < 10'000; ++i)
      decisions.push_back(decided({"layer" + std::to_string(i / 10), "weight" + std::to_string(i % 10)}, i % 97 != 0, (i * 37 % 1000) / 800.0));
    const auto rows = rowsOf(std::move(decisions));
    TensorModel model;
    QElapsedTimer clock;
    clock.start();
    model.setRows(rows);
    model.setFilter({.terms = {u"weight3"_s}});
    model.sort(static_cast<int>(TensorColumn::Margin), Qt::DescendingOrder);
    model.setFilter({});
    QCOMPARE(model.rowCount(), 10'000);
    qInfo("four changes of 10,000 rows took %lld ms", clock.elapsed());
  }

  void largestErrorsComeLater() {
    TensorModel model;
    model.setRows(sample());
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    model.setMaxAbs(1, {0.25, std::nan("")});
    QCOMPARE(changed.count(), 2);
    QCOMPARE(model.cellText(model.rows()->nodeOf(1), TensorColumn::MaxAbs), u"0.25"_s);
    QCOMPARE(model.cellText(model.rows()->nodeOf(2), TensorColumn::MaxAbs), QString());
    model.setMaxAbs(100, {1.0});  // of an answer that is gone
  }

  void wordsAreExact() {
    const ui::Theme theme = ui::Theme::load(ui::Scheme::Light, QGuiApplication::font(), 0);
    QFont bold = theme.font(ui::TextSize::Normal);
    bold.setWeight(QFont::DemiBold);
    for (const double margin : {0.9999, 13.2, 3323.0, 3.3e-9})  // beside a bar of 56 pixels and a gap of 8
      QCOMPARE(QFontMetrics(bold).elidedText(ui::marginText(margin), Qt::ElideRight, ui::marginWidth(theme) - 64), ui::marginText(margin));
    QCOMPARE(ui::marginText(0.9999), u"0.999"_s);
    QCOMPARE(ui::marginText(1.0001), u"1.001"_s);
    QCOMPARE(ui::marginText(1.0), u"1.00"_s);
    QCOMPARE(ui::marginText(0), u"0"_s);
    QCOMPARE(ui::marginText(1e-7), u"<0.001"_s);
    QCOMPARE(ui::marginText(0.0052), u"0.0052"_s);
    QCOMPARE(ui::marginText(12345.0), u"1.2e+04"_s);
    QCOMPARE(ui::marginText(std::numeric_limits<double>::infinity()), u"\u221e"_s);
    QCOMPARE(ui::numberText(1.23456e-7), u"1.235e-07"_s);
    QVERIFY(ui::verdictOf(decided({}, true, 0.8)) == ui::TensorVerdict::Near);
    QVERIFY(ui::verdictOf(decided({}, true, 0.79)) == ui::TensorVerdict::Same);
    QVERIFY(ui::verdictOf(decided({}, true, 5.0, Step::AllClose)) == ui::TensorVerdict::Same);
    numerics::Decision uncomparable;
    uncomparable.step = numerics::Step::AllClose;
    uncomparable.raised = true;
    QCOMPARE(ui::stepLabel(uncomparable), u"allclose cannot compare them"_s);
    uncomparable.raised = false;
    QCOMPARE(ui::stepLabel(uncomparable), u"within tolerance"_s);
    numerics::SameResult raised;
    raised.answer = numerics::Answer::Raised;
    raised.raisedType = "AssertionError";
    raised.raisedText = "type mismatch\n x";
    QCOMPARE(ui::answerText(raised), u"torch would raise AssertionError: type mismatch x"_s);
  }

  void namesSayTheSide_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("side");
    const auto row = [](const char* name, int side) { QTest::newRow(name) << QString::fromLatin1(name) << side; };
    row("a/ref.pt", 0);
    row("Eager_out.npz", 0);
    row("a/res.pt", 1);
    row("compiled.safetensors", 1);
    row("ref_fp64.pt", 2);
    row("golden.pt", 2);
    row("preference.pt", -1);
    row("ref/out.pt", -1);  // the file's own name counts
    row("ref_res.pt", -1);
  }
  void namesSayTheSide() {
    QFETCH(QString, name);
    QFETCH(int, side);
    const auto told = ui::sideOfName(name);
    QCOMPARE(told ? static_cast<int>(*told) : -1, side);
  }

  void aFolderFillsAll() {
    const support::TestFolder folder;
    folder.write(u"eager.pt"_s, "x");
    QVERIFY(!ui::guessInFolder(folder.path()));
    folder.write(u"compiled.pt"_s, "x");
    folder.write(u"fp64.pt"_s, "x");
    folder.write(u"ref.txt"_s, "x");
    const auto found = ui::guessInFolder(folder.path());
    QVERIFY(found);
    QCOMPARE(found->ref, folder.path(u"eager.pt"_s));
    QCOMPARE(found->res, folder.path(u"compiled.pt"_s));
    QCOMPARE(found->fp64, folder.path(u"fp64.pt"_s));
    QVERIFY(ui::guessTensorFiles({folder.path()}, {u"x"_s, u"y"_s, {}}) == *found);
    const ui::TensorFiles two = ui::guessTensorFiles({u"b.pt"_s, u"a_ref.pt"_s}, {u"x"_s, u"y"_s, u"z"_s});
    QVERIFY((two == ui::TensorFiles{u"a_ref.pt"_s, u"b.pt"_s, {}}));
    QVERIFY((ui::guessTensorFiles({u"c.pt"_s}, {u"x"_s, {}, {}}) == ui::TensorFiles{u"x"_s, u"c.pt"_s, {}}));
    QVERIFY((ui::guessTensorFiles({u"d.pt"_s}, {u"x"_s, u"y"_s, u"z"_s}) == ui::TensorFiles{u"x"_s, u"d.pt"_s, u"z"_s}));
  }
};

QTEST_MAIN(NumericsModelTest)
#include "numerics_model_test.moc"
