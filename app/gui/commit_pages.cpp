// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/commit_pages.h"

#include <QFile>
#include <QFileInfo>

#include "app/gui/page_host.h"
#include "core/overview/commit_view.h"
#include "core/session/pending_ci.h"
#include "core/session/pending_edits.h"
#include "core/session/session.h"
#include "core/session/side_guess.h"
#include "ui/artifacts/commit_header.h"
#include "ui/artifacts/matrix_page.h"
#include "ui/artifacts/sources_page.h"
#include "ui/overview/model_page.h"
#include "ui/overview/overview_page.h"
#include "ui/settings/recent_pairs.h"
#include "ui/shell/main_window.h"
#include "ui/shell/status_line.h"
#include "ui/support/edit_stack.h"
#include "ui/support/file_prompt.h"
#include "ui/support/notice_strip.h"
#include "ui/support/utf8_text.h"
#include "ui/theme/theme_controller.h"
#include "ui/triage/triage_page.h"

using namespace Qt::StringLiterals;

namespace plumbline::app {
namespace {

const QString kCommitNotice = u"commit"_s;

/// hasSide is true when baselines (or results) are among the opened files.
bool hasSide(const session::CommitSnapshotPtr& snapshot, bool baselines) {
  if (!snapshot) return false;
  for (const sources::Piece& piece : snapshot->view->opened().pieces)
    if (piece.isBaseline == baselines) return true;
  return false;
}

/// commitName is what the title calls a commit: its hash, else its sources as the line above the page names them.
QString commitName(const session::CommitSession& commit) {
  const session::CommitSnapshotPtr snapshot = commit.snapshot();
  if (!snapshot) return {};
  const std::string& hash = snapshot->view->commit();
  return hash.empty() ? ui::sourcesTitle(commit.sources()) : ui::fromUtf8(hash).left(10);
}

/// pairOf is one folder of results with its tree; nothing for any other sources.
std::optional<ui::RecentPair> pairOf(const overview::CommitView& view) {
  QStringList results;
  QStringList trees;
  for (const sources::SourcePath& source : view.opened().paths)
    (source.role == sources::Role::Expected ? trees : results) << ui::pathText(source.path);
  if (results.size() != 1 || trees.size() != 1) return std::nullopt;
  return ui::RecentPair{results.first(), trees.first()};
}

}  // namespace

CommitPages::CommitPages(const CommitParts& parts) : m(parts), m_header(new ui::CommitHeader(&parts.host.window)) {
  using session::CommitSession;
  connect(&m.commit, &CommitSession::snapshotChanged, this, &CommitPages::showSnapshot);
  connect(&m.commit, &CommitSession::failed, this, &CommitPages::showError);
  connect(&m.commit, &CommitSession::busyChanged, &m.host.window.status(), [this](bool busy) {
    m.host.window.status().setBusy(ui::StatusLine::Work::Commit, busy);
    m.host.window.registry().refresh();
  });
  connect(&m.commit, &CommitSession::progress, &m.host.window.status(), &ui::StatusLine::setProgress);
  connect(&m.host.window.status(), &ui::StatusLine::cancelRequested, &m.commit, &CommitSession::cancel);
  connect(m_header, &ui::CommitHeader::rulesChosen, &m.commit, &CommitSession::useRules);
  connect(m_header, &ui::CommitHeader::commitChosen, &m.commit, &CommitSession::showCommit);
  connect(&m.host.window.opener(), &ui::PairOpener::sourcesRequested, this,
          [this](const QStringList& paths, const QStringList& trees) {
            if (trees.isEmpty()) openSources(paths);
            else openSources(paths, trees);
          });
  // What was saved is the baseline now, for every page.
  connect(&m.edits, &session::PendingEdits::saved, this, [this] {
    m_trees.readAgain();
    if (m.commit.snapshot()) m.commit.reload();
  });
  m.host.window.setOpenAgain([this](const QString& actual, const QString& expected) { return openAgain(actual, expected); });
  connect(&m.host.window, &ui::MainWindow::fetchRequested, this, &CommitPages::fetchCommit);
  addActions();
}

CommitPages::~CommitPages() = default;

template <typename PageWidget>
void CommitPages::connectPage(PageWidget* page, const QString& id) {
  m.host.join(*page, id);
  connect(&m.commit, &session::CommitSession::snapshotChanged, page, &PageWidget::showSnapshot);
  page->showSnapshot(m.commit.snapshot());
}

void CommitPages::addFirst() {
  ui::MainWindow* window = &m.host.window;
  const auto makeOverview = [this, window]() -> ui::PageContent {
    m_overview = new ui::OverviewPage(m.host.themes.theme(), m.stack);
    if (m.history != nullptr) m_overview->setHistory(*m.history);
    connectPage(m_overview, kOverview);
    connect(&m.ci, &session::PendingCi::changed, m_overview, &ui::OverviewPage::setCi);
    m_overview->setCi(m.ci.text(), m.ci.fails());
    connect(m_overview, &ui::OverviewPage::tableRequested, this, &CommitPages::openTable);
    connect(m_overview, &ui::OverviewPage::modelRequested, this, &CommitPages::showModel);
    connect(m_overview, &ui::OverviewPage::matrixRequested, window, [window] { window->showPage(kMatrix); });
    connect(m_overview, &ui::OverviewPage::sourcesRequested, window, [window] { window->showPage(kSources); });
    connect(m_overview, &ui::OverviewPage::openRequested, window, [window] { window->showPage(kSources); });
    connect(m_overview, &ui::OverviewPage::reviewRequested, window, [window] { window->showPage(kReview); });
    connect(m_overview, &ui::OverviewPage::progressChanged, window, [window](const QString& text) {
      if (window->currentPage() == kOverview) window->status().setDecisions(text);
    });
    connect(m_overview, &ui::OverviewPage::progressChanged, this, &CommitPages::keepProgress);
    keepProgress(m_overview->progressText());
    connect(window, &ui::MainWindow::pageShown, m_overview, [this, window](const QString& now) {
      if (now == kOverview) window->status().setDecisions(m_overview->progressText());
    });
    return {m_overview, m_overview->actions()};
  };
  window->addPage({.id = kOverview,
                   .title = tr("Overview"),
                   .iconName = kOverview,
                   .tooltip = tr("What fails in all configs of a commit, by cause"),
                   .needsPair = false,
                   .keys = {QKeySequence(Qt::Key_G)},
                   .make = makeOverview,
                   .header = m_header});
  const auto makeMatrix = [this, window]() -> ui::PageContent {
    m_matrix = new ui::MatrixPage(m.host.themes.theme());
    connectPage(m_matrix, kMatrix);
    const auto showPending = [this] { m_matrix->setPending(m.ci.text(), m.ci.configs()); };
    connect(&m.ci, &session::PendingCi::configsChanged, m_matrix, showPending);
    connect(&m.ci, &session::PendingCi::changed, m_matrix, showPending);
    showPending();
    connect(m_matrix, &ui::MatrixPage::tableRequested, this, &CommitPages::openTable);
    connect(m_matrix, &ui::MatrixPage::overviewRequested, window, [window] { window->showPage(kOverview); });
    connect(m_matrix, &ui::MatrixPage::sourcesRequested, window, [window] { window->showPage(kSources); });
    connect(m_matrix, &ui::MatrixPage::openRequested, window, [window] { window->showPage(kSources); });
    return {m_matrix, m_matrix->actions()};
  };
  window->addPage({.id = kMatrix,
                   .title = tr("Matrix"),
                   .iconName = kMatrix,
                   .tooltip = tr("All configs of a commit at a glance"),
                   .needsPair = false,
                   .keys = {QKeySequence(Qt::Key_M)},
                   .make = makeMatrix,
                   .header = m_header});
}

void CommitPages::addLast() {
  ui::MainWindow* window = &m.host.window;
  const auto makeSources = [this, window]() -> ui::PageContent {
    m_sources = new ui::SourcesPage(m.host.themes.theme(), m.commit, m.host.prompt);
    if (m.fetch != nullptr) m_sources->setFetch(*m.fetch);
    connectPage(m_sources, kSources);
    connect(m_sources, &ui::SourcesPage::overviewRequested, window, [window] { window->showPage(kOverview); });
    return {m_sources, m_sources->actions()};
  };
  window->addPage({.id = kSources,
                   .title = tr("Sources"),
                   .iconName = kSources,
                   .tooltip = tr("What is opened: folders, artifact zips, trees; fetch a commit"),
                   .needsPair = false,
                   .make = makeSources,
                   .header = m_header});
  const auto makeModel = [this, window]() -> ui::PageContent {
    m_model = new ui::ModelPage(m.host.themes.theme());
    connectPage(m_model, kModel);
    connect(m_model, &ui::ModelPage::tableRequested, this, &CommitPages::openTable);
    connect(m_model, &ui::ModelPage::openRequested, window, [window] { window->showPage(kSources); });
    connect(m_model, &ui::ModelPage::backRequested, window, [window] { window->choosePage(kOverview); });
    return {m_model, m_model->actions()};
  };
  window->addPage({.id = kModel,
                   .title = tr("Model"),
                   .tooltip = tr("One model over all configs"),
                   .needsPair = false,
                   .make = makeModel,
                   .inRail = false,
                   .header = m_header});
}

void CommitPages::joinTriage(ui::TriagePage& triage) {
  m_triage = &triage;
  connect(&m_trees, &session::SiblingTrees::changed, &triage, &ui::TriagePage::refreshSiblings);
  connect(&m.session, &session::Session::snapshotChanged, this, [this] {
    if (!m_wantedModel.isEmpty()) m_triage->showModel(std::exchange(m_wantedModel, {}));
  });
  connect(&triage, &ui::TriagePage::progressChanged, this, [this](const QString& text) {
    if (!text.isEmpty()) m.recent.setProgress(m.session.actualPath(), m.session.expectedPath(), text);
  });
}

void CommitPages::addActions() {
  const auto isOpen = [this] { return m.commit.snapshot() != nullptr; };
  m.host.window.registry().add({{.id = u"commit.openFolder"_s,
                            .text = tr("Open a folder of results"),
                            .tooltip = tr("Open a folder with what CI left: results, artifact zips, a checkout's baselines"),
                            .group = tr("File"),
                            .iconName = u"open"_s,
                            .shortcuts = {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O)},
                            .run = [this] { requestSources(true); }},
                           {.id = u"commit.openFiles"_s,
                            .text = tr("Open results and artifact zips"),
                            .tooltip = tr("Open any number of zips, CSVs, JSON files and logs as one"),
                            .group = tr("File"),
                            .run = [this] { requestSources(false); }},
                           {.id = u"commit.reload"_s,
                            .text = tr("Read the sources again"),
                            .tooltip = tr("Read every opened folder, zip and tree again"),
                            .group = tr("File"),
                            .iconName = u"reload"_s,
                            .run = [this] { m.commit.reload(); },
                            .enabled = isOpen}});
  m.host.window.registry().bind(m_header->reloadButton(), u"commit.reload"_s);
  m.host.window.registry().bind(m_header->openButton(), u"commit.openFolder"_s);
}

