// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/history/cell_panel.h"

#include <QComboBox>
#include <QToolButton>
#include <algorithm>
#include <utility>

#include "core/history/show_report.h"
#include "core/session/desktop_links.h"
#include "ui/charts/alarm_slider.h"
#include "ui/charts/chart_readout.h"
#include "ui/charts/chart_style.h"
#include "ui/charts/chart_view.h"
#include "ui/support/form_controls.h"
#include "ui/support/labels.h"
#include "ui/support/layouts.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {

using history::CellEvent;

CellPanel::CellPanel(session::HistoryClient& client, const Theme& theme, QWidget* parent)
    : QWidget(parent),
      m_client(client),
      m_theme(theme),
      m_title(new ElidedLabel(Qt::ElideMiddle, this)),
      m_metrics(new ChoiceField(false, this)),
      m_commit(
          makeToolButton(tr("Commit"), {}, tr("Show the commit of the chosen run or move in the browser (L)"), this)),
      m_pull(makeToolButton(tr("Pull request"), {},
                            tr("Show the pull request that moved the baseline in the browser (P)"), this)),
      m_blame(new ElidedLabel(Qt::ElideRight, this)),
      m_readout(new ChartReadout(theme, this)),
      m_view(new ChartView(theme, this)),
      m_legend(new ChartLegend(theme, this)),
      m_alarms(new AlarmSlider(this)) {
  setAccessibleName(tr("The model over its runs"));
  nameField(*m_metrics, tr("Metric"), tr("Which values the chart shows (T for the next)"));
  m_metrics->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  m_view->setAccessibleName(tr("Chart of the runs"));
  auto* head =
      makeRow(nullptr, {2 * kGrid, kGrid / 2, 2 * kGrid, 0}, kGrid, {{m_title, 1}, m_metrics, m_commit, m_pull});
  m_blame->setContentsMargins(2 * kGrid, 0, 2 * kGrid, 0);
  auto* reading = makeRow(nullptr, {2 * kGrid, kGrid / 2, 2 * kGrid, 0}, kGrid, {{m_readout, 1}, m_alarms});
  auto* legend = makeRow(nullptr, {2 * kGrid, 0, 2 * kGrid, kGrid / 2}, 0, {{m_legend, 1}});
  makeColumn(this, {}, 0, {head, m_blame, reading, {m_view, 1}, legend});
  styleText({m_title}, {.isBold = true});
  styleText({m_blame}, {.isMuted = true});
  connect(m_metrics, &QComboBox::activated, this, [this](int index) {
    m_metric = m_metrics->itemText(index);
    showCell(m_wanted);
  });
  connect(m_commit, &QToolButton::clicked, this, [this] { Q_EMIT linkRequested(commitUrl()); });
  connect(m_pull, &QToolButton::clicked, this, [this] { Q_EMIT linkRequested(pullUrl()); });
  connect(m_view, &ChartView::pointedChanged, this, &CellPanel::showReadout);
  connect(m_alarms, &AlarmSlider::rateChanged, this, &CellPanel::redraw);
  connect(m_view, &ChartView::itemChosen, this, [this](const QString& name) {
    const auto& items = m_chart.data.items;
    const auto found = std::ranges::find(items, name.toStdString(), &charts::Item::name);
    if (found == items.end()) return;
    choose(static_cast<int>(found - items.begin()));
    if (chosenEvent()->kind == CellEvent::Kind::Run && !m_cell->list.series.empty())
      Q_EMIT runChosen(static_cast<int>(m_cell->list.series.front().points.size() - 1 - chosenEvent()->index));
  });
  connect(m_view, &ChartView::itemRequested, this, [this] {
    if (const QUrl url = pullUrl(); !url.isEmpty())
      Q_EMIT linkRequested(url);
    else if (const QUrl commit = commitUrl(); !commit.isEmpty())
      Q_EMIT linkRequested(commit);
  });
  applyTheme(*this, theme);
  showHead();
}

CellPanel::~CellPanel() = default;

/// DrawnCell is what the reader's thread hands over.
struct CellPanel::DrawnCell {
  std::shared_ptr<const history::CellHistory> cell;
  history::CellChart chart;
  std::optional<double> alarmRate;
};

QWidgetList CellPanel::focusOrder() const { return QWidgetList{m_metrics, m_commit, m_pull} + m_alarms->focusOrder() << m_view; }

void CellPanel::setTheme(const Theme& theme) {
  m_theme = theme;
  m_legend->setEntries(legendOf(m_chart.data, theme), theme);
}

