// SPDX-License-Identifier: GPL-3.0-or-later
// "What CI printed": the whole text of one check script for the pair, made when it is first looked at, off the GUI
// thread. Copy takes all of it; what is drawn of a very long text is its beginning and its end, where the message is.
//
//   view->show(comparison, 0); view->pointAt("llama");
#pragma once

#include <QWidget>
#include <memory>

#include "core/tasks/latest_runner.h"
#include "core/verdicts/comparison.h"
#include "ui/theme/theme.h"

class QLabel;
class QPlainTextEdit;
class QToolButton;

namespace plumbline::ui {

class ScriptOutputView : public QWidget {
  Q_OBJECT

 public:
  explicit ScriptOutputView(const Theme& theme, QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  /// show chooses the check; its text is made when the view is visible.
  void show(const std::shared_ptr<const verdicts::Comparison>& comparison, std::size_t check);
  /// pointAt marks the line of a model and scrolls to it.
  void pointAt(const QString& model);
  /// wholeText is what the script printed; empty while it is being made.
  const QString& wholeText() const { return m_text; }
  void copyAll();

 Q_SIGNALS:
  void ready();

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  struct Output {
    QString text;
    QString drawn;
    int exitCode = 0;
    QString crash;
  };
  void start();
  void take(base::Outcome<Output> made);
  void mark();

  Theme m_theme;
  QPlainTextEdit* m_edit;
  QLabel* m_headline;
  QToolButton* m_copy;
  std::shared_ptr<const verdicts::Comparison> m_comparison;
  std::size_t m_check = 0;
  bool m_wanted = false;  ///< not made yet
  QString m_text;
  QString m_model;
  tasks::LatestRunner<Output> m_runner;
};

}  // namespace plumbline::ui