void CommitPages::requestSources(bool folder) {
  const ui::FileRequest question{.title = folder ? tr("Open a folder of results, or a PyTorch checkout")
                                                  : tr("Open results and artifact zips"),
                                  .several = !folder,
                                  .kinds = folder ? QString() : tr("Results (*.csv *.zip *.json *.jsonl *.log *.txt);;All files (*)"),
                                  .wantsFolder = folder};
  m.host.prompt.request(&m.host.window, question, [this](const QStringList& paths) { openSources(paths); });
}

void CommitPages::openSources(const QStringList& paths) {
  if (paths.isEmpty()) return;
  const session::SourceGuess guess = session::guessSources(paths);
  const session::CommitSnapshotPtr now = m.commit.snapshot();
  // What comes to something half open completes it; otherwise it is another commit.
  const bool completes = now && hasSide(now, true) != hasSide(now, false);
  const bool onSources = m.host.window.currentPage() == kSources;
  m_overviewComes = !onSources;
  if (!completes && !onSources) {
    m.commit.open(guess.actual, guess.expected);
    return;
  }
  if (!guess.expected.isEmpty()) m.commit.addTrees(guess.expected);
  if (!guess.actual.isEmpty()) m.commit.add(guess.actual);
}

void CommitPages::openSources(const QStringList& results, const QStringList& trees) {
  m_overviewComes = true;
  const session::SourceGuess guess = session::guessSources(results);
  m.commit.open(guess.actual, trees + guess.expected);
}

