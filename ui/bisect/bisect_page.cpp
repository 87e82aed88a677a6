// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bisect/bisect_page.h"

#include <QListWidget>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedLayout>
#include <QToolButton>

#include "ui/bisect/bisect_form.h"
#include "ui/bisect/bisect_table.h"
#include "ui/support/clipboard_text.h"
#include "ui/support/empty_state.h"
#include "ui/support/file_prompt.h"
#include "ui/support/form_controls.h"
#include "ui/support/labels.h"
#include "ui/support/layouts.h"
#include "ui/support/notice_strip.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {

struct BisectPage::Private {
  Private(BisectPage* owner, session::BisectSession& opened, FilePrompt& files) : page(owner), session(opened), prompt(files) {}

  BisectPage* page;
  session::BisectSession& session;
  FilePrompt& prompt;
  BisectModel* model = nullptr;
  BisectTable* table = nullptr;
  QListWidget* log = nullptr;
  ElidedLabel* path = nullptr;
  WordsLabel* answer = nullptr;
  WordsLabel* problem = nullptr;
  BisectForm* form = nullptr;
  EmptyState* nothing = nullptr;
  QWidget* body = nullptr;
  QScrollArea* formArea = nullptr;
  QPushButton *pass = nullptr, *fail = nullptr, *undo = nullptr;
  QSplitter* splitter = nullptr;
  QStackedLayout* pages = nullptr;
  bool isStarting = false;  ///< the form waits for its answer

  void build();
  QWidget* buildHead();
  QWidget* buildAnswers();
  void connectParts();
  void show(const session::BisectPtr& shown);
  void showLog();
  void showProblem(const base::Error& error);
  void showForm();
  void leaveForm();
  void openFile();
  void report(bool hasFailed);
  void goToNext();
  void copyCommand();
  void enableButtons();
  bool hasState() const { return session.shown() != nullptr; }
  bool isInFront() const { return hasState() && pages->currentWidget() == body; }
  bool hasRow() const { return isInFront() && table->currentIndex().isValid(); }
  QString current() const { return hasRow() ? model->commitAt(table->currentIndex().row()) : QString(); }
};

BisectPage::BisectPage(const Theme& theme, session::BisectSession& session, FilePrompt& prompt, QWidget* parent)
    : Page(theme, parent), d(std::make_unique<Private>(this, session, prompt)) {
  setAccessibleName(tr("Bisection"));
  d->build();
}
BisectPage::~BisectPage() = default;

QWidget* BisectPage::Private::buildHead() {
  auto* head = new QWidget(body);
  path = new ElidedLabel(Qt::ElideMiddle, head);
  auto* open = makeToolButton(tr("Open"), u"open"_s, tr("Open the file of another bisection (O)"), head);
  auto* start = makeToolButton(tr("New"), u"plus"_s, tr("Begin a new bisection (Ins)"), head);
  auto* copy = makeToolButton(tr("Copy command"), u"copy"_s,
                              tr("Copy the command that goes on with this bisection in a terminal (Y)"), head);
  connect(open, &QToolButton::clicked, page, [this] { openFile(); });
  connect(start, &QToolButton::clicked, page, [this] { showForm(); });
  connect(copy, &QToolButton::clicked, page, [this] { copyCommand(); });
  makeRow(head, {2 * kGrid, kGrid / 2, kGrid, kGrid / 2}, kGrid / 2, {{path, 1}, open, start, copy});
  return head;
}

QWidget* BisectPage::Private::buildAnswers() {
  auto* answers = new QWidget(body);
  pass = makePushButton(u"bisectPass"_s, tr("Passed"), tr("A run of the selected commit passed (P)"), answers);
  fail = makePushButton(u"bisectFail"_s, tr("Failed"), tr("A run of the selected commit failed (F)"), answers);
  undo = makePushButton(u"bisectUndo"_s, tr("Take back"), tr("Take the newest result back (U)"), answers);
  auto* next = makePushButton(u"bisectNext"_s, tr("Next commit"), tr("Select the commit to run next (N)"), answers);
  connect(pass, &QPushButton::clicked, page, [this] { report(false); });
  connect(fail, &QPushButton::clicked, page, [this] { report(true); });
  connect(undo, &QPushButton::clicked, page, [this] { session.undo(); });
  connect(next, &QPushButton::clicked, page, [this] { goToNext(); });
  makeRow(answers, {kGrid, kGrid / 2, kGrid, kGrid / 2}, kGrid, {pass, fail, undo, stretch(), next});
  return answers;
}

