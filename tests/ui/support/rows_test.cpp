// SPDX-License-Identifier: GPL-3.0-or-later
// The bases of pages and tables: a filtered model, the table over it that keeps its place, copying, messages of a page.
#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <algorithm>
#include <numeric>

#include "ui/support/clipboard_text.h"
#include "ui/support/page.h"
#include "ui/support/tables/filtered_model.h"
#include "ui/support/tables/flat_delegate.h"
#include "ui/support/tables/record_table.h"

using namespace Qt::StringLiterals;
using namespace plumbline;
using namespace plumbline::ui;

namespace {

class Names : public FilteredModel {
 public:
  using FilteredModel::FilteredModel;

  void setNames(std::vector<std::string> names) {
    beginResetRows();
    m_names = std::move(names);
    endResetRows(all());
  }
  void replaceNames(std::vector<std::string> names) {
    beginShowRows();
    std::vector<int> newRows;
    for (const std::string& name : m_names) {
      const auto found = std::ranges::find(names, name);
      newRows.push_back(found == names.end() ? -1 : static_cast<int>(found - names.begin()));
    }
    m_names = std::move(names);
    endShowRows(all(), &newRows);
  }
  void showOnly(const std::string& part) {
    std::vector<std::uint32_t> rows = all();
    std::erase_if(rows, [&](std::uint32_t row) { return m_names[row].find(part) == std::string::npos; });
    showRows(std::move(rows));
  }
  void sort(int, Qt::SortOrder order) override {
    std::vector<std::uint32_t> rows = shownRows();
    sortRows(rows, [this](std::uint32_t row) -> QVariant {
      return m_names[row].empty() ? QVariant() : QVariant(QString::fromStdString(m_names[row]));
    }, order);
    showRows(std::move(rows));
  }
  int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : 2; }
  QVariant data(const QModelIndex& index, int role) const override {
    if (!index.isValid() || role != Qt::DisplayRole) return {};
    return QString::fromStdString(m_names[sourceRow(index.row())]);
  }
  std::size_t sourceRowCount() const override { return m_names.size(); }
  std::string_view sourceName(std::uint32_t row, std::string&) const override { return m_names[row]; }

 protected:
  ColumnHead columnHead(int column) const override { return {column == 0 ? u"Name"_s : u"Size"_s, u"tip"_s,
                                                             column == 1}; }

 private:
  std::vector<std::uint32_t> all() const {
    std::vector<std::uint32_t> rows(m_names.size());
    std::iota(rows.begin(), rows.end(), 0U);
    return rows;
  }
  std::vector<std::string> m_names;
};

class Table : public RecordTable {
 public:
  Table(Names& model, bool isByName) : RecordTable(Theme::load(Scheme::Light)) {
    setModel(&model);
    setRowDelegate(new FlatDelegate(Theme::load(Scheme::Light), this));
    if (isByName) keepPlaceByName(model);
    else keepPlaceByIndex(model);
    setTheme(Theme::load(Scheme::Light));
  }
};

class MessagePage : public Page {
 public:
  using Page::Page;
  QList<ActionSpec> actions() override { return {}; }
  QString statusText() const override { return message().isEmpty() ? u"3 rows"_s : message(); }
};

QStringList shown(const QAbstractItemModel& model) {
  QStringList names;
  for (int row = 0; row < model.rowCount(); ++row) names << model.index(row, 0).data().toString();
  return names;
}

}  // namespace

class RowsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void persistentIndexesFollowTheirRows();
  void sortsRowsWithoutAKeyLast();
  void headersComeFromTheColumns();
  void keepsThePlaceByIndex();
  void keepsThePlaceByName();
  void goesToTheNextMatchingRow();
  void copiesAtOnceAndInTheBackground();
  void aPageShowsItsMessage();
};

void RowsTest::persistentIndexesFollowTheirRows() {
  Names model;
  const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
  model.setNames({"alpha", "beta", "gamma"});
  const QPersistentModelIndex beta(model.index(1, 0)), gamma(model.index(2, 1));
  model.showOnly("m");
  QVERIFY(!beta.isValid());
  QCOMPARE(gamma.row(), 0);
  QCOMPARE(gamma.column(), 1);
  QCOMPARE(model.rowOf(0), -1);
  model.replaceNames({"gamma", "delta"});
  QCOMPARE(gamma.row(), 0);
  QCOMPARE(shown(model), (QStringList{u"gamma"_s, u"delta"_s}));
  model.replaceNames({"delta"});
  QVERIFY(!gamma.isValid());
}

