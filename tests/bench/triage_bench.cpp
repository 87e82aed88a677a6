// SPDX-License-Identifier: GPL-3.0-or-later
// The triage table over a million rows, offscreen: shown, a filter keystroke, sorts, a scroll step, accepting all rows
// alike. Milliseconds until painted, median of five, the first time (keys not made yet) beside it.
//
//   QT_QPA_PLATFORM=offscreen bench_triage            1,000,000 rows
//   QT_QPA_PLATFORM=offscreen bench_triage 100000
#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QFile>
#include <QLineEdit>
#include <QScrollBar>
#include <QTemporaryDir>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

#include "core/session/pending_edits.h"
#include "core/tables/csv_table.h"
#include "ui/support/edit_stack.h"
#include "ui/theme/theme_controller.h"
#include "ui/triage/decision_controller.h"
#include "ui/triage/filter_bar.h"
#include "ui/triage/triage_model.h"
#include "ui/triage/triage_page.h"
#include "ui/triage/triage_table.h"

using namespace plumbline;

namespace {

constexpr std::size_t kDriftEvery = 520;  // a million rows: 1,924 that fail alike in two metrics

std::string syntheticRun(std::size_t rows, bool drift) {
  std::string out =
      "dev,name,batch_size,accuracy,calls_captured,unique_graphs,graph_breaks,unique_graph_breaks,autograd_captures,"
      "autograd_compiles,cudagraph_skips,compilation_latency\n";
  out.reserve(rows * 75);
  const char* const kinds[] = {"resnet", "bert_base", "hf_T5", "timm_vit", "google/gemma", "densenet", "unet_diffusion"};
  char line[200];
  for (std::size_t i = 0; i < rows; ++i) {
    const bool changed = drift && i % kDriftEvery == 0;
    const std::size_t mixed = (i * 2654435761U) % 1000003U;
    const int n = std::snprintf(line, sizeof line, "cuda,%s_%zu,%zu,%s,%zu,%zu,%zu,%zu,0,0,0,%zu.%06zu\n", kinds[mixed % 7], i,
                                i % 64, changed ? "fail_accuracy" : "pass", 100 + mixed % 900, i % 9 + 1,
                                changed ? 3 : i % kDriftEvery == 0 ? 2 : i % 7, i % 5, 10 + mixed % 80, mixed % 1000000);
    out.append(line, static_cast<std::size_t>(n));
  }
  return out;
}

class Bench {
 public:
  explicit Bench(std::size_t rows) : m_rows(rows), m_themes(*qApp, ui::Scheme::Light), m_page(m_themes.theme()) {
    m_page.setEditing(m_stack);
    m_page.resize(1440, 900);
    m_page.show();
    m_table = m_page.findChild<ui::TriageTable*>();
    m_model = m_page.findChild<ui::TriageModel*>();
    m_bar = m_page.findChild<ui::FilterBar*>();
    settle();
  }

  void run() {
    const std::string actual = syntheticRun(m_rows, true);
    const std::string expected = syntheticRun(m_rows, false);
    QElapsedTimer clock;
    clock.start();
    const session::SnapshotPtr snapshot = judged(actual, expected);
    const double judgedMs = milliseconds(clock);
    QFile baseline(m_folder.filePath(QStringLiteral("expected.csv")));
    if (!baseline.open(QIODevice::WriteOnly) || baseline.write(expected.data(), static_cast<qint64>(expected.size())) < 0) std::exit(2);
    baseline.close();
    clock.restart();
    m_page.showSnapshot(snapshot);
    settle();
    const double shown = milliseconds(clock);
    std::printf("%zu rows: read from memory and judged %.0f ms, then shown %.1f ms; after open in all %.0f ms (goal 800)\n",
                m_rows, judgedMs, shown, judgedMs + shown);
    clock.restart();
    m_bar->setChangedOnly(false);
    settle();
    std::printf("%-34s %8.1f ms\n", "all rows instead of changed", milliseconds(clock));

    measure("filter keystroke \"res\" (7 %)", "goal 50", {"re", "res", "resn", "res", "re", "res"});
    measure("filter keystroke one letter", "goal 50", {"e", "b", "d", "s", "t", "e"});
    measure("filter graph_breaks>5", "", {"graph_breaks>5", "graph_breaks>4", "graph_breaks>5", "graph_breaks>4", "graph_breaks>6", "graph_breaks>3"});
    measure("filter /t_\\d*7$/", "", {"/t_\\d*7$/", "/t_\\d*6$/", "/t_\\d*5$/", "/t_\\d*4$/", "/t_\\d*3$/", "/t_\\d*2$/"});
    m_bar->setText({});
    settle();
    sortBy("sort by number, compile time", "goal 150", "metric:compilation_latency");
    sortBy("sort by number, ops captured", "goal 150", "metric:calls_captured");
    sortBy("sort by name", "goal 300", "model");
    sortBy("sort by word, accuracy", "", "metric:accuracy");
    sortBy("sort by reason", "", "reason");
    m_model->setOrder({});
    settle();
    scroll();
    select();
    m_bar->setText({});
    settle();
    acceptAlike();
  }

