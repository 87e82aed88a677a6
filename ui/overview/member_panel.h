// SPDX-License-Identifier: GPL-3.0-or-later
// The members of the current group, at its right: what each expected and got, in which config, and what was decided; below,
// the sentence that says why the current one is judged as it is. Enter opens its table, Left or Escape leads back.
#pragma once

#include <QWidget>
#include <optional>

#include "ui/overview/group_desk.h"
#include "ui/theme/theme.h"

class QLabel;

namespace plumbline::ui {

class ElidedLabel;
class MemberModel;
class MemberTable;

class MemberPanel : public QWidget {
  Q_OBJECT

 public:
  MemberPanel(GroupDesk& desk, const Theme& theme, QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  /// showGroup keeps the current member where the same group is shown again from a newer snapshot.
  void showGroup(std::optional<std::size_t> group);
  void focusMembers();
  bool hasMembersFocus() const;
  /// current is the member that has the keyboard, or had it last.
  std::optional<overview::RowRef> current() const;
  QString currentModel() const;

 Q_SIGNALS:
  void tableWanted(quint32 config, const QString& model);
  void leaveWanted();
  void currentMoved();

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void say();
  void fitSentence();

  GroupDesk& m_desk;
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
