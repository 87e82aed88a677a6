// SPDX-License-Identifier: GPL-3.0-or-later
// A log of any size, read-only: only the lines on screen are in memory. Follows the end while it is at the end, keeps its
// place otherwise; search, first error, selection by line, copy; terminal colours in the theme's.
//
//   auto* view = new LogView(theme);
//   view->showFile(folder + "/cold.log");     // may not exist yet, may grow, may be replaced
#pragma once

#include <QString>
#include <QWidget>
#include <memory>

#include "ui/theme/theme.h"

namespace plumbline::ui {

class LogView : public QWidget {
  Q_OBJECT

 public:
  explicit LogView(const Theme& theme, QWidget* parent = nullptr);
  ~LogView() override;

  /// showFile shows another log; "" none, with `emptyText` in its place.
  void showFile(const QString& path, const QString& emptyText = {});
  QString file() const;
  void setTheme(const Theme& theme);
  void focusSearch();

 public Q_SLOTS:
  /// grown tells that the file may have more; looked at no more than four times a second. While it is visible the view
  /// looks by itself, too, more and more seldom.
  void grown();
  void findNext();
  void findPrevious();
  /// goToFirstError goes to the next one when it is called again.
  void goToFirstError();
  void goToEnd();
  /// goToLine chooses a line, from 0; one that is not read yet as soon as it is.
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
