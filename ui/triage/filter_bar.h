// SPDX-License-Identifier: GPL-3.0-or-later
// Chips of the classes with their counts, the text filter, "changed only" and clear-all. A term that
// cannot be parsed filters nothing, and the note below the field explains it.
//
//   connect(bar, &FilterBar::filterChanged, [&] { model.setFilter(bar->filter()); });
#pragma once

#include <QBoxLayout>
#include <QHBoxLayout>
#include <QList>
#include <QPointer>
#include <QWidget>
#include <functional>

#include "core/verdicts/view/row_view.h"
#include "ui/support/mark_chip.h"
#include "ui/theme/themed.h"

class QLabel;
class QToolButton;

namespace plumbline::ui {

/// A small toggle for one verdict class: glyph and count. Checked: only such rows (and other checked ones) are shown.
class ClassChip : public ToggleChip {
  Q_OBJECT

 public:
  /// key is the shortcut to name in the tooltip.
  ClassChip(verdicts::VerdictClass cls, const Theme& theme, const QString& key, QWidget* parent = nullptr);

  verdicts::VerdictClass verdictClass() const { return m_cls; }
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void describe() override;

 private:
  verdicts::VerdictClass m_cls;
  QString m_key;
};

/// ClassChips is a row of chips, one per class, whose shortcuts are 1 to 9. The chips are children of `parent`.
class ClassChips : public QHBoxLayout {
  Q_OBJECT

 public:
  ClassChips(const QList<verdicts::VerdictClass>& classes, const Theme& theme, QWidget* parent);

  void setCounts(const std::function<std::size_t(verdicts::VerdictClass)>& countOf);
  void toggle(verdicts::VerdictClass cls);
  void clear();
  /// checked has a classBit per checked chip.
  std::uint32_t checked() const;
  const QList<ClassChip*>& chips() const { return m_chips; }

 Q_SIGNALS:
  void changed();

 private:
  QList<ClassChip*> m_chips;
};

class ColoredLabel;
class FilterField;

class FilterBar : public QWidget, public Themed {
  Q_OBJECT

 public:
  explicit FilterBar(const Theme& theme, QWidget* parent = nullptr);

  void setTheme(const Theme& theme) override;
  /// setComparison sets the counts and the metric names to filter by; null for none. Emits nothing.
  void setComparison(const verdicts::Comparison* comparison);
  void setShownCount(std::size_t shown, std::size_t all);
  /// filter is the filter shown, with the last text that could be parsed.
  const verdicts::RowFilter& filter() const { return m_filter; }

  void toggleClass(verdicts::VerdictClass cls);
  void setChangedOnly(bool on);
  bool changedOnly() const;
  QString text() const;
  void setText(const QString& text);
  /// clearAll shows every row: no class, no text, unchanged rows too.
  void clearAll();
  bool isClear() const;
  /// showsOnlyUndecided: the text has "decided:no", so that no row is left once everything is decided.
  bool showsOnlyUndecided() const;
  void focusText();
  bool hasTextFocus() const;
  /// minimumSizeHint is that of two lines: where one has no room, the text stands below the classes.
  QSize minimumSizeHint() const override;
  QString errorText() const;  ///< "" when the text is understood

 Q_SIGNALS:
  void filterChanged();
  /// leaveRequested: Enter, Down or Escape in the text: back to the table.
  void leaveRequested();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void readText();
  void readButtons();
  verdicts::Query withoutWrongTerms(std::string text, verdicts::QueryError error) const;
  bool isAtCursor(const verdicts::QueryError& error) const;
  void showError(const verdicts::QueryError& error);
  void placeError();
  void chooseLines();

  Theme m_theme;
  ClassChips* m_chips;
  QBoxLayout* m_lines;
  FilterField* m_text;
  QToolButton* m_changedOnly;
  QToolButton* m_clear;
  QLabel* m_shown;
  QPointer<ColoredLabel> m_error;  ///< floats over what is below, so that nothing jumps; the window owns it
  QString m_errorText;
  std::vector<std::string> m_metrics;
  verdicts::RowFilter m_filter;
};

}  // namespace plumbline::ui
