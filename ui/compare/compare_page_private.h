// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of ComparePage, shared by its source files: the page itself, the list of its actions.
#pragma once

#include <QStackedLayout>

#include "ui/compare/compare_bar.h"
#include "ui/compare/compare_copier.h"
#include "ui/compare/compare_model.h"
#include "ui/compare/compare_page.h"
#include "ui/compare/compare_table.h"
#include "ui/compare/move_details.h"
#include "ui/compare/report_saver.h"
#include "ui/compare/rows_maker.h"
#include "ui/compare/run_strip.h"
#include "ui/compare/summary_model.h"
#include "ui/compare/summary_view.h"
#include "ui/compare/threshold_panel.h"
#include "ui/support/empty_state.h"
#include "ui/support/file_prompt.h"

namespace plumbline::ui {

struct ComparePage::Private {
  Private(ComparePage* owner, const Theme& look, session::CompareSession& c, FilePrompt& p)
      : page(owner), theme(look), compare(c), prompt(p) {}

  ComparePage* page;
  Theme theme;
  session::CompareSession& compare;
  FilePrompt& prompt;
  session::CompareStatePtr state;
  bool isStale = false;                ///< the state came while the page was hidden
  bool summaryWanted = true;           ///< a person wants to see summary and thresholds
  bool isQuiet = false;                ///< another page chose the model: that is no news
  QString chosen;                      ///< model that modelChosen told last
  QString news;                        ///< what just happened, for the status line
  CompareModel* model = nullptr;
  RowsMaker* maker = nullptr;
  RunStrip* strip = nullptr;
  QWidget* block = nullptr;            ///< summary and thresholds
  SummaryModel* summaryModel = nullptr;
  SummaryView* summary = nullptr;
  ThresholdPanel* thresholds = nullptr;
  CompareBar* bar = nullptr;
  CompareTable* table = nullptr;
  MoveDetails* details = nullptr;
  CompareCopier* copier = nullptr;
  ReportSaver* saver = nullptr;
  EmptyState* nothingOpen = nullptr;   ///< no run
  EmptyState* nothingShown = nullptr;  ///< the filter leaves no row
  QStackedLayout* pages = nullptr;
  QStackedLayout* tables = nullptr;

  void build();
  void buildBlock(QWidget* body);
  void connectParts();
  void orderFocus();
  void catchUp();
  bool focusBody(Qt::FocusReason reason);
  void showMade(const MadeRows& made);
  void showRows();
  void showCurrent();
  void sayNothing();
  void fitBlock();
  void readWish();
  void tell(const QString& text);
  void step(int direction);
  void openFiles();
  void saveReport();
  void copy(CompareCopy format);
  bool hasRuns() const { return state && state->diff; }
  bool hasPair() const { return hasRuns() && state->before != state->after; }
  bool hasCurrent() const { return model->rows() && table->currentIndex().isValid(); }
  QString currentModel() const { return hasCurrent() ? model->modelName(table->currentIndex().row()) : QString(); }
};

}  // namespace plumbline::ui
