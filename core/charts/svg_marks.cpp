// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/svg_marks.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>


namespace plumbline::charts {
namespace {

constexpr std::size_t kAroundTooltip = 100;  // bytes of the element that answers
constexpr double kThinnestPlace = 1.5;       // px: a thinner one cannot be pointed at
constexpr std::size_t kTooltipBytes =
    400'000;  // of one picture: then the pointer gets no answer, but the file stays small
constexpr double kBarShare = 0.76, kWidestBar = 48, kThinnestBar = 0.4;
constexpr double kCap = 3;              // half the width of a spread's ends
constexpr double kTextRoom = 4;         // px between a bar and its text
constexpr double kTooltipWidth = 1200;  // px of a tooltip's text, before it is cut

std::string attribute(const char* name, double value) {
  return std::string(" ") + name + "=\"" + svgNumber(value) + "\"";
}

constexpr double kLargePoint = 3.4;
double pointRadius(std::size_t count) { return count > 5000 ? 1.5 : count > 600 ? 2.2 : kLargePoint; }

/// Which mark is kept where several share a cell of the picture: marked ones first, then the one farthest from 0.
bool isBetter(const ChartData& chart, const Mark& a, const Mark& b) {
  const auto isMarked = [&](const Mark& mark) {
    return mark.item < chart.items.size() && chart.items[mark.item].isMarked;
  };
  if (isMarked(a) != isMarked(b)) return isMarked(a);
  return std::abs(a.y) > std::abs(b.y);
}

}  // namespace

Glyph glyphOf(verdicts::VerdictClass cls) {
  switch (cls) {
    case verdicts::VerdictClass::Pass: return Glyph::Disc;
    case verdicts::VerdictClass::Improved: return Glyph::Triangle;
    case verdicts::VerdictClass::Fail: return Glyph::Cross;
    default: return Glyph::Diamond;
  }
}

Glyph glyphOf(Role role) {
  switch (role) {
    case Role::Before: return Glyph::Ring;
    case Role::Third:
    case Role::Change: return Glyph::Square;
    case Role::Fourth: return Glyph::Triangle;
    case Role::Fifth: return Glyph::Diamond;
    case Role::Sixth: return Glyph::TriangleDown;
    default: return Glyph::Disc;
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
    case Glyph::Square: return "M" + at(-r, -r) + "h" + n(2 * r) + "v" + n(2 * r) + "h" + n(-2 * r) + "z";
    case Glyph::Diamond:
      return "M" + at(0, -1.3 * r) + "l" + by(1.3 * r, 1.3 * r) + "l" + by(-1.3 * r, 1.3 * r) + "l" +
             by(-1.3 * r, -1.3 * r) + "z";
    case Glyph::Triangle: return "M" + at(0, -1.2 * r) + "l" + by(1.2 * r, 2.1 * r) + "h" + n(-2.4 * r) + "z";
    case Glyph::TriangleDown: return "M" + at(0, 1.2 * r) + "l" + by(1.2 * r, -2.1 * r) + "h" + n(-2.4 * r) + "z";
    case Glyph::Cross: return "M" + at(-r, -r) + "l" + by(2 * r, 2 * r) + "m0 " + n(-2 * r) + "l" + by(-2 * r, 2 * r);
  }
  return {};
}

std::string roleCss(Role role) { return "pc-" + std::string(roleName(role)); }
std::string classCss(verdicts::VerdictClass cls) { return "pc-" + std::string(verdicts::className(cls)); }

SvgMarks::SvgMarks(const ChartData& chart, const SvgLayout& layout, const SvgOptions& options)
    : m_chart(chart), m_layout(layout), m_options(options), m_tooltipBytes(options.hasTooltips ? kTooltipBytes : 0) {
  std::size_t bars = 0, bar = 0;
  for (const Series& series : chart.series) bars += series.shape == Shape::Bars && (!series.isStacked || bars == 0) ? 1 : 0;
  for (const Series& series : chart.series) {
    switch (series.shape) {
      case Shape::Bars:
        addBars(series, series.isStacked ? 0 : bar++, bars);
        break;
      case Shape::Line:
        addLine(series);
        break;
      case Shape::Points:
        addPoints(series);
        break;
      case Shape::Steps:
        addSteps(series);
        break;
      case Shape::Segments:
        addSegments(series);
        break;
    }
  }
  addTexts();
  if (hasPlaces()) addPlaces();
}

const Item* SvgMarks::itemOf(const Mark& mark) const {
  return mark.item < m_chart.items.size() ? &m_chart.items[mark.item] : nullptr;
}

std::string SvgMarks::tooltip(const Mark& mark) {
  const Item* item = itemOf(mark);
  if (item == nullptr || m_tooltipBytes == 0) return {};
  const std::string& name = item->name.empty() ? item->label : item->name;
  std::string text =
      "<title>" + svgEscaped(elided(name + ": " + m_chart.numbersOf(mark.item), kTooltipWidth, kSmallSize)) + "</title>";
  const std::size_t bytes = text.size() + kAroundTooltip;
  if (bytes > m_tooltipBytes) {
    m_tooltipBytes = 0;
    return {};
  }
  m_tooltipBytes -= bytes;
  return text;
}

void SvgMarks::addBars(const Series& series, std::size_t which, std::size_t count) {
  const double group = std::min(m_layout.place * kBarShare, kWidestBar * static_cast<double>(count));
  const double width = group / static_cast<double>(count);
  const double gap = width > 6 ? 1 : 0;
  const bool isLast = which + 1 == count && !series.isStacked;
  m_inside += "<g class=\"" + roleCss(series.role) + "\">";
  std::string spreads;
  for (const Mark* mark : thinned(m_chart, series, m_layout, m_options.maxMarks / count)) {
    const Item* item = itemOf(*mark);
    const bool isFail = isLast && item != nullptr && item->isMarked && item->cls == verdicts::VerdictClass::Fail;
    const double x = m_layout.x.at(mark->x) - group / 2 + static_cast<double>(which) * width;
    const double end = m_layout.y.at(mark->y), zero = m_layout.y.at(series.isStacked ? mark->y2 : 0);
    m_inside += "<rect" + (isFail ? " class=\"" + classCss(item->cls) + "\"" : std::string()) +
                attribute("x", x + gap / 2) + attribute("y", std::min(end, zero)) +
                attribute("width", std::max(width - gap, kThinnestBar)) +
                attribute("height", std::max(std::abs(end - zero), 0.5)) + "/>";
    if (mark->low == mark->high || width < kCap) continue;
    const double middle = x + width / 2, low = m_layout.y.at(mark->low), high = m_layout.y.at(mark->high);
    const double cap = std::min(kCap, width / 3);
    spreads += "M" + svgNumber(middle) + " " + svgNumber(low) + "V" + svgNumber(high) + "M" + svgNumber(middle - cap) +
               " " + svgNumber(low) + "h" + svgNumber(2 * cap) + "M" + svgNumber(middle - cap) + " " + svgNumber(high) +
               "h" + svgNumber(2 * cap);
  }
  m_inside += "</g>";
  if (!spreads.empty()) m_inside += "<path class=\"pc-spread\" d=\"" + spreads + "\"/>";
}

void SvgMarks::addPoints(const Series& series) {
  const std::vector<const Mark*> marks = thinned(m_chart, series, m_layout, m_options.maxMarks);
  const double radius = pointRadius(series.marks.size());
  // What stands out gets its tooltip first, and lies above the rest. Without tooltips a class is one path.
  struct Group {
    bool isMarked = false, isOutline = false;
    std::string css, paths = {};
  };
  std::vector<Group> groups;
  for (const bool isMarked : {true, false})
    for (const Mark* mark : marks) {
      const Item* item = itemOf(*mark);
      if ((item != nullptr && item->isMarked) != isMarked) continue;
      const bool isByClass = series.role == Role::ByClass && item != nullptr;
      Glyph glyph = isByClass ? glyphOf(item->cls) : glyphOf(series.role);
      if (isByClass && item->isMarked && item->cls == verdicts::VerdictClass::Pass) glyph = Glyph::Diamond;
      const std::string css = isByClass ? classCss(item->cls) : roleCss(series.role);
      auto group = std::ranges::find_if(groups, [&](const Group& g) {
        return g.isMarked == isMarked && g.isOutline == isOutline(glyph) && g.css == css;
      });
      if (group == groups.end()) group = groups.insert(groups.end(), {isMarked, isOutline(glyph), css});
      std::string& path = group->paths;
      const std::string d = pathOf(glyph, m_layout.x.at(mark->x), m_layout.y.at(mark->y), radius);
      const std::string title = hasPlaces() ? std::string() : tooltip(*mark);
      if (title.empty()) {
        // Joined to the path before it, when that has no title either.
        if (path.ends_with("\"/>")) {
          path.replace(path.size() - 3, 3, d + "\"/>");
        } else {
          path += "<path d=\"" + d + "\"/>";
        }
      } else {
        path += "<path d=\"";
        path += d;
        path += "\">";
        path += title;
        path += "</path>";
      }
    }
  std::stable_partition(groups.begin(), groups.end(), [](const Group& group) { return !group.isMarked; });
  for (const Group& group : groups)
    m_inside += "<g class=\"" + group.css + (group.isOutline ? " pc-outline" : " pc-point") +
                (radius < kLargePoint && group.isOutline ? " pc-dense\">" : "\">") + group.paths + "</g>";
}

void SvgMarks::addLine(const Series& series) {
  std::string d;
  for (const Mark* mark : thinned(m_chart, series, m_layout, m_options.maxMarks))
    d += (d.empty() ? "M" : "L") + svgNumber(m_layout.x.at(mark->x)) + " " + svgNumber(m_layout.y.at(mark->y));
  m_inside += "<path class=\"pc-line " + roleCss(series.role) + "\" d=\"" + d + "\"/>";
  const Glyph glyph = glyphOf(series.role);
  std::string points;
  for (const Mark* mark : thinned(m_chart, series, m_layout, m_options.maxMarks)) {
    const std::string path = pathOf(glyph, m_layout.x.at(mark->x), m_layout.y.at(mark->y), 3.6);
    const std::string title = tooltip(*mark);
    points += "<path d=\"" + path + (title.empty() ? "\"/>" : "\">" + title + "</path>");
  }
  // Over the places, which would otherwise answer for them.
  m_above +=
      "<g class=\"" + roleCss(series.role) + (isOutline(glyph) ? " pc-outline\">" : " pc-point\">") + points + "</g>";
}

void SvgMarks::addSteps(const Series& series) {
  if (series.marks.empty()) return;
  const double zero = m_layout.y.at(0);
  std::string d = "M" + svgNumber(m_layout.x.at(series.marks.front().x)) + " " + svgNumber(zero);
  for (std::size_t i = 0; i + 1 < series.marks.size(); ++i)
    d += "V" + svgNumber(m_layout.y.at(series.marks[i].y)) + "H" + svgNumber(m_layout.x.at(series.marks[i + 1].x));
  d += "V" + svgNumber(zero);
  m_inside += "<path class=\"pc-steps " + roleCss(series.role) + "\" d=\"" + d + "\"/>";
  if (&series != &m_chart.series.back() || !m_options.hasTooltips) return;
  for (std::size_t i = 0; i + 1 < series.marks.size(); ++i) {
    const double from = m_layout.x.at(series.marks[i].x), to = m_layout.x.at(series.marks[i + 1].x);
    const std::string title = tooltip(series.marks[i]);
    if (title.empty()) return;
    m_above += "<rect class=\"pc-place\"" + attribute("x", from) + attribute("y", m_layout.top) +
               attribute("width", std::max(to - from, 0.1)) + attribute("height", m_layout.bottom - m_layout.top) +
               ">" + title + "</rect>";
  }
}

void SvgMarks::addSegments(const Series& series) {
  std::string d;
  for (const Mark* mark : thinned(m_chart, series, m_layout, m_options.maxMarks))
    d += "M" + svgNumber(m_layout.x.at(mark->x)) + " " + svgNumber(m_layout.y.at(mark->y)) + "L" +
         svgNumber(m_layout.x.at(mark->x2)) + " " + svgNumber(m_layout.y.at(mark->y2));
  const bool isBand = series.role == Role::Band;
  const double width = std::clamp(m_layout.place * 0.5, 1.0, 14.0);
  m_inside += "<path class=\"" + std::string(isBand ? "pc-bounds " : "pc-segment ") + roleCss(series.role) + "\"" +
              (isBand ? " stroke-width=\"" + svgNumber(width) + "\"" : std::string()) + " d=\"" + d + "\"/>";
}

void SvgMarks::addTexts() {
  // Above everything that stands at this x; level where it fits, else upright, else not at all.
  std::map<double, double> tops;
  double widest = 0;
  for (const Series& series : m_chart.series)
    for (const Mark& mark : series.marks) {
      widest = std::max(widest, textWidth(mark.text, kSmallSize));
      if (series.shape != Shape::Bars) continue;
      const double top = m_layout.y.at(std::max({mark.y, mark.high, 0.0}));
      const auto [at, isNew] = tops.try_emplace(mark.x, top);
      if (!isNew) at->second = std::min(at->second, top);
    }
  const bool isLevel = widest + kTextRoom <= m_layout.place;
  const Series* lastBars = nullptr;
  for (const Series& series : m_chart.series)
    if (series.shape == Shape::Bars) lastBars = &series;
  for (const Series& series : m_chart.series)
    for (const Mark& mark : series.marks) {
      const Item* item = itemOf(mark);
      const bool isFail = item != nullptr && item->isMarked && item->cls == verdicts::VerdictClass::Fail;
      const bool isGlyph = isFail && mark.text.empty() && &series == lastBars;
      const auto top = tops.find(mark.x);
      const double x = m_layout.x.at(mark.x);
      const double y = (top == tops.end() ? m_layout.y.at(mark.y) : top->second) - kTextRoom;
      if (isGlyph && m_layout.place >= 8)
        m_above +=
            "<path class=\"pc-outline " + classCss(item->cls) + "\" d=\"" + pathOf(Glyph::Cross, x, y - 4, 3) + "\"/>";
      if (mark.text.empty() || (!isLevel && m_layout.place < kSmallSize + 1)) continue;
      const std::string css = isFail ? "pc-number " + classCss(item->cls) : "pc-number";
      m_above += "<text class=\"" + css + "\"" +
                 (isLevel ? attribute("x", x) + attribute("y", y) + " text-anchor=\"middle\""
                          : " transform=\"translate(" + svgNumber(x + 4) + " " + svgNumber(y) + ") rotate(-90)\"") +
                 ">" + svgEscaped(mark.text) + "</text>";
    }
}

void SvgMarks::addPlaces() {
  if (m_layout.place < kThinnestPlace) return;
  std::string places;
  for (std::size_t i = 0; i < std::min(m_chart.categories, m_chart.items.size()); ++i) {
    Mark mark;
    mark.item = static_cast<std::uint32_t>(i);
    const std::string title = tooltip(mark);
    if (title.empty()) break;
    places += "<rect class=\"pc-place\"" + attribute("x", m_layout.x.at(static_cast<double>(i) - 0.5)) +
              attribute("y", m_layout.top) + attribute("width", m_layout.place) +
              attribute("height", m_layout.bottom - m_layout.top) + ">" + title + "</rect>";
  }
  m_above = places + m_above;
}

std::vector<const Mark*> thinned(const ChartData& chart, const Series& series, const SvgLayout& layout,
                                 std::size_t most) {
  std::vector<const Mark*> marks;
  marks.reserve(series.marks.size());
  for (const Mark& mark : series.marks) marks.push_back(&mark);
  const bool isColumn = series.shape == Shape::Bars;  // a bar hides what is below its end
  for (double cell = 1; marks.size() > most && cell < 1e4; cell *= 1.4) {
    std::unordered_map<std::uint64_t, const Mark*> kept;
    kept.reserve(marks.size());
    const auto keyOf = [&](const Mark& mark) {
      const auto column = static_cast<std::int64_t>(std::floor(layout.x.at(mark.x) / cell));
      const auto row = isColumn ? 0 : static_cast<std::int64_t>(std::floor(layout.y.at(mark.y) / cell));
      return static_cast<std::uint64_t>(column) << 32U ^ static_cast<std::uint32_t>(row);
    };
    for (const Mark* mark : marks) {
      const Mark*& best = kept.try_emplace(keyOf(*mark), mark).first->second;
      if (isBetter(chart, *mark, *best)) best = mark;
    }
    std::erase_if(marks, [&](const Mark* mark) { return kept.at(keyOf(*mark)) != mark; });
  }
  return marks;
}

}  // namespace plumbline::charts
