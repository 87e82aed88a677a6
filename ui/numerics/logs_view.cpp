// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numerics/logs_view.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QStackedLayout>
#include <QVBoxLayout>

#include "ui/numerics/margin_model.h"
#include "ui/numerics/margin_table.h"
#include "ui/numerics/numerics_words.h"
#include "ui/support/clipboard_text.h"
#include "ui/support/count_text.h"
#include "ui/support/divider.h"
#include "ui/support/empty_state.h"
#include "ui/support/filter_field.h"
#include "ui/support/mark_chip.h"
#include "ui/support/text_field.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

LogsView::LogsView(const Theme& theme, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_desk(new MarginDesk(this)), m_model(new MarginModel(this)) {
  setAccessibleName(u"Margins in logs"_s);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(buildBar());
  column->addWidget(new Divider(Qt::Horizontal, this));
  auto* both = new QWidget(this);
  m_pages = new QStackedLayout(both);
  m_nothing = new EmptyState(theme, both);
  m_table = new MarginTable(m_model, theme, both);
  m_pages->addWidget(m_nothing);
  m_pages->addWidget(m_table);
  column->addWidget(both, 1);
  connect(m_desk, &MarginDesk::found, this, &LogsView::showAnswer);
  connect(m_desk, &MarginDesk::failed, this, &LogsView::noticeWanted);
  connect(m_model, &MarginModel::rowsShown, this, &LogsView::showRows);
  setTheme(theme);
  showRows();
}

QWidget* LogsView::buildBar() {
  auto* bar = new QWidget(this);
  auto* line = new QHBoxLayout(bar);
  line->setContentsMargins(kGrid, kGrid, kGrid, kGrid);
  line->setSpacing(kGrid);
  const TensorLook near = lookOf(TensorVerdict::Near);
  m_warned = new MarkChip(m_theme, {near.glyph, u"Near or over"_s, u"Show only margins at or over the warning (N)"_s, near.cls}, bar);
  m_text = new FilterField({.placeholder = u"Filter: model"_s, .tooltip = u"Words that must all occur in model or key (/)"_s, .smallestWidth = 96}, bar);
  m_shown = new QLabel(bar);
  const auto read = [this] { m_model->setWish(m_text->words(), m_warned->isChecked()); };
  connect(m_warned, &QAbstractButton::toggled, this, read);
  connect(m_text, &QLineEdit::textChanged, this, read);
  connect(m_text, &FilterField::leaveRequested, this, &LogsView::focusTable);
  line->addWidget(m_warned);
  line->addWidget(m_text, 1);
  line->addWidget(m_shown);
  const auto add = [&](const QString& name, const QString& tooltip, double numerics::MarginOptions::*field) {
    auto* number = addNumber(name, tooltip, field);
    line->addWidget(m_labels.last());
    line->addWidget(number);
  };
  add(u"assumed multiplier"_s, u"For lines of older logs, which do not tell it (T)"_s, &numerics::MarginOptions::multiplier);
  add(u"tol"_s, u"For lines of older logs, which do not tell it"_s, &numerics::MarginOptions::tol);
  add(u"warn at"_s, u"From this margin on a model is near the limit"_s, &numerics::MarginOptions::warnAt);
  return bar;
}

QLineEdit* LogsView::addNumber(const QString& name, const QString& tooltip, double numerics::MarginOptions::*field) {
  auto* label = new QLabel(name, this);
  auto* number = new QLineEdit(this);
  label->setBuddy(number);
  number->setAccessibleName(name);
  number->setToolTip(tooltip);
  number->setAlignment(Qt::AlignRight);
  number->setText(QString::number(m_desk->options().*field));
  prepareTextField(*number);
  connect(number, &QLineEdit::textEdited, this, [this, number, field](const QString& text) {
    bool isNumber = false;
    numerics::MarginOptions options = m_desk->options();
    options.*field = QLocale::c().toDouble(text.trimmed(), &isNumber);
    const bool isGood = isNumber && numerics::checkOptions(options).has_value();
    QPalette look = m_theme.palette();
    if (!isGood) look.setColor(QPalette::Text, m_theme.look(verdicts::VerdictClass::Fail).chip);
    number->setPalette(look);
    if (isGood) m_desk->setOptions(options);
  });
  connect(number, &QLineEdit::editingFinished, this, [this, number, field] {
    number->setPalette(m_theme.palette());
    number->setText(QString::number(m_desk->options().*field));
  });
  connect(number, &QLineEdit::returnPressed, this, &LogsView::focusTable);
  m_labels << label;
  m_numbers << number;
  return number;
}

void LogsView::setTheme(const Theme& theme) {
  m_theme = theme;
  m_table->setTheme(theme);
  m_nothing->setTheme(theme);
  m_warned->setTheme(theme);
  QPalette quiet = theme.palette();
  quiet.setColor(QPalette::WindowText, theme.color(Tone::Muted));
  m_shown->setPalette(quiet);
  for (QLabel* label : std::as_const(m_labels)) label->setPalette(quiet);
  for (QLineEdit* number : std::as_const(m_numbers))
    number->setFixedWidth(QFontMetrics(theme.font(TextSize::Normal)).horizontalAdvance(u"0.0000"_s) + 2 * kGrid);
}

void LogsView::open(const QStringList& logs) {
  m_desk->open(logs);
  if (logs.isEmpty()) m_desk->cancel();
  if (logs.isEmpty()) showAnswer({});
}

void LogsView::showAnswer(const MarginAnswer& answer) {
  m_model->setAnswer(answer);
  for (const base::Error& error : answer.errors) Q_EMIT noticeWanted(error);
}

bool LogsView::hasMargins() const { return m_model->total() > 0; }

void LogsView::showRows() {
  m_warned->setCount(m_model->warned());
  const auto shown = static_cast<std::size_t>(m_model->rowCount());
  m_shown->setText(shown == m_model->total() ? u"%1 %2"_s.arg(grouped(shown), shown == 1 ? u"margin"_s : u"margins"_s)
                                             : u"%1 of %2"_s.arg(grouped(shown), grouped(m_model->total())));
  const EmptyState::Button open{u"Open logs"_s, [this] { Q_EMIT filesWanted(); }};
  if (m_desk->logs().isEmpty())
    m_nothing->say(u"No log is open"_s,
                   u"Open the logs of accuracy runs, the oldest first: each line in which same() tells its two errors gives a margin. "
                   "What comes near the limit from log to log is seen before it fails."_s,
                   {open});
  else if (m_model->total() == 0)
    m_nothing->say(u"The logs tell of no margin"_s, u"same() prints the two errors only where allclose did not pass: \"RMSE (res-fp64): ...\"."_s, {open});
  else m_nothing->say(u"No margin matches"_s, u"The filter leaves none of %1."_s.arg(grouped(m_model->total())), {{u"Show every margin"_s, [this] { clearFilter(); }}});
  const bool hadFocus = m_table->hasFocus();
  m_pages->setCurrentIndex(shown == 0 ? 0 : 1);
  if (shown > 0 && hadFocus) m_table->setFocus(Qt::OtherFocusReason);
  Q_EMIT changed();
}

QString LogsView::statusText() const {
  if (m_desk->logs().isEmpty()) return u"No log is open"_s;
  const std::size_t warned = m_model->warned(), logs = static_cast<std::size_t>(m_model->answer().logs.size());
  return u"%1 %2 in %3 %4 \u00b7 %5 near or over the limit"_s.arg(grouped(m_model->total()), m_model->total() == 1 ? u"margin"_s : u"margins"_s, grouped(logs),
                                                                 logs == 1 ? u"log"_s : u"logs"_s, grouped(warned));
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

QString LogsView::rowsText() const {
  QStringList head;
  for (int column = 0; column < MarginModel::ColumnCount; ++column) head << m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
  TextTable table{head};
  const QList<int> rows = m_table->selectedRows();
  for (const int row : rows) {
    QStringList cells;
    for (int column = 0; column < MarginModel::ColumnCount; ++column) cells << m_model->cellText(row, column);
    table << cells;
  }
  return toTsv(table);
}

QList<QWidget*> LogsView::focusOrder() const {
  QList<QWidget*> order{m_warned, m_text};
  for (QLineEdit* number : m_numbers) order << number;
  return order << m_table;
}

}  // namespace plumbline::ui
