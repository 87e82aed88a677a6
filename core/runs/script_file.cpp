// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/script_file.h"

#include "core/files/file_bytes.h"

namespace plumbline::runs {

base::Result<void> saveScript(const std::string& path, const std::string& text) {
  if (const auto done = files::saveFile(path, text); !done) return base::fail(done.error());
  return {};
}

}  // namespace plumbline::runs
