// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numerics/details/number_table.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <algorithm>

#include "ui/support/clipboard_text.h"
#include "ui/support/tables/flat_delegate.h"

namespace plumbline::ui {

class NumberTable::Delegate : public PaddedDelegate {
 public:
  using PaddedDelegate::PaddedDelegate;
  int quietColumn = -1, glyphColumn = -1;
  int rowHeight() const override { return PaddedDelegate::rowHeight() - kGrid / 4; }

 protected:
  void finish(QStyleOptionViewItem& option, const QModelIndex& index) const override {
    option.rect.adjust(0, 0, -kGrid / 2, 0);
    if (index.column() == quietColumn) option.palette.setColor(QPalette::Text, theme().color(Tone::Muted));
    if (index.column() != glyphColumn) return;
    const bool isOutside = index.data().toString().startsWith(QChar(0x2717));
    option.palette.setColor(QPalette::Text, theme().classStyle(isOutside ? verdicts::VerdictClass::Fail
                                                               : verdicts::VerdictClass::Pass).chip);
  }
};

NumberTable::NumberTable(QAbstractItemModel* model, const Theme& theme, QWidget* parent)
    : RecordTable(theme, parent), m_delegate(new Delegate(theme, this)) {
  setModel(model);
  setRowDelegate(m_delegate);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
  horizontalHeader()->setSectionsMovable(false);
  horizontalHeader()->setSectionsClickable(false);
  setTheme(theme);
  connect(this, &QAbstractItemView::doubleClicked, this, [this] { Q_EMIT opened(); });
}

void NumberTable::setQuietColumn(int column) { m_delegate->quietColumn = column; }
void NumberTable::setGlyphColumn(int column) { m_delegate->glyphColumn = column; }

void NumberTable::fitColumns() {
  for (int column = 0; column + 1 < model()->columnCount(); ++column) {
    if (isColumnHidden(column)) continue;
    const int wanted = std::max(sizeHintForColumn(column), horizontalHeader()->isHidden() ? 0 : horizontalHeader()->sectionSizeHint(column));
    setColumnWidth(column, wanted + 2 * kGrid);
  }
}

void NumberTable::copy() const {
  TextTable table;
  for (const int row : selectedRows()) {
    QStringList cells;
    for (int column = 0; column < model()->columnCount(); ++column)
      if (!isColumnHidden(column)) {
        const QModelIndex cell = model()->index(row, column);
        const QVariant exact = cell.data(Qt::UserRole);  // what is shown may be shortened
        cells << (exact.isValid() ? exact : cell.data()).toString();
      }
    table << cells;
  }
  if (!table.isEmpty()) copyText(toTsv(table));
}

void NumberTable::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Copy)) return copy();
  RecordTable::keyPressEvent(event);
}

}  // namespace plumbline::ui
