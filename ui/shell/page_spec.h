// SPDX-License-Identifier: GPL-3.0-or-later
// What the window needs to know about a page: name, icon, widget and what one can do on it.
#pragma once

#include <QList>
#include <QString>
#include <functional>

#include "ui/support/action_spec.h"

class QWidget;

namespace plumbline::ui {

/// PageContent is a page made on demand.
struct PageContent {
  QWidget* widget = nullptr;
  QList<ActionSpec> actions = {};
  QWidget* header = nullptr;  ///< stands above the page in place of the pair
  bool takesDrops = false;    ///< whatever is dropped while it is in front is for the page, not a pair to open
};

struct PageSpec {
  QString id;        ///< "triage"; the scope of its actions
  QString title;     ///< one short word for the rail
  QString iconName;  ///< resources/icons
  QString tooltip;
  QWidget* widget = nullptr;  ///< the window takes it over; null: `make` makes it
  QList<ActionSpec> actions = {};
  bool needsPair = true;  ///< without an open pair the start page stands in for it
  QList<QKeySequence> keys = {};  ///< more keys that lead to it
  /// make makes the page when it is first shown, so that a window opens before all its pages are there.
  std::function<PageContent()> make = {};
  bool inRail = true;         ///< false: reached from other pages only
  QWidget* header = nullptr;  ///< stands above the page in place of the pair; one header may serve several pages
};

}  // namespace plumbline::ui