void BisectPage::Private::build() {
  body = new QWidget(page);
  model = new BisectModel(page);
  splitter = new QSplitter(Qt::Horizontal, body);
  splitter->setChildrenCollapsible(false);
  table = new BisectTable(model, page->theme(), splitter);
  log = new QListWidget(splitter);
  log->setAccessibleName(tr("Results, newest first"));
  log->setMinimumWidth(180);
  log->setFrameShape(QFrame::NoFrame);
  log->setSpacing(kGrid / 4);
  addWidgets(*splitter, {table, log});
  splitter->setStretchFactor(0, 3);
  splitter->setStretchFactor(1, 1);
  splitter->setSizes({560, 270});
  splitter->handle(1)->setAccessibleName(tr("Width of the results"));
  QWidget* head = buildHead();
  answer = new WordsLabel(body);
  answer->setContentsMargins(2 * kGrid, kGrid, 2 * kGrid, kGrid);
  problem = new WordsLabel(body);
  problem->setContentsMargins(2 * kGrid, 0, 2 * kGrid, kGrid);
  problem->hide();
  makeColumn(body, {}, 0, {head, divider(), answer, problem, divider(), {splitter, 1}, divider(), buildAnswers()});
  form = new BisectForm(prompt, page);
  formArea = new QScrollArea(page);
  prepareFieldArea(*formArea, form);
  nothing = new EmptyState(page->theme(), page);
  nothing->showText(tr("No bisection is open"),
                    tr("A bisection finds the commit that broke a test which also fails without it: it says what to run next, and "
                       "how often. Begin one, or open the file of one that a terminal began."),
                    {{tr("Begin a bisection"), [this] { showForm(); }}, {tr("Open a file"), [this] { openFile(); }}});
  pages = new QStackedLayout(page);
  addWidgets(*pages, {nothing, formArea, body});
  styleText({answer}, {.isBold = true});
  styleText({path, log}, {.isMuted = true});
  page->setFocusPolicy(Qt::ClickFocus);
  connectParts();
  page->setTheme(page->theme());
  if (hasState()) show(session.shown());
}

void BisectPage::Private::connectParts() {
  connect(&session, &session::BisectSession::changed, page, [this](const session::BisectPtr& shown) { show(shown); });
  connect(&session, &session::BisectSession::failed, page, [this](const base::Error& error) { showProblem(error); });
  connect(form, &BisectForm::startRequested, page, [this](const QString& file, const sources::BisectRequest& request) {
    isStarting = true;
    session.start(file, request);
  });
  connect(form, &BisectForm::cancelRequested, page, [this] { leaveForm(); });
  connect(table, &RecordTable::currentMoved, page, [this] { enableButtons(); });
}

/// show keeps the selected commit, unless it was the one to run next: then the next one follows.
void BisectPage::Private::show(const session::BisectPtr& shown) {
  const bool isNew = !model->bisection() || model->bisection()->state.commits != shown->state.commits;
  const bool wasNext = table->currentIndex().isValid() && table->currentIndex().row() == model->rowOfNext();
  model->show(shown);
  path->setText(session.path());
  answer->setWords(fromUtf8(shown->text).trimmed());
  problem->hide();
  showLog();
  if (isStarting || isNew || pages->currentWidget() == nothing) {
    isStarting = false;
    pages->setCurrentWidget(body);
    table->setFocus(Qt::OtherFocusReason);
  }
  if (isNew || wasNext) goToNext();
  enableButtons();
  Q_EMIT page->statusChanged(page->statusText());
}

void BisectPage::Private::showLog() {
  log->clear();
  const sources::BisectState& state = session.shown()->state;
  std::vector<bool> isTested(state.commits.size());
  for (std::size_t i = 0; i < state.results.size(); ++i) {
    const sources::BisectRun& run = state.results[i];
    const QString title = shownCommit(state, run.commit);
    const bool hasSubject = !state.subjects.empty();
    const QString commit = hasSubject ? title.section(u' ', 0, 0) : title;
    QString line = run.hasFailed ? tr("%1. %2 \u2717 failed").arg(i + 1).arg(commit) : tr("%1. %2 \u2713 passed").arg(i + 1).arg(commit);
    const bool isEnd = run.commit == 0 || run.commit + 1 == state.commits.size();
    if (isEnd && isTested[run.commit]) line = tr("%1, end tested again").arg(line);
    isTested[run.commit] = true;
    if (hasSubject) line += u' ' + title.section(u' ', 1);
    auto* item = new QListWidgetItem(line);
    item->setToolTip(fromUtf8(state.commits[run.commit]));
    log->insertItem(0, item);
  }
}

/// showProblem shows an error where it arose: in the form, above the commits, or in place of them.
void BisectPage::Private::showProblem(const base::Error& error) {
  if (std::exchange(isStarting, false)) return form->showProblem(error);
  const QString text = sentenceOf(error);
  if (hasState()) {
    problem->setWords(tr("! %1").arg(text));
    problem->show();
  } else {
    nothing->showText(tr("The bisection cannot be opened"), text,
                      {{tr("Begin a bisection"), [this] { showForm(); }}, {tr("Open a file"), [this] { openFile(); }}});
  }
  page->showMessage(text);
}

void BisectPage::Private::showForm() {
  pages->setCurrentWidget(formArea);
  form->focusFirst();
  enableButtons();
}

