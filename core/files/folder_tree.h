// SPDX-License-Identifier: GPL-3.0-or-later
// Folders made and removed whole. What is removed lies below a folder that the caller knows to be its own: no link is
// followed on the way there nor inside, so nothing else is ever touched.
//
//   files::makeNewFolder(runs + "/" + id);       // Changed: somebody has that name already
//   files::removeTree(runs + "/" + id, "4-1/cache");
#pragma once

#include <string>

#include "core/base/result.h"

namespace plumbline::files {

/// makeNewFolder makes one folder for its owner alone, in a folder that is there. Errors: Changed when there is something
/// of that name; NotWritable.
base::Result<void> makeNewFolder(const std::string& path);

/// removeTree removes `below` (relative, '/' between folders) of `root` with all that is in it; nothing there is no error.
/// A link is removed, not followed; what stands above `below` must be folders, not links. Folders without permission are
/// opened first where they are ours. Errors: BadArgument for "..", an absolute or an empty `below`; NotWritable, with
/// what could be removed gone.
base::Result<void> removeTree(const std::string& root, const std::string& below);

}  // namespace plumbline::files
