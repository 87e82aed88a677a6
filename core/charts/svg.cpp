// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/svg.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "core/charts/svg_layout.h"
#include "core/charts/svg_marks.h"
#include "core/text/json_text.h"
#include "resources/embedded.h"

namespace plumbline::charts {
namespace {

constexpr int kMinWidth = 240, kMinHeight = 120, kMax = 20'000;

std::string n(double value) { return svgNumber(value); }

class SvgPicture {
 public:
  SvgPicture(const ChartData& chart, const SvgOptions& options)
      : m_chart(chart),
        m_options(options),
        m_layout(layoutOf(chart, std::clamp(options.width, kMinWidth, kMax),
                          std::clamp(options.height, kMinHeight, kMax))) {}

  std::string element(const std::string& style) {
    const std::string width = n(m_layout.width), height = n(m_layout.height);
    std::string name = m_chart.title;
    m_out = "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"pc\" role=\"img\" aria-label=\"" + svgEscaped(name) +
            "\" width=\"" + width + "\" height=\"" + height + "\" viewBox=\"0 0 " + width + " " + height + "\">\n";
    m_out += "<title>" + svgEscaped(name) + "</title>\n<desc>" + svgEscaped(chartSummary(m_chart)) + "</desc>\n";
    if (!style.empty()) m_out += "<style>\n" + style + "</style>\n";
    m_out += "<rect class=\"pc-back\" width=\"" + width + "\" height=\"" + height + "\"/>\n";
    addText("pc-title", m_layout.title);
    addText("pc-muted", m_layout.subtitle);
    if (m_chart.isEmpty()) {
      addEmptyText();
    } else {
      for (const LegendEntry& entry : m_layout.legend) addLegend(entry);
      addGrid();
      addPlot();
      addAxes();
      for (const PlacedText& note : m_layout.notes) addText("pc-small", note);
    }
    return std::move(m_out) + "</svg>\n";
  }

 private:
  void addText(const std::string& css, const PlacedText& text, const std::string& more = {}) {
    if (text.text.empty()) return;
    m_out += "<text class=\"" + css + "\" x=\"" + n(text.x) + "\" y=\"" + n(text.y) + "\"" + more + ">" +
             svgEscaped(text.text) + "</text>\n";
  }

  void addLine(const std::string& css, double x1, double y1, double x2, double y2) {
    m_out += "<path class=\"" + css + "\" d=\"M" + n(x1) + " " + n(y1) + "L" + n(x2) + " " + n(y2) + "\"/>\n";
  }

  void addEmptyText() {
    // In lines that fit, from the middle on.
    std::string_view rest = m_chart.emptyText;
    double y = std::max(m_layout.top + 20, m_layout.height * 0.45);
    while (!rest.empty() && y < m_layout.height) {
      std::size_t end = rest.size();
      while (end != 0 && textWidth(rest.substr(0, end), 12) > m_layout.width - 64) {
        const std::size_t space = rest.rfind(' ', end - 1);
        if (space == rest.npos || space == 0) break;
        end = space;
      }
      addText("pc-muted", {m_layout.width / 2, y, elided(rest.substr(0, end), m_layout.width - 32, 12)},
              " text-anchor=\"middle\"");
      rest.remove_prefix(std::min(end + 1, rest.size()));
      y += 18;
    }
  }

  void addLegend(const LegendEntry& entry) {
    using EntrySample = LegendEntry::Sample;
    const double right = entry.text.x - 8, left = right - 16, y = entry.text.y - 4;
    const std::string color = entry.isClass ? classCss(entry.cls) : roleCss(entry.role);
    const Glyph glyph = entry.isClass ? glyphOf(entry.cls) : glyphOf(entry.role);
    const std::string point = "<path class=\"" + color + (isOutline(glyph) ? " pc-outline" : " pc-point") + "\" d=\"" +
                              pathOf(glyph, left + 8, y, 3.6) + "\"/>\n";
    switch (entry.sample) {
      case EntrySample::Bars:
        m_out += "<rect class=\"" + color + "\" x=\"" + n(left + 2) + "\" y=\"" + n(y - 5) +
                 "\" width=\"12\" height=\"10\"/>\n";
        break;
      case EntrySample::Line:
        addLine("pc-line " + color, left, y, right, y);
        m_out += point;
        break;
      case EntrySample::Point:
        m_out += point;
        break;
      case EntrySample::Steps:
        m_out += "<path class=\"pc-steps " + color + "\" d=\"M" + n(left) + " " + n(y + 5) + "v-6h8v-4h8v10\"/>\n";
        break;
      case EntrySample::Segment:
        if (entry.role == Role::Band) {
          m_out +=
              "<path class=\"pc-bounds pc-band\" stroke-width=\"8\" d=\"M" + n(left + 8) + " " + n(y - 6) + "v12\"/>\n";
        } else {
          addLine("pc-segment " + color, left, y, right, y);
        }
        break;
      case EntrySample::Guide:
        addLine("pc-guide " + color, left - 2, y, right, y);
        break;
      case EntrySample::BandGuide:
        m_out += "<rect class=\"pc-area\" x=\"" + n(left) + "\" y=\"" + n(y - 5) + "\" width=\"16\" height=\"10\"/>\n";
        break;
    }
    addText("pc-text", entry.text);
  }

