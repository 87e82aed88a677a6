// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/page_host.h"

#include <QSettings>

#include "ui/shell/main_window.h"
#include "ui/support/page.h"
#include "ui/theme/theme_controller.h"

using namespace Qt::StringLiterals;

namespace plumbline::app {

void PageHost::join(ui::Page& page, const QString& id) {
  m_pages.emplace_back(id, &page);
  page.restoreState(settings.value(id + u"/state"_s).toByteArray());
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

void PageHost::saveState() const {
  for (const auto& [id, page] : m_pages)
    if (const QByteArray state = page->saveState(); !state.isEmpty()) settings.setValue(id + u"/state"_s, state);
}

}  // namespace plumbline::app
