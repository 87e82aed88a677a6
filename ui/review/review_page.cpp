// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/review/review_page.h"

#include <QFile>
#include <QFileInfo>
#include <QFocusEvent>
#include <QJsonObject>
#include <QSplitter>
#include <QStackedLayout>
#include <QTimer>
#include <QTreeView>
#include <utility>

#include "core/baselines/commit_message.h"
#include "core/baselines/drafts.h"
#include "core/session/merge_outside.h"
#include "core/session/pending_edits.h"
#include "ui/review/commit_panel.h"
#include "ui/review/commit_runner.h"
#include "ui/review/conflict_view.h"
#include "ui/review/diff_view.h"
#include "ui/review/review_model.h"
#include "ui/support/edit_stack.h"
#include "ui/support/empty_state.h"
#include "ui/support/file_prompt.h"
#include "ui/support/form_controls.h"
#include "ui/support/labels.h"
#include "ui/support/layouts.h"
#include "ui/support/notice_strip.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {

using session::DiffLayout;

namespace {
constexpr int kTreeWidth = 340;
constexpr int kMessageHeight = 200;

/// ReviewTree searches nothing by letters: they are the page's keys.
class ReviewTree : public QTreeView {
 public:
  using QTreeView::QTreeView;
  void keyboardSearch(const QString&) override {}
};

}  // namespace

struct ReviewPage::Private {
  Private(ReviewPage* owner, session::PendingEdits& pending, EditStack& steps, FilePrompt& asks)
      : page(owner), edits(pending), stack(steps), prompt(asks) {}

  ReviewPage* page;
  session::PendingEdits& edits;
  EditStack& stack;
  FilePrompt& prompt;

  ReviewModel* model = nullptr;
  ReviewDelegate* delegate = nullptr;
  QTreeView* tree = nullptr;
  DiffView* view = nullptr;
  DiffHead* head = nullptr;
  CommitPanel* commit = nullptr;
  CommitRunner* runner = nullptr;
  EditSaver* saver = nullptr;
  NoticeStrip* notices = nullptr;
  OutsideStrip* outside = nullptr;
  ElidedLabel* ci = nullptr;  ///< whether CI would pass
  EmptyState* nothing = nullptr;
  ConflictView* conflicts = nullptr;
  QStackedLayout* pages = nullptr;  ///< nothing, the splitter, or the conflicts of one file
  QSplitter* across = nullptr;
  QSplitter* down = nullptr;
  QTimer soon;                      ///< one refresh for many changes in a row

  QString placePath;                       ///< where the person is in the tree
  std::optional<std::size_t> placeChange;
  QStringList outsidePaths;                ///< files with edits that were changed on disk
  std::optional<session::PendingEdits::Outside> shownOutside;  ///< the difference that is on screen
  bool stale = true;                       ///< the edits changed since the last refresh

  void build();
  QWidget* buildRight();
  void colourTree();
  void connectParts();
  void refresh();
  void showEmpty();
  void showCurrent();
  void showHeading();
  void setLayoutKind(session::DiffLayout layout);
  void showError(const base::Error& error, const QString& id);
  bool hasEdits() const { return !edits.drafts().changed().empty(); }
  /// toCommit are the edits as the page shows them: against what a commit replaces.
  baselines::Drafts toCommit() const { return baselines::draftsToCommit(edits.drafts(), runner->base()); }
  bool hasItems() const { return model->rowCount() > 0; }
  bool hasMessage() const { return hasItems() || runner->hasFiles() || runner->isBusy(); }
  QString savedText() const;
  void showCommit(const baselines::Drafts& drafts);
  void showObstacle();

  void step(int direction);
  void revert();

  void showOutside(const QString& path);
  void reapply(const QString& path);
  void discard(const QString& path);
  void forgetOutside(const QString& path);

  void settle(const QString& path);
  void applyChoices();
  QList<ActionSpec> changeActions();
  QList<ActionSpec> saveActions();
  QList<ActionSpec> outsideActions();
  bool settling() const { return pages->currentWidget() == conflicts; }
};

ReviewPage::ReviewPage(const Theme& theme, session::PendingEdits& edits, EditStack& stack, FilePrompt& prompt, QWidget* parent)
    : Page(theme, parent), d(std::make_unique<Private>(this, edits, stack, prompt)) {
  setAccessibleName(tr("Review"));
  d->build();
  d->connectParts();
  d->refresh();
}
ReviewPage::~ReviewPage() = default;

