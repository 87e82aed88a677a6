// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/review/review_page.h"

#include <QDir>
#include <QFile>
#include <QFocusEvent>
#include <QHBoxLayout>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QScrollBar>
#include <QVBoxLayout>
#include <utility>

#include "core/baselines/hand_over.h"
#include "ui/review/review_page_private.h"
#include "ui/support/count_text.h"
#include "ui/support/divider.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

using session::DiffLayout;

namespace {

constexpr int kStateVersion = 1;
constexpr int kTreeWidth = 280;
constexpr int kMessageHeight = 200;

QString pathText(const std::string& path) { return QFile::decodeName(QByteArray::fromStdString(path)); }

QString counted(std::size_t count, const QString& one, const QString& many) {
  return u"%1 %2"_s.arg(grouped(count), count == 1 ? one : many);
}

}  // namespace

ReviewPage::ReviewPage(const Theme& theme, session::PendingEdits& edits, EditStack& stack, FilePrompt& prompt, QWidget* parent)
    : QWidget(parent), d(std::make_unique<Private>(this, theme, edits, stack, prompt)) {
  setAccessibleName(u"Review"_s);
  d->build();
  d->connectParts();
  d->refresh();
}
ReviewPage::~ReviewPage() = default;

void ReviewPage::Private::build() {
  model = new ReviewModel(page);
  delegate = new ReviewDelegate(theme, page);
  tree = new QTreeView(page);
  tree->setAccessibleName(u"Edited files and their changes"_s);
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
  across->addWidget(tree);
  across->addWidget(buildRight());
  across->setStretchFactor(1, 1);
  across->setSizes({kTreeWidth, 3 * kTreeWidth});
  across->handle(1)->setAccessibleName(u"Width of the tree"_s);

  commit = new CommitPanel(theme, page);
  down = new QSplitter(Qt::Vertical, page);
  down->setChildrenCollapsible(false);
  down->addWidget(across);
  down->addWidget(commit);
  down->setStretchFactor(0, 1);
  down->setSizes({3 * kMessageHeight, kMessageHeight});
  down->handle(1)->setAccessibleName(u"Height of the message"_s);

  nothing = new EmptyState(theme, page);
  conflicts = new ConflictView(theme, page);
  notices = new NoticeStrip(page);
  outside = new OutsideStrip(theme, page);
  auto* layout = new QVBoxLayout(page);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(notices);
  layout->addWidget(outside);
  pages = new QStackedLayout;
  pages->addWidget(nothing);
  pages->addWidget(down);
  pages->addWidget(conflicts);
  layout->addLayout(pages, 1);
  colourTree();
  soon.setSingleShot(true);
  soon.setInterval(0);
}

/// colourTree gives the indentation of a selected row the colour that the delegate gives the rest.
void ReviewPage::Private::colourTree() {
  QPalette palette = theme.palette();
  palette.setColor(QPalette::Highlight, theme.color(Tone::Selection));
  palette.setColor(QPalette::HighlightedText, theme.color(Tone::Text));
  tree->setPalette(palette);
}

QWidget* ReviewPage::Private::buildRight() {
  auto* right = new QWidget(page);
  right->setMinimumWidth(320);
  fileName = new ElidedLabel(Qt::ElideMiddle, right);
  counts = new QLabel(right);
  const auto toggle = [&](const QString& text, const QString& tip) {
    auto* button = new QToolButton(right);
    button->setText(text);
    button->setToolTip(tip);
    button->setCheckable(true);
    button->setAutoExclusive(true);
    button->setAutoRaise(true);
    return button;
  };
  unified = toggle(u"Unified"_s, u"Removed and added lines one below the other"_s);
  sideBySide = toggle(u"Side by side"_s, u"Saved on the left, edited on the right"_s);
  unified->setChecked(true);
  auto* head = new QHBoxLayout;
  head->setContentsMargins(kGrid, kGrid / 2, kGrid / 2, kGrid / 2);
  head->setSpacing(kGrid);
  head->addWidget(fileName, 1);
  head->addWidget(counts);
  head->addWidget(unified);
  head->addWidget(sideBySide);
  view = new DiffView(theme, right);
  auto* layout = new QVBoxLayout(right);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addLayout(head);
  layout->addWidget(new Divider(Qt::Horizontal, right));
  layout->addWidget(view, 1);
  return right;
}

