// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_style.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPolygonF>
#include <algorithm>
#include <array>
#include <cmath>

#include "ui/support/utf8_text.h"

namespace plumbline::ui {

using charts::Role;
using charts::Shape;
using verdicts::VerdictClass;

namespace {

constexpr double kSampleWidth = 16;
constexpr double kSampleGap = 6;

constexpr double kBetween = 2 * kGrid;

}  // namespace

QColor roleColor(const Theme& theme, Role role) {
  switch (role) {
    case Role::Before: return theme.series(0);
    case Role::After: return theme.series(1);
    case Role::Third: return theme.series(2);
    case Role::Fourth: return theme.series(3);
    case Role::Fifth: return theme.series(4);
    case Role::Sixth: return theme.series(5);
    case Role::ByClass: return theme.classStyle(VerdictClass::Pass).chip;
    case Role::Parity: return theme.color(Tone::Muted);
    case Role::Band: return theme.color(Tone::Accent);
    case Role::Limit: return theme.classStyle(VerdictClass::Fail).chip;
    case Role::Mean:
    case Role::Change: return theme.color(Tone::Text);
  }
  return theme.color(Tone::Text);
}

QPen guidePen(const Theme& theme, Role role) {
  QPen pen(roleColor(theme, role), 1.0);
  pen.setCapStyle(Qt::FlatCap);
  if (role == Role::Limit) pen.setDashPattern({5, 3});
  if (role == Role::Mean) pen.setDashPattern({1.5, 2.5});
  if (role == Role::Band) pen.setDashPattern({3, 3});
  return pen;
}

QPen linePen(const Theme& theme, Role role) {
  QPen pen(roleColor(theme, role), 2.0);
  pen.setJoinStyle(Qt::RoundJoin);
  pen.setCapStyle(Qt::RoundCap);
  if (role == Role::Limit || role == Role::Mean) pen = guidePen(theme, role);
  if (role == Role::Mean) pen.setWidthF(1.5);
  return pen;
}

Dot dotOf(Role role) {
  switch (role) {
    case Role::Before: return Dot::Dash;
    case Role::Third:
    case Role::Change: return Dot::Square;
    case Role::Fourth: return Dot::Triangle;
    case Role::Fifth: return Dot::Diamond;
    case Role::Sixth: return Dot::TriangleDown;
    default: return Dot::Disc;
  }
}

void paintDot(QPainter& painter, QPointF at, Dot dot, double size, const QColor& color, const QColor& edge) {
  painter.setPen(edge.isValid() ? QPen(edge, 1.0) : QPen(Qt::NoPen));
  painter.setBrush(color);
  const double r = size / 2;
  switch (dot) {
    case Dot::Disc: painter.drawEllipse(at, r, r); break;
    case Dot::Square: painter.drawRect(QRectF(at.x() - r, at.y() - r, size, size)); break;
    case Dot::Dash: painter.drawRect(QRectF(at.x() - r * 1.8, at.y() - 1.25, r * 3.6, 2.5)); break;
    case Dot::Diamond:
      painter.drawPolygon(QPolygonF{at + QPointF(0, -r * 1.2), at + QPointF(r * 1.2, 0), at + QPointF(0, r * 1.2), at + QPointF(-r * 1.2, 0)});
      break;
    case Dot::Triangle: painter.drawPolygon(QPolygonF{at + QPointF(0, -r * 1.2), at + QPointF(r * 1.2, r), at + QPointF(-r * 1.2, r)}); break;
    case Dot::TriangleDown: painter.drawPolygon(QPolygonF{at + QPointF(0, r * 1.2), at + QPointF(r * 1.2, -r), at + QPointF(-r * 1.2, -r)}); break;
  }
}

MarkStyle markStyle(const Theme& theme, const charts::Item& item) {
  const ClassStyle& style = theme.classStyle(item.cls);
  // A thousand ticks would say less than a thousand dots.
  const bool isQuiet = item.cls == VerdictClass::Pass || item.cls == VerdictClass::ExpectedFail;
  return {isQuiet ? QString() : style.glyph, style.chip, item.cls == VerdictClass::ExpectedFail, isQuiet && item.isMarked};
}

std::uint8_t lookOf(const charts::ChartData& chart, const charts::Mark& mark) {
  if (mark.item >= chart.items.size()) return kNoLook;
  const charts::Item& item = chart.items[mark.item];
  return static_cast<std::uint8_t>(static_cast<int>(item.cls) * 2 + (item.isMarked ? 1 : 0));
}

QFont glyphFont(const Theme& theme) {
  QFont font = theme.font(TextSize::Normal);
  font.setWeight(QFont::Bold);
  return font;
}

void paintMark(QPainter& painter, QPointF at, const MarkStyle& style, const Theme& theme) {
  if (!style.glyph.isEmpty()) {
    painter.setFont(glyphFont(theme));
    painter.setPen(style.color);
    const double side = QFontMetricsF(painter.font()).height();
    painter.drawText(QRectF(at.x() - side, at.y() - side, 2 * side, 2 * side), Qt::AlignCenter, style.glyph);
    return;
  }
  QColor fill = style.color;
  fill.setAlphaF(0.7F);
  painter.setPen(style.isStrong ? QPen(theme.color(Tone::Text), 1.2) : style.isRing ? QPen(style.color, 1.2) : QPen(Qt::NoPen));
  painter.setBrush(style.isRing ? QBrush(theme.color(Tone::Base)) : QBrush(fill));
  const double radius = style.isStrong ? 3.5 : 2.75;
  painter.drawEllipse(at, radius, radius);
}

QString classWord(VerdictClass cls, bool isVerdict, const Theme& theme) {
  if (!isVerdict && cls == VerdictClass::Fail) return ChartLegend::tr("WORSE");
  if (!isVerdict && cls == VerdictClass::Improved) return ChartLegend::tr("BETTER");
  return theme.classStyle(cls).word;
}

namespace {

QString classTitle(VerdictClass cls, bool isVerdict, const Theme& theme) {
  if (!isVerdict && cls == VerdictClass::Fail) return ChartLegend::tr("Worse");
  if (!isVerdict && cls == VerdictClass::Improved) return ChartLegend::tr("Better");
  return theme.classStyle(cls).title;
}

}  // namespace

std::vector<LegendEntry> legendOf(const charts::ChartData& chart, const Theme& theme) {
  std::vector<LegendEntry> entries;
  const auto add = [&entries](LegendEntry entry) {
    const bool known = std::ranges::any_of(entries, [&entry](const LegendEntry& e) { return e.text == entry.text; });
    if (!entry.text.isEmpty() && !known) entries.push_back(std::move(entry));
  };
  bool hasByClass = false;
  for (const charts::Series& series : chart.series) {
    if (series.marks.empty()) continue;
    if (series.role == Role::ByClass) {
      hasByClass = true;
      // Alone it needs no name: the classes say it all.
      if (chart.series.size() > 1)
        add({.sample = LegendEntry::Sample::Mark, .text = fromUtf8(series.title),
             .color = roleColor(theme, series.role),
             .mark = markStyle(theme, charts::Item{})});
      continue;
    }
    LegendEntry entry{.text = fromUtf8(series.title), .color = roleColor(theme, series.role),
                      .pen = linePen(theme, series.role),
                      .dot = dotOf(series.role)};
    switch (series.shape) {
      case Shape::Bars: entry.sample = LegendEntry::Sample::Block; break;
      case Shape::Points: entry.sample = LegendEntry::Sample::Dot; break;
      case Shape::Steps: entry.sample = LegendEntry::Sample::Area; break;
      case Shape::Line: entry.sample = LegendEntry::Sample::Line; break;
      case Shape::Segments:
        entry.sample = series.role == Role::Band ? LegendEntry::Sample::Area : LegendEntry::Sample::Line;
        entry.pen = QPen(entry.color, 1.75);
        break;
    }
    add(std::move(entry));
  }
  for (const charts::Guide& guide : chart.guides) {
    const bool isBand = guide.form == charts::Guide::Form::DiagonalBand;
    add({.sample = isBand ? LegendEntry::Sample::Area : LegendEntry::Sample::Line, .text = trueMinus(fromUtf8(guide.title)),
         .color = roleColor(theme, guide.role), .pen = guidePen(theme, guide.role)});
  }
  // Classes: of every item where points are drawn by class, else of those that stand out.
  std::array<std::size_t, verdicts::kAllClasses.size()> counts{};
  for (const charts::Item& item : chart.items)
    if (hasByClass || item.isMarked) ++counts[static_cast<std::size_t>(item.cls)];
  for (const VerdictClass cls : verdicts::kAllClasses) {
    const std::size_t count = counts[static_cast<std::size_t>(cls)];
    const bool isNamed = cls == VerdictClass::Pass && (!hasByClass || chart.series.size() > 1);
    if (count == 0 || isNamed) continue;
    const charts::Item sample{.name = {}, .label = {}, .config = {}, .numbers = {}, .cls = cls, .isMarked = false};
    add({.sample = LegendEntry::Sample::Mark, .text = u"%1 %2"_s.arg(classTitle(cls, chart.hasVerdicts, theme), grouped(count)),
         .color = theme.classStyle(cls).chip, .mark = markStyle(theme, sample)});
  }
  return entries;
}

double legendEntryWidth(const LegendEntry& entry, const QFont& font) {
  return kSampleWidth + kSampleGap + QFontMetricsF(font).horizontalAdvance(entry.text) + 1;
}

void paintLegendEntry(QPainter& painter, const QRectF& box, const LegendEntry& entry, const Theme& theme) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  const QFont font = painter.font();
  const QPointF middle(box.left() + kSampleWidth / 2, box.center().y());
  const QRectF block(box.left() + 2, box.center().y() - 6, 12, 12);
  switch (entry.sample) {
    case LegendEntry::Sample::Block:
      painter.setPen(Qt::NoPen);
      painter.setBrush(entry.color);
      painter.drawRoundedRect(block, 2, 2);
      break;
    case LegendEntry::Sample::Area: {
      QColor fill = entry.color;
      fill.setAlphaF(0.25F);
      painter.setPen(QPen(entry.color, 1.25, entry.pen.style()));
      painter.setBrush(fill);
      painter.drawRect(block.adjusted(0.5, 1.5, -0.5, -1.5));
      break;
    }
    case LegendEntry::Sample::Line:
      painter.setPen(entry.pen);
      painter.drawLine(QPointF(box.left(), middle.y()), QPointF(box.left() + kSampleWidth, middle.y()));
      break;
    case LegendEntry::Sample::Dot: paintDot(painter, middle, entry.dot, 8, entry.color, {}); break;
    case LegendEntry::Sample::Mark: paintMark(painter, middle, entry.mark, theme); break;
  }
  painter.setFont(font);
  painter.setPen(theme.color(Tone::Text));
  const QRectF rest = box.adjusted(kSampleWidth + kSampleGap, 0, 0, 0);
  painter.drawText(rest, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
                   QFontMetricsF(font).elidedText(entry.text, Qt::ElideRight, rest.width()));
  painter.restore();
}

