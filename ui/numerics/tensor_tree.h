// SPDX-License-Identifier: GPL-3.0-or-later
// The table of tensors, as a tree or as a list. When options, filter or order change, the current tensor keeps its
// position on the screen, and closed nodes stay closed.
//
//   auto* tree = new TensorTree(model, theme, page);
//   connect(tree, &TensorTree::currentMoved, page, ...);
#pragma once

#include <QHash>
#include <QJsonObject>
#include <QSet>
#include <QTreeView>

#include "ui/theme/themed.h"

class QMenu;

namespace plumbline::ui {

class TensorModel;

class TensorTree : public QTreeView, public Themed {
  Q_OBJECT

 public:
  TensorTree(TensorModel* model, const Theme& theme, QWidget* parent = nullptr);

  void setTheme(const Theme& theme) override;
  /// currentNode is the node of the current row; -1: none.
  int currentNode() const;
  /// goTo makes a node current, selected and visible; false when the filter hides it.
  bool goTo(int node);
  /// selectedNodes are in the order shown; only the current one when nothing is selected.
  QList<int> selectedNodes() const;
  QList<int> shownColumns() const;
  void setAllOpen(bool open);
  /// columnMenu shows and hides columns; it deletes itself when closed.
  QMenu* columnMenu();
  QJsonObject saveColumns() const;
  void restoreColumns(const QJsonObject& saved);

 Q_SIGNALS:
  void currentMoved();  ///< another tensor is current, or none is
  void opened();        ///< Enter

 protected:
  void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
  void drawBranches(QPainter* painter, const QRect& rect, const QModelIndex& index) const override;
  void keyPressEvent(QKeyEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void keyboardSearch(const QString&) override {}  // letters are commands here

 private:
  class Delegate;
  void shapeColumns();
  void showSortMark();
  void savePosition();
  void restorePosition();
  int widthOf(int column) const;

  TensorModel* m_model;
  Delegate* m_delegate;
  Theme m_theme;
  QHash<int, int> m_pulled;   ///< widths set by the user, by column
  QSet<int> m_hidden;         ///< by the user
  QSet<QString> m_closed;     ///< paths
  QString m_current;          ///< path; kept while the filter hides it
  int m_offset = 0;           ///< of the current row from the top, px; -1: not on the screen
  bool m_isShaping = false, m_isMoving = false, m_isOpening = false;
};

}  // namespace plumbline::ui
