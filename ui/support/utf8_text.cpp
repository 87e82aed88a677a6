// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/utf8_text.h"

#include <QFile>

#include "core/text/quantities.h"

namespace plumbline::ui {

QString grouped(std::size_t count) { return fromUtf8(text::groupedText(count)); }

QString counted(std::size_t count, const QString& one, const QString& many) {
  return grouped(count) + u' ' + (count == 1 ? one : many);
}

QString pathText(const std::string& path) { return QFile::decodeName(QByteArray::fromStdString(path)); }

QString withArrows(QString text) { return text.replace(u" -> "_s, u" \u2192 "_s); }

QString trueMinus(QString text) {
  for (qsizetype at = text.indexOf(u'-'); at >= 0; at = text.indexOf(u'-', at + 1)) {
    const bool startsWord = at == 0 || text.at(at - 1) == u' ' || text.at(at - 1) == u'(';
    if (startsWord && at + 1 < text.size() && text.at(at + 1).isDigit()) text[at] = QChar(u'\u2212');
  }
  return text;
}

}  // namespace plumbline::ui
