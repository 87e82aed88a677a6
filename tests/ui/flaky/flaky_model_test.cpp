// SPDX-License-Identifier: GPL-3.0-or-later
// The table of flaky entries as data: what a cell says, what the filter leaves, what survives a new overview.
#include <QAbstractItemModelTester>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

#include "core/session/flaky_lists.h"
#include "core/session/history/history_client.h"
#include "core/session/pending_edits.h"
#include "tests/support/flaky_checkout.h"
#include "ui/flaky/flaky_model.h"
#include "ui/flaky/transfer_panel.h"
#include "ui/support/clipboard_text.h"

using namespace Qt::StringLiterals;
using namespace plumbline;
using namespace plumbline::ui;
using session::RemarkKind;

class FlakyModelTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    QTest::failOnWarning(QRegularExpression(u"."_s));
    m_checkout = std::make_unique<support::FlakyCheckout>();
    m_checkout->write("flaky.toml",
                      "[[flaky]]\npattern = \"elm*\"\nconfig = \"*_training\"\nplatform = \"cuda\"\nissue = \"#7\"\n"
                      "reason = \"slow disk\"\nowner = \"somebody\"\nadded = 2026-01-02\nexpires = 2026-02-03\n");
    m_edits = std::make_unique<session::PendingEdits>(QString());
    m_lists = std::make_unique<session::FlakyLists>(*m_edits);
    m_lists->setToday(flaky::Date{std::chrono::year(2026), std::chrono::month(11), std::chrono::day(21)});
    m_lists->setPair(m_checkout->pair());
    QTRY_VERIFY(!m_lists->isBusy());
    m_model = std::make_unique<FlakyModel>();
    m_tester = std::make_unique<QAbstractItemModelTester>(m_model.get(),
                                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    m_model->setOverview(m_lists->overview());
  }
  void cleanup() {
    m_tester.reset();
    m_model.reset();
    m_lists.reset();
    m_edits.reset();
  }

  void saysWhatAnEntryIs() {
    QCOMPARE(rowText(0), u"alder|accuracy|everywhere|yes: alder|3 baselines|no reason|check_accuracy.py:5|||"_s);
    QCOMPARE(rowText(1),
             u"cedar|accuracy|everywhere|no|1 baseline|one script|check_accuracy.py:6|differs from run to run||#11"_s);
    QCOMPARE(rowText(3), u"fir|accuracy|rocm|no|1 baseline||check_accuracy.py:13|waits for a driver||"_s);
    QCOMPARE(rowText(7),
             u"elm*|all|cuda \u00b7 *_training|no|1 model, 1 baseline|expired|flaky.toml:1|slow disk|"
             "\u2717 expired 2026-02-03|#7"_s);
    QVERIFY(m_model->row(7).isExpired());
    QVERIFY(tooltip(7, FlakyColumn::Expires).contains(u"somebody"_s));
    QVERIFY(tooltip(7, FlakyColumn::Matches).contains(u"elm_7b"_s));
    QVERIFY(tooltip(0, FlakyColumn::Matches).contains(u"rocm/inductor_alpha_training.csv"_s));
    QVERIFY(tooltip(0, FlakyColumn::Excuses).contains(u"excused by the rules in use"_s));
    QVERIFY(tooltip(0, FlakyColumn::Origin).endsWith(u"line 5"_s));
  }

  void filters_data() {
    QTest::addColumn<uint>("remarks");
    QTest::addColumn<QString>("words");
    QTest::addColumn<QStringList>("names");
    const auto bit = [](RemarkKind kind) { return uint(session::remarkBit(kind)); };
    QTest::newRow("expired") << bit(RemarkKind::Expired) << QString() << QStringList{u"elm*"_s};
    QTest::newRow("difference of the scripts")
        << bit(RemarkKind::OneScriptOnly) << QString() << QStringList{u"cedar"_s, u"gone_model"_s, u"birch"_s};
    QTest::newRow("either") << (bit(RemarkKind::Expired) | bit(RemarkKind::InNoBaseline)) << QString()
                            << QStringList{u"gone_model"_s, u"elm*"_s};
    QTest::newRow("a word") << 0U << u"DRIVER"_s << QStringList{u"fir"_s};
    QTest::newRow("all words") << 0U << u"rocm breaks"_s << QStringList{u"fir"_s};
    QTest::newRow("owner") << 0U << u"somebody"_s << QStringList{u"elm*"_s};
    QTest::newRow("both") << bit(RemarkKind::OneScriptOnly) << u"birch"_s << QStringList{u"birch"_s};
    QTest::newRow("none") << bit(RemarkKind::Twice) << QString() << QStringList{};
  }
  void filters() {
    QFETCH(uint, remarks);
    QFETCH(QString, words);
    QFETCH(QStringList, names);
    m_model->setFilter({remarks, words.split(u' ', Qt::SkipEmptyParts)});
    QCOMPARE(shownNames(), names);
    m_model->setFilter({});
    QCOMPARE(m_model->rowCount(), 8);
  }

  void sortsByValuesAndKeepsBlanksLast() {
    m_model->sort(int(FlakyColumn::Matches), Qt::DescendingOrder);
    QCOMPARE(shownNames().first(), u"alder"_s);
    QCOMPARE(shownNames().last(), u"gone_model"_s);
    for (const Qt::SortOrder order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
      m_model->sort(int(FlakyColumn::Expires), order);
      QCOMPARE(shownNames().first(), u"elm*"_s);
    }
    m_model->sort(int(FlakyColumn::Origin), Qt::DescendingOrder);
    QCOMPARE(shownNames().first(), u"elm*"_s);
    m_model->sort(-1, Qt::AscendingOrder);
    QCOMPARE(shownNames().first(), u"alder"_s);
  }

  void anIndexStaysWithItsEntry() {
    const QPersistentModelIndex fir(m_model->index(3, 0));
    const QPersistentModelIndex cedar(m_model->index(1, 0));
    const auto change = m_lists->removing({m_model->row(1)});
    QVERIFY(change);
    QVERIFY(m_edits->apply(*change));
    QTRY_VERIFY(!m_lists->isBusy());
    m_model->setOverview(m_lists->overview());
    QVERIFY(!cedar.isValid());
    QCOMPARE(fir.data().toString(), u"fir"_s);
    QCOMPARE(fir.row(), 2);
    m_model->setFilter({0, {u"alder"_s}});
    QVERIFY(!fir.isValid());
    m_model->setOverview(nullptr);
    QCOMPARE(m_model->rowCount(), 0);
  }

  void saysWhatCanGo() {
    session::HistoryClient client(m_checkout->fillHistory());
    m_lists->setHistory(client);
    QTRY_VERIFY(m_lists->overview()->rows[0].healing);
    m_model->setOverview(m_lists->overview());
    QCOMPARE(m_model->columnCount(), kFlakyColumns);
    QStringList cells;
    for (int row = 0; row < m_model->rowCount(); ++row) cells << canGo(row).data().toString();
    QVERIFY2(QRegularExpression(u"^\\d+ more green runs, \\d+ days more$"_s).match(cells[2]).hasMatch(), qPrintable(cells[2]));
    QVERIFY2(QRegularExpression(u"^yes: 101 green runs, relapse risk \\d\\.\\d+ %$"_s).match(cells[0]).hasMatch(), qPrintable(cells[0]));
    QCOMPARE(canGo(0).data(Qt::AccessibleTextRole).toString(), u"Can go: "_s + cells[0]);
    cells.remove(2);
    const QString none = u"no runs"_s;
    QCOMPARE(cells.mid(1), (QStringList{u"no: red on 2026-11-28"_s, none, none, none, none, none}));
    const QString sentence = tooltip(0, FlakyColumn::CanGo);
    for (const QString& part : {u"0 of 101 runs fail in 101 days, after 10 of 19 runs until 2026-08-19"_s, u"(luck: p "_s,
                                u"a failed run within 30 days: "_s, u"beta-binomial"_s, u"It has no reason and no issue."_s})
      QVERIFY2(sentence.contains(part), qPrintable(sentence));
    QCOMPARE(m_lists->overview()->removable, std::size_t(1));

    m_model->sort(int(FlakyColumn::CanGo), Qt::AscendingOrder);  // then expired ones, then those without a reason
    QCOMPARE(shownNames(), (QStringList{u"alder"_s, u"gone_model"_s, u"cedar"_s, u"elm*"_s, u"alder"_s, u"birch"_s,
                                        u"fir"_s, u"fir"_s}));
    m_model->setFilter({.canGo = true});
    QCOMPARE(shownNames(), QStringList{u"alder"_s});
    m_model->setFilter({.remarks = session::remarkBit(RemarkKind::Expired), .canGo = true});
    QCOMPARE(shownNames(), (QStringList{u"alder"_s, u"elm*"_s}));
    m_model->setFilter({.words = {u"red"_s, u"2026-11-28"_s}});
    QCOMPARE(shownNames(), QStringList{u"cedar"_s});
    m_lists.reset();
  }

  void copiesWhatIsShown() {
    const TextTable texts = rowTexts(*m_model, {1, 3});
    QCOMPARE(texts.size(), 3);
    QCOMPARE(texts[0].first(), u"Name"_s);
    QCOMPARE(texts[2][0], u"fir"_s);
  }

  void ticksOnlyWhatCanBeDone() {
    TransferModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    std::vector<flaky::FlakyEntry> entries;
    for (const session::FlakyRow& row : m_lists->overview()->rows) entries.push_back(row.value);
    const auto plan = m_lists->planTransfer(entries, m_checkout->accuracyPath().toStdString());
    QVERIFY(plan);
    model.setPlan(*plan);
    QCOMPARE(model.rowCount(), 8);
    QCOMPARE(model.possibleCount(), 0);  // there already, another check, or a pattern
    QVERIFY(!model.setData(model.index(0, 0), Qt::Checked, Qt::CheckStateRole));
    QVERIFY(model.index(0, TransferModel::Outcome).data().toString().contains(u"already"_s));
    QVERIFY(model.index(7, TransferModel::Outcome).data().toString().contains(u"pattern"_s));
    const auto own = m_lists->planTransfer(entries, m_checkout->native("flaky.toml"));
    QVERIFY(own);
    model.setPlan(*own);
    QCOMPARE(model.tickedCount(), 7);
    model.toggle(0);
    QCOMPARE(model.tickedCount(), 6);
    QCOMPARE(model.chosen().front().entry.name, std::string("cedar"));
  }

 private:
  QString rowText(int row) const {
    QStringList cells;
    for (int c = 0; c < m_model->columnCount(); ++c) cells << m_model->index(row, c).data().toString();
    return cells.join(u'|');
  }
  QModelIndex canGo(int row) const { return m_model->index(row, int(FlakyColumn::CanGo)); }
  QString tooltip(int row, FlakyColumn column) const {
    return m_model->index(row, int(column)).data(Qt::ToolTipRole).toString();
  }
  QStringList shownNames() const {
    QStringList names;
    for (int row = 0; row < m_model->rowCount(); ++row) names << m_model->index(row, 0).data().toString();
    return names;
  }

  std::unique_ptr<support::FlakyCheckout> m_checkout;
  std::unique_ptr<session::PendingEdits> m_edits;
  std::unique_ptr<session::FlakyLists> m_lists;
  std::unique_ptr<FlakyModel> m_model;
  std::unique_ptr<QAbstractItemModelTester> m_tester;
};

QTEST_MAIN(FlakyModelTest)
#include "flaky_model_test.moc"
