// SPDX-License-Identifier: GPL-3.0-or-later
// Chips of the classes with their counts, the text filter, "changed only" and clear-all. A term that
// cannot be parsed filters nothing, and the note below the field explains it.
//
//   connect(bar, &FilterBar::filterChanged, [&] { model.setFilter(bar->filter()); });
#pragma once

#include <QBoxLayout>
#include <QList>
#include <QPointer>
#include <functional>

#include "core/verdicts/view/row_view.h"
#include "ui/support/chip_filter_bar.h"

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

/// ClassFilterBar has a chip per class, whose shortcuts are 1 to 9.
class ClassFilterBar : public TableFilterBar {
  Q_OBJECT

 public:
  void toggleClass(verdicts::VerdictClass cls);

 protected:
  ClassFilterBar(const FilterField::Labels& labels, const QString& clearTooltip,
                 const QList<verdicts::VerdictClass>& classes, const Theme& theme, QWidget* parent);

  void setCounts(const std::function<std::size_t(verdicts::VerdictClass)>& countOf);
  /// checkedClasses has a classBit per checked chip.
  std::uint32_t checkedClasses() const;

 private:
  QList<ClassChip*> m_chips;
};

class ColoredLabel;

class FilterBar : public ClassFilterBar {
  Q_OBJECT

 public:
  explicit FilterBar(const Theme& theme, QWidget* parent = nullptr);

  void setTheme(const Theme& theme) override { m_theme = theme; }
  /// setComparison sets the counts and the metric names to filter by; null for none. Emits nothing.
  void setComparison(const verdicts::Comparison* comparison);
  void setShownCount(std::size_t shown, std::size_t all);
  /// filter is the filter shown, with the last text that could be parsed.
  const verdicts::RowFilter& filter() const { return m_filter; }

  /// showsOnlyUndecided: the text has "decided:no", so that no row is left once everything is decided.
  bool showsOnlyUndecided() const;
  /// minimumSizeHint is that of two lines: where one has no room, the text stands below the classes.
  QSize minimumSizeHint() const override;
  QString errorText() const;  ///< "" when the text is understood

 protected:
  void readText() override;
  void readButtons() override;
  bool eventFilter(QObject* watched, QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  verdicts::Query withoutWrongTerms(std::string text, verdicts::QueryError error) const;
  bool isAtCursor(const verdicts::QueryError& error) const;
  void showError(const verdicts::QueryError& error);
  void placeError();
  void chooseLines();

  Theme m_theme;
  QBoxLayout* m_lines;
  QPointer<ColoredLabel> m_error;  ///< floats over what is below, so that nothing jumps; the window owns it
  QString m_errorText;
  std::vector<std::string> m_metrics;
  verdicts::RowFilter m_filter;
};

}  // namespace plumbline::ui
