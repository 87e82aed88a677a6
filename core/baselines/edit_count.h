// SPDX-License-Identifier: GPL-3.0-or-later
// How much is edited, in the number a person would give: rows of a baseline, stretches of a list or a script.
#pragma once

#include <cstddef>

#include "core/baselines/drafts.h"

namespace plumbline::baselines {

/// editCount counts over all files; a changed row counts once, the blank lines between rows not at all.
std::size_t editCount(const Drafts& drafts);
std::size_t editCount(const Drafts::File& file);

}  // namespace plumbline::baselines