void ReviewPage::Private::connectParts() {
  connect(&soon, &QTimer::timeout, page, [this] { refresh(); });
  connect(&edits, &session::PendingEdits::changed, page, [this] {
    stale = true;
    soon.start();
  });
  connect(&stack, &EditStack::changed, page, [this] {
    tell({});  // undone or done again: the last words are not true any more
    Q_EMIT page->actionsChanged();
  });
  connect(&stack, &EditStack::refused, page, [this](const base::Error& error) { say(error, u"undo"_s); });
  connect(&edits, &session::PendingEdits::outsideChange, page, [this](const QString& path) {
    if (!outsidePaths.contains(path)) outsidePaths << path;
    outside->setFiles(outsidePaths);
  });
  connect(tree->selectionModel(), &QItemSelectionModel::currentChanged, page, [this] {
    looked.reset();
    showCurrent();
  });
  connect(view, &DiffView::currentChanged, page, [this](quint64 change) {
    if (!looked) tree->setCurrentIndex(model->find(placePath, static_cast<std::size_t>(change)));
  });
  connect(unified, &QToolButton::clicked, page, [this] { setLayoutKind(DiffLayout::Unified); });
  connect(sideBySide, &QToolButton::clicked, page, [this] { setLayoutKind(DiffLayout::SideBySide); });
  connect(commit, &CommitPanel::saveWanted, page, [this] { save(); });
  connect(commit, &CommitPanel::exportWanted, page, [this] { exportPatch(); });
  connect(commit, &CommitPanel::copyPatchWanted, page, [this] { copyPatch(); });
  connect(commit, &CommitPanel::copyMessageWanted, page, [this] { copyMessage(); });
  connect(&python, &session::PythonCheck::done, page, [this](const QStringList& problems) {
    if (problems.isEmpty()) write();
    else refuse(problems);
  });
  // What was asked about is not what would be written any more.
  connect(&edits, &session::PendingEdits::changed, page, [this] {
    if (python.isBusy()) python.start(edits.drafts());
  });
  connect(conflicts, &ConflictView::applyWanted, page, [this] { applyChoices(); });
  connect(conflicts, &ConflictView::leaveWanted, page, [this] {
    pages->setCurrentIndex(0);
    refresh();
  });
  connect(outside, &OutsideStrip::showWanted, page, [this](const QString& path) { showOutside(path); });
  connect(outside, &OutsideStrip::reapplyWanted, page, [this](const QString& path) { reapply(path); });
  connect(outside, &OutsideStrip::discardWanted, page, [this](const QString& path) { discard(path); });
}

void ReviewPage::Private::refresh() {
  stale = false;
  const QString path = placePath;
  const auto change = placeChange;
  const bool hadFocus = tree->hasFocus();
  model->show(edits.drafts());
  tree->expandAll();
  // A file whose edits are gone needs no way out any more.
  QStringList still;
  for (const QString& name : std::as_const(outsidePaths))
    if (model->find(name, std::nullopt).isValid()) still << name;
  outsidePaths = still;
  outside->setFiles(outsidePaths);
  commit->propose(QString::fromStdString(baselines::commitMessage(edits.drafts())));
  if (!tree->currentIndex().isValid()) {
    QModelIndex place = model->find(path, change);
    if (!place.isValid()) place = model->step({}, +1);
    if (place.isValid()) tree->setCurrentIndex(place);
  }
  showCurrent();
  showEmpty();
  if (hadFocus) tree->setFocus(Qt::OtherFocusReason);
  Q_EMIT page->statusChanged(page->statusText());
  Q_EMIT page->actionsChanged();
}

void ReviewPage::Private::showEmpty() {
  if (settling()) return;
  const bool any = hasEdits();
  pages->setCurrentIndex(any ? 1 : 0);
  if (any) return;
  nothing->say(u"Nothing is edited"_s, u"In Triage, A accepts what the run says."_s,
               {{u"Go to Triage"_s, [this] { Q_EMIT page->triageRequested(); }}});
}

void ReviewPage::Private::showCurrent() {
  if (looked) return;
  const QModelIndex current = tree->currentIndex();
  const ReviewPtr review = model->reviewAt(current);
  view->show(review);
  showFileHead(review, {});
  if (!review) return;
  placePath = current.data(ReviewModel::PathRole).toString();
  placeChange = ReviewModel::changeAt(current);
  if (placeChange) view->goTo(*placeChange);
  Q_EMIT page->actionsChanged();
}

