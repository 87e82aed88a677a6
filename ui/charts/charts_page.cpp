// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/charts_page.h"

#include <QJsonObject>
#include <QMap>
#include <QMenu>
#include <QShowEvent>
#include <QStackedLayout>
#include <QToolButton>
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "core/base/result.h"
#include "core/charts/make_chart.h"
#include "core/tasks/latest_runner.h"
#include "ui/charts/alarm_slider.h"
#include "ui/charts/chart_bar.h"
#include "ui/charts/chart_exporter.h"
#include "ui/charts/chart_readout.h"
#include "ui/charts/chart_style.h"
#include "ui/charts/chart_view.h"
#include "ui/charts/kind_tabs.h"
#include "ui/support/empty_state.h"
#include "ui/support/form_controls.h"
#include "ui/support/labels.h"
#include "ui/support/layouts.h"
#include "ui/support/utf8_text.h"
#include "ui/theme/themed.h"

namespace plumbline::ui {

using charts::ChartKind;

namespace {
constexpr double kZoomStep = 1.5;
constexpr std::array kKindKeys = {Qt::Key_1, Qt::Key_2, Qt::Key_3, Qt::Key_4, Qt::Key_5, Qt::Key_6, Qt::Key_7, Qt::Key_8};
static_assert(kKindKeys.size() == static_cast<std::size_t>(ChartKind::Count));

constexpr std::size_t kManyModels = 20'000;  ///< from here on a chart is made off the GUI thread
}  // namespace

struct ChartsPage::Private {
  Private(ChartsPage* owner, FilePrompt& files) : page(owner), prompt(files) {}

  void show(base::Outcome<MadeChart> result);
  ChartRecipe recipe(charts::ChartKind which, bool isFirstPage) const;
  std::vector<ChartRecipe> recipes() const;

  ChartsPage* page;
  FilePrompt& prompt;
  session::CompareStatePtr state;
  charts::ChartKind kind = charts::ChartKind::Speedup;
  bool isKindChosen = false;
  QMap<charts::ChartKind, QString> metrics;  ///< chosen; absent: the chart's own first choice
  charts::Order order = charts::Order::WorstFirst;
  std::size_t first = 0;
  bool all = false, peak = false, onlyModel = false;
  QString model;                             ///< current, wherever it was chosen
  ChartPtr chart;
  bool isStale = false;                      ///< changed while the page was hidden

  KindTabs* tabs = nullptr;
  ChartBar* bar = nullptr;
  ChartReadout* readout = nullptr;
  QToolButton* whole = nullptr;
  QToolButton* save = nullptr;
  ChartView* view = nullptr;
  EmptyState* nothing = nullptr;
  ElidedLabel* notes = nullptr;
  QWidget* body = nullptr;
  ChartExporter* exporter = nullptr;
  QStackedLayout* stack = nullptr;  ///< view or nothing
  tasks::LatestRunner<MadeChart> runner{[this](base::Outcome<MadeChart> result) { show(std::move(result)); },
                                   [this](quint64 done, quint64 total) { Q_EMIT page->progress(done, total); }};

  void build();
  QWidget* buildTop();
  QWidget* buildReading();
  void rebuild();
  void showEmpty(std::optional<charts::ChartKind> other);
  void showReadout();
  void showChoices();
  bool hasChart() const { return chart && !chart->isEmpty(); }
  diff::RunDiffPtr diffOf(charts::ChartKind which) const;
  charts::ChartOptions options(charts::ChartKind which) const;
  QString metricOf(charts::ChartKind which) const;
  QList<ChartBar::Metric> metricsOf(charts::ChartKind which) const;
  bool hasPages() const;
  void choose(const QString& name);
  void turnPage(int direction);
  void setMetric(const QString& name);
  void setOrder(charts::Order wanted);
  bool pageTo(const QString& name);
  void flip(bool& option);

