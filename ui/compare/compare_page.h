// SPDX-License-Identifier: GPL-3.0-or-later
// Before and after: up to six runs side by side over all metrics, the dashboard's summary beside the paired one, what
// moved beyond its threshold, and what would under another one.
//
//   auto* page = new ComparePage(looks.theme(), compare, prompt);
//   connect(&compare, &CompareSession::changed, page, &ComparePage::showState);
#pragma once

#include <QList>
#include <memory>

#include "core/session/compare_session.h"
#include "ui/support/page.h"

namespace plumbline::session {
class HistoryClient;
}

namespace plumbline::ui {

class FilePrompt;

class ComparePage : public Page {
  Q_OBJECT

 public:
  ComparePage(const Theme& theme, session::CompareSession& compare, FilePrompt& prompt, QWidget* parent = nullptr);
  ~ComparePage() override;

  QList<ActionSpec> actions() override;  ///< groups "Compare", "Filter", "Table"
  QString menuActions() const override;
  QString statusText() const override;   ///< "62 models · 3 worse, 5 better beyond the thresholds"
  bool showModel(const QString& model);
  /// setHistory holds what moved against the noise of the runs in the history. client must outlive the page.
  void setHistory(session::HistoryClient& client);
  /// followModel shows the model that another page chose, if it moved; one that stayed as it was leaves the row alone.
  void followModel(const QString& model);

 public Q_SLOTS:
  void showState(const plumbline::session::CompareStatePtr& state);
  void setTheme(const plumbline::ui::Theme& theme) override;

 Q_SIGNALS:
  void modelChosen(const QString& model);  ///< a row became current
  void modelRequested(const QString& model);  ///< Enter: its row in triage
  void chartRequested(const QString& model);  ///< C: its mark in the charts
  void openRequested();
  void noticeRequested(const plumbline::base::Error& error);

 protected:
  QJsonObject layoutState() const override;
  bool restoreLayout(const QJsonObject& state) override;
  void showEvent(QShowEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  QWidget* mainView() const override;

 private:
  struct Private;
  std::unique_ptr<Private> d;
};

}  // namespace plumbline::ui
