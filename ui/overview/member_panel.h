// SPDX-License-Identifier: GPL-3.0-or-later
// The members of the current group, at its right: what each expected and got, in which config, and what was decided;
// below, the sentence that explains the verdict of the current one. Enter opens its table, Left or Escape leads back.
#pragma once

#include <QAbstractTableModel>
#include <QWidget>
#include <optional>

#include "ui/overview/group_controller.h"
#include "ui/support/tables/record_table.h"
#include "ui/theme/themed.h"


namespace plumbline::ui {

/// The rows of one group: expected -> actual and what was decided. With several models in several configs, a line per
/// config and its models below; else one line each, by whatever differs. Cells are made on demand, so that a
/// group of thousands is shown at once.
class MemberModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { Name, Change, Decision, ColumnCount };

  explicit MemberModel(GroupController& controller, QObject* parent = nullptr);

  /// showGroup shows a group of the controller's snapshot; none without a number.
  void showGroup(std::optional<std::size_t> group);
  /// setShort shows decisions without words in a narrow table; tooltip and screen readers keep them.
  void setShort(bool on);
  const overview::Group* group() const { return m_group; }
  overview::RowRef member(int row) const { return m_group->members[m_lines[static_cast<std::size_t>(row)].member]; }
  /// isConfig: the line stands for a config, and the rows of its models follow.
  bool isConfig(int row) const { return m_lines[static_cast<std::size_t>(row)].isConfig; }
  /// isAnyDecided: a member has an answer, so that the column for it has something to show.
  bool isAnyDecided() const;
  /// rowOf finds a member's own line by config and model; -1 when it is not in this group.
  int rowOf(const QString& config, const QString& model) const;
  QString configName(int row) const;
  QString configTitle(int row) const;  ///< the same, marked where its baseline cannot be saved
  QString modelName(int row) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : int(ColumnCount); }
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  struct Line {
    std::size_t member = 0;
    bool isConfig = false;
  };
  void makeLines();
  QString accessibleText(int row) const;
  QString text(int row, int column) const;
  QString tooltip(int row) const;
  /// past of a row; null where the history says nothing, and for a config.
  const overview::RowPast* past(int row) const;

  GroupController& m_controller;
  session::CommitSnapshotPtr m_snapshot;  ///< holds m_group alive
  const overview::Group* m_group = nullptr;
  std::size_t m_number = 0;  ///< of m_group
  std::vector<Line> m_lines;
  bool m_short = false;
  bool m_byConfig = false;  ///< lines are named after their configs: the model is the same in all
};

class CellDelegate;

/// The table of a group's members.
class MemberTable : public RecordTable {
  Q_OBJECT

 public:
  MemberTable(MemberModel* model, const Theme& theme, QWidget* parent = nullptr);
  /// shapeColumns fits the columns; where room is short, the names shrink.
  void shapeColumns() override;

  /// headingRow is the config whose rows begin above the view; its line is drawn on top of them. -1: none is needed.
  int headingRow() const;
  /// indexAt is the config's line where its heading stands over a row.
  QModelIndex indexAt(const QPoint& at) const override;
  void scrollTo(const QModelIndex& index, ScrollHint hint = EnsureVisible) override;

 Q_SIGNALS:
  void leaveRequested();  ///< Left or Escape

 protected:
  void paintEvent(QPaintEvent* event) override;
  void scrollContentsBy(int dx, int dy) override;
  void keyPressEvent(QKeyEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void spanConfigs();
  QRect headingRect(int heading) const;

  MemberModel* m_model;
  CellDelegate* m_delegate;
};

class ElidedLabel;
class WordsLabel;

class MemberPanel : public QWidget, public Themed {
  Q_OBJECT

 public:
  MemberPanel(GroupController& controller, const Theme& theme, QWidget* parent = nullptr);

  void setTheme(const Theme& theme) override;
  /// showGroup keeps the current member where the same group is shown again from a newer snapshot.
  void showGroup(std::optional<std::size_t> group);
  void focusMembers();
  bool hasMembersFocus() const;
  /// current is the member that has the keyboard, or had it last.
  std::optional<overview::RowRef> current() const;
  QString currentModel() const;

 Q_SIGNALS:
  void tableRequested(quint32 config, const QString& model);
  void leaveRequested();
  void currentMoved();

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void showSentence();
  void fitSentence();

  GroupController& m_controller;
  MemberModel* m_model;
  MemberTable* m_table;
  WordsLabel* m_title;
  WordsLabel* m_sentence;
  ElidedLabel* m_origin;
  std::string m_group;  ///< id of the group shown
  QString m_currentConfig, m_currentModel;  ///< names outlive a snapshot
};

}  // namespace plumbline::ui
