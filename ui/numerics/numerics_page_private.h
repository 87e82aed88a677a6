// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of NumericsPage, shared by its source files: the page itself, what it does, the list of its actions.
#pragma once

#include <QSplitter>
#include <QStackedLayout>
#include <QTimer>
#include <QVBoxLayout>
#include <optional>

#include "ui/numerics/answer_strip.h"
#include "ui/numerics/file_strip.h"
#include "ui/numerics/logs_view.h"
#include "ui/numerics/numerics_page.h"
#include "ui/numerics/options_bar.h"
#include "ui/numerics/tensor_bar.h"
#include "ui/numerics/tensor_details.h"
#include "ui/numerics/tensor_model.h"
#include "ui/numerics/tensor_tree.h"
#include "ui/support/empty_state.h"
#include "ui/support/file_prompt.h"

namespace plumbline::ui {

struct NumericsPage::Private {
  Private(NumericsPage* owner, const Theme& look, FilePrompt& p) : page(owner), theme(look), prompt(p) {}

  NumericsPage* page;
  Theme theme;
  FilePrompt& prompt;
  std::optional<SameAnswer> answer;   ///< on screen
  QString news;                       ///< what just happened, for the status line
  bool isDetailsBusy = false;
  bool hasProblem = false;            ///< a notice tells why there is no answer
  bool isNewComparison = true;        ///< nobody has looked at these files yet
  bool isOptionsWanted = true;
  std::optional<bool> detailsWanted;  ///< by a person; else they are shown where there is room
  bool isShaped = false;              ///< the splitter has sizes that a person gave
  QTimer patience;                    ///< runs out when reading takes longer than anybody would not notice
  SameDesk* desk = nullptr;
  NumericsStrip* strip = nullptr;
  AnswerStrip* answerStrip = nullptr;
  SameOptionsBar* options = nullptr;
  TensorBar* bar = nullptr;
  TensorModel* model = nullptr;
  TensorTree* tree = nullptr;
  TensorDetails* details = nullptr;
  LogsView* logs = nullptr;
  EmptyState* nothing = nullptr;       ///< no files, or files that cannot be read
  EmptyState* nothingShown = nullptr;  ///< the filter leaves nothing
  QSplitter* split = nullptr;          ///< tensors | details
  QVBoxLayout* lines = nullptr;
  QStackedLayout *modes = nullptr, *pages = nullptr, *trees = nullptr;

  void build();
  QWidget* buildFiles();
  void connectParts();
  void orderFocus();
  void setMode(NumericsStrip::Mode mode);
  bool isFiles() const { return strip->mode() == NumericsStrip::Mode::Files; }
  void open(const TensorFiles& files);
  void showAnswer(const SameAnswer& answer);
  void showFailure(const base::Error& error);
  void sayNothing();
  void showRows();
  void showCurrent();
  void showParts();
  bool isDetailsWanted() const;
  void turnSplit();
  void tell(const QString& text);
  void focusBody(Qt::FocusReason reason);
  int currentNode() const { return answer ? tree->currentNode() : -1; }

  // what a person does
  void step(int direction);
  void goToFirst();
  void goToWorst();
  bool goTo(int node);
  void sortByMargin();
  void copyRows();
  void copyMarkdown();
  void saveReport();
};

}  // namespace plumbline::ui
