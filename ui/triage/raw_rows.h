// SPDX-License-Identifier: GPL-3.0-or-later
// The two-column field table of the details panel, changed cells marked by glyph and tint.
#pragma once

#include <QAbstractTableModel>
#include <QTableView>
#include <vector>

#include "core/session/snapshot.h"
#include "ui/theme/theme.h"

namespace plumbline::ui {

/// Both raw rows of one model side by side: a line per field, expected and actual as they stand in the files.
///
///   RawRowsModel rows;
///   rows.show(snapshot, sourceRow);     // Field | Expected | Actual, changed fields marked with ≠
class RawRowsModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { FieldColumn, ExpectedColumn, ActualColumn, ColumnCount };
  enum Role {
    ChangedRole = Qt::UserRole + 1,  ///< bool: both files have the field and the cells differ
    CellRole,                        ///< QString: the cell as the file has it, whole and without marks
  };

  explicit RawRowsModel(QObject* parent = nullptr);
  /// show replaces the fields; kNoRow or a null snapshot empties the table.
  void show(const session::SnapshotPtr& snapshot, std::uint32_t sourceRow);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  struct Field {
    QString name;
    QString expected;
    QString actual;
    bool inExpected = false;
    bool inActual = false;
    bool changed = false;
  };
  QString shown(const Field& field, int column) const;

  std::vector<Field> m_fields;
};

class RawRowsView : public QTableView {
  Q_OBJECT

 public:
  RawRowsView(RawRowsModel* model, const Theme& theme, QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  /// setChangedStyle tints changed cells like the row's class; Pass is neutral.
  void setChangedStyle(verdicts::VerdictClass cls);

 protected:
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  class Delegate;
  void shareWidth();
  void copySelection() const;

  Delegate* m_delegate;
};

}  // namespace plumbline::ui
