// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/charts_page.h"

#include <QHBoxLayout>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMenu>
#include <QShowEvent>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "ui/charts/chart_look.h"
#include "ui/charts/charts_page_private.h"
#include "ui/support/count_text.h"
#include "ui/support/divider.h"
#include "ui/support/elided_label.h"
#include "ui/support/empty_state.h"
#include "ui/support/line_icon.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

using charts::ChartKind;

namespace {

constexpr int kStateVersion = 1;

}  // namespace

ChartsPage::ChartsPage(const Theme& theme, session::CompareSession& compare, FilePrompt& prompt, QWidget* parent)
    : QWidget(parent), d(std::make_unique<Private>(this, theme, prompt)) {
  setAccessibleName(u"Charts"_s);
  d->state = compare.state();
  d->build();
}
ChartsPage::~ChartsPage() = default;

QWidget* ChartsPage::Private::buildTop() {
  auto* top = new QWidget(page);
  tabs = new KindTabs(theme, top);
  save = new QToolButton(top);
  save->setText(u"Save"_s);
  save->setToolTip(u"Save or copy the chart and its data"_s);
  save->setFocusPolicy(Qt::TabFocus);
  save->setIcon(lineIcon(u"chevron-down"_s));
  save->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  save->setLayoutDirection(Qt::RightToLeft);  // the arrow behind the word
  auto* menu = new QMenu(save);
  for (const ActionSpec& spec : page->actions()) {
    if (spec.group != u"File"_s) continue;
    auto* action = menu->addAction(spec.text, page, spec.run);
    action->setToolTip(spec.tooltip);
  }
  connect(save, &QToolButton::clicked, menu, [this, menu] { menu->popup(save->mapToGlobal(QPoint(0, save->height()))); });
  auto* row = new QHBoxLayout(top);
  row->setContentsMargins(kGrid, 0, 2 * kGrid, 0);
  row->addWidget(tabs);
  row->addStretch(1);
  row->addWidget(save);
  return top;
}

QWidget* ChartsPage::Private::buildReading() {
  auto* reading = new QWidget(body);
  readout = new ChartReadout(theme, reading);
  whole = new QToolButton(reading);
  whole->setText(u"Whole chart"_s);
  whole->setToolTip(u"Back from the zoom to the whole chart (0)"_s);
  whole->setFocusPolicy(Qt::TabFocus);
  QSizePolicy room = whole->sizePolicy();
  room.setRetainSizeWhenHidden(false);
  whole->setSizePolicy(room);
  auto* row = new QHBoxLayout(reading);
  row->setContentsMargins(2 * kGrid, kGrid / 2, 2 * kGrid, 0);
  row->setSpacing(kGrid);
  row->addWidget(readout, 1);
  row->addWidget(whole);
  return reading;
}

void ChartsPage::Private::build() {
  body = new QWidget(page);
  bar = new ChartBar(theme, body);
  QWidget* reading = buildReading();
  view = new ChartView(theme, body);
  nothing = new EmptyState(theme, page);
  notes = new ElidedLabel(Qt::ElideRight, body);
  notes->setContentsMargins(2 * kGrid, 0, 2 * kGrid, 0);
  auto* inside = new QVBoxLayout(body);
  inside->setContentsMargins(0, 0, 0, kGrid);
  inside->setSpacing(0);
  inside->addWidget(bar);
  inside->addWidget(reading);
  inside->addWidget(view, 1);
  inside->addSpacing(kGrid / 2);
  inside->addWidget(notes);

  auto* layout = new QVBoxLayout(page);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(buildTop());
  layout->addWidget(new Divider(Qt::Horizontal, page));
  stack = new QStackedLayout;
  stack->addWidget(body);
  stack->addWidget(nothing);
  layout->addLayout(stack, 1);
  page->setFocusProxy(view);
  QWidgetList walk;
  for (KindTab* tab : tabs->tabs()) walk << tab;
  walk << save << bar->focusOrder() << whole << view;
  for (qsizetype i = 1; i < walk.size(); ++i) QWidget::setTabOrder(walk[i - 1], walk[i]);

  connect(tabs, &KindTabs::kindWanted, page, &ChartsPage::showKind);
  connect(whole, &QToolButton::clicked, view, &ChartView::showWhole);
  connect(view, &ChartView::pointedChanged, page, [this] { showReadout(); });
  connect(view, &ChartView::viewChanged, page, [this] {
    whole->setVisible(!view->isWhole());
    Q_EMIT page->actionsChanged();
  });
  connect(view, &ChartView::itemChosen, page, [this](const QString& name) { choose(name); });
  connect(view, &ChartView::itemWanted, page, [this](const QString& name) {
    if (!name.isEmpty()) Q_EMIT page->modelWanted(name);
  });
  connect(view, &ChartView::pageWanted, page, [this](int direction) { turnPage(direction); });
  connect(bar, &ChartBar::pageWanted, page, [this](int direction) { turnPage(direction); });
  connect(bar, &ChartBar::metricChosen, page, [this](const QString& name) { setMetric(name); });
  connect(bar, &ChartBar::orderChosen, page, [this](charts::Order wanted) { setOrder(wanted); });
  const auto flag = [this](void (ChartBar::*signal)(bool), bool Private::*value) {
    connect(bar, signal, page, [this, value](bool on) {
      this->*value = on;
      first = 0;
      rebuild();
    });
  };
  flag(&ChartBar::peakChosen, &Private::peak);
  flag(&ChartBar::onlyModelChosen, &Private::onlyModel);
  flag(&ChartBar::allChosen, &Private::all);
  page->setTheme(theme);
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
    if (hasNumber) found << ChartBar::Metric{toQString(diff->metrics()[m].name), toQString(diff->metrics()[m].title)};
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
  if (all) made.most = 0;
  made.thresholds = state->thresholds;
  made.metric = metricOf(which).toStdString();
  made.peakMemory = peak;
  if (onlyModel) made.model = model.toStdString();
  return made;
}

