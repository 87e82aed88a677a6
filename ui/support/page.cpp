// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/page.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QContextMenuEvent>
#include <QJsonDocument>
#include <QKeyEvent>
#include <QSplitter>
#include <algorithm>

#include "ui/support/chip_filter_bar.h"
#include "ui/theme/themed.h"

namespace plumbline::ui {
namespace {

constexpr QChar kBetweenBars(0x1f);

constexpr int kLayoutVersion = 1;

constexpr const char* kRestoredSizes = "restoredSizes";  ///< property of a splitter

}  // namespace

QByteArray Page::saveState() const {
  QJsonObject state = layoutState();
  if (state.isEmpty()) return {};
  state["version"_L1] = kLayoutVersion;
  return QJsonDocument(state).toJson(QJsonDocument::Compact);
}

bool Page::restoreState(const QByteArray& bytes) {
  const QJsonObject state = QJsonDocument::fromJson(bytes).object();
  return state["version"_L1].toInt() == kLayoutVersion && restoreLayout(state);
}

void Page::keyPressEvent(QKeyEvent* event) {
  QWidget* view = event->key() == Qt::Key_Escape ? mainView() : nullptr;
  if (view != nullptr && view->isVisible() && !view->hasFocus()) return view->setFocus(Qt::OtherFocusReason);
  if (event->key() == Qt::Key_F10 && event->modifiers() == Qt::ShiftModifier) {
    QWidget* focus = QApplication::focusWidget();
    if (focus == nullptr || !isAncestorOf(focus)) focus = this;
    const auto* items = qobject_cast<QAbstractItemView*>(focus);
    const QRect at = items != nullptr ? items->visualRect(items->currentIndex()) : QRect();
    QWidget* ground = items != nullptr ? items->viewport() : focus;
    Q_EMIT menuRequested(ground->mapToGlobal(at.isValid() ? QPoint(at.left(), at.bottom() + 1) : QPoint()));
    return;
  }
  QWidget::keyPressEvent(event);
}

void Page::contextMenuEvent(QContextMenuEvent* event) { Q_EMIT menuRequested(event->globalPos()); }

QJsonArray Page::sizesOf(const QSplitter& splitter) {
  // One that was never shown was never laid out: its own sizes mean nothing.
  if (!splitter.testAttribute(Qt::WA_WState_Created)) return splitter.property(kRestoredSizes).toJsonArray();
  QJsonArray sizes;
  for (const int size : splitter.sizes()) sizes << size;
  return sizes;
}

bool Page::restoreSizes(QSplitter& splitter, const QJsonValue& sizes) {
  QList<int> parts;
  for (const auto& size : sizes.toArray())
    if (size.toInt() > 0) parts << size.toInt();
  if (parts.size() != splitter.count()) return false;
  splitter.setSizes(parts);
  splitter.setProperty(kRestoredSizes, sizes.toArray());
  return true;
}

void Page::setTheme(const Theme& theme) {
  m_theme = theme;
  for (QObject* child : children()) applyTheme(*child, theme);
}

QString Page::filter() const {
  QStringList all;
  for (const TableFilterBar* bar : findChildren<TableFilterBar*>()) all << bar->state();
  return all.join(kBetweenBars);
}

void Page::showFilter(const QString& filter) {
  const QStringList all = filter.split(kBetweenBars);
  const QList<TableFilterBar*> bars = findChildren<TableFilterBar*>();
  for (qsizetype i = 0; i < std::min(all.size(), bars.size()); ++i) bars[i]->setState(all[i]);
}

void Page::showMessage(const QString& text) {
  m_message = text;
  Q_EMIT statusChanged(statusText());
}

}  // namespace plumbline::ui