void CellPanel::showCell(const history::CellQuery& query) {
  m_wanted = query;
  if (!query.metric.empty()) m_metric = fromUtf8(query.metric);
  m_wanted.metric.clear();
  if (std::exchange(m_isReading, true)) return;  // the answer asks for the newest
  const history::CellQuery now = m_wanted;
  m_client.read<DrawnCell>(
      this,
      [now, metric = m_metric.toStdString(), rate = m_alarms->rate()](history::Store& store) -> base::Result<DrawnCell> {
        history::CellQuery asked = now;
        asked.metric = metric;
        auto cell = history::cellHistory(store, asked);
        // A metric that this model does not have gives way to its first one.
        if (cell && !metric.empty() && std::ranges::find(cell->metrics, metric) == cell->metrics.end())
          cell = history::cellHistory(store, now);
        if (!cell) return base::fail(cell.error());
        DrawnCell drawn{.cell = std::make_shared<const history::CellHistory>(*std::move(cell)), .chart = {}, .alarmRate = rate};
        drawn.chart = history::cellChart(*drawn.cell, rate);
        return drawn;
      },
      [this, now, metric = m_metric](base::Result<DrawnCell> drawn) {
        m_isReading = false;
        if (!drawn) return Q_EMIT failed(drawn.error());
        setCell(now, *std::move(drawn));
        const bool isNewest = now.config == m_wanted.config && now.model == m_wanted.model &&
                              now.file == m_wanted.file && metric == m_metric;
        if (!isNewest) showCell(m_wanted);
      });
}

void CellPanel::setCell(const history::CellQuery& query, DrawnCell drawn) {
  m_shown = query;
  m_cell = std::move(drawn.cell);
  setChart(std::move(drawn.chart));
  m_metrics->clear();
  for (const std::string& name : m_cell->metrics) m_metrics->addItem(fromUtf8(name));
  m_metrics->setCurrentText(fromUtf8(m_cell->metric));
  showRun(m_back, m_count, m_time);
  if (drawn.alarmRate != m_alarms->rate()) redraw();
}

void CellPanel::setChart(history::CellChart chart) {
  m_chart = std::move(chart);
  m_item = -1;
  m_view->showChart(std::make_shared<const charts::ChartData>(m_chart.data));
  m_legend->setEntries(legendOf(m_chart.data, m_theme), m_theme);
}

/// redraw draws the same cell anew for another alarm rate; what is chosen stays. The search for changes of a long series takes
/// its time, so it is done by the reader's thread.
void CellPanel::redraw() {
  // The answer to what is on its way asks for the newest rate.
  if (m_shown.model.empty() || m_isReading || std::exchange(m_isDrawing, true)) return;
  m_client.read<history::CellChart>(
      this,
      [cell = m_cell, rate = m_alarms->rate()](history::Store&) { return base::Result<history::CellChart>(history::cellChart(*cell, rate)); },
      [this, cell = m_cell, rate = m_alarms->rate()](base::Result<history::CellChart> chart) {
        m_isDrawing = false;
        if (rate != m_alarms->rate()) redraw();
        if (!chart || cell != m_cell || m_isDrawing) return;
        const std::string chosen = m_item < 0 ? std::string() : m_chart.data.items[static_cast<std::size_t>(m_item)].name;
        setChart(*std::move(chart));
        const auto found = std::ranges::find(m_chart.data.items, chosen, &charts::Item::name);
        const bool isThere = !chosen.empty() && found != m_chart.data.items.end();
        m_view->chooseItem(isThere ? fromUtf8(chosen) : QString());
        choose(isThere ? static_cast<int>(found - m_chart.data.items.begin()) : -1);
      });
}

/// The points of a metric are those of the strip where both have as many; otherwise the newest of that time counts.
void CellPanel::showRun(int back, int count, qint64 time) {
  m_back = back;
  m_count = count;
  m_time = time;
  int item = -1;
  const std::size_t points = m_cell->list.series.empty() ? 0 : m_cell->list.series.front().points.size();
  for (std::size_t i = 0; i < m_chart.events.size() && m_chart.events[i].kind == CellEvent::Kind::Run; ++i) {
    const std::size_t index = m_chart.events[i].index;
    const auto& run = m_cell->list.runs[m_cell->list.series.front().points[index].run];
    const bool isIt = static_cast<std::size_t>(count) == points ? index + 1 + static_cast<std::size_t>(back) == points
                                                                : timeOfRun(run) == time;
    if (isIt) item = static_cast<int>(i);
  }
  m_view->chooseItem(item < 0 ? QString() : fromUtf8(m_chart.data.items[static_cast<std::size_t>(item)].name));
  choose(item);
}

void CellPanel::choose(int item) {
  m_item = item;
  showHead();
  showReadout();
  Q_EMIT changed();
}

