// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/load_support.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <algorithm>

namespace plumbline::session {

std::string toNativePath(const QString& path) { return QFile::encodeName(path).toStdString(); }
QString toShownPath(const std::string& path) { return QFile::decodeName(QByteArray::fromStdString(path)); }
QString wholePath(const QString& path) {
  const QFileInfo info(path);
  if (!info.exists()) return path;
  const QString clean = QDir::cleanPath(info.absoluteFilePath());
  return QFileInfo(clean).canonicalFilePath() == info.canonicalFilePath() ? clean : info.absoluteFilePath();
}

std::optional<std::string> shaFromEnvironment() {
  if (!qEnvironmentVariableIsSet("SHA1")) return std::nullopt;
  return qgetenv("SHA1").toStdString();
}

double millisecondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

base::Progress growingPart(const base::Progress& whole, std::uint64_t from, std::uint64_t to,
                           std::atomic<std::uint64_t>& furthest) {
  return base::Progress(whole.stopToken(), [&whole, from, to, &furthest](std::uint64_t done, std::uint64_t total) {
    if (total == 0) return;
    const auto share = static_cast<double>(std::min(done, total)) / static_cast<double>(total);
    const std::uint64_t here = from + static_cast<std::uint64_t>(share * static_cast<double>(to - from));
    std::uint64_t before = furthest;
    while (before < here && !furthest.compare_exchange_weak(before, here)) continue;
    (void)whole.report(furthest, base::Progress::kScale);
  });
}

}  // namespace plumbline::session
