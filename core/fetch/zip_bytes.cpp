// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fetch/zip_bytes.h"

#include <QByteArray>
#include <QFile>
#include <algorithm>

namespace plumbline::fetch {
namespace {

constexpr std::string_view kMember = "PK\x03\x04";
constexpr std::string_view kEnd = "PK\x05\x06";  // also the whole of an empty zip
constexpr qint64 kEndBytes = 22;                 // without its comment
constexpr qint64 kLongestComment = 65535;

}  // namespace

std::optional<std::string> startProblem(std::string_view first) {
  if (first.starts_with(kMember) || first.starts_with(kEnd)) return std::nullopt;
  const QByteArray text = QByteArray(first.data(), static_cast<qsizetype>(first.size())).trimmed().toLower();
  for (const char* start : {"<!do", "<htm", "<hea", "<bod", "<!--"})
    if (!text.isEmpty() && (text.startsWith(start) || (text.size() < 4 && QByteArray(start).startsWith(text))))
      return "a web page (HTML) came instead of a zip: a login page or a proxy may stand in between";
  if (text.startsWith('<')) return "an XML text came instead of a zip";
  return "what came is no zip";
}

bool endsAsZip(const std::string& path) {
  QFile file(QFile::decodeName(path.c_str()));
  if (!file.open(QIODevice::ReadOnly)) return false;
  file.seek(std::max(qint64{0}, file.size() - kEndBytes - kLongestComment));
  const QByteArray tail = file.readAll();
  // The comment's length must lead to the end of the file, or the mark is somebody's data.
  for (qsizetype at = tail.size() - kEndBytes; at >= 0; --at) {
    if (std::string_view(tail.constData() + at, kEnd.size()) != kEnd) continue;
    const auto low = static_cast<unsigned char>(tail[at + kEndBytes - 2]);
    const auto high = static_cast<unsigned char>(tail[at + kEndBytes - 1]);
    if (at + kEndBytes + low + 256 * high == tail.size()) return true;
  }
  return false;
}

}  // namespace plumbline::fetch
