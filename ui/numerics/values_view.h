// SPDX-License-Identifier: GPL-3.0-or-later
// Elements in full: those around the chosen one along the last axis, or those with the largest errors.
#pragma once

#include "core/tasks/latest_runner.h"
#include "ui/numerics/error_view.h"
#include "ui/numerics/values_model.h"

class QComboBox;
class QLabel;

namespace plumbline::ui {

class NumberTable;

class ValuesView : public ErrorView {
  Q_OBJECT

 public:
  enum class Which { Around, Worst };
  explicit ValuesView(const Theme& theme, QWidget* parent = nullptr);
  void setTheme(const Theme& theme) override;
  QList<QWidget*> focusOrder() const override;
  void show(Which which);
  Which which() const;
  NumberTable* table() const { return m_table; }
  ValuesModel* model() const { return m_model; }

 protected:
  void refresh() override;

 private:
  void compute();
  void showRows(std::vector<numerics::ElementRow> rows);

  QWidget* m_controls;
  QComboBox* m_which;
  QLabel* m_words;
  ValuesModel* m_model;
  NumberTable* m_table;
  std::shared_ptr<const numerics::ErrorStatistics> m_asked;
  std::optional<std::int64_t> m_askedFor;
  Which m_askedWhich = Which::Around;
  bool m_isMoving = false;
  tasks::LatestRunner<std::vector<numerics::ElementRow>> m_runner;
};

}  // namespace plumbline::ui
