// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/svg_layout.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>

namespace plumbline::charts {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD", kEllipsis = "\xE2\x80\xA6";

struct Character {
  std::uint32_t code = 0;
  std::string_view bytes;  ///< empty for what is no character
};

/// The next character of a text that may hold anything; a byte that begins none is one of its own.
Character next(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  const std::uint8_t first = byte(0);
  if (first < 0x80) return {first, text.substr(0, 1)};
  const std::size_t length = first >= 0xF0 && first < 0xF5 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 0;
  if (length == 0 || first >= 0xF5 || text.size() < length) return {};
  std::uint32_t code = first & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80U) return {};
    code = code << 6U | (byte(i) & 0x3FU);
  }
  const bool isOverlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
  const bool isForbidden = (code >= 0xD800 && code < 0xE000) || code == 0xFFFE || code == 0xFFFF || code > 0x10FFFF;
  if (isOverlong || isForbidden) return {};
  return {code, text.substr(0, length)};
}

/// turnsDirection: a name with one of these in it would be read as another, and so would what stands beside it.
bool turnsDirection(std::uint32_t code) {
  return (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069) || code == 0x200E || code == 0x200F ||
         code == 0x061C;
}

/// Widths in parts of the font size, those of the widest of the usual fonts.
double widthOf(std::uint32_t code) {
  if (code >= 0x1100) return code >= 0x2000 && code < 0x2100 ? 1.0 : 1.1;
  if (code >= 0x80) return 0.85;
  const char c = static_cast<char>(code);
  constexpr std::string_view kNarrow = "ijl.,:;'|!I ", kMiddling = "frt()[]{}-/\\\"", kWide = "mwMW@%";
  if (kNarrow.find(c) != kNarrow.npos) return 0.34;
  if (kMiddling.find(c) != kMiddling.npos) return 0.44;
  if (kWide.find(c) != kWide.npos) return 1.0;
  return c >= 'A' && c <= 'Z' ? 0.76 : 0.645;
}

constexpr double kSampleWidth = 28;  // px that the sample before a text takes

using Sample = LegendEntry::Sample;
using verdicts::VerdictClass;

Sample sampleOf(Shape shape) {
  switch (shape) {
    case Shape::Bars: return Sample::Bars;
    case Shape::Line: return Sample::Line;
    case Shape::Points: return Sample::Point;
    case Shape::Steps: return Sample::Steps;
    case Shape::Segments: return Sample::Segment;
  }
  return Sample::Point;
}

std::string classWords(VerdictClass cls) {
  if (cls == VerdictClass::Improved) return "better";
  if (cls == VerdictClass::Fail) return "worse";
  return cls == VerdictClass::Pass ? "within the threshold" : std::string(verdicts::classWord(cls));
}

void addClasses(const ChartData& chart, const Series& series, std::vector<LegendEntry>& out) {
  for (const VerdictClass cls : {VerdictClass::Improved, VerdictClass::Pass, VerdictClass::Fail}) {
    const bool has = std::ranges::any_of(series.marks, [&](const Mark& mark) {
      return mark.item < chart.items.size() && chart.items[mark.item].cls == cls;
    });
    if (!has) continue;
    const std::string title =
        chart.kind == ChartKind::Scatter || chart.kind == ChartKind::DeltaCurve ? "" : series.title + ", ";
    out.push_back({sampleOf(series.shape), series.role, cls, true, {0, 0, title + classWords(cls)}});
  }
}

/// legendOf names each series, of one coloured by class each class that it has, and each guide with a title. The entries
/// have their whole texts and no place yet.
std::vector<LegendEntry> legendOf(const ChartData& chart) {
  std::vector<LegendEntry> out;
  for (const Series& series : chart.series) {
    if (series.role == Role::ByClass) {
      addClasses(chart, series, out);
    } else {
      out.push_back({sampleOf(series.shape), series.role, VerdictClass::Pass, false, {0, 0, series.title}});
    }
  }
  const bool hasFailed = !chart.markedTitle.empty() && std::ranges::any_of(chart.items, [](const Item& item) {
    return item.isMarked && item.cls == VerdictClass::Fail;
  });
  if (hasFailed) out.push_back({Sample::Bars, Role::ByClass, VerdictClass::Fail, true, {0, 0, chart.markedTitle}});
  for (const Guide& guide : chart.guides) {
    if (guide.title.empty()) continue;
    const Sample sample = guide.form == Guide::Form::DiagonalBand ? Sample::BandGuide : Sample::Guide;
    out.push_back({sample, guide.role, VerdictClass::Pass, false, {0, 0, guide.title}});
  }
  return out;
}

constexpr double kMargin = 16, kGap = 8, kLineHeight = 17;
constexpr double kFar = 4;           // plot widths: beyond, a mark is simply outside
constexpr double kSlant = 0.70711;   // sine and cosine of 45 degrees
constexpr double kLabelStep = 16;    // px between slanted labels
constexpr double kMinPlot = 60;    // px: before the plot gets smaller, text is left out
constexpr double kMaxLabel = 118;   // px of a slanted label
constexpr double kLevelLabel = 104;  // px: from here on labels lie level and are cut
constexpr std::size_t kMaxNotes = 2;