  void addGrid() {
    std::string d;
    for (const Tick& tick : m_layout.yTicks)
      d += "M" + n(m_layout.left) + " " + n(m_layout.y.at(tick.value)) + "H" + n(m_layout.right);
    if (!m_chart.x.isCategory)
      for (const Tick& tick : m_layout.xTicks)
        d += "M" + n(m_layout.x.at(tick.value)) + " " + n(m_layout.top) + "V" + n(m_layout.bottom);
    if (!d.empty()) m_out += "<path class=\"pc-grid\" d=\"" + d + "\"/>\n";
  }

  /// The plot is a picture of its own, so that nothing is drawn outside of it.
  void addPlot() {
    const SvgMarks marks(m_chart, m_layout, m_options);
    const std::string box = n(m_layout.left) + " " + n(m_layout.top) + " " + n(m_layout.right - m_layout.left) + " " +
                            n(m_layout.bottom - m_layout.top);
    m_out += "<svg x=\"" + n(m_layout.left) + "\" y=\"" + n(m_layout.top) + "\" width=\"" +
             n(m_layout.right - m_layout.left) + "\" height=\"" + n(m_layout.bottom - m_layout.top) + "\" viewBox=\"" +
             box + "\" overflow=\"hidden\">\n";
    for (const Guide& guide : m_chart.guides)
      if (guide.form == Guide::Form::DiagonalBand) addBand(guide);
    m_out += marks.inside() + "\n";
    for (const Guide& guide : m_chart.guides) addGuide(guide);
    m_out += "</svg>\n";
    if (!marks.above().empty()) m_out += marks.above() + "\n";
  }

  void addBand(const Guide& guide) {
    // y = x (1 +- share) is straight on two linear and on two logarithmic axes.
    const double low = m_chart.x.low, high = m_chart.x.high;
    const auto at = [&](double x, double factor, double room) {
      return n(m_layout.x.at(x)) + " " + n(m_layout.y.at(x * factor + room));
    };
    const double over = 1 + guide.value, under = std::max(1 - guide.value, 1e-6), room = guide.room;
    // Around 0 the band is two wedges.
    const double middle = !m_chart.x.isLog && low < 0 && high > 0 ? 0 : low;
    std::string d;
    for (const double from : {low, middle}) {
      const double to = from == low && middle != low ? middle : high;
      d += "M" + at(from, over, room) + "L" + at(to, over, room) + "L" + at(to, under, -room) + "L" +
           at(from, under, -room) + "z";
      if (middle == low) break;
    }
    m_out += "<path class=\"pc-area\" d=\"" + d + "\"/>\n";
  }

  void addGuide(const Guide& guide) {
    const std::string css = "pc-guide " + roleCss(guide.role);
    switch (guide.form) {
      case Guide::Form::Horizontal: {
        const double y = m_layout.y.at(guide.value);
        return addLine(css, m_layout.left, y, m_layout.right, y);
      }
      case Guide::Form::Vertical: {
        const double x = m_layout.x.at(guide.value);
        return addLine(css, x, m_layout.top, x, m_layout.bottom);
      }
      case Guide::Form::Diagonal:
        return addLine(css, m_layout.x.at(m_chart.x.low), m_layout.y.at(m_chart.x.low), m_layout.x.at(m_chart.x.high),
                       m_layout.y.at(m_chart.x.high));
      case Guide::Form::DiagonalBand:
        return;
    }
  }

  void addAxes() {
    const bool hasBars = std::ranges::any_of(m_chart.series, [](const Series& s) { return s.shape == Shape::Bars; });
    const double floor = hasBars && m_chart.y.low < 0 && m_chart.y.high > 0 ? m_layout.y.at(0) : m_layout.bottom;
    addLine("pc-axis", m_layout.left, floor, m_layout.right, floor);
    for (const Tick& tick : m_layout.yTicks)
      addText("pc-small", {m_layout.left - 8, m_layout.y.at(tick.value) + 4, tick.text}, " text-anchor=\"end\"");
    for (const Tick& tick : m_layout.xTicks)
      addText("pc-small", {m_layout.x.at(tick.value), m_layout.bottom + 16, tick.text}, " text-anchor=\"middle\"");
    for (const PlacedText& label : m_layout.labels) {
      if (m_layout.areLabelsSlanted) {
        addTurned("pc-small", label, -45, "end");
      } else {
        addText("pc-small", label, " text-anchor=\"middle\"");
      }
    }
    addText("pc-text", m_layout.xTitle, " text-anchor=\"middle\"");
    addTurned("pc-text", m_layout.yTitle, -90, "middle");
  }

