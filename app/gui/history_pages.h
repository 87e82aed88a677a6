// SPDX-License-Identifier: GPL-3.0-or-later
// Puts the page of the history into the window, opens its links, and leads from the other pages to the history of a
// cell.
//
//   HistoryPages pages(host, client);
//   pages.addPage();
#pragma once

#include <QObject>
#include <QString>
#include <QUrl>
#include <functional>

namespace plumbline::session {
class HistoryClient;
}  // namespace plumbline::session
namespace plumbline::ui {
class HistoryPage;
class TriagePage;
}  // namespace plumbline::ui

namespace plumbline::app {

class PageHost;

class HistoryPages : public QObject {
  Q_OBJECT

 public:
  using OpenUrl = std::function<bool(const QUrl&)>;
  HistoryPages(PageHost& host, session::HistoryClient& client, OpenUrl openUrl)
      : m_host(host), m_client(client), m_openUrl(std::move(openUrl)) {}

  void addPage();
  /// joinTriage lets a row of triage lead to its history.
  void joinTriage(ui::TriagePage& triage);
  /// showCell shows the page with a model in a config.
  void showCell(const QString& config, const QString& model, const QString& metric, const QString& file);

 Q_SIGNALS:
  void settled();  ///< all there is to be seen is on screen

 private:
  void openLink(const QUrl& url);

  PageHost& m_host;
  session::HistoryClient& m_client;
  OpenUrl m_openUrl;
  ui::HistoryPage* m_page = nullptr;  ///< made when it is first shown
};

}  // namespace plumbline::app
