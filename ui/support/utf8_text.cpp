// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/utf8_text.h"

#include <QColor>
#include <QFile>

namespace plumbline::ui {

QString grouped(std::size_t count) {
  QString digits = QString::number(count);
  for (qsizetype at = digits.size() - 3; at > 0; at -= 3) digits.insert(at, QChar(u'\u202F'));
  return digits;
}

QString counted(std::size_t count, const QString& one, const QString& many) {
  return grouped(count) + u' ' + (count == 1 ? one : many);
}

QString pathText(const std::string& path) { return QFile::decodeName(QByteArray::fromStdString(path)); }

QString coloredHtml(const QString& text, const QColor& color) {
  return QStringLiteral("<span style='color:%1'>%2</span>").arg(color.name(), text.toHtmlEscaped());
}

}  // namespace plumbline::ui
