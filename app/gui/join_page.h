// SPDX-License-Identifier: GPL-3.0-or-later
// What every page tells the window, and the window every page: the words for the status line while it is in front, the
// state of its actions, the theme.
//
//   joinPage(window, looks, page, u"matrix"_s);
#pragma once

#include "ui/shell/main_window.h"
#include "ui/theme/theme_keeper.h"

namespace plumbline::app {

template <typename PageWidget>
void joinPage(ui::MainWindow& window, ui::ThemeKeeper& looks, PageWidget* page, const QString& id) {
  ui::MainWindow* shown = &window;
  QObject::connect(page, &PageWidget::actionsChanged, &window.registry(), &ui::ActionRegistry::refresh);
  QObject::connect(page, &PageWidget::statusChanged, shown, [shown, id](const QString& text) {
    if (shown->currentPage() == id) shown->say(text);
  });
  QObject::connect(shown, &ui::MainWindow::pageShown, page, [shown, page, id](const QString& now) {
    if (now == id) shown->say(page->statusText());
  });
  QObject::connect(&looks, &ui::ThemeKeeper::changed, page, &PageWidget::setTheme);
}

}  // namespace plumbline::app
