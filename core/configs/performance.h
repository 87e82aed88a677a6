// SPDX-License-Identifier: GPL-3.0-or-later
// The dashboard writes accuracy and performance of one config into two files, which are two configs of their own. This
// is how they find each other.
//
//   accuracyTwin(performance)      // "inductor_with_cudagraphs_performance" becomes "inductor_with_cudagraphs"
#pragma once

#include "core/configs/config.h"

namespace plumbline::configs {

/// isPerformance tells the config of a timed run.
bool isPerformance(const Config& config);
/// accuracyTwin is the config of the accuracy run that belongs to it; any other config is its own.
Config accuracyTwin(const Config& config);

}  // namespace plumbline::configs
