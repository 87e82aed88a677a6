// SPDX-License-Identifier: GPL-3.0-or-later
// How much is edited, in the number a person would give: lines of text that are not blank, changed, added or removed.
#pragma once

#include <cstddef>

#include "core/baselines/drafts.h"

namespace plumbline::baselines {

/// editCount counts over all files; a changed line counts once, the blank lines between rows not at all.
std::size_t editCount(const Drafts& drafts);
std::size_t editCount(const Drafts::File& file);

}  // namespace plumbline::baselines
