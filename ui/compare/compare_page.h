// SPDX-License-Identifier: GPL-3.0-or-later
// Before and after: up to six runs side by side over all metrics, the dashboard's summary beside the paired one, what
// moved beyond its threshold, and what would under another one.
//
//   auto* page = new ComparePage(looks.theme(), compare, prompt);
//   connect(&compare, &CompareSession::changed, page, &ComparePage::showState);
#pragma once

#include <QByteArray>
#include <QList>
#include <QWidget>
#include <memory>

#include "core/session/compare_session.h"
#include "ui/support/action_spec.h"
#include "ui/theme/theme.h"

namespace plumbline::ui {

class FilePrompt;

class ComparePage : public QWidget {
  Q_OBJECT

 public:
  ComparePage(const Theme& theme, session::CompareSession& compare, FilePrompt& prompt, QWidget* parent = nullptr);
  ~ComparePage() override;

  QList<ActionSpec> actions();  ///< groups "Compare", "Filter", "Table"
  QString statusText() const;   ///< "62 models · 3 worse, 5 better beyond the thresholds"
  QByteArray saveState() const;
  bool restoreState(const QByteArray& state);
  bool showModel(const QString& model);

 public Q_SLOTS:
  void showState(const plumbline::session::CompareStatePtr& state);
  void setTheme(const plumbline::ui::Theme& theme);

 Q_SIGNALS:
  void modelChosen(const QString& model);  ///< a row became current
  void modelWanted(const QString& model);  ///< Enter: its row in triage
  void chartWanted(const QString& model);  ///< C: its mark in the charts
  void openRequested();
  void noticeWanted(const plumbline::base::Error& error);
  void statusChanged(const QString& text);
  void actionsChanged();

 protected:
  void showEvent(QShowEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  struct Private;
  std::unique_ptr<Private> d;
};

}  // namespace plumbline::ui
