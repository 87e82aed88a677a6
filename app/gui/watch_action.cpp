// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/watch_action.h"

#include <utility>

#include "core/session/commit_session.h"
#include "core/text/quantities.h"
#include "ui/shell/main_window.h"
#include "ui/support/notice_strip.h"
#include "ui/support/utf8_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::app {
namespace {

const QString kWatchNotice = u"watch"_s;
constexpr qsizetype kShownSha = 12;

}  // namespace

WatchAction::WatchAction(Parts parts) : m(std::move(parts)) {
  connect(&m_watch, &session::WatchClient::reported, this, &WatchAction::showReport);
  connect(&m_watch, &session::WatchClient::problem, this, &WatchAction::showProblem);
  connect(&m_watch, &session::WatchClient::stopped, this, [this] {
    m_isWanted = false;
    m.window.registry().refresh();
  });
}

QList<ui::ActionSpec> WatchAction::actions() {
  return {{.id = u"watch.ci"_s,
           .text = tr("Watch CI"),
           .tooltip = tr("Every 10 minutes, judge the new commits of PyTorch's branch main by the open baselines and notify of new failures"),
           .group = tr("File"),
           .run = [this] { toggle(); },
           .enabled = [this] { return m_isWanted || (m.commit.snapshot() != nullptr && session::hasBaselines(*m.commit.snapshot()->view)); },
           .checkable = true,
           .checked = [this] { return m_isWanted; }}};
}

void WatchAction::toggle() {
  m_isWanted = !m_isWanted;
  m.window.registry().refresh();
  if (!m_isWanted) {
    m_watch.stop();
    m.window.notices().dismiss(kWatchNotice);
    return m.window.showStatus(tr("CI is not watched any more."));
  }
  m.window.showStatus(tr("CI is watched: new failures will be shown here."));
  m.readFetchOptions([this](const fetch::FetchOptions& options) { start(options); });
}

void WatchAction::start(const fetch::FetchOptions& options) {
  const session::CommitSnapshotPtr open = m.commit.snapshot();
  if (!m_isWanted || open == nullptr) return;
  session::WatchRequest request;
  request.branch.fetch = options;
  request.watch = session::watchOptionsFor(*open->view, m.store());
  m_watch.start(std::move(request));
}

void WatchAction::showReport(const reports::NewsReport& report) {
  const QString commit = ui::fromUtf8(report.news.commit.name);
  const QString text = tr("Commit %1: %2", "a hash; counts of rows").arg(commit.left(kShownSha), ui::fromUtf8(overview::newsTitle(report.news)));
  m.window.notices().showNotice({.id = kWatchNotice,
                                 .text = text,
                                 .details = ui::fromUtf8(reports::newsText(report)),
                                 .actionText = tr("Open"),
                                 .action = [this, commit] { m.openCommit(commit); }});
  if (!report.news.isStart) m.notify(ui::fromUtf8(overview::newsTitle(report.news)), text + u'\n' + ui::fromUtf8(report.news.commit.subject), commit);
}

void WatchAction::showProblem(const base::Error& error, qint64 pauseS) {
  ui::Notice notice = ui::noticeFor(error, kWatchNotice);
  notice.text = pauseS < 0 ? tr("CI is not watched. %1").arg(notice.text)
                           : tr("%1 The watch goes on in %2.").arg(notice.text, ui::fromUtf8(text::durationText(static_cast<double>(pauseS))));
  m.window.notices().showNotice(notice);
}

}  // namespace plumbline::app
