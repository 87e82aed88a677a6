// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/compare_table.h"

#include <QAction>
#include <QHeaderView>
#include <QJsonArray>
#include <QMenu>
#include <QPainter>
#include <QToolButton>
#include <algorithm>
#include <cmath>

#include "ui/compare/diff_text.h"
#include "ui/support/labels.h"
#include "ui/support/layouts.h"
#include "ui/support/utf8_text.h"
#include "ui/theme/plain_paint.h"

namespace plumbline::ui {

using diff::Move;

CompareBar::CompareBar(const Theme& theme, QWidget* parent)
    : TableFilterBar({.placeholder = tr("Filter: model"),
                      .tooltip = tr("Words that must all occur in a model's name (/)"),
                      .minWidth = 96},
                     tr("Show every row (0)"), parent) {
  int key = 0;
  for (const Move move : kMoveChips) {
    const MoveStyle style = moveStyle(move);
    const QString tooltip = tr("Show only these (%1). %2").arg(QString::number(++key), style.tooltip);
    m_marks << new MarkChip(theme, {style.glyph, style.title, tooltip, style.cls}, this);
  }
  m_marks << new MarkChip(
      theme,
      {alarmMark(), tr("Ratio hides"),
       tr("Speedup stayed while eager and compiled latency both moved: the machine changed, not the compiler (Y)"),
       verdicts::VerdictClass::Flaky},
      this);
  for (MarkChip* each : std::as_const(m_marks)) addChip(each);
  addChangedOnly(tr("Hide models that stayed as they were; those that turn over or have an alarm stay (U)"));
  makeLine();
  applyTheme(*this, theme);
}

MarkChip* CompareBar::chip(Move move) const {
  return m_marks[static_cast<qsizetype>(std::ranges::find(kMoveChips, move) - kMoveChips.begin())];
}

void CompareBar::showRows(const DiffRowsPtr& rows) {
  for (const Move move : kMoveChips) chip(move)->setCount(rows ? rows->count(move) : 0);
  m_marks.last()->setCount(rows ? rows->alarms().size() : 0);
  fitChips();
}

void CompareBar::setShownCount(std::size_t shown, std::size_t all) {
  TableFilterBar::setShownCount(shown, all, tr("model"), tr("models"));
  fitChips();
}

int CompareBar::fitChips() {
  int spare = width() - 5 * kGrid - field()->minimumSizeHint().width() - 96 - shownLabel()->sizeHint().width() -
              changedOnlyButton()->sizeHint().width() - clearButton()->sizeHint().width();
  for (MarkChip* each : std::as_const(m_marks)) {
    each->setShort(true);
    spare -= each->sizeHint().width() + kGrid / 2;
  }
  for (MarkChip* each : std::as_const(m_marks)) {
    const int more = each->fullWidth() - each->sizeHint().width();
    if (more > spare) break;
    spare -= more;
    each->setShort(false);
  }
  return width() - spare;
}

QSize CompareBar::minimumSizeHint() const { return {400, QWidget::minimumSizeHint().height()}; }

diff::DiffRowFilter CompareBar::filter() const {
  diff::DiffRowFilter filter;
  for (const Move move : kMoveChips)
    if (isOn(move)) filter.moves |= diff::moveBit(move);
  filter.changedOnly = changedOnly();
  filter.alarmsOnly = alarmsOnly();
  for (const QString& word : words()) filter.words.push_back(word.toStdString());
  return filter;
}

void CompareBar::toggleMove(Move move) { chip(move)->toggle(); }
bool CompareBar::isOn(Move move) const { return chip(move)->isChecked(); }
void CompareBar::toggleAlarms() { m_marks.last()->toggle(); }
bool CompareBar::alarmsOnly() const { return m_marks.last()->isChecked(); }

using verdicts::VerdictClass;

namespace {

constexpr int kLines = 2;

constexpr int kPad = kGrid;
constexpr int kGap = kGrid;
constexpr int kSample = 200;      ///< rows that are measured
constexpr int kWidestName = 220;  ///< initial width in px; longer names are elided
constexpr int kWidestPart = 200;

QString arrow() { return u" \u2192 "_s; }

VerdictClass rowClass(Move move) {
  const MoveStyle style = moveStyle(move);
  return style.isTinted ? style.cls : VerdictClass::Pass;
}

bool matters(Move move) { return move == Move::Worse || move == Move::Better || move == Move::Broke || move == Move::Healed; }

constexpr int kBandWidth = 48;                ///< px, of the bar beside a q
constexpr int kMaxListed = 60;                ///< columns in the menu
constexpr int kWidestHead = 170;

}  // namespace

MoveDetails::MoveDetails(const Theme& theme, QWidget* parent)
    : QWidget(parent), m_model(new PlainLabel(this)), m_text(new PlainLabel(this)) {
  auto* layout = makeColumn(this, {kGrid, kGrid / 2, kGrid, kGrid / 2}, 0);
  for (QLabel* label : {m_model, m_text}) {
    label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    layout->addWidget(label);
  }
  m_model->setAccessibleName(tr("Current model"));
  m_text->setWordWrap(true);
  m_text->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  styleText({m_model}, {.isBold = true});
  applyTheme(*this, theme);
}

void MoveDetails::setTheme(const Theme& theme) {
  m_text->setFixedHeight(kLines * QFontMetrics(theme.font(TextSize::Normal)).lineSpacing() + 2);
  layOut();
}

void MoveDetails::show(const QString& model, const QStringList& sentences) {
  m_model->setText(model);
  m_sentences = sentences;
  layOut();
}

void MoveDetails::showHint(const QString& text) {
  m_model->clear();
  m_sentences = QStringList{text};
  layOut();
}

QString MoveDetails::text() const { return m_sentences.join(u" \u00b7 "_s); }

/// What does not fit is counted, never cut in the middle of a line; all of it is in the tooltip.
void MoveDetails::layOut() {
  const QFontMetrics metrics(m_text->font());
  const int width = std::max(1, m_text->width()), height = m_text->height();
  qsizetype shown = m_sentences.size();
  const auto textOf = [this](qsizetype count) {
    QStringList parts = m_sentences.mid(0, count);
    if (count < m_sentences.size()) parts << tr("and %1 more").arg(m_sentences.size() - count);
    return parts.join(u" \u00b7 "_s);
  };
  while (shown > 1 && metrics.boundingRect(QRect(0, 0, width, 10'000), Qt::TextWordWrap, textOf(shown)).height() > height) --shown;
  m_text->setText(textOf(shown));
  m_text->setToolTip(m_sentences.join(u'\n'));
  m_text->setAccessibleName(text());
}

void MoveDetails::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  layOut();
}

void CompareDelegate::measure(const CompareModel& model) {
  m_parts.assign(static_cast<std::size_t>(model.columnCount()), {});
  if (!model.rows()) return;
  const QFontMetrics metrics(theme().font(TextSize::Normal)), strong(bold());
  std::vector<std::uint32_t> rows;
  for (int row = 0; row < std::min(model.rowCount(), kSample); ++row) rows.push_back(model.sourceRow(row));
  const std::size_t all = model.rows()->diff()->rowCount(), step = all / kSample + 1;
  for (std::size_t row = 0; row < all; row += step) rows.push_back(static_cast<std::uint32_t>(row));
  const auto widen = [&metrics](int& width, const QString& text) {
    if (!text.isEmpty()) width = std::max(width, std::min(kWidestPart, metrics.horizontalAdvance(text) + 2));
  };
  const diff::RunDiff& diff = *model.rows()->diff();
  for (int c = 0; c < model.columnCount(); ++c) {
    Parts& parts = m_parts[static_cast<std::size_t>(c)];
    const CompareColumn& column = model.columns().at(c);
    if (column.kind == CompareKind::Move) {
      for (const Move move : kMoveChips)
        parts.whole = std::max(parts.whole, strong.horizontalAdvance(moveStyle(move).word));
      parts.whole += strong.height() + kGap / 2 + kGap + metrics.horizontalAdvance(flipMark() + u' ' + alarmMark());
      continue;
    }
    for (const std::uint32_t row : rows) {
      if (column.kind == CompareKind::Noise) {
        widen(parts.whole, noiseWord(*model.rows(), row));
        parts.before = kBandWidth + kGap;
      } else if (column.kind == CompareKind::Model) {
        parts.whole = std::max(parts.whole, std::min(kWidestName, metrics.horizontalAdvance(shortened(fromUtf8(diff.model(row)), 120)) + 2));
      } else if (column.kind == CompareKind::Value) {
        widen(parts.whole, readingText(diff.reading(column.run, row, column.metric), diff.metrics()[column.metric]));
      } else if (const DiffText text = diffText(*model.rows(), row, column.metric); column.isNumeric) {
        widen(text.hasAfter ? parts.after : parts.lack, text.isBelowFloor ? floorMark() + text.after : text.after);
        if (!text.isChanged) continue;
        widen(parts.before, text.before);
        widen(parts.delta, text.delta);
        widen(parts.percent, text.percent);
        parts.hasArrow = true;
      } else {
        widen(parts.whole, oneLine(text));
      }
    }
  }
}

int CompareDelegate::Parts::change() const {
  return (delta > 0 ? kGap + delta : 0) + (percent > 0 ? kGap + percent : 0);
}

int CompareDelegate::arrowWidth(const Parts& parts) const {
  return parts.hasArrow ? QFontMetrics(theme().font(TextSize::Normal)).horizontalAdvance(arrow()) : 0;
}

int CompareDelegate::wantedWidth(int column) const {
  if (column < 0 || column >= static_cast<int>(m_parts.size())) return 0;
  const Parts& parts = m_parts[static_cast<std::size_t>(column)];
  const int now = std::max({parts.whole, parts.after + parts.change(), parts.lack});
  return now + parts.before + arrowWidth(parts) + 2 * kPad + 4;
}

QSize CompareDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const {
  return {wantedWidth(index.column()), rowHeight()};
}

void CompareDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const auto* model = qobject_cast<const CompareModel*>(index.model());
  if (model == nullptr || index.column() >= static_cast<int>(m_parts.size())) return;
  painter->save();
  const auto move = static_cast<Move>(index.data(CompareModel::MoveRole).toInt());
  const bool stronger = paintGround(*painter, option, index, rowClass(move));
  painter->setFont(theme().font(TextSize::Normal));
  const QRect room = option.rect.adjusted(kPad, 0, -kPad, 0);
  const CompareColumn& column = model->columns().at(index.column());
  const QFontMetrics metrics(painter->font());
  switch (column.kind) {
    case CompareKind::Move: paintMove(*painter, room, index, stronger); break;
    case CompareKind::Model:
      painter->setPen(theme().color(Tone::Text));
      painter->drawText(room, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                        metrics.elidedText(shortened(index.data().toString()).simplified(), Qt::ElideMiddle, room.width()));
      break;
    case CompareKind::Metric: {
      const auto text = index.data(CompareModel::TextRole).value<DiffText>();
      if (column.isNumeric) paintNumbers(*painter, room, text, m_parts[static_cast<std::size_t>(index.column())], stronger);
      else paintWords(*painter, room, text, stronger);
      break;
    }
    case CompareKind::Noise: paintNoise(*painter, room, index); break;
    case CompareKind::Value: {
      const bool here = hasValue(model->rows()->diff()->reading(column.run, model->sourceRow(index.row()), column.metric));
      painter->setPen(here ? theme().color(Tone::Text) : theme().mutedColor(stronger));
      painter->drawText(room, int(column.isNumeric ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter | Qt::TextSingleLine,
                        metrics.elidedText(index.data().toString(), Qt::ElideMiddle, room.width()));
      break;
    }
  }
  painter->restore();
}

void CompareDelegate::paintMove(QPainter& painter, const QRect& room, const QModelIndex& index, bool stronger) const {
  const auto move = static_cast<Move>(index.data(CompareModel::MoveRole).toInt());
  const MoveStyle style = moveStyle(move);
  const bool quiet = move == Move::Same || move == Move::Nothing;
  const QFontMetrics strong(bold());
  const int slot = strong.height();  // glyphs of different widths stand in one column
  painter.setFont(bold());
  painter.setPen(quiet ? theme().mutedColor(stronger) : theme().classStyle(style.cls).chip);
  painter.drawText(QRect(room.left(), room.top(), slot, room.height()), Qt::AlignCenter, style.glyph);
  painter.setPen(quiet ? theme().mutedColor(stronger) : theme().wordColor(style.cls, stronger));
  const QRect rest = room.adjusted(slot + kGap / 2, 0, 0, 0);
  painter.drawText(rest, Qt::AlignLeft | Qt::AlignVCenter, strong.elidedText(style.word, Qt::ElideRight, rest.width()));
  painter.setPen(theme().color(Tone::Text));
  painter.drawText(rest, Qt::AlignRight | Qt::AlignVCenter, index.data(CompareModel::MarksRole).toString());
}

/// paintNoise writes the q and draws the interval of the shift, with a stroke where nothing changes: inside the box the shift
/// is within the noise.
void CompareDelegate::paintNoise(QPainter& painter, const QRect& room, const QModelIndex& index) const {
  const auto* model = qobject_cast<const CompareModel*>(index.model());
  const diff::CellShift* cell = model->rows()->repeats()->surestOf(model->sourceRow(index.row()));
  const QFontMetrics metrics(painter.font());
  const QString text = index.data().toString();
  painter.setPen(theme().color(Tone::Text));
  painter.drawText(room, Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine, metrics.elidedText(text, Qt::ElideRight, room.width()));
  if (cell == nullptr || room.width() < kBandWidth + kGap + metrics.horizontalAdvance(text)) return;
  const double reach = 1.1 * std::max(std::abs(cell->shift.low), std::abs(cell->shift.high));
  if (!(reach > 0) || !std::isfinite(reach)) return;
  const auto at = [reach](double shift) { return 0.5 + shift / (2 * reach); };
  const int height = metrics.height();
  drawInterval(&painter, {room.left(), room.center().y() - height / 2, kBandWidth, height},
               {at(cell->shift.low), at(cell->shift.high), at(0), theme().color(Tone::Muted), theme().color(Tone::Text)});
}

QColor CompareDelegate::colorOf(const DiffText& text, bool stronger) const {
  if (!text.hasAfter) return theme().mutedColor(stronger);
  return theme().color(text.isChanged || text.isBelowFloor ? Tone::Text : Tone::Muted);
}

void CompareDelegate::paintNumbers(QPainter& painter, const QRect& room, const DiffText& text, const Parts& parts,
                                   bool stronger) const {
  const QFontMetrics metrics(painter.font());
  const int arrows = arrowWidth(parts), values = parts.before + arrows + parts.after;
  const bool withChange = values + parts.change() <= room.width();
  const int now = withChange ? parts.after + parts.change() : parts.after;
  const bool withBefore = now + arrows + parts.before <= room.width();
  int right = room.right() + 1;
  const auto put = [&](const QString& part, int width, const QColor& color) {
    painter.setPen(color);
    painter.drawText(QRect(right - width, room.top(), width, room.height()),
                     Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine, metrics.elidedText(part, Qt::ElideRight, width));
    right -= width;
  };
  const QColor muted = theme().mutedColor(stronger);
  const QColor moved = matters(text.move) ? theme().wordColor(moveStyle(text.move).cls, stronger) : muted;
  QString after = text.isBelowFloor ? floorMark() + text.after : text.after;
  if (!withBefore && text.isChanged) after = u"\u2026 \u2192 "_s + after;
  if (!withBefore) {
    put(after, std::max(0, right - room.left()), colorOf(text, stronger));
    return;
  }
  if (!text.hasAfter) {  // the words begin where the number would, or as far left as they must
    put(after, std::max(now, std::min(parts.lack, room.width() - parts.before - arrows)), muted);
  } else {
    if (withChange && parts.percent > 0) {
      put(text.percent, parts.percent, moved);
      right -= kGap;
    }
    if (withChange && parts.delta > 0) {
      put(text.delta, parts.delta, moved);
      right -= kGap;
    }
    put(after, parts.after, colorOf(text, stronger));
  }
  if (!text.isChanged) return;
  put(arrow(), arrows, muted);
  put(text.before, parts.before, muted);
}

void CompareDelegate::paintWords(QPainter& painter, const QRect& room, const DiffText& text, bool stronger) const {
  const QFontMetrics metrics(painter.font());
  int left = room.left();
  const auto put = [&](const QString& part, const QColor& color) {
    const int width = std::max(0, room.right() + 1 - left);
    painter.setPen(color);
    const QString shown = metrics.elidedText(part, Qt::ElideRight, width);
    painter.drawText(QRect(left, room.top(), width, room.height()), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, shown);
    left += metrics.horizontalAdvance(shown);
  };
  if (text.isChanged) put(text.before + arrow(), theme().mutedColor(stronger));
  put(text.after, matters(text.move) ? theme().wordColor(moveStyle(text.move).cls, stronger) : colorOf(text, stronger));
}

CompareTable::CompareTable(CompareModel* model, const Theme& theme, QWidget* parent)
    : RecordTable(theme, parent), m_model(model), m_delegate(new CompareDelegate(theme, this)) {
  setAccessibleName(tr("Models before and after"));
  setModel(model);
  setRowDelegate(m_delegate);
  keepPlaceByName(*model);
  QHeaderView* header = horizontalHeader();
  header->setAccessibleName(tr("Columns of the comparison"));
  header->setStretchLastSection(false);
  header->setContextMenuPolicy(Qt::CustomContextMenu);
  connect(header, &QHeaderView::customContextMenuRequested, this,
          [this, header](const QPoint& at) { columnMenu()->popup(header->mapToGlobal(at)); });
  connect(header, &QHeaderView::sectionResized, this, [this](int column, int, int now) {
    if (!m_shaping && now > 0 && column < m_model->columns().count()) m_widths[m_model->columns().at(column).key] = now;
  });
  setSortingEnabled(true);
  connect(model, &CompareModel::modelAboutToBeReset, this, [this] { m_shaping = true; });
  connect(model, &CompareModel::modelReset, this, &CompareTable::shapeColumns);
  connect(model, &CompareModel::orderChanged, this, &CompareTable::showSortMark);
  setTheme(theme);
}

void CompareTable::shapeColumns() {
  m_shaping = true;
  m_delegate->measure(*m_model);
  const QFontMetrics head(horizontalHeader()->font());
  for (int column = 0; column < m_model->columns().count(); ++column) {
    const CompareColumn& about = m_model->columns().at(column);
    const int title = std::min(kWidestHead, head.horizontalAdvance(about.title) + 4 * kGrid);
    setColumnWidth(column, m_widths.value(about.key, std::max(title, m_delegate->wantedWidth(column))));
    setColumnHidden(column, m_hidden.contains(about.key));
  }
  m_shaping = false;
  showSortMark();
}

void CompareTable::resetColumns() {
  m_widths.clear();
  m_hidden.clear();
  for (int visual = 0; visual < horizontalHeader()->count(); ++visual)
    horizontalHeader()->moveSection(horizontalHeader()->visualIndex(visual), visual);
  shapeColumns();
}

void CompareTable::setColumnShown(int column, bool shown) {
  const QString key = m_model->columns().at(column).key;
  if (shown) m_hidden.remove(key);
  else m_hidden.insert(key);
  shapeColumns();
}

void CompareTable::showSortMark() {
  const int column = m_model->order() == diff::RowSort{} ? -1 : m_model->columns().columnOf(m_model->order());
  const QSignalBlocker quiet(horizontalHeader());
  horizontalHeader()->setSortIndicator(column, m_model->order().descending ? Qt::DescendingOrder : Qt::AscendingOrder);
  horizontalHeader()->viewport()->update();
}

QMenu* CompareTable::columnMenu() {
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  QAction* worst = menu->addAction(tr("Sort worst first"), this, [this] { m_model->setSort({}); });
  worst->setCheckable(true);
  worst->setChecked(m_model->order() == diff::RowSort{});
  menu->addSeparator();
  for (int column = 0; column < std::min(m_model->columns().count(), kMaxListed); ++column) {
    QAction* action = menu->addAction(m_model->columns().at(column).title);
    action->setCheckable(true);
    action->setChecked(!isColumnHidden(column));
    action->setEnabled(m_model->columns().at(column).kind != CompareKind::Model);  // without the name a row says nothing
    connect(action, &QAction::toggled, this, [this, column](bool on) { setColumnShown(column, on); });
  }
  menu->addSeparator();
  menu->addAction(tr("Reset the columns"), this, &CompareTable::resetColumns);
  return menu;
}

bool CompareTable::goToMoved(int step) {
  return goToNext(step, [this](int row) { return m_model->rows()->hasMoved(m_model->sourceRow(row)); });
}

QJsonObject CompareTable::saveColumns() const {
  QJsonObject widths;
  for (auto it = m_widths.cbegin(); it != m_widths.cend(); ++it) widths[it.key()] = it.value();
  return {{u"widths"_s, widths}, {u"hidden"_s, QJsonArray::fromStringList({m_hidden.begin(), m_hidden.end()})}};
}

void CompareTable::restoreColumns(const QJsonObject& saved) {
  m_widths.clear();
  const QJsonObject widths = saved["widths"_L1].toObject();
  for (auto it = widths.begin(); it != widths.end(); ++it)
    if (const int width = it.value().toInt(); width >= 32 && width <= 2000) m_widths[it.key()] = width;
  const QStringList hidden = saved["hidden"_L1].toVariant().toStringList();
  m_hidden = {hidden.begin(), hidden.end()};
  m_hidden.remove(u"model"_s);
  shapeColumns();
}

}  // namespace plumbline::ui
