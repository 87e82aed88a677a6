// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numerics/error_view.h"

namespace plumbline::ui {

void ErrorView::setContext(const ErrorContext& context) {
  m_context = context;
  m_isStale = !isVisible() && m_context.pair != nullptr;
  if (!m_isStale) refresh();
}

void ErrorView::setBusy(bool busy) {
  if (busy == m_busy) return;
  m_busy = busy;
  Q_EMIT busyChanged();
}

void ErrorView::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (!m_isStale) return;
  m_isStale = false;
  refresh();
}

}  // namespace plumbline::ui