void ReviewPage::Private::build() {
  model = new ReviewModel(page);
  delegate = new ReviewDelegate(page->theme(), page);
  tree = new ReviewTree(page);
  tree->setAccessibleName(tr("Edited files and their changes"));
  tree->setModel(model);
  tree->setItemDelegate(delegate);
  tree->setHeaderHidden(true);
  tree->setUniformRowHeights(true);
  tree->setFrameShape(QFrame::NoFrame);
  tree->setIndentation(2 * kGrid);
  tree->setMouseTracking(true);
  tree->setMinimumWidth(160);
  tree->setEditTriggers(QAbstractItemView::NoEditTriggers);
  tree->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);

  across = new QSplitter(Qt::Horizontal, page);
  across->setChildrenCollapsible(false);
  addWidgets(*across, {tree, buildRight()});
  across->setStretchFactor(1, 1);
  across->setSizes({kTreeWidth, 3 * kTreeWidth});
  across->handle(1)->setAccessibleName(tr("Width of the tree"));

  commit = new CommitPanel(page->theme(), page);
  down = new QSplitter(Qt::Vertical, page);
  down->setChildrenCollapsible(false);
  addWidgets(*down, {across, commit});
  down->setStretchFactor(0, 1);
  down->setSizes({3 * kMessageHeight, kMessageHeight});
  down->handle(1)->setAccessibleName(tr("Height of the message"));

  nothing = new EmptyState(page->theme(), page);
  conflicts = new ConflictView(page->theme(), page);
  notices = new NoticeStrip(page);
  outside = new OutsideStrip(page->theme(), page);
  ci = new ElidedLabel(Qt::ElideRight, page);
  ci->setContentsMargins(kGrid, kGrid, kGrid, kGrid);
  styleText({ci}, {.isBold = true});
  ci->hide();
  auto* layout = makeColumn(page, {}, 0, {notices, outside, ci});
  pages = new QStackedLayout;
  addWidgets(*pages, {nothing, down, conflicts});
  layout->addLayout(pages, 1);
  colourTree();
  soon.setSingleShot(true);
  soon.setInterval(0);
}

/// colourTree gives the indentation of a selected row the colour that the delegate gives the rest.
void ReviewPage::Private::colourTree() {
  QPalette palette = page->theme().palette();
  palette.setColor(QPalette::Highlight, page->theme().color(Tone::Selection));
  palette.setColor(QPalette::HighlightedText, page->theme().color(Tone::Text));
  tree->setPalette(palette);
}

QWidget* ReviewPage::Private::buildRight() {
  auto* right = new QWidget(page);
  right->setMinimumWidth(320);
  head = new DiffHead(page->theme(), right);
  view = new DiffView(page->theme(), right);
  makeColumn(right, {}, 0, {head, divider(), {view, 1}});
  return right;
}

void ReviewPage::Private::connectParts() {
  runner = new CommitRunner(edits, *notices, *commit, page);
  connect(runner, &CommitRunner::statusMessage, page, &ReviewPage::showMessage);
  connect(runner, &CommitRunner::changed, page, [this] { refresh(); });
  connect(runner, &CommitRunner::takenBack, page, [this](const std::string& message) {
    refresh();
    commit->useMessage(fromUtf8(message));
  });
  connect(runner, &CommitRunner::committed, page, [this](const std::string& message) {
    if (commit->message().toStdString() == message) commit->proposeAgain();  // else it is for the next commit
  });
  connect(commit, &CommitPanel::messageChanged, page, [this] { showObstacle(); });
  saver = new EditSaver(edits, *commit, *runner, *notices, prompt, page);
  connect(saver, &EditSaver::statusMessage, page, &ReviewPage::showMessage);
  connect(saver, &EditSaver::written, page, [this] { refresh(); });
  connect(&soon, &QTimer::timeout, page, [this] { refresh(); });
  connect(&edits, &session::PendingEdits::changed, page, [this] {
    stale = true;
    soon.start();
  });
  connect(&stack, &EditStack::changed, page, [this] {
    page->showMessage({});  // undone or done again: the last words are not true any more
    Q_EMIT page->actionsChanged();
  });
  connect(&stack, &EditStack::refused, page, [this](const base::Error& error) { showError(error, u"undo"_s); });
  outsidePaths = edits.changedOutside();  // before there was this page
  connect(&edits, &session::PendingEdits::outsideChange, page, [this] { outside->setFiles(outsidePaths = edits.changedOutside()); });
  connect(tree->selectionModel(), &QItemSelectionModel::currentChanged, page, [this] {
    shownOutside.reset();
    showCurrent();
  });
  connect(view, &DiffView::currentChanged, page, [this](quint64 change) {
    if (!shownOutside) tree->setCurrentIndex(model->find(placePath, static_cast<std::size_t>(change)));
  });
  connect(head, &DiffHead::layoutChosen, page, [this](DiffLayout layout) { setLayoutKind(layout); });
  connect(conflicts, &ConflictView::applyRequested, page, [this] { applyChoices(); });
  connect(conflicts, &ConflictView::leaveRequested, page, [this] {
    pages->setCurrentIndex(0);
    refresh();
  });
  connect(outside, &OutsideStrip::showRequested, page, [this](const QString& path) { showOutside(path); });
  connect(outside, &OutsideStrip::reapplyRequested, page, [this](const QString& path) { reapply(path); });
  connect(outside, &OutsideStrip::discardRequested, page, [this](const QString& path) { discard(path); });
}

