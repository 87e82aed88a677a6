// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/side_slot.h"

#include <QDir>
#include <QFileInfo>
#include <QPainter>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {
constexpr int kPad = 8;
}

SideSlot::SideSlot(const QString& caption, QWidget* parent) : QuietButton(parent), m_caption(caption) {
  setFocusPolicy(Qt::TabFocus);
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  tell();
}

void SideSlot::setPath(const QString& path) {
  if (m_path == path) return;
  m_path = path;
  tell();
  updateGeometry();
  update();
}

void SideSlot::tell() {
  if (m_path.isEmpty()) {
    setAccessibleName(tr("%1: no file yet, choose one").arg(m_caption));
    setToolTip(tr("The %1 file is missing. Press to choose it, or drop it here.").arg(m_caption));
    return;
  }
  setAccessibleName(tr("%1: %2, choose another").arg(m_caption, name()));
  const QString whole = QDir::toNativeSeparators(QFileInfo(m_path).absoluteFilePath());
  setToolTip(tr("%1: %2\nPress to choose another file.").arg(m_caption, whole));
}

QString SideSlot::name() const {
  return m_path.isEmpty() ? tr("choose or drop a file") : m_path.section(u'/', -1, -1, QString::SectionSkipEmpty);
}

QString SideSlot::folder() const {
  const QString path = m_path.section(u'/', 0, -2);
  const QString home = QDir::homePath();
  if (path == home || path.startsWith(home + u'/')) return u"~"_s + path.mid(home.size());
  return path;
}

QFont SideSlot::nameFont() const {
  QFont bold = font();
  if (m_path.isEmpty()) {
    bold.setItalic(true);
  } else {
    bold.setWeight(QFont::DemiBold);
  }
  return bold;
}

QSize SideSlot::sizeHint() const {
  const int width = fontMetrics().horizontalAdvance(m_caption) + QFontMetrics(nameFont()).horizontalAdvance(name());
  return {width + 4 * kPad, fontMetrics().height() + 2 * kPad};
}

QSize SideSlot::minimumSizeHint() const {
  const int width = fontMetrics().horizontalAdvance(m_caption) + 12 * fontMetrics().averageCharWidth();
  return {width + 3 * kPad, fontMetrics().height() + 2 * kPad};
}

void SideSlot::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QRectF room = QRectF(rect()).adjusted(0.5, 2.5, -0.5, -2.5);
  const bool missing = m_path.isEmpty();
  painter.setPen(QPen(palette().color(QPalette::Mid), 1, missing ? Qt::DashLine : Qt::SolidLine));
  painter.setBrush(palette().color(QPalette::Base));
  painter.drawRoundedRect(room, 6, 6);
  paintGround(painter, room);
  paintFocus(painter, room);

  const int captionWidth = fontMetrics().horizontalAdvance(m_caption);
  painter.setPen(palette().color(QPalette::PlaceholderText));
  painter.drawText(rect().adjusted(kPad, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, m_caption);
  const QRect nameRoom = rect().adjusted(captionWidth + 2 * kPad, 0, -kPad, 0);
  painter.setFont(nameFont());
  painter.setPen(palette().color(missing ? QPalette::PlaceholderText : QPalette::WindowText));
  const QFontMetrics metrics(nameFont());
  painter.drawText(nameRoom, Qt::AlignLeft | Qt::AlignVCenter,
                   metrics.elidedText(name(), Qt::ElideMiddle, nameRoom.width()));

  // Two files of one name differ by their folder (rocm/ or not), so it stands behind the name where there is room.
  const QRect folderRoom = nameRoom.adjusted(metrics.horizontalAdvance(name()) + kPad, 0, 0, 0);
  if (missing || folderRoom.width() < 6 * fontMetrics().averageCharWidth()) return;
  painter.setFont(font());
  painter.setPen(palette().color(QPalette::PlaceholderText));
  painter.drawText(folderRoom, Qt::AlignLeft | Qt::AlignVCenter,
                   fontMetrics().elidedText(folder(), Qt::ElideLeft, folderRoom.width()));
}

}  // namespace plumbline::ui
