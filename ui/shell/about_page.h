// SPDX-License-Identifier: GPL-3.0-or-later
// What the program is: version, licences, and the facts about this machine that a report of an error needs.
//
//   window.addPage({.id = u"about"_s, .widget = new AboutPage({{u"Settings"_s, settings.fileName()}}), ...});
#pragma once

#include <QList>
#include <QPair>
#include <QString>

#include "ui/support/page.h"

class QPlainTextEdit;

namespace plumbline::ui {

class AboutPage : public Page {
  Q_OBJECT

 public:
  /// Facts are lines of the system information, name and value; none may hold a secret.
  using Facts = QList<QPair<QString, QString>>;

  AboutPage(const Theme& theme, const Facts& facts, QWidget* parent = nullptr);

  QList<ActionSpec> actions() override;
  QString statusText() const override { return message(); }
  /// systemInformation is what the button copies: versions, system, screen and the facts, a line each.
  QString systemInformation() const;
  void setTheme(const plumbline::ui::Theme& theme) override;

 private:
  void copy();

  Facts m_facts;
  QPlainTextEdit* m_text;
};

}  // namespace plumbline::ui
