// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/pair_opener.h"

#include <QDragEnterEvent>
#include <QFileInfo>
#include <QPainter>

#include "core/session/session.h"
#include "core/session/side_guess.h"
#include "ui/support/file_prompt.h"
#include "ui/support/labels.h"

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
    const QStringList files = localFiles(drag->mimeData());
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
  if (!localFiles(event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void DropZones::dragMoveEvent(QDragMoveEvent* event) {
  m_side = sideAt(event->position());
  update();
  event->acceptProposedAction();
}

void DropZones::dragLeaveEvent(QDragLeaveEvent*) { hide(); }

void DropZones::dropEvent(QDropEvent* event) {
  hide();
  const QStringList files = localFiles(event->mimeData());
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

PairOpener::PairOpener(session::Session& session, FilePrompt& prompt, Guess guess, QWidget* window)
    : QObject(window), m_session(session), m_prompt(prompt), m_guess(std::move(guess)), m_window(window) {}

QString PairOpener::actualPath() const {
  const session::SnapshotPtr shown = m_session.snapshot();
  return shown ? QString::fromStdString(shown->actual.path) : m_session.actualPath();
}

QString PairOpener::expectedPath() const {
  const session::SnapshotPtr shown = m_session.snapshot();
  return shown ? QString::fromStdString(shown->expected.path) : m_session.expectedPath();
}

QString PairOpener::folder() const {
  const QString path = actualPath().isEmpty() ? expectedPath() : actualPath();
  return path.isEmpty() ? QString() : QFileInfo(path).absolutePath();
}

void PairOpener::openPair(const QString& actualPath, const QString& expectedPath) {
  QStringList chosen{actualPath, expectedPath};
  chosen.removeAll(QString());
  if (!chosen.isEmpty() && !session::isPair(chosen)) {
    const bool both = chosen.size() == 2;
    Q_EMIT sourcesRequested(both ? QStringList{actualPath} : chosen, both ? QStringList{expectedPath} : QStringList());
    return;
  }
  Q_EMIT pairRequested();
  m_session.open(actualPath, expectedPath);
}

void PairOpener::requestPair() {
  const FileRequest question{tr("Open two CSV files: actual and expected"), folder(), true};
  m_prompt.request(m_window, question, [this](const QStringList& paths) {
    if (paths.size() != 1) {
      openDropped(paths, DropSide::Actual);
      return;
    }
    const QString actual = paths.first();
    const FileRequest second{tr("Now the expected file for %1").arg(QFileInfo(actual).fileName()),
                              QFileInfo(actual).absolutePath(), false};
    m_prompt.request(m_window, second, [this, actual](const QStringList& more) { openPair(actual, more.value(0)); });
  });
}

void PairOpener::requestSide(DropSide side) {
  const QString title = side == DropSide::Actual ? tr("Choose the actual file") : tr("Choose the expected file");
  m_prompt.request(m_window, {title, folder(), false},
               [this, side](const QStringList& paths) { openDropped(paths, side); });
}

void PairOpener::openDropped(const QStringList& paths, DropSide side) {
  if (paths.isEmpty()) return;
  if (!session::isPair(paths)) {
    Q_EMIT sourcesRequested(paths, {});
  } else if (paths.size() == 1) {
    openOne(paths.first(), side);
  } else {
    const auto [actual, expected] = m_guess(paths.at(0), paths.at(1));
    openPair(actual, expected);
  }
}

void PairOpener::openOne(const QString& path, DropSide side) {
  if (side == DropSide::Actual) {
    openPair(path, expectedPath());
  } else {
    openPair(actualPath(), path);
  }
}

}  // namespace plumbline::ui
