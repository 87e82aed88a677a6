// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/run_list.h"

#include <QHeaderView>
#include <QSignalBlocker>
#include <QStackedLayout>
#include <algorithm>
#include <array>

#include "ui/runs/queue_model.h"
#include "ui/runs/queue_table.h"
#include "ui/runs/run_text.h"
#include "ui/support/empty_state.h"
#include "ui/support/layouts.h"
#include "ui/support/mark_chip.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {

using runs::RunState;

namespace {

constexpr std::array kChipStates{RunState::Running, RunState::Waiting, RunState::Failed, RunState::Cancelled,
                                 RunState::Done};
constexpr int kChipSpacing = kGrid / 2;
constexpr int kMinStateCharacters = 11;

QueueTable::Columns runColumns() {
  return {.characters = {kMinStateCharacters, 22, 28, 10, 11, 8, 8, 18},
          .wide = {QueueModel::Title, QueueModel::Outcome},
          .optional = {QueueModel::Began, QueueModel::Target, QueueModel::Left, QueueModel::Elapsed}};
}

}  // namespace

StateFilter::StateFilter(const Theme& theme, QWidget* parent) : QWidget(parent) {
  setAccessibleName(tr("States of the runs"));
  auto* layout = makeRow(this, {}, kChipSpacing);
  for (const RunState state : kChipStates) {
    const RunStyle style = runStyle(state);
    const QString tooltip = state == RunState::Failed
                                ? tr("Only runs that failed, timed out or were lost (0 shows all)")
                                : tr("Only runs that are %1 (0 shows all)").arg(style.word);
    auto* chip =
        new MarkChip(theme, {.glyph = style.glyph, .word = style.word, .tooltip = tooltip, .cls = style.cls}, this);
    connect(chip, &QAbstractButton::toggled, this, &StateFilter::changed);
    layout->addWidget(chip);
    m_chips << chip;
  }
  layout->addStretch(1);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

StateFilter::Kind StateFilter::kindOf(RunState state) {
  switch (state) {
    case RunState::Waiting: return Kind::Waiting;
    case RunState::Done: return Kind::Done;
    case RunState::Cancelled: return Kind::Cancelled;
    case RunState::Failed:
    case RunState::TimedOut:
    case RunState::Lost: return Kind::Failed;
    default: return Kind::Running;
  }
}

void StateFilter::setTheme(const Theme&) { shortenChips(); }

void StateFilter::count(const std::vector<RunState>& states) {
  std::array<std::size_t, kChipStates.size()> counts{};
  for (const RunState state : states) ++counts[static_cast<std::size_t>(kindOf(state))];
  for (qsizetype i = 0; i < m_chips.size(); ++i) m_chips[i]->setCount(counts[static_cast<std::size_t>(i)]);
  shortenChips();
}

bool StateFilter::isClear() const {
  return std::ranges::none_of(m_chips, [](const MarkChip* chip) { return chip->isChecked(); });
}

bool StateFilter::accepts(RunState state) const {
  return isClear() || m_chips[static_cast<qsizetype>(kindOf(state))]->isChecked();
}

void StateFilter::toggle(Kind kind) { m_chips[static_cast<qsizetype>(kind)]->toggle(); }

void StateFilter::clear() {
  for (MarkChip* chip : std::as_const(m_chips)) {
    const QSignalBlocker quiet(chip);
    chip->setChecked(false);
    chip->update();
  }
  Q_EMIT changed();
}

QList<QWidget*> StateFilter::focusOrder() const { return {m_chips.begin(), m_chips.end()}; }

/// shortenChips hides the words where there is no room for all of them; where there is not even room for all glyphs,
/// chips that count nothing are hidden.
void StateFilter::shortenChips() {
  int full = kChipSpacing * static_cast<int>(m_chips.size() - 1);
  for (const MarkChip* chip : std::as_const(m_chips)) full += chip->fullWidth();
  for (MarkChip* chip : std::as_const(m_chips)) chip->setShort(full > width());
  int glyphs = kChipSpacing * static_cast<int>(m_chips.size() - 1);
  for (const MarkChip* chip : std::as_const(m_chips)) glyphs += chip->sizeHint().width();
  for (MarkChip* chip : std::as_const(m_chips))
    chip->setHidden(full > width() && glyphs > width() && chip->count() == 0 && !chip->isChecked() &&
                    !chip->hasFocus());
}

QSize StateFilter::minimumSizeHint() const { return {1, QWidget::minimumSizeHint().height()}; }

void StateFilter::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  shortenChips();
}

RunList::RunList(QueueModel* model, const Theme& theme, QWidget* parent)
    : QWidget(parent),
      m_model(model),
      m_table(new QueueTable(model, runColumns(), theme, this)),
      m_hidden(new EmptyState(theme, this)),
      m_filter(new StateFilter(theme, this)),
      m_pages(new QStackedLayout(this)) {
  addWidgets(*m_pages, {m_table, m_hidden});
  m_table->setObjectName(u"queue"_s);
  m_table->setAccessibleName(tr("Runs"));
  m_table->horizontalHeader()->setAccessibleName(tr("Columns of the runs"));
  m_table->setMinimumHeight(12 * kGrid);
  connect(m_filter, &StateFilter::changed, this, [this] {
    refresh();
    Q_EMIT filterChanged();
  });
}