void ReviewPage::Private::refresh() {
  stale = false;
  const QString path = placePath;
  const auto change = placeChange;
  const bool hadFocus = tree->hasFocus();
  const baselines::Drafts drafts = toCommit();
  model->show(drafts, edits.unsavedDecisions());
  tree->expandAll();
  // A file whose edits are gone needs no way out any more.
  QStringList still;
  for (const QString& name : std::as_const(outsidePaths))
    if (model->find(name, std::nullopt).isValid()) still << name;
  outsidePaths = still;
  outside->setFiles(outsidePaths);
  if (!tree->currentIndex().isValid()) {
    QModelIndex place = model->find(path, change);
    if (!place.isValid()) place = model->step({}, +1);
    if (place.isValid()) tree->setCurrentIndex(place);
  }
  QMetaObject::invokeMethod(tree, [this] { showHeading(); }, Qt::QueuedConnection);  // once the tree has its height
  showCurrent();
  showCommit(drafts);
  if (hadFocus) tree->setFocus(Qt::OtherFocusReason);
}

/// showHeading brings the file of the current change into sight as well, where there is room for both.
void ReviewPage::Private::showHeading() {
  const QModelIndex current = tree->currentIndex();
  tree->scrollTo(current.parent().isValid() ? current.parent() : current);
  tree->scrollTo(current);
}

QString ReviewPage::Private::savedText() const {
  return runner->hasFiles() ? tr("%1 saved and not committed").arg(counted(runner->fileCount(), tr("file"), tr("files")))
                            : QString();
}

/// showCommit proposes a message for what was saved and for what is edited, as one commit takes both.
void ReviewPage::Private::showCommit(const baselines::Drafts& drafts) {
  if (!runner->isBusy()) commit->propose(fromUtf8(baselines::commitMessage(drafts)));
  if (!hasMessage()) commit->proposeAgain();  // what was typed was for files that wait no more
  commit->setHasEdits(hasEdits(), !edits.isClean());
  showObstacle();
  if (!view->review()) head->show(nullptr, savedText());
  showEmpty();
  Q_EMIT page->statusChanged(page->statusText());
  Q_EMIT page->actionsChanged();
}

void ReviewPage::Private::showObstacle() {
  QString why;
  if (runner->isBusy()) why = tr("git is running; wait for it, or cancel it above");
  else if (!hasEdits() && !runner->hasFiles()) why = tr("Nothing is edited, and no saved file waits for a commit");
  else if (commit->message().trimmed().isEmpty()) why = tr("Write a commit message first");
  commit->setCommitObstacle(why);
}

void ReviewPage::Private::showEmpty() {
  if (settling()) return;
  pages->setCurrentIndex(hasMessage() ? 1 : 0);
  if (hasMessage()) return;
  nothing->showText(tr("Nothing is edited"), tr("In Triage, A accepts what the run says."),
               {{tr("Go to Triage"), [this] { Q_EMIT page->triageRequested(); }}});
}

void ReviewPage::Private::showCurrent() {
  if (shownOutside) return;
  const QModelIndex current = tree->currentIndex();
  const ReviewPtr review = model->reviewAt(current);
  view->show(review);
  head->show(review);
  if (!review) return;
  placePath = current.data(ReviewModel::PathRole).toString();
  placeChange = model->changeAt(current);
  if (placeChange) view->goTo(*placeChange);
  Q_EMIT page->actionsChanged();
}

