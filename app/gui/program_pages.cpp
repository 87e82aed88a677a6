// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/program_pages.h"

#include "app/gui/page_host.h"
#include "core/fetch/cache.h"
#include "core/runs/engine/run_store.h"
#include "core/session/commit_session.h"
#include "core/session/session.h"
#include "core/verdicts/rule_sets/rule_set.h"
#include "ui/artifacts/fetch_port.h"
#include "ui/settings/preferences.h"
#include "ui/shell/main_window.h"
#include "ui/shell/settings_page.h"
#include "ui/support/notice_strip.h"
#include "ui/support/utf8_text.h"
#include "ui/theme/theme_controller.h"

using namespace Qt::StringLiterals;

namespace plumbline::app {
namespace {

const QString kAbout = u"about"_s;
const QString kSettings = u"settings"_s;

/// defaultText is what holds where nothing is set.
QString defaultText(session::Setting setting) {
  switch (setting) {
    case session::Setting::Rules:
      return ui::fromUtf8(verdicts::kDefaultGeneration);
    case session::Setting::FlakyList: return plumbline::app::ProgramPages::tr("none");
    case session::Setting::Language:
    case session::Setting::FillHistory:
    case session::Setting::DecisionLog:
    case session::Setting::RestoreSession:
    case session::Setting::SingleWindow:
      return {};
    case session::Setting::RunFolder:
      return ui::pathText(runs::defaultRunFolder());
    case session::Setting::CacheFolder:
      return ui::pathText(fetch::defaultCacheFolder());
    case session::Setting::Api:
      return ui::fromUtf8(fetch::Endpoints{}.api);
    case session::Setting::Artifacts:
      return ui::fromUtf8(fetch::Endpoints{}.artifacts);
    case session::Setting::Editor:
      return qEnvironmentVariable("VISUAL", u"xdg-open"_s);
  }
  return {};
}

/// leaveWithEscape is the action that goes back from a page that no other page leads to.
ui::ActionSpec leaveWithEscape(ui::MainWindow& window, const QString& page) {
  return {.id = page + u".back"_s,
          .text = plumbline::app::ProgramPages::tr("Go back"),
          .group = plumbline::app::ProgramPages::tr("Go"),
          .iconName = u"back"_s,
          .shortcuts = {Qt::Key_Escape},
          .run = [&window] { window.travel(-1); },
          .enabled = [&window] { return window.canTravel(-1); }};
}

}  // namespace

void ProgramPages::addPages() {
  addAbout();
  addSettings();
  for (const session::Setting setting : {session::Setting::Rules, session::Setting::FlakyList, session::Setting::Api})
    apply(setting);
  connect(&m.preferences, &ui::Preferences::valueChanged, this, &ProgramPages::apply);
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

void ProgramPages::addSettings() {
  ui::MainWindow* window = &m.host.window;
  const auto make = [this, window]() -> ui::PageContent {
    QStringList ruleSets;
    for (const std::string& generation : verdicts::generations()) ruleSets << ui::fromUtf8(generation);
    const auto tokenText = [this] { return m.fetcher == nullptr ? QString() : m.fetcher->tokenText(); };
    const auto saveToken = [this](const QString& token, const std::function<void(const QString&)>& done) {
      if (m.fetcher != nullptr) m.fetcher->saveToken(token, done);
    };
    auto* page = new ui::SettingsPage(m.host.themes.theme(), {m.preferences, window->registry(), m.host.prompt, ruleSets, defaultText,
                                                              tokenText, saveToken, [window] { window->makePages(); }});
    m.host.join(*page, kSettings);
    return {page, page->actions() + QList{leaveWithEscape(*window, kSettings)}};
  };
  window->addPage({.id = kSettings,
                   .title = tr("Settings"),
                   .tooltip = tr("Looks, rules, folders, addresses, token and keys"),
                   .needsPair = false,
                   .keys = {QKeySequence(Qt::CTRL | Qt::Key_Comma)},
                   .make = make,
                   .inRail = false,
                   .command = tr("Settings")});
}

/// apply brings a setting to what works with it already.
void ProgramPages::apply(session::Setting setting) {
  if (setting == session::Setting::Rules) {
    const QString rules = m.preferences.value(setting);
    const bool isChosen = !rules.isEmpty() || m.session.snapshot() != nullptr || m.commit.snapshot() != nullptr;
    if (!isChosen) return;
    const QString wanted = rules.isEmpty() ? defaultText(setting) : rules;
    m.session.useRules(wanted);
    m.commit.useRules(wanted);
  } else if (setting == session::Setting::FlakyList) {
    m.session.useFlakyList(m.preferences.value(setting));
    m.commit.useFlakyList(m.preferences.value(setting));
  } else if (m.fetcher != nullptr) {
    if (const auto options = session::fetchOptionsFrom(m.host.settings)) m.fetcher->setOptions(*options);
  }
}

void ProgramPages::openWindow() {
  if (m.start({u"--new"_s})) return;
  m.host.window.notices().showNotice({.id = u"newWindow"_s,
                                      .kind = ui::NoticeKind::Problem,
                                      .text = tr("A new window could not be started. Start plumbline again from the menu of "
                                                 "your desktop.")});
}

}  // namespace plumbline::app
