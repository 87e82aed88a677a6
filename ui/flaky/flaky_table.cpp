// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/flaky/flaky_table.h"

#include <QFontMetrics>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QPainter>
#include <QToolButton>
#include <algorithm>

#include "ui/flaky/flaky_model.h"
#include "ui/support/form_controls.h"
#include "ui/support/labels.h"
#include "ui/support/utf8_text.h"
#include "ui/theme/themed.h"

namespace plumbline::ui {

using session::kAllRemarkKinds;
using session::RemarkKind;

namespace {

QList<ChipFilterBar::Chip> chips() {
  QList<ChipFilterBar::Chip> made;
  for (const RemarkKind kind : kAllRemarkKinds) {
    const RemarkStyle style = styleOf(kind);
    made << ChipFilterBar::Chip{style.id, {style.glyph, style.title, style.tooltip, style.cls}};
  }
  return made << ChipFilterBar::Chip{u"canGo"_s,
                                     {u"\u2713"_s, FlakyBar::tr("Can go"),
                                      FlakyBar::tr("Show only entries that may go by the runs in the history"),
                                      verdicts::VerdictClass::Pass}};
}

}  // namespace

FlakyBar::FlakyBar(const Theme& theme, QWidget* parent)
    : ChipFilterBar({.placeholder = tr("Filter: name, reason, scope, list"),
                     .tooltip = tr("Words that must all occur in an entry, in any column (/)")},
                    tr("Show every entry (0)"), chips(), theme, parent),
      m_lists(new PlainLabel(this)) {
  m_lists->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  lowerLine().addWidget(m_lists);
  canGoChip()->hide();
  styleText({m_lists}, {.isMuted = true});
  applyTheme(*this, theme);
}

QToolButton* FlakyBar::addButton(const QString& text, const QString& iconName, const QString& tooltip,
                                 const std::function<void()>& run) {
  QToolButton* button = makeToolButton(text, iconName, tooltip, this);
  connect(button, &QToolButton::clicked, this, run);
  upperLine().addWidget(button);
  m_buttons << button;
  return button;
}

void FlakyBar::setOverview(const session::FlakyOverview* overview) {
  for (const RemarkKind kind : kAllRemarkKinds) chipOf(kind)->setCount(overview ? overview->countOf(kind) : 0);
  canGoChip()->setCount(overview ? overview->removable : 0);
  if (overview && overview->hasHistory) canGoChip()->show();
  if (!overview) {
    m_lists->clear();
    return;
  }
  const auto lists = std::ranges::count_if(overview->files, &session::FlakyFile::exists);
  const QString baselines =
      overview->baselines == 1 ? tr("1 baseline") : tr("%1 baselines").arg(grouped(overview->baselines));
  m_lists->setText(lists == 1 ? tr("1 list, %1").arg(baselines) : tr("%1 lists, %2").arg(lists).arg(baselines));
  QStringList paths;
  for (const session::FlakyFile& file : overview->files)
    if (file.exists)
      paths << (file.entries == 1 ? tr("%1: 1 entry").arg(fromUtf8(file.path))
                                  : tr("%1: %2 entries").arg(fromUtf8(file.path), grouped(file.entries)));
  for (const std::string& sentence : overview->skipped) paths << fromUtf8(sentence);
  m_lists->setToolTip(paths.join(u'\n'));
  fitChips();
}

/// fitChips hides the text at the right first, then the words of the chips.
int FlakyBar::fitChips() {
  const int full = ChipFilterBar::fitChips();
  m_lists->setVisible(width() >= full + kGrid + m_lists->sizeHint().width());
  return full;
}

void FlakyBar::setShownCount(std::size_t shown, std::size_t all) {
  TableFilterBar::setShownCount(shown, all, tr("entry"), tr("entries"));
}

FlakyFilter FlakyBar::filter() const {
  FlakyFilter filter;
  for (const RemarkKind kind : kAllRemarkKinds)
    if (isChecked(kind)) filter.remarks |= session::remarkBit(kind);
  filter.words = words();
  filter.canGo = canGoChip()->isChecked();
  return filter;
}

MarkChip* FlakyBar::chipOf(RemarkKind kind) const {
  return chip(std::ranges::find(kAllRemarkKinds, kind) - kAllRemarkKinds.begin());
}

void FlakyBar::toggleRemark(RemarkKind kind) { chipOf(kind)->toggle(); }
bool FlakyBar::isChecked(RemarkKind kind) const { return chipOf(kind)->isChecked(); }

using session::FlakyRow;
using verdicts::VerdictClass;

namespace {

constexpr int kMeasuredRows = 400;
constexpr qsizetype kMaxTextChars = 200;  // characters: more never fits a cell

/// The maximal width of a column, in average characters, until the user resizes it.
int maxCharacters(FlakyColumn column) {
  switch (column) {
    case FlakyColumn::Name: return 24;
    case FlakyColumn::Scope: return 18;
    case FlakyColumn::Excuses:
    case FlakyColumn::Matches: return 20;
    case FlakyColumn::Issue: return 16;
    case FlakyColumn::CanGo: return 46;
    default: return 28;
  }
}

Qt::TextElideMode elideOf(FlakyColumn column) {
  const bool middle = column == FlakyColumn::Name || column == FlakyColumn::Origin || column == FlakyColumn::Scope;
  return middle ? Qt::ElideMiddle : Qt::ElideRight;
}

}  // namespace

/// Cell is one cell being painted.
struct FlakyDelegate::Cell {
  QPainter* painter;
  QRect text;  ///< inside the padding
  bool stronger;
};

int FlakyDelegate::remarksWidth(std::uint32_t remarks) const {
  const QFontMetrics metrics(theme().font(TextSize::Normal));
  int width = 0;
  for (const RemarkKind kind : session::kAllRemarkKinds)
    if ((remarks & session::remarkBit(kind)) != 0)
      width += (width > 0 ? kGrid : 0) + metrics.height() + metrics.horizontalAdvance(styleOf(kind).word);
  return width;
}

int FlakyDelegate::preferredWidth(const FlakyModel& model, int column) const {
  const QFontMetrics metrics(theme().font(TextSize::Normal));
  const auto which = static_cast<FlakyColumn>(column);
  const int max = maxCharacters(which) * metrics.averageCharWidth();
  int width = which == FlakyColumn::CanGo ? max : 0;  // its texts come when the history was read
  for (int row = 0; row < std::min(model.rowCount(), kMeasuredRows); ++row) {
    const int wanted = which == FlakyColumn::Remarks
                           ? remarksWidth(model.row(row).remarks)
                           : metrics.horizontalAdvance(model.index(row, column).data().toString().left(kMaxTextChars));
    width = std::max(width, std::min(wanted, max));
  }
  return width + 2 * kGrid + 4;
}

void FlakyDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const auto* model = qobject_cast<const FlakyModel*>(index.model());
  if (!model) return;
  const FlakyRow& row = model->row(index.row());
  painter->save();
  const bool stronger = paintGround(*painter, option, index, VerdictClass::Pass);
  painter->setFont(theme().font(TextSize::Normal));
  const Cell cell{painter, option.rect.adjusted(kGrid, 0, -kGrid, 0), stronger};
  const auto column = static_cast<FlakyColumn>(index.column());
  const QColor plain = theme().color(Tone::Text);
  const QColor muted = theme().mutedColor(cell.stronger);
  QColor color = plain;
  switch (column) {
    case FlakyColumn::Name: if (row.isExpired()) color = muted; break;
    case FlakyColumn::Check:
    case FlakyColumn::Origin: color = muted; break;
    case FlakyColumn::Scope: color = row.value.platform.empty() && row.value.config.empty() ? muted : plain; break;
    case FlakyColumn::Excuses: color = row.excuses.empty() ? muted : plain; break;
    case FlakyColumn::Matches: color = row.matches.empty() ? muted : plain; break;
    case FlakyColumn::CanGo: color = row.canGo() ? plain : muted; break;
    case FlakyColumn::Expires: if (row.isExpired()) color = theme().wordColor(VerdictClass::Fail, cell.stronger); break;
    default:
      break;
  }
  if (column == FlakyColumn::Remarks)
    paintRemarks(cell, row.remarks);
  else
    paintText(cell, index.data().toString(), color, elideOf(column));
  painter->restore();
}