void ReviewPage::Private::showFileHead(const ReviewPtr& review, const QString& title) {
  if (!review) {
    fileName->setText({});
    counts->clear();
    return;
  }
  const QString path = pathText(review->path());
  const auto root = baselines::repositoryRoot(review->path());
  const QString shown = root ? QDir(pathText(*root)).relativeFilePath(path) : path;
  fileName->setText(title.isEmpty() ? (review->isNewFile() ? shown + u" (new file)"_s : shown) : title);
  fileName->setDetail(path);
  const auto count = [this](DiffSide side, std::size_t lines) {
    const DiffLook& look = theme.diff(side);
    return u"<span style=\"color:%1\">%2%3</span>"_s.arg(look.mark.name(), look.sign, grouped(lines));
  };
  counts->setText(count(DiffSide::Added, review->linesAdded()) + u"&nbsp; "_s + count(DiffSide::Removed, review->linesRemoved()));
  counts->setAccessibleName(u"%1 added, %2 removed"_s.arg(counted(review->linesAdded(), u"line"_s, u"lines"_s)).arg(review->linesRemoved()));
}

void ReviewPage::Private::setLayoutKind(DiffLayout layout) {
  view->setLayoutKind(layout);
  unified->setChecked(layout == DiffLayout::Unified);
  sideBySide->setChecked(layout == DiffLayout::SideBySide);
  Q_EMIT page->actionsChanged();
}

void ReviewPage::Private::tell(const QString& text) {
  news = text;
  Q_EMIT page->statusChanged(page->statusText());
}

void ReviewPage::Private::say(const base::Error& error, const QString& id) { notices->say(noticeFor(error, id)); }

void ReviewPage::save() { d->save(); }
void ReviewPage::settleConflicts(const QString& path) { d->settle(path); }

void ReviewPage::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (d->stale) d->refresh();
  if (d->hasEdits() && !isAncestorOf(focusWidget())) d->tree->setFocus(Qt::OtherFocusReason);
}

/// The list of edits has the keyboard for the page.
void ReviewPage::focusInEvent(QFocusEvent* event) {
  if (d->hasEdits()) d->tree->setFocus(event->reason());
  else QWidget::focusInEvent(event);
}

void ReviewPage::setTheme(const Theme& theme) {
  d->theme = theme;
  d->delegate->setTheme(theme);
  d->view->setTheme(theme);
  d->commit->setTheme(theme);
  d->outside->setTheme(theme);
  d->conflicts->setTheme(theme);
  d->nothing->setTheme(theme);
  d->colourTree();
  d->showFileHead(d->view->review(), d->looked ? d->fileName->text() : QString());
}

QString ReviewPage::statusText() const {
  QString text = u"Nothing is edited"_s;
  if (d->hasEdits())
    text = u"%1 in %2, %3 added, %4 removed"_s.arg(counted(d->model->changeCount(), u"change"_s, u"changes"_s),
                                                  counted(d->model->fileCount(), u"file"_s, u"files"_s),
                                                  counted(d->model->linesAdded(), u"line"_s, u"lines"_s),
                                                  grouped(d->model->linesRemoved()));
  return d->news.isEmpty() ? text : text + u" \u00b7 "_s + d->news;
}

QByteArray ReviewPage::saveState() const {
  const auto sizes = [](const QSplitter* splitter) {
    QJsonArray list;
    for (int size : splitter->sizes()) list << size;
    return list;
  };
  return QJsonDocument(QJsonObject{{u"version"_s, kStateVersion},
                                   {u"across"_s, sizes(d->across)},
                                   {u"down"_s, sizes(d->down)},
                                   {u"sideBySide"_s, d->view->layoutKind() == DiffLayout::SideBySide}})
      .toJson(QJsonDocument::Compact);
}

bool ReviewPage::restoreState(const QByteArray& state) {
  const QJsonObject object = QJsonDocument::fromJson(state).object();
  if (object["version"_L1].toInt() != kStateVersion) return false;
  const auto take = [&](QSplitter* splitter, QLatin1StringView key) {
    QList<int> sizes;
    for (const auto& size : object[key].toArray()) sizes << size.toInt();
    if (sizes.size() == splitter->count()) splitter->setSizes(sizes);
  };
  take(d->across, "across"_L1);
  take(d->down, "down"_L1);
  d->setLayoutKind(object["sideBySide"_L1].toBool() ? DiffLayout::SideBySide : DiffLayout::Unified);
  return true;
}

}  // namespace plumbline::ui
