// SPDX-License-Identifier: GPL-3.0-or-later
// The small things that the views of errors share: choices above a chart, the words of an axis.
#pragma once

#include <QString>
#include <cstdint>
#include <vector>

class QComboBox;
class QWidget;

namespace plumbline::ui {

class ChartPane;

/// fillWith lets one widget take all of another.
void fillWith(QWidget& widget, QWidget* content);
/// addControl puts a widget above the chart, with the margins of its row.
void addControl(ChartPane& pane, QWidget* control);
/// newChoice is a combo box that names itself.
QComboBox* newChoice(const QString& name, const QString& tooltip);
/// axisText is "axis 1 (64)".
QString axisText(const std::vector<std::int64_t>& shape, int axis);

}  // namespace plumbline::ui