  QList<ActionSpec> kindActions();
  QList<ActionSpec> viewActions();
  QList<ActionSpec> optionActions();
  QList<ActionSpec> exportActions();
};

ChartsPage::ChartsPage(const Theme& theme, session::CompareSession& compare, FilePrompt& prompt, QWidget* parent)
    : Page(theme, parent), d(std::make_unique<Private>(this, prompt)) {
  setAccessibleName(tr("Charts"));
  d->state = compare.state();
  d->build();
}
ChartsPage::~ChartsPage() = default;

QWidget* ChartsPage::Private::buildTop() {
  auto* top = new QWidget(page);
  tabs = new KindTabs(page->theme(), top);
  save = makeToolButton(tr("Save"), u"chevron-down"_s, tr("Save or copy the chart and its data"), top);
  save->setLayoutDirection(Qt::RightToLeft);  // the arrow behind the word
  auto* menu = new QMenu(save);
  for (const ActionSpec& spec : page->actions()) {
    if (spec.group != tr("File")) continue;
    auto* action = menu->addAction(spec.text, page, spec.run);
    action->setToolTip(spec.tooltip);
  }
  connect(save, &QToolButton::clicked, menu, [this, menu] { menu->popup(save->mapToGlobal(QPoint(0, save->height()))); });
  makeRow(top, {kGrid, 0, 2 * kGrid, 0}, -1, {tabs, stretch(), save});
  return top;
}

QWidget* ChartsPage::Private::buildReading() {
  auto* reading = new QWidget(body);
  readout = new ChartReadout(page->theme(), reading);
  whole = makeToolButton(tr("Whole chart"), {}, tr("Back from the zoom to the whole chart (0)"), reading);
  makeRow(reading, {2 * kGrid, kGrid / 2, 2 * kGrid, 0}, kGrid, {{readout, 1}, whole});
  return reading;
}

void ChartsPage::Private::build() {
  body = new QWidget(page);
  bar = new ChartBar(page->theme(), body);
  QWidget* reading = buildReading();
  view = new ChartView(page->theme(), body);
  nothing = new EmptyState(page->theme(), page);
  exporter = new ChartExporter(prompt, [this] {
    return ExportedChart{chart, kind, page->theme(), view->size(), [make = recipe(kind, false).make] { return make(true); }};
  }, page);
  connect(exporter, &ChartExporter::statusMessage, page, &ChartsPage::showMessage);
  connect(exporter, &ChartExporter::failed, page, &ChartsPage::noticeRequested);
  notes = new ElidedLabel(Qt::ElideRight, body);
  notes->setContentsMargins(2 * kGrid, 0, 2 * kGrid, 0);
  makeColumn(body, {0, 0, 0, kGrid}, 0, {bar, reading, {view, 1}, gap(kGrid / 2), notes});

  auto* layout = makeColumn(page, {}, 0, {buildTop(), divider()});
  stack = new QStackedLayout;
  addWidgets(*stack, {body, nothing});
  layout->addLayout(stack, 1);
  page->setFocusProxy(view);
  QWidgetList walk;
  for (KindTab* tab : tabs->tabs()) walk << tab;
  walk << save << bar->focusOrder() << whole << view;
  for (qsizetype i = 1; i < walk.size(); ++i) QWidget::setTabOrder(walk[i - 1], walk[i]);

  connect(tabs, &KindTabs::kindRequested, page, &ChartsPage::showKind);
  connect(whole, &QToolButton::clicked, view, &ChartView::showWhole);
  connect(view, &ChartView::pointedChanged, page, [this] { showReadout(); });
  connect(view, &ChartView::viewChanged, page, [this] {
    whole->setVisible(!view->isWhole());
    Q_EMIT page->actionsChanged();
  });
  connect(view, &ChartView::itemChosen, page, [this](const QString& name) { choose(name); });
  connect(view, &ChartView::itemRequested, page, [this](const QString& name) {
    if (!name.isEmpty()) Q_EMIT page->modelRequested(name);
  });
  connect(view, &ChartView::pageRequested, page, [this](int direction) { turnPage(direction); });
  connect(bar, &ChartBar::pageRequested, page, [this](int direction) { turnPage(direction); });
  connect(bar, &ChartBar::metricChosen, page, [this](const QString& name) { setMetric(name); });
  connect(bar, &ChartBar::orderChosen, page, [this](charts::Order wanted) { setOrder(wanted); });
  const auto flag = [this](void (ChartBar::*signal)(bool), bool Private::*value) {
    connect(bar, signal, page, [this, value](bool on) {
      if (this->*value != on) flip(this->*value);
    });
  };
  flag(&ChartBar::peakChosen, &Private::peak);
  flag(&ChartBar::onlyModelChosen, &Private::onlyModel);
  flag(&ChartBar::allChosen, &Private::all);
  connect(&bar->alarms(), &AlarmSlider::rateChanged, page, [this] {
    if (kind == ChartKind::Trend) rebuild();
  });
  styleText({notes}, {.size = TextSize::Small, .isMuted = true});
  page->setTheme(page->theme());
}

diff::RunDiffPtr ChartsPage::Private::diffOf(ChartKind which) const {
  if (!state) return {};
  return which == ChartKind::Trend && state->trend ? state->trend : state->diff;
}

/// metricsOf lists what a chart of numbers can be drawn of.
QList<ChartBar::Metric> ChartsPage::Private::metricsOf(ChartKind which) const {
  const bool hasMetrics = which == ChartKind::DeltaCurve || which == ChartKind::Scatter || which == ChartKind::Distribution ||
                          which == ChartKind::Trend;
  const diff::RunDiffPtr diff = diffOf(which);
  QList<ChartBar::Metric> found;
  if (!hasMetrics || !diff) return found;
  for (std::size_t m = 0; m < diff->metrics().size(); ++m) {
    bool hasNumber = false;
    for (std::size_t run = 0; run < diff->runs().size() && !hasNumber; ++run)
      hasNumber = std::ranges::any_of(diff->numbers(run, m), [](double value) { return std::isfinite(value); });
    if (hasNumber) found << ChartBar::Metric{fromUtf8(diff->metrics()[m].name), fromUtf8(diff->metrics()[m].title)};
  }
  return found;
}

/// metricOf is the metric to draw: the chosen one, where these runs have it.
QString ChartsPage::Private::metricOf(ChartKind which) const {
  const QList<ChartBar::Metric> found = metricsOf(which);
  QString chosen = metrics.value(which);
  const auto has = [&found](const QString& name) { return std::ranges::any_of(found, [&](const ChartBar::Metric& m) { return m.name == name; }); };
  if (has(chosen)) return chosen;
  if (has(u"speedup"_s)) return u"speedup"_s;
  return found.isEmpty() ? QString() : found.first().name;
}

charts::ChartOptions ChartsPage::Private::options(ChartKind which) const {
  charts::ChartOptions made;
  made.order = order;
  if (all) made.limit = 0;
  made.thresholds = state->thresholds;
  made.metric = metricOf(which).toStdString();
  made.peakMemory = peak;
  if (onlyModel) made.model = model.toStdString();
  made.alarmRate = bar->alarms().rate();
  return made;
}

ChartRecipe ChartsPage::Private::recipe(ChartKind which, bool isFirstPage) const {
  const diff::RunDiffPtr diff = diffOf(which);
  const bool isCache = state && which == ChartKind::CompileTime && state->cacheRuns && !state->cacheRuns->empty();
  if (!diff && !isCache) return {which, [](bool) { return ChartPtr(); }};
  charts::ChartOptions chosen = options(which);
  if (!isFirstPage) chosen.first = first;
  return {which, [which, diff, chosen, isCache, from = state](bool hasTable) -> ChartPtr {
            charts::ChartOptions wanted = chosen;
            wanted.hasTable = hasTable;
            const bool isTrend = diff == from->trend;
            return std::make_shared<charts::ChartData>(
                isCache ? charts::compileTimeChart(*from->cacheRuns, wanted)
                        : charts::makeChart(which, *diff, isTrend ? 0 : from->before, isTrend ? 0 : from->after, wanted));
          }};
}

/// recipes are the chosen kind and all others.
std::vector<ChartRecipe> ChartsPage::Private::recipes() const {
  std::vector<ChartRecipe> made{recipe(kind, false)};
  for (int i = 0; i < static_cast<int>(ChartKind::Count); ++i)
    if (const auto other = static_cast<ChartKind>(i); other != kind) made.push_back(recipe(other, true));
  return made;
}

bool ChartsPage::Private::hasPages() const {
  return hasChart() && charts::hasOrder(kind) &&
         (all ? chart->total > charts::ChartOptions().limit : chart->total > chart->shown);
}

/// rebuild makes the chart anew from what is chosen; the current model stays. A kind that is not chosen by a person gives
/// way to one that these runs have numbers for. Of many models the chart on screen stays until the other one is made.
void ChartsPage::Private::rebuild() {
  isStale = false;
  const diff::RunDiffPtr diff = diffOf(kind);
  if (!diff || diff->rowCount() < kManyModels) {
    runner.cancel();
    return show(makeFirst(recipes(), !isKindChosen, true, {}));
  }
  tabs->setKind(kind);
  if (!hasChart()) {
    nothing->showText(fromUtf8(charts::kindTitle(kind)), tr("The chart of %1 models is being made.").arg(grouped(diff->rowCount())), {});
    stack->setCurrentWidget(nothing);
  }
  runner.run([all = recipes(), isReplaced = !isKindChosen](const base::Progress& progress) { return makeFirst(all, isReplaced, false, progress); });
  Q_EMIT page->busyChanged(true);
}

void ChartsPage::Private::show(base::Outcome<MadeChart> result) {
  Q_EMIT page->busyChanged(false);
  if (result.isError()) return Q_EMIT page->noticeRequested(result.error());
  if (!result.isValue()) return;
  const MadeChart made = std::move(result.value());
  chart = made.chart;
  if (std::exchange(kind, made.kind) != made.kind) first = 0;
  // The maker moves back to the last page when there are fewer models than there were.
  if (chart && chart->shown < chart->total && first + chart->shown > chart->total) first = chart->total - chart->shown;
  if (chart && chart->shown >= chart->total) first = 0;
  tabs->setKind(kind);
  if (hasChart()) {
    view->showChart(chart, made.index);
    view->chooseItem(model);
    stack->setCurrentWidget(body);
  } else {
    view->showChart({});
    showEmpty(made.other);
    stack->setCurrentWidget(nothing);
  }
  save->setEnabled(hasChart());
  showChoices();
  showReadout();
  Q_EMIT page->statusChanged(page->statusText());
  Q_EMIT page->actionsChanged();
}

void ChartsPage::Private::showChoices() {
  if (!hasChart()) return;
  const bool isModelInTrend = kind == ChartKind::Trend && !model.isEmpty() && diffOf(kind)->rowOf(model.toStdString()).has_value();
  bar->show(*chart, {.metrics = metricsOf(kind), .metric = metricOf(kind), .hasOrder = charts::hasOrder(kind), .order = order,
                     .hasPeak = kind == ChartKind::Memory, .peak = peak, .model = isModelInTrend ? model : QString(),
                     .onlyModel = onlyModel, .hasChanges = kind == ChartKind::Trend, .hasPages = hasPages(), .all = all, .first = first, .shown = chart->shown,
                     .total = chart->total});
  QStringList lines;
  for (const std::string& note : chart->notes) lines << fromUtf8(note);
  notes->setText(lines.join(u"  "_s));
  notes->setDetail(lines.join(u'\n'));
}

void ChartsPage::Private::showReadout() {
  const charts::Item* item = hasChart() ? view->pointed() : nullptr;
  const bool hasClass = item != nullptr && (item->isMarked || item->cls != verdicts::VerdictClass::Pass);
  readout->showItem(item, hasClass ? ChartReadout::ClassOf::Move : ChartReadout::ClassOf::Nothing,
                    tr("Point at a mark or use the arrow keys: its numbers stand here. Wheel or drag zooms."));
}

void ChartsPage::Private::choose(const QString& name) {
  page->setMessage({});
  if (name.isEmpty() || name == model) return;
  model = name;
  showChoices();
  Q_EMIT page->modelChosen(name);
  Q_EMIT page->actionsChanged();
}

void ChartsPage::Private::turnPage(int direction) {
  if (!hasPages() || all) return;
  const std::size_t step = charts::ChartOptions().limit;
  const std::size_t wanted = direction > 0 ? first + step : first - std::min(first, step);
  if (wanted == first || wanted >= chart->total) return;
  first = wanted;
  rebuild();
}

void ChartsPage::Private::setMetric(const QString& name) {
  metrics[kind] = name;
  rebuild();
}

void ChartsPage::Private::setOrder(charts::Order wanted) {
  order = wanted;
  first = 0;
  rebuild();
}

void ChartsPage::Private::flip(bool& option) {
  option = !option;
  first = 0;
  rebuild();
}

/// pageTo turns to the page that has a model; the rows behind a chart are all models in the order of the pages.
bool ChartsPage::Private::pageTo(const QString& name) {
  if (!hasPages() || all) return false;
  const std::string wanted = name.toStdString();
  const auto rows = recipe(kind, false).make(true)->rows;
  const auto row = std::ranges::find_if(rows, [&wanted](const auto& cells) { return !cells.empty() && cells.front() == wanted; });
  if (row == rows.end()) return false;
  const std::size_t step = charts::ChartOptions().limit;
  first = static_cast<std::size_t>(row - rows.begin()) / step * step;
  rebuild();
  return true;
}

QString ChartsPage::statusText() const {
  if (!message().isEmpty()) return message();
  if (!d->hasChart()) return tr("Nothing to draw");
  const auto marked = static_cast<std::size_t>(std::ranges::count(d->chart->items, true, &charts::Item::isMarked));
  const QString models = d->chart->shown < d->chart->total
      ? tr("%1 of %2 models").arg(grouped(d->chart->shown), grouped(d->chart->total))
                                                          : tr("%1 models").arg(grouped(d->chart->total));
  const QString title = fromUtf8(charts::kindTitle(d->kind));
  return marked == 0 ? tr("%1: %2").arg(title, models) : tr("%1: %2, %3 marked").arg(title, models, grouped(marked));
}

QJsonObject ChartsPage::layoutState() const {
  QJsonObject metrics;
  for (auto it = d->metrics.begin(); it != d->metrics.end(); ++it)
    metrics[fromUtf8(charts::kindName(it.key()))] = it.value();
  return {{u"kind"_s, fromUtf8(charts::kindName(d->kind))},
          {u"metrics"_s, metrics},
          {u"order"_s, static_cast<int>(d->order)},
          {u"alarms"_s, d->bar->alarms().state()},
          {u"peak"_s, d->peak}};
}

bool ChartsPage::restoreLayout(const QJsonObject& state) {
  const auto kind = charts::kindOfName(state["kind"_L1].toString().toStdString());
  const int order = state["order"_L1].toInt(-1);
  if (!kind || order < 0 || order > static_cast<int>(charts::Order::File)) return false;
  d->kind = *kind;
  d->order = static_cast<charts::Order>(order);
  d->peak = state["peak"_L1].toBool();
  d->bar->alarms().setState(state["alarms"_L1].toInt(d->bar->alarms().state()));
  const QJsonObject metrics = state["metrics"_L1].toObject();
  for (auto it = metrics.begin(); it != metrics.end(); ++it)
    if (const auto which = charts::kindOfName(it.key().toStdString())) d->metrics[*which] = it.value().toString();
  d->rebuild();
  return true;
}

ChartKind ChartsPage::kind() const { return d->kind; }

QImage ChartsPage::pictureOf(ChartKind kind, QSize size) const {
  return ChartView::picture(d->recipe(kind, true).make(false), theme(), size);
}

void ChartsPage::showState(const session::CompareStatePtr& state) {
  d->state = state;
  setMessage({});
  if (isVisible()) d->rebuild();
  else d->isStale = true;
}

void ChartsPage::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (d->isStale) d->rebuild();
}

