// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/translators.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <algorithm>

#include "core/session/user_settings.h"

using namespace Qt::StringLiterals;

namespace plumbline::app {

QString Translators::languageFor(const QStringList& languages) {
  for (const QString& name : languages) {
    const QString language = QLocale(name).name().section(u'_', 0, 0);
    if (std::ranges::count(session::kLanguages, language) > 0) return language;
  }
  return u"en"_s;
}

void Translators::use(const QString& language) {
  const QString name = language.isEmpty() ? languageFor(QLocale().uiLanguages()) : language;
  for (QTranslator* translator : {&m_own, &m_qt}) QCoreApplication::removeTranslator(translator);
  if (name == u"en"_s) return;
  if (m_qt.load(u"qtbase_"_s + name, QLibraryInfo::path(QLibraryInfo::TranslationsPath))) QCoreApplication::installTranslator(&m_qt);
  if (m_own.load(u":/plumbline/translations/plumbline_"_s + name)) QCoreApplication::installTranslator(&m_own);
}

}  // namespace plumbline::app
