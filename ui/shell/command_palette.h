// SPDX-License-Identifier: GPL-3.0-or-later
// The command search (Ctrl+Shift+P): type a few letters, Enter runs. Lies over the window, blocks nothing, and gives
// the focus back where it was. Up, Down, Page keys move; Esc or a click elsewhere closes.
#pragma once

#include <QFrame>
#include <QPointer>

class QLineEdit;
class QListView;

namespace plumbline::ui {

class ActionRegistry;
class CommandModel;

class CommandPalette : public QFrame {
  Q_OBJECT

 public:
  CommandPalette(ActionRegistry& registry, QWidget* window);

  void open();
  void close();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void place();
  void runCurrent();
  void moveBy(int rows);

  ActionRegistry& m_registry;
  CommandModel* m_model;
  QLineEdit* m_edit;
  QListView* m_list;
  QPointer<QWidget> m_focusBefore;
};

}  // namespace plumbline::ui
