// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numerics/view_controls.h"

#include <QComboBox>
#include <QVBoxLayout>

#include "ui/numerics/chart_pane.h"
#include "ui/numerics/wrapping_row.h"
#include "ui/theme/theme.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

void fillWith(QWidget& widget, QWidget* content) {
  auto* layout = new QVBoxLayout(&widget);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(content);
}

void addControl(ChartPane& pane, QWidget* control) {
  pane.controls()->setContentsMargins(2 * kGrid, kGrid / 2, 2 * kGrid, 0);
  pane.controls()->setSpacing(kGrid);
  pane.controls()->addWidget(control);
  pane.controlsWidget()->show();
}

QComboBox* newChoice(const QString& name, const QString& tooltip) {
  auto* box = new QComboBox;
  box->setAccessibleName(name);
  box->setToolTip(tooltip);
  box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  return box;
}

QString axisText(const std::vector<std::int64_t>& shape, int axis) {
  if (axis < 0 || static_cast<std::size_t>(axis) >= shape.size()) return u"none"_s;
  return u"axis %1 (%2)"_s.arg(axis).arg(shape[static_cast<std::size_t>(axis)]);
}

}  // namespace plumbline::ui
