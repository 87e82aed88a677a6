// SPDX-License-Identifier: GPL-3.0-or-later
// Texts in, pieces out as text: for the tests of the readers of single formats.
#pragma once

#include <QFile>
#include <QString>
#include <string>

#include "core/configs/config.h"
#include "core/sources/formats/source_text.h"

namespace plumbline::tests {

inline QString sharedFolder() {
  const QString given = qEnvironmentVariable("PLUMBLINE_SHARED");
  return (given.isEmpty() ? QStringLiteral(PLUMBLINE_SOURCE_DIR "/../shared") : given) + QStringLiteral("/data/");
}

inline QByteArray content(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

inline sources::SourceText text(const std::string& bytes, const std::string& origin = "x",
                                sources::Role role = sources::Role::Auto) {
  sources::SourceText out{origin, origin, bytes};
  out.role = role;
  out.isBaseline = role == sources::Role::Expected;
  return out;
}

inline QString tableText(const sources::Piece& piece) {
  return QString::fromUtf8(piece.table->bytes().data(), static_cast<qsizetype>(piece.table->bytes().size()));
}

/// Each piece as "B name < origin\n" and its table, then the problems.
inline QString dump(const sources::FormatPieces& pieces) {
  if (!pieces.isKnown) return QStringLiteral("unknown");
  QString out;
  for (const sources::Piece& piece : pieces.pieces) {
    const QString name = piece.identity ? QString::fromStdString(configs::configName(piece.identity->config))
                                        : QString::fromStdString("? " + piece.unnamedReason);
    out += QStringLiteral("%1 %2 < %3\n%4")
               .arg(piece.isBaseline ? QLatin1String("B") : QLatin1String("R"), name,
                    QString::fromStdString(piece.origin), tableText(piece));
  }
  for (const base::Error& error : pieces.problems)
    out += QStringLiteral("! %1%2\n")
               .arg(error.line != 0 ? QStringLiteral("%1: ").arg(error.line) : QString(),
                    QString::fromStdString(error.text));
  return out;
}

}  // namespace plumbline::tests
