// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/log_search_field.h"

#include <QAction>
#include <QKeyEvent>

#include "ui/support/line_icon.h"
#include "ui/support/text_field.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

LogSearchField::LogSearchField(QWidget* parent) : QLineEdit(parent) {
  setAccessibleName(u"Search the log"_s);
  setPlaceholderText(u"Search"_s);
  setToolTip(u"Text to find (/); Enter next, Shift+Enter previous. Capitals count when there are any"_s);
  setClearButtonEnabled(true);
  addAction(lineIcon(u"search"_s), QLineEdit::LeadingPosition)->setText(u"Search"_s);  // a name for screen readers
  prepareTextField(*this);
}

void LogSearchField::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_F3:
      Q_EMIT stepWanted(event->modifiers().testFlag(Qt::ShiftModifier));
      break;
    case Qt::Key_Down:
    case Qt::Key_Escape:
      Q_EMIT leaveWanted();
      break;
    default:
      QLineEdit::keyPressEvent(event);
  }
}

}  // namespace plumbline::ui
