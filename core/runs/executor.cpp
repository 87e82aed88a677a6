// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/executor.h"

#include <algorithm>

namespace plumbline::runs {

bool ProbeReport::canStart() const {
  return std::none_of(findings.begin(), findings.end(), [](const Finding& finding) { return finding.blocks; });
}

}  // namespace plumbline::runs
