// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/program_pages.h"

#include "app/gui/page_host.h"
#include "ui/shell/main_window.h"
#include "ui/support/notice_strip.h"
#include "ui/theme/theme_controller.h"

using namespace Qt::StringLiterals;

namespace plumbline::app {
namespace {

const QString kAbout = u"about"_s;

/// leaveWithEscape is the action that goes back from a page that no other page leads to.
ui::ActionSpec leaveWithEscape(ui::MainWindow& window, const QString& page) {
  return {.id = page + u".back"_s,
          .text = ProgramPages::tr("Go back"),
          .group = ProgramPages::tr("Go"),
          .iconName = u"back"_s,
          .shortcuts = {Qt::Key_Escape},
          .run = [&window] { window.travel(-1); },
          .enabled = [&window] { return window.canTravel(-1); }};
}

}  // namespace

void ProgramPages::addPages() {
  addAbout();
  m.host.window.registry().add({{.id = u"app.newWindow"_s,
                                 .text = tr("New window"),
                                 .tooltip = tr("Open a second window with nothing in it; both may save, and each knows of the other"),
                                 .group = tr("File"),
                                 .shortcuts = {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_N)},
                                 .run = [this] { openWindow(); }}});
}

void ProgramPages::addAbout() {
  ui::MainWindow* window = &m.host.window;
  const auto make = [this, window]() -> ui::PageContent {
    auto* page = new ui::AboutPage(m.host.themes.theme(), m.facts);
    m.host.join(*page, kAbout);
    return {page, page->actions() + QList{leaveWithEscape(*window, kAbout)}};
  };
  window->addPage({.id = kAbout,
                   .title = tr("About"),
                   .tooltip = tr("Version, licences, and what this machine is"),
                   .needsPair = false,
                   .make = make,
                   .inRail = false,
                   .command = tr("About Plumbline")});
}

void ProgramPages::openWindow() {
  if (m.start({u"--new"_s})) return;
  m.host.window.notices().showNotice({.id = u"newWindow"_s,
                                      .kind = ui::NoticeKind::Problem,
                                      .text = tr("A new window could not be started. Start plumbline again from the menu of "
                                                 "your desktop.")});
}

}  // namespace plumbline::app
