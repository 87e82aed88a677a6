// SPDX-License-Identifier: GPL-3.0-or-later
// The words of shapes, roles and guides: in dumps and as CSS classes.
#pragma once

#include <string_view>

#include "core/charts/chart_data.h"

namespace plumbline::charts {

std::string_view roleWord(Role role);         ///< "before", "by-class", "limit" ...
std::string_view shapeWord(Shape shape);      ///< "bars", "line", "points", "steps", "segments"
std::string_view formWord(Guide::Form form);  ///< "horizontal", "vertical", "diagonal", "band"

}  // namespace plumbline::charts