void CommitPages::fetchCommit(const QString& text) {
  m.host.window.showPage(kSources);
  if (m.fetch != nullptr) m_sources->fetchCommit(text);
}

void CommitPages::showSnapshot(const session::CommitSnapshotPtr& snapshot) {
  m.host.window.notices().dismiss(kCommitNotice);
  m_header->showSnapshot(snapshot, m.commit.sources());
  m_trees.setCommit(snapshot ? snapshot->view : nullptr);
  m.host.window.setCommit(commitName(m.commit));
  m.host.window.registry().refresh();
  if (!snapshot) return;
  if (m_overviewComes) rememberSources(*snapshot->view);
  const QString time = ui::durationText(snapshot->readMs + snapshot->judgeMs);
  m.host.window.status().setTime(time, tr("%1 read and judged in %2", "configs, time").arg(ui::counted(snapshot->view->configs().size(), tr("config"), tr("configs")), time));
  if (std::exchange(m_overviewComes, false)) m.host.window.choosePage(kOverview);
}

void CommitPages::keepProgress(const QString& text) {
  if (text.isEmpty()) return;
  if (const session::CommitSnapshotPtr snapshot = m.commit.snapshot())
    if (const auto pair = pairOf(*snapshot->view)) m.recent.setProgress(pair->actual, pair->expected, text);
}

