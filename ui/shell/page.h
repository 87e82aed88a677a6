// SPDX-License-Identifier: GPL-3.0-or-later
// What the window needs to know about a page: name, icon, widget and what one can do on it.
#pragma once

#include <QList>
#include <QString>

#include "ui/support/action_spec.h"

class QWidget;

namespace plumbline::ui {

struct Page {
  QString id;        ///< "triage"; the scope of its actions
  QString title;     ///< one short word for the rail
  QString iconName;  ///< resources/icons
  QString tooltip;
  QWidget* widget = nullptr;  ///< the window takes it over
  QList<ActionSpec> actions = {};
  bool needsPair = true;  ///< without an open pair the start page stands in for it
  QList<QKeySequence> keys = {};  ///< more keys that lead to it
};

}  // namespace plumbline::ui
