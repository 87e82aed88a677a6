// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/run_pages.h"

#include <algorithm>

#include "app/gui/commit_pages.h"
#include "app/gui/page_host.h"
#include "core/runs/repro/repro_options.h"
#include "core/runs/spec/run_plan.h"
#include "core/session/compare_session.h"
#include "core/session/session.h"
#include "ui/bisect/bisect_page.h"
#include "ui/charts/charts_page.h"
#include "ui/runs/runs_page.h"
#include "ui/runs/why_controller.h"
#include "ui/shell/main_window.h"
#include "ui/support/notice_strip.h"
#include "ui/theme/theme_controller.h"
#include "ui/triage/triage_page.h"

using namespace Qt::StringLiterals;

namespace plumbline::app {
namespace {

constexpr auto kAbandoned = "runs:abandoned"_L1, kWhyNotice = "runs:why:"_L1, kWhyStart = "runs:whystart"_L1;
constexpr qsizetype kMaxNames = 20;  ///< in a filter that a person can still read

}  // namespace

std::optional<runs::RunSpec> specOfModelRow(const CommitPages& pages) {
  const auto row = pages.modelRow();
  if (!row) return std::nullopt;
  return runs::specForConfig(row->config, row->baseline, row->model.toStdString());
}

RunPages::RunPages(RunParts parts) : m(std::move(parts)) {}
RunPages::~RunPages() = default;

runs::RunQueue& RunPages::queue() {
  if (m.queue == nullptr) {
    m.queue = std::make_unique<runs::RunQueue>(m.options);
    connect(m.queue.get(), &runs::RunQueue::failed, this,
            [this](const base::Error& error) { m.host.window.notices().showNotice(ui::noticeFor(error, kRuns)); });
    // Connected to the queue, not to the page: a run may end before the page was ever shown.
    auto* notifier = new ui::RunEndNotifier(*m.queue, this);
    connect(notifier, &ui::RunEndNotifier::ended, this,
            [this](const QString& title, const QString& text, bool, const QStringList& results) {
              if (m.notify) m.notify(title, text);
              if (m.remember) m.remember(results);
            });
    connect(notifier, &ui::RunEndNotifier::abandonedChanged, this, &RunPages::offerToResume);
    connect(new ui::WhyController(*m.queue, this), &ui::WhyController::pageReady, this,
            [this](const QString& model, const QString& page, bool isPass) {
              m.host.window.notices().showNotice(
                  {.id = kWhyNotice + model,
                   .text = isPass ? tr("%1 passes when it is run again.").arg(model)
                                  : tr("Why %1 fails: the page with verdict, smallest graph and commands is ready.").arg(model),
                   .details = page});
            });
  }
  return *m.queue;
}

void RunPages::offerToResume(const QString& text) {
  if (text.isEmpty()) return m.host.window.notices().dismiss(kAbandoned);
  m.host.window.notices().showNotice({.id = kAbandoned,
                                      .text = text,
                                      .details = {},
                                      .actionText = tr("Resume"),
                                      .action = [this] { queue().resume({}); }});
}

void RunPages::begin() { queue(); }

void RunPages::addPage() {
  ui::MainWindow* window = &m.host.window;
  const auto make = [this, window]() -> ui::PageContent {
    m_page = new ui::RunsPage(m.host.themes.theme(), queue(), m.host.prompt, m.presetFolder);
    m.host.join(*m_page, kRuns);
    connect(&queue(), &runs::RunQueue::changed, m_page, &ui::RunsPage::showQueue);
    connect(m_page, &ui::RunsPage::pairRequested, this, &RunPages::openPair);
    connect(m_page, &ui::RunsPage::chartsRequested, this, &RunPages::openCharts);
    connect(m_page, &ui::RunsPage::noticeRequested, window,
            [window](const base::Error& error) { window->notices().showNotice(ui::noticeFor(error, kRuns)); });
    m_page->showQueue(queue().queue());
    return {m_page, m_page->actions()};
  };
  window->addPage({.id = kRuns,
                   .title = tr("Runs"),
                   .iconName = kRuns,
                   .tooltip = tr(
                       "Benchmarks and repro scripts on this machine, over SSH, on Slurm; E runs the current row"),
                   .needsPair = false,
                   .make = make});
  window->registry().add({{.id = u"runs.row"_s,
                           .text = tr("Run this row"),
                           .tooltip = tr("Fill the form of a new run from the current row; nothing starts by itself"),
                           .group = tr("Runs"),
                           .iconName = kRuns,
                           .shortcuts = {QKeySequence(Qt::Key_E)},
                           .run = [this] { runRow(); }},
                          {.id = u"runs.why"_s,
                           .text = tr("Why did it fail?"),
                           .tooltip = tr(
                               "Fill the form with a run of the current row; once it is started, its repro script is "
                               "minified and reproduced, and one page says why the row failed"),
                           .group = tr("Runs"),
                           .iconName = kRuns,
                           .shortcuts = {QKeySequence(Qt::SHIFT | Qt::Key_E)},
                           .run = [this] { whyRow(); },
                           .enabled = [this] { return rowSpec().has_value(); }}});
}

void RunPages::addBisectPage() {
  m.host.window.addPage({.id = kBisect,
                         .title = tr("Bisect"),
                         .iconName = kBisect,
                         .tooltip = tr("Find the commit that broke a test which also fails without it"),
                         .needsPair = false,
                         .keys = {QKeySequence(Qt::CTRL | Qt::Key_B)},
                         .make = [this]() -> ui::PageContent {
                           auto* page = new ui::BisectPage(m.host.themes.theme(), m_bisect, m.host.prompt);
                           m.host.join(*page, kBisect);
                           return {page, page->actions()};
                         },
                         .command = tr("Find the commit that broke a test (bisect)")});
}

void RunPages::joinTriage(ui::TriagePage& triage) {
  m_triage = &triage;
  connect(&triage, &ui::TriagePage::modelChosen, this, [this](const QString& model) { m_model = model; });
  connect(&m.session, &session::Session::snapshotChanged, this, [this](const session::SnapshotPtr& snapshot) {
    if (m_wantedActual.isEmpty() || snapshot == nullptr) return;
    if (snapshot->actual.path == m_wantedActual.toStdString() && !m_wantedModels.isEmpty())
      m_triage->showOnly(m_wantedModels);
    m_wantedActual.clear();
  });
}

/// rowSpec is of the table of a pair, or of a model's configs.
std::optional<runs::RunSpec> RunPages::rowSpec() const {
  const session::SnapshotPtr snapshot = m.session.snapshot();
  if (m.host.window.currentPage() == kTriage && snapshot != nullptr && !m_model.isEmpty())
    return runs::specForPair(snapshot->actual.path, snapshot->expected.path, m_model.toStdString());
  return m.commitRow ? m.commitRow() : std::nullopt;
}

/// runRow shows the page, and takes the current row along where there is one.
void RunPages::runRow() {
  const auto spec = rowSpec();
  m.host.window.showPage(kRuns);
  if (spec) m_page->showSpec(*spec);
}

void RunPages::whyRow() {
  const auto spec = rowSpec();
  if (!spec) return;
  m.host.window.showPage(kRuns);
  m_page->showReproRun(runs::specForWhy(*spec));
  askToStart(spec->models.empty() ? QString() : QString::fromStdString(spec->models.front()));
}

/// askToStart: nothing starts by itself, but Enter is enough.
void RunPages::askToStart(const QString& model) {
  ui::NoticeStrip& notices = m.host.window.notices();
  notices.showNotice({.id = kWhyStart,
                      .text = tr("Why did %1 fail? Enter runs it, then minifies and reproduces the script that it leaves; the form shows how.").arg(model),
                      .details = {},
                      .actionText = tr("Find out"),
                      .action = [this, shown = m_page->spec()] {
                        m.host.window.notices().dismiss(kWhyStart);
                        // Only what was asked about starts from here; a form that was changed since has its own button.
                        if (m_page->spec() == shown) m.host.window.registry().run(u"runs.start"_s);
                        else m_page->setFocus(Qt::OtherFocusReason);
                      }});
  notices.focusNewest();
}

/// openPair filters the table for the models that were run.
void RunPages::openPair(const QString& actual, const QString& expected, const QStringList& models) {
  if (expected.isEmpty()) {
    if (m.openAlone) m.openAlone({actual});
    return;
  }
  m_wantedActual = actual;
  m_wantedModels = models.size() <= kMaxNames ? models : QStringList();
  m.session.open(actual, expected);
  m.host.window.showPage(kTriage);
}

void RunPages::openCharts(const QStringList& results) {
  m.compare.openFiles(results);
  m.host.window.showPage(kCharts);
  const bool isCache = std::ranges::any_of(results, [](const QString& path) { return path.endsWith(u".json"_s); });
  auto* charts = m.host.window.findChild<ui::ChartsPage*>();
  if (isCache && charts != nullptr) charts->showKind(charts::ChartKind::CompileTime);  // the one that such results have
}

}  // namespace plumbline::app
