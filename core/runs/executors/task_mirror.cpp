// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/executors/task_mirror.h"

#include <QCryptographicHash>
#include <QFile>

#include "core/files/file_bytes.h"
#include "core/files/stream_file.h"

namespace plumbline::runs {

std::uint64_t TaskMirror::sizeOf(std::string_view name) const {
  const auto stamp = files::stampOf(pathOf(name));
  return stamp ? stamp->size : 0;
}

base::Result<TaskEvents> TaskMirror::eventsWith(std::uint64_t offset, std::string_view news) const {
  std::string bytes;
  if (offset > 0) {
    auto file = files::readFile(pathOf(kEventsFile));
    if (!file) return base::fail(file.error());
    bytes = std::move(file->bytes);
    bytes.resize(std::min<std::size_t>(bytes.size(), offset));
  }
  bytes += news;
  return readEvents(bytes, pathOf(kEventsFile));
}

base::Result<void> TaskMirror::add(std::string_view name, std::uint64_t offset, std::string_view bytes) const {
  const std::string path = pathOf(name);
  if (offset != 0 && sizeOf(name) != offset) return {};
  if (offset != 0 && bytes.empty()) return {};
  auto file = offset == 0 ? files::StreamFile::create(path) : files::StreamFile::resume(path);
  if (!file) return base::fail(file.error());
  return file->append(bytes);
}

base::Result<void> TaskMirror::checkFiles(const TaskEvents& events) const {
  for (const OutputFile& reported : events.files) {
    QFile file(QString::fromStdString(pathOf(reported.name)));
    QCryptographicHash hash(QCryptographicHash::Sha256);
    const bool same = file.open(QIODevice::ReadOnly) && static_cast<std::uint64_t>(file.size()) == reported.bytes &&
                      hash.addData(&file) && hash.result().toHex().toStdString() == reported.sha256;
    if (!same)
      return base::fail(base::ErrorCode::Changed, reported.name + " is not the file that its task wrote.",
                        "It was changed afterwards, or did not arrive whole.", pathOf(reported.name));
  }
  return {};
}

}  // namespace plumbline::runs
