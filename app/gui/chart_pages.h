// SPDX-License-Identifier: GPL-3.0-or-later
// Puts the pages of compared runs into the window: before/after and the charts; one model is current in all of them.
#pragma once

#include <QObject>
#include <QString>
#include <functional>

#include "core/session/compare_session.h"

namespace plumbline::session {
class CommitSession;
class HistoryClient;
class Session;
}  // namespace plumbline::session
namespace plumbline::ui {
class ChartsPage;
class ComparePage;
class TriagePage;
}  // namespace plumbline::ui

namespace plumbline::app {

class PageHost;

struct ChartParts {
  PageHost& host;
  session::Session& session;
  session::CommitSession& commit;
  session::CompareSession& compare;
  session::HistoryClient* history = nullptr;  ///< null: the comparison is not held against earlier runs
  std::function<void(const QString& model)> showInCommit = {};  ///< one model over all configs of what is opened
};

class ChartPages : public QObject {
  Q_OBJECT

 public:
  explicit ChartPages(const ChartParts& parts);
  ~ChartPages() override;

  void addPages();
  /// joinTriage lets the table's current model be the charts', and a chart's model the table's.
  void joinTriage(ui::TriagePage& triage);
  /// charts returns the page, made when it was not shown yet.
  ui::ChartsPage* charts();

 private:
  template <typename PageWidget>
  void connectPage(PageWidget* page, const QString& id);
  void addCompare();
  void addCharts();
  void showRow(const QString& model);
  void choose(const QString& model);

  ChartParts m;
  ui::ComparePage* m_comparePage = nullptr;  ///< these are made when they are first shown
  ui::ChartsPage* m_charts = nullptr;
  ui::TriagePage* m_triage = nullptr;
  QString m_model;  ///< the one that is current, wherever it was chosen
  QString m_chosen;  ///< on a page that was in front
};

}  // namespace plumbline::app
