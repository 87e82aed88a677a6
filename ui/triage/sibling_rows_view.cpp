// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/triage/sibling_rows_view.h"

#include <QHeaderView>
#include <QPainter>
#include <QStyledItemDelegate>
#include <algorithm>

#include "ui/support/flat_table.h"
#include "ui/triage/sibling_rows_model.h"
#include "ui/triage/utf8_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

using verdicts::VerdictClass;

class SiblingRowsView::Delegate : public QStyledItemDelegate {
 public:
  Delegate(const Theme& look, QObject* parent) : QStyledItemDelegate(parent), theme(look) {}

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const bool selected = (option.state & QStyle::State_Selected) != 0;
    painter->save();
    painter->fillRect(option.rect, theme.rowColor(VerdictClass::Pass, selected, false));
    painter->fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), theme.color(Tone::Window));
    if ((option.state & QStyle::State_HasFocus) != 0)
      painter->fillRect(QRect(option.rect.left(), option.rect.top(), 2, option.rect.height()), theme.color(Tone::Accent));
    painter->setFont(theme.font(TextSize::Normal));
    QRect text = option.rect.adjusted(kGrid, 0, -kGrid / 2, 0);
    if (index.column() == SiblingRowsModel::Sibling) {
      const int slot = painter->fontMetrics().height();  // glyphs of different widths stand in one column
      const auto cls = static_cast<VerdictClass>(index.data(SiblingRowsModel::ClassRole).toInt());
      painter->setPen(theme.wordColor(cls, selected));
      painter->drawText(QRect(text.left(), text.top(), slot, text.height()), Qt::AlignCenter,
                        index.data(SiblingRowsModel::GlyphRole).toString());
      text.setLeft(text.left() + slot + kGrid / 2);
    }
    painter->setPen(index.column() == SiblingRowsModel::Evidence ? theme.mutedColor(selected) : theme.color(Tone::Text));
    painter->drawText(text, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
                      painter->fontMetrics().elidedText(shortened(index.data().toString()), Qt::ElideRight, text.width()));
    painter->restore();
  }

  Theme theme;
};

SiblingRowsView::SiblingRowsView(SiblingRowsModel* model, const Theme& theme, QWidget* parent)
    : QTableView(parent), m_delegate(new Delegate(theme, this)) {
  setAccessibleName(tr("This model in the siblings"));
  setModel(model);
  setItemDelegate(m_delegate);
  setFrameShape(QFrame::NoFrame);
  prepareFlatTable(*this);
  setSelectionMode(SingleSelection);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  horizontalHeader()->setMinimumSectionSize(40);
  horizontalHeader()->setAccessibleName(tr("Columns of the siblings' rows"));
  connect(model, &QAbstractItemModel::modelReset, this, &SiblingRowsView::shareWidth);
  setTheme(theme);
}

void SiblingRowsView::setTheme(const Theme& theme) {
  m_delegate->theme = theme;
  setFont(theme.font(TextSize::Normal));
  setFlatTableLook(*this, theme);
  viewport()->update();
}

void SiblingRowsView::resizeEvent(QResizeEvent* event) {
  QTableView::resizeEvent(event);
  shareWidth();
}

/// Without an edit there is no evidence, and the values have its room.
void SiblingRowsView::shareWidth() {
  const int width = viewport()->width();
  bool evidence = false;
  for (int row = 0; row < model()->rowCount() && !evidence; ++row)
    evidence = !model()->index(row, SiblingRowsModel::Evidence).data().toString().isEmpty();
  setColumnHidden(SiblingRowsModel::Evidence, !evidence);
  const int words = fontMetrics().horizontalAdvance(u"same change seen"_s) + 2 * kGrid;
  const int proof = evidence ? std::min(words, width * 40 / 100) : 0;
  const int name = (width - proof) * (evidence ? 55 : 45) / 100;
  setColumnWidth(SiblingRowsModel::Sibling, name);
  setColumnWidth(SiblingRowsModel::Values, width - name - proof);
  if (evidence) setColumnWidth(SiblingRowsModel::Evidence, proof);
}

}  // namespace plumbline::ui