void BisectPage::Private::leaveForm() {
  pages->setCurrentWidget(hasState() ? body : nothing);
  if (hasState()) table->setFocus(Qt::OtherFocusReason);
  else nothing->focusFirst(Qt::OtherFocusReason);
  enableButtons();
}

void BisectPage::Private::openFile() {
  FileRequest question{.title = tr("Open a bisection")};
  question.kinds = tr("Bisections (*.json);;All files (*)");
  prompt.request(page, question, [this](const QStringList& paths) {
    if (!paths.isEmpty()) page->open(paths.first());
  });
}

void BisectPage::Private::report(bool hasFailed) {
  if (hasRow()) session.report(current(), hasFailed);
}

void BisectPage::Private::goToNext() {
  const int row = model->rowOfNext();
  if (row < 0) return;
  table->goTo(row);
  table->scrollTo(model->index(row, 0), QAbstractItemView::PositionAtCenter);  // its neighbours are the likely ones
}

void BisectPage::Private::copyCommand() {
  if (!hasState()) return;
  copyText(session.command() + u'\n');
  page->showMessage(tr("Copied: put your test in the place of ./test.sh; exit status 0 is a pass"));
}

void BisectPage::Private::enableButtons() {
  for (QPushButton* button : {pass, fail}) button->setEnabled(hasRow());
  undo->setEnabled(hasState() && !session.shown()->state.results.empty());
  Q_EMIT page->actionsChanged();
}

void BisectPage::open(const QString& path) { d->session.open(path); }

QString BisectPage::statusText() const {
  if (!message().isEmpty()) return message();
  if (!d->hasState()) return tr("No bisection is open");
  const sources::BisectState& state = d->session.shown()->state;
  return tr("%1, %2").arg(counted(state.commits.size(), tr("commit"), tr("commits")), counted(state.results.size(), tr("run"), tr("runs")));
}

void BisectPage::setTheme(const Theme& theme) {
  Page::setTheme(theme);
  d->log->setFont(theme.font(TextSize::Normal));
}

QWidget* BisectPage::mainView() const { return d->table; }
QJsonObject BisectPage::layoutState() const { return {{u"splitter"_s, sizesOf(*d->splitter)}, {u"file"_s, d->session.path()}}; }

bool BisectPage::restoreLayout(const QJsonObject& state) {
  if (const QString file = state["file"_L1].toString(); !file.isEmpty() && !d->hasState()) open(file);
  return restoreSizes(*d->splitter, state["splitter"_L1]);
}

QList<ActionSpec> BisectPage::actions() {
  const auto row = [this] { return d->hasRow(); };
  const auto state = [this] { return d->isInFront(); };
  return inGroup(tr("Bisection"), state,
                 {{.id = u"bisect.pass"_s, .text = tr("Report: the commit passed"),
                   .tooltip = tr("A run of the selected commit passed"), .iconName = u"check"_s, .shortcuts = {Qt::Key_P},
                   .run = [this] { d->report(false); }, .enabled = row},
                  {.id = u"bisect.fail"_s, .text = tr("Report: the commit failed"),
                   .tooltip = tr("A run of the selected commit failed"), .iconName = u"error"_s, .shortcuts = {Qt::Key_F},
                   .run = [this] { d->report(true); }, .enabled = row},
                  {.id = u"bisect.undo"_s, .text = tr("Take the newest result back"),
                   .tooltip = tr("Remove the newest result from the bisection"), .shortcuts = {Qt::Key_U},
                   .run = [this] { d->session.undo(); }, .enabled = [this] { return d->isInFront() && d->undo->isEnabled(); }},
                  {.id = u"bisect.next"_s, .text = tr("Go to the next commit to run"),
                   .tooltip = tr("Select the commit to run next, or the answer"), .iconName = u"chevron-right"_s,
                   .shortcuts = {Qt::Key_N}, .run = [this] { d->goToNext(); }},
                  {.id = u"bisect.copy"_s, .text = tr("Copy the command of the bisection"),
                   .tooltip = tr("Copy the command that goes on with this bisection in a terminal"), .iconName = u"copy"_s,
                   .shortcuts = {Qt::Key_Y}, .run = [this] { d->copyCommand(); }},
                  {.id = u"bisect.start"_s, .text = tr("Begin a bisection"),
                   .tooltip = tr("Choose a repository and its two ends, or a file of commits"), .iconName = u"plus"_s,
                   .shortcuts = {Qt::Key_Insert, Qt::CTRL | Qt::Key_N}, .run = [this] { d->showForm(); }, .enabled = [] { return true; }},
                  {.id = u"bisect.open"_s, .text = tr("Open a bisection"), .tooltip = tr("Open the file of a bisection"),
                   .iconName = u"open"_s, .shortcuts = {Qt::Key_O}, .run = [this] { d->openFile(); },
                   .enabled = [] { return true; }}});
}

QString BisectPage::menuActions() const { return u"bisect.*"_s; }

}  // namespace plumbline::ui
