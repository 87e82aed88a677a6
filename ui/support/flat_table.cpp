// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/flat_table.h"

#include <QFontMetrics>
#include <QHeaderView>
#include <QTableView>

#include "ui/theme/theme.h"

namespace plumbline::ui {

void prepareFlatTable(QTableView& table) {
  table.setShowGrid(false);
  table.setWordWrap(false);
  table.setTabKeyNavigation(false);
  table.setCornerButtonEnabled(false);
  table.setSelectionBehavior(QAbstractItemView::SelectRows);
  table.verticalHeader()->hide();
  table.verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  table.verticalHeader()->setMinimumSectionSize(kGrid);
  table.horizontalHeader()->setHighlightSections(false);
}

void setFlatTableLook(QTableView& table, const Theme& theme) {
  table.horizontalHeader()->setFont(theme.font(TextSize::Small));
  table.verticalHeader()->setDefaultSectionSize(QFontMetrics(theme.font(TextSize::Normal)).height() + kGrid);
}

}  // namespace plumbline::ui
