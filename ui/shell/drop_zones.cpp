// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/drop_zones.h"

#include <QDragEnterEvent>
#include <QMimeData>
#include <QPainter>
#include <QUrl>

#include "core/session/side_guess.h"
#include "ui/support/title_label.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

DropZones::DropZones(QWidget* window) : QWidget(window) {
  setObjectName(u"dropZones"_s);
  setAccessibleName(tr("Drop files here"));
  setAcceptDrops(true);
  hide();
  window->setAcceptDrops(true);
  window->installEventFilter(this);
}

QStringList DropZones::filesOf(const QMimeData* data) {
  QStringList paths;
  const QList<QUrl> urls = data->urls();
  for (const QUrl& url : urls) {
    if (url.isLocalFile()) paths.append(url.toLocalFile());
  }
  return paths;
}

DropSide DropZones::sideAt(const QPointF& position) const {
  return position.x() < width() / 2.0 ? DropSide::Actual : DropSide::Expected;
}

void DropZones::begin(const QStringList& paths) {
  m_files = paths.size();
  m_pair = session::isPair(paths);
  setGeometry(parentWidget()->rect());
  show();
  raise();
}

bool DropZones::eventFilter(QObject* watched, QEvent* event) {
  if (watched == parentWidget() && event->type() == QEvent::DragEnter) {
    auto* drag = static_cast<QDragEnterEvent*>(event);
    const QStringList files = filesOf(drag->mimeData());
    if (files.isEmpty() || m_resting) return false;
    m_side = sideAt(drag->position());
    begin(files);
    drag->acceptProposedAction();
    return true;
  }
  if (watched == parentWidget() && event->type() == QEvent::Drop) {
    hide();
    return false;
  }
  return QWidget::eventFilter(watched, event);
}

void DropZones::dragEnterEvent(QDragEnterEvent* event) {
  if (!filesOf(event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void DropZones::dragMoveEvent(QDragMoveEvent* event) {
  m_side = sideAt(event->position());
  update();
  event->acceptProposedAction();
}

void DropZones::dragLeaveEvent(QDragLeaveEvent*) { hide(); }

void DropZones::dropEvent(QDropEvent* event) {
  hide();
  const QStringList files = filesOf(event->mimeData());
  if (files.isEmpty()) return;
  event->acceptProposedAction();
  Q_EMIT dropped(files, sideAt(event->position()));
}

void DropZones::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  QColor veil = palette().color(QPalette::Window);
  veil.setAlphaF(0.92F);
  painter.fillRect(rect(), veil);
  QFont big = font();
  big.setPointSizeF(big.pointSizeF() * TitleLabel::kTitleScale);
  const QRect whole = rect().adjusted(24, 24, -24, -24);
  const auto zone = [&](const QRect& room, const QString& title, bool under) {
    painter.setPen(QPen(palette().color(under ? QPalette::Highlight : QPalette::Mid), 2, Qt::DashLine));
    painter.setBrush(palette().color(QPalette::Base));
    painter.drawRoundedRect(room, 8, 8);
    painter.setPen(palette().color(QPalette::Text));
    painter.setFont(big);
    painter.drawText(room, Qt::AlignCenter | Qt::TextWordWrap, title);
  };
  if (!m_pair) {
    zone(whole, tr("Drop to open all of it: results, artifact zips and trees of baselines"), true);
    return;
  }
  if (m_files > 1) {
    zone(whole, tr("Drop both files: their names say which is expected"), true);
    return;
  }
  const int half = (whole.width() - 16) / 2;
  zone(QRect(whole.left(), whole.top(), half, whole.height()), tr("actual: what the run produced"),
       m_side == DropSide::Actual);
  zone(QRect(whole.right() - half + 1, whole.top(), half, whole.height()), tr("expected: the baseline"),
       m_side == DropSide::Expected);
}

}  // namespace plumbline::ui
