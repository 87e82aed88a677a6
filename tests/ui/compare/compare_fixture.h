// SPDX-License-Identifier: GPL-3.0-or-later
// Runs for the tests of the comparison: tables from text, a session that holds them, a page that shows it.
//
//   Shown shown(runs({"name,speedup\na,2\n", "name,speedup\na,1\n"}));
//   shown.run(u"compare.next"_s);
#pragma once

#include <QSignalSpy>
#include <QTest>

#include "core/session/compare_session.h"
#include "ui/compare/compare_page.h"
#include "ui/support/file_prompt.h"
#include "ui/theme/theme_controller.h"

namespace plumbline::testing {

/// PreparedPrompt answers with the paths of a test.
class PreparedPrompt : public ui::FilePrompt {
 public:
  void request(QWidget*, const ui::FileRequest& question, Answer answer) override {
    asked << question.title;
    if (!paths.isEmpty()) answer(paths);
  }
  QStringList paths, asked;
};

inline diff::Run makeRun(const std::string& label, std::string csv) {
  auto table = tables::CsvTable::scan(std::move(csv), label + ".csv");
  if (!table.isValue()) qFatal("not a table");
  return {.label = label, .origin = "runs/" + label + ".csv", .tables = {table.value()}, .config = {}, .commit = {}, .isBaseline = false};
}

inline std::vector<diff::Run> runs(const std::vector<std::string>& csvs) {
  static const char* const kLabels[] = {"before", "after", "third", "fourth", "fifth", "sixth"};
  std::vector<diff::Run> made;
  for (std::size_t i = 0; i < csvs.size(); ++i) made.push_back(makeRun(kLabels[i], csvs[i]));
  return made;
}

/// Shown is a page in a window with runs on it.
struct Shown {
  explicit Shown(const std::vector<diff::Run>& chosen, ui::Scheme scheme = ui::Scheme::Light, QSize size = {1100, 700})
      : themes(*qApp, scheme), page(themes.theme(), compare, prompt) {
    QObject::connect(&compare, &session::CompareSession::changed, &page, &ui::ComparePage::showState);
    page.resize(size);
    page.show();
    page.activateWindow();
    if (!QTest::qWaitForWindowActive(&page)) qFatal("the page is not active");
    if (!chosen.empty()) choose(chosen);
  }
  void choose(const std::vector<diff::Run>& chosen) {
    QSignalSpy changed(&compare, &session::CompareSession::changed);
    compare.choose(chosen);
    if (!changed.wait(30000)) qFatal("no state came");
  }
  const ui::ActionSpec& action(const QString& id) {
    specs = page.actions();
    for (const ui::ActionSpec& spec : specs)
      if (spec.id == id) return spec;
    qFatal("no such action");
  }
  void run(const QString& id) { action(id).run(); }

  ui::ThemeController themes;
  session::CompareSession compare;
  PreparedPrompt prompt;
  ui::ComparePage page;
  QList<ui::ActionSpec> specs;
};

}  // namespace plumbline::testing