  void addTurned(const std::string& css, const PlacedText& text, int degrees, const std::string& anchor) {
    if (text.text.empty()) return;
    m_out += "<text class=\"" + css + "\" text-anchor=\"" + anchor + "\" transform=\"translate(" + n(text.x) + " " +
             n(text.y) + ") rotate(" + std::to_string(degrees) + ")\">" + svgEscaped(text.text) + "</text>\n";
  }

  const ChartData& m_chart;
  const SvgOptions& m_options;
  SvgLayout m_layout;
  std::string m_out;
};

using Json = nlohmann::json;

constexpr std::string_view kFont = "system-ui,'Noto Sans','DejaVu Sans',Helvetica,Arial,sans-serif";

/// A colour of the theme as it stands there; "none" for what is no colour, so that nothing else gets into the style.
std::string colour(const Json& value) {
  if (!value.is_string()) return "none";
  const std::string& text = value.get_ref<const std::string&>();
  const bool isColour = text.size() == 7 && text.front() == '#' &&
                        text.find_first_not_of("0123456789abcdefABCDEF", 1) == std::string::npos;
  return isColour ? text : "none";
}

std::string both(const std::string& css, const std::string& colour) {
  return "." + css + "{fill:" + colour + ";stroke:" + colour + "}\n";
}

}  // namespace

std::string svgElement(const ChartData& chart, const SvgOptions& options) {
  return SvgPicture(chart, options).element(options.css);
}

std::string svgFile(const ChartData& chart, const SvgOptions& options) {
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + svgElement(chart, options);
}

std::string chartCss(std::string_view theme) {
  const auto bytes = resources::embeddedBytes("themes/" + std::string(theme) + ".json");
  const Json root = text::parseJson(bytes.value_or(""));
  if (!root.is_object()) return {};
  const Json tones = root.value("tones", Json::object()), classes = root.value("classes", Json::object());
  const Json series = root.value("series", Json::array());
  const auto tone = [&](const char* name) { return colour(tones.value(name, Json())); };
  const std::string text = tone("text"), muted = tone("muted"), border = tone("border"), base = tone("base");

  std::string css;
  constexpr std::array kRuns = {"before", "after", "third", "fourth", "fifth", "sixth"};
  for (std::size_t i = 0; i < kRuns.size(); ++i)
    css += both(std::string("pc-") + kRuns[i], i < series.size() ? colour(series[i]) : muted);
  for (const auto& [name, entry] : classes.items())
    css += both("pc-" + name, entry.is_object() ? colour(entry.value("chip", Json())) : muted);
  css += both("pc-mean", text) + both("pc-limit", text) + both("pc-parity", muted) + both("pc-band", border);
  css += both("pc-change", text);
  css += ".pc-back{fill:" + base + "}\n.pc text{stroke:none;font-family:" + std::string(kFont) + "}\n";
  css += ".pc rect{stroke:none}\n";
  css += ".pc-title{font-size:16px;font-weight:600;fill:" + text + "}\n";
  css += ".pc-text{font-size:12px;fill:" + text + "}\n.pc-muted{font-size:12px;fill:" + muted + "}\n";
  css += ".pc-small{font-size:11px;fill:" + muted + "}\n.pc text.pc-number{font-size:11px}\n";
  css += ".pc text.pc-number:not(.pc-fail){fill:" + text + "}\n";
  css += ".pc-grid{fill:none;stroke:" + border + ";stroke-width:1}\n";
  css += ".pc-axis{fill:none;stroke:" + muted + ";stroke-width:1}\n";
  css += ".pc-spread{fill:none;stroke:" + text + ";stroke-width:1.2}\n";
  css +=
      ".pc-point{stroke-width:0;fill-opacity:.85}\n.pc-outline{stroke-width:1.8}\n.pc-dense{stroke-width:1}\n.pc "
      ".pc-outline,.pc-outline "
      "path{fill:none}\n";
  css +=
      ".pc-line{stroke-width:1.8}\n.pc-line.pc-mean{stroke-width:3}\n.pc .pc-line{fill:none;stroke-linejoin:round}\n";
  css += ".pc-steps{fill-opacity:.16;stroke-width:1.8}\n.pc-steps.pc-before{stroke-dasharray:5 3}\n";
  css += ".pc .pc-segment{fill:none;stroke-width:2}\n.pc .pc-bounds{fill:none}\n";
  css += ".pc .pc-guide{fill:none;stroke-width:1.4}\n.pc-guide.pc-limit{stroke-dasharray:6 4}\n";
  css +=
      ".pc-guide.pc-mean{stroke-dasharray:9 3 2 3}\n.pc-guide.pc-before,.pc-guide.pc-after{stroke-dasharray:9 3 2 3}\n";
  css += ".pc-guide.pc-parity{stroke-width:1}\n.pc-area{fill:" + border + ";fill-opacity:.55;stroke:none}\n";
  css += ".pc rect.pc-place{fill-opacity:0;pointer-events:all}\n";
  return css;
}

}  // namespace plumbline::charts
