// SPDX-License-Identifier: GPL-3.0-or-later
// The two lines above the groups: CI's result and the progress; and how complete the commit is, with buttons for the
// other pages.
#pragma once

#include <QList>
#include <QWidget>

#include "core/overview/headline.h"
#include "ui/theme/theme.h"

class QLabel;
class QPushButton;

namespace plumbline::ui {

class ElidedLabel;

class OverviewHead : public QWidget {
  Q_OBJECT

 public:
  explicit OverviewHead(const Theme& theme, QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  void showHeadline(const overview::Headline& line);
  /// setDone offers the review, which is what comes next. How far one is stands in the status line.
  void setDone(bool done);
  QList<QWidget*> focusOrder() const;

 Q_SIGNALS:
  void matrixRequested();
  void sourcesRequested();
  void reviewRequested();

 private:
  QPushButton* button(const QString& text, const QString& tooltip);
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

}  // namespace plumbline::ui
