// SPDX-License-Identifier: GPL-3.0-or-later
// Puts the page of the history into the window, opens its links, leads from the other pages to the history of a cell,
// and fills the history by what is opened, if the settings say so.
//
//   HistoryPages pages({host, client, filler, session, commit, preferences, &QDesktopServices::openUrl});
//   pages.addPage();
#pragma once

#include <QObject>
#include <QString>
#include <QUrl>
#include <functional>

namespace plumbline::session {
class CommitSession;
class HistoryClient;
class HistoryFiller;
class Session;
}  // namespace plumbline::session
namespace plumbline::ui {
class HistoryPage;
class Preferences;
class TriagePage;
}  // namespace plumbline::ui

namespace plumbline::app {

class PageHost;

struct HistoryParts {
  PageHost& host;
  session::HistoryClient& client;
  session::HistoryFiller& filler;
  session::Session& session;
  session::CommitSession& commit;
  session::PendingEdits& edits;
  ui::Preferences& preferences;
  std::function<bool(const QUrl&)> openUrl;
};

class HistoryPages : public QObject {
  Q_OBJECT

 public:
  explicit HistoryPages(HistoryParts parts);

  void addPage();
  /// joinTriage lets a row of triage lead to its history.
  void joinTriage(ui::TriagePage& triage);
  /// showCell shows the page with a model in a config.
  void showCell(const QString& config, const QString& model, const QString& metric, const QString& file);

 Q_SIGNALS:
  void settled();  ///< all there is to be seen is on screen

 private:
  void openLink(const QUrl& url);
  /// applyFilling follows the setting: after a yes, what is open is added at once.
  void applyFilling();

  HistoryParts m;
  ui::HistoryPage* m_page = nullptr;  ///< made when it is first shown
};

}  // namespace plumbline::app
