// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/run_chip.h"

#include <QKeyEvent>
#include <QPainter>
#include <algorithm>

#include "ui/compare/compare_columns.h"
#include "ui/theme/plain_paint.h"
#include "ui/triage/utf8_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

constexpr int kWidestLabel = 200;
constexpr int kNarrowestLabel = 28;

}  // namespace

RunChip::RunChip(const Theme& theme, std::size_t run, QWidget* parent) : QuietButton(parent), m_theme(theme), m_run(run) {
  setFocusPolicy(Qt::TabFocus);
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  connect(this, &QAbstractButton::clicked, this, &RunChip::menuWanted);
  setTheme(theme);
}

QString RunChip::sideWord() const {
  return m_side == RunSide::Before ? u"before"_s : m_side == RunSide::After ? u"after"_s : QString();
}

void RunChip::show(const diff::Run& run, RunSide side) {
  m_label = shortened(fromUtf8(run.label), 80).simplified();
  m_side = side;
  QString tip = u"Run %1%2: %3\n%4"_s.arg(runLetter(m_run), m_side == RunSide::None ? QString() : u", "_s + sideWord(), m_label,
                                         shortened(fromUtf8(run.origin), 600));
  if (!run.commit.empty()) tip += u"\ncommit "_s + fromUtf8(run.commit);
  if (run.isBaseline) tip += u"\na baseline"_s;
  setToolTip(tip);
  setAccessibleName(u"Run %1, %2%3"_s.arg(runLetter(m_run), m_label, m_side == RunSide::None ? QString() : u", "_s + sideWord()));
  setAccessibleDescription(u"Enter opens what can be done with it, Delete takes it away"_s);
  updateGeometry();
  update();
}

void RunChip::setTheme(const Theme& theme) {
  m_theme = theme;
  setFont(theme.font(TextSize::Normal));
  updateGeometry();
  update();
}

QSize RunChip::sizeHint() const {
  const QFontMetrics metrics = fontMetrics();
  int width = metrics.height() + kGrid + std::min(kWidestLabel, metrics.horizontalAdvance(m_label) + 2) + 2 * kGrid;
  if (m_side != RunSide::None) width += metrics.horizontalAdvance(sideWord()) + kGrid;
  return {width, metrics.height() + kGrid};
}

QSize RunChip::minimumSizeHint() const {
  const int label = std::min(kNarrowestLabel, fontMetrics().horizontalAdvance(m_label));
  const int side = m_side == RunSide::None ? 0 : fontMetrics().horizontalAdvance(sideWord()) + kGrid;
  return {fontMetrics().height() + 3 * kGrid + label + side, sizeHint().height()};
}

void RunChip::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  QColor fill = m_theme.color(Tone::Base);
  if (underMouse() || isDown()) fill = mixed(fill, m_theme.color(Tone::Text), isDown() ? 0.12 : 0.06);
  drawBox(&painter, rect(), {.fill = fill, .border = m_theme.color(Tone::Border)});
  if (hasFocus()) drawFocusRing(&painter, rect(), m_theme.palette());
  const int side = fontMetrics().height();
  const QRect badge(kGrid / 2 + 1, (height() - side) / 2, side, side);
  const QColor colour = m_theme.series(m_run);
  drawBox(&painter, badge, {.fill = mixed(m_theme.color(Tone::Base), colour, 0.18), .border = colour});
  QFont bold = font();
  bold.setWeight(QFont::DemiBold);
  painter.setFont(bold);
  painter.setPen(m_theme.color(Tone::Text));
  painter.drawText(badge, Qt::AlignCenter, runLetter(m_run));
  painter.setFont(font());
  QRect rest = rect().adjusted(badge.right() + 1 + kGrid, 0, -kGrid, 0);
  if (m_side != RunSide::None) {
    painter.setPen(m_theme.color(Tone::Muted));
    painter.drawText(rest, Qt::AlignRight | Qt::AlignVCenter, sideWord());
    rest.setRight(rest.right() - fontMetrics().horizontalAdvance(sideWord()) - kGrid);
  }
  painter.setPen(m_theme.color(Tone::Text));
  painter.drawText(rest, Qt::AlignLeft | Qt::AlignVCenter, fontMetrics().elidedText(m_label, Qt::ElideMiddle, rest.width() + 1));
}

void RunChip::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Delete || event->key() == Qt::Key_Backspace) {
    Q_EMIT removeWanted();
    return;
  }
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
    click();
    return;
  }
  QuietButton::keyPressEvent(event);
}

}  // namespace plumbline::ui