void ReviewPage::Private::setLayoutKind(DiffLayout layout) {
  view->setLayoutKind(layout);
  head->setLayoutKind(layout);
  Q_EMIT page->actionsChanged();
}

void ReviewPage::Private::showError(const base::Error& error, const QString& id) {
  notices->showNotice(noticeFor(error, id));
}

void ReviewPage::save() { d->saver->save(); }
bool ReviewPage::mayClose() { return d->runner->mayClose(); }
void ReviewPage::settleConflicts(const QString& path) { d->settle(path); }

void ReviewPage::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (d->stale) d->refresh();
  d->runner->lookAgain();
  if (d->hasItems() && !isAncestorOf(focusWidget())) d->tree->setFocus(Qt::OtherFocusReason);
}

/// The list of edits has the keyboard for the page.
void ReviewPage::focusInEvent(QFocusEvent* event) {
  if (d->hasItems()) d->tree->setFocus(event->reason());
  else QWidget::focusInEvent(event);
}

void ReviewPage::setTheme(const Theme& theme) {
  Page::setTheme(theme);
  d->colourTree();
}

Page::Subject ReviewPage::subject() const {
  const ReviewPtr review = d->model->reviewAt(d->tree->currentIndex());
  if (!review) return {};
  return {d->placePath, d->placeChange ? review->changes()[*d->placeChange].beforeFirst + 1 : 1};
}

QString ReviewPage::statusText() const {
  QStringList parts;
  const std::size_t decisions = d->edits.decisionsBesideEdits().size();
  if (d->hasEdits() && !d->runner->hasFiles())
    parts << tr("%1 in %2, %3 added, %4 removed").arg(counted(d->model->editCount(), tr("edit"), tr("edits")),
                                                      counted(d->model->fileCount(), tr("file"), tr("files")),
                                                      counted(d->model->linesAdded(), tr("line"), tr("lines")),
                                                      grouped(d->model->linesRemoved()));
  else if (d->hasEdits())  // the lines on the page are those of the commit
    parts << tr("%1 not saved").arg(counted(baselines::editCount(d->edits.drafts()), tr("edit"), tr("edits")));
  if (decisions > 0)
    parts << tr("%1 not saved").arg(counted(decisions, tr("decision"), tr("decisions")));
  if (d->runner->hasFiles()) parts << d->savedText();
  const QString text = parts.isEmpty() ? tr("Nothing is edited") : parts.join(u" \u00b7 "_s);
  return message().isEmpty() ? text : text + u" \u00b7 "_s + message();
}

QJsonObject ReviewPage::layoutState() const {
  return {{u"across"_s, sizesOf(*d->across)},
          {u"down"_s, sizesOf(*d->down)},
          {u"sideBySide"_s, d->view->layoutKind() == DiffLayout::SideBySide}};
}

bool ReviewPage::restoreLayout(const QJsonObject& state) {
  restoreSizes(*d->across, state["across"_L1]);
  restoreSizes(*d->down, state["down"_L1]);
  d->setLayoutKind(state["sideBySide"_L1].toBool() ? DiffLayout::SideBySide : DiffLayout::Unified);
  return true;
}

void ReviewPage::Private::step(int direction) {
  if (settling()) {
    const std::size_t at = conflicts->blocks()->current();
    if (direction > 0 || at > 0) conflicts->blocks()->goTo(direction > 0 ? at + 1 : at - 1);
    return;
  }
  const QModelIndex next = model->step(tree->currentIndex(), direction);
  if (next.isValid()) {
    tree->setCurrentIndex(next);
    page->showMessage({});
  } else {
    page->showMessage(direction > 0 ? tr("This is the last change") : tr("This is the first change"));
  }
}

void ReviewPage::Private::revert() {
  const QModelIndex current = tree->currentIndex();
  const ReviewPtr review = model->reviewAt(current);
  if (!review || shownOutside || settling()) return;
  const auto change = model->changeAt(current);
  baselines::Change decisions{.text = "Take back decisions", .files = {}, .decisions = {}};
  for (const baselines::DecisionKey& key : model->decisionsAt(current)) decisions.decisions.push_back({key, std::nullopt});
  const auto back = !decisions.decisions.empty() ? base::Result<baselines::Change>(decisions)
                    : change                     ? session::revertChange(toCommit(), *review, *change)
                                                 : toCommit().discardChange(review->path());
  if (!back) {
    showError(back.error(), u"revert"_s);
    return;
  }
  const auto done = stack.push(*back);
  if (!done) {
    showError(done.error(), u"revert"_s);
  } else {
    page->showMessage(tr("%1 (undo: Ctrl+Z)").arg(fromUtf8(back->text)));
  }
}

