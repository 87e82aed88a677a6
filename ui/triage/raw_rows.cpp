// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/triage/raw_rows.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHash>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QStyledItemDelegate>

#include "ui/support/clipboard_text.h"
#include "ui/support/tables/record_table.h"
#include "ui/support/utf8_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

constexpr std::size_t kMaxFields = 2000;  // wider files exist by mistake only

}  // namespace

RawRowsModel::RawRowsModel(QObject* parent) : QAbstractTableModel(parent) {}

void RawRowsModel::show(const session::SnapshotPtr& snapshot, std::uint32_t sourceRow) {
  beginResetModel();
  m_fields.clear();
  if (snapshot && snapshot->comparison && sourceRow < snapshot->comparison->rowCount()) {
    const verdicts::Comparison& comparison = *snapshot->comparison;
    const verdicts::ComparedRow& row = comparison.row(sourceRow);
    // Values that are equal as numbers are no change, even when they are written differently ("7" and "7.0").
    QHash<QString, bool> metricChanged;
    for (std::size_t m = 0; m < comparison.metrics().size() && m < kMaxFields; ++m)
      metricChanged.insert(fromUtf8(comparison.metrics()[m].info.name), comparison.cell(sourceRow, m).changed);
    QHash<QString, std::size_t> places;
    std::string scratch;
    const auto read = [&](const tables::CsvTable& table, std::uint32_t at, bool actual) {
      const auto& names = table.columnNames();
      for (std::size_t c = 0; c < names.size() && c < kMaxFields; ++c) {
        const QString name = fromUtf8(names[c]);
        const auto known = places.constFind(name);
        if (known == places.cend()) {
          places.insert(name, m_fields.size());
          m_fields.push_back({name, {}, {}, false, false, false});
        }
        Field& field = m_fields[places.value(name)];
        (actual ? field.inActual : field.inExpected) = at != verdicts::kNoRow;
        if (at != verdicts::kNoRow) (actual ? field.actual : field.expected) = fromUtf8(table.cell(at, c, scratch));
      }
    };
    read(*comparison.input().actual.value, row.actualRow, true);
    read(*comparison.input().expected.value, row.expectedRow, false);
    for (Field& field : m_fields)
      field.changed =
          field.inActual && field.inExpected && metricChanged.value(field.name, field.actual != field.expected);
  }
  endResetModel();
}

int RawRowsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_fields.size());
}
int RawRowsModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QString RawRowsModel::shown(const Field& field, int column) const {
  if (column == FieldColumn) return shortened(field.name);
  const bool there = column == ActualColumn ? field.inActual : field.inExpected;
  if (!there) return u"\u2013"_s;
  const QString& text = column == ActualColumn ? field.actual : field.expected;
  return column == ActualColumn && field.changed ? u"\u2260 "_s + text : text;
}

QVariant RawRowsModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const Field& field = m_fields[static_cast<std::size_t>(index.row())];
  switch (role) {
    case Qt::DisplayRole: return shown(field, index.column());
    case Qt::ToolTipRole: return shortened(shown(field, index.column()), 2000);
    case Qt::AccessibleTextRole:
      return tr("%1 expected %2 actual %3%4").arg(field.name, field.inExpected ? field.expected : tr("not there"),
                                                field.inActual ? field.actual : tr("not there"),
                                                field.changed ? u" changed"_s : QString());
    case ChangedRole: return field.changed;
    case CellRole:
      if (index.column() == FieldColumn) return field.name;
      return index.column() == ActualColumn ? field.actual : field.expected;
    default: return {};
  }
}

QVariant RawRowsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  switch (section) {
    case FieldColumn: return tr("Field");
    case ExpectedColumn: return tr("Expected");
    case ActualColumn: return tr("Actual");
    default: return {};
  }
}

using verdicts::VerdictClass;

class RawRowsView::Delegate : public QStyledItemDelegate {
 public:
  Delegate(const Theme& look, QObject* parent) : QStyledItemDelegate(parent), theme(look) {}

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const bool changed = index.data(RawRowsModel::ChangedRole).toBool();
    const bool selected = (option.state & QStyle::State_Selected) != 0;
    const bool marked = changed && index.column() == RawRowsModel::ActualColumn;
    painter->save();
    // A change in a row that is fine is shown in the neutral tone: a class's tint would be another row's verdict.
    const bool neutral = marked && cls == VerdictClass::Pass;
    painter->fillRect(option.rect, theme.rowColor(marked ? cls : VerdictClass::Pass, selected || neutral, false));
    painter->fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1),
                      theme.color(Tone::Window));
    if ((option.state & QStyle::State_HasFocus) != 0)
      painter->fillRect(QRect(option.rect.left(), option.rect.top(), 2, option.rect.height()),
                        theme.color(Tone::Accent));
    const bool label = index.column() == RawRowsModel::FieldColumn;
    painter->setPen(theme.color(label || !changed ? Tone::Muted : Tone::Text));
    painter->setFont(theme.font(TextSize::Normal));
    const QRect text = option.rect.adjusted(kGrid, 0, -kGrid / 2, 0);
    const QString line = shortened(index.data().toString()).replace(u'\n', u' ');
    painter->drawText(
        text, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
        QFontMetrics(painter->font()).elidedText(line, label ? Qt::ElideMiddle : Qt::ElideRight, text.width()));
    painter->restore();
  }

  Theme theme;
  VerdictClass cls = VerdictClass::Fail;
};

RawRowsView::RawRowsView(RawRowsModel* model, const Theme& theme, QWidget* parent)
    : QTableView(parent), m_delegate(new Delegate(theme, this)) {
  setAccessibleName(tr("Both rows, field by field"));
  setModel(model);
  setItemDelegate(m_delegate);
  setFrameShape(QFrame::NoFrame);
  prepareFlatTable(*this);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  horizontalHeader()->setMinimumSectionSize(40);
  horizontalHeader()->setAccessibleName(tr("Columns of the field table"));
  setTheme(theme);
}

void RawRowsView::setTheme(const Theme& theme) {
  m_delegate->theme = theme;
  setFlatTableStyle(*this, theme);
  viewport()->update();
}

void RawRowsView::setChangedStyle(VerdictClass cls) {
  m_delegate->cls = cls;
  viewport()->update();
}

bool RawRowsView::event(QEvent* event) {
  // The window's Copy copies rows of the main table; here it copies the selected fields.
  if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->matches(QKeySequence::Copy)) {
    event->accept();
    return true;
  }
  return QTableView::event(event);
}

void RawRowsView::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Copy)) copySelection();
  else QTableView::keyPressEvent(event);
}

void RawRowsView::copySelection() const {
  TextTable rows;
  for (int row = 0; row < model()->rowCount(); ++row) {
    if (!selectionModel()->isRowSelected(row)) continue;
    QStringList cells;
    for (int column = 0; column < model()->columnCount(); ++column)
      cells << model()->index(row, column).data(RawRowsModel::CellRole).toString();
    rows << cells;
  }
  if (!rows.isEmpty()) QGuiApplication::clipboard()->setText(toTsv(rows));
}

void RawRowsView::resizeEvent(QResizeEvent* event) {
  QTableView::resizeEvent(event);
  shareWidth();
}

void RawRowsView::shareWidth() {
  const int width = viewport()->width();
  setColumnWidth(RawRowsModel::FieldColumn, width * 38 / 100);
  setColumnWidth(RawRowsModel::ExpectedColumn, width * 31 / 100);
  setColumnWidth(RawRowsModel::ActualColumn, width - width * 38 / 100 - width * 31 / 100);
}

}  // namespace plumbline::ui
