// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/join_page.h"

#include "ui/shell/main_window.h"
#include "ui/support/page.h"
#include "ui/theme/theme_controller.h"

namespace plumbline::app {

void joinPage(ui::MainWindow& window, ui::ThemeController& themes, ui::Page& page, const QString& id) {
  ui::MainWindow* shown = &window;
  QObject::connect(&page, &ui::Page::actionsChanged, &window.registry(), &ui::ActionRegistry::refresh);
  QObject::connect(&page, &ui::Page::statusChanged, shown, [shown, id](const QString& text) {
    if (shown->currentPage() == id) shown->showStatus(text);
  });
  QObject::connect(shown, &ui::MainWindow::pageShown, &page, [shown, page = &page, id](const QString& now) {
    if (now == id) shown->showStatus(page->statusText());
  });
  QObject::connect(&themes, &ui::ThemeController::changed, &page, &ui::Page::setTheme);
}

}  // namespace plumbline::app
