// SPDX-License-Identifier: GPL-3.0-or-later
// The row of one model in every sibling config, in words: what its baseline expects, what its run says, and whether
// that supports the edit.
//
//   for (const SiblingRow& row : siblingRows(controller, "llama", {{"graph_breaks", "9"}})) show(row.label,
//   row.values);
#pragma once

#include <QAbstractTableModel>
#include <QString>
#include <string>
#include <utility>
#include <vector>

#include "ui/support/tables/record_table.h"
#include "ui/theme/themed.h"
#include "ui/triage/siblings/sibling_controller.h"

namespace plumbline::ui {

struct SiblingRow {
  QString label;     ///< "dynamic", "ROCm, dynamic"
  QString config;    ///< "rocm/dynamic_inductor_timm_training"
  QString values;    ///< "graph_breaks 7 → 9", "as expected", "not run"
  QString column;    ///< where `values` is about one column alone: its name, and
  QString bare;      ///< the values without it: "7 → 9"
  QString evidence;  ///< of the edit; empty without one
  QString glyph;     ///< of its own verdict; empty where it was not run
  verdicts::VerdictClass cls = verdicts::VerdictClass::Pass;
};

/// siblingRows gives the siblings that hold the model, closest first. `cells` are what accepting would write; where the
/// baseline has been edited for this model, that edit counts instead.
std::vector<SiblingRow> siblingRows(const SiblingController& controller, const std::string& model,
                                    const std::vector<std::pair<std::string, std::string>>& cells);

/// siblingRows() as a table for the details.
class SiblingRowsModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { Sibling, Values, Evidence, ColumnCount };
  enum Role {
    GlyphRole = Qt::UserRole + 1,  ///< QString; first column
    ClassRole,                     ///< int: VerdictClass
  };
  using QAbstractTableModel::QAbstractTableModel;

  void setRows(std::vector<SiblingRow> rows);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  std::vector<SiblingRow> m_rows;
  QString m_column;  ///< what all values are about; empty when they differ
};

/// The siblings' rows in the details: three columns that share the panel's width.
class SiblingRowsView : public WholeTable, public Themed {
  Q_OBJECT

 public:
  SiblingRowsView(SiblingRowsModel* model, const Theme& theme, QWidget* parent = nullptr);
  void setTheme(const Theme& theme) override;

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void keyboardSearch(const QString&) override {}  // letters are commands here

 private:
  class Delegate;
  void shareWidth();
  Delegate* m_delegate;
};

}  // namespace plumbline::ui
