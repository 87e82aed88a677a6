// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/text_field.h"

#include <QCoreApplication>
#include <QLineEdit>
#include <QToolButton>

namespace plumbline::ui {

void prepareTextField(QLineEdit& field) {
  field.setAcceptDrops(false);
  for (auto* button : field.findChildren<QToolButton*>()) {
    if (!button->accessibleName().isEmpty()) continue;
    // Qt names neither; the field's own clear button is the one without any text.
    button->setAccessibleName(button->text().isEmpty() ? QCoreApplication::translate("TextField", "Clear the text")
                                                       : button->text());
  }
}

}  // namespace plumbline::ui
