// SPDX-License-Identifier: GPL-3.0-or-later
// Small parts that the forms share: buttons with an icon, and scroll areas.
//
//   auto* add = newIconButton(u"plus"_s, tr("Add an input"), this);
#pragma once

#include <QString>

class QScrollArea;
class QToolButton;
class QWidget;

namespace plumbline::ui {

/// newIconButton makes a button with a name for screen readers; without a tooltip the name is shown instead.
QToolButton* newIconButton(const QString& icon, const QString& name, QWidget* parent, const QString& tooltip = {});

/// prepareFieldArea makes an area scroll its content up and down only, without a frame or a background of its own.
void prepareFieldArea(QScrollArea& area, QWidget* content);

}  // namespace plumbline::ui
