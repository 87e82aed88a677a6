// SPDX-License-Identifier: GPL-3.0-or-later
// The line above a log: its name and size, the search, the first error, whether its end is followed.
//
//   bar->showFacts(u"cold.log"_s, path, u"1 204 lines, 88 kB"_s);
//   connect(bar, &LogBar::findWanted, ...);   bar->say(u"no match"_s);
#pragma once

#include <QWidget>
#include <string>

#include "ui/theme/theme.h"

class QToolButton;

namespace plumbline::ui {

class ElidedLabel;
class LogSearchField;

class LogBar : public QWidget {
  Q_OBJECT

 public:
  explicit LogBar(const Theme& theme, QWidget* parent = nullptr);
  void setTheme(const Theme& theme);

  void showFacts(const QString& name, const QString& path, const QString& facts);
  /// setUsable: there are lines to search.
  void setUsable(bool usable);
  void setFollows(bool follows);
  /// say tells how the search ended or how far it is, in the place of the facts until there is nothing to say ("").
  void say(const QString& news);
  std::string text() const;
  void focusSearch();

 Q_SIGNALS:
  void textChanged();
  void findWanted(bool backwards);
  void stopWanted();
  void leaveWanted();
  void errorWanted();
  void followWanted(bool follows);

 private:
  QToolButton* addButton(const QString& text, const QString& tooltip);
  void showLine();

  ElidedLabel* m_name;
  ElidedLabel* m_line;  ///< news or facts
  LogSearchField* m_field;
  QToolButton* m_previous;
  QToolButton* m_next;
  QToolButton* m_error;
  QToolButton* m_follow;
  QString m_facts, m_news;
};

}  // namespace plumbline::ui