/// rememberSources keeps one folder of results with its tree, which is what the list of recent pairs can hold.
void CommitPages::rememberSources(const overview::CommitView& view) {
  if (const auto pair = pairOf(view)) m.recent.add(*pair);
}

void CommitPages::showError(const base::Error& error) {
  m_overviewComes = false;
  m.host.window.notices().showNotice(ui::noticeFor(error, kCommitNotice));
}

void CommitPages::openTable(quint32 config, const QString& model) {
  const session::CommitSnapshotPtr snapshot = m.commit.snapshot();
  if (!snapshot || config >= snapshot->view->configs().size()) return;
  const overview::ConfigResult& chosen = snapshot->view->configs()[config];
  if (const auto error = overview::tableProblem(chosen)) {
    m.host.window.notices().showNotice(ui::noticeFor(*error, kCommitNotice));
    return;
  }
  m.host.window.notices().dismiss(kCommitNotice);
  m_wantedModel = model;
  m.host.window.showPage(kTriage);
  openConfig(*snapshot, chosen);
}

void CommitPages::openConfig(const session::CommitSnapshot& snapshot, const overview::ConfigResult& config) {
  if (m.session.snapshot() == nullptr || m.session.snapshot()->ruleId != snapshot.ruleId)
    m.session.useRules(QString::fromStdString(snapshot.ruleId));
  m.session.openRun(config.run, ui::pathText(config.baselinePath), config.runNotes);
}

bool CommitPages::openAgain(const QString& actual, const QString& expected) {
  if (const session::CommitSnapshotPtr snapshot = m.commit.snapshot())
    for (const overview::ConfigResult& config : snapshot->view->configs())
      if (config.run && ui::pathText(config.run->fileName()) == actual && ui::pathText(config.baselinePath) == expected) {
        openConfig(*snapshot, config);
        return true;
      }
  if (!QFile::exists(actual) || !QFile::exists(expected)) return false;
  m.session.open(actual, expected);
  return true;
}

base::Result<void> CommitPages::openWorstTable() {
  const session::CommitSnapshotPtr snapshot = m.commit.snapshot();
  const auto config = snapshot ? overview::worstTable(*snapshot->view) : std::nullopt;
  if (!config)
    return base::fail(base::ErrorCode::NotFound, "None of the configs has both a run and a baseline.",
                      "Give the results and the tree of baselines, or two files.");
  openTable(*config, {});
  return {};
}

void CommitPages::showModel(const QString& model) {
  m.host.window.showPage(kModel);
  m_model->showModel(model);
}

std::optional<CommitPages::ModelRow> CommitPages::modelRow() const {
  const session::CommitSnapshotPtr snapshot = m.commit.snapshot();
  const int row = m_model != nullptr && m.host.window.currentPage() == kModel ? m_model->config() : -1;
  if (row < 0 || !snapshot || static_cast<std::size_t>(row) >= snapshot->view->configs().size()) return {};
  const overview::ConfigResult& chosen = snapshot->view->configs()[static_cast<std::size_t>(row)];
  return ModelRow{chosen.config, chosen.baselinePath, m_model->model()};
}

}  // namespace plumbline::app
