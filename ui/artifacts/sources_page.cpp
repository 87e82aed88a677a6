// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/artifacts/sources_page.h"

#include <QComboBox>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPushButton>
#include <QStackedLayout>
#include <QTimer>
#include <QToolButton>
#include <algorithm>
#include <chrono>
#include <utility>

#include "core/text/quantities.h"
#include "ui/artifacts/assign_form.h"
#include "ui/artifacts/fetch_bar.h"
#include "ui/artifacts/source_file_controller.h"
#include "ui/artifacts/sources_model.h"
#include "ui/artifacts/sources_table.h"
#include "ui/support/clipboard_text.h"
#include "ui/support/empty_state.h"
#include "ui/support/file_prompt.h"
#include "ui/support/form_controls.h"
#include "ui/support/labels.h"
#include "ui/support/layouts.h"
#include "ui/support/notice_strip.h"
#include "ui/support/utf8_text.h"
#include "ui/theme/themed.h"

namespace plumbline::ui {

using overview::AttemptRule;
using session::FileState;
using session::kAllFileStates;

namespace {

QList<ChipFilterBar::Chip> chips() {
  QList<ChipFilterBar::Chip> made;
  for (const FileState state : kAllFileStates) {
    const StateStyle style = styleOf(state);
    made << ChipFilterBar::Chip{style.id, {style.glyph, style.title, style.tooltip, style.cls}};
  }
  return made;
}

}  // namespace

SourcesBar::SourcesBar(const Theme& theme, QWidget* parent)
    : ChipFilterBar({.placeholder = tr("Filter: file, config, machine, reason"),
                     .tooltip = tr("Words that must all occur in a file's origin, config, shard or reason (/)")},
                    tr("Show every file (0)"), chips(), theme, parent),
      m_rule(new QComboBox(this)) {
  nameField(*m_rule, tr("Which attempt counts"));
  m_rule->addItem(tr("Latest complete attempt"), static_cast<int>(AttemptRule::LatestComplete));
  m_rule->addItem(tr("First attempt"), static_cast<int>(AttemptRule::First));
  m_rule->setItemData(0, tr("The newest attempt that has every file its siblings have"), Qt::ToolTipRole);
  m_rule->setItemData(1, tr("The oldest attempt with a file, as PyTorch's updater chooses"), Qt::ToolTipRole);
  m_rule->setToolTip(tr("Which attempt of a shard counts, where none is chosen by hand"));
  connect(m_rule, &QComboBox::activated, this,
          [this] { Q_EMIT ruleChosen(static_cast<AttemptRule>(m_rule->currentData().toInt())); });
  upperLine().addWidget(m_rule);
  applyTheme(*this, theme);
}

void SourcesBar::setList(const session::SourceList* list) {
  for (const FileState state : kAllFileStates) chipOf(state)->setCount(list ? list->countOf(state) : 0);
  fitChips();
}

void SourcesBar::setRule(AttemptRule rule) { m_rule->setCurrentIndex(m_rule->findData(static_cast<int>(rule))); }

void SourcesBar::setShownCount(std::size_t shown, std::size_t all) {
  TableFilterBar::setShownCount(shown, all, tr("file"), tr("files"));
}

SourceFilter SourcesBar::filter() const {
  SourceFilter filter;
  for (const FileState state : kAllFileStates)
    if (isChecked(state)) filter.states |= stateBit(state);
  filter.words = words();
  return filter;
}

MarkChip* SourcesBar::chipOf(FileState state) const {
  return chip(std::ranges::find(kAllFileStates, state) - kAllFileStates.begin());
}

void SourcesBar::toggleState(FileState state) { chipOf(state)->toggle(); }
bool SourcesBar::isChecked(FileState state) const { return chipOf(state)->isChecked(); }
QWidgetList SourcesBar::focusOrder() const { return ChipFilterBar::focusOrder({m_rule}); }

using session::FileState;

namespace {

constexpr std::chrono::milliseconds kSlow{300};
constexpr int kTallPage = 700;  ///< from this height on, more of the opened paths are shown
constexpr int kFewPaths = 3;
constexpr int kManyPaths = 6;

}  // namespace

struct SourcesPage::Private {
  Private(SourcesPage* owner, session::CommitSession& commit, FilePrompt& filePrompt)
      : page(owner), session(commit), prompt(filePrompt) {}

