// SPDX-License-Identifier: GPL-3.0-or-later
// The page of the history: models by strips of runs, and below them one model's series with the moves of its baseline.
//
//   auto* page = new HistoryPage(themes.theme(), client);
//   page->showCell(u"inductor_torchbench_training"_s, u"moco"_s, u"graph_breaks"_s);
#pragma once

#include <QUrl>
#include <memory>

#include "core/session/history/history_client.h"
#include "ui/support/page.h"

namespace plumbline::ui {

class HistoryPage : public Page {
  Q_OBJECT

 public:
  HistoryPage(const Theme& theme, session::HistoryClient& client, QWidget* parent = nullptr);
  ~HistoryPage() override;

  QList<ActionSpec> actions() override;  ///< group "History"
  QString menuActions() const override;
  QString statusText() const override;
  QString place() const override;
  void showPlace(const QString& place) override;
  /// showCell makes a model in a config current, as soon as it is read; an empty metric keeps the one that is shown.
  /// `file` is its baseline, where that is known.
  void showCell(const QString& config, const QString& model, const QString& metric = {}, const QString& file = {});
  /// setFilling: what is opened and run is added; where nothing is, the page offers that otherwise.
  void setFilling(bool isFilling);
  /// reload reads the rows again when the page is shown.
  void reload();

 Q_SIGNALS:
  void linkRequested(const QUrl& url);
  void helpRequested();
  void fillRequested();  ///< a person says yes to adding what is opened and run
  void settled();  ///< what is asked for is on screen

 protected:
  QJsonObject layoutState() const override;
  bool restoreLayout(const QJsonObject& state) override;
  void showEvent(QShowEvent* event) override;
  QWidget* mainView() const override;

 private:
  struct Private;
  std::unique_ptr<Private> d;
};

}  // namespace plumbline::ui
