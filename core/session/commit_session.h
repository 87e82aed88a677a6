// SPDX-License-Identifier: GPL-3.0-or-later
// The opened sources of a commit: state behind overview, matrix and model page. Work runs in core/tasks, newest request
// wins, a failure leaves the last good view in place.
//
//   CommitSession commit;
//   connect(&commit, &CommitSession::snapshotChanged, page, &OverviewPage::showSnapshot);
//   commit.open({u"artifacts"_s}, {u"pytorch"_s});
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <memory>
#include <string>

#include "core/base/result.h"
#include "core/overview/commit_view.h"
#include "core/overview/signature.h"
#include "core/session/session.h"

namespace plumbline::session {

/// CommitSnapshot is what the pages show at one moment.
struct CommitSnapshot {
  std::uint64_t number = 0;
  overview::CommitPtr view;
  std::vector<overview::Group> groups;
  std::vector<RuleOffer> offers;  ///< rule sets to choose from
  std::string ruleId;             ///< generation in use, or "checkout"
  std::string unmetRuleId;        ///< rules that were requested and that nothing here offers; empty when they are
  double readMs = 0, judgeMs = 0;
};
using CommitSnapshotPtr = std::shared_ptr<const CommitSnapshot>;

class CommitSession : public QObject {
  Q_OBJECT

 public:
  explicit CommitSession(QObject* parent = nullptr);
  ~CommitSession() override;

  CommitSnapshotPtr snapshot() const;  ///< null before the first one, and when nothing is open any more
  bool isBusy() const;
  QStringList sources() const;  ///< paths as given, results and trees

 public Q_SLOTS:
  /// open replaces what is open. `expected` are baseline trees; a checkout among `actual` is recognised.
  void open(const QStringList& actual, const QStringList& expected);
  /// add opens more beside what is open (paths that are open already are read again); addTrees takes the paths for
  /// baselines, whatever they look like. remove takes a path away; with the last one the snapshot goes too.
  void add(const QStringList& paths);
  void addTrees(const QStringList& paths);
  void remove(const QString& path);
  /// reload reads everything again; assignments, choices and rules stay.
  void reload();
  void assign(const QString& origin, const plumbline::configs::Identity& identity);
  void forgetAssignment(const QString& origin);
  /// chooseAttempt lets this origin stand for its shard; an empty one gives every choice back to the rule.
  void chooseAttempt(const QString& origin);
  /// forgetChoice returns the shard of this origin back to the rule.
  void forgetChoice(const QString& origin);
  /// useAttempts, useRules, useFlakyList and showCommit judge what is open again; of the disk they read flaky lists
  /// only.
  void useAttempts(plumbline::overview::AttemptRule rule);
  void useRules(const QString& ruleId);
  /// useFlakyList sets the list that counts where a baseline has none; "" for none.
  void useFlakyList(const QString& path);
  /// useDecisions reads earlier decisions also from this store, from the next commit or judgement on.
  void useDecisions(plumbline::baselines::DecisionStore store);
  void showCommit(const QString& commit);
  void cancel();

 Q_SIGNALS:
  /// snapshotChanged carries null when nothing is open any more.
  void snapshotChanged(const plumbline::session::CommitSnapshotPtr& snapshot);
  void failed(const plumbline::base::Error& error);
  void busyChanged(bool busy);
  void progress(quint64 done, quint64 total);

 private:
  struct Private;
  std::unique_ptr<Private> d;
};

/// Where the siblings of a baseline come from: the opened commit when it holds that baseline, else the tree on disk that
/// the baseline lies in, read once in the background.
///
///   SiblingTrees trees;
///   connect(&trees, &SiblingTrees::changed, page, [&] { page->refreshSiblings(); });
///   overview::CommitPtr view = trees.viewOf(baseline);     // null: none, or still being read
class SiblingTrees : public QObject {
  Q_OBJECT

 public:
  explicit SiblingTrees(QObject* parent = nullptr);
  ~SiblingTrees() override;

  /// setCommit returns the opened commit, null for none.
  void setCommit(const overview::CommitPtr& commit);
  /// viewOf answers at once; where a tree has to be read, changed() follows. A file that is no baseline by its name, or
  /// whose tree cannot be read, has no siblings.
  overview::CommitPtr viewOf(const std::string& baselinePath);
  /// readAgain forgets the tree: its files were saved.
  void readAgain();

 Q_SIGNALS:
  void changed();

 private:
  struct Private;
  std::unique_ptr<Private> d;
};

}  // namespace plumbline::session
