// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numerics/tensor_slot.h"

#include <QContextMenuEvent>
#include <QDir>
#include <QFileInfo>
#include <QMenu>
#include <QMimeData>
#include <QPainter>
#include <QUrl>

#include "ui/support/line_icon.h"
#include "ui/theme/theme.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

TensorSlot::TensorSlot(const QString& caption, const QString& about, QWidget* parent)
    : QuietButton(parent), m_caption(caption), m_about(about) {
  setFocusPolicy(Qt::TabFocus);
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  setAcceptDrops(true);
  connect(this, &QAbstractButton::clicked, this, &TensorSlot::openMenu);
  tell();
}

void TensorSlot::setPath(const QString& path) {
  if (m_path == path && m_problem.isEmpty()) return;
  m_path = path;
  m_problem.clear();
  tell();
}

void TensorSlot::setProblem(const QString& problem) {
  m_problem = problem;
  tell();
}

void TensorSlot::tell() {
  const QString what = m_path.isEmpty() ? u"nothing yet"_s : name();
  setAccessibleName(m_problem.isEmpty() ? u"%1: %2, choose another"_s.arg(m_caption, what)
                                        : u"%1: %2, cannot be read, choose another"_s.arg(m_caption, what));
  QString tip = m_path.isEmpty() ? u"%1: %2. Press to choose a file or a folder, or drop it here."_s.arg(m_caption, m_about)
                                 : u"%1: %2\n%3"_s.arg(m_caption, QDir::toNativeSeparators(QFileInfo(m_path).absoluteFilePath()), m_about);
  if (!m_problem.isEmpty()) tip += u"\n! "_s + m_problem;
  setToolTip(tip);
  updateGeometry();
  update();
}

QString TensorSlot::name() const {
  return m_path.isEmpty() ? u"choose or drop"_s : m_path.section(u'/', -1, -1, QString::SectionSkipEmpty);
}

QSize TensorSlot::sizeHint() const {
  const int width = fontMetrics().horizontalAdvance(m_caption) + fontMetrics().horizontalAdvance(name()) * 11 / 10;
  return {width + 4 * kGrid, fontMetrics().height() + 2 * kGrid};
}

QSize TensorSlot::minimumSizeHint() const {
  return {fontMetrics().horizontalAdvance(m_caption) + 6 * fontMetrics().averageCharWidth() + 3 * kGrid, fontMetrics().height() + 2 * kGrid};
}

void TensorSlot::openMenu() {
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->addAction(lineIcon(u"file"_s), u"Choose a file\u2026"_s, this, &TensorSlot::fileWanted);
  menu->addAction(lineIcon(u"open"_s), u"Choose a folder\u2026"_s, this, &TensorSlot::folderWanted);
  QAction* remove = menu->addAction(lineIcon(u"close"_s), u"Leave out"_s, this, &TensorSlot::removeWanted);
  remove->setEnabled(!m_path.isEmpty());
  menu->popup(mapToGlobal(QPoint(0, height())));
}

void TensorSlot::contextMenuEvent(QContextMenuEvent*) { openMenu(); }

void TensorSlot::dragEnterEvent(QDragEnterEvent* event) {
  if (event->mimeData()->hasUrls()) event->acceptProposedAction();
}

void TensorSlot::dropEvent(QDropEvent* event) {
  QStringList paths;
  const QList<QUrl> urls = event->mimeData()->urls();
  for (const QUrl& url : urls)
    if (url.isLocalFile()) paths << url.toLocalFile();
  if (paths.isEmpty()) return;
  event->acceptProposedAction();
  Q_EMIT dropped(paths);
}

void TensorSlot::paintEvent(QPaintEvent*) {
  constexpr double kCorner = 6;
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QRectF room = QRectF(rect()).adjusted(0.5, 2.5, -0.5, -2.5);
  const bool isMissing = m_path.isEmpty(), isBad = !m_problem.isEmpty();
  painter.setPen(QPen(palette().color(isBad ? QPalette::BrightText : QPalette::Mid), 1, isMissing ? Qt::DashLine : Qt::SolidLine));
  painter.setBrush(palette().color(QPalette::Base));
  painter.drawRoundedRect(room, kCorner, kCorner);
  paintGround(painter, room);
  paintFocus(painter, room);
  const int captionWidth = fontMetrics().horizontalAdvance(m_caption);
  painter.setPen(palette().color(QPalette::PlaceholderText));
  painter.drawText(rect().adjusted(kGrid, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, m_caption);
  QRect nameRoom = rect().adjusted(captionWidth + 2 * kGrid, 0, -kGrid, 0);
  QFont strong = font();
  if (isMissing) strong.setItalic(true);
  else strong.setWeight(QFont::DemiBold);
  painter.setFont(strong);
  if (isBad) {
    painter.setPen(palette().color(QPalette::BrightText));
    painter.drawText(nameRoom, Qt::AlignLeft | Qt::AlignVCenter, u"\u2717"_s);
    nameRoom.adjust(2 * kGrid, 0, 0, 0);
  }
  const QFontMetrics metrics(strong);
  painter.setPen(palette().color(isMissing ? QPalette::PlaceholderText : QPalette::WindowText));
  painter.drawText(nameRoom, Qt::AlignLeft | Qt::AlignVCenter, metrics.elidedText(name(), Qt::ElideMiddle, nameRoom.width()));
  // Files of one name differ by their folder, so it stands behind the name where there is room.
  const QRect folderRoom = nameRoom.adjusted(metrics.horizontalAdvance(name()) + kGrid, 0, 0, 0);
  if (isMissing || folderRoom.width() < 6 * fontMetrics().averageCharWidth()) return;
  QString folder = m_path.section(u'/', 0, -2);
  const QString home = QDir::homePath();
  if (folder == home || folder.startsWith(home + u'/')) folder = u"~"_s + folder.mid(home.size());
  painter.setFont(font());
  painter.setPen(palette().color(QPalette::PlaceholderText));
  painter.drawText(folderRoom, Qt::AlignLeft | Qt::AlignVCenter, fontMetrics().elidedText(folder, Qt::ElideLeft, folderRoom.width()));
}

}  // namespace plumbline::ui
