// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/page.h"

namespace plumbline::ui {

void Page::showMessage(const QString& text) {
  m_message = text;
  Q_EMIT statusChanged(statusText());
}

}  // namespace plumbline::ui