void ReviewPage::Private::showOutside(const QString& path) {
  auto difference = edits.lookOutside(path);
  if (!difference) {
    showError(difference.error(), u"outside"_s);
    return;
  }
  const auto* file = edits.drafts().find(QFile::encodeName(path).toStdString());
  if (file == nullptr) return;
  const ReviewPtr review = session::FileReview::between(file->path, file->saved, difference->onDisk);
  outside->showLost(difference->lost);
  shownOutside = std::move(*difference);
  view->show(review);
  head->show(review, tr("Changed on disk since it was read: %1").arg(path));
  view->setFocus(Qt::OtherFocusReason);
}

void ReviewPage::Private::reapply(const QString& path) {
  // What does not fit is shown before anything is left out.
  const bool seen = shownOutside && shownOutside->path == path;
  if (!seen) {
    auto difference = edits.lookOutside(path);
    if (!difference) {
      showError(difference.error(), u"outside"_s);
      return;
    }
    if (!difference->lost.empty()) {
      showOutside(path);
      return;
    }
    shownOutside = std::move(*difference);
  }
  const auto done = edits.reapply(*shownOutside);
  shownOutside.reset();
  if (!done) {
    outside->showLost({});
    showCurrent();
    showError(done.error(), u"outside"_s);
    return;
  }
  forgetOutside(path);
  page->showMessage(tr("%1: the edits now stand on the version on disk").arg(QFileInfo(path).fileName()));
}

void ReviewPage::Private::discard(const QString& path) {
  const auto done = edits.discard(path);
  if (!done) {
    showError(done.error(), u"outside"_s);
    return;
  }
  shownOutside.reset();
  forgetOutside(path);
  page->showMessage(tr("%1: edits discarded").arg(QFileInfo(path).fileName()));
}

void ReviewPage::Private::settle(const QString& path) {
  const auto file = edits.openFile(path);
  if (!file) {
    showError(file.error(), u"conflicts"_s);
    return;
  }
  auto blocks = baselines::conflictBlocks((*file)->pending, (*file)->path);
  if (!blocks) {
    showError(blocks.error(), u"conflicts"_s);
    return;
  }
  if (blocks->empty()) {
    page->showMessage(tr("%1 has no conflicts").arg(QFileInfo(path).fileName()));
    return;
  }
  conflicts->show(path, std::move(*blocks));
  pages->setCurrentWidget(conflicts);
  conflicts->blocks()->setFocus(Qt::OtherFocusReason);
}

void ReviewPage::Private::applyChoices() {
  const std::string path = QFile::encodeName(conflicts->path()).toStdString();
  const auto change = session::settleChange(edits.drafts(), path, conflicts->choices());
  const auto done = change ? stack.push(*change) : base::Result<void>(base::fail(change.error()));
  if (!done) {
    showError(done.error(), u"conflicts"_s);
    return;
  }
  placePath = conflicts->path();
  placeChange.reset();
  pages->setCurrentIndex(0);
  refresh();
  tree->setFocus(Qt::OtherFocusReason);
  page->showMessage(fromUtf8(change->text));
}

void ReviewPage::Private::forgetOutside(const QString& path) {
  outsidePaths.removeAll(path);
  outside->setFiles(outsidePaths);
  if (outsidePaths.isEmpty()) notices->dismiss(u"saved"_s);  // why nothing was written
  refresh();
}

QList<ActionSpec> ReviewPage::Private::changeActions() {
  return {
      {.id = u"review.next"_s, .text = tr("Next change"), .tooltip = tr("Go to the next change, over all files"),
       .iconName = u"chevron-down"_s, .shortcuts = {Qt::Key_J}, .run = [this] { step(+1); },
       .enabled = [this] { return hasItems() || settling(); }},
      {.id = u"review.previous"_s, .text = tr("Previous change"), .tooltip = tr("Go back to the previous change"),
       .shortcuts = {Qt::Key_K}, .run = [this] { step(-1); }, .enabled = [this] { return hasItems() || settling(); }},
      {.id = u"review.revert"_s, .text = tr("Revert this change"),
       .tooltip = tr("Take the selected change back, or all changes of the selected file; can be undone"),
       .shortcuts = {Qt::Key_X}, .run = [this] { revert(); },
       .enabled = [this] { return tree->currentIndex().isValid() && !shownOutside && !settling(); }},
      {.id = u"review.sideBySide"_s, .text = tr("Side by side"),
       .tooltip = tr("Saved and edited lines side by side, or one below the other"),
       .shortcuts = {Qt::Key_V},
           .run = [this] {
             const bool two = view->layoutKind() == DiffLayout::SideBySide;
             setLayoutKind(two ? DiffLayout::Unified : DiffLayout::SideBySide);
           },
           .checkable = true, .checked = [this] { return view->layoutKind() == DiffLayout::SideBySide; }},
  };
}

