// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/about_page.h"

#include <QFile>
#include <QGuiApplication>
#include <QLocale>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScreen>

#include "core/session/system/system_information.h"
#include "ui/support/clipboard_text.h"
#include "ui/support/form_controls.h"
#include "ui/support/labels.h"
#include "ui/support/layouts.h"
#include "ui/support/line_icon.h"

namespace plumbline::ui {
namespace {

constexpr int kAboutWidth = 920;
constexpr int kAboutIcon = 48;

QString embeddedText(const QString& name) {
  QFile file(u":/plumbline/"_s + name);
  return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

}  // namespace

AboutPage::AboutPage(const Theme& theme, const Facts& facts, QWidget* parent)
    : Page(theme, parent), m_facts(facts), m_text(new QPlainTextEdit(this)) {
  setObjectName(u"aboutPage"_s);
  setAccessibleName(tr("About Plumbline"));
  auto* icon = new PlainLabel(this);
  icon->setPixmap(programIcon().pixmap(kAboutIcon));
  icon->setAccessibleName(tr("Icon of Plumbline"));
  auto* title = new TitleLabel(tr("Plumbline %1").arg(QCoreApplication::applicationVersion()), TitleLabel::kTitleScale, this);
  title->setObjectName(u"aboutTitle"_s);
  auto* text = new PlainLabel(tr("Shows whether CI's benchmark results are still true to their baselines, and lets you put them right. "
                                 "Free software under the GNU General Public License, version 3 or later."), this);
  text->setWordWrap(true);
  m_text->setObjectName(u"aboutText"_s);
  m_text->setAccessibleName(tr("System information and licences"));
  m_text->setReadOnly(true);
  m_text->setTabChangesFocus(true);
  m_text->setPlainText(systemInformation() + u'\n' + embeddedText(u"NOTICE"_s) + u'\n' + embeddedText(u"LICENSE"_s));
  QPushButton* button = makePushButton(u"copySystem"_s, tr("Copy system information"),
                                       tr("Put versions, system and folders on the clipboard, for a report of an error"), this);
  connect(button, &QPushButton::clicked, this, &AboutPage::copy);
  auto* head = makeRow(nullptr, {}, 16, {{icon, 0, Qt::AlignTop}, {makeColumn(nullptr, {}, kGrid, {title, text}), 1}});
  auto* sheet = new QWidget(this);
  sheet->setMaximumWidth(kAboutWidth);
  makeColumn(sheet, {}, 16, {head, makeRow(nullptr, {}, kGrid, {button, stretch()}), {m_text, 1}});
  makeRow(this, {24, 24, 24, 24}, 0, {stretch(), {sheet, 100}, stretch()});
  setFocusProxy(button);
  AboutPage::setTheme(theme);
}

void AboutPage::setTheme(const Theme& theme) {
  Page::setTheme(theme);
  setPalette(theme.basePalette());
  setAutoFillBackground(true);
  styleText({m_text}, {.isMonospace = true});
  applyTheme(*m_text, theme);
}

QString AboutPage::systemInformation() const {
  Facts facts = session::systemInformation();
  facts.append({{tr("Display"), QGuiApplication::platformName()},
                {tr("Language"), QLocale().name()},
                {tr("Font"), font().toString().section(u',', 0, 1)}});
  for (const QScreen* screen : QGuiApplication::screens())
    facts.append({tr("Screen"), tr("%1 x %2, scale %3").arg(screen->size().width()).arg(screen->size().height())
                                    .arg(screen->devicePixelRatio())});
  QString lines;
  for (const auto& [name, value] : facts + m_facts) lines += name + u": "_s + value + u'\n';
  return lines;
}

void AboutPage::copy() {
  copyText(systemInformation());
  showMessage(tr("The system information is on the clipboard"));
}

QList<ActionSpec> AboutPage::actions() {
  return {{.id = u"about.copy"_s,
           .text = tr("Copy system information"),
           .tooltip = tr("Put versions, system and folders on the clipboard, for a report of an error"),
           .group = tr("Help"),
           .iconName = u"copy"_s,
           .shortcuts = {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C)},
           .run = [this] { copy(); }}};
}

}  // namespace plumbline::ui
