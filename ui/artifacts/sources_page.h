// SPDX-License-Identifier: GPL-3.0-or-later
// The page of sources: what is opened, what has no name, which attempt of a shard counts, and getting the results of a
// commit from CI. Every step is one of the session's.
//
//   auto* page = new SourcesPage(themes.theme(), commit, prompt);
//   page->setFetch(port);
//   connect(&commit, &CommitSession::snapshotChanged, page, &SourcesPage::showSnapshot);
//   registry.add(page->actions(), u"sources"_s);
#pragma once

#include <QList>
#include <memory>

#include "core/overview/commit_view.h"
#include "core/session/commit_session.h"
#include "ui/artifacts/sources_model.h"
#include "ui/support/chip_filter_bar.h"
#include "ui/support/page.h"
#include "ui/theme/theme.h"

class QComboBox;

namespace plumbline::ui {

class FetchPort;
class FilePrompt;

/// Above the table of result files: the text filter, a chip for each state with its count, and the rule that chooses
/// among attempts.
///
///   connect(bar, &SourcesBar::filterChanged, [&] { model.setFilter(bar->filter()); });
class SourcesBar : public ChipFilterBar {
  Q_OBJECT

 public:
  explicit SourcesBar(const Theme& theme, QWidget* parent = nullptr);

  /// setList sets the counts; null for none. Emits nothing.
  void setList(const session::SourceList* list);
  void setShownCount(std::size_t shown, std::size_t all);
  /// setRule shows the rule in use. Emits nothing.
  void setRule(overview::AttemptRule rule);

  SourceFilter filter() const;
  void toggleState(session::FileState state);
  bool isChecked(session::FileState state) const;
  QWidgetList focusOrder() const;

 Q_SIGNALS:
  void ruleChosen(plumbline::overview::AttemptRule rule);

 private:
  MarkChip* chipOf(session::FileState state) const;

  QComboBox* m_rule;
};

class SourcesPage : public Page {
  Q_OBJECT

 public:
  SourcesPage(const Theme& theme, session::CommitSession& session, FilePrompt& prompt, QWidget* parent = nullptr);
  ~SourcesPage() override;

  /// setFetch brings the line for fetching by commit, which is hidden without. The port must outlive the page.
  void setFetch(FetchPort& port);
  /// actions of this page; group "Sources".
  QList<ActionSpec> actions() override;
  QString menuActions() const override;
  /// statusText: "300 results from 2 paths · 1 without a name".
  QString statusText() const override;
  /// fetchCommit fetches the results of a commit, run or pull request.
  void fetchCommit(const QString& text);

 public Q_SLOTS:
  /// showSnapshot shows what is open; null for nothing. Filter, order, selection and scroll stay.
  void showSnapshot(const plumbline::session::CommitSnapshotPtr& snapshot);

 Q_SIGNALS:
  void overviewRequested();
  /// failed: a fetch failed. The fetch line shows the error too.
  void failed(const plumbline::base::Error& error);

 protected:
  void showEvent(QShowEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  struct Private;
  std::unique_ptr<Private> d;
};

}  // namespace plumbline::ui
