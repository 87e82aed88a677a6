// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/form/form_parts.h"

#include <QScrollArea>
#include <QToolButton>

#include "ui/support/line_icon.h"

namespace plumbline::ui {

QToolButton* newIconButton(const QString& icon, const QString& name, QWidget* parent, const QString& tooltip) {
  auto* button = new QToolButton(parent);
  button->setIcon(lineIcon(icon));
  button->setAccessibleName(name);
  button->setToolTip(tooltip.isEmpty() ? name : tooltip);
  button->setFocusPolicy(Qt::TabFocus);
  return button;
}

void prepareFieldArea(QScrollArea& area, QWidget* content) {
  area.setWidget(content);
  area.setWidgetResizable(true);
  area.setFrameShape(QFrame::NoFrame);
  area.setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  area.setFocusPolicy(Qt::NoFocus);
  area.viewport()->setAutoFillBackground(false);
  content->setAutoFillBackground(false);
}

}  // namespace plumbline::ui
