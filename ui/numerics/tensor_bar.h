// SPDX-License-Identifier: GPL-3.0-or-later
// Above the tensors: chips for failing and near tensors, the text filter, the number of shown values.
//
//   connect(bar, &TensorBar::filterChanged, [&] { model.setFilter(bar->filter()); });
#pragma once

#include "ui/numerics/tensor_rows.h"
#include "ui/support/chip_filter_bar.h"

namespace plumbline::ui {

class TensorBar : public TableFilterBar {
  Q_OBJECT

 public:
  explicit TensorBar(const Theme& theme, QWidget* parent = nullptr);

  void showRows(const TensorRowsPtr& rows);
  void setShownCount(std::size_t shown, std::size_t all);
  TensorFilter filter() const;
  void toggleFailing() { m_failing->toggle(); }
  void toggleNear() { m_near->toggle(); }

 private:
  MarkChip *m_failing, *m_near;
};

}  // namespace plumbline::ui
