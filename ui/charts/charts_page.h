// SPDX-License-Identifier: GPL-3.0-or-later
// The charts of the runs that are compared: one at a time, chosen by tab or key; beside it what is left out and how many
// models are shown. Everything decided in core/charts, drawn by ChartView.
//
//   auto* page = new ChartsPage(looks.theme(), compare, prompt);
//   connect(&compare, &CompareSession::changed, page, &ChartsPage::showState);
//   connect(page, &ChartsPage::modelRequested, triage, &TriagePage::showModel);
#pragma once

#include <QList>
#include <memory>

#include "core/charts/chart_data.h"
#include "core/session/compare_session.h"
#include "ui/support/page.h"

class QImage;

namespace plumbline::ui {

class FilePrompt;

class ChartsPage : public Page {
  Q_OBJECT

 public:
  ChartsPage(const Theme& theme, session::CompareSession& compare, FilePrompt& prompt, QWidget* parent = nullptr);
  ~ChartsPage() override;

  QList<ActionSpec> actions() override;  ///< groups "Chart", "File"
  QString menuActions() const override;
  QString statusText() const override;
  charts::ChartKind kind() const;
  /// pictureOf draws the chart of a kind as it would be shown, without what stands around it; null when it is empty.
  QImage pictureOf(charts::ChartKind kind, QSize size) const;

 public Q_SLOTS:
  void showState(const plumbline::session::CompareStatePtr& state);
  void showKind(plumbline::charts::ChartKind kind);
  /// showModel marks a model in the chart, paging to it where it is not among those shown.
  void showModel(const QString& model);
  void setTheme(const plumbline::ui::Theme& theme) override;
  void cancelWork();

 Q_SIGNALS:
  void busyChanged(bool isBusy);  ///< a chart of many models is being made
  void progress(quint64 done, quint64 total);
  void modelChosen(const QString& model);  ///< a mark became current
  void modelRequested(const QString& model);  ///< Enter or double click: show its row
  void compareRequested();                    ///< the page of runs
  void openRequested();                    ///< the empty state's button
  void noticeRequested(const plumbline::base::Error& error);  ///< a save that failed

 protected:
  QJsonObject layoutState() const override;
  bool restoreLayout(const QJsonObject& state) override;
  void showEvent(QShowEvent* event) override;

 private:
  struct Private;
  std::unique_ptr<Private> d;
};

}  // namespace plumbline::ui
