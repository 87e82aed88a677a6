// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/system/system_information.h"

#include <archive.h>
#include <curl/curl.h>
#include <libpq-fe.h>

#include <QSysInfo>

using namespace Qt::StringLiterals;

namespace plumbline::session {
namespace {

QString compiler() {
#if defined(__clang__)
  return u"clang "_s + QString::fromLatin1(__clang_version__).section(u' ', 0, 0);
#else
  return u"gcc "_s + QString::fromLatin1(__VERSION__).section(u' ', 0, 0);
#endif
}

}  // namespace

QList<QPair<QString, QString>> systemInformation() {
  const int postgres = PQlibVersion();
  return {{u"Plumbline"_s, QStringLiteral(PLUMBLINE_VERSION)},
          {u"Qt"_s, QString::fromLatin1(qVersion()) + u", built with "_s + QStringLiteral(QT_VERSION_STR)},
          {u"Compiler"_s, compiler()},
          {u"libarchive"_s, QString::fromLatin1(archive_version_string()).section(u' ', 1)},
          {u"libcurl"_s, QString::fromLatin1(curl_version()).section(u'/', 1)},
          {u"libpq"_s, u"%1.%2"_s.arg(postgres / 10000).arg(postgres % 10000)},
          {u"System"_s, QSysInfo::prettyProductName() + u", "_s + QSysInfo::kernelType() + u' ' + QSysInfo::kernelVersion() +
                            u", "_s + QSysInfo::currentCpuArchitecture()}};
}

QString versionText(const QString& name, bool isVerbose) {
  QString text = name + u' ' + QStringLiteral(PLUMBLINE_VERSION);
  if (isVerbose) {
    for (const auto& [fact, value] : systemInformation()) text += u'\n' + fact + u": "_s + value;
  }
  return text;
}

}  // namespace plumbline::session