 private:
  session::SnapshotPtr judged(const std::string& actual, const std::string& expected) {
    auto snapshot = std::make_shared<session::Snapshot>();
    auto one = tables::CsvTable::scan(actual, "actual.csv").value();
    const std::string path = m_folder.filePath(QStringLiteral("expected.csv")).toStdString();
    auto two = tables::CsvTable::scan(expected, path).value();
    snapshot->actual = {"actual.csv", {}, one};
    snapshot->expected = {path, {}, two};
    verdicts::ComparisonOptions options;
    options.rules = *verdicts::ruleSet(verdicts::kDefaultGeneration);
    auto made = verdicts::Comparison::make({{one}, {two}}, options);
    if (!made.isValue()) std::exit(2);
    snapshot->comparison = made.value();
    return snapshot;
  }

  static double milliseconds(const QElapsedTimer& clock) { return static_cast<double>(clock.nsecsElapsed()) / 1e6; }

  /// settle waits for background work and paints what is due.
  void settle() {
    while (m_model->isBusy()) {
      QEventLoop loop;
      QObject::connect(m_model, &ui::TriageModel::busyChanged, &loop, &QEventLoop::quit);
      loop.exec();
    }
    m_table->viewport()->repaint();
  }

  static void print(const char* what, std::vector<double> times, const char* goal) {
    const double first = times.front();
    times.erase(times.begin());
    std::sort(times.begin(), times.end());
    std::printf("%-34s %8.1f ms   first %.1f   %s\n", what, times[times.size() / 2], first, goal);
  }

  void measure(const char* what, const char* goal, const std::vector<const char*>& texts) {
    std::vector<double> times;
    for (const char* text : texts) {
      QElapsedTimer clock;
      clock.start();
      m_bar->setText(QString::fromUtf8(text));
      settle();
      times.push_back(milliseconds(clock));
    }
    print(what, times, goal);
  }

  void sortBy(const char* what, const char* goal, const char* key) {
    const int column = m_model->columns().indexOf(QString::fromUtf8(key));
    std::vector<double> times;
    for (int i = 0; i < 6; ++i) {
      QElapsedTimer clock;
      clock.start();
      m_model->sort(column, i % 2 == 0 ? Qt::AscendingOrder : Qt::DescendingOrder);
      settle();
      times.push_back(milliseconds(clock));
    }
    print(what, times, goal);
  }

  void scroll() {
    std::vector<double> times;
    for (int i = 0; i < 120; ++i) {
      QElapsedTimer clock;
      clock.start();
      m_table->verticalScrollBar()->setValue(i % 2 == 0 ? i * 3 : (i * 7919) % m_table->verticalScrollBar()->maximum());
      m_table->viewport()->repaint();
      times.push_back(milliseconds(clock));
    }
    std::sort(times.begin(), times.end());
    std::printf("%-34s %8.1f ms   p99 %.1f   worst %.1f   goal 16\n", "scroll step", times[60], times[118], times[119]);
  }

  void select() {
    QElapsedTimer clock;
    clock.start();
    m_table->selectAll();
    m_table->viewport()->repaint();
    const double all = milliseconds(clock);
    clock.restart();
    m_bar->setText(QStringLiteral("res"));
    settle();
    std::printf("%-34s %8.1f ms   then a keystroke %.1f ms\n", "select all", all, milliseconds(clock));
  }

  /// acceptAlike presses Shift+A on the first failing row, gives the reason, and takes the step back.
  void acceptAlike() {
    m_bar->setChangedOnly(true);
    settle();
    m_table->setCurrentIndex(m_model->index(0, 0));
    auto* queue = m_page.findChild<ui::DecisionQueue*>();
    auto* controller = m_page.findChild<ui::DecisionController*>();
    step("Shift+A until the reason is asked", "goal 300", [&] { queue->acceptAlike(); });
    step("and accepted", "goal 300", [&] { (void)controller->accept(controller->alike(m_model->sourceRow(0)), {}, "as measured"); });
    std::printf("%zu rows decided\n", static_cast<std::size_t>(controller->count().decided));
    step("counted for the status bar", "", [&] { (void)baselines::EditCounter().count(m_edits.drafts()); });
    step("and undone", "", [&] { m_stack.undo(); });
    step("Shift+A again", "", [&] { queue->acceptAlike(); });
  }

  void step(const char* what, const char* goal, const std::function<void()>& doIt) {
    QElapsedTimer clock;
    const std::clock_t before = std::clock();
    clock.start();
    doIt();
    settle();
    std::printf("%-34s %8.1f ms   processor %.1f ms   %s\n", what, milliseconds(clock), 1e3 * static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC, goal);
  }

  std::size_t m_rows;
  QTemporaryDir m_folder;
  session::PendingEdits m_edits{m_folder.filePath(QStringLiteral("state"))};
  ui::EditStack m_stack{m_edits};
  ui::ThemeController m_themes;
  ui::TriagePage m_page;
  ui::TriageTable* m_table = nullptr;
  ui::TriageModel* m_model = nullptr;
  ui::FilterBar* m_bar = nullptr;
};

}  // namespace

int main(int argc, char** argv) {
  QApplication app(argc, argv);
  const long asked = argc > 1 ? std::strtol(argv[1], nullptr, 10) : 1'000'000;
  Bench(asked > 0 ? static_cast<std::size_t>(asked) : 1'000'000).run();
  return 0;
}
