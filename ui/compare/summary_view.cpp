// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/summary_view.h"

#include <QHeaderView>
#include <QPainter>
#include <algorithm>

#include "ui/compare/summary_model.h"
#include "ui/support/flat_delegate.h"
#include "ui/support/flat_table.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

using verdicts::VerdictClass;

namespace {

constexpr int kPad = 6;
constexpr int kHeadPad = kGrid;

/// widthOf is what a column needs; two pixels more than Qt says: a text that fits exactly is elided at some scales.
int widthOf(const QTableView& view, const SummaryModel& model, int column) {
  const QFontMetrics metrics(view.font()), titles(view.horizontalHeader()->font());
  int width = titles.horizontalAdvance(model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString()) + 2 * kHeadPad + 2;
  for (int row = 0; row < model.rowCount(); ++row)
    if (!model.isSentence(row))
      width = std::max(width, metrics.horizontalAdvance(model.index(row, column).data().toString()) + 2 * kPad + 2);
  return width;
}

}  // namespace

class SummaryDelegate : public FlatDelegate {
 public:
  using FlatDelegate::FlatDelegate;

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    painter->save();
    const bool sentence = index.data(SummaryModel::SentenceRole).toBool();
    const bool stronger = paintGround(*painter, option, index, sentence ? VerdictClass::Fail : VerdictClass::Pass);
    const auto tone = static_cast<SummaryModel::Tone>(index.data(SummaryModel::ToneRole).toInt());
    painter->setFont(theme().font(TextSize::Normal));
    switch (tone) {
      case SummaryModel::Tone::Plain: painter->setPen(theme().color(Tone::Text)); break;
      case SummaryModel::Tone::Muted: painter->setPen(theme().mutedColor(stronger)); break;
      case SummaryModel::Tone::Good: painter->setPen(theme().wordColor(VerdictClass::Improved, stronger)); break;
      case SummaryModel::Tone::Bad: painter->setPen(theme().wordColor(VerdictClass::Fail, stronger)); break;
    }
    if (sentence) painter->setPen(theme().color(Tone::Text));
    const QRect room = option.rect.adjusted(kPad, 0, -kPad, 0);
    const QString text = index.data().toString();
    const auto align = index.data(Qt::TextAlignmentRole).toInt();
    if (sentence) painter->drawText(room, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap, text);
    else painter->drawText(room, align | Qt::TextSingleLine, QFontMetrics(painter->font()).elidedText(text, Qt::ElideRight, room.width()));
    painter->restore();
  }
  int sentenceHeight(const QString& text, int width) const {
    const QFontMetrics metrics(theme().font(TextSize::Normal));
    return metrics.boundingRect(QRect(0, 0, std::max(1, width - 2 * kPad), 10'000), Qt::TextWordWrap, text).height() + kGrid;
  }
};

SummaryView::SummaryView(SummaryModel* model, const Theme& theme, QWidget* parent)
    : QTableView(parent), m_model(model), m_delegate(new SummaryDelegate(theme, this)) {
  setAccessibleName(u"Summary of the two runs"_s);
  setModel(model);
  setItemDelegate(m_delegate);
  prepareFlatTable(*this);
  horizontalHeader()->setAccessibleName(u"Columns of the summary"_s);
  horizontalHeader()->setStretchLastSection(false);
  horizontalHeader()->setMinimumSectionSize(3 * kGrid);
  horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  connect(model, &QAbstractItemModel::modelReset, this, [this] {
    clearSpans();
    for (int row = 0; row < m_model->rowCount(); ++row)
      if (m_model->isSentence(row)) setSpan(row, 0, 1, SummaryModel::ColumnCount);
    shape();
  });
  setTheme(theme);
}

void SummaryView::setTheme(const Theme& theme) {
  m_delegate->setTheme(theme);
  setFlatTableLook(*this, theme);
  verticalHeader()->setDefaultSectionSize(m_delegate->rowHeight());
  shape();
}

int SummaryView::wantedHeight() const {
  int height = horizontalHeader()->sizeHint().height();
  for (int row = 0; row < m_model->rowCount(); ++row) height += rowHeight(row);
  return height + 2 * frameWidth();
}

void SummaryView::shape() {
  int all = 0;
  for (int column = 0; column < SummaryModel::ColumnCount; ++column) {
    const int width = widthOf(*this, *m_model, column);
    setColumnWidth(column, width);
    all += width;
  }
  // What is left over goes to the names; what is short is taken from them.
  setColumnWidth(SummaryModel::Number, std::max(64, columnWidth(SummaryModel::Number) + viewport()->width() - all));
  for (int row = 0; row < m_model->rowCount(); ++row)
    setRowHeight(row, m_model->isSentence(row) ? m_delegate->sentenceHeight(m_model->sentence(row), viewport()->width())
                                               : m_delegate->rowHeight());
  updateGeometry();
}

void SummaryView::resizeEvent(QResizeEvent* event) {
  QTableView::resizeEvent(event);
  shape();
}

}  // namespace plumbline::ui
