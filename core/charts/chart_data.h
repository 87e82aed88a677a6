// SPDX-License-Identifier: GPL-3.0-or-later
// A chart as plain data, without a window. Drawn by ui/charts on screen and by
// core/charts/svg.h as SVG; printed by chartSummary. Coordinates are in the metric's own unit.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/verdicts/verdict.h"

namespace plumbline::charts {

enum class ChartKind : std::uint8_t { CompileTime, Memory, Speedup, DeltaCurve, Scatter, Distribution, Trend, Phases, Count };

/// Role is the meaning of a series or a guide; ui/theme and the SVG's style give it a colour and a line.
enum class Role : std::uint8_t { Before, After, Third, Fourth, Fifth, Sixth, ByClass, Parity, Band, Limit, Mean, Change };
/// Bars stand on 0, those of one x beside each other; stacked ones above each other, from y2 to y. Steps: a mark's y holds from its x to the next mark's; the last
/// mark closes the outline at 0. Segments go from (x, y) to (x2, y2).
enum class Shape : std::uint8_t { Bars, Line, Points, Steps, Segments };

/// Item is what a mark stands for: a model, a run in a trend, or a bin.
struct Item {
  std::string name = {};     ///< model; "" for what is none
  std::string label = {};    ///< for the axis, short; usually the name
  std::string config = {};   ///< "" when the chart is of one config
  std::string numbers = {};  ///< for hover and screen readers: "cold 12.3 s, warm 4.1 s, 66.7 % faster"; see numbersOf
  verdicts::VerdictClass cls = verdicts::VerdictClass::Pass;
  bool isMarked = false;  ///< fails, or moved beyond its threshold: drawn so that it stands out
};

struct Mark {
  double x = 0, y = 0;
  double low = 0, high = 0;  ///< spread around y; both equal to y when there is none
  double x2 = 0, y2 = 0;     ///< Segments: the other end; y2 of stacked bars: where it begins
  std::uint32_t item = 0;    ///< index into ChartData::items
  std::string text = {};     ///< short, to be written above the mark (above all bars of its x) where there is room
};

struct Series {
  std::string title = {};
  Shape shape = Shape::Points;
  Role role = Role::After;
  std::vector<Mark> marks = {};  ///< ascending in x; never NaN, never infinite
  bool isStacked = false;        ///< of Bars; then all bars of the chart are
};

/// Guide is a line or band that helps to read: a limit, parity, a mean.
struct Guide {
  enum class Form : std::uint8_t { Horizontal, Vertical, Diagonal, DiagonalBand };
  Form form = Form::Horizontal;
  Role role = Role::Limit;
  double value = 0;        ///< position; DiagonalBand: relative half width, y = x (1 +- value)
  double room = 0;         ///< DiagonalBand: absolute half width on top of it
  std::string title = {};  ///< for the legend, with its number: "0.95 x"
};

struct Axis {
  std::string title = {};  ///< with its unit: "compile time (s)"
  bool isLog = false;
  bool isCount = false;      ///< whole things: no tick between 1 and 2
  bool isCategory = false;   ///< x is 0, 1, 2 ...: the first ChartData::categories items, shown by their labels
  std::vector<std::string> words = {};  ///< of 0, 1, 2 ...: ticks in place of numbers
  double low = 0, high = 1;  ///< what to show at first; low < high; on a log axis both > 0
};

struct ChartData {
  ChartKind kind = ChartKind::Speedup;
  std::string title = {};
  std::string subtitle = {};  ///< what is compared: "before against after, 62 models"
  Axis x = {}, y = {};
  std::vector<Series> series = {};
  std::vector<Guide> guides = {};
  std::vector<Item> items = {};
  bool hasVerdicts = false;  ///< the classes of the items are what CI says; otherwise Fail is worse and Improved better
  std::size_t categories = 0;             ///< items that have a place on a category axis; further items may follow them
  std::size_t shown = 0, total = 0;       ///< models in the chart and those that could be: top-N
  std::string markedTitle = {};  ///< what fails where an item is marked, for the legend: "below the limit"; "" for nothing
  std::vector<std::string> notes = {};    ///< what was left out and why: "3 models are left out: not measured"
  std::string emptyText = {};             ///< why there is nothing to draw; "" when there is
  std::vector<std::string> columns = {};  ///< titles of the data, for "copy as CSV"
  std::vector<std::vector<std::string>> rows = {};  ///< one per item, of all items, not only those shown
  /// makeNumbers makes the numbers of an item, where there are too many to keep a text for each.
  std::function<std::string(std::size_t item)> makeNumbers = {};
  std::string numbersOf(std::size_t item) const;
  bool isEmpty() const { return !emptyText.empty(); }
};

std::string_view roleName(Role role);         ///< "before", "by-class", "limit" ...

/// chartSummary describes the chart in a few sentences, for screen readers: models, extremes, marks, omissions.
std::string chartSummary(const ChartData& chart);

}  // namespace plumbline::charts
