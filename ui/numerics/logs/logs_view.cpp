// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numerics/logs/logs_view.h"

#include <QHeaderView>
#include <QLineEdit>
#include <QLocale>
#include <QPainter>
#include <QStackedLayout>
#include <algorithm>
#include <array>

#include "ui/numerics/margin_bar.h"
#include "ui/numerics/numerics_text.h"
#include "ui/support/chip_filter_bar.h"
#include "ui/support/clipboard_text.h"
#include "ui/support/empty_state.h"
#include "ui/support/form_controls.h"
#include "ui/support/labels.h"
#include "ui/support/layouts.h"
#include "ui/support/mark_chip.h"
#include "ui/support/tables/flat_delegate.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {

using verdicts::VerdictClass;

namespace {

constexpr std::array kMarginCharacters = {24, 14, 0, 22, 9, 9, 9, 9, 9, 14, 8};
constexpr std::array kOptionalMarginColumns = {MarginModel::Line, MarginModel::Dtype, MarginModel::Shape,
                                               MarginModel::Multiplier, MarginModel::Tol};

VerdictClass classOf(const QModelIndex& index) {
  if (index.data(MarginModel::OverRole).toBool()) return VerdictClass::Fail;
  return index.data(MarginModel::WarnedRole).toBool() ? VerdictClass::Flaky : VerdictClass::Pass;
}

int marginColumnWidth(int column, const Theme& theme) {
  if (column == MarginModel::Margin) return marginWidth(theme) + 4 * kGrid;
  const int digit = QFontMetrics(theme.font(TextSize::Normal)).horizontalAdvance(u'0');
  return digit * kMarginCharacters[static_cast<std::size_t>(column)] + 2 * kGrid;
}

/// Draws the margins: a bar with its number, a tint when it is near or over the limit.
class MarginDelegate : public FlatDelegate {
 public:
  using FlatDelegate::FlatDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

void MarginDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  painter->save();
  const VerdictClass cls = classOf(index);
  const bool isStronger = paintGround(*painter, option, index, cls);
  const QRect room = option.rect.adjusted(kGrid, 0, -kGrid, 0);
  if (index.column() == MarginModel::Margin) {
    const int slot = QFontMetrics(bold()).height();
    painter->setFont(bold());
    painter->setPen(theme().classStyle(cls).chip);
    const TensorStyle style = styleOf(cls == VerdictClass::Fail ? TensorVerdict::Differs : TensorVerdict::Near);
    if (cls != VerdictClass::Pass)
      painter->drawText(QRect(room.left(), room.top(), slot, room.height()), Qt::AlignCenter, style.glyph);
    paintMargin(*painter, room.adjusted(slot + kGrid / 2, 0, 0, 0), {index.data(MarginModel::MarginRole).toDouble(), true, isStronger}, theme());
  } else {
    const bool isQuiet = index.column() != MarginModel::Model && index.column() != MarginModel::Trend;
    painter->setFont(theme().font(TextSize::Normal));
    painter->setPen(isQuiet ? theme().mutedColor(isStronger) : theme().color(Tone::Text));
    painter->drawText(room, index.data(Qt::TextAlignmentRole).toInt() | Qt::TextSingleLine,
                      painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideMiddle, room.width()));
  }
  painter->restore();
}

QString marginCountText(std::size_t count) {
  return count == 1 ? LogsView::tr("1 margin") : LogsView::tr("%1 margins").arg(grouped(count));
}

}  // namespace

MarginTable::MarginTable(MarginModel* model, const Theme& theme, QWidget* parent)
    : RecordTable(theme, parent), m_model(model) {
  setAccessibleName(tr("Margins in the logs"));
  horizontalHeader()->setAccessibleName(tr("Columns of the margins"));
  horizontalHeader()->setSectionsMovable(false);
  horizontalHeader()->setStretchLastSection(false);
  setModel(model);
  setRowDelegate(new MarginDelegate(theme, this));
  setSortingEnabled(true);
  keepPlaceByIndex(*model);
  setTheme(theme);
}

