// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/flaky/flaky_models.h"

namespace plumbline::flaky {

std::string_view baseName(std::string_view path) {
  const auto slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

NameSet FlakyModels::namesFor(std::string_view expectedPath) const {
  NameSet names(base.begin(), base.end());
  if (matchesRocm(expectedPath)) names.insert(rocm.begin(), rocm.end());
  for (const FileExtra& extra : files) {
    const bool excluded =
        !extra.unlessContains.empty() && expectedPath.find(extra.unlessContains) != std::string_view::npos;
    if (!excluded && baseName(expectedPath) == extra.fileName) names.insert(extra.names.begin(), extra.names.end());
  }
  return names;
}

}  // namespace plumbline::flaky
