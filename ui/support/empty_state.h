// SPDX-License-Identifier: GPL-3.0-or-later
// What stands where there is nothing to show: a calm sentence that says what to do next, and the buttons to do it.
//
//   state->showText(u"Nothing is open"_s, u"Open an actual and an expected file, or drop two files here."_s,
//              {{u"Open two files"_s, [this] { Q_EMIT openRequested(); }}});
#pragma once

#include <QList>
#include <QWidget>
#include <functional>

#include "ui/theme/themed.h"

class QHBoxLayout;
class QLabel;

namespace plumbline::ui {

class EmptyState : public QWidget, public Themed {
  Q_OBJECT

 public:
  struct Button {
    QString text;
    std::function<void()> run;
  };

  explicit EmptyState(const Theme& theme, QWidget* parent = nullptr);
  void setTheme(const Theme& theme) override;
  /// showText replaces what is shown; the first button is the one that Enter would choose.
  void showText(const QString& title, const QString& text, const QList<Button>& buttons);
  QString title() const;
  /// focusFirst gives the keyboard to the first button; false when there is none.
  bool focusFirst(Qt::FocusReason reason);

 private:
  QLabel* m_title;
  QLabel* m_text;
  QHBoxLayout* m_buttons;
};

/// focusTable gives the keyboard to a table, or to the first button of what stands in its place; true: to the table.
bool focusTable(QWidget& table, EmptyState& instead);

}  // namespace plumbline::ui
