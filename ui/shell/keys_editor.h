// SPDX-License-Identifier: GPL-3.0-or-later
// The keys of all actions, to be changed: a list with a filter, a field that takes the next key press, and what stands
// against it. A key that another action has is refused with that action's name.
//
//   auto* keys = new KeysEditor(registry, preferences, page);
#pragma once

#include <QKeySequence>
#include <QLineEdit>
#include <QWidget>

#include "ui/theme/themed.h"

class QPushButton;
class QSortFilterProxyModel;
class QStandardItemModel;
class QTableView;

namespace plumbline::ui {

class ActionRegistry;
class FieldBox;
class Preferences;

/// KeyField takes one key with its modifiers. Tab and Esc keep their meaning, Backspace empties the field.
class KeyField : public QLineEdit {
  Q_OBJECT

 public:
  explicit KeyField(QWidget* parent = nullptr);
  QKeySequence key() const { return m_key; }
  void setKey(const QKeySequence& key);

 Q_SIGNALS:
  void keyChanged();

 protected:
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  QKeySequence m_key;
};

class KeysEditor : public QWidget, public Themed {
  Q_OBJECT

 public:
  KeysEditor(ActionRegistry& registry, Preferences& preferences, QWidget* parent = nullptr);

  /// fill lists the actions that the registry has now.
  void fill();
  /// resetAll gives every action its own keys again.
  void resetAll();
  void setTheme(const Theme& theme) override;

 Q_SIGNALS:
  void statusMessage(const QString& text);

 private:
  QString currentId() const;
  void showCurrent();
  void check();
  void setCurrentKeys(const QList<QKeySequence>& keys, bool areOwn);
  void reset();

  ActionRegistry& m_registry;
  Preferences& m_preferences;
  QStandardItemModel* m_model;
  QSortFilterProxyModel* m_shown;
  QLineEdit* m_filter;
  QTableView* m_table;
  KeyField* m_key;
  FieldBox* m_box;
  QPushButton* m_set;
  QPushButton* m_reset;
};

}  // namespace plumbline::ui
