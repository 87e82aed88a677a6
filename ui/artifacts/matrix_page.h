// SPDX-License-Identifier: GPL-3.0-or-later
// All configs of a commit on one page: suites and modes down, backends in groups of platforms across. Each cell says the
// worst that happened, how often, and whether shards are missing.
//
//   auto* page = new MatrixPage(keeper.theme());
//   connect(&commit, &CommitSession::snapshotChanged, page, &MatrixPage::showSnapshot);
//   connect(page, &MatrixPage::tableWanted, window, [&](quint32 config) { openTable(config); });
#pragma once

#include <QByteArray>
#include <QList>
#include <QWidget>
#include <memory>

#include "core/session/commit_session.h"
#include "ui/support/action_spec.h"
#include "ui/theme/theme.h"

namespace plumbline::ui {

class MatrixPage : public QWidget {
  Q_OBJECT

 public:
  explicit MatrixPage(const Theme& theme, QWidget* parent = nullptr);
  ~MatrixPage() override;

  /// actions are everything this page can do; group "Matrix".
  QList<ActionSpec> actions();
  /// statusText says what is on screen: "24 configs · 3 with failures, 2 not run".
  QString statusText() const;
  /// saveState keeps the toggle; restoreState takes it back, false for bytes it does not know.
  QByteArray saveState() const;
  bool restoreState(const QByteArray& state);

 public Q_SLOTS:
  /// showSnapshot replaces what is shown; the current cell and the scroll stay. Null shows the empty state.
  void showSnapshot(const plumbline::session::CommitSnapshotPtr& snapshot);
  void setTheme(const plumbline::ui::Theme& theme);

 Q_SIGNALS:
  /// tableWanted: show the rows of a config, an index into CommitView::configs(); `model` is the row to begin with, or "".
  void tableWanted(quint32 config, const QString& model);
  void overviewWanted();
  void openRequested();  ///< the empty state's button
  void sourcesWanted();  ///< look at what was opened and could not be named
  void statusChanged(const QString& text);
  /// actionsChanged: an action's enabled or checked state may differ now.
  void actionsChanged();

 protected:
  void showEvent(QShowEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  struct Private;
  std::unique_ptr<Private> d;
};

}  // namespace plumbline::ui