void ChartsPage::showKind(ChartKind kind) {
  if (kind >= ChartKind::Count || (kind == d->kind && d->chart && !d->isStale)) return;
  d->kind = kind;
  d->isKindChosen = true;
  d->first = 0;
  setMessage({});
  d->rebuild();
}

void ChartsPage::showModel(const QString& model) {
  if (model == d->model) return;
  d->model = model;
  if (d->isStale) return;
  if (d->view->chooseItem(model) || d->pageTo(model)) {
    d->showChoices();
    return;
  }
  d->view->chooseItem({});
  if (d->kind == ChartKind::Trend && d->diffOf(d->kind) && d->diffOf(d->kind)->rowOf(model.toStdString())) d->onlyModel = true;
  if (d->kind == ChartKind::Trend) d->rebuild();
}

void ChartsPage::setTheme(const Theme& theme) {
  Page::setTheme(theme);
  d->body->setPalette(theme.basePalette());
  d->body->setAutoFillBackground(true);
  if (isVisible()) d->rebuild();
  else d->isStale = true;
}

void ChartsPage::cancelWork() {
  if (!d->runner.isBusy()) return;
  d->runner.cancel();
  Q_EMIT busyChanged(false);
  setMessage(tr("The chart was not made: cancelled"));
  if (!d->hasChart()) d->showEmpty({});
}

