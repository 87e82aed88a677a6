// SPDX-License-Identifier: GPL-3.0-or-later
// The main page: filter bar, table of models, details of the current one. Shows a snapshot; with an EditStack, its rows
// can be decided.
//
//   auto* page = new TriagePage(themes.theme());
//   connect(&session, &Session::snapshotChanged, page, &TriagePage::showSnapshot);
//   registry.add(page->actions(), u"triage"_s);
//   connect(page, &TriagePage::statusChanged, statusBar, &StatusBar::setText);
#pragma once

#include <QList>
#include <QStringList>
#include <memory>

#include "core/session/session.h"
#include "ui/support/page.h"
#include "ui/theme/theme.h"
#include "ui/triage/siblings/sibling_controller.h"

namespace plumbline::session {
class HistoryClient;
}  // namespace plumbline::session

namespace plumbline::ui {

class EditStack;

class TriagePage : public Page {
  Q_OBJECT

 public:
  explicit TriagePage(const Theme& theme, QWidget* parent = nullptr);
  ~TriagePage() override;

  /// setEditing lets rows be decided: a column, the strip under the table, and the keys A, X, F, N, Z. The stack must
  /// outlive the page. Call it once; without it the page only shows.
  void setEditing(EditStack& stack);
  /// setSiblings sets where the configs around a baseline come from: an opened commit, or the tree it lies in
  /// (overview::treeAround). What is accepted is then offered to its siblings, keys S and Shift+S. Call it once, after
  /// setEditing and before actions().
  void setSiblings(SiblingController::Source source);
  /// setHistory adds the last runs of each row and who pinned its baseline, and the way to the history of a row. Call it once, before
  /// actions().
  void setHistory(session::HistoryClient& client);
  /// actions of this page; groups "Triage", "Filter", "Table".
  QList<ActionSpec> actions() override;
  /// showModel makes a model of the pair on screen current, leaving "Changed only" where that hides it; false when the
  /// pair has no such model or the filter hides it.
  bool showModel(const QString& name);
  /// showOnly filters for these models, by words that can be seen and changed.
  void showOnly(const QStringList& models);
  QString menuActions() const override;
  QString place() const override;
  Subject subject() const override { return {.file = {}, .model = place()}; }
  void showPlace(const QString& place) override;
  /// statusText: "128 models · 3 fail, 1 flaky · CI would fail".
  QString statusText() const override;
  /// progressText: "7 of 23 decided", "All 23 decided", "Nothing needs a decision"; empty without a pair.
  QString progressText() const;

 public Q_SLOTS:
  /// showSnapshot replaces what is shown; filter, order, selection and scroll stay, by model name. Null shows the
  /// empty state.
  void showSnapshot(const plumbline::session::SnapshotPtr& snapshot);
  /// showReading names the files being read, a line each, while no pair is shown; "" when that is over.
  void showReading(const QString& files);
  /// setCi: the edits that are not saved change what CI says, which the window shows; the page then does not say what it
  /// was before them. "" for none.
  void setCi(const QString& text);
  void cancelWork();
  /// refreshSiblings reads the source of siblings again: a tree was read, or other runs were opened.
  void refreshSiblings();

 Q_SIGNALS:
  /// historyRequested: all runs of a model; the metric is that of the current column, else "".
  void historyRequested(const QString& config, const QString& model, const QString& metric, const QString& file);
  void modelChosen(const QString& name);  ///< a row became current
  void cancelRequested();  ///< of the files being read
  void reviewRequested();
  void progressChanged(const QString& text);
  /// busyChanged: rows are filtered or sorted in the background, which cancelWork() stops. Show it after 500 ms.
  void busyChanged(bool busy);

 protected:
  QJsonObject layoutState() const override;
  bool restoreLayout(const QJsonObject& state) override;
  void focusInEvent(QFocusEvent* event) override;
  QWidget* mainView() const override;
  void keyPressEvent(QKeyEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  struct Private;
  std::unique_ptr<Private> d;
};

}  // namespace plumbline::ui
