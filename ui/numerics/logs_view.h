// SPDX-License-Identifier: GPL-3.0-or-later
// The margins that benchmark logs tell of: which models are near the limit, and which way they go from log to log.
//
//   auto* view = new LogsView(theme, page);   view->open(paths);
#pragma once

#include <QList>
#include <QWidget>

#include "core/base/error.h"
#include "core/reports/same_report.h"
#include "ui/numerics/margin_desk.h"
#include "ui/theme/theme.h"

class QLabel;
class QLineEdit;
class QStackedLayout;

namespace plumbline::ui {

class EmptyState;
class FilterField;
class MarkChip;
class MarginModel;
class MarginTable;

class LogsView : public QWidget {
  Q_OBJECT

 public:
  explicit LogsView(const Theme& theme, QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  void open(const QStringList& logs);
  MarginDesk& desk() { return *m_desk; }
  const MarginModel& model() const { return *m_model; }
  bool hasMargins() const;
  QString statusText() const;
  void step(int direction);  ///< to the next or previous one that is near or over the limit
  void goToWorst();
  void toggleWarned();
  void clearFilter();
  void focusText();
  void focusTable();
  void focusAssumed();
  /// report is all of it; rowsText the selected rows, tab-separated.
  reports::MarginReport report() const;
  QString rowsText() const;
  QList<QWidget*> focusOrder() const;

 Q_SIGNALS:
  void filesWanted();
  void noticeWanted(const plumbline::base::Error& error);
  void changed();  ///< what is shown, or can be done, is another

 private:
  QWidget* buildBar();
  QLineEdit* addNumber(const QString& name, const QString& tooltip, double numerics::MarginOptions::*field);
  void showAnswer(const MarginAnswer& answer);
  void showRows();

  Theme m_theme;
  MarginDesk* m_desk;
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
