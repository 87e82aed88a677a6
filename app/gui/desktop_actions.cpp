// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/desktop_actions.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <algorithm>

#include "core/session/commit_session.h"
#include "core/session/session.h"
#include "core/tables/csv_table.h"
#include "ui/settings/preferences.h"
#include "ui/shell/main_window.h"
#include "ui/support/notice_strip.h"
#include "ui/support/utf8_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::app {
namespace {

const QString kDesktopNotice = u"desktop"_s;

QString tr(const char* text) { return QCoreApplication::translate("plumbline::app::DesktopActions", text); }

}  // namespace

/// subject completes what the page says with the pair on screen.
ui::Page::Subject DesktopActions::subject() const {
  const auto* page = qobject_cast<const ui::Page*>(&m.window.pageWidget());
  ui::Page::Subject current = page == nullptr ? ui::Page::Subject() : page->subject();
  if (!current.file.isEmpty() || current.model.isEmpty()) return current;
  if (current.config) {
    const overview::ConfigResult* result = config(current);
    current.file = result == nullptr ? QString() : ui::pathText(result->baselinePath);
  } else if (const session::SnapshotPtr pair = m.session.snapshot()) {
    current.file = ui::pathText(pair->expected.path);
  }
  return current;
}

/// lineOf is where the model stands in the baseline that is open.
std::size_t DesktopActions::lineOf(const ui::Page::Subject& subject) const {
  if (subject.line > 0) return subject.line;
  const overview::ConfigResult* result = subject.config ? config(subject) : nullptr;
  const session::SnapshotPtr pair = m.session.snapshot();
  const tables::CsvTable* table = result != nullptr ? result->baseline.get() : pair ? pair->expected.table.get() : nullptr;
  return table == nullptr ? 0 : session::lineOfModel(*table, subject.model.toStdString());
}

/// config is that of the row, or that of the pair on screen.
const overview::ConfigResult* DesktopActions::config(const ui::Page::Subject& subject) const {
  const session::CommitSnapshotPtr commit = m.commit.snapshot();
  if (!commit) return nullptr;
  const auto& configs = commit->view->configs();
  if (subject.config) return *subject.config < configs.size() ? &configs[*subject.config] : nullptr;
  const session::SnapshotPtr pair = m.session.snapshot();
  if (!pair || subject.model.isEmpty()) return nullptr;
  for (const overview::ConfigResult& result : configs)
    if (result.run && result.run == pair->actual.table) return &result;
  return nullptr;
}

std::string DesktopActions::commitHash() const {
  const session::CommitSnapshotPtr commit = m.commit.snapshot();
  return commit ? commit->view->commit() : std::string();
}

/// hasJob is quick: every change on screen asks it.
bool DesktopActions::hasJob() const {
  const overview::ConfigResult* result = config(subject());
  return result != nullptr && std::ranges::any_of(result->shards, [](const overview::ShardUse& shard) {
           return shard.used && !shard.identity.jobId.empty();
         });
}

QUrl DesktopActions::jobUrl() const {
  const ui::Page::Subject current = subject();
  const overview::ConfigResult* result = config(current);
  return result == nullptr ? QUrl() : session::jobPage(*result, current.model.toStdString());
}

void DesktopActions::edit() {
  const ui::Page::Subject current = subject();
  if (!QFileInfo(current.file).isFile())
    return m.window.notices().showNotice({.id = kDesktopNotice, .kind = ui::NoticeKind::Problem,
                                          .text = tr("There is no file %1 yet; it comes with the first save.").arg(current.file)});
  QString command = m.preferences.value(session::Setting::Editor);
  if (command.isEmpty()) command = qEnvironmentVariable("VISUAL");
  const session::EditorCall call = session::editorCall(command, QFileInfo(current.file).absoluteFilePath(), lineOf(current));
  const bool isShown = call.program.isEmpty() ? m.openUrl(QUrl::fromLocalFile(QFileInfo(current.file).absoluteFilePath()))
                                              : m.start(call.program, call.arguments);
  if (isShown) return m.window.notices().dismiss(kDesktopNotice);
  m.window.notices().showNotice(
      {.id = kDesktopNotice, .kind = ui::NoticeKind::Problem,
       .text = tr("The editor \"%1\" cannot be started. Give another command in the settings.")
                   .arg(call.program.isEmpty() ? u"xdg-open"_s : call.program),
       .actionText = tr("Settings"), .action = [this] { m.window.showPage(u"settings"_s); }});
}

void DesktopActions::open(const QUrl& url) {
  if (url.isEmpty())
    return m.window.notices().showNotice({.id = kDesktopNotice, .text = tr("No name of the results says which job ran this row.")});
  if (session::isBrowserLink(url) && m.openUrl(url)) return m.window.notices().dismiss(kDesktopNotice);
  m.window.notices().showNotice({.id = kDesktopNotice, .kind = ui::NoticeKind::Problem,
                                 .text = tr("The desktop has no browser for %1.").arg(url.toDisplayString())});
}

QList<ui::ActionSpec> DesktopActions::actions() {
  const QString group = tr("Go");
  const auto hasCommit = [this] { return !session::commitPage(commitHash()).isEmpty(); };
  return {{.id = u"go.editor"_s,
           .text = tr("Open the baseline in the editor"),
           .tooltip = tr("Show the file and line of the current row; the settings name the editor"),
           .group = group,
           .shortcuts = {QKeySequence(Qt::CTRL | Qt::Key_E)},
           .run = [this] { edit(); },
           .enabled = [this] { return !subject().file.isEmpty(); }},
          {.id = u"go.job"_s,
           .text = tr("Open the CI job in the browser"),
           .tooltip = tr("Show the job on GitHub that ran the current row"),
           .group = group,
           .shortcuts = {QKeySequence(Qt::CTRL | Qt::Key_J)},
           .run = [this] { open(jobUrl()); },
           .enabled = [this] { return hasJob(); }},
          {.id = u"go.commit"_s,
           .text = tr("Open the commit in the browser"),
           .tooltip = tr("Show the opened commit on GitHub"),
           .group = group,
           .run = [this] { open(session::commitPage(commitHash())); },
           .enabled = hasCommit},
          {.id = u"go.pullRequest"_s,
           .text = tr("Open the pull request in the browser"),
           .tooltip = tr("Show the pull requests on GitHub that have the opened commit"),
           .group = group,
           .run = [this] { open(session::pullRequestPage(commitHash())); },
           .enabled = hasCommit}};
}

}  // namespace plumbline::app