bool CellPanel::goToMove(int step) {
  double from = m_chart.data.x.high;
  std::vector<std::pair<double, int>> moves;
  for (const charts::Series& series : m_chart.data.series)
    for (const charts::Mark& mark : series.marks) {
      if (static_cast<int>(mark.item) == m_item) from = mark.x;
      if (m_chart.events[mark.item].kind == CellEvent::Kind::Move)
        moves.emplace_back(mark.x, static_cast<int>(mark.item));
    }
  // A move has several corners: it stands where its first one is, but for the end of the line.
  std::ranges::stable_sort(moves, {}, &std::pair<double, int>::second);
  moves.erase(std::ranges::unique(moves, {}, &std::pair<double, int>::second).begin(), moves.end());
  const CellEvent* now = chosenEvent();
  int found = -1;
  if (now != nullptr && now->kind == CellEvent::Kind::Move) {
    const int next = m_item + step;
    if (std::ranges::find(moves, next, &std::pair<double, int>::second) != moves.end()) found = next;
  } else {
    for (const auto& [x, item] : moves)
      if (step > 0 ? x > from && found < 0 : x < from) found = item;
  }
  if (found < 0) return false;
  m_view->chooseItem(fromUtf8(m_chart.data.items[static_cast<std::size_t>(found)].name));
  choose(found);
  return true;
}

void CellPanel::nextMetric() {
  if (m_metrics->count() < 2) return;
  const int next = (m_metrics->currentIndex() + 1) % m_metrics->count();
  m_metrics->setCurrentIndex(next);
  m_metric = m_metrics->itemText(next);
  showCell(m_wanted);
}

const CellEvent* CellPanel::chosenEvent() const {
  return m_item < 0 ? nullptr : &m_chart.events[static_cast<std::size_t>(m_item)];
}

const history::BaselineCommit* CellPanel::movedBy() const {
  const CellEvent* now = chosenEvent();
  if (now == nullptr) return nullptr;
  if (now->kind == CellEvent::Kind::Move) return &m_cell->moves.commits[m_cell->blamed[now->index].commit];
  if (now->kind != CellEvent::Kind::Listed && now->kind != CellEvent::Kind::Unlisted) return nullptr;
  const history::FlakyEpisode& episode = m_cell->episodes[now->index];
  const auto& end = now->kind == CellEvent::Kind::Listed ? episode.began : episode.ended;
  return end ? &*end : nullptr;
}

QUrl CellPanel::commitUrl() const {
  std::string hash;
  const CellEvent* now = chosenEvent();
  if (const history::BaselineCommit* commit = movedBy())
    hash = commit->hash;
  else if (now != nullptr && (now->kind == CellEvent::Kind::Run || now->kind == CellEvent::Kind::Change))
    hash = m_cell->list.runs[m_cell->list.series.front().points[now->index].run].commit;
  return session::commitPage(hash, m_cell->repository);
}

QUrl CellPanel::pullUrl() const {
  const history::BaselineCommit* commit = movedBy();
  return commit != nullptr && commit->pullRequest ? session::pullRequestPage(*commit->pullRequest, m_cell->repository) : QUrl();
}

QString CellPanel::description() const {
  if (chosenEvent() == nullptr) return {};
  const charts::Item& item = m_chart.data.items[static_cast<std::size_t>(m_item)];
  return fromUtf8(item.name) + u": "_s + fromUtf8(item.numbers);
}

QString CellPanel::blame() const { return fromUtf8(history::blameSentence(*m_cell)); }

void CellPanel::showHead() {
  m_title->setText(m_shown.model.empty() ? QString()
                                         : u"%1 \u00b7 %2"_s.arg(fromUtf8(m_shown.model), fromUtf8(m_shown.config)));
  const QString sentence = blame();
  m_blame->setText(m_shown.model.empty() ? QString()
                   : !sentence.isEmpty() ? tr("Baseline of %1: %2").arg(fromUtf8(m_cell->metric), sentence)
                   : m_cell->file.empty() ? tr("No history of its baseline is known")
                                         : tr("The baseline of %1 has not moved").arg(fromUtf8(m_cell->metric)));
  m_metrics->setEnabled(m_metrics->count() > 1);
  m_commit->setEnabled(!commitUrl().isEmpty());
  m_pull->setEnabled(!pullUrl().isEmpty());
}

void CellPanel::showReadout() {
  const charts::Item* item = m_view->pointed();
  if (item == nullptr && chosenEvent() != nullptr) item = &m_chart.data.items[static_cast<std::size_t>(m_item)];
  m_readout->showItem(item, item != nullptr && item->cls != verdicts::VerdictClass::Pass ? ChartReadout::ClassOf::Verdict : ChartReadout::ClassOf::Nothing,
                      tr("Point at a mark or use the arrow keys: its run stands here. Wheel or drag zooms."));
}

}  // namespace plumbline::ui
