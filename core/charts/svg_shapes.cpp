// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/svg_shapes.h"

#include "core/charts/chart_words.h"
#include "core/charts/svg_text.h"

namespace plumbline::charts {

Glyph glyphOf(verdicts::VerdictClass cls) {
  switch (cls) {
    case verdicts::VerdictClass::Pass:
      return Glyph::Disc;
    case verdicts::VerdictClass::Improved:
      return Glyph::Triangle;
    case verdicts::VerdictClass::Fail:
      return Glyph::Cross;
    default:
      return Glyph::Diamond;
  }
}

Glyph glyphOf(Role role) {
  switch (role) {
    case Role::Before:
      return Glyph::Ring;
    case Role::Third:
      return Glyph::Square;
    case Role::Fourth:
      return Glyph::Triangle;
    case Role::Fifth:
      return Glyph::Diamond;
    case Role::Sixth:
      return Glyph::TriangleDown;
    default:
      return Glyph::Disc;
  }
}

bool isOutline(Glyph glyph) { return glyph == Glyph::Ring || glyph == Glyph::Cross; }

std::string pathOf(Glyph glyph, double x, double y, double radius) {
  const auto n = svgNumber;
  const double r = radius;
  const auto at = [&](double dx, double dy) { return n(x + dx) + " " + n(y + dy); };
  const auto by = [&](double dx, double dy) { return n(dx) + " " + n(dy); };
  switch (glyph) {
    case Glyph::Disc:
    case Glyph::Ring: {
      const std::string arc = "a" + n(r) + " " + n(r) + " 0 1 0 ";
      return "M" + at(-r, 0) + arc + by(2 * r, 0) + arc + by(-2 * r, 0) + "z";
    }
    case Glyph::Square:
      return "M" + at(-r, -r) + "h" + n(2 * r) + "v" + n(2 * r) + "h" + n(-2 * r) + "z";
    case Glyph::Diamond:
      return "M" + at(0, -1.3 * r) + "l" + by(1.3 * r, 1.3 * r) + "l" + by(-1.3 * r, 1.3 * r) + "l" +
             by(-1.3 * r, -1.3 * r) + "z";
    case Glyph::Triangle:
      return "M" + at(0, -1.2 * r) + "l" + by(1.2 * r, 2.1 * r) + "h" + n(-2.4 * r) + "z";
    case Glyph::TriangleDown:
      return "M" + at(0, 1.2 * r) + "l" + by(1.2 * r, -2.1 * r) + "h" + n(-2.4 * r) + "z";
    case Glyph::Cross:
      return "M" + at(-r, -r) + "l" + by(2 * r, 2 * r) + "m0 " + n(-2 * r) + "l" + by(-2 * r, 2 * r);
  }
  return {};
}

std::string roleCss(Role role) { return "pc-" + std::string(roleWord(role)); }
std::string classCss(verdicts::VerdictClass cls) { return "pc-" + std::string(verdicts::className(cls)); }

}  // namespace plumbline::charts
