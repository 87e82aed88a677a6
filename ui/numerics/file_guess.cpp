// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numerics/file_guess.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>
#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

constexpr std::array kOrder = {TensorSide::Ref, TensorSide::Res, TensorSide::Fp64};

bool isTensorFile(const QFileInfo& file) {
  static const QStringList kEndings{u"pt"_s, u"pth"_s, u"bin"_s, u"npy"_s, u"npz"_s, u"safetensors"_s};
  return file.isDir() || kEndings.contains(file.suffix().toLower());
}

}  // namespace

std::optional<TensorSide> sideOfName(const QString& path) {
  // Whole words only: "preference" is no reference. The float64 run of eager is called after both.
  static const QRegularExpression kFp64(u"(^|[^a-z0-9])(fp64|float64|f64|double|golden)([^a-z0-9]|$)"_s);
  static const QRegularExpression kRef(u"(^|[^a-z0-9])(ref|reference|eager|expected|baseline)([^a-z0-9]|$)"_s);
  static const QRegularExpression kRes(u"(^|[^a-z0-9])(res|result|results|compiled|inductor|actual|opt|optimized)([^a-z0-9]|$)"_s);
  const QString name = path.section(u'/', -1, -1, QString::SectionSkipEmpty).toLower();
  if (kFp64.match(name).hasMatch()) return TensorSide::Fp64;
  const bool isRef = kRef.match(name).hasMatch(), isRes = kRes.match(name).hasMatch();
  if (isRef == isRes) return std::nullopt;
  return isRef ? TensorSide::Ref : TensorSide::Res;
}

QString& pathOf(TensorFiles& files, TensorSide side) {
  return side == TensorSide::Ref ? files.ref : side == TensorSide::Res ? files.res : files.fp64;
}
const QString& pathOf(const TensorFiles& files, TensorSide side) {
  return side == TensorSide::Ref ? files.ref : side == TensorSide::Res ? files.res : files.fp64;
}

std::optional<TensorFiles> guessInFolder(const QString& folder) {
  TensorFiles found;
  // Files before folders, the shortest name first: "ref.pt" rather than "ref_old.pt".
  QFileInfoList entries = QDir(folder).entryInfoList(QDir::AllEntries | QDir::NoDotAndDotDot, QDir::Name);
  std::ranges::stable_sort(entries, [](const QFileInfo& a, const QFileInfo& b) {
    if (a.isDir() != b.isDir()) return b.isDir();
    return a.fileName().size() < b.fileName().size();
  });
  for (const QFileInfo& entry : entries) {
    if (!isTensorFile(entry)) continue;
    const auto side = sideOfName(entry.fileName());
    if (side && pathOf(found, *side).isEmpty()) pathOf(found, *side) = entry.filePath();
  }
  if (!found.isComplete()) return std::nullopt;
  return found;
}

TensorFiles guessTensorFiles(const QStringList& paths, const TensorFiles& now) {
  if (paths.size() == 1 && QFileInfo(paths.front()).isDir())
    if (const auto both = guessInFolder(paths.front())) return *both;
  // Two or more are a new comparison; one joins what is there.
  TensorFiles files = paths.size() > 1 ? TensorFiles{} : now;
  QStringList unclear;
  std::array<bool, kTensorSides> isTaken{};
  for (const QString& path : paths) {
    const auto side = sideOfName(path);
    const auto at = static_cast<std::size_t>(side.value_or(TensorSide::Ref));
    if (!side || isTaken[at]) {
      unclear << path;
      continue;
    }
    isTaken[at] = true;
    pathOf(files, *side) = path;
  }
  for (const QString& path : std::as_const(unclear)) {
    auto free = std::ranges::find_if(kOrder, [&](TensorSide side) { return pathOf(files, side).isEmpty(); });
    if (free == kOrder.end()) free = kOrder.begin() + 1;  // one more file is the next result to look at
    pathOf(files, *free) = path;
  }
  return files;
}

}  // namespace plumbline::ui
