// SPDX-License-Identifier: GPL-3.0-or-later
// Bases of the bars above tables: a text field, how many rows are shown, chips with their counts, and a button that
// clears the filter.
//
//   class TensorBar : public TableFilterBar { ... };   // lays its parts out itself
//   class FlakyBar : public ChipFilterBar { ... };     // the chips in a second line
//   connect(bar, &TableFilterBar::filterChanged, [&] { model.setFilter(bar->filter()); });
#pragma once

#include <QLineEdit>
#include <QList>
#include <QWidget>

#include "ui/support/mark_chip.h"

class QComboBox;
class QHBoxLayout;
class QLabel;
class QToolButton;

namespace plumbline::ui {

/// The text field of the bar above a table, and the button beside it that clears the whole bar. Enter, Down and Escape
/// leave the field for the table.
///
///   auto* text = new FilterField({.placeholder = u"Filter: name"_s, .tooltip = u"Part of a name (/)"_s}, bar);
///   connect(text, &FilterField::leaveRequested, table, qOverload<>(&QWidget::setFocus));
class FilterField : public QLineEdit {
  Q_OBJECT

 public:
  struct Labels {
    QString placeholder;
    QString tooltip;
    int minWidth = 140;
  };
  explicit FilterField(const Labels& labels, QWidget* parent = nullptr);

  /// words that are typed, without the blanks between them.
  QStringList words() const;
  /// focusAll is what the key for the filter does: typing replaces what stands there.
  void focusAll();

 Q_SIGNALS:
  void leaveRequested();

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  QString m_hint;  ///< whole; a narrow field shows its first examples
};

/// clearFilterButton is the button that clears everything a bar asks for; the bar says in `tooltip` what is shown then.
QToolButton* clearFilterButton(const QString& tooltip, QWidget* parent);

class TableFilterBar : public QWidget, public Themed {
  Q_OBJECT

 public:
  void setTheme(const Theme&) override { fitChips(); }
  void setText(const QString& text) { m_field->setText(text); }
  QString text() const { return m_field->text(); }
  /// state is all that the bar asks for; setState asks for it again.
  QString state() const;
  void setState(const QString& state);
  /// clearAll shows every row.
  void clearAll();
  /// isClear: no chip is checked, there is no text, and unchanged rows are shown too.
  bool isClear() const;
  void focusText() { m_field->focusAll(); }
  bool hasTextFocus() const { return m_field->hasFocus(); }
  /// The last two are for bars with the button "Changed only", which is pressed at first.
  void setChangedOnly(bool on);
  bool changedOnly() const;
  /// focusOrder is the Tab order: chips, text, the choice, "Changed only", clear.
  QWidgetList focusOrder() const;

 Q_SIGNALS:
  void filterChanged();
  void leaveRequested();  ///< Enter, Down or Escape in the text: back to the table

 protected:
  TableFilterBar(const FilterField::Labels& labels, const QString& clearTooltip, QWidget* parent);

  void addChip(ToggleChip* chip);
  void addChangedOnly(const QString& tooltip);
  /// addChoice adds one whose first entry filters nothing; the data of the others are their names in state().
  void addChoice(QComboBox* choice);
  FilterField* field() const { return m_field; }
  QStringList words() const { return m_field->words(); }
  QLabel* shownLabel() const { return m_shown; }
  QToolButton* changedOnlyButton() const { return m_changedOnly; }
  QToolButton* clearButton() const { return m_clear; }
  void setShownText(const QString& text);
  /// setShownCount says "3 of 10", or "10 rows" when all are shown.
  void setShownCount(std::size_t shown, std::size_t all, const QString& one, const QString& many);
  /// makeChipRow and makeTextRow lay the parts out: the chips; text, count, "Changed only" and the clear button.
  QHBoxLayout* makeChipRow();
  QHBoxLayout* makeTextRow();
  /// makeLine puts both into one line.
  void makeLine();

  /// readText and readButtons are called for a change of the text, or of chips and buttons.
  virtual void readText() { Q_EMIT filterChanged(); }
  virtual void readButtons() { Q_EMIT filterChanged(); }
  /// fitChips shortens the chips where needed; returns the width that they need with their words.
  virtual int fitChips() { return 0; }
  void resizeEvent(QResizeEvent* event) override;

 private:
  FilterField* m_field;
  QLabel* m_shown;
  QToolButton* m_changedOnly = nullptr;
  QComboBox* m_choice = nullptr;
  QToolButton* m_clear;
  QList<ToggleChip*> m_chips;
};

/// ChipFilterBar has its chips in a second line; they lose their words where there is no room for them.
class ChipFilterBar : public TableFilterBar {
  Q_OBJECT

 public:
  struct Chip {
    QString id;  ///< stable word: the chip's object name
    MarkChip::Mark mark;
  };

  QSize minimumSizeHint() const override;

 protected:
  /// The chips' shortcuts, named in their tooltips, are 1 to 9.
  ChipFilterBar(const FilterField::Labels& labels, const QString& clearTooltip, const QList<Chip>& chips,
                const Theme& theme, QWidget* parent);

  MarkChip* chip(qsizetype index) const { return m_marks[index]; }
  /// focusOrder is the Tab order; `beside` are the widgets added to the upper line.
  QWidgetList focusOrder(const QWidgetList& beside) const;
  QHBoxLayout& upperLine() const { return *m_upper; }
  QHBoxLayout& lowerLine() const { return *m_lower; }
  int fitChips() override;

 private:
  QHBoxLayout* m_upper;
  QHBoxLayout* m_lower;
  QList<MarkChip*> m_marks;
};

}  // namespace plumbline::ui
