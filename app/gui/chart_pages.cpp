// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/chart_pages.h"

#include "app/gui/page_host.h"
#include "core/session/session.h"
#include "ui/charts/charts_page.h"
#include "ui/compare/compare_page.h"
#include "ui/shell/main_window.h"
#include "ui/shell/status_line.h"
#include "ui/support/notice_strip.h"
#include "ui/theme/theme_controller.h"
#include "ui/triage/triage_page.h"

using namespace Qt::StringLiterals;

namespace plumbline::app {
namespace {

const QString kCompareNotice = u"compare"_s;

}  // namespace

ChartPages::ChartPages(const ChartParts& parts) : m(parts) {
  using session::CompareSession;
  connect(&m.session, &session::Session::snapshotChanged, &m.compare, &CompareSession::showPair);
  connect(&m.commit, &session::CommitSession::snapshotChanged, &m.compare, &CompareSession::showCommit);
  connect(&m.compare, &CompareSession::failed, this,
          [this](const base::Error& error) { m.host.window.notices().showNotice(ui::noticeFor(error, kCompareNotice)); });
  connect(&m.compare, &CompareSession::changed, this, [this] { m.host.window.notices().dismiss(kCompareNotice); });
  connect(&m.compare, &CompareSession::busyChanged, &m.host.window.status(),
          [this](bool busy) { m.host.window.status().setBusy(ui::StatusLine::Work::Compare, busy); });
  connect(&m.compare, &CompareSession::progress, &m.host.window.status(), &ui::StatusLine::setProgress);
  connect(&m.host.window.status(), &ui::StatusLine::cancelRequested, &m.compare, &CompareSession::cancel);
}

ChartPages::~ChartPages() = default;

template <typename PageWidget>
void ChartPages::connectPage(PageWidget* page, const QString& id) {
  m.host.join(*page, id);
  ui::MainWindow* window = &m.host.window;
  connect(&m.compare, &session::CompareSession::changed, page, &PageWidget::showState);
  connect(page, &PageWidget::modelRequested, this, &ChartPages::showRow);
  connect(page, &PageWidget::modelChosen, this, &ChartPages::choose);
  connect(page, &PageWidget::openRequested, window, [window] { window->registry().run(u"pair.open"_s); });
  connect(page, &PageWidget::noticeRequested, window,
          [window](const base::Error& error) { window->notices().showNotice(ui::noticeFor(error, kCompareNotice)); });
  page->showState(m.compare.state());
}

void ChartPages::addPages() {
  addCompare();
  addCharts();
}

void ChartPages::addCompare() {
  ui::MainWindow* window = &m.host.window;
  const auto make = [this, window]() -> ui::PageContent {
    m_comparePage = new ui::ComparePage(m.host.themes.theme(), m.compare, m.host.prompt);
    connectPage(m_comparePage, kCompare);
    if (m.history != nullptr) m_comparePage->setHistory(*m.history);
    connect(m_comparePage, &ui::ComparePage::chartRequested, window, [this, window](const QString& model) {
      window->showPage(kCharts);
      m_charts->showModel(model);
    });
    if (!m_chosen.isEmpty()) m_comparePage->followModel(m_chosen);
    return {m_comparePage, m_comparePage->actions()};
  };
  window->addPage({.id = kCompare,
                   .title = tr("Compare"),
                   .iconName = kCompare,
                   .tooltip = tr("Before and after: up to six runs side by side"),
                   .needsPair = false,
                   .keys = {QKeySequence(Qt::Key_B)},
                   .make = make});
}

void ChartPages::addCharts() {
  ui::MainWindow* window = &m.host.window;
  const auto make = [this, window]() -> ui::PageContent {
    m_charts = new ui::ChartsPage(m.host.themes.theme(), m.compare, m.host.prompt);
    connectPage(m_charts, kCharts);
    ui::StatusLine* status = &window->status();
    connect(m_charts, &ui::ChartsPage::busyChanged, status, [status](bool busy) { status->setBusy(ui::StatusLine::Work::Chart, busy); });
    connect(m_charts, &ui::ChartsPage::progress, status, &ui::StatusLine::setProgress);
    connect(status, &ui::StatusLine::cancelRequested, m_charts, &ui::ChartsPage::cancelWork);
    connect(m_charts, &ui::ChartsPage::compareRequested, window, [window] { window->showPage(kCompare); });
    if (!m_model.isEmpty()) m_charts->showModel(m_model);
    return {m_charts, m_charts->actions()};
  };
  window->addPage({.id = kCharts,
                   .title = tr("Charts"),
                   .iconName = kCharts,
                   .tooltip = tr("Compile time, memory, speedup, before against after, trend"),
                   .needsPair = false,
                   .keys = {QKeySequence(Qt::Key_C)},
                   .make = make});
}

void ChartPages::joinTriage(ui::TriagePage& triage) {
  m_triage = &triage;
  connect(&triage, &ui::TriagePage::modelChosen, this, &ChartPages::choose);
}

ui::ChartsPage* ChartPages::charts() {
  if (m_charts == nullptr) m.host.window.showPage(kCharts);
  return m_charts;
}

/// showRow shows a model's row in the pair on screen, else the model over all configs of the commit.
void ChartPages::showRow(const QString& model) {
  if (m_triage != nullptr && m.session.snapshot() != nullptr && m_triage->showModel(model)) {
    m.host.window.showPage(kTriage);
    m_triage->showModel(model);
  } else if (m.commit.snapshot() != nullptr && m.showInCommit) {
    m.showInCommit(model);
  } else {
    m.host.window.showStatus(tr("No table that is open has %1").arg(model));
  }
}

/// choose makes a model current everywhere but where it was chosen; each page passes over what it shows already.
void ChartPages::choose(const QString& model) {
  if (model == m_model) return;
  m_model = model;
  const QObject* from = sender();
  if (m_charts != nullptr && from != m_charts) m_charts->showModel(model);
  // What a page behind chose by itself, as the first row of a pair, is no reason to leave the worst row.
  const auto* page = qobject_cast<const QWidget*>(from);
  if (page != nullptr && page->isVisible()) m_chosen = model;
  if (m_comparePage != nullptr && from != m_comparePage && m_chosen == model) m_comparePage->followModel(model);
  if (m_triage != nullptr && from != m_triage) m_triage->showModel(model);
}

}  // namespace plumbline::app
