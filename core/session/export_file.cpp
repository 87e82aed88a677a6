// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/export_file.h"

#include <QFile>

#include "core/files/file_bytes.h"

namespace plumbline::session {

base::Result<void> saveExport(const QString& path, const std::string& bytes) {
  const auto saved = files::saveFile(QFile::encodeName(path).toStdString(), bytes);
  if (!saved) return base::fail(saved.error());
  return {};
}

}  // namespace plumbline::session