void RowsTest::sortsRowsWithoutAKeyLast() {
  Names model;
  model.setNames({"", "beta", "alpha"});
  model.sort(0, Qt::AscendingOrder);
  QCOMPARE(shown(model), (QStringList{u"alpha"_s, u"beta"_s, QString()}));
  model.sort(0, Qt::DescendingOrder);
  QCOMPARE(shown(model), (QStringList{u"beta"_s, u"alpha"_s, QString()}));
}

void RowsTest::headersComeFromTheColumns() {
  Names model;
  model.setNames({"alpha"});
  QCOMPARE(model.headerData(1, Qt::Horizontal, Qt::DisplayRole).toString(), u"Size"_s);
  QCOMPARE(model.headerData(1, Qt::Horizontal, Qt::TextAlignmentRole).toInt(), int(Qt::AlignRight | Qt::AlignVCenter));
  QCOMPARE(model.headerData(0, Qt::Vertical, Qt::DisplayRole).toInt(), 1);
  QVERIFY(!model.headerData(2, Qt::Horizontal, Qt::DisplayRole).isValid());
}

void RowsTest::keepsThePlaceByIndex() {
  Names model;
  model.setNames({"alpha", "beta", "gamma", "delta"});
  Table table(model, false);
  table.goTo(1);
  QSignalSpy moved(&table, &RecordTable::currentMoved);
  model.replaceNames({"alpha", "gamma", "delta"});
  QCOMPARE(table.currentIndex().row(), 1);  // gamma, the neighbour
  QVERIFY(!moved.isEmpty());
  model.replaceNames({"delta", "alpha", "gamma"});
  QCOMPARE(table.currentIndex().row(), 2);
}

void RowsTest::keepsThePlaceByName() {
  Names model;
  model.setNames({"alpha", "beta", "gamma", "delta"});
  Table table(model, true);
  table.goTo(1);
  model.showOnly("g");
  QVERIFY(!table.currentIndex().isValid());  // filtered out, and remembered
  model.showOnly("");
  QCOMPARE(table.currentIndex().row(), 1);
  QCOMPARE(table.selectedRows(), QList<int>{1});
  model.setNames({"delta", "gamma", "beta"});
  QCOMPARE(table.currentIndex().row(), 2);
  model.setNames({"delta", "gamma"});
  QCOMPARE(table.currentIndex().row(), 0);
}

void RowsTest::goesToTheNextMatchingRow() {
  Names model;
  model.setNames({"alpha", "beta", "gamma", "delta"});
  Table table(model, false);
  const auto isLong = [&](int row) { return model.index(row, 0).data().toString().size() == 5; };
  table.goTo(0);
  QVERIFY(table.goToNext(1, isLong));
  QCOMPARE(table.currentIndex().row(), 2);
  QVERIFY(table.goToNext(-1, isLong));
  QCOMPARE(table.currentIndex().row(), 0);
  QVERIFY(!table.goToNext(-1, isLong));
}

void RowsTest::copiesAtOnceAndInTheBackground() {
  RowCopier copier;
  QSignalSpy copied(&copier, &RowCopier::copied);
  const auto text = [](const base::Progress&) {
    return tableText({{u"Model"_s}, {u"a|b"_s}}, TableFormat::Markdown, {true});
  };
  copier.copy(1, text);
  QCOMPARE(copied.count(), 1);
  QVERIFY(QApplication::clipboard()->text().contains(u"a\\|b"_s));
  copier.copy(RowCopier::kMaxAtOnce + 1, [](const base::Progress&) { return u"many"_s; });
  QCOMPARE(copied.count(), 1);
  QVERIFY(copied.wait());
  QCOMPARE(QApplication::clipboard()->text(), u"many"_s);
  copier.copy(0, text);
  QCOMPARE(copied.count(), 2);
}

void RowsTest::aPageShowsItsMessage() {
  MessagePage page(Theme::load(Scheme::Light));
  QSignalSpy status(&page, &Page::statusChanged);
  page.showMessage(u"Copied 2 rows"_s);
  QCOMPARE(status.last().first().toString(), u"Copied 2 rows"_s);
  page.setMessage({});
  QCOMPARE(status.count(), 1);
  page.showMessage({});
  QCOMPARE(status.last().first().toString(), u"3 rows"_s);
}

QTEST_MAIN(RowsTest)
#include "rows_test.moc"