void ChartsPage::Private::showEmpty(std::optional<ChartKind> other) {
  QList<EmptyState::Button> buttons;
  if (other)
    buttons << EmptyState::Button{tr("Show %1").arg(fromUtf8(charts::kindTitle(*other))), [this, other] {
                                    page->showKind(*other);
                                    view->setFocus(Qt::OtherFocusReason);
                                  }};
  const EmptyState::Button open{tr("Open files"), [this] { Q_EMIT page->openRequested(); }};
  const EmptyState::Button runs{tr("Choose the runs"), [this] { Q_EMIT page->compareRequested(); }};
  if (chart) {
    nothing->showText(fromUtf8(charts::kindTitle(kind)), fromUtf8(chart->emptyText), buttons << runs << open);
  } else {
    nothing->showText(tr("Nothing to draw yet"),
                 tr("Charts show two runs, or a run and its baseline. Open them, or choose runs that are open "
                    "already."),
                 buttons << open << runs);
  }
}

QList<ActionSpec> ChartsPage::Private::kindActions() {
  QList<ActionSpec> actions;
  for (std::size_t i = 0; i < kKindKeys.size(); ++i) {
    const auto each = static_cast<ChartKind>(i);
    const QString title = fromUtf8(charts::kindTitle(each));
    actions << ActionSpec{.id = u"charts."_s + fromUtf8(charts::kindName(each)), .text = tr("Chart: %1").arg(title),
         .tooltip = tr("Show the chart: %1").arg(title), .shortcuts = {QKeySequence(kKindKeys[i])},
         .run = [this, each] { page->showKind(each); }, .enabled = [] { return true; }, .checkable = true,
         .checked = [this, each] { return kind == each; }};
  }
  return actions;
}