void FlakyDelegate::paintText(const Cell& cell, const QString& text, const QColor& color,
                              Qt::TextElideMode elide) const {
  if (text.isEmpty()) return;
  QString line = text.size() > kMaxTextChars * 4 ? text.left(kMaxTextChars * 4) : text;
  line.replace(u'\n', u' ');
  cell.painter->setPen(color);
  cell.painter->drawText(cell.text, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                         QFontMetrics(theme().font(TextSize::Normal)).elidedText(line, elide, cell.text.width()));
}

void FlakyDelegate::paintRemarks(const Cell& cell, std::uint32_t remarks) const {
  const QFontMetrics metrics(theme().font(TextSize::Normal));
  int left = cell.text.left();
  for (const RemarkKind kind : session::kAllRemarkKinds) {
    if ((remarks & session::remarkBit(kind)) == 0) continue;
    const RemarkStyle style = styleOf(kind);
    const int slot = metrics.height();
    const int word = metrics.horizontalAdvance(style.word);
    if (left + slot > cell.text.right()) break;
    cell.painter->setFont(bold());
    cell.painter->setPen(theme().wordColor(style.cls, cell.stronger));
    cell.painter->drawText(QRect(left, cell.text.top(), slot, cell.text.height()), Qt::AlignVCenter | Qt::AlignLeft,
                           style.glyph);
    left += slot;
    // Where a word does not fit, its glyph stays; the tooltip has the whole text.
    if (left + word > cell.text.right()) continue;
    cell.painter->setFont(theme().font(TextSize::Normal));
    cell.painter->setPen(theme().color(Tone::Text));
    cell.painter->drawText(QRect(left, cell.text.top(), word, cell.text.height()),
                           Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, style.word);
    left += word + kGrid;
  }
}