ChartLegend::ChartLegend(const Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  fit();
}

void ChartLegend::setEntries(std::vector<LegendEntry> entries, const Theme& theme) {
  m_theme = theme;
  m_entries = std::move(entries);
  setFont(theme.font(TextSize::Small));
  QStringList names;
  for (const LegendEntry& entry : m_entries) names << entry.text;
  setAccessibleName(names.join(QStringLiteral(", ")));
  fit();
  updateGeometry();
  update();
}

std::vector<QRectF> ChartLegend::boxes(int width, int* height) const {
  std::vector<QRectF> made;
  const double line = std::ceil(QFontMetricsF(font()).height()) + kGrid * 0.5;
  QPointF at(0, 0);
  for (const LegendEntry& entry : m_entries) {
    const double wanted = std::min<double>(legendEntryWidth(entry, font()), width);
    if (at.x() > 0 && at.x() + wanted > width) at = {0, at.y() + line};
    made.emplace_back(at, QSizeF(wanted, line));
    at.rx() += wanted + kBetween;
  }
  *height = static_cast<int>(at.y() + line);
  return made;
}

void ChartLegend::fit() {
  int wanted = 0;
  boxes(width(), &wanted);
  setFixedHeight(wanted);
}

bool ChartLegend::isWhole() const {
  int wanted = 0;
  boxes(width(), &wanted);
  return wanted <= height();
}

void ChartLegend::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  int wanted = 0;
  boxes(width(), &wanted);
  // A layout at work does not hear of a new height.
  if (wanted != height()) QMetaObject::invokeMethod(this, &ChartLegend::fit, Qt::QueuedConnection);
}

QSize ChartLegend::sizeHint() const {
  double width = 0;
  for (const LegendEntry& entry : m_entries) width += legendEntryWidth(entry, font()) + kBetween;
  return {static_cast<int>(width), height()};
}

void ChartLegend::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setFont(font());
  int height = 0;
  const std::vector<QRectF> places = boxes(width(), &height);
  for (std::size_t i = 0; i < places.size(); ++i) paintLegendEntry(painter, places[i], m_entries[i], m_theme);
}

}  // namespace plumbline::ui
