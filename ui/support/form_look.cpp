// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/form_look.h"

#include <QLabel>

#include "ui/theme/theme.h"

namespace plumbline::ui {

void setFormLook(QWidget& title, const QList<QLabel*>& fieldNames, const Theme& theme) {
  QPalette quiet = theme.palette();
  quiet.setColor(QPalette::WindowText, theme.color(Tone::Muted));
  for (QLabel* label : fieldNames) {
    label->setFont(theme.font(TextSize::Small));
    label->setPalette(quiet);
  }
  QFont bold = theme.font(TextSize::Normal);
  bold.setWeight(QFont::DemiBold);
  title.setFont(bold);
}

}  // namespace plumbline::ui
