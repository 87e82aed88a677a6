// SPDX-License-Identifier: GPL-3.0-or-later
// All keys on one page (`?`), grouped as in the menu, made from the action registry so that it cannot be out of date.
#pragma once

#include <QKeySequence>
#include <QWidget>

class QGridLayout;

namespace plumbline::ui {

// A key drawn as a key: rounded frame, the key's name in it.

class KeyCap : public QWidget {
  Q_OBJECT

 public:
  explicit KeyCap(const QKeySequence& key, QWidget* parent = nullptr);
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString m_text;
};

class ActionRegistry;

class KeysPage : public QWidget {
  Q_OBJECT

 public:
  explicit KeysPage(const ActionRegistry& registry, QWidget* parent = nullptr);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void arrange();

  QWidget* m_sheet;
  QGridLayout* m_grid;
  QList<QWidget*> m_groups;
  int m_columns = 0;
};

}  // namespace plumbline::ui
