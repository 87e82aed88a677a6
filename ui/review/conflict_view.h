// SPDX-License-Identifier: GPL-3.0-or-later
// A file that git left with conflict markers: read-only but for the choice between the sides of each block. Applying
// gives one undoable change.
//
//   view->show(path, *baselines::conflictBlocks(bytes, path));
//   connect(view, &ConflictView::applyRequested, ...);   view->choices()
#pragma once

#include <QFrame>
#include <QStringList>
#include <QWidget>
#include <optional>
#include <vector>

#include "core/baselines/conflict_blocks.h"
#include "ui/review/diff_view.h"
#include "ui/theme/themed.h"

class QPushButton;
class QLabel;

namespace plumbline::ui {

/// The line that appears when a file with edits was changed outside: what happened, and three actions.
class OutsideStrip : public QFrame, public Themed {
  Q_OBJECT

 public:
  explicit OutsideStrip(const Theme& theme, QWidget* parent = nullptr);
  void setTheme(const Theme& theme) override;

  /// setFiles names the files that were changed outside; the strip speaks of the first and hides when there is none.
  void setFiles(const QStringList& paths);
  /// showLost shows how many edits re-applying would leave out, also on the button.
  void showLost(const std::vector<std::string>& lost);

 Q_SIGNALS:
  void showRequested(const QString& path);
  void reapplyRequested(const QString& path);
  void discardRequested(const QString& path);

 private:
  void updateText();

  QLabel* m_text;
  QPushButton* m_reapply;
  QStringList m_paths;
};

// Both sides of every conflict, side by side, with the choice for each. 1 takes ours, 2 theirs, 3 both; up and down (or J
// and K) walk. Draws only what is on screen.
//
//   view->show(blocks);   connect(view, &ConflictBlocksView::chosen, ...);   view->choices()

class ConflictBlocksView : public LineView {
  Q_OBJECT

 public:
  using Choice = baselines::ConflictChoice;

  explicit ConflictBlocksView(const Theme& theme, QWidget* parent = nullptr);
  void show(std::vector<baselines::ConflictBlock> blocks);
  using LineView::show;

  std::size_t blockCount() const { return m_blocks.size(); }
  std::size_t current() const { return m_current; }
  std::size_t openCount() const;  ///< blocks without a choice
  /// choices is complete only when openCount() is 0.
  std::vector<Choice> choices() const;
  void choose(std::size_t block, Choice choice);
  void chooseAll(Choice choice);
  void goTo(std::size_t block);

 Q_SIGNALS:
  void chosen();
  void applyRequested();  ///< Enter, once every block has a choice

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  struct Block {
    baselines::ConflictBlock conflict;
    std::vector<QString> ours, theirs;  ///< lines
    std::optional<Choice> choice;
    int top = 0, rows = 0;              ///< in rows of the whole view: heading, names, lines, an empty one
  };
  void measure() override;
  void updatePosition();
  void paintBlock(QPainter& painter, const Block& block, std::size_t number, int y);
  void paintSide(QPainter& painter, const std::vector<QString>& lines, const QRect& room, bool taken, bool decided);
  QString heading(const Block& block, std::size_t number) const;

  std::vector<Block> m_blocks;
  std::size_t m_current = 0;
};

class ElidedLabel;

class ConflictView : public QWidget {
  Q_OBJECT

 public:
  explicit ConflictView(const Theme& theme, QWidget* parent = nullptr);
  void show(const QString& path, std::vector<baselines::ConflictBlock> blocks);
  using QWidget::show;
  const QString& path() const { return m_path; }
  ConflictBlocksView* blocks() const { return m_blocks; }
  std::vector<baselines::ConflictChoice> choices() const { return m_blocks->choices(); }

 Q_SIGNALS:
  void applyRequested();
  void leaveRequested();

 private:
  void updateState();

  ElidedLabel* m_title;
  ConflictBlocksView* m_blocks;
  QPushButton* m_apply = nullptr;
  QString m_path;
};

}  // namespace plumbline::ui
