// SPDX-License-Identifier: GPL-3.0-or-later
// An answer of same(): the answer in a line, the options, the tensors and the details of the current one; or a sentence
// while there is no answer. Computes nothing itself except the details.
//
//   view->showAnswer(answer, true);
//   view->showEmpty(tr("Cancelled"), tr("Nothing was decided."), {{tr("Compare"), reload}});
#pragma once

#include <QJsonObject>
#include <QWidget>
#include <optional>

#include "core/base/result.h"
#include "ui/numerics/same_controller.h"
#include "ui/numerics/tensor_rows.h"
#include "ui/support/chip_filter_bar.h"
#include "ui/support/empty_state.h"
#include "ui/theme/theme.h"

class QSplitter;
class QStackedLayout;

namespace plumbline::ui {

class AnswerStrip;
class SameOptionsBar;
class TensorDetails;
class TensorModel;
class TensorTree;

/// Above the tensors: chips for failing and near tensors, the text filter, the number of shown values.
///
///   connect(bar, &TensorBar::filterChanged, [&] { model.setFilter(bar->filter()); });
class TensorBar : public TableFilterBar {
  Q_OBJECT

 public:
  explicit TensorBar(const Theme& theme, QWidget* parent = nullptr);

  void showRows(const TensorRowsPtr& rows);
  void setShownCount(std::size_t shown, std::size_t all);
  TensorFilter filter() const;
  void toggleFailing() { m_failing->toggle(); }
  void toggleNear() { m_near->toggle(); }

 private:
  MarkChip *m_failing, *m_near;
};

class TensorsView : public QWidget {
  Q_OBJECT

 public:
  explicit TensorsView(const Theme& theme, QWidget* parent = nullptr);

  /// arrange puts the details beside or below the tensors, as the size of the page allows.
  void arrange(QSize pageSize);
  /// showAnswer makes the first failure current when the files were not compared before.
  void showAnswer(const SameAnswer& answer, bool isNewComparison);
  /// showEmpty shows a sentence in the place of the answer.
  void showEmpty(const QString& title, const QString& text, const QList<EmptyState::Button>& buttons);
  /// clear removes the answer and its tensors; dropAnswer only the answer, its tensors stay until another one is shown.
  void clear();
  void dropAnswer() { m_answer.reset(); }
  const std::optional<SameAnswer>& answer() const { return m_answer; }
  /// statusText summarizes the answer; "" without one.
  QString statusText() const;
  bool isDetailsBusy() const { return m_isDetailsBusy; }

  bool areOptionsShown() const { return m_areOptionsShown; }
  void setOptionsShown(bool shown);
  bool areDetailsShown() const;
  void setDetailsShown(bool shown);
  /// goTo clears the filter when it hides the node; false for a negative node.
  bool goTo(int node);
  int currentNode() const;
  void sortByCurrentColumn();
  /// toggleMarginOrder sorts by margin, or restores torch's order; returns whether the order is by margin now.
  bool toggleMarginOrder();
  /// rowsText returns the selected rows as tab-separated text.
  QString rowsText() const;
  void showColumnMenu();
  void focusBody(Qt::FocusReason reason);
  QList<QWidget*> focusOrder() const;
  QJsonObject saveState() const;
  void restoreState(const QJsonObject& state);

  AnswerStrip& answerStrip() const { return *m_answerStrip; }
  SameOptionsBar& options() const { return *m_options; }
  TensorBar& bar() const { return *m_bar; }
  TensorDetails& details() const { return *m_details; }
  TensorModel& model() const { return *m_model; }
  TensorTree& tree() const { return *m_tree; }
  /// isInEmptyState: the widget is one of the buttons of showEmpty.
  bool isInEmptyState(const QWidget* widget) const { return m_nothing->isAncestorOf(widget); }

 Q_SIGNALS:
  void changed();  ///< an action may be enabled or checked differently
  void detailsSettled();
  void noticeRequested(const plumbline::base::Error& error);

 private:
  void connectParts();
  void showRows();
  void showCurrent();
  void showParts();

  QSize m_pageSize;
  std::optional<SameAnswer> m_answer;  ///< on screen
  bool m_isDetailsBusy = false;
  bool m_areOptionsShown = true;
  std::optional<bool> m_detailsChoice;  ///< of the user; otherwise details are shown where there is room
  bool m_isShaped = false;              ///< the user moved the splitter
  TensorModel* m_model;
  AnswerStrip* m_answerStrip = nullptr;
  SameOptionsBar* m_options = nullptr;
  TensorBar* m_bar = nullptr;
  TensorTree* m_tree = nullptr;
  TensorDetails* m_details = nullptr;
  EmptyState* m_nothing = nullptr;       ///< no files, or files that cannot be read
  EmptyState* m_nothingShown = nullptr;  ///< the filter hides all tensors
  QSplitter* m_split = nullptr;          ///< tensors | details
  QStackedLayout *m_pages = nullptr, *m_trees = nullptr;
};

}  // namespace plumbline::ui
