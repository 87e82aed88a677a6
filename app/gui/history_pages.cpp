// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/history_pages.h"

#include "app/gui/page_host.h"
#include "core/session/history_client.h"
#include "ui/history/history_page.h"
#include "ui/shell/main_window.h"
#include "ui/support/notice_strip.h"
#include "ui/theme/theme_controller.h"
#include "ui/triage/triage_page.h"

using namespace Qt::StringLiterals;

namespace plumbline::app {

void HistoryPages::addPage() {
  ui::MainWindow* window = &m_host.window;
  const auto make = [this, window]() -> ui::PageContent {
    m_page = new ui::HistoryPage(m_host.themes.theme(), m_client);
    m_host.join(*m_page, kHistory);
    connect(m_page, &ui::HistoryPage::linkRequested, this, &HistoryPages::openLink);
    connect(m_page, &ui::HistoryPage::helpRequested, window, [window] { window->showPage(u"help"_s); });
    connect(m_page, &ui::HistoryPage::settled, this, &HistoryPages::settled);
    return {m_page, m_page->actions()};
  };
  window->addPage({.id = kHistory,
                   .title = tr("History"),
                   .iconName = kHistory,
                   .tooltip = tr("What CI measured run by run, how the baselines moved, and since when a row is red"),
                   .needsPair = false,
                   .keys = {QKeySequence(Qt::CTRL | Qt::Key_H)},
                   .make = make});
}

void HistoryPages::joinTriage(ui::TriagePage& triage) {
  connect(&triage, &ui::TriagePage::historyRequested, this, &HistoryPages::showCell);
}

void HistoryPages::showCell(const QString& config, const QString& model, const QString& metric, const QString& file) {
  m_host.window.showPage(kHistory);
  m_page->showCell(config, model, metric, file);
}

/// Commits come out of files that anybody may have written: only web addresses are opened.
void HistoryPages::openLink(const QUrl& url) {
  const bool isWeb = url.isValid() && (url.scheme() == "https"_L1 || url.scheme() == "http"_L1);
  if (isWeb && m_openUrl(url)) return m_host.window.notices().dismiss(kHistory);
  m_host.window.notices().showNotice({.id = kHistory,
                                      .kind = ui::NoticeKind::Problem,
                                      .text = tr("No browser could be opened for the commit."),
                                      .details = url.toString()});
}

}  // namespace plumbline::app
