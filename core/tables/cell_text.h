// SPDX-License-Identifier: GPL-3.0-or-later
// From a cell's raw bytes to the text pandas sees: quotes resolved, cut at the first NUL.
#pragma once

#include <string>
#include <string_view>

namespace plumbline::tables {

/// cellText returns a view of `raw` where it can, else of `scratch`.
std::string_view cellText(std::string_view raw, std::string& scratch);

/// unquoted is cellText's slow path for cells that begin with a quote; not cut at NUL.
std::string_view unquoted(std::string_view raw, std::string& scratch);

}  // namespace plumbline::tables