QList<ActionSpec> ChartsPage::Private::viewActions() {
  return {
      {.id = u"charts.zoomIn"_s, .text = tr("Zoom in"),
       .tooltip = tr("Closer, around the current mark (also: wheel, or drag a rectangle)"), .iconName = u"plus"_s,
       .shortcuts = {Qt::Key_Plus, Qt::Key_Equal}, .run = [this] { view->zoom(kZoomStep); }},
      {.id = u"charts.zoomOut"_s, .text = tr("Zoom out"), .tooltip = tr("Further away"), .shortcuts = {Qt::Key_Minus},
       .run = [this] { view->zoom(1 / kZoomStep); }, .enabled = [this] { return hasChart() && !view->isWhole(); }},
      {.id = u"charts.whole"_s, .text = tr("Whole chart"),
       .tooltip = tr("Back from the zoom; Shift and the arrows move what is shown"), .shortcuts = {Qt::Key_0},
       .run = [this] { view->showWhole(); }, .enabled = [this] { return hasChart() && !view->isWhole(); }},
      {.id = u"charts.row"_s, .text = tr("Open the model's row"),
       .tooltip = tr("The row of the current mark in the table (Enter on a mark)"), .shortcuts = {Qt::Key_T},
       .run = [this] { Q_EMIT page->modelRequested(model); },
       .enabled = [this] { return hasChart() && !model.isEmpty(); }},
      {.id = u"charts.next"_s, .text = tr("Further models"),
       .tooltip = tr("The next page of models (Page Down in the chart)"), .run = [this] { turnPage(1); },
       .enabled = [this] { return hasPages() && !all && first + chart->shown < chart->total; }},
      {.id = u"charts.previous"_s, .text = tr("Earlier models"),
       .tooltip = tr("The page of models before (Page Up in the chart)"), .run = [this] { turnPage(-1); },
       .enabled = [this] { return hasPages() && !all && first > 0; }},
      {.id = u"charts.all"_s, .text = tr("All models at once"),
       .tooltip = tr("All models in one chart, or a page of them"),
       .shortcuts = {Qt::Key_A}, .run = [this] { flip(all); },
       .enabled = [this] { return hasPages(); }, .checkable = true, .checked = [this] { return all; }},
  };
}