class LayoutMaker {
 public:
  LayoutMaker(const ChartData& chart, double width, double height) : m_chart(chart) {
    m_out.width = width;
    m_out.height = height;
  }

  SvgLayout make() {
    placeHead();
    if (m_chart.isEmpty()) return std::move(m_out);
    placeNotes();
    m_out.right = m_out.width - kMargin - kGap;
    // How far the left edge is in follows from the ticks' texts, and how many ticks there are from the plot's height.
    m_out.left = 64;
    for (int round = 0; round < 2; ++round) {
      m_labelHeight = labelHeight();
      m_out.bottom = m_floor - m_labelHeight - kLineHeight - 4;
      m_out.yTicks = ticksOf(m_chart.y, m_out.bottom - m_out.top, 46);
      double widest = 0;
      for (const Tick& tick : m_out.yTicks) widest = std::max(widest, textWidth(tick.text, kSmallSize));
      m_out.left =
          std::min(std::max(kMargin + kLineHeight + widest + kGap, isSlanted() ? 84.0 : 56.0), m_out.width / 3);
      m_out.place = (m_out.right - m_out.left) / (m_chart.x.high - m_chart.x.low);
    }
    if (m_out.bottom - m_out.top < kMinPlot) {
      m_isTight = true;
      m_out.bottom = m_floor - 8;
      m_out.yTicks = ticksOf(m_chart.y, m_out.bottom - m_out.top, 46);
    }
    m_out.x = {m_chart.x.low, m_chart.x.high, m_out.left, m_out.right, m_chart.x.isLog};
    m_out.y = {m_chart.y.low, m_chart.y.high, m_out.bottom, m_out.top, m_chart.y.isLog};
    thin(m_out.yTicks, m_out.y, [](const Tick&) { return kSmallSize + 3; });
    placeLabels();
    const double middle = (m_out.left + m_out.right) / 2;
    if (!m_isTight) m_out.xTitle = {middle, m_floor - 5, elided(m_chart.x.title, m_out.right - m_out.left, kTextSize)};
    m_out.yTitle = {kMargin + 8, (m_out.top + m_out.bottom) / 2,
                    elided(m_chart.y.title, m_out.bottom - m_out.top + 2 * kGap, kTextSize)};
    return std::move(m_out);
  }

 private:
  void placeHead() {
    const double room = m_out.width - 2 * kMargin;
    double y = kMargin + 13;
    m_out.title = {kMargin, y, elided(m_chart.title, room, kTitleSize)};
    if (m_out.height > 140 && !m_chart.subtitle.empty())
      m_out.subtitle = {kMargin, y += 19, elided(m_chart.subtitle, room, kTextSize)};
    m_out.top = y + 20;
    m_floor = m_out.height - kMargin + 4;
    if (m_chart.isEmpty() || m_out.height < 220) return;
    double x = kMargin;
    y += 22;
    for (LegendEntry entry : legendOf(m_chart)) {
      entry.text.text = elided(entry.text.text, room - kSampleWidth, kTextSize);
      const double width = kSampleWidth + textWidth(entry.text.text, kTextSize) * 0.94;
      if (x > kMargin && x + width > m_out.width - kMargin) {
        x = kMargin;
        y += kLineHeight;
      }
      if (y > m_out.height * 0.4) break;
      entry.text.x = x + kSampleWidth;
      entry.text.y = y;
      m_out.legend.push_back(std::move(entry));
      x += width + 2 * kGap;
    }
    m_out.top = y + 20;
  }

  void placeNotes() {
    if (m_out.height < 260) return;
    const std::size_t count = std::min(m_chart.notes.size(), kMaxNotes);
    for (std::size_t i = 0; i < count; ++i)
      m_out.notes.push_back({kMargin, m_out.height - 12 - static_cast<double>(count - 1 - i) * 15,
                             elided(m_chart.notes[i], m_out.width - 2 * kMargin, kSmallSize)});
    if (count != 0) m_floor = m_out.height - 12 - static_cast<double>(count) * 15 - 2;
  }

  std::size_t categoryCount() const {
    return m_chart.x.isCategory ? std::min(m_chart.categories, m_chart.items.size()) : 0;
  }
  double placeWidth() const { return (m_out.right - m_out.left) / std::max(m_chart.x.high - m_chart.x.low, 1e-9); }

  bool isSlanted() const {
    const std::size_t count = categoryCount();
    if (count == 0 || placeWidth() >= kLevelLabel) return false;
    return std::any_of(m_chart.items.begin(), m_chart.items.begin() + static_cast<std::ptrdiff_t>(count),
                       [&](const Item& item) { return textWidth(item.label, kSmallSize) > placeWidth() - kGap; });
  }

  double maxLabelWidth() const { return std::min(kMaxLabel, m_out.height * 0.27); }

  double labelHeight() const {
    if (!isSlanted()) return 18;
    double widest = 0;
    for (std::size_t i = 0; i < categoryCount(); ++i)
      widest = std::max(widest, std::min(textWidth(m_chart.items[i].label, kSmallSize), maxLabelWidth()));
    return widest * kSlant + 16;
  }

