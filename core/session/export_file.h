// SPDX-License-Identifier: GPL-3.0-or-later
// What leaves the program as a file of its own: pictures, drawings, tables. Nothing that is edited here.
//
//   if (auto saved = saveExport(path, png); !saved) say(saved.error());
#pragma once

#include <QString>
#include <string>

#include "core/base/result.h"

namespace plumbline::session {

/// saveExport writes a file atomically, replacing one of that name. Errors: NotWritable, with what was there untouched.
base::Result<void> saveExport(const QString& path, const std::string& bytes);

}  // namespace plumbline::session