ChartPtr ChartsPage::Private::made(ChartKind which, bool isFirstPage) const {
  if (!state) return {};
  charts::ChartOptions wish = options(which);
  if (!isFirstPage) wish.first = first;
  if (which == ChartKind::CompileTime && state->cacheRuns && !state->cacheRuns->empty())
    return std::make_shared<charts::ChartData>(charts::compileTimeChart(*state->cacheRuns, wish));
  const diff::RunDiffPtr diff = diffOf(which);
  if (!diff) return {};
  const bool isTrend = diff == state->trend;
  return std::make_shared<charts::ChartData>(
      charts::makeChart(which, *diff, isTrend ? 0 : state->before, isTrend ? 0 : state->after, wish));
}

bool ChartsPage::Private::hasPages() const {
  const bool isPaged = kind == ChartKind::CompileTime || kind == ChartKind::Memory || kind == ChartKind::Speedup;
  return hasChart() && isPaged && (all ? chart->total > charts::ChartOptions().most : chart->total > chart->shown);
}

/// rebuild makes the chart anew from what is chosen; the current model stays.
void ChartsPage::Private::rebuild() {
  isStale = false;
  chart = made(kind, false);
  // The maker moves back to the last page when there are fewer models than there were.
  if (chart && chart->shown < chart->total && first + chart->shown > chart->total) first = chart->total - chart->shown;
  if (chart && chart->shown >= chart->total) first = 0;
  tabs->setKind(kind);
  if (hasChart()) {
    view->showChart(chart);
    view->chooseItem(model);
    stack->setCurrentWidget(body);
  } else {
    view->showChart({});
    sayNothing();
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
  const bool hasOrder = kind == ChartKind::CompileTime || kind == ChartKind::Memory || kind == ChartKind::Speedup;
  const bool isModelInTrend = kind == ChartKind::Trend && !model.isEmpty() && diffOf(kind)->rowOf(model.toStdString()).has_value();
  bar->show(*chart, {.metrics = metricsOf(kind), .metric = metricOf(kind), .hasOrder = hasOrder, .order = order,
                     .hasPeak = kind == ChartKind::Memory, .peak = peak, .model = isModelInTrend ? model : QString(),
                     .onlyModel = onlyModel, .hasPages = hasPages(), .all = all, .first = first, .shown = chart->shown,
                     .total = chart->total});
  QStringList said;
  for (const std::string& note : chart->notes) said << toQString(note);
  notes->setText(said.join(u"  "_s));
  notes->setDetail(said.join(u'\n'));
}

void ChartsPage::Private::showReadout() {
  const charts::Item* item = hasChart() ? view->pointed() : nullptr;
  const bool hasClass = item != nullptr && (item->isMarked || item->cls != verdicts::VerdictClass::Pass);
  readout->showItem(item, hasClass, u"Point at a mark or use the arrow keys: its numbers stand here. Wheel or drag zooms."_s);
}

void ChartsPage::Private::choose(const QString& name) {
  news.clear();
  if (name.isEmpty() || name == model) return;
  model = name;
  showChoices();
  Q_EMIT page->modelChosen(name);
  Q_EMIT page->actionsChanged();
}

void ChartsPage::Private::turnPage(int direction) {
  if (!hasPages() || all) return;
  const std::size_t step = charts::ChartOptions().most;
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

/// pageTo turns to the page that has a model; the rows behind a chart are all models in the order of the pages.
bool ChartsPage::Private::pageTo(const QString& name) {
  if (!hasPages() || all) return false;
  const std::string wanted = name.toStdString();
  const auto row = std::ranges::find_if(chart->rows, [&wanted](const auto& cells) { return !cells.empty() && cells.front() == wanted; });
  if (row == chart->rows.end()) return false;
  const std::size_t step = charts::ChartOptions().most;
  first = static_cast<std::size_t>(row - chart->rows.begin()) / step * step;
  rebuild();
  return true;
}

void ChartsPage::Private::tell(const QString& text) {
  news = text;
  Q_EMIT page->statusChanged(page->statusText());
}

QString ChartsPage::statusText() const {
  if (!d->news.isEmpty()) return d->news;
  if (!d->hasChart()) return u"Nothing to draw"_s;
  const auto marked = static_cast<std::size_t>(std::ranges::count(d->chart->items, true, &charts::Item::isMarked));
  const QString models = d->chart->shown < d->chart->total ? u"%1 of %2 models"_s.arg(grouped(d->chart->shown), grouped(d->chart->total))
                                                          : u"%1 models"_s.arg(grouped(d->chart->total));
  return u"%1: %2%3"_s.arg(toQString(charts::kindTitle(d->kind)), models, marked == 0 ? QString() : u", %1 marked"_s.arg(grouped(marked)));
}

QByteArray ChartsPage::saveState() const {
  QJsonObject metrics;
  for (auto it = d->metrics.begin(); it != d->metrics.end(); ++it) metrics[toQString(charts::kindName(it.key()))] = it.value();
  const QJsonObject state{{u"version"_s, kStateVersion}, {u"kind"_s, toQString(charts::kindName(d->kind))}, {u"metrics"_s, metrics},
                          {u"order"_s, static_cast<int>(d->order)}, {u"peak"_s, d->peak}};
  return QJsonDocument(state).toJson(QJsonDocument::Compact);
}

bool ChartsPage::restoreState(const QByteArray& bytes) {
  const QJsonObject state = QJsonDocument::fromJson(bytes).object();
  const auto kind = charts::kindOfName(state["kind"_L1].toString().toStdString());
  const int order = state["order"_L1].toInt(-1);
  if (state["version"_L1].toInt() != kStateVersion || !kind || order < 0 || order > static_cast<int>(charts::Order::File)) return false;
  d->kind = *kind;
  d->order = static_cast<charts::Order>(order);
  d->peak = state["peak"_L1].toBool();
  const QJsonObject metrics = state["metrics"_L1].toObject();
  for (auto it = metrics.begin(); it != metrics.end(); ++it)
    if (const auto which = charts::kindOfName(it.key().toStdString())) d->metrics[*which] = it.value().toString();
  d->rebuild();
  return true;
}

ChartKind ChartsPage::kind() const { return d->kind; }

QImage ChartsPage::pictureOf(ChartKind kind, QSize size) const { return ChartView::picture(d->made(kind, true), d->theme, size); }

void ChartsPage::showState(const session::CompareStatePtr& state) {
  d->state = state;
  d->news.clear();
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
  d->first = 0;
  d->news.clear();
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
  d->theme = theme;
  QPalette base = theme.palette();
  base.setColor(QPalette::Window, theme.color(Tone::Base));
  d->body->setPalette(base);
  d->body->setAutoFillBackground(true);
  QPalette quiet = base;
  quiet.setColor(QPalette::WindowText, theme.color(Tone::Muted));
  d->notes->setPalette(quiet);
  d->notes->setFont(theme.font(TextSize::Small));
  d->tabs->setTheme(theme);
  d->bar->setTheme(theme);
  d->readout->setTheme(theme);
  d->view->setTheme(theme);
  d->nothing->setTheme(theme);
  if (isVisible()) d->rebuild();
  else d->isStale = true;
}

}  // namespace plumbline::ui
