// SPDX-License-Identifier: GPL-3.0-or-later
// A file that git left with conflict markers: read-only but for the choice between the sides of each block. Applying
// gives one undoable change.
//
//   view->show(path, *baselines::conflictBlocks(bytes, path));
//   connect(view, &ConflictView::applyWanted, ...);   view->choices()
#pragma once

#include <QWidget>

#include "ui/review/conflict_blocks_view.h"

class QPushButton;

namespace plumbline::ui {

class ElidedLabel;

class ConflictView : public QWidget {
  Q_OBJECT

 public:
  explicit ConflictView(const Theme& theme, QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  void show(const QString& path, std::vector<baselines::ConflictBlock> blocks);
  using QWidget::show;
  const QString& path() const { return m_path; }
  ConflictBlocksView* blocks() const { return m_blocks; }
  std::vector<baselines::ConflictChoice> choices() const { return m_blocks->choices(); }

 Q_SIGNALS:
  void applyWanted();
  void leaveWanted();

 private:
  QPushButton* addButton(const QString& name, const QString& text, const QString& tooltip);
  void sayState();

  ElidedLabel* m_title;
  ConflictBlocksView* m_blocks;
  QPushButton* m_apply = nullptr;
  QString m_path;
};

}  // namespace plumbline::ui
