// SPDX-License-Identifier: GPL-3.0-or-later
// Shows what is current on a page in programs outside: the baseline in the editor, the CI job, commit and pull request in
// the browser.
//
//   window.registry().add(desktopActions.actions());
#pragma once

#include <QList>
#include <QString>
#include <QStringList>
#include <QUrl>
#include <functional>

#include "core/session/desktop_links.h"
#include "ui/support/action_spec.h"
#include "ui/support/page.h"

namespace plumbline::session {
class CommitSession;
class Session;
}  // namespace plumbline::session
namespace plumbline::ui {
class MainWindow;
class Preferences;
}  // namespace plumbline::ui

namespace plumbline::app {

class DesktopActions {
 public:
  struct Parts {
    ui::MainWindow& window;
    session::Session& session;
    session::CommitSession& commit;
    ui::Preferences& preferences;
    std::function<bool(const QUrl&)> openUrl;
    std::function<bool(const QString& program, const QStringList& arguments)> start;
  };
  explicit DesktopActions(Parts parts) : m(std::move(parts)) {}

  QList<ui::ActionSpec> actions();

 private:
  ui::Page::Subject subject() const;
  const overview::ConfigResult* config(const ui::Page::Subject& subject) const;
  std::string commitHash() const;
  std::size_t lineOf(const ui::Page::Subject& subject) const;
  bool hasJob() const;
  QUrl jobUrl() const;
  void edit();
  void open(const QUrl& url);

  Parts m;
};

}  // namespace plumbline::app
