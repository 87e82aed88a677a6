// SPDX-License-Identifier: GPL-3.0-or-later
// Below the table: every sibling with its evidence and a tick. Space turns a tick, Enter applies those chosen, Escape
// closes.
//
//   panel->open(desk);
//   connect(panel, &SiblingPanel::accepted, page, [&] { apply(panel->chosen()); });
#pragma once

#include <QFrame>

#include "ui/theme/theme.h"
#include "ui/triage/sibling_desk.h"

class QLabel;
class QPushButton;
class QTableView;

namespace plumbline::ui {

class SiblingModel;

class SiblingPanel : public QFrame {
  Q_OBJECT

 public:
  explicit SiblingPanel(const Theme& theme, QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  /// showProposals replaces the list; ticks and the current row stay where they can.
  void showProposals(const SiblingDesk& desk);
  /// open shows the panel with a fresh list; focusList puts the keyboard into it.
  void open(const SiblingDesk& desk);
  void focusList();
  SiblingDesk::Proposals chosen() const;
  /// fitHeight takes no more than a third of the page; call it when that was resized.
  void fitHeight();

 Q_SIGNALS:
  void accepted();
  void closed();  ///< Escape or Close: nothing was applied

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  bool listKey(int key);
  void showCounts();
  void shareWidth();

  Theme m_theme;
  SiblingModel* m_model;
  QLabel* m_title;
  QLabel* m_counts;
  QTableView* m_table;
  QPushButton* m_send;
  QPushButton* m_cancel;
};

}  // namespace plumbline::ui
