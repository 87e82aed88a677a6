// SPDX-License-Identifier: GPL-3.0-or-later
// The commit message of all pending edits: what changed is read from the bytes, why from the decisions.
#pragma once

#include <string>

#include "core/baselines/drafts.h"

namespace plumbline::baselines {

/// commitMessage proposes subject and body: models, configs, statuses old -> new, reasons. What is edited without a
/// decision is listed by file.
std::string commitMessage(const Drafts& drafts);

}  // namespace plumbline::baselines
