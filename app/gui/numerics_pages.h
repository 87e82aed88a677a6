// SPDX-License-Identifier: GPL-3.0-or-later
// Puts the page of numerics into the window: its line of files in place of the pair, its work in the status line.
//
//   NumericsPages pages(host);
//   pages.addPage();
//   pages.open({u"ref.pt"_s, u"res.pt"_s, {}});
#pragma once

#include <QObject>
#include <QStringList>

namespace plumbline::ui {
class NumericsPage;
}  // namespace plumbline::ui

namespace plumbline::app {

class PageHost;

class NumericsPages : public QObject {
  Q_OBJECT

 public:
  explicit NumericsPages(PageHost& host) : m_host(host) {}

  void addPage();
  /// openFiles shows the page with these files or folders: their names say which is ref and which res, else their order.
  void openFiles(const QStringList& paths, const QString& fp64 = {});
  void openLogs(const QStringList& logs);

 Q_SIGNALS:
  void settled();  ///< all there is to be seen is on screen

 private:
  ui::NumericsPage* shownPage();

  PageHost& m_host;
  ui::NumericsPage* m_page = nullptr;  ///< made when it is first shown
};

}  // namespace plumbline::app
