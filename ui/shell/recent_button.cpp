// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/recent_button.h"

#include <QPainter>

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {
constexpr int kPad = 8;
constexpr int kShortestFolder = 80;
}  // namespace

QString recentTitle(const RecentPair& pair) {
  QString actual = pair.actual.section(u'/', -1);
  QString expected = pair.expected.section(u'/', -1);
  if (actual == expected) {
    actual = pair.actual.section(u'/', -2);
    expected = pair.expected.section(u'/', -2);
  }
  return actual + u" \u2194 "_s + expected;
}

RecentButton::RecentButton(const RecentPair& pair, QWidget* parent)
    : QuietButton(parent), m_folder(pair.actual.section(u'/', 0, -2)) {
  setText(recentTitle(pair));
  setAccessibleName(tr("Open again: %1").arg(text()));
  setToolTip(tr("actual: %1\nexpected: %2").arg(pair.actual, pair.expected));
  setFocusPolicy(Qt::StrongFocus);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize RecentButton::sizeHint() const { return {240, fontMetrics().height() + 2 * kPad}; }

void RecentButton::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  paintFocus(painter, QRectF(rect()).adjusted(0, 1, 0, -1));
  QFont link = font();
  link.setUnderline(underMouse() || isDown());
  painter.setFont(link);
  painter.setPen(palette().color(QPalette::Link));
  const QString title = fontMetrics().elidedText(text(), Qt::ElideMiddle, width());
  const int titleWidth = fontMetrics().horizontalAdvance(title);
  painter.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter, title);
  const QRect rest = rect().adjusted(titleWidth + 2 * kPad, 0, 0, 0);
  if (rest.width() < kShortestFolder) return;
  painter.setFont(font());
  painter.setPen(palette().color(QPalette::PlaceholderText));
  painter.drawText(rest, Qt::AlignLeft | Qt::AlignVCenter,
                   fontMetrics().elidedText(m_folder, Qt::ElideLeft, rest.width()));
}

}  // namespace plumbline::ui
