// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/triage/column_menu.h"

#include <QMenu>

#include "ui/triage/column_layout.h"
#include "ui/triage/triage_model.h"
#include "ui/triage/triage_table.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

constexpr int kMostListed = 40;  // a menu longer than the screen helps nobody

void addSort(QMenu* menu, TriageModel* model, const QString& text, const verdicts::RowOrder& order) {
  QAction* action = menu->addAction(text);
  action->setCheckable(true);
  action->setChecked(model->order() == order);
  QObject::connect(action, &QAction::triggered, model, [model, order] { model->setOrder(order); });
}

void addSorts(QMenu* menu, TriageModel* model, int column) {
  const TriageColumn& about = model->columns().at(column);
  if (about.kind != ColumnKind::Metric) {
    addSort(menu, model, u"Sort ascending"_s, model->columns().orderFor(column, false));
    addSort(menu, model, u"Sort descending"_s, model->columns().orderFor(column, true));
    return;
  }
  const auto order = [&](verdicts::MetricSide side, bool descending) {
    return verdicts::RowOrder{verdicts::OrderBy::Metric, about.metric, side, descending};
  };
  using verdicts::MetricSide;
  addSort(menu, model, u"Sort by actual, ascending"_s, order(MetricSide::Actual, false));
  addSort(menu, model, u"Sort by actual, descending"_s, order(MetricSide::Actual, true));
  addSort(menu, model, u"Sort by expected, ascending"_s, order(MetricSide::Expected, false));
  addSort(menu, model, u"Sort by expected, descending"_s, order(MetricSide::Expected, true));
  if (!about.numeric) return;
  addSort(menu, model, u"Sort by change, largest rise first"_s, order(MetricSide::Delta, true));
  addSort(menu, model, u"Sort by change, largest drop first"_s, order(MetricSide::Delta, false));
}

}  // namespace

QMenu* makeColumnMenu(TriageTable* table, TriageModel* model, int column) {
  auto* menu = new QMenu(table);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  if (column >= 0 && column < model->columns().count()) {
    addSorts(menu, model, column);
    menu->addSeparator();
  }
  addSort(menu, model, u"Worst first, then file order"_s, {});
  menu->addSeparator();
  if (column >= 0 && column < model->columns().count()) {
    menu->addAction(u"Move left"_s, table, [table, column] { table->columnLayout().moveBy(column, -1); });
    menu->addAction(u"Move right"_s, table, [table, column] { table->columnLayout().moveBy(column, +1); });
    menu->addSeparator();
  }
  for (int c = 0; c < std::min(model->columns().count(), kMostListed); ++c) {
    QAction* action = menu->addAction(model->columns().at(c).title);
    action->setCheckable(true);
    action->setChecked(table->columnLayout().isShown(c));
    // Without the name a row says nothing.
    action->setEnabled(model->columns().at(c).kind != ColumnKind::Model);
    QObject::connect(action, &QAction::toggled, table,
                     [table, c](bool on) { table->columnLayout().setShown(c, on); });
  }
  menu->addSeparator();
  menu->addAction(u"Reset the columns"_s, table, [table] { table->resetColumns(); });
  return menu;
}

}  // namespace plumbline::ui