runs::RunPtr RunList::current() const {
  return m_table->currentIndex().isValid() ? m_model->run(m_table->currentIndex().row()) : nullptr;
}

QList<int> RunList::selectedRows() const {
  QList<int> rows = m_table->selectedRows();
  rows.removeIf([this](int row) { return m_table->isRowHidden(row); });
  return rows;
}

QList<runs::RunPtr> RunList::selected() const {
  QList<runs::RunPtr> all;
  const QList<int> rows = selectedRows();
  for (const int row : rows) all << m_model->run(row);
  return all;
}

QStringList RunList::finished() const {
  QStringList ids;
  for (int row = 0; row < m_model->rowCount(); ++row)
    if (runs::isFinished(m_model->state(row)) && !m_table->isRowHidden(row)) ids << fromUtf8(m_model->run(row)->id);
  return ids;
}

void RunList::refresh() {
  std::vector<RunState> states;
  for (int row = 0; row < m_model->rowCount(); ++row) {
    states.push_back(m_model->state(row));
    const bool isHidden = !m_filter->accepts(states.back());
    if (m_table->isRowHidden(row) != isHidden) m_table->setRowHidden(row, isHidden);
  }
  m_filter->count(states);
  fitStates();
  const bool none = m_model->rowCount() > 0 && firstShown() < 0;
  if (none)
    m_hidden->showText(tr("No run in these states"),
                  m_model->rowCount() == 1 ? tr("1 run is in another state.")
                                           : tr("%1 runs are in other states.").arg(m_model->rowCount()),
                  {{tr("Show all runs (0)"), [this] { m_filter->clear(); }}});
  const bool hadFocus = m_table->hasFocus() || m_hidden->isAncestorOf(window()->focusWidget());
  if (m_pages->currentIndex() == (none ? 1 : 0)) return;
  m_pages->setCurrentIndex(none ? 1 : 0);
  if (hadFocus) (none ? m_filter->focusOrder().front() : m_table)->setFocus(Qt::OtherFocusReason);
}

void RunList::fitStates() {
  qsizetype longest = 0;
  for (int row = 0; row < m_model->rowCount(); ++row)
    longest = std::max(longest, m_model->index(row, QueueModel::State).data().toString().size());
  m_table->setCharacters(QueueModel::State, std::max(kMinStateCharacters, static_cast<int>(longest) + 4));
}

bool RunList::goToRun(const QString& id) {
  const int row = id.isEmpty() ? -1 : m_model->rowOf(id);
  if (row < 0) return false;
  if (m_table->isRowHidden(row)) m_filter->clear();
  m_table->goTo(row);
  return true;
}

void RunList::goToDefault(bool isStart) {
  int from = m_table->currentIndex().row();
  if (isStart) {
    from = m_model->rowCount() - 1;
    for (int row = from; row >= 0; --row)
      if (!runs::isFinished(m_model->state(row)) && m_model->state(row) != RunState::Waiting) from = row;
  }
  if (const int next = firstShown(from); next >= 0) m_table->goTo(next);
}

int RunList::firstShown(int from) const {
  for (int row = std::max(0, from); row < m_model->rowCount(); ++row)
    if (!m_table->isRowHidden(row)) return row;
  for (int row = std::min(from, m_model->rowCount()) - 1; row >= 0; --row)
    if (!m_table->isRowHidden(row)) return row;
  return -1;
}

bool RunList::goToFailed(int direction) {
  return m_table->goToNext(direction, [this](int row) {
    return StateFilter::kindOf(m_model->state(row)) == StateFilter::Kind::Failed && !m_table->isRowHidden(row);
  });
}

QString RunList::countsText() const {
  std::array<std::size_t, kChipStates.size()> counts{};
  for (int row = 0; row < m_model->rowCount(); ++row)
    ++counts[static_cast<std::size_t>(StateFilter::kindOf(m_model->state(row)))];
  QStringList parts;
  using Kind = StateFilter::Kind;
  const auto add = [&](Kind kind, const QString& text) {
    if (const std::size_t count = counts[static_cast<std::size_t>(kind)]; count > 0) parts << text.arg(grouped(count));
  };
  add(Kind::Running, tr("%1 running"));
  add(Kind::Waiting, tr("%1 waiting"));
  add(Kind::Failed, tr("%1 failed"));
  add(Kind::Cancelled, tr("%1 cancelled"));
  add(Kind::Done, tr("%1 done"));
  if (m_model->rowCount() == 0) return tr("No run yet");
  return runCountText(m_model->rowCount()) + u": "_s + parts.join(u", "_s);
}

}  // namespace plumbline::ui
