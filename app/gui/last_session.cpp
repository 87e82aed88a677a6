// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/last_session.h"

#include <QFileInfo>
#include <QSettings>
#include <algorithm>

#include "app/gui/commit_pages.h"
#include "app/gui/page_host.h"
#include "core/overview/commit_view.h"
#include "core/session/commit_session.h"
#include "core/session/session.h"
#include "ui/shell/main_window.h"
#include "ui/support/chip_filter_bar.h"
#include "ui/support/notice_strip.h"
#include "ui/support/page.h"
#include "ui/support/utf8_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::app {
namespace {

constexpr int kSaveAfterMs = 500;
constexpr auto kGroup = "last/"_L1;
constexpr auto kPair = "last/pair"_L1;
constexpr auto kResults = "last/results"_L1;
constexpr auto kTrees = "last/trees"_L1;
constexpr auto kConfig = "last/config"_L1;  ///< the run and the baseline of the config that is in the triage table
constexpr auto kPairRules = "last/pairRules"_L1;
constexpr auto kCommitRules = "last/commitRules"_L1;
constexpr auto kPage = "last/page"_L1;
constexpr auto kFilter = "last/filter"_L1;
constexpr auto kPlace = "last/place"_L1;

}  // namespace

LastSession::LastSession(const Parts& parts) : m(parts) {
  m_soon.setSingleShot(true);
  m_soon.setInterval(kSaveAfterMs);
  connect(&m_soon, &QTimer::timeout, this, [this] {
    if (m.session.isBusy() || m.commit.isBusy()) return m_soon.start();
    m_isRestoring = false;  // over, also where nothing came of it
    save();
  });
}

void LastSession::follow() {
  const auto soon = [this] { m_soon.start(); };
  connect(&m.session, &session::Session::snapshotChanged, this, soon);
  connect(&m.commit, &session::CommitSession::snapshotChanged, this, soon);
  connect(&m.host.window, &ui::MainWindow::pageShown, this, soon);
}

void LastSession::save() const {
  const session::SnapshotPtr pair = m.session.snapshot();
  const session::CommitSnapshotPtr commit = m.commit.snapshot();
  const bool hasPair = pair != nullptr && pair->actual.isFile;
  if (!hasPair && commit == nullptr) return;
  QSettings& store = m.host.settings;
  store.remove(QString(kGroup).chopped(1));
  if (pair != nullptr) store.setValue(kPairRules, ui::fromUtf8(pair->ruleId));
  if (commit != nullptr) store.setValue(kCommitRules, ui::fromUtf8(commit->ruleId));
  if (hasPair) store.setValue(kPair, QStringList{QFileInfo(m.session.actualPath()).absoluteFilePath(),
                                                 QFileInfo(m.session.expectedPath()).absoluteFilePath()});
  if (commit != nullptr) {
    QStringList results, trees;
    for (const sources::SourcePath& source : commit->view->opened().paths)
      (source.role == sources::Role::Expected ? trees : results) << QFileInfo(ui::pathText(source.path)).absoluteFilePath();
    store.setValue(kResults, results);
    store.setValue(kTrees, trees);
    if (pair != nullptr && !hasPair) store.setValue(kConfig, QStringList{m.session.actualPath(), m.session.expectedPath()});
  }
  store.setValue(kPage, m.host.window.currentPage());
  const auto* page = qobject_cast<const ui::Page*>(&m.host.window.pageWidget());
  if (page == nullptr) return;
  store.setValue(kPlace, page->place());
  if (const auto* bar = page->findChild<ui::TableFilterBar*>()) store.setValue(kFilter, bar->text());
}

bool LastSession::restore() {
  const QSettings& store = m.host.settings;
  QStringList gone;
  const auto present = [&](const auto& key) {
    QStringList paths = store.value(key).toStringList();
    paths.removeIf([&](const QString& path) {
      const bool isGone = !QFileInfo::exists(path);
      if (isGone) gone << path;
      return isGone;
    });
    return paths;
  };
  const QStringList pair = present(kPair), results = present(kResults), trees = present(kTrees);
  if (!gone.isEmpty())
    m.host.window.notices().showNotice({.id = u"lastSession"_s,
                                        .text = tr("What was open last is not there any more: %1.").arg(ui::shortened(gone.first(), 120)),
                                        .details = gone.join(u'\n')});
  const bool opensCommit = !results.isEmpty();
  if (pair.size() != 2 && !opensCommit) return false;
  m.session.useRules(store.value(kPairRules).toString());
  m.commit.useRules(store.value(kCommitRules).toString());
  m_isRestoring = true;
  constexpr auto kOnce = static_cast<Qt::ConnectionType>(Qt::QueuedConnection | Qt::SingleShotConnection);
  const QStringList config = store.value(kConfig).toStringList();
  if (opensCommit) {
    const auto opened = [this, config] {
      if (config.size() == 2) m.commitPages.openAgain(config.at(0), config.at(1));
      showPlace();
    };
    connect(&m.commit, &session::CommitSession::snapshotChanged, this, opened, kOnce);
    m.commitPages.openSources(results, trees);
  }
  if (pair.size() == 2 || config.size() == 2) connect(&m.session, &session::Session::snapshotChanged, this, &LastSession::showPlace, kOnce);
  if (pair.size() == 2) m.session.open(pair.at(0), pair.at(1));
  return true;
}

void LastSession::showPlace() {
  // With a pair and a commit, the later one shows the page.
  if (m.session.isBusy() || m.commit.isBusy() || !std::exchange(m_isRestoring, false)) return;
  const QSettings& store = m.host.settings;
  m.host.window.choosePage(store.value(kPage).toString());
  auto* page = qobject_cast<ui::Page*>(&m.host.window.pageWidget());
  if (page == nullptr) return;
  if (auto* bar = page->findChild<ui::TableFilterBar*>()) bar->setText(store.value(kFilter).toString());
  if (const QString place = store.value(kPlace).toString(); !place.isEmpty()) page->showPlace(place);
}

}  // namespace plumbline::app
