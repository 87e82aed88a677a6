// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/filter_field.h"

#include <QAction>
#include <QKeyEvent>
#include <QToolButton>

#include "ui/support/form_controls.h"
#include "ui/support/line_icon.h"

namespace plumbline::ui {

FilterField::FilterField(const Labels& labels, QWidget* parent) : QLineEdit(parent) {
  setAccessibleName(tr("Filter"));
  setPlaceholderText(labels.placeholder);
  setToolTip(labels.tooltip);
  setClearButtonEnabled(true);
  setMinimumWidth(labels.minWidth);
  addAction(lineIcon(u"search"_s), QLineEdit::LeadingPosition)->setText(tr("Filter"));  // a name for screen readers
  prepareTextField(*this);
}

QStringList FilterField::words() const { return text().split(u' ', Qt::SkipEmptyParts); }

void FilterField::focusAll() {
  setFocus(Qt::ShortcutFocusReason);
  selectAll();
}

void FilterField::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Escape:
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Down:
      Q_EMIT leaveRequested();
      break;
    default:
      QLineEdit::keyPressEvent(event);
  }
}

QToolButton* clearFilterButton(const QString& tooltip, QWidget* parent) {
  QToolButton* button = makeToolButton({}, u"close"_s, tooltip, parent);
  button->setAccessibleName(FilterField::tr("Clear the filter"));
  return button;
}

}  // namespace plumbline::ui
