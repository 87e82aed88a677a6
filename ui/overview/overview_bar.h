// SPDX-License-Identifier: GPL-3.0-or-later
// Above the list of groups: a chip per class with the number of its groups, a filter by words, and how many are shown.
//
//   connect(bar, &OverviewBar::filterChanged, [&] { model.setFilter(bar->filter()); });
#pragma once

#include <QList>
#include <QWidget>

#include "core/overview/headline.h"
#include "ui/overview/group_model.h"
#include "ui/triage/filter_bar.h"

class QLabel;
class QPushButton;

namespace plumbline::ui {

class ElidedLabel;

/// The two lines above the groups: CI's result and the progress; and how complete the commit is, with buttons for the
/// other pages.
class OverviewHead : public QWidget, public Themed {
  Q_OBJECT

 public:
  explicit OverviewHead(const Theme& theme, QWidget* parent = nullptr);

  void setTheme(const Theme& theme) override;
  void showHeadline(const overview::Headline& line);
  /// setDone offers the review, which is what comes next. How far one is stands in the status line.
  void setDone(bool done);
  QList<QWidget*> focusOrder() const;

 Q_SIGNALS:
  void matrixRequested();
  void sourcesRequested();
  void reviewRequested();

 private:
  void paintSentence();

  Theme m_theme;
  overview::Headline::Answer m_answer = overview::Headline::Answer::NotJudged;
  QLabel* m_glyph;
  ElidedLabel* m_sentence;
  ElidedLabel* m_completeness;
  QPushButton* m_review;
  QPushButton* m_matrix;
  QPushButton* m_sources;
};

class OverviewBar : public ClassFilterBar {
  Q_OBJECT

 public:
  explicit OverviewBar(const Theme& theme, QWidget* parent = nullptr);

  void setGroups(const std::vector<overview::Group>* groups);
  void setShownCount(std::size_t shown, std::size_t all);
  GroupFilter filter() const;
  /// classes that groups can have, in the order of the keys 1 to 5: what passes is in no group.
  static QList<verdicts::VerdictClass> classes();
};

}  // namespace plumbline::ui