void MarginTable::shapeColumns() {
  int left = viewport()->width();
  std::array<bool, MarginModel::ColumnCount> isShown{};
  for (int column = 0; column < MarginModel::ColumnCount; ++column) {
    isShown[static_cast<std::size_t>(column)] = m_model->isUsed(column);
    if (isShown[static_cast<std::size_t>(column)]) left -= marginColumnWidth(column, theme());
  }
  for (const int column : kOptionalMarginColumns) {
    if (left >= 0) break;
    isShown[static_cast<std::size_t>(column)] = false;
    left += marginColumnWidth(column, theme());
  }
  for (int column = 0; column < MarginModel::ColumnCount; ++column) {
    setColumnHidden(column, !isShown[static_cast<std::size_t>(column)]);
    const int extra = column == MarginModel::Model ? std::max(0, left) : 0;
    if (!isColumnHidden(column)) setColumnWidth(column, marginColumnWidth(column, theme()) + extra);
  }
}

void MarginTable::resizeEvent(QResizeEvent* event) {
  RecordTable::resizeEvent(event);
  shapeColumns();
}

LogsView::LogsView(const Theme& theme, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_controller(new MarginController(this)), m_model(new MarginModel(this)) {
  setAccessibleName(tr("Margins in logs"));
  auto* column = makeColumn(this, {}, 0, {buildBar(), divider()});
  auto* both = new QWidget(this);
  m_pages = new QStackedLayout(both);
  m_nothing = new EmptyState(theme, both);
  m_table = new MarginTable(m_model, theme, both);
  addWidgets(*m_pages, {m_nothing, m_table});
  column->addWidget(both, 1);
  connect(m_controller, &MarginController::found, this, &LogsView::showAnswer);
  connect(m_controller, &MarginController::failed, this, &LogsView::noticeRequested);
  connect(m_model, &MarginModel::rowsShown, this, &LogsView::showRows);
  styleText({m_shown}, {.isMuted = true});
  applyTheme(*this, theme);
  showRows();
}

QWidget* LogsView::buildBar() {
  auto* bar = new QWidget(this);
  const TensorStyle near = styleOf(TensorVerdict::Near);
  m_warned = new MarkChip(m_theme, {near.glyph, tr("Near or over"), tr("Show only margins at or over the warning (N)"),
                                    near.cls}, bar);
  m_text = new FilterField({.placeholder = tr("Filter: model"),
                            .tooltip = tr("Words that must all occur in model or key (/)"), .minWidth = 96}, bar);
  m_shown = new PlainLabel(bar);
  const auto read = [this] { m_model->setFilter(m_text->words(), m_warned->isChecked()); };
  connect(m_warned, &QAbstractButton::toggled, this, read);
  connect(m_text, &QLineEdit::textChanged, this, read);
  connect(m_text, &FilterField::leaveRequested, this, &LogsView::focusTable);
  auto* line = makeRow(bar, {kGrid, kGrid, kGrid, kGrid}, kGrid, {m_warned, {m_text, 1}, m_shown});
  const auto add = [&](const QString& name, const QString& tooltip, double numerics::MarginOptions::*field) {
    auto* number = addNumber(name, tooltip, field);
    line->addWidget(m_labels.last());
    line->addWidget(number);
  };
  add(tr("assumed multiplier"), tr("For lines of older logs, which do not contain it (T)"),
      &numerics::MarginOptions::multiplier);
  add(u"tol"_s, tr("For lines of older logs, which do not contain it"), &numerics::MarginOptions::tol);
  add(tr("warn at"), tr("From this margin on a model is near the limit"), &numerics::MarginOptions::warnAt);
  return bar;
}

QLineEdit* LogsView::addNumber(const QString& name, const QString& tooltip, double numerics::MarginOptions::*field) {
  auto* label = new PlainLabel(name, this);
  auto* number = new QLineEdit(this);
  label->setBuddy(number);
  number->setAccessibleName(name);
  number->setToolTip(tooltip);
  number->setAlignment(Qt::AlignRight);
  number->setText(QString::number(m_controller->options().*field));
  prepareTextField(*number);
  connect(number, &QLineEdit::textEdited, this, [this, number, field](const QString& text) {
    bool isNumber = false;
    numerics::MarginOptions options = m_controller->options();
    options.*field = QLocale::c().toDouble(text.trimmed(), &isNumber);
    const bool isGood = isNumber && numerics::checkOptions(options).has_value();
    QPalette colors = m_theme.palette();
    if (!isGood) colors.setColor(QPalette::Text, m_theme.classStyle(verdicts::VerdictClass::Fail).chip);
    number->setPalette(colors);
    if (isGood) m_controller->setOptions(options);
  });
  connect(number, &QLineEdit::editingFinished, this, [this, number, field] {
    number->setPalette(m_theme.palette());
    number->setText(QString::number(m_controller->options().*field));
  });
  connect(number, &QLineEdit::returnPressed, this, &LogsView::focusTable);
  m_labels << label;
  styleText({label}, {.isMuted = true});
  m_numbers << number;
  return number;
}

void LogsView::setTheme(const Theme& theme) {
  m_theme = theme;
  for (QLineEdit* number : std::as_const(m_numbers))
    number->setFixedWidth(QFontMetrics(theme.font(TextSize::Normal)).horizontalAdvance(u"0.0000"_s) + 2 * kGrid);
}

void LogsView::open(const QStringList& logs) {
  m_controller->open(logs);
  if (logs.isEmpty()) m_controller->cancel();
  if (logs.isEmpty()) showAnswer({});
}

void LogsView::showAnswer(const MarginAnswer& answer) {
  m_model->setAnswer(answer);
  for (const base::Error& error : answer.errors) Q_EMIT noticeRequested(error);
}

bool LogsView::hasMargins() const { return m_model->total() > 0; }

void LogsView::showRows() {
  m_warned->setCount(m_model->warned());
  const auto shown = static_cast<std::size_t>(m_model->rowCount());
  m_shown->setText(shown == m_model->total() ? marginCountText(shown)
                                             : tr("%1 of %2").arg(grouped(shown), grouped(m_model->total())));
  const EmptyState::Button open{tr("Open logs"), [this] { Q_EMIT filesRequested(); }};
  if (m_controller->logs().isEmpty())
    m_nothing->showText(tr("No log is open"),
                   tr("Open the logs of accuracy runs, the oldest first: each line in which same() prints its two "
                      "errors gives a margin. "
                   "What comes near the limit from log to log is seen before it fails."),
                   {open});
  else if (m_model->total() == 0)
    m_nothing->showText(tr("The logs have no margin"),
                        tr("same() prints the two errors only where allclose did not pass: \"RMSE (res-fp64): ...\"."),
                        {open});
  else m_nothing->showText(tr("No margin matches"), tr("The filter leaves none of %1.").arg(grouped(m_model->total())),
                           {{tr("Show every margin"), [this] { clearFilter(); }}});
  const bool hadFocus = m_table->hasFocus();
  m_pages->setCurrentIndex(shown == 0 ? 0 : 1);
  if (shown > 0 && hadFocus) m_table->setFocus(Qt::OtherFocusReason);
  Q_EMIT changed();
}

QString LogsView::statusText() const {
  if (m_controller->logs().isEmpty()) return tr("No log is open");
  const std::size_t warned = m_model->warned(), logs = static_cast<std::size_t>(m_model->answer().logs.size());
  const QString inLogs = logs == 1 ? tr("%1 in 1 log") : tr("%1 in %2 logs").arg(QString(u"%1"_s), grouped(logs));
  return inLogs.arg(marginCountText(m_model->total())) + u" \u00b7 "_s +
      tr("%1 near or over the limit").arg(grouped(warned));
}

void LogsView::step(int direction) {
  const int row = m_table->currentIndex().isValid() ? m_table->currentIndex().row() : -1;
  if (const int next = m_model->step(row, direction); next >= 0) m_table->goTo(next);
  focusTable();
}

void LogsView::goToWorst() {
  m_table->sortByColumn(-1, Qt::AscendingOrder);
  m_table->goTo(0);
  focusTable();
}

void LogsView::toggleWarned() { m_warned->toggle(); }
void LogsView::clearFilter() {
  m_warned->setChecked(false);
  m_text->clear();
  focusTable();
}
void LogsView::focusText() { m_text->focusAll(); }
void LogsView::focusTable() { m_table->setFocus(Qt::OtherFocusReason); }
void LogsView::focusAssumed() {
  m_numbers.first()->setFocus(Qt::ShortcutFocusReason);
  m_numbers.first()->selectAll();
}

reports::MarginReport LogsView::report() const {
  const MarginAnswer& answer = m_model->answer();
  reports::MarginReport report;
  for (const QString& log : answer.logs) report.logs.push_back(log.toStdString());
  report.margins = answer.margins;
  report.options = answer.options;
  return report;
}

QString LogsView::rowsText() const { return toTsv(rowTexts(*m_model, m_table->selectedRows())); }

QList<QWidget*> LogsView::focusOrder() const {
  QList<QWidget*> order{m_warned, m_text};
  for (QLineEdit* number : m_numbers) order << number;
  return order << m_table;
}

}  // namespace plumbline::ui
