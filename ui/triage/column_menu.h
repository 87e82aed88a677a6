// SPDX-License-Identifier: GPL-3.0-or-later
// The menu of the table's header: sort by value, baseline or change; show, hide, move columns.
#pragma once

#include <QPoint>

class QMenu;

namespace plumbline::ui {

class TriageModel;
class TriageTable;

/// makeColumnMenu builds the menu for a column (-1: none in particular). The caller shows it; it deletes itself on close.
QMenu* makeColumnMenu(TriageTable* table, TriageModel* model, int column);

}  // namespace plumbline::ui
