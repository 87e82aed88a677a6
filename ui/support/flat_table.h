// SPDX-License-Identifier: GPL-3.0-or-later
// How the small tables inside panels stand: flat, whole rows of one height, Tab goes on to what comes after them.
//
//   prepareFlatTable(*table);
//   setFlatTableLook(*table, theme);   // and again when the theme changes
#pragma once

class QTableView;

namespace plumbline::ui {

class Theme;

void prepareFlatTable(QTableView& table);
/// setFlatTableLook sets the header's font and the height of rows.
void setFlatTableLook(QTableView& table, const Theme& theme);

}  // namespace plumbline::ui