FlakyTable::FlakyTable(FlakyModel* model, const Theme& theme, QWidget* parent)
    : RecordTable(theme, parent), m_model(model), m_delegate(new FlakyDelegate(theme, this)) {
  setAccessibleName(tr("Flaky entries"));
  setModel(model);
  setRowDelegate(m_delegate);
  horizontalHeader()->setAccessibleName(tr("Columns of the flaky entries"));
  setSortingEnabled(true);
  connect(this, &RecordTable::opened, this, [this] {
    if (currentIndex().isValid()) Q_EMIT editRequested();
  });
  keepPlaceByIndex(*model);
  connect(model, &FlakyModel::columnsInserted, this, [this](const QModelIndex&, int column) {
    QHeaderView* header = horizontalHeader();
    header->moveSection(header->visualIndex(column), header->visualIndex(int(FlakyColumn::Excuses)));
    selectionModel()->select(selectionModel()->selection(), QItemSelectionModel::Select | QItemSelectionModel::Rows);
    m_shaped = false;
  });
  connect(this, &QTableView::doubleClicked, this, &FlakyTable::editRequested);
  FlakyTable::setTheme(theme);
}

void FlakyTable::setTheme(const Theme& theme) {
  m_shaped = false;
  RecordTable::setTheme(theme);
}

void FlakyTable::shapeColumns() {
  if (m_shaped || m_model->rowCount() == 0) return;
  m_shaped = true;
  const QFontMetrics titles(theme().font(TextSize::Small));
  for (int column = 0; column < m_model->columnCount(); ++column) {
    const int title = titles.horizontalAdvance(headOf(static_cast<FlakyColumn>(column)).title) + 3 * kGrid;
    setColumnWidth(column, std::max(title, m_delegate->preferredWidth(*m_model, column)));
  }
}

}  // namespace plumbline::ui
