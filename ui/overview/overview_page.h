// SPDX-License-Identifier: GPL-3.0-or-later
// The first page of an opened commit: CI's result, how complete it is, and everything that needs a decision as
// groups of rows with one cause. One answer on a group is one undoable step over all its rows.
//
//   auto* page = new OverviewPage(looks.theme(), stack);
//   connect(&commit, &CommitSession::snapshotChanged, page, &OverviewPage::showSnapshot);
//   registry.add(page->actions(), u"overview"_s);
//   connect(page, &OverviewPage::tableRequested, triage, ...);
#pragma once

#include <QList>
#include <QWidget>
#include <memory>

#include "core/history/run_store.h"
#include "core/overview/headline.h"
#include "core/session/commit_session.h"
#include "ui/overview/group_model.h"
#include "ui/support/page.h"
#include "ui/theme/theme.h"
#include "ui/triage/filter_bar.h"

class QLabel;
class QPushButton;

namespace plumbline::session {
class HistoryClient;
}

namespace plumbline::ui {

class ChoiceField;
class EditStack;
class ElidedLabel;

// Above the list of groups: a chip per class with the number of its groups, a filter by words, and how many are shown.
//
//   connect(bar, &OverviewBar::filterChanged, [&] { model.setFilter(bar->filter()); });

/// The two lines above the groups: CI's result and the progress; and how complete the commit is, with buttons for the
/// other pages.
class OverviewHead : public QWidget, public Themed {
  Q_OBJECT

 public:
  explicit OverviewHead(const Theme& theme, QWidget* parent = nullptr);

  void setTheme(const Theme& theme) override;
  void showHeadline(const overview::Headline& line);
  /// setCi shows what CI would say with the pending edits in place of the headline's sentence; "": there are none.
  void setCi(const QString& text, bool fails);
  /// setDone offers the review, which is what comes next. How far one is stands in the status line.
  void setDone(bool done);
  QList<QWidget*> focusOrder() const;

 Q_SIGNALS:
  void matrixRequested();
  void sourcesRequested();
  void reviewRequested();

 private:
  void paintSentence();

  Theme m_theme;
  overview::Headline m_headline;
  QString m_ci;
  bool m_ciFails = false;
  QLabel* m_glyph;
  ElidedLabel* m_sentence;
  ElidedLabel* m_completeness;
  QPushButton* m_review;
  QPushButton* m_matrix;
  QPushButton* m_sources;
};

class OverviewBar : public ClassFilterBar {
  Q_OBJECT

 public:
  explicit OverviewBar(const Theme& theme, QWidget* parent = nullptr);

  void setGroups(const std::vector<overview::Group>* groups);
  void setShownCount(std::size_t shown, std::size_t all);
  GroupFilter filter() const;
  /// setCommits offers earlier commits of the history, newest first; none hides the choice. The chosen one stays where
  /// it is among them.
  void setCommits(const std::vector<history::KnownCommit>& commits);
  void focusCommits();
  bool hasCommits() const;
  /// classes that groups can have, in the order of the keys 1 to 5: what passes is in no group.
  static QList<verdicts::VerdictClass> classes();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  ChoiceField* m_newSince;
};

class OverviewPage : public Page {
  Q_OBJECT

 public:
  /// stack must outlive the page.
  explicit OverviewPage(const Theme& theme, EditStack& stack, QWidget* parent = nullptr);
  ~OverviewPage() override;

  /// setHistory shows since when groups are red, and offers those that are new since an earlier commit. client must
  /// outlive the page.
  void setHistory(session::HistoryClient& client);
  /// actions of this page; groups "Overview", "Decide", "Filter". Undo and redo are the window's.
  QList<ActionSpec> actions() override;
  /// setCi shows what CI would say with the pending edits; "": there are none.
  void setCi(const QString& text, bool fails);
  QString menuActions() const override;
  QString place() const override;
  Subject subject() const override;
  void showPlace(const QString& place) override;
  /// statusText: "CI would fail: 14 rows in 6 configs, 3 causes", or the result of the last action.
  QString statusText() const override;
  /// progressText: "3 of 9 groups decided", "Nothing needs a decision"; empty without a commit.
  QString progressText() const;

 public Q_SLOTS:
  /// showSnapshot replaces what is shown; filter, selection and scroll stay, by group. Null shows the empty state.
  void showSnapshot(const plumbline::session::CommitSnapshotPtr& snapshot);

 Q_SIGNALS:
  void tableRequested(quint32 config, const QString& model);  ///< the table of that config, at that model
  void modelRequested(const QString& model);                  ///< the model over all configs
  void matrixRequested();
  void sourcesRequested();
  void openRequested();  ///< the empty state's button
  void reviewRequested();
  void progressChanged(const QString& text);

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
