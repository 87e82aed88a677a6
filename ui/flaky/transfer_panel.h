// SPDX-License-Identifier: GPL-3.0-or-later
// Below the table: entries that are to go into another list, with a tick each, and the button that does it. Serves
// import (from a file into a list in view) and export (from the table into a file).
//
//   panel->start(u"Import from team.toml"_s, entries, targets);
//   connect(panel, &TransferPanel::accepted, page, [&] { lists.transferring(panel->chosen(), panel->target()); });
#pragma once

#include <QFrame>

#include "core/session/flaky_lists.h"
#include "ui/theme/theme.h"

class QComboBox;
class QLabel;
class QPushButton;
class QTableView;

namespace plumbline::ui {

class TransferModel;

class TransferPanel : public QFrame {
  Q_OBJECT

 public:
  TransferPanel(const session::FlakyLists& lists, const Theme& theme, QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  /// start shows what would become of entries in the first of the targets.
  void start(const QString& title, const std::vector<flaky::FlakyEntry>& entries,
             const std::vector<std::string>& targets);
  /// chooseBestTarget turns to the target that can take the most.
  void chooseBestTarget();
  std::string target() const;
  std::vector<flaky::Transfer> chosen() const;
  void focusEntries();

 Q_SIGNALS:
  void accepted();
  void cancelled();
  void refused(const plumbline::base::Error& error);

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void plan();
  void showCounts();
  void fitHeight();

  const session::FlakyLists& m_lists;
  Theme m_theme;
  TransferModel* m_model;
  std::vector<flaky::FlakyEntry> m_entries;
  QLabel* m_title;
  QLabel* m_counts;
  QComboBox* m_target;
  QTableView* m_table;
  QPushButton* m_send;
  QPushButton* m_cancel;
};

}  // namespace plumbline::ui
