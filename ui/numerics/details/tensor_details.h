// SPDX-License-Identifier: GPL-3.0-or-later
// One tensor of a comparison in full: verdict and margin, the figures, and its errors as histogram, scatter, heat map,
// channels and values. Computes on a worker thread; results about a tensor shown before are dropped.
//
//   auto* details = new TensorDetails(theme, page);
//   details->showPair({u"layer0.weight"_s, decision, options});
#pragma once

#include <QList>
#include <QString>
#include <QWidget>

#include "core/base/result.h"
#include "core/numerics/same/same.h"
#include "core/tasks/latest_runner.h"
#include "ui/numerics/details/error_view.h"
#include "ui/support/action_spec.h"
#include "ui/theme/themed.h"

class QLabel;
class QStackedLayout;
class QTabBar;

namespace plumbline::ui {

class ChannelView;
class Divider;
class ElidedLabel;
class FiguresModel;
class HeatView;
class HistogramView;
class NumberTable;
class ScatterView;
class ValuesView;

/// TensorSubject is a decision of same() with the values it is about. Of values that are not tensors, or have no
/// partner, only the text is shown.
struct TensorSubject {
  QString name;
  numerics::Decision decision;
  numerics::SameOptions options;
};

/// The head of the details: name, dtypes and shapes; verdict with the step that decided, and the margin as a bar.
class TensorHead : public QWidget {
  Q_OBJECT

 public:
  explicit TensorHead(const Theme& theme, QWidget* parent = nullptr);
  void showSubject(const TensorSubject& subject);
  void clear();
  /// setProgress shows the progress of the figures in percent; -1: nothing is computed.
  void setProgress(int percent);
  QString verdictText() const;
  QString factsText() const;

 private:
  class VerdictLine;
  ElidedLabel* m_name;
  ElidedLabel* m_facts;
  ElidedLabel* m_progress;
  VerdictLine* m_verdict;
};

class TensorDetails : public QWidget, public Themed {
  Q_OBJECT

 public:
  explicit TensorDetails(const Theme& theme, QWidget* parent = nullptr);

  /// showPair keeps tab, axes and chosen element when the values are those shown before.
  void showPair(const TensorSubject& subject);
  /// showTab shows one of the six tabs, from 0 (figures) to 5 (values).
  void showTab(int tab);
  void clear();
  /// actions returns the commands of the views (keys 1 to 6 and others) for the page's list.
  QList<ActionSpec> actions();
  QList<QWidget*> focusOrder() const;

 public Q_SLOTS:
  void setTheme(const plumbline::ui::Theme& theme) override;

 Q_SIGNALS:
  void noticeRequested(const plumbline::base::Error& error);
  void busyChanged(bool isBusy);
  void viewRequested();  ///< the key of a view was pressed: the details must be visible

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  /// In the order of the tabs and of their keys.
  enum class Tab { Figures, Histogram, Scatter, HeatMap, Channels, Values };
  struct ActionRow;

  void buildFigures();
  QWidget* buildViews();
  void connectView(ErrorView& view);
  void showStatistics(base::Outcome<numerics::ErrorStatistics> statistics);
  void shareContext();
  void choose(qint64 flat);
  void chooseWorst();
  void openFigure();
  void openValues(qint64 flat);
  void showMessage(const QString& title, const QString& text);
  void showTab(Tab tab, bool takesFocus);
  void openTab(Tab tab);
  Tab tab() const;
  void setWide(bool on);  ///< the figures stand beside the views, or in a tab
  void showFigures();
  void updateBusy();
  bool isShown(Tab tab) const;
  QList<ErrorView*> views() const;

  TensorSubject m_subject;
  ErrorContext m_context;
  ErrorPairPtr m_requested;  ///< what the running computation is about
  bool m_wasBusy = false, m_isWide = true, m_isMoving = false;
  TensorHead* m_head;
  QWidget* m_body;
  QWidget* m_side;  ///< room of the figures beside the views
  QWidget* m_figuresTab = nullptr;
  Divider* m_divider;
  QTabBar* m_tabs;
  QStackedLayout* m_stack = nullptr;
  QStackedLayout* m_pages = nullptr;  ///< the details, or a sentence
  QLabel* m_sentence;
  FiguresModel* m_figures;
  NumberTable* m_table = nullptr;
  HistogramView* m_histogram = nullptr;
  ScatterView* m_scatter = nullptr;
  HeatView* m_heat = nullptr;
  ChannelView* m_channels = nullptr;
  ValuesView* m_values = nullptr;
  tasks::LatestRunner<numerics::ErrorStatistics> m_runner;
};

}  // namespace plumbline::ui
