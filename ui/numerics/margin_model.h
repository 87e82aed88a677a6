// SPDX-License-Identifier: GPL-3.0-or-later
// The margins of logs as a table: one row for each tensor of a model, those that are near or over the limit first.
//
//   MarginModel model;   model.setAnswer(answer);   model.setWords({u"resnet"_s});
#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "ui/numerics/margin_desk.h"

namespace plumbline::ui {

class MarginModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { Model, Where, Margin, Trend, ResError, RefError, Multiplier, Tol, Dtype, Shape, Line, ColumnCount };
  enum Role {
    MarginRole = Qt::UserRole + 1,  ///< double
    WarnedRole,                     ///< bool
    OverRole,                       ///< bool: it fails
  };

  explicit MarginModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

  void setAnswer(const MarginAnswer& answer);
  const MarginAnswer& answer() const { return m_answer; }
  void setWish(const QStringList& words, bool isWarnedOnly);
  std::size_t total() const { return m_rows.size(); }
  std::size_t warned() const;
  /// step gives the next (+1) or previous (-1) warned row; -1: none.
  int step(int row, int direction) const;
  QString cellText(int row, int column) const;
  /// isUsed is false for a column that would stay empty.
  bool isUsed(int column) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  void sort(int column, Qt::SortOrder order) override;

 Q_SIGNALS:
  void rowsShown();

 private:
  struct Row {
    std::size_t trend = 0;
    const numerics::LoggedMargin* last = nullptr;  ///< the worst in the last log that tells of it
    std::size_t log = 0;                           ///< which log that is
  };
  const Row& at(int row) const { return m_rows[m_shown[static_cast<std::size_t>(row)]]; }
  bool isWarned(const Row& row) const { return m_answer.trends[row.trend].isWarned; }
  bool less(const Row& a, const Row& b) const;
  void refresh();

  MarginAnswer m_answer;
  std::vector<Row> m_rows;
  std::vector<std::size_t> m_shown;
  QStringList m_words;
  bool m_isWarnedOnly = false, m_isDescending = false;
  int m_column = -1;
};

}  // namespace plumbline::ui
