// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/history_pages.h"

#include "app/gui/page_host.h"
#include "core/session/commit_session.h"
#include "core/session/history/history_client.h"
#include "core/session/history/history_filler.h"
#include "core/session/session.h"
#include "ui/history/history_page.h"
#include "ui/settings/preferences.h"
#include "ui/shell/main_window.h"
#include "ui/support/notice_strip.h"
#include "ui/theme/theme_controller.h"
#include "ui/triage/triage_page.h"

using namespace Qt::StringLiterals;

namespace plumbline::app {
namespace {

const QString kFilling = u"history:fill"_s;

}  // namespace

HistoryPages::HistoryPages(HistoryParts parts) : m(std::move(parts)) {
  connect(&m.session, &session::Session::snapshotChanged, &m.filler, &session::HistoryFiller::addPair);
  connect(&m.commit, &session::CommitSession::snapshotChanged, &m.filler, &session::HistoryFiller::addCommit);
  connect(&m.filler, &session::HistoryFiller::failed, this, [this](const base::Error& error) {
    ui::Notice notice = ui::noticeFor(error, kFilling);
    notice.text = tr("The results are not added to the history. %1").arg(notice.text);
    m.host.window.notices().showNotice(notice);
  });
  connect(&m.filler, &session::HistoryFiller::added, this, [this](quint64 runs) {
    m.host.window.notices().dismiss(kFilling);
    if (runs > 0) m.client.announceChange();
  });
  connect(&m.preferences, &ui::Preferences::valueChanged, this, [this](session::Setting setting) {
    if (setting == session::Setting::FillHistory || setting == session::Setting::DecisionLog) applyFilling();
  });
  applyFilling();
}

void HistoryPages::applyFilling() {
  const bool isFilling = !m.preferences.value(session::Setting::FillHistory).isEmpty();
  m.filler.setEnabled(isFilling);
  const baselines::DecisionStore decisions = m.filler.decisionStore(!m.preferences.value(session::Setting::DecisionLog).isEmpty());
  m.session.useDecisions(decisions);
  m.commit.useDecisions(decisions);
  m.edits.useDecisions(decisions);
  m.filler.addPair(m.session.snapshot());
  m.filler.addCommit(m.commit.snapshot());
  if (m_page != nullptr) m_page->setFilling(isFilling);
}

void HistoryPages::addPage() {
  ui::MainWindow* window = &m.host.window;
  const auto make = [this, window]() -> ui::PageContent {
    m_page = new ui::HistoryPage(m.host.themes.theme(), m.client);
    connect(&m.client, &session::HistoryClient::changed, m_page, &ui::HistoryPage::reload);
    m.host.join(*m_page, kHistory);
    connect(m_page, &ui::HistoryPage::linkRequested, this, &HistoryPages::openLink);
    connect(m_page, &ui::HistoryPage::helpRequested, window, [window] { window->showPage(u"help"_s); });
    connect(m_page, &ui::HistoryPage::settled, this, &HistoryPages::settled);
    connect(m_page, &ui::HistoryPage::fillRequested, this,
            [this] { m.preferences.setValue(session::Setting::FillHistory, u"yes"_s); });
    applyFilling();
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
  m.host.window.showPage(kHistory);
  m_page->showCell(config, model, metric, file);
}

/// Commits come out of files that anybody may have written: only web addresses are opened.
void HistoryPages::openLink(const QUrl& url) {
  const bool isWeb = url.isValid() && (url.scheme() == "https"_L1 || url.scheme() == "http"_L1);
  if (isWeb && m.openUrl(url)) return m.host.window.notices().dismiss(kHistory);
  m.host.window.notices().showNotice({.id = kHistory,
                                      .kind = ui::NoticeKind::Problem,
                                      .text = tr("No browser could be opened for the commit."),
                                      .details = url.toString()});
}

}  // namespace plumbline::app
