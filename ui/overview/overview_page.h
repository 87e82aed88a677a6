// SPDX-License-Identifier: GPL-3.0-or-later
// The first page of an opened commit: what CI would say, how complete that is, and everything that needs a decision as
// groups of rows with one cause. One answer on a group is one undoable step over all its rows.
//
//   auto* page = new OverviewPage(looks.theme(), stack);
//   connect(&commit, &CommitSession::snapshotChanged, page, &OverviewPage::showSnapshot);
//   registry.add(page->actions(), u"overview"_s);
//   connect(page, &OverviewPage::tableWanted, triage, ...);
#pragma once

#include <QByteArray>
#include <QList>
#include <QWidget>
#include <memory>

#include "core/session/commit_session.h"
#include "ui/support/action_spec.h"
#include "ui/theme/theme.h"

namespace plumbline::ui {

class EditStack;

class OverviewPage : public QWidget {
  Q_OBJECT

 public:
  /// stack must outlive the page.
  explicit OverviewPage(const Theme& theme, EditStack& stack, QWidget* parent = nullptr);
  ~OverviewPage() override;

  /// actions are everything this page can do; groups "Overview", "Decide", "Filter". Undo and redo are the window's.
  QList<ActionSpec> actions();
  /// saveState keeps splitter, panel and reasons; restoreState takes them back, false for bytes it does not know.
  QByteArray saveState() const;
  bool restoreState(const QByteArray& state);
  /// statusText: "CI would fail: 14 rows in 6 configs, 3 causes", or what a person just did.
  QString statusText() const;
  /// progressText: "3 of 9 groups decided", "Nothing needs a decision"; empty without a commit.
  QString progressText() const;

 public Q_SLOTS:
  /// showSnapshot replaces what is shown; filter, selection and scroll stay, by group. Null shows the empty state.
  void showSnapshot(const plumbline::session::CommitSnapshotPtr& snapshot);
  void setTheme(const plumbline::ui::Theme& theme);

 Q_SIGNALS:
  void tableWanted(quint32 config, const QString& model);  ///< the table of that config, at that model
  void modelWanted(const QString& model);                  ///< the model over all configs
  void matrixWanted();
  void sourcesWanted();
  void openRequested();  ///< the empty state's button
  void reviewRequested();
  void statusChanged(const QString& text);
  void progressChanged(const QString& text);
  void actionsChanged();

 protected:
  void focusInEvent(QFocusEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  struct Private;
  std::unique_ptr<Private> d;
};

}  // namespace plumbline::ui