QList<ActionSpec> ChartsPage::Private::optionActions() {
  const auto isTrend = [this] { return hasChart() && kind == ChartKind::Trend; };
  return {
      {.id = u"charts.order"_s, .text = tr("Next order"),
       .tooltip = tr("Worst first, best first, by name, as in the file"), .shortcuts = {Qt::Key_O},
       .run = [this] { setOrder(static_cast<charts::Order>((static_cast<int>(order) + 1) % 4)); },
       .enabled = [this] { return hasChart() && charts::hasOrder(kind); }},
      {.id = u"charts.metric"_s, .text = tr("Choose the metric"), .tooltip = tr("What the chart is drawn of"),
       .shortcuts = {Qt::Key_Slash}, .run = [this] { bar->showMetrics(); },
       .enabled = [this] { return hasChart() && metricsOf(kind).size() > 1; }},
      {.id = u"charts.peak"_s, .text = tr("Peak memory"),
       .tooltip = tr("Peaks of eager and compiled runs in place of the ratio"),
       .shortcuts = {Qt::Key_P}, .run = [this] { flip(peak); },
       .enabled = [this] { return kind == ChartKind::Memory && state && state->diff; }, .checkable = true,
       .checked = [this] { return peak; }},
      {.id = u"charts.only"_s, .text = tr("Only this model"),
       .tooltip = tr("The trend of the current model beside the mean, or the biggest movers"),
       .shortcuts = {Qt::Key_L}, .run = [this] { flip(onlyModel); },
       .enabled = [this] { return hasChart() && kind == ChartKind::Trend && !model.isEmpty(); }, .checkable = true,
       .checked = [this] { return onlyModel; }},
      {.id = u"charts.changes"_s, .text = tr("Change points"),
       .tooltip = tr("Show where a level moved, with its size and 95 % interval"), .shortcuts = {Qt::Key_S},
       .run = [this] { bar->alarms().toggle(); }, .enabled = isTrend, .checkable = true,
       .checked = [this] { return bar->alarms().rate().has_value(); }},
      {.id = u"charts.moreChanges"_s, .text = tr("More change points"),
       .tooltip = tr("Find smaller changes, with more false alarms"), .shortcuts = {Qt::Key_Period},
       .run = [this] { bar->alarms().step(+1); }, .enabled = isTrend},
      {.id = u"charts.fewerChanges"_s, .text = tr("Fewer change points"),
       .tooltip = tr("Find larger changes alone, with fewer false alarms"), .shortcuts = {Qt::Key_Comma},
       .run = [this] { bar->alarms().step(-1); }, .enabled = isTrend},
      {.id = u"charts.runs"_s, .text = tr("Choose the runs"), .tooltip = tr("Which runs are held beside each other"),
       .run = [this] { Q_EMIT page->compareRequested(); }, .enabled = [] { return true; }},
  };
}

