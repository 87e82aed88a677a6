// SPDX-License-Identifier: GPL-3.0-or-later
// What belongs to the program and not to its work: the page about it, a new window.
//
//   ProgramPages pages({host, facts});
//   pages.addPages();
#pragma once

#include <QObject>
#include <QStringList>
#include <functional>

#include "core/session/user_settings.h"
#include "ui/shell/about_page.h"

namespace plumbline::session {
class CommitSession;
class Session;
}  // namespace plumbline::session
namespace plumbline::ui {
class FetcherPort;
class Preferences;
}  // namespace plumbline::ui

namespace plumbline::app {

class PageHost;

class ProgramPages : public QObject {
  Q_OBJECT

 public:
  struct Parts {
    PageHost& host;
    ui::AboutPage::Facts facts;  ///< lines of the system information
    /// start starts this program again, as a process of its own; false when it cannot be started.
    std::function<bool(const QStringList& arguments)> start;
    ui::Preferences& preferences;
    session::Session& session;
    session::CommitSession& commit;
    ui::FetcherPort* fetcher;  ///< null: nothing is fetched, no token is kept
  };
  explicit ProgramPages(Parts parts) : m(std::move(parts)) {}
  void addPages();

 private:
  void addAbout();
  void addSettings();
  void apply(session::Setting setting);
  void openWindow();

  Parts m;
};

}  // namespace plumbline::app
