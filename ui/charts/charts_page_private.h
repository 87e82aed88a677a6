// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of ChartsPage, shared by its source files: the page itself, its actions, and what leaves it as files.
#pragma once

#include <QMap>
#include <QStackedLayout>
#include <optional>

#include "core/base/error.h"
#include "core/base/result.h"
#include "ui/charts/chart_bar.h"
#include "ui/charts/chart_readout.h"
#include "ui/charts/chart_view.h"
#include "ui/charts/charts_page.h"
#include "ui/charts/kind_tabs.h"

class QToolButton;

namespace plumbline::ui {

class ElidedLabel;
class EmptyState;

struct ChartsPage::Private {
  Private(ChartsPage* owner, const Theme& look, FilePrompt& files) : page(owner), theme(look), prompt(files) {}

  ChartsPage* page;
  Theme theme;
  FilePrompt& prompt;
  session::CompareStatePtr state;
  charts::ChartKind kind = charts::ChartKind::Speedup;
  QMap<charts::ChartKind, QString> metrics;  ///< chosen; absent: the chart's own first choice
  charts::Order order = charts::Order::WorstFirst;
  std::size_t first = 0;
  bool all = false, peak = false, onlyModel = false;
  QString model;                             ///< current, wherever it was chosen
  ChartPtr chart;
  bool isStale = false;                      ///< changed while nobody looked
  QString news;                              ///< what just happened, for the status line

  KindTabs* tabs = nullptr;
  ChartBar* bar = nullptr;
  ChartReadout* readout = nullptr;
  QToolButton* whole = nullptr;
  QToolButton* save = nullptr;
  ChartView* view = nullptr;
  EmptyState* nothing = nullptr;
  ElidedLabel* notes = nullptr;
  QWidget* body = nullptr;
  QStackedLayout* stack = nullptr;  ///< view or nothing

  void build();
  QWidget* buildTop();
  QWidget* buildReading();
  void rebuild();
  void sayNothing();
  std::optional<charts::ChartKind> otherKind() const;
  void showReadout();
  void showChoices();
  void tell(const QString& text);
  bool hasChart() const { return chart && !chart->isEmpty(); }
  ChartPtr made(charts::ChartKind which, bool isFirstPage) const;
  diff::RunDiffPtr diffOf(charts::ChartKind which) const;
  charts::ChartOptions options(charts::ChartKind which) const;
  QString metricOf(charts::ChartKind which) const;
  QList<ChartBar::Metric> metricsOf(charts::ChartKind which) const;
  bool hasPages() const;
  void choose(const QString& name);
  void turnPage(int direction);
  void setMetric(const QString& name);
  void setOrder(charts::Order wanted);
  bool pageTo(const QString& name);

  QSize pictureSize() const;
  void askAndSave(const QString& ending, const QString& title, const QString& kinds, std::function<std::string()> bytes);
  void savePng();
  void saveSvg();
  void saveCsv();
  void copyImage();
  void copyData();
};

}  // namespace plumbline::ui
