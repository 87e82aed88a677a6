// SPDX-License-Identifier: GPL-3.0-or-later
// Charts with many marks, offscreen: built and painted, hover, zoom step, pan. Milliseconds until painted, median and
// worst of many; 1280x700. And two runs of a million models, from the joined runs to the painted chart.
//
//   QT_QPA_PLATFORM=offscreen bench_charts
//   QT_QPA_PLATFORM=offscreen bench_charts 100000      only that, with as many models
#include <QApplication>
#include <QElapsedTimer>
#include <QMouseEvent>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

#include "core/charts/make_chart.h"
#include "tests/support/memory_use.h"
#include "ui/charts/chart_view.h"

using namespace plumbline;
using charts::Shape;

namespace {

double wave(std::size_t i, double seed) { return std::sin(static_cast<double>(i) * 12.9898 + seed * 78.233); }

charts::Item itemOf(std::size_t i) {
  charts::Item item;
  item.name = item.label = "timm_model_" + std::to_string(i);
  item.numbers = "before 1.42 x, after 1.38 x, -2.8 %";
  item.isMarked = i % 40 == 7;
  item.cls = item.isMarked ? verdicts::VerdictClass::Fail : verdicts::VerdictClass::Pass;
  return item;
}

ui::ChartPtr bars(std::size_t models, std::size_t sets) {
  auto chart = std::make_shared<charts::ChartData>();
  chart->title = "Memory ratio";
  chart->x = {.title = "model", .isCategory = true, .low = -0.5, .high = static_cast<double>(models) - 0.5};
  chart->y = {.title = "memory ratio (x)", .low = 0, .high = 2};
  chart->series.resize(sets);
  for (std::size_t s = 0; s < sets; ++s) {
    chart->series[s] = {.title = s == 0 ? "before" : "after", .shape = Shape::Bars, .role = s == 0 ? charts::Role::Before : charts::Role::After};
    for (std::size_t i = 0; i < models; ++i)
      chart->series[s].marks.push_back({.x = static_cast<double>(i), .y = 1 + 0.5 * wave(i, static_cast<double>(s)), .item = static_cast<std::uint32_t>(i)});
  }
  for (std::size_t i = 0; i < models; ++i) chart->items.push_back(itemOf(i));
  chart->categories = chart->shown = chart->total = models;
  return chart;
}

ui::ChartPtr scatter(std::size_t models) {
  auto chart = std::make_shared<charts::ChartData>();
  chart->kind = charts::ChartKind::Scatter;
  chart->title = "Before against after";
  chart->x = {.title = "before (ms)", .isLog = true, .low = 0.5, .high = 2000};
  chart->y = {.title = "after (ms)", .isLog = true, .low = 0.5, .high = 2000};
  chart->series = {{.title = "model", .shape = Shape::Points, .role = charts::Role::ByClass}};
  for (std::size_t i = 0; i < models; ++i) {
    const double before = std::exp(3.5 + 3.4 * wave(i, 1));
    chart->series[0].marks.push_back({.x = before, .y = before * std::exp(0.6 * wave(i, 2) * wave(i, 3)), .item = static_cast<std::uint32_t>(i)});
    chart->items.push_back(itemOf(i));
  }
  std::ranges::sort(chart->series[0].marks, {}, &charts::Mark::x);
  chart->guides = {{.form = charts::Guide::Form::DiagonalBand, .role = charts::Role::Band, .value = 0.05, .title = "within 5 %"},
                   {.form = charts::Guide::Form::Diagonal, .role = charts::Role::Parity, .value = 0, .title = "no change"}};
  chart->shown = chart->total = models;
  return chart;
}

diff::Run runOf(std::size_t models, double seed) {
  std::string csv = "name,accuracy,speedup,compilation_latency\n";
  char line[120];
  for (std::size_t i = 0; i < models; ++i) {
    const int n = std::snprintf(line, sizeof line, "timm_model_with_a_name_%zu,pass,%.4f,%.4f\n", i,
                                std::exp(0.3 + 0.4 * wave(i, 1)) * (1 + 0.1 * wave(i, seed)), 20 + 10 * wave(i, seed));
    csv.append(line, static_cast<std::size_t>(n));
  }
  diff::Run run;
  run.label = seed < 5 ? "before" : "after";
  run.tables = {tables::CsvTable::scan(std::move(csv), "run.csv").value()};
  return run;
}

class Bench {
 public:
  Bench() : m_theme(ui::Theme::load(ui::Scheme::Light, QGuiApplication::font())), m_view(m_theme) {
    m_view.resize(1280, 700);
    m_view.show();
    paint();
  }

