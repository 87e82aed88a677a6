// SPDX-License-Identifier: GPL-3.0-or-later
// The program's own line-style icons (resources/icons), drawn in the text colour of their widget, so that they
// follow light, dark and disabled without a second set. Sharp at any scale; an unknown name gives an empty icon.
//
//   button->setIcon(ui::lineIcon(u"reload"_s));
#pragma once

#include <QIcon>
#include <QString>

namespace plumbline::ui {

/// lineIcon draws resources/icons/NAME.svg: text colour when normal, muted when disabled, accent when it is on.
QIcon lineIcon(const QString& name);
/// programIcon is the coloured icon of the window and the desktop file.
QIcon programIcon();

}  // namespace plumbline::ui
