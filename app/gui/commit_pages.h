// SPDX-License-Identifier: GPL-3.0-or-later
// Puts the pages of an opened commit into the window: overview, matrix, model, sources; and the ways between them and
// the table of one config.
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <memory>
#include <optional>

#include "core/base/result.h"
#include "core/configs/config.h"
#include "core/session/commit_session.h"

namespace plumbline::session {
class HistoryClient;
class PendingCi;
class PendingEdits;
class Session;
}  // namespace plumbline::session
namespace plumbline::ui {
class CommitHeader;
class EditStack;
class FetchPort;
class MatrixPage;
class ModelPage;
class OverviewPage;
class RecentPairs;
class SourcesPage;
class TriagePage;
}  // namespace plumbline::ui

namespace plumbline::app {

class PageHost;

struct CommitParts {
  PageHost& host;
  session::Session& session;
  session::CommitSession& commit;
  session::PendingEdits& edits;
  ui::EditStack& stack;
  session::PendingCi& ci;
  ui::RecentPairs& recent;
  ui::FetchPort* fetch = nullptr;              ///< null: no line for fetching
  session::HistoryClient* history = nullptr;  ///< null: the overview says nothing of the past
};

class CommitPages : public QObject {
  Q_OBJECT

 public:
  explicit CommitPages(const CommitParts& parts);
  ~CommitPages() override;

  /// addFirst adds the pages that stand above triage in the rail, addLast the others.
  void addFirst();
  void addLast();
  /// siblingsOf is what triage asks for the configs around a baseline.
  overview::CommitPtr siblingsOf(const std::string& baseline) { return m_trees.viewOf(baseline); }
  /// joinTriage updates the siblings of the table and shows the requested model in it.
  void joinTriage(ui::TriagePage& triage);
  /// openSources opens folders, zips and files as one; trees of baselines are recognised by their names.
  void openSources(const QStringList& paths);
  /// openSources opens these for sure; a person said which are the trees.
  void openSources(const QStringList& results, const QStringList& trees);
  /// openAgain opens a pair that was shown before, also the merged run of a config; false where it is gone.
  bool openAgain(const QString& actual, const QString& expected);
  /// openWorstTable shows the config that overview::worstTable chooses in triage.
  base::Result<void> openWorstTable();
  /// showModel shows one model over all configs.
  void showModel(const QString& model);
  /// modelRow is the current row of the page that shows one model: its config and that model; nothing while there is none.
  struct ModelRow {
    configs::Config config;
    std::string baseline;  ///< "": none
    QString model;
  };
  std::optional<ModelRow> modelRow() const;
  /// fetchCommit opens the page of sources and fetches.
  void fetchCommit(const QString& text);

 private:
  void openConfig(const session::CommitSnapshot& snapshot, const overview::ConfigResult& config);
  template <typename PageWidget>
  void connectPage(PageWidget* page, const QString& id);
  void addActions();
  void requestSources(bool folder);
  void openTable(quint32 config, const QString& model);
  void showSnapshot(const session::CommitSnapshotPtr& snapshot);
  void keepProgress(const QString& text);
  void rememberSources(const overview::CommitView& view);
  void showError(const base::Error& error);

  CommitParts m;
  session::SiblingTrees m_trees;
  ui::CommitHeader* m_header;
  ui::OverviewPage* m_overview = nullptr;  ///< these are made when they are first shown
  ui::MatrixPage* m_matrix = nullptr;
  ui::ModelPage* m_model = nullptr;
  ui::SourcesPage* m_sources = nullptr;
  ui::TriagePage* m_triage = nullptr;
  QString m_wantedModel;       ///< to be shown in triage once its pair is there
  bool m_overviewComes = true; ///< the next snapshot was opened by a person: its overview comes to front
};

}  // namespace plumbline::app
