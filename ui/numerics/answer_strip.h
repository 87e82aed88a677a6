// SPDX-License-Identifier: GPL-3.0-or-later
// The answer of same() in one line, torch's own log lines below it, and buttons for the options and the report.
//
//   strip->showAnswer(answer);
#pragma once

#include <QWidget>

#include "ui/numerics/same_controller.h"
#include "ui/theme/themed.h"

class QLabel;
class QPlainTextEdit;
class QToolButton;

namespace plumbline::ui {

class ElidedLabel;

class AnswerStrip : public QWidget, public Themed {
  Q_OBJECT

 public:
  explicit AnswerStrip(const Theme& theme, QWidget* parent = nullptr);

  void setTheme(const Theme& theme) override;
  void showAnswer(const SameAnswer& answer);
  /// showMessage replaces the answer by a text.
  void showMessage(const QString& text);
  QString text() const;
  QString log() const;
  bool isLogShown() const;
  void setLogShown(bool shown);
  void copyLog() const;
  void setOptionsShown(bool shown);
  QList<QWidget*> focusOrder() const;

 Q_SIGNALS:
  void copyRequested();
  void saveRequested();
  void optionsRequested(bool shown);
  void logShownChanged();

 private:
  void applyStyle();

  Theme m_theme;
  numerics::Answer m_answer = numerics::Answer::Same;
  bool m_hasAnswer = false, m_isLogWanted = false;
  QLabel* m_glyph;
  ElidedLabel* m_text;
  QPlainTextEdit* m_log;
  QToolButton *m_logButton, *m_logCopy, *m_options, *m_copy, *m_save;
};

}  // namespace plumbline::ui
