// SPDX-License-Identifier: GPL-3.0-or-later
// The margins of logs as a table: one row for each tensor of a model, those that are near or over the limit first.
//
//   MarginModel model;   model.setAnswer(answer);   model.setFilter({u"resnet"_s}, false);
#pragma once

#include <QObject>
#include <QStringList>
#include <vector>

#include "core/base/result.h"
#include "core/numerics/margins/margin_log.h"
#include "core/tasks/latest_runner.h"
#include "ui/support/tables/filtered_model.h"

namespace plumbline::ui {

/// MarginController reads the margins in benchmark logs on a worker thread; other options read them again.
///
///   connect(&controller, &MarginController::found, page, [&](const MarginAnswer& answer) { model.setAnswer(answer);
///   }); controller.open({u"monday.log"_s, u"tuesday.log"_s});

struct MarginAnswer {
  QStringList logs;  ///< the readable logs, the oldest first
  std::vector<std::vector<numerics::LoggedMargin>> margins;  ///< by log
  std::vector<numerics::MarginTrend> trends;
  numerics::MarginOptions options;
  std::vector<base::Error> errors;  ///< of logs that could not be read
};

class MarginController : public QObject {
  Q_OBJECT

 public:
  explicit MarginController(QObject* parent = nullptr);

  void open(const QStringList& logs);
  void setOptions(const numerics::MarginOptions& options);
  void cancel();
  const QStringList& logs() const { return m_logs; }
  const numerics::MarginOptions& options() const { return m_options; }
  bool isBusy() const { return m_isBusy; }

 Q_SIGNALS:
  void found(const plumbline::ui::MarginAnswer& answer);
  void failed(const plumbline::base::Error& error);
  void busyChanged(bool isBusy);
  void progress(quint64 done, quint64 total);

 private:
  void read();
  void setBusy(bool isBusy);

  QStringList m_logs;
  numerics::MarginOptions m_options;
  bool m_isBusy = false;
  tasks::LatestRunner<MarginAnswer> m_runner;
};

class MarginModel : public FilteredModel {
  Q_OBJECT

 public:
  enum Column { Model, Where, Margin, Trend, ResError, RefError, Multiplier, Tol, Dtype, Shape, Line, ColumnCount };
  enum Role {
    MarginRole = Qt::UserRole + 1,  ///< double
    WarnedRole,                     ///< bool
    OverRole,                       ///< bool: it fails
  };

  using FilteredModel::FilteredModel;

  void setAnswer(const MarginAnswer& answer);
  const MarginAnswer& answer() const { return m_answer; }
  void setFilter(const QStringList& terms, bool isWarnedOnly);
  std::size_t total() const { return m_rows.size(); }
  std::size_t warned() const;
  /// step returns the next (+1) or previous (-1) warned row; -1: none.
  int step(int row, int direction) const;
  QString cellText(int row, int column) const;
  /// isUsed is false for a column without values.
  bool isUsed(int column) const;

  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

 protected:
  ColumnHead columnHead(int column) const override;

 private:
  struct Row {
    std::size_t trend = 0;
    const numerics::LoggedMargin* last = nullptr;  ///< the worst in the last log that has it
    std::size_t log = 0;                           ///< which log that is
  };
  const Row& at(int row) const { return m_rows[sourceRow(row)]; }
  bool isWarned(const Row& row) const { return m_answer.trends[row.trend].isWarned; }
  bool less(const Row& a, const Row& b) const;
  std::vector<std::uint32_t> matchingRows() const override;

  MarginAnswer m_answer;
  std::vector<Row> m_rows;
  QStringList m_terms;
  bool m_isWarnedOnly = false;
};

}  // namespace plumbline::ui
