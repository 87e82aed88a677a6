// SPDX-License-Identifier: GPL-3.0-or-later
// The summary above the table of the comparison: the table of its numbers where there is room for all of its rows, else
// the dashboard's numbers as a text of one line or two.
//
//   block->model()->setLines(...);
//   block->fit(120);     // after every change of the room
#pragma once

#include <QWidget>

#include "ui/compare/summary_view.h"
#include "ui/theme/themed.h"

namespace plumbline::ui {

class ColoredLabel;

class SummaryBlock : public QWidget, public Themed {
  Q_OBJECT

 public:
  explicit SummaryBlock(const Theme& theme, QWidget* parent = nullptr);

  void setTheme(const Theme& theme) override;
  SummaryModel* model() const { return m_model; }
  SummaryView* view() const { return m_view; }
  /// fit takes at most `limit` pixels of height; a text with every number may need more.
  void fit(int limit);

 private:
  /// showText writes all numbers; `withChanges` adds how far each moved.
  void showText(bool withChanges);
  int textHeight() const;

  Theme m_theme;
  SummaryModel* m_model;
  SummaryView* m_view;
  ColoredLabel* m_text;
};

}  // namespace plumbline::ui
