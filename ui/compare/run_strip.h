// SPDX-License-Identifier: GPL-3.0-or-later
// The runs that are compared, in order, and what can be done with them: add, take away, which is before and which after,
// swap, follow the pair on screen.
//
//   auto* strip = new RunStrip(theme, page);
//   connect(strip, &RunStrip::sidesRequested, &compare, &CompareSession::setSides);
#pragma once

#include <QList>
#include <QWidget>

#include "core/diff/run_diff.h"
#include "core/session/compare_session.h"
#include "ui/support/quiet_button.h"
#include "ui/theme/themed.h"

class QHBoxLayout;
class QMenu;
class QToolButton;

namespace plumbline::ui {

// One run of the comparison: its letter in its colour, its label, and whether it is the one before or the one after. A
// click or Enter opens what can be done with it, Delete takes it away.

enum class RunSide { None, Before, After, BeforeRepeat, AfterRepeat };

class RunChip : public QuietButton, public Themed {
  Q_OBJECT

 public:
  RunChip(const Theme& theme, std::size_t run, QWidget* parent = nullptr);

  void show(const diff::Run& run, RunSide side);
  void setTheme(const Theme& theme) override;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;
  /// caption is the label and the name of the file, or the one that holds the other: "baseline · llama.csv".
  QString caption() const;

 Q_SIGNALS:
  void menuRequested();
  void removeRequested();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  QString sideWord() const;

  Theme m_theme;
  std::size_t m_run;
  QString m_label;
  QString m_file;  ///< name without folder
  RunSide m_side = RunSide::None;
};

class RunChip;

class RunStrip : public QWidget, public Themed {
  Q_OBJECT

 public:
  explicit RunStrip(const Theme& theme, QWidget* parent = nullptr);

  void setTheme(const Theme& theme) override;
  void showState(const session::CompareStatePtr& state);
  /// setThresholdsShown shows on its button whether the thresholds are open.
  void setThresholdsShown(bool on);
  /// openAddMenu shows the offers below its button; runMenu what can be done with a run. Both delete themselves.
  void openAddMenu();
  QMenu* addMenu();
  QMenu* runMenu(std::size_t run);
  QList<QWidget*> focusOrder() const;
  const QList<RunChip*>& chips() const { return m_chips; }

 Q_SIGNALS:
  void sidesRequested(std::size_t before, std::size_t after);
  void removeRequested(std::size_t run);
  void runsRequested(const std::vector<plumbline::diff::Run>& runs);
  void filesRequested();
  void repeatsRequested(std::size_t first);
  void swapRequested();
  void followRequested();
  void saveRequested();
  void thresholdsToggled();

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  QToolButton* addButton(const QString& text, const QString& icon, const QString& tooltip);
  void shortenChips();
  bool isChosen(const diff::Run& run) const;

  Theme m_theme;
  session::CompareStatePtr m_state;
  QHBoxLayout* m_runs;
  QList<RunChip*> m_chips;
  QToolButton *m_add, *m_swap, *m_follow, *m_thresholds, *m_save;
};

}  // namespace plumbline::ui