  SourcesPage* page;
  session::CommitSession& session;
  FilePrompt& prompt;
  session::CommitSnapshotPtr shown;
  SourceListPtr list;
  SourcesModel* model = nullptr;
  OpenedPathsModel* pathsModel = nullptr;
  FetchBar* fetch = nullptr;
  ElidedLabel* opened = nullptr;
  QList<QToolButton*> buttons;
  QToolButton* removeButton = nullptr;
  OpenedPathsTable* paths = nullptr;
  SourcesBar* bar = nullptr;
  SourcesTable* table = nullptr;
  EmptyState* nothing = nullptr;  ///< in place of everything
  EmptyState* noRows = nullptr;   ///< in place of the table
  NoticeStrip* notices = nullptr;
  AssignForm* form = nullptr;
  SourceFileController* files = nullptr;
  QStackedLayout* pages = nullptr;   ///< lists or nothing
  QStackedLayout* tables = nullptr;  ///< table or noRows
  QTimer slow;                       ///< what is read in a moment is not announced
  bool keyboardReturns = false;      ///< the lists had the focus, or would have, when they went

  void build();
  QWidget* buildLists();
  QToolButton* addButton(const QString& text, const QString& iconName, const QString& tooltip,
                         const std::function<void()>& run);
  void connectParts();
  void orderFocus();
  void showList();
  void showRows();
  void showEmptyState();
  void focusNothing();
  void focusTable();
  bool isOpen() const { return list != nullptr; }
  void openFolder(bool isTree);
  void openFiles();
  void removePath();
  QString folder() const;
  QList<ActionSpec> pathActions();
  QList<ActionSpec> fileActions();
  QList<ActionSpec> viewActions();
};

SourcesPage::SourcesPage(const Theme& theme, session::CommitSession& session, FilePrompt& prompt, QWidget* parent)
    : Page(theme, parent), d(std::make_unique<Private>(this, session, prompt)) {
  setAccessibleName(tr("Sources"));
  d->build();
  showSnapshot(session.snapshot());
}
SourcesPage::~SourcesPage() = default;

QToolButton* SourcesPage::Private::addButton(const QString& text, const QString& iconName, const QString& tooltip,
                                             const std::function<void()>& run) {
  QToolButton* button = makeToolButton(text, iconName, tooltip, page);
  QObject::connect(button, &QToolButton::clicked, page, run);
  buttons << button;
  return button;
}

void SourcesPage::Private::build() {
  model = new SourcesModel(page);
  pathsModel = new OpenedPathsModel(page);
  nothing = new EmptyState(page->theme(), page);
  notices = new NoticeStrip(page);
  fetch = new FetchBar(page->theme(), *notices, page);
  form = new AssignForm(page->theme(), page);
  form->hide();

  auto* layout = makeColumn(page, {}, 0, {fetch});
  pages = new QStackedLayout;
  addWidgets(*pages, {buildLists(), nothing});
  addParts(*layout, {{pages, 1}, notices, form});
  files = new SourceFileController({session, *model, *table, *form}, page);
  orderFocus();
  slow.setSingleShot(true);
  connectParts();
}

void SourcesPage::Private::connectParts() {
  connect(bar, &SourcesBar::filterChanged, page, [this] {
    model->setFilter(bar->filter());
    Q_EMIT page->actionsChanged();
  });
  connect(bar, &SourcesBar::ruleChosen, page, [this](overview::AttemptRule rule) { files->useRule(rule); });
  connect(bar, &SourcesBar::leaveRequested, page, [this] { focusTable(); });
  connect(fetch, &FetchBar::leaveRequested, page, [this] { focusTable(); });
  connect(fetch, &FetchBar::changed, page, &SourcesPage::actionsChanged);
  connect(fetch, &FetchBar::failed, page, &SourcesPage::failed);
  connect(fetch, &FetchBar::fetched, page, [this](const QString& folder) { session.add({folder}); });
  connect(model, &SourcesModel::rowsShown, page, [this] { showRows(); });
  connect(table, &SourcesTable::currentMoved, page, [this] { Q_EMIT page->actionsChanged(); });
  connect(files, &SourceFileController::statusMessage, page, &SourcesPage::showMessage);
  connect(files, &SourceFileController::formOpened, page, &SourcesPage::actionsChanged);
  connect(files, &SourceFileController::formClosed, page, [this] {
    focusTable();
    Q_EMIT page->actionsChanged();
  });
  connect(notices, &NoticeStrip::focusLost, page, [this] { focusTable(); });
  connect(&slow, &QTimer::timeout, page, [this] { showEmptyState(); });
  connect(&session, &session::CommitSession::busyChanged, page, [this](bool busy) {
    if (busy) {
      slow.start(kSlow);
    } else {
      slow.stop();
      if (!isOpen()) showEmptyState();
    }
  });
}

QWidget* SourcesPage::Private::buildLists() {
  auto* lists = new QWidget(page);
  opened = new ElidedLabel(Qt::ElideRight, page);
  opened->setObjectName(u"openedSentence"_s);
  auto* top = makeRow(nullptr, {kGrid, kGrid / 2, kGrid, kGrid / 2}, kGrid / 2, {{opened, 1}});
  top->addWidget(addButton(tr("Folder"), u"plus"_s, tr("Open a folder of results or artifacts beside what is open (F)"),
                           [this] { openFolder(false); }));
  top->addWidget(
      addButton(tr("Files"), u"plus"_s, tr("Open zips, CSVs or other files of results (L)"), [this] { openFiles(); }));
  top->addWidget(addButton(tr("Baselines"), u"plus"_s, tr("Open a PyTorch checkout or another tree of baselines (T)"),
                           [this] { openFolder(true); }));
  removeButton =
      addButton(tr("Close path"), {}, tr("Take the selected path away (Delete in the list)"), [this] { removePath(); });
  top->addWidget(removeButton);
  top->addWidget(addButton(tr("Overview"), {}, tr("Look at what fails over all configs"),
                           [this] { Q_EMIT page->overviewRequested(); }));
  auto* layout = makeColumn(lists, {}, 0, {top});
  paths = new OpenedPathsTable(pathsModel, page->theme(), page);
  connect(paths, &OpenedPathsTable::currentMoved, page, [this] { Q_EMIT page->actionsChanged(); });
  addParts(*layout, {paths, divider()});
  bar = new SourcesBar(page->theme(), page);
  addParts(*layout, {bar, divider()});
  table = new SourcesTable(model, page->theme(), page);
  noRows = new EmptyState(page->theme(), page);
  tables = new QStackedLayout;
  addWidgets(*tables, {table, noRows});
  addParts(*layout, {{tables, 1}, divider()});
  return lists;
}

/// orderFocus sets the Tab order, from the fetch line down to the form.
void SourcesPage::Private::orderFocus() {
  QWidgetList order = fetch->focusOrder();
  for (QToolButton* button : buttons) order << button;
  order << paths << bar->focusOrder() << table << form;
  for (qsizetype i = 1; i < order.size(); ++i) QWidget::setTabOrder(order[i - 1], order[i]);
}

void SourcesPage::Private::showList() {
  pathsModel->setList(list);
  bar->setList(list.get());
  if (shown) {
    bar->setRule(shown->view->options().attempts);
    form->setKnown(shown->view->configs());
    QString text = tr("%1 and %2").arg(counted(list->results, tr("result"), tr("results")),
                                       counted(list->baselines, tr("baseline"), tr("baselines")));
    if (const std::size_t passed = list->sideFiles + list->otherFiles; passed > 0)
      text += tr("; %1 passed over").arg(counted(passed, tr("other file"), tr("other files")));
    opened->setText(text);
    opened->setDetail(tr("%1 that benchmarks write beside their results, %2 of no known kind").arg(
        counted(list->sideFiles, tr("file"), tr("files")), counted(list->otherFiles, tr("file"), tr("files"))));
  }
  model->setList(list);
  paths->restorePlace();
  if (const std::string next = files->takeNextFile(); !next.empty()) table->goTo(model->rowOf(next));
  if (!form->isHidden()) {
    if (isOpen())
      files->checkAssign();
    else
      form->hide();
  }
  Q_EMIT page->actionsChanged();
}

void SourcesPage::Private::showRows() {
  if (list) bar->setShownCount(static_cast<std::size_t>(model->rowCount()), list->files.size());
  const QWidget* focus = page->focusWidget();
  const bool had = focus != nullptr &&
                   (focus == table || focus == paths || nothing->isAncestorOf(focus) || noRows->isAncestorOf(focus));
  showEmptyState();
  pages->setCurrentIndex(isOpen() ? 0 : 1);
  tables->setCurrentIndex(model->rowCount() > 0 ? 0 : 1);
  if (had && page->isVisible() && (!isOpen() || (focus != paths && !focus->isVisible()))) focusTable();
  page->showMessage(page->message());
}

void SourcesPage::Private::showEmptyState() {
  const EmptyState::Button folderButton{tr("Open a folder"), [this] { openFolder(false); }};
  const EmptyState::Button filesButton{tr("Open files"), [this] { openFiles(); }};
  const EmptyState::Button treeButton{tr("Open baselines"), [this] { openFolder(true); }};
  if (!isOpen() && session.isBusy() && !slow.isActive()) {
    nothing->showText(tr("Reading"), tr("What was opened is being read."),
                      {{tr("Cancel"), [this] { session.cancel(); }}});
  } else if (!isOpen()) {
    const QString fetchRules = fetch->hasPort() ? tr("Type a commit above to fetch its results from CI, or open ")
        : tr("Open ");
    nothing->showText(tr("Nothing is open"),
                 fetchRules + tr("folders, artifact zips or CSVs. A PyTorch checkout among them brings the baselines."),
                 {folderButton, filesButton, treeButton});
  } else if (list->files.empty()) {
    noRows->showText(
        tr("No result is opened"),
        tr("%1 are open, and no run to hold against them.")
        .arg(counted(list->baselines, tr("baseline"), tr("baselines"))),
        {folderButton, filesButton});
  } else {
    noRows->showText(tr("No file matches"), tr("The filter leaves none of %1 files.").arg(grouped(list->files.size())),
                {{tr("Clear the filter"), [this] { bar->clearAll(); }}});
  }
}

/// The focus goes to the empty state's first button, and to the table with the first row.
void SourcesPage::Private::focusNothing() {
  keyboardReturns = true;
  const EmptyState* state = isOpen() ? noRows : nothing;
  const auto all = state->findChildren<QPushButton*>();  // buttons that are about to be deleted come first
  for (auto button = all.crbegin(); button != all.crend(); ++button) {
    if (!(*button)->isDefault()) continue;
    (*button)->show();  // a hidden button cannot get the focus, and a new one would be shown later
    (*button)->setFocus(Qt::OtherFocusReason);
    return;
  }
}

void SourcesPage::Private::focusTable() {
  if (isOpen() && model->rowCount() > 0) {
    keyboardReturns = false;
    table->setFocus(Qt::OtherFocusReason);
  } else {
    focusNothing();
  }
}

QString SourcesPage::statusText() const {
  if (!d->isOpen()) return message().isEmpty() ? tr("Nothing is open") : message();
  QString text = tr("%1 from %2").arg(counted(d->list->results, tr("result"), tr("results")),
                                      counted(d->list->paths.size(), tr("path"), tr("paths")));
  const std::pair<FileState, QString> parts[] = {{FileState::Unnamed, tr("without a name")},
                                                 {FileState::Unreadable, tr("unreadable")},
                                                 {FileState::NotUsed, tr("not used")}};
  for (const auto& [state, words] : parts)
    if (const std::size_t count = d->list->countOf(state); count > 0)
      text += u" \u00b7 "_s + grouped(count) + u' ' + words;
  return message().isEmpty() ? text : text + u" \u00b7 "_s + message();
}

void SourcesPage::showSnapshot(const session::CommitSnapshotPtr& snapshot) {
  const bool readAnew = snapshot && (!d->shown || snapshot->view->openedPtr() != d->shown->view->openedPtr());
  d->shown = snapshot;
  d->files->setSnapshot(snapshot);
  d->list = snapshot ? std::make_shared<const session::SourceList>(session::sourceList(*snapshot)) : nullptr;
  if (readAnew) setMessage(tr("read in %1").arg(fromUtf8(text::durationText(snapshot->readMs / 1000))));
  if (!snapshot) setMessage({});
  const bool returns = d->keyboardReturns && isVisible() && d->nothing->isAncestorOf(focusWidget());
  d->showList();
  if (returns && d->isOpen()) d->focusTable();
}

void SourcesPage::setFetch(FetchPort& port) {
  d->fetch->setPort(port);
  d->showEmptyState();
}

void SourcesPage::fetchCommit(const QString& text) { d->fetch->fetch(text); }

QString SourcesPage::Private::folder() const {
  const QStringList open = session.sources();
  return open.isEmpty() ? QString() : QFileInfo(open.last()).path();
}

void SourcesPage::Private::openFolder(bool isTree) {
  const FileRequest question{.title = isTree ? tr("Open a tree of baselines") : tr("Open a folder of results"),
                              .folder = folder(),
                              .wantsFolder = true};
  prompt.request(page, question, [this, isTree](const QStringList& chosen) {
    if (isTree) session.addTrees(chosen);
    else session.add(chosen);
  });
}

void SourcesPage::Private::openFiles() {
  const FileRequest question{.title = tr("Open results"),
                              .folder = folder(),
                              .several = true,
                              .kinds = tr("Results (*.zip *.csv *.json *.jsonl *.log *.txt);;All files (*)")};
  prompt.request(page, question, [this](const QStringList& chosen) { session.add(chosen); });
}

void SourcesPage::Private::removePath() {
  const QModelIndex index = paths->currentIndex();
  if (index.isValid()) session.remove(pathText(pathsModel->path(index.row()).path));
}

QList<ActionSpec> SourcesPage::Private::pathActions() {
  const QString group = tr("Sources");
  return {{u"sources.fetch"_s, tr("Fetch the results of a commit"), tr("Type a commit, a run or a pull request"), group,
           {},
           {Qt::Key_H}, [this] { fetch->focusText(); }, [this] { return fetch->hasPort(); }},
          {u"sources.cancelFetch"_s, tr("Stop fetching"),
           tr("Stop the fetch; what was received is kept for the next time"), group, {}, {},
           [this] { fetch->cancel(); }, [this] { return fetch->isBusy(); }},
          {u"sources.openFolder"_s, tr("Open a folder of results"),
           tr("Open a folder of results or artifacts beside what is open"), group, {}, {Qt::Key_F},
           [this] { openFolder(false); }},
          {u"sources.openFiles"_s, tr("Open files of results"), tr("Open zips, CSVs or other files of results"), group,
           {}, {Qt::Key_L}, [this] { openFiles(); }},
          {u"sources.openTree"_s, tr("Open a tree of baselines"),
           tr("Open a PyTorch checkout or another tree of baselines"), group, {}, {Qt::Key_T},
           [this] { openFolder(true); }},
          {u"sources.remove"_s, tr("Close the path"),
           tr("Remove the selected path from the page; its files on disk stay"), group, {}, {Qt::Key_Delete},
           [this] { removePath(); }, [this] { return paths->hasFocus() && paths->currentIndex().isValid(); }}};
}

QList<ActionSpec> SourcesPage::Private::fileActions() {
  using Rule = overview::AttemptRule;
  const QString group = tr("Sources");
  const auto isFirst = [this] { return shown && shown->view->options().attempts == Rule::First; };
  return {{u"sources.switch"_s, tr("Switch the attempt"),
           tr("Let this file stand for its shard, or return the choice to the rule (also Space and Enter in the "
              "table)"),
           group, {}, {Qt::Key_X}, [this] { files->switchCurrent(); }, [this] { return files->hasCurrent(); }},
          {u"sources.giveBack"_s, tr("Return all attempts to the rule"),
           tr("Forget every attempt that was chosen by hand"), group, {}, {}, [this] { session.chooseAttempt({}); },
           [this] { return shown && !shown->view->options().choices.empty(); }},
          {u"sources.firstAttempt"_s, tr("Let the first attempt count"),
           tr("As PyTorch's updater chooses; otherwise the latest complete one"), group, {}, {},
           [this, isFirst] { files->useRule(isFirst() ? Rule::LatestComplete : Rule::First); },
           [this] { return isOpen(); }, true, isFirst},
          {u"sources.assign"_s, tr("Assign the file to a config"),
           tr("Choose the config and shard of the current file"), group, {}, {Qt::Key_A, Qt::Key_F2},
           [this] { files->startAssign(); }, [this] { return files->canAssign(); }},
          {u"sources.forget"_s, tr("Remove the assignment"), tr("Let the file's own name decide again"), group, {},
           {Qt::Key_U}, [this] { files->forgetAssignment(); },
           [this] { return files->hasCurrent() && files->current().assigned; }}};
}

QList<ActionSpec> SourcesPage::Private::viewActions() {
  const QString group = tr("Sources");
  const auto any = [this] { return isOpen(); };
  const auto current = [this] { return files->hasCurrent(); };
  QList<ActionSpec> specs{{u"sources.filter"_s, tr("Filter the files"),
                           tr("Words that must all occur in a file's origin, config or reason"), group, u"filter"_s,
                           {Qt::Key_Slash}, [this] { bar->focusText(); }, any}};
  int key = 0;
  for (const session::FileState state : session::kAllFileStates) {
    const StateStyle style = styleOf(state);
    specs << ActionSpec{u"sources.only."_s + style.id, tr("Only: %1").arg(style.title), style.tooltip, group, {},
                        {QKeySequence(Qt::Key_1 + key++)}, [this, state] { bar->toggleState(state); }, any, true,
                        [this, state] { return bar->isChecked(state); }};
  }
  return specs << ActionSpec{u"sources.all"_s, tr("Show all files"), tr("Clear the filter"), group, {}, {Qt::Key_0},
                             [this] { bar->clearAll(); }, [this] { return !bar->isClear(); }}
               << ActionSpec{u"sources.sort"_s, tr("Sort the files by this column"),
                             tr("Sort by the column of the current cell; the second time in reverse"), group, {},
                             {Qt::Key_O},
                             [this] { table->sortByCurrent(); }, current}
               << ActionSpec{u"sources.copy"_s, tr("Copy the files"),
                             tr("Copy the selected rows as tab-separated text"), group,
                             u"copy"_s, {QKeySequence::Copy}, [this] {
                               const QList<int> rows = table->selectedRows();
                               copyText(toTsv(rowTexts(*model, rows)));
                               page->showMessage(rows.size() == 1 ? tr("Copied 1 file")
                                                 : tr("Copied %1 files").arg(rows.size()));
                             }, current};
}

QList<ActionSpec> SourcesPage::actions() { return d->pathActions() + d->fileActions() + d->viewActions(); }

void SourcesPage::showEvent(QShowEvent* event) {
  Page::showEvent(event);
  if (d->form->isHidden()) d->focusTable();
}

void SourcesPage::resizeEvent(QResizeEvent* event) {
  Page::resizeEvent(event);
  d->paths->setShownRows(height() < kTallPage ? kFewPaths : kManyPaths);
}

void SourcesPage::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape && d->table->isVisible() && !d->table->hasFocus()) {
    d->focusTable();
    return;
  }
  Page::keyPressEvent(event);
}

QString SourcesPage::menuActions() const {
  return u"sources.switch;sources.assign;sources.forget;sources.remove;sources.copy"_s;
}

}  // namespace plumbline::ui
