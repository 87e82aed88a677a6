// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of TensorDetails, shared by its source files: the view itself, and its keys.
#pragma once

#include <QTabBar>

#include "core/tasks/latest_runner.h"
#include "ui/numerics/chart_views.h"
#include "ui/numerics/figures_model.h"
#include "ui/numerics/heat_view.h"
#include "ui/numerics/tensor_details.h"
#include "ui/numerics/tensor_head.h"
#include "ui/numerics/values_view.h"

class QLabel;
class QStackedLayout;

namespace plumbline::ui {

class Divider;
class NumberTable;

/// DetailTab in the order of the tabs and of their keys.
enum class DetailTab { Figures, Histogram, Scatter, HeatMap, Channels, Values };
inline constexpr int kDetailTabs = 6;

class TensorDetails::Private {
 public:
  Private(TensorDetails* owner, const Theme& look);

  void build();
  void showSubject(const TensorSubject& wanted);
  void take(base::Outcome<numerics::ErrorStatistics> made);
  void spread();             ///< the context to all views
  void choose(qint64 flat);  ///< an element
  void goToWorst();
  void openFigure();
  void say(const QString& title, const QString& text);
  void showTab(DetailTab tab, bool takesFocus);
  DetailTab tab() const;
  void setWide(bool on);     ///< the figures beside the views, or a tab of their own
  void showFigures();
  void tellBusy();
  bool hasElements() const { return context.chosen.has_value(); }
  QList<ErrorView*> views() const { return {histogram, scatter, heat, channels, values}; }

  TensorDetails* details;
  Theme theme;
  TensorSubject subject;
  ErrorContext context;
  ErrorPairPtr asked;        ///< what the running computation is about
  bool wasBusy = false, isWide = false, isMoving = false;
  QString failure;           ///< why there are no figures

  TensorHead* head = nullptr;
  QWidget* body = nullptr;
  QWidget* side = nullptr;   ///< room of the figures beside the views
  QWidget* figuresTab = nullptr;
  Divider* divider = nullptr;
  QTabBar* tabs = nullptr;
  QStackedLayout* stack = nullptr;
  QStackedLayout* whole = nullptr;  ///< all of it, or a sentence
  QLabel* sentence = nullptr;
  FiguresModel* figures = nullptr;
  NumberTable* table = nullptr;
  HistogramView* histogram = nullptr;
  ScatterView* scatter = nullptr;
  HeatView* heat = nullptr;
  ChannelView* channels = nullptr;
  ValuesView* values = nullptr;
  tasks::LatestRunner<numerics::ErrorStatistics> runner;  // last: it ends first
};

}  // namespace plumbline::ui
