// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/patch_file.h"

#include <QFile>
#include <filesystem>
#include <system_error>

#include "core/baselines/hand_over.h"

namespace plumbline::session {

base::Result<void> writePatch(const baselines::Drafts& drafts, const QString& path) {
  const std::string name = QFile::encodeName(path).toStdString();
  const auto patch = baselines::patchText(drafts);
  if (!patch) return base::fail(patch.error());
  if (patch->empty())
    return base::fail({base::ErrorCode::BadArgument, "Nothing is edited, so there is no patch.", "", name, 0, 0});
  for (const baselines::Drafts::File* file : drafts.changed()) {
    std::error_code none;
    if (file->path == name || std::filesystem::equivalent(file->path, name, none))
      return base::fail({base::ErrorCode::BadArgument, "This is one of the edited files.",
                         "Choose another name for the patch.", name, 0, 0});
  }
  const auto written = files::saveFile(name, *patch);
  if (!written) return base::fail(written.error());
  return {};
}

}  // namespace plumbline::session