  void run(const char* what, const ui::ChartPtr& chart, const char* shownGoal) {
    std::vector<double> times;
    for (int i = 0; i < 9; ++i) {
      m_view.showChart({});
      paint();
      times.push_back(timed([&] {
        m_view.showChart(chart);
        paint();
      }));
    }
    print(what, "built and painted", times, shownGoal);
    const QRectF plot = m_view.plan().plot;
    measure(what, "hover", 200, "goal 8", [&](int i) { move(plot.topLeft() + QPointF(std::fmod(i * 37.7, plot.width()), plot.height() * (0.3 + 0.4 * std::abs(wave(static_cast<std::size_t>(i), 1))))); });
    measure(what, "zoom step in", 8, "goal 16", [&](int) { wheel(plot.center(), 120); });
    measure(what, "pan frame", 40, "goal 16", [&](int i) { drag(plot.center() + QPointF(i % 2 == 0 ? 30 : -30, 0)); });
    measure(what, "zoom step out", 8, "goal 16", [&](int) { wheel(plot.center(), -120); });
    measure(what, "theme change", 5, "", [&](int i) { m_view.setTheme(ui::Theme::load(i % 2 == 0 ? ui::Scheme::Dark : ui::Scheme::Light, QGuiApplication::font())); });
    measure(what, "picture at 2x", 3, "", [&](int) { (void)ui::ChartView::picture(chart, m_theme, {1280, 700}, 2); });
  }

  /// runs measures what the page does: the chart and its index beside the window, then the rest in it.
  void runs(std::size_t models) {
    const diff::RunDiffPtr diff = diff::RunDiff::make({runOf(models, 3), runOf(models, 7)}).value();
    const long before = support::residentKilobytes();
    for (const charts::ChartKind kind : {charts::ChartKind::Scatter, charts::ChartKind::DeltaCurve, charts::ChartKind::Speedup}) {
      std::vector<double> made, indexed, shown;
      for (int i = 0; i < 5; ++i) {
        ui::ChartPtr chart;
        ui::ChartIndexPtr index;
        m_view.showChart({});
        made.push_back(timed([&] { chart = std::make_shared<charts::ChartData>(charts::makeChart(kind, *diff, 0, 1, {.hasTable = false})); }));
        indexed.push_back(timed([&] { index = std::make_shared<const ui::ChartIndex>(*chart); }));
        shown.push_back(timed([&] {
          m_view.showChart(chart, index);
          paint();
        }));
      }
      const std::string name = std::to_string(models) + ' ' + std::string(charts::kindName(kind));
      print(name.c_str(), "chart made", made, "");
      print(name.c_str(), "marks indexed", indexed, "");
      print(name.c_str(), "shown and painted", shown, "all three: goal 600");
      std::printf("%-24s %-20s %7.0f MB\n", name.c_str(), "memory", static_cast<double>(support::residentKilobytes() - before) / 1e3);
    }
  }

 private:
  static double timed(const std::function<void()>& doIt) {
    QElapsedTimer clock;
    clock.start();
    doIt();
    return static_cast<double>(clock.nsecsElapsed()) / 1e6;
  }
  static void print(const char* what, const char* step, std::vector<double> times, const char* goal) {
    const double first = times.front();
    std::sort(times.begin(), times.end());
    std::printf("%-24s %-20s %7.2f ms   first %.2f   worst %.2f   %s\n", what, step, times[times.size() / 2], first, times.back(), goal);
  }
  /// paint draws all of the chart, at once; a window would draw what changed.
  void paint() { (void)m_view.viewport()->grab(); }
  /// measure does a step and paints all of the chart; a hover needs less than that.
  void measure(const char* what, const char* step, int count, const char* goal, const std::function<void(int)>& doIt) {
    std::vector<double> times;
    for (int i = 0; i < count; ++i)
      times.push_back(timed([&] {
        doIt(i);
        paint();
      }));
    print(what, step, times, goal);
  }
  void send(QEvent::Type type, QPointF at, Qt::MouseButton button, Qt::MouseButtons held) {
    QMouseEvent event(type, at, m_view.viewport()->mapToGlobal(at), button, held, Qt::NoModifier);
    QCoreApplication::sendEvent(m_view.viewport(), &event);
  }
  void move(QPointF at) { send(QEvent::MouseMove, at, Qt::NoButton, Qt::NoButton); }
  void drag(QPointF to) {
    const QPointF from = m_view.plan().plot.center();
    send(QEvent::MouseButtonPress, from, Qt::MiddleButton, Qt::MiddleButton);
    send(QEvent::MouseMove, to, Qt::NoButton, Qt::MiddleButton);
    send(QEvent::MouseButtonRelease, to, Qt::MiddleButton, Qt::NoButton);
  }
  void wheel(QPointF at, int turned) {
    QWheelEvent event(at, m_view.viewport()->mapToGlobal(at), {}, {0, turned}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(m_view.viewport(), &event);
  }

  ui::Theme m_theme;
  ui::ChartView m_view;
};

}  // namespace

int main(int argc, char** argv) {
  QApplication app(argc, argv);
  Bench bench;
  if (argc > 1) return bench.runs(std::strtoul(argv[1], nullptr, 10)), 0;
  bench.run("40 models, 2 bars each", bars(40, 2), "");
  bench.run("2,000 bars", bars(2000, 1), "goal 40");
  bench.run("2 x 2,000 bars", bars(2000, 2), "");
  bench.run("scatter of 50,000", scatter(50000), "goal 60");
  bench.runs(1'000'000);
  return 0;
}
