// SPDX-License-Identifier: GPL-3.0-or-later
// The members of the current group, at its right: what each expected and got, in which config, and what was decided;
// below, the sentence that explains the verdict of the current one. Enter opens its table, Left or Escape leads back.
#pragma once

#include <QWidget>
#include <optional>

#include "ui/overview/group_controller.h"
#include "ui/support/tables/record_table.h"
#include "ui/theme/theme.h"

class QLabel;

namespace plumbline::ui {

class CellDelegate;
class MemberModel;

/// The table of a group's members.
class MemberTable : public RecordTable {
  Q_OBJECT

 public:
  MemberTable(MemberModel* model, const Theme& theme, QWidget* parent = nullptr);
  /// shapeColumns fits the columns; where room is short, the names shrink.
  void shapeColumns() override;

 Q_SIGNALS:
  void leaveRequested();  ///< Left or Escape

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void spanConfigs();

  MemberModel* m_model;
  CellDelegate* m_delegate;
};

class ElidedLabel;

class MemberPanel : public QWidget {
  Q_OBJECT

 public:
  MemberPanel(GroupController& controller, const Theme& theme, QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
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
  Theme m_theme;
  MemberModel* m_model;
  MemberTable* m_table;
  ElidedLabel* m_title;
  QLabel* m_sentence;
  ElidedLabel* m_origin;
  std::string m_group;  ///< id of the group shown
  QString m_currentConfig, m_currentModel;  ///< names outlive a snapshot
};

}  // namespace plumbline::ui
