// SPDX-License-Identifier: GPL-3.0-or-later
// Above the tensors: chips for failing and near tensors, the text filter, the number of shown values.
//
//   connect(bar, &TensorBar::filterChanged, [&] { model.setFilter(bar->filter()); });
#pragma once

#include <QList>
#include <QWidget>

#include "ui/numerics/tensor_rows.h"
#include "ui/theme/theme.h"

class QLabel;
class QToolButton;

namespace plumbline::ui {

class FilterField;
class MarkChip;

class TensorBar : public QWidget {
  Q_OBJECT

 public:
  explicit TensorBar(const Theme& theme, QWidget* parent = nullptr);

  void showRows(const TensorRowsPtr& rows);
  void setShownCount(std::size_t shown, std::size_t all);
  TensorFilter filter() const;
  void toggleFailing();
  void toggleNear();
  void setText(const QString& text);
  void clearAll();
  bool isClear() const { return filter() == TensorFilter{}; }
  void focusText();
  QList<QWidget*> focusOrder() const;

 Q_SIGNALS:
  void filterChanged();
  void leaveRequested();

 private:
  void read();

  MarkChip *m_failing, *m_near;
  FilterField* m_text;
  QLabel* m_shown;
  QToolButton* m_clear;
};

}  // namespace plumbline::ui
