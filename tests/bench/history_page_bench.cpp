// SPDX-License-Identifier: GPL-3.0-or-later
// The History page over a year: 16,000 rows x 365 runs in a file, offscreen. Prints the milliseconds until the rows are there, and those
// that a scroll step keeps the window busy, by a page and to anywhere, while strips are read on their own thread.
//
//   QT_QPA_PLATFORM=offscreen bench_history_page [ROWS [RUNS]]
#include <QApplication>
#include <QElapsedTimer>
#include <QScrollBar>
#include <QTemporaryDir>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "core/history/store.h"
#include "core/session/history/history_client.h"
#include "ui/history/history_page.h"
#include "ui/history/history_table.h"
#include "ui/theme/theme_controller.h"

using namespace plumbline;

namespace {

bool fill(const std::string& file, int rows, int runs) {
  auto store = history::Store::open(file, history::Store::Access::ReadWrite);
  for (int run = 0; store && run < runs; ++run) {
    history::RunRecord record;
    record.info.contentHash = record.info.commit = std::to_string(run);
    record.info.commitTime = 1'767'225'600 + std::int64_t{86'400} * run;
    for (int row = 0; row < rows; ++row)
      record.samples.push_back({{"torchbench", "config" + std::to_string(row % 153), "model" + std::to_string(row), "accuracy", ""},
                                {}, (row * 31 + run) % 17 == 0 ? "fail_to_run" : "pass"});
    if (!(*store)->runs().add({&record, 1})) return false;
  }
  return store.has_value();
}

double milliseconds(const QElapsedTimer& clock) { return static_cast<double>(clock.nsecsElapsed()) / 1e6; }

void scroll(ui::HistoryTable& table, const char* what, int (*place)(int step, int page, int end)) {
  std::vector<double> times;
  QScrollBar& bar = *table.verticalScrollBar();
  for (int step = 0; step < 300; ++step) {
    QElapsedTimer clock;
    clock.start();
    bar.setValue(place(step, bar.pageStep(), bar.maximum()));
    table.viewport()->repaint();
    QCoreApplication::processEvents();
    times.push_back(milliseconds(clock));
  }
  std::ranges::sort(times);
  std::printf("%-24s %8.1f ms   p99 %.1f   worst %.1f   goal 16\n", what, times[150], times[296], times[299]);
}

}  // namespace

int main(int argc, char** argv) {
  QApplication application(argc, argv);
  const int rows = argc > 1 ? std::atoi(argv[1]) : 16'000, runs = argc > 2 ? std::atoi(argv[2]) : 365;
  QTemporaryDir folder;
  const std::string file = folder.filePath(QStringLiteral("h.sqlite")).toStdString();
  if (rows < 1 || runs < 1 || !fill(file, rows, runs)) return 1;
  session::HistoryClient client(file);
  QElapsedTimer clock;
  clock.start();
  ui::HistoryPage page(ui::Theme::load(ui::Scheme::Light), client);
  page.resize(1440, 900);
  page.show();
  auto* table = page.findChild<ui::HistoryTable*>();
  while (table->model()->rowCount() < rows && clock.elapsed() < 60'000) QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 50);
  std::printf("%d rows x %d runs shown    %8.1f ms\n", table->model()->rowCount(), runs, milliseconds(clock));
  scroll(*table, "scroll by a page", [](int step, int page, int end) { return std::min(end, step * page); });
  scroll(*table, "scroll to anywhere", [](int step, int, int end) { return (step * 7919) % std::max(1, end); });
  return 0;
}
