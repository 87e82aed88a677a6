// SPDX-License-Identifier: GPL-3.0-or-later
// The page "Numerics": two or three files of tensors and what same() decides about them, or the margins in benchmark
// logs. All decisions are made in core/numerics.
//
//   auto* page = new NumericsPage(theme, prompt);
//   page->openFiles({u"ref.pt"_s, u"res.pt"_s, u"fp64.pt"_s});
#pragma once

#include <QTimer>

#include "core/base/result.h"
#include "core/numerics/same/same.h"
#include "ui/numerics/file_strip.h"
#include "ui/numerics/same_controller.h"
#include "ui/support/page.h"

class QStackedLayout;
class QVBoxLayout;

namespace plumbline::ui {

class FilePrompt;
class LogsView;
class TensorsView;

class NumericsPage : public Page {
  Q_OBJECT

 public:
  NumericsPage(const Theme& theme, FilePrompt& prompt, QWidget* parent = nullptr);

  /// actions are in the groups "Numerics", "Filter", "Table" and "Tensor".
  QList<ActionSpec> actions() override;
  QString menuActions() const override;
  QString statusText() const override;
  QStringList files() const override;
  QByteArray saveState() const override;
  bool restoreState(const QByteArray& state) override;
  /// takeHeader removes the line of files from the page; the window shows it in its header.
  QWidget* takeHeader();
  void openFiles(const TensorFiles& files);
  void openLogs(const QStringList& logs);
  void setOptions(const numerics::SameOptions& options);

 public Q_SLOTS:
  void cancelWork();

 Q_SIGNALS:
  void noticeRequested(const plumbline::base::Error& error);
  void noticeOver();  ///< the cause of the last notice is gone
  void busyChanged(bool isBusy);
  void progress(quint64 done, quint64 total);
  void answered();  ///< for tests: an answer, or the reason why there is none, is shown
  void settled();   ///< as answered(), and the details of the current tensor are shown

 protected:
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  struct ActionRow;
  static const ActionRow kActions[];

  QList<ActionSpec> detailActions(const QList<ActionSpec>& own);
  void connectParts();
  void connectLogs();
  void orderFocus();
  bool isFiles() const { return m_strip->mode() == NumericsStrip::Mode::Files; }
  bool hasAnswer() const;
  bool hasFailure() const;
  bool hasResult() const;  ///< an answer, or margins
  void setMode(NumericsStrip::Mode mode);
  void open(const TensorFiles& files);
  void showAnswer(const SameAnswer& answer);
  void showFailure(const base::Error& error);
  void showEmptyState();
  void notifyChanged();
  void focusBody(Qt::FocusReason reason);
  void step(int direction);
  void goToFirst();
  void goToWorst();
  void copyRows();
  void copyMarkdown();
  void saveReport();

  FilePrompt& m_prompt;
  bool m_hasProblem = false;       ///< a notice explains why there is no answer
  bool m_isNewComparison = true;   ///< these files have had no answer yet
  QTimer m_busyDelay;              ///< the old answer is hidden when reading takes longer
  SameController* m_controller;
  NumericsStrip* m_strip;
  TensorsView* m_tensors;
  LogsView* m_logs;
  QVBoxLayout* m_lines;
  QStackedLayout* m_modes;
};

}  // namespace plumbline::ui
