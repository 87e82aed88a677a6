// SPDX-License-Identifier: GPL-3.0-or-later
// How the parts of a chart are drawn: roles and verdict classes as the theme's colours, lines and shapes, and the legend
// that says so. What an item is, is said by the glyph the table uses; colour is never alone.
//
//   painter.setPen(guideLook(theme, guide.role).pen);
//   for (const LegendEntry& entry : legendOf(chart, theme)) paintLegendEntry(painter, at, entry, theme);
#pragma once

#include <QColor>
#include <QPen>
#include <QRectF>
#include <QString>
#include <QWidget>
#include <cstdint>
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
enum class Dot { Disc, Dash, Diamond, Triangle, TriangleDown, Square };
Dot dotOf(charts::Role role);
/// paintDot draws it, centred, `size` pixels across.
void paintDot(QPainter& painter, QPointF at, Dot dot, double size, const QColor& color, const QColor& edge);

/// lookOf is class * 2 of a mark's item, and 1 for a marked one; kNoLook without an item.
inline constexpr std::uint8_t kNoLook = 0xfe;
std::uint8_t lookOf(const charts::ChartData& chart, const charts::Mark& mark);

/// markStyle says how a point is drawn that stands for an item: its class' glyph, or a small disc where nothing
/// happened.
struct MarkStyle {
  QString glyph;  ///< empty: a disc (pass) or a ring (expected fail)
  QColor color = {};
  bool isRing = false;
  bool isStrong = false;  ///< marked, though its class has no glyph of its own
};
MarkStyle markStyle(const Theme& theme, const charts::Item& item);
/// paintMark draws such a point, centred.
void paintMark(QPainter& painter, QPointF at, const MarkStyle& style, const Theme& theme);
/// glyphFont is the font of glyphs on marks.
QFont glyphFont(const Theme& theme);

struct LegendEntry {
  enum class Sample { Block, Line, Dot, Mark, Area };
  Sample sample = Sample::Block;
  QString text = {};
  QColor color = {};
  QPen pen = {};
  Dot dot = Dot::Disc;
  MarkStyle mark = {};
};
/// classWord is "FAIL" where the items have verdicts; of numbers that moved, which CI does not judge, "WORSE".
QString classWord(verdicts::VerdictClass cls, bool isVerdict, const Theme& theme);
/// legendOf lists series, guides and the classes of the items on the chart, each once.
std::vector<LegendEntry> legendOf(const charts::ChartData& chart, const Theme& theme);
/// legendEntryWidth is what an entry takes with `font`, the sample included.
double legendEntryWidth(const LegendEntry& entry, const QFont& font);
/// paintLegendEntry draws into a box as high as a line; text is cut at its end.
void paintLegendEntry(QPainter& painter, const QRectF& box, const LegendEntry& entry, const Theme& theme);

// What the colours, lines and glyphs of a chart mean: sample and word, flowing over as many lines as it takes.
//
//   legend->setEntries(legendOf(chart, theme), theme);

class ChartLegend : public QWidget {
  Q_OBJECT

 public:
  explicit ChartLegend(const Theme& theme, QWidget* parent = nullptr);
  void setEntries(std::vector<LegendEntry> entries, const Theme& theme);
  const std::vector<LegendEntry>& entries() const { return m_entries; }
  /// fit takes as many lines as the width asks for. Not left to the layout, which asks for a width that it does not give.
  void fit();
  /// isWhole is true when every entry is visible.
  bool isWhole() const;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return {0, height()}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  /// boxes places the entries in a width; `height` is what they take.
  std::vector<QRectF> boxes(int width, int* height) const;

  Theme m_theme;
  std::vector<LegendEntry> m_entries;
};

}  // namespace plumbline::ui
