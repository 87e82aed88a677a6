// SPDX-License-Identifier: GPL-3.0-or-later
// Base of the filter bars with a chip per kind of row: a text field, how many rows are shown, the chips with their
// counts, and a button that clears the filter. Chips lose their words where there is no room for them.
//
//   class FlakyBar : public ChipFilterBar { ... };
//   connect(bar, &ChipFilterBar::filterChanged, [&] { model.setFilter(bar->filter()); });
#pragma once

#include <QList>
#include <QWidget>

#include "ui/support/filter_field.h"
#include "ui/support/mark_chip.h"
#include "ui/theme/themed.h"

class QHBoxLayout;
class QLabel;
class QToolButton;

namespace plumbline::ui {

class ChipFilterBar : public QWidget, public Themed {
  Q_OBJECT

 public:
  struct Chip {
    QString id;  ///< stable word: the chip's object name
    MarkChip::Mark mark;
  };

  void setTheme(const Theme& theme) override;
  void setText(const QString& text) { m_text->setText(text); }
  void clearAll();
  /// isClear: no chip is checked and there is no text.
  bool isClear() const;
  void focusText() { m_text->focusAll(); }
  bool hasTextFocus() const { return m_text->hasFocus(); }
  QSize minimumSizeHint() const override;

 Q_SIGNALS:
  void filterChanged();
  void leaveRequested();  ///< Enter, Down or Escape in the text: back to the table

 protected:
  /// The chips' shortcuts, named in their tooltips, are 1 to 9.
  ChipFilterBar(const FilterField::Labels& labels, const QString& clearTooltip, const QList<Chip>& chips,
                const Theme& theme,
                QWidget* parent);

  QStringList words() const { return m_text->words(); }
  MarkChip* chip(qsizetype index) const { return m_chips[index]; }
  void setShownText(const QString& text);
  /// focusOrder is the Tab order; `beside` are the widgets added to the upper line.
  QWidgetList focusOrder(const QWidgetList& beside) const;
  QHBoxLayout& upperLine() const { return *m_upper; }
  QHBoxLayout& lowerLine() const { return *m_lower; }
  /// fitChips shortens the chips where needed; returns the width that they need with their words.
  virtual int fitChips();

  void resizeEvent(QResizeEvent* event) override;

 private:
  FilterField* m_text;
  QLabel* m_shown;
  QToolButton* m_clear;
  QHBoxLayout* m_upper;
  QHBoxLayout* m_lower;
  QList<MarkChip*> m_chips;
};

}  // namespace plumbline::ui
