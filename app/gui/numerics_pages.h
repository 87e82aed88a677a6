// SPDX-License-Identifier: GPL-3.0-or-later
// Puts the page of numerics into the window: its line of files in place of the pair, its work in the status line.
//
//   NumericsPages pages({window, themes, prompt, settings});
//   pages.addPage();
//   pages.open({u"ref.pt"_s, u"res.pt"_s, {}});
#pragma once

#include <QObject>
#include <QStringList>

class QSettings;

namespace plumbline::ui {
class FilePrompt;
class MainWindow;
class NumericsPage;
class ThemeController;
}  // namespace plumbline::ui

namespace plumbline::app {

struct NumericsParts {
  ui::MainWindow& window;
  ui::ThemeController& themes;
  ui::FilePrompt& prompt;
  QSettings& settings;
};

class NumericsPages : public QObject {
  Q_OBJECT

 public:
  explicit NumericsPages(NumericsParts parts) : m(parts) {}

  void addPage();
  /// openFiles shows the page with these files or folders: their names say which is ref and which res, else their order.
  void openFiles(const QStringList& paths, const QString& fp64 = {});
  void openLogs(const QStringList& logs);
  /// saveState writes the state of the pages to the settings.
  void saveState() const;

 Q_SIGNALS:
  void settled();  ///< all there is to be seen is on screen

 private:
  ui::NumericsPage* shownPage();

  NumericsParts m;
  ui::NumericsPage* m_page = nullptr;  ///< made when it is first shown
};

}  // namespace plumbline::app