  static std::vector<Tick> ticksOf(const Axis& axis, double room, double each) {
    return axisTicks(axis, static_cast<std::size_t>(std::clamp(room / each, 2.0, 12.0)));
  }

  template <class Size>
  static void thin(std::vector<Tick>& ticks, const Scale& scale, Size size) {
    double last = -1e9, half = 0;
    std::erase_if(ticks, [&](const Tick& tick) {
      const double at = scale.at(tick.value), need = size(tick) / 2;
      // A scale may run downwards: what counts is the distance.
      if (last > -1e8 && std::abs(at - last) < half + need) return true;
      last = at;
      half = need;
      return false;
    });
  }

  void placeLabels() {
    if (m_isTight) return;
    if (!m_chart.x.isCategory) {
      m_out.xTicks = ticksOf(m_chart.x, m_out.right - m_out.left, 84);
      thin(m_out.xTicks, m_out.x, [](const Tick& tick) { return textWidth(tick.text, kSmallSize) + 10; });
      return;
    }
    const std::size_t count = categoryCount();
    m_out.areLabelsSlanted = isSlanted();
    const double step = m_out.areLabelsSlanted ? kLabelStep : 1;
    const auto every = static_cast<std::size_t>(std::max(1.0, std::ceil(step / m_out.place)));
    for (std::size_t i = 0; i < count; i += every) {
      const double x = m_out.x.at(static_cast<double>(i));
      double room = m_out.place - kGap;
      if (m_out.areLabelsSlanted) room = std::min(maxLabelWidth(), (x - 4) / kSlant - 8);
      m_out.labels.push_back(
          {x, m_out.bottom + (m_out.areLabelsSlanted ? 12 : 16), elided(m_chart.items[i].label, room, kSmallSize)});
    }
  }

  const ChartData& m_chart;
  SvgLayout m_out;
  double m_floor = 0, m_labelHeight = 0;
  bool m_isTight = false;  ///< no room for what is written below the plot
};

}  // namespace

std::string svgEscaped(std::string_view text) {
  std::string out;
  out.reserve(text.size() + text.size() / 8);
  while (!text.empty()) {
    const Character c = next(text);
    text.remove_prefix(c.bytes.empty() ? 1 : c.bytes.size());
    if (!c.bytes.empty() && (c.code == '\t' || c.code == '\n' || c.code == '\r')) {
      out += ' ';
    } else if (c.bytes.empty() || c.code < 0x20 || (c.code >= 0x7F && c.code < 0xA0) || turnsDirection(c.code)) {
      out += kReplacement;
    } else if (c.code == '&') {
      out += "&amp;";
    } else if (c.code == '<') {
      out += "&lt;";
    } else if (c.code == '>') {
      out += "&gt;";
    } else if (c.code == '"') {
      out += "&quot;";
    } else if (c.code == '\'') {
      out += "&#39;";
    } else {
      out += c.bytes;
    }
  }
  return out;
}

std::string svgNumber(double value) {
  if (!std::isfinite(value)) return "0";
  std::array<char, 400> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, 1).ptr;
  std::string out(text.data(), end);
  if (out.ends_with(".0")) out.resize(out.size() - 2);
  return out == "-0" ? "0" : out;
}

double textWidth(std::string_view text, double fontSize) {
  double width = 0;
  while (!text.empty()) {
    const Character c = next(text);
    text.remove_prefix(c.bytes.empty() ? 1 : c.bytes.size());
    width += c.bytes.empty() ? 1.0 : widthOf(c.code);
  }
  return width * fontSize;
}

std::string elided(std::string_view text, double width, double fontSize) {
  if (textWidth(text, fontSize) <= width) return std::string(text);
  std::vector<std::string_view> characters;
  for (std::string_view rest = text; !rest.empty();) {
    const Character c = next(rest);
    const std::size_t size = c.bytes.empty() ? 1 : c.bytes.size();
    characters.push_back(rest.substr(0, size));
    rest.remove_prefix(size);
  }
  std::string front, back;
  double left = width - fontSize;  // the ellipsis
  std::size_t taken = 0;
  for (std::size_t i = 0; i < characters.size(); ++i) {
    const bool isFront = i % 2 == 0;
    const std::string_view c = isFront ? characters[i / 2] : characters[characters.size() - 1 - i / 2];
    left -= textWidth(c, fontSize);
    if (left < 0) break;
    if (isFront) {
      front += c;
    } else {
      back.insert(0, c);
    }
    ++taken;
  }
  return taken < 3 ? std::string() : front + std::string(kEllipsis) + back;
}

double Scale::at(double value) const {
  double t = 0;
  if (isLog) {
    t = value > 0 ? (std::log(value) - std::log(low)) / (std::log(high) - std::log(low)) : -kFar;
  } else {
    t = (value - low) / (high - low);
  }
  return from + std::clamp(t, -kFar, kFar) * (to - from);
}

SvgLayout layoutOf(const ChartData& chart, double width, double height) {
  return LayoutMaker(chart, width, height).make();
}

}  // namespace plumbline::charts
