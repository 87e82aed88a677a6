// SPDX-License-Identifier: GPL-3.0-or-later
// How the parts of a chart are drawn: roles and verdict classes as the theme's colours, lines and shapes, and the legend
// that says so. What an item is, is said by the glyph the table uses; colour is never alone.
//
//   painter.setPen(guideLook(theme, guide.role).pen);
//   for (const LegendEntry& entry : legendOf(chart, theme)) paintLegendEntry(painter, at, entry, theme);
#pragma once

#include <QColor>
#include <QPen>
#include <QPixmap>
#include <QRectF>
#include <QString>
#include <vector>

#include "core/charts/chart_data.h"
#include "ui/theme/theme.h"

class QPainter;

namespace plumbline::ui {

/// roleColor is the colour of a series or guide; ByClass and marks of a class have those of the table instead.
QColor roleColor(const Theme& theme, charts::Role role);
/// guidePen is the line of a guide, linePen the one of a drawn series.
QPen guidePen(const Theme& theme, charts::Role role);
QPen linePen(const Theme& theme, charts::Role role);

/// Dot is the shape of a series' points where they are not drawn by class: runs differ by more than colour.
enum class Dot { Disc, Dash, Diamond, Triangle };
Dot dotOf(charts::Role role);
/// paintDot draws it, centred, `size` pixels across.
void paintDot(QPainter& painter, QPointF at, Dot dot, double size, const QColor& color, const QColor& edge);

/// markLook says how a point is drawn that stands for an item: its class' glyph, or a small disc where nothing happened.
struct MarkLook {
  QString glyph;  ///< empty: a disc (pass) or a ring (expected fail)
  QColor color = {};
  bool isRing = false;
  bool isStrong = false;  ///< marked, though its class has no glyph of its own
};
MarkLook markLook(const Theme& theme, const charts::Item& item);
/// paintMark draws such a point, centred.
void paintMark(QPainter& painter, QPointF at, const MarkLook& look, const Theme& theme);
/// glyphFont is the font of glyphs on marks.
QFont glyphFont(const Theme& theme);

struct LegendEntry {
  enum class Sample { Block, Line, Dot, Mark, Area };
  Sample sample = Sample::Block;
  QString text = {};
  QColor color = {};
  QPen pen = {};
  Dot dot = Dot::Disc;
  MarkLook mark = {};
};
/// legendOf lists series, guides and the classes of the items on the chart, each once.
std::vector<LegendEntry> legendOf(const charts::ChartData& chart, const Theme& theme);
/// legendEntryWidth is what an entry takes with `font`, the sample included.
double legendEntryWidth(const LegendEntry& entry, const QFont& font);
/// paintLegendEntry draws into a box as high as a line; text is cut at its end.
void paintLegendEntry(QPainter& painter, const QRectF& box, const LegendEntry& entry, const Theme& theme);

QString toQString(std::string_view text);

}  // namespace plumbline::ui
