// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/sectioned_text.h"

#include <QFile>
#include <algorithm>

namespace plumbline::support {
namespace {

constexpr char kEscaped[] = "escaped";
constexpr char kBase64[] = "base64";

QByteArray encodingOf(const QByteArray& header) {
  const QByteArray second = header.split(' ').value(1);
  return second == kEscaped || second == kBase64 ? second : QByteArray();
}

bool isPrintable(char c) { return c >= ' ' && c != '\x7f'; }

/// Only plain lines are readable as they are: UTF-8 without control characters that ends with a newline.
bool isPlain(const QByteArray& bytes) {
  const auto isAllowed = [](char c) { return c < 0 || isPrintable(c) || c == '\n' || c == '\t'; };
  return (bytes.isEmpty() || bytes.endsWith('\n')) && std::all_of(bytes.begin(), bytes.end(), isAllowed) &&
         QString::fromUtf8(bytes).toUtf8() == bytes;
}

QByteArray escaped(const QByteArray& bytes) {
  QByteArray text;
  for (const char c : bytes) {
    if (c == '\n') text += "\\n\n";
    else if (c == '\r') text += "\\r";
    else if (c == '\\') text += "\\\\";
    else if (isPrintable(c) || c == '\t') text += c;
    else text += "\\x" + QByteArray(1, c).toHex();
  }
  if (!text.isEmpty() && !text.endsWith('\n')) text += '\n';
  return text;
}

QByteArray unescaped(const QByteArray& text) {
  QByteArray bytes;
  for (qsizetype i = 0; i < text.size(); ++i) {
    if (text[i] == '\n') continue;
    if (text[i] != '\\' || i + 1 == text.size()) {
      bytes += text[i];
      continue;
    }
    const char code = text[++i];
    if (code == 'n') bytes += '\n';
    else if (code == 'r') bytes += '\r';
    else if (code == 'x') {
      bytes += QByteArray::fromHex(text.mid(i + 1, 2));
      i += 2;
    } else bytes += code;
  }
  return bytes;
}

}  // namespace

QByteArray Section::kind() const { return header.split(' ').value(0); }

QByteArray Section::argument() const {
  const QByteArray encoding = encodingOf(header);
  const qsizetype skipped = kind().size() + 1 + (encoding.isEmpty() ? 0 : encoding.size() + 1);
  return header.mid(skipped);
}

QByteArray Section::decodedBody() const {
  const QByteArray encoding = encodingOf(header);
  if (encoding == kEscaped) return unescaped(body);
  if (encoding == kBase64) return QByteArray::fromBase64(QByteArray(body).replace('\n', ""));
  return body;
}

void Section::setBody(const QByteArray& bytes) {
  const QByteArray rest = argument();
  const bool plain = isPlain(bytes);
  header = kind() + (plain ? "" : QByteArray(" ") + kEscaped) + (rest.isEmpty() ? "" : " " + rest);
  body = plain ? bytes : escaped(bytes);
}

QByteArray SectionedText::toBytes() const {
  QByteArray bytes = comment;
  for (const Section& section : sections) {
    bytes += "%% " + section.header + '\n';
    QByteArrayList lines = section.body.split('\n');
    const QByteArray last = lines.takeLast();
    for (const QByteArray& line : lines) bytes += (line.startsWith('%') ? "%" : "") + line + '\n';
    bytes += last;
  }
  return bytes;
}

SectionedText readSections(const QString& path) {
  SectionedText text;
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) return text;
  while (!file.atEnd()) {
    QByteArray line = file.readLine();
    if (line.startsWith("%% ")) {
      text.sections.append({line.mid(3).trimmed(), {}});
      continue;
    }
    if (line.startsWith('%')) line.remove(0, 1);
    (text.sections.isEmpty() ? text.comment : text.sections.last().body) += line;
  }
  return text;
}

}  // namespace plumbline::support
