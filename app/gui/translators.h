// SPDX-License-Identifier: GPL-3.0-or-later
// The language of the window's texts. English is in the sources; other languages are resources/translations/*.ts, compiled into the
// program. Sentences of the core (reasons, errors, reports) are English in every language: they are quoted in issues and commits.
//
//   Translators translators;
//   translators.use(u"de"_s);   // before the window is made
#pragma once

#include <QStringList>
#include <QTranslator>

namespace plumbline::app {

class Translators {
 public:
  /// use takes a language of session::kLanguages, "" for the desktop's. The texts of Qt itself follow where Qt's translations are installed.
  void use(const QString& language);
  /// languageFor is the first of the languages ("de-AT", "C") that there are texts in; English is one.
  static QString languageFor(const QStringList& languages);

 private:
  QTranslator m_own, m_qt;
};

}  // namespace plumbline::app
