// SPDX-License-Identifier: GPL-3.0-or-later
// The small shapes of marks as path data, and their CSS classes: a class or a run is told by shape as well as by
// colour.
//
//   out += "<path class=\"" + classCss(item.cls) + "\" d=\"" + pathOf(shapeOf(item), x, y, 4) + "\"/>";
#pragma once

#include <string>

#include "core/charts/chart_data.h"

namespace plumbline::charts {

enum class Glyph : unsigned char { Disc, Ring, Square, Diamond, Triangle, TriangleDown, Cross };

Glyph glyphOf(verdicts::VerdictClass cls);
Glyph glyphOf(Role role);
/// isOutline: drawn as a line, not filled.
bool isOutline(Glyph glyph);
std::string pathOf(Glyph glyph, double x, double y, double radius);

/// "pc-before", "pc-fail": give a colour to fill and stroke.
std::string roleCss(Role role);
std::string classCss(verdicts::VerdictClass cls);

}  // namespace plumbline::charts
