// SPDX-License-Identifier: GPL-3.0-or-later
// Above the table: a chip per move with its rows, the alarms, a filter by words, "Changed only", how many are shown.
//
//   connect(bar, &CompareBar::filterChanged, [&] { model.setWish(bar->wish()); });
#pragma once

#include <QList>
#include <QWidget>

#include "ui/compare/compare_model.h"
#include "ui/theme/theme.h"

class QLabel;
class QToolButton;

namespace plumbline::ui {

class FilterField;
class MarkChip;

class CompareBar : public QWidget {
  Q_OBJECT

 public:
  explicit CompareBar(const Theme& theme, QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  void showRows(const DiffRowsPtr& rows);
  void setShownCount(std::size_t shown, std::size_t all);
  diff::DiffRowFilter wish() const;
  void toggleMove(diff::Move move);
  bool isOn(diff::Move move) const;
  void toggleAlarms();
  bool alarmsOnly() const;
  void setChangedOnly(bool on);
  bool changedOnly() const;
  void setText(const QString& text);
  void clearAll();  ///< every row
  bool isClear() const;
  void focusText();
  QList<QWidget*> focusOrder() const;
  QSize minimumSizeHint() const override;

 Q_SIGNALS:
  void filterChanged();
  void leaveRequested();  ///< Enter, Down or Escape in the text: back to the table

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  MarkChip* chip(diff::Move move) const;
  void chooseWords();
  void read();

  Theme m_theme;
  QList<MarkChip*> m_chips;  ///< kMoveChips, then the alarms
  FilterField* m_text;
  QLabel* m_shown;
  QToolButton *m_changedOnly, *m_clear;
};

}  // namespace plumbline::ui
