// SPDX-License-Identifier: GPL-3.0-or-later
// Flaky entries and edits as words, for tests with tables.
#pragma once

#include <QString>
#include <QStringList>

#include "core/flaky/flaky_source.h"

namespace plumbline::tests {

inline QString shown(const std::string& bytes) { return QString::fromStdString(bytes); }

/// entryFrom reads "name|platform|config|reason|issue".
inline flaky::FlakyEntry entryFrom(const QString& words) {
  QStringList parts = words.split(u'|');
  while (parts.size() < 5) parts << QString();
  flaky::FlakyEntry entry;
  entry.name = parts[0].toStdString();
  entry.platform = parts[1].toStdString();
  entry.config = parts[2].toStdString();
  entry.reason = parts[3].toStdString();
  entry.issue = parts[4].toStdString();
  return entry;
}

inline QString edited(const flaky::FlakySource& source, const base::Result<text::ByteEdits>& edits) {
  if (!edits)
    return QStringLiteral("line %1: %2").arg(edits.error().line).arg(QString::fromStdString(edits.error().text));
  return shown(*text::applied(source.bytes(), *edits));
}

inline QString dump(const flaky::FlakyEntry& e) {
  QString out = QStringLiteral("%1: %2%3").arg(e.line).arg(QString::fromStdString(e.name), e.isPattern ? u"~" : u"");
  const auto add = [&](const char* key, const std::string& value) {
    if (!value.empty()) out += QStringLiteral(" %1=%2").arg(QLatin1String(key), QString::fromStdString(value));
  };
  add("check", e.check), add("platform", e.platform), add("config", e.config), add("reason", e.reason);
  add("issue", e.issue), add("owner", e.owner);
  if (e.added) add("added", flaky::dateText(*e.added));
  if (e.expires) add("expires", flaky::dateText(*e.expires));
  return out + u'\n';
}

inline QString readDump(const QString& text, const char* path) {
  const auto source = flaky::FlakySource::read(text.toStdString(), path);
  if (!source)
    return QStringLiteral("%1:%2: %3")
        .arg(source.error().line)
        .arg(source.error().column)
        .arg(QString::fromStdString(source.error().text));
  QString out;
  for (const flaky::FlakyEntry& entry : source->entries()) out += dump(entry);
  return out;
}

}  // namespace plumbline::tests
