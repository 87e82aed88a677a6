// SPDX-License-Identifier: GPL-3.0-or-later
// Everything the charts can do, for the window's action registry.
#include <array>

#include "ui/charts/chart_look.h"
#include "ui/charts/charts_page_private.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

using charts::ChartKind;

namespace {

constexpr double kZoomStep = 1.5;
constexpr std::array kKindKeys = {Qt::Key_1, Qt::Key_2, Qt::Key_3, Qt::Key_4, Qt::Key_5, Qt::Key_6, Qt::Key_7};
static_assert(kKindKeys.size() == static_cast<std::size_t>(ChartKind::Count));

}  // namespace

QList<ActionSpec> ChartsPage::actions() {
  QList<ActionSpec> specs;
  const QString chart = u"Chart"_s;
  const QString file = u"File"_s;
  const auto hasChart = [this] { return d->hasChart(); };
  const auto add = [&](ActionSpec spec) {
    if (!spec.enabled) spec.enabled = hasChart;
    specs << std::move(spec);
  };
  for (std::size_t i = 0; i < kKindKeys.size(); ++i) {
    const auto kind = static_cast<ChartKind>(i);
    const QString title = toQString(charts::kindTitle(kind));
    add({.id = u"charts."_s + toQString(charts::kindName(kind)), .text = u"Chart: %1"_s.arg(title),
         .tooltip = u"Show the chart: %1"_s.arg(title), .group = chart, .shortcuts = {QKeySequence(kKindKeys[i])},
         .run = [this, kind] { showKind(kind); }, .enabled = [] { return true; }, .checkable = true,
         .checked = [this, kind] { return d->kind == kind; }});
  }
  add({.id = u"charts.zoomIn"_s, .text = u"Zoom in"_s, .tooltip = u"Closer, around the current mark (also: wheel, or drag a rectangle)"_s,
       .group = chart, .iconName = u"plus"_s, .shortcuts = {QKeySequence(Qt::Key_Plus), QKeySequence(Qt::Key_Equal)},
       .run = [this] { d->view->zoom(kZoomStep); }});
  add({.id = u"charts.zoomOut"_s, .text = u"Zoom out"_s, .tooltip = u"Further away"_s, .group = chart,
       .shortcuts = {QKeySequence(Qt::Key_Minus)}, .run = [this] { d->view->zoom(1 / kZoomStep); },
       .enabled = [this] { return d->hasChart() && !d->view->isWhole(); }});
  add({.id = u"charts.whole"_s, .text = u"Whole chart"_s, .tooltip = u"Back from the zoom; Shift and the arrows move what is shown"_s,
       .group = chart, .shortcuts = {QKeySequence(Qt::Key_0)}, .run = [this] { d->view->showWhole(); },
       .enabled = [this] { return d->hasChart() && !d->view->isWhole(); }});
  add({.id = u"charts.row"_s, .text = u"Open the model's row"_s, .tooltip = u"The row of the current mark in the table (Enter on a mark)"_s,
       .group = chart, .shortcuts = {QKeySequence(Qt::Key_T)}, .run = [this] { Q_EMIT modelWanted(d->model); },
       .enabled = [this] { return d->hasChart() && !d->model.isEmpty(); }});
  add({.id = u"charts.next"_s, .text = u"Further models"_s, .tooltip = u"The next page of models (Page Down in the chart)"_s,
       .group = chart, .run = [this] { d->turnPage(1); },
       .enabled = [this] { return d->hasPages() && !d->all && d->first + d->chart->shown < d->chart->total; }});
  add({.id = u"charts.previous"_s, .text = u"Earlier models"_s, .tooltip = u"The page of models before (Page Up in the chart)"_s,
       .group = chart, .run = [this] { d->turnPage(-1); }, .enabled = [this] { return d->hasPages() && !d->all && d->first > 0; }});
  add({.id = u"charts.all"_s, .text = u"All models at once"_s, .tooltip = u"All models in one chart, or a page of them"_s,
       .group = chart, .shortcuts = {QKeySequence(Qt::Key_A)},
       .run = [this] {
         d->all = !d->all;
         d->first = 0;
         d->rebuild();
       },
       .enabled = [this] { return d->hasPages(); }, .checkable = true, .checked = [this] { return d->all; }});
  add({.id = u"charts.order"_s, .text = u"Next order"_s, .tooltip = u"Worst first, best first, by name, as in the file"_s,
       .group = chart, .shortcuts = {QKeySequence(Qt::Key_O)},
       .run = [this] { d->setOrder(static_cast<charts::Order>((static_cast<int>(d->order) + 1) % 4)); },
       .enabled = [this] {
         return d->hasChart() && (d->kind == ChartKind::CompileTime || d->kind == ChartKind::Memory || d->kind == ChartKind::Speedup);
       }});
  add({.id = u"charts.metric"_s, .text = u"Choose the metric"_s, .tooltip = u"What the chart is drawn of"_s, .group = chart,
       .shortcuts = {QKeySequence(Qt::Key_Slash)}, .run = [this] { d->bar->showMetrics(); },
       .enabled = [this] { return d->hasChart() && d->metricsOf(d->kind).size() > 1; }});
  add({.id = u"charts.peak"_s, .text = u"Peak memory"_s, .tooltip = u"Peaks of eager and compiled runs in place of the ratio"_s,
       .group = chart, .shortcuts = {QKeySequence(Qt::Key_P)},
       .run = [this] {
         d->peak = !d->peak;
         d->rebuild();
       },
       .enabled = [this] { return d->kind == ChartKind::Memory && d->state && d->state->diff; }, .checkable = true,
       .checked = [this] { return d->peak; }});
  add({.id = u"charts.only"_s, .text = u"Only this model"_s, .tooltip = u"The trend of the current model beside the mean, or the biggest movers"_s,
       .group = chart, .shortcuts = {QKeySequence(Qt::Key_L)},
       .run = [this] {
         d->onlyModel = !d->onlyModel;
         d->rebuild();
       },
       .enabled = [this] { return d->hasChart() && d->kind == ChartKind::Trend && !d->model.isEmpty(); }, .checkable = true,
       .checked = [this] { return d->onlyModel; }});
  add({.id = u"charts.runs"_s, .text = u"Choose the runs"_s, .tooltip = u"Which runs are held beside each other"_s, .group = chart,
       .run = [this] { Q_EMIT compareWanted(); }, .enabled = [] { return true; }});

  add({.id = u"charts.savePng"_s, .text = u"Save the chart as PNG"_s, .tooltip = u"The chart as a picture, with title and legend"_s,
       .group = file, .shortcuts = {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S)}, .run = [this] { d->savePng(); }});
  add({.id = u"charts.saveSvg"_s, .text = u"Save the chart as SVG"_s, .tooltip = u"The chart as a drawing that stays sharp at any size"_s,
       .group = file, .run = [this] { d->saveSvg(); }});
  add({.id = u"charts.saveCsv"_s, .text = u"Save the data as CSV"_s, .tooltip = u"The numbers behind the chart, of all models"_s,
       .group = file, .run = [this] { d->saveCsv(); }});
  add({.id = u"charts.copyImage"_s, .text = u"Copy the chart"_s, .tooltip = u"The chart as a picture, for the clipboard"_s, .group = file,
       .iconName = u"copy"_s, .shortcuts = {QKeySequence(Qt::CTRL | Qt::Key_C)}, .run = [this] { d->copyImage(); }});
  add({.id = u"charts.copyData"_s, .text = u"Copy the data as CSV"_s, .tooltip = u"The numbers behind the chart, of all models"_s,
       .group = file, .shortcuts = {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C)}, .run = [this] { d->copyData(); }});
  return specs;
}

}  // namespace plumbline::ui