QList<ActionSpec> ChartsPage::Private::exportActions() {
  return {
      {.id = u"charts.savePng"_s, .text = tr("Save the chart as PNG"),
       .tooltip = tr("The chart as a picture, with title and legend"), .shortcuts = {Qt::CTRL | Qt::SHIFT | Qt::Key_S},
       .run = [this] { exporter->savePng(); }},
      {.id = u"charts.saveSvg"_s, .text = tr("Save the chart as SVG"),
       .tooltip = tr("The chart as a drawing that stays sharp at any size"), .run = [this] { exporter->saveSvg(); }},
      {.id = u"charts.saveCsv"_s, .text = tr("Save the data as CSV"),
       .tooltip = tr("The numbers behind the chart, of all models"), .run = [this] { exporter->saveCsv(); }},
      {.id = u"charts.copyImage"_s, .text = tr("Copy the chart"),
       .tooltip = tr("The chart as a picture, for the clipboard"), .iconName = u"copy"_s,
       .shortcuts = {Qt::CTRL | Qt::Key_C}, .run = [this] { exporter->copyImage(); }},
      {.id = u"charts.copyData"_s, .text = tr("Copy the data as CSV"),
       .tooltip = tr("The numbers behind the chart, of all models"), .shortcuts = {Qt::CTRL | Qt::SHIFT | Qt::Key_C},
       .run = [this] { exporter->copyData(); }},
  };
}

QList<ActionSpec> ChartsPage::actions() {
  const auto hasChart = [this] { return d->hasChart(); };
  return inGroup(tr("Chart"), hasChart, d->kindActions() + d->viewActions() + d->optionActions()) +
         inGroup(tr("File"), hasChart, d->exportActions());
}

QString ChartsPage::menuActions() const {
  return u"charts.copy*;charts.save*;charts.whole;charts.zoom*"_s;
}

}  // namespace plumbline::ui
