// SPDX-License-Identifier: GPL-3.0-or-later
// The margins in benchmark logs: which models are near the limit, and their trend from log to log.
//
//   auto* view = new LogsView(theme, page);   view->open(paths);
#pragma once

#include <QList>
#include <QWidget>

#include "core/base/result.h"
#include "core/reports/numerics/same_report.h"
#include "ui/numerics/logs/margin_model.h"
#include "ui/support/tables/record_table.h"
#include "ui/theme/themed.h"

class QLabel;
class QLineEdit;
class QStackedLayout;

namespace plumbline::ui {

/// MarginTable shows logged margins: bars, and a tint where one is near or over the limit.

class MarginModel;

class MarginTable : public RecordTable {
  Q_OBJECT

 public:
  MarginTable(MarginModel* model, const Theme& theme, QWidget* parent = nullptr);

 protected:
  void shapeColumns() override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  MarginModel* m_model;
};

class EmptyState;
class FilterField;
class MarkChip;
class MarginModel;
class MarginTable;

class LogsView : public QWidget, public Themed {
  Q_OBJECT

 public:
  explicit LogsView(const Theme& theme, QWidget* parent = nullptr);

  void setTheme(const Theme& theme) override;
  void open(const QStringList& logs);
  MarginController& controller() { return *m_controller; }
  const MarginModel& model() const { return *m_model; }
  bool hasMargins() const;
  QString statusText() const;
  void step(int direction);  ///< to the next (+1) or previous (-1) margin near or over the limit
  void goToWorst();
  void toggleWarned();
  void clearFilter();
  void focusText();
  void focusTable();
  void focusAssumed();
  /// report has all margins; rowsText the selected rows, tab-separated.
  reports::MarginReport report() const;
  QString rowsText() const;
  QList<QWidget*> focusOrder() const;

 Q_SIGNALS:
  void filesRequested();
  void noticeRequested(const plumbline::base::Error& error);
  void changed();  ///< the shown rows or the possible actions changed

 private:
  QWidget* buildBar();
  QLineEdit* addNumber(const QString& name, const QString& tooltip, double numerics::MarginOptions::*field);
  void showAnswer(const MarginAnswer& answer);
  void showRows();

  Theme m_theme;
  MarginController* m_controller;
  MarginModel* m_model;
  MarginTable* m_table = nullptr;
  EmptyState* m_nothing = nullptr;
  QStackedLayout* m_pages = nullptr;
  MarkChip* m_warned = nullptr;
  FilterField* m_text = nullptr;
  QLabel* m_shown = nullptr;
  QList<QLabel*> m_labels;
  QList<QLineEdit*> m_numbers;
};

}  // namespace plumbline::ui
