// SPDX-License-Identifier: GPL-3.0-or-later
// A log of any size, read-only; only the lines on screen are in memory. Follows the end while it is at the end,
// otherwise keeps its position. Search, first error, selection by line, copy; terminal colours from the theme.
//
//   auto* view = new LogView(theme);
//   view->showFile(folder + "/cold.log");     // may not exist yet, may grow, may be replaced
#pragma once

#include <QLineEdit>
#include <QString>
#include <QWidget>
#include <memory>
#include <string>

#include "ui/theme/theme.h"

class QToolButton;

namespace plumbline::ui {

/// LogBar is the line above a log: name and size, search, first error, follow.
///
///   bar->showFacts(u"cold.log"_s, path, u"1 204 lines, 88 kB"_s);

/// LogSearchField: Enter and Shift+Enter go to the next and previous match, Escape leaves.

class LogSearchField : public QLineEdit {
  Q_OBJECT

 public:
  explicit LogSearchField(QWidget* parent = nullptr);

 Q_SIGNALS:
  void stepRequested(bool backwards);
  void leaveRequested();

 protected:
  void keyPressEvent(QKeyEvent* event) override;
};

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
  /// showMessage shows the state of the search instead of the facts; "" shows the facts again.
  void showMessage(const QString& text);
  std::string text() const;
  void focusSearch();

 Q_SIGNALS:
  void textChanged();
  void findRequested(bool backwards);
  void stopRequested();
  void leaveRequested();
  void errorRequested();
  void followRequested(bool follows);

 private:
  QToolButton* addButton(const QString& text, const QString& tooltip);
  void showLine();

  ElidedLabel* m_name;
  ElidedLabel* m_line;  ///< message or facts
  LogSearchField* m_field;
  QToolButton* m_previous;
  QToolButton* m_next;
  QToolButton* m_error;
  QToolButton* m_follow;
  QString m_facts, m_message;
};

class LogView : public QWidget {
  Q_OBJECT

 public:
  explicit LogView(const Theme& theme, QWidget* parent = nullptr);
  ~LogView() override;

  /// showFile shows another log; "" shows emptyText.
  void showFile(const QString& path, const QString& emptyText = {});
  QString file() const;
  void setTheme(const Theme& theme);
  void focusSearch();

 public Q_SLOTS:
  /// poll reads new content, at most four times a second. A visible view also polls by itself.
  void poll();
  void findNext();
  void findPrevious();
  /// goToFirstError goes to the next error when it is called again.
  void goToFirstError();
  void goToEnd();
  /// goToLine goes to a line (from 0), as soon as it is read.
  void goToLine(quint64 line);
  void copySelection();

 Q_SIGNALS:
  void statusChanged(const QString& text);  ///< "line 1 204 of 88 310", "no match"

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  struct Private;
  std::unique_ptr<Private> d;
};

}  // namespace plumbline::ui