QList<ActionSpec> ReviewPage::Private::saveActions() {
  return {
      {.id = u"review.message"_s, .text = tr("Edit the commit message"),
       .tooltip = tr("Put the keyboard into the message"), .shortcuts = {Qt::Key_I},
       .run = [this] { commit->focusMessage(); }, .enabled = [this] { return hasMessage(); }},
      {.id = u"review.propose"_s, .text = tr("Propose the message again"),
       .tooltip = tr("Replace what was typed by a new proposal"), .run = [this] { commit->proposeAgain(); },
       .enabled = [this] { return hasMessage() && commit->isEdited(); }},
      {.id = u"review.save"_s, .text = tr("Save all edits"), .tooltip = tr("Write all edited files"),
       .shortcuts = {QKeySequence::Save}, .run = [this] { saver->save(); }, .enabled = [this] { return !edits.isClean(); }},
      {.id = u"review.commit"_s, .text = tr("Commit"),
       .tooltip = tr("Save, and commit these files with git; hooks run, nothing is pushed"),
       .shortcuts = {Qt::CTRL | Qt::Key_Return, Qt::CTRL | Qt::Key_Enter}, .run = [this] { saver->commit(); },
       .enabled = [this] { return !runner->isBusy() && (hasEdits() || runner->hasFiles()); }},
      {.id = u"review.undoCommit"_s, .text = tr("Undo the commit"),
       .tooltip = tr("Take the last commit back; its files stay as they are (git reset --soft)"),
       .run = [this] { runner->undo(); }, .enabled = [this] { return !runner->isBusy() && runner->hasCommit(); }},
      {.id = u"review.patch"_s, .text = tr("Export the patch"),
       .tooltip = tr("Write one patch for git apply, without saving"), .run = [this] { saver->exportPatch(); }},
      {.id = u"review.copyPatch"_s, .text = tr("Copy the patch"), .tooltip = tr("Put the patch on the clipboard"),
       .iconName = u"copy"_s, .run = [this] { saver->copyPatch(); }},
      {.id = u"review.copyMessage"_s, .text = tr("Copy the commit message"),
       .tooltip = tr("Put the commit message on the clipboard"), .iconName = u"copy"_s,
       .run = [this] { saver->copyMessage(); }, .enabled = [this] { return hasMessage(); }},
  };
}

QList<ActionSpec> ReviewPage::Private::outsideActions() {
  const auto action = [this](const QString& id, const QString& text, void (ReviewPage::Private::*run)(const QString&)) {
    return ActionSpec{.id = id, .text = text, .run = [this, run] { (this->*run)(outsidePaths.value(0)); },
                      .enabled = [this] { return !outsidePaths.isEmpty(); }};
  };
  return {action(u"review.showOutside"_s, tr("Changed outside: show the difference"), &Private::showOutside),
          action(u"review.reapply"_s, tr("Changed outside: re-apply my edits"), &Private::reapply),
          action(u"review.discard"_s, tr("Changed outside: discard my edits"), &Private::discard)};
}

QList<ActionSpec> ReviewPage::actions() {
  return inGroup(tr("Review"), [this] { return d->hasEdits(); }, d->changeActions() + d->saveActions() +
                 d->outsideActions());
}

QStringList ReviewPage::files() const {
  QStringList paths;
  for (int row = 0; row < d->model->rowCount(); ++row) paths << d->model->index(row, 0).data(ReviewModel::PathRole).toString();
  return paths;
}

void ReviewPage::setCi(const QString& text) {
  d->ci->setText(withArrows(text));
  d->ci->setVisible(!text.isEmpty());
}

QString ReviewPage::menuActions() const {
  return u"review.revert;review.sideBySide;review.copy*;review.patch;review.save;review.commit;go.editor;edit.undo"_s;
}

}  // namespace plumbline::ui
