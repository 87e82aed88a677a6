// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/triage/raw_rows_view.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QStyledItemDelegate>

#include "ui/support/clipboard_text.h"
#include "ui/support/flat_table.h"
#include "ui/triage/raw_rows_model.h"
#include "ui/triage/utf8_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

using verdicts::VerdictClass;

class RawRowsView::Delegate : public QStyledItemDelegate {
 public:
  Delegate(const Theme& look, QObject* parent) : QStyledItemDelegate(parent), theme(look) {}

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const bool changed = index.data(RawRowsModel::ChangedRole).toBool();
    const bool selected = (option.state & QStyle::State_Selected) != 0;
    const bool marked = changed && index.column() == RawRowsModel::ActualColumn;
    painter->save();
    // A change in a row that is fine is told by the neutral tone: a class's tint would be another row's verdict.
    const bool neutral = marked && cls == VerdictClass::Pass;
    painter->fillRect(option.rect, theme.rowColor(marked ? cls : VerdictClass::Pass, selected || neutral, false));
    painter->fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), theme.color(Tone::Window));
    if ((option.state & QStyle::State_HasFocus) != 0)
      painter->fillRect(QRect(option.rect.left(), option.rect.top(), 2, option.rect.height()), theme.color(Tone::Accent));
    const bool label = index.column() == RawRowsModel::FieldColumn;
    painter->setPen(theme.color(label || !changed ? Tone::Muted : Tone::Text));
    painter->setFont(theme.font(TextSize::Normal));
    const QRect text = option.rect.adjusted(kGrid, 0, -kGrid / 2, 0);
    const QString line = shortened(index.data().toString()).replace(u'\n', u' ');
    painter->drawText(text, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
                      QFontMetrics(painter->font()).elidedText(line, label ? Qt::ElideMiddle : Qt::ElideRight, text.width()));
    painter->restore();
  }

  Theme theme;
  VerdictClass cls = VerdictClass::Fail;
};

RawRowsView::RawRowsView(RawRowsModel* model, const Theme& theme, QWidget* parent)
    : QTableView(parent), m_delegate(new Delegate(theme, this)) {
  setAccessibleName(u"Both rows, field by field"_s);
  setModel(model);
  setItemDelegate(m_delegate);
  setFrameShape(QFrame::NoFrame);
  prepareFlatTable(*this);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  horizontalHeader()->setMinimumSectionSize(40);
  horizontalHeader()->setAccessibleName(u"Columns of the field table"_s);
  setTheme(theme);
}

void RawRowsView::setTheme(const Theme& theme) {
  m_delegate->theme = theme;
  setFlatTableLook(*this, theme);
  viewport()->update();
}

void RawRowsView::setChangedLook(VerdictClass cls) {
  m_delegate->cls = cls;
  viewport()->update();
}

bool RawRowsView::event(QEvent* event) {
  // The window's own Copy takes rows of the main table; here it means the fields that are selected here.
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
