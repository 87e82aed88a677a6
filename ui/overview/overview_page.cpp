// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/overview_page.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QKeyEvent>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "ui/overview/group_text.h"
#include "ui/overview/overview_page_private.h"
#include "ui/support/count_text.h"
#include "ui/support/divider.h"
#include "ui/support/edit_stack.h"
#include "ui/triage/decision_text.h"
#include "ui/triage/utf8_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

constexpr int kMembersWidth = 448;
constexpr int kNarrowestMembers = 260;
constexpr int kStateVersion = 1;

}  // namespace

OverviewPage::OverviewPage(const Theme& theme, EditStack& stack, QWidget* parent)
    : QWidget(parent), d(std::make_unique<Private>(this, theme, stack)) {
  setAccessibleName(u"Overview"_s);
  d->build();
}
OverviewPage::~OverviewPage() = default;

void OverviewPage::Private::build() {
  model = new GroupModel(desk, page);
  auto* body = new QWidget(page);
  head = new OverviewHead(theme, body);
  bar = new OverviewBar(theme, body);
  auto* both = new QWidget(body);
  list = new GroupList(model, theme, both);
  members = new MemberPanel(desk, theme, both);
  members->setMinimumWidth(kNarrowestMembers);
  strip = new DecisionStrip(theme, body);
  queue = new GroupQueue({*model, *list, desk, *strip}, page);
  nothingOpen = new EmptyState(theme, page);
  nothingOpen->say(u"No commit is open"_s,
                   u"Open the artifacts of a CI run and the checkout that holds the baselines, or drop them here."_s,
                   {{u"Open a commit"_s, [this] { Q_EMIT page->openRequested(); }},
                    {u"See the sources"_s, [this] { Q_EMIT page->sourcesWanted(); }}});
  nothingShown = new EmptyState(theme, body);

  splitter = new QSplitter(Qt::Horizontal, both);
  splitter->setChildrenCollapsible(false);
  splitter->addWidget(list);
  splitter->addWidget(members);
  splitter->setStretchFactor(0, 1);
  splitter->setStretchFactor(1, 0);
  splitter->handle(1)->setAccessibleName(u"Width of the rows"_s);
  connect(splitter, &QSplitter::splitterMoved, page, [this] { pulled = true; });

  auto* layout = new QVBoxLayout(body);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(head);
  layout->addWidget(new Divider(Qt::Horizontal, body));
  layout->addWidget(bar);
  layout->addWidget(new Divider(Qt::Horizontal, body));
  lists = new QStackedLayout(both);
  lists->addWidget(splitter);
  lists->addWidget(nothingShown);
  layout->addWidget(both, 1);
  layout->addWidget(strip);
  pages = new QStackedLayout(page);
  pages->setContentsMargins(0, 0, 0, 0);
  pages->addWidget(nothingOpen);
  pages->addWidget(body);
  orderFocus();

  connect(head, &OverviewHead::matrixWanted, page, &OverviewPage::matrixWanted);
  connect(head, &OverviewHead::sourcesWanted, page, &OverviewPage::sourcesWanted);
  connect(head, &OverviewHead::reviewWanted, page, &OverviewPage::reviewRequested);
  connect(bar, &OverviewBar::filterChanged, page, [this] {
    model->setFilter(bar->filter());
    Q_EMIT page->actionsChanged();
  });
  connect(bar, &OverviewBar::leaveRequested, page, [this] { list->setFocus(Qt::OtherFocusReason); });
  connect(model, &GroupModel::rowsShown, page, [this] { showGroups(); });
  connect(list, &GroupList::currentMoved, page, [this] { showCurrent(); });
  connect(list, &GroupList::membersWanted, page, [this] { focusMembers(); });
  connect(members, &MemberPanel::leaveWanted, page, [this] { list->setFocus(Qt::OtherFocusReason); });
  connect(members, &MemberPanel::tableWanted, page, &OverviewPage::tableWanted);
  connect(members, &MemberPanel::currentMoved, page, &OverviewPage::actionsChanged);
  connect(&desk, &GroupDesk::changed, page, [this] {
    showWords();
    Q_EMIT page->progressChanged(page->progressText());
    Q_EMIT page->actionsChanged();
  });
  connect(queue, &GroupQueue::told, page, [this](const QString& text) {
    tell(text);
    Q_EMIT page->actionsChanged();
  });
}

/// orderFocus lets Tab walk as the eye does: head, chips, filter, groups, rows, the strip.
void OverviewPage::Private::orderFocus() {
  QWidgetList order = head->focusOrder() + bar->focusOrder();
  order << list;
  for (auto* child : members->findChildren<QWidget*>())
    if (child->focusPolicy() != Qt::NoFocus) order << child;
  for (auto* child : strip->findChildren<QWidget*>())
    if (child->focusPolicy() != Qt::NoFocus && child->window() == page->window()) order << child;
  for (qsizetype i = 1; i < order.size(); ++i) QWidget::setTabOrder(order[i - 1], order[i]);
}

void OverviewPage::Private::showGroups() {
  if (!hasCommit()) return;
  const std::size_t all = model->snapshot()->groups.size();
  bar->setShownCount(static_cast<std::size_t>(model->rowCount()), all);
  const bool none = model->rowCount() == 0;
  if (none) sayNothing();
  const bool leaves = none && (list->hasFocus() || members->hasMembersFocus());
  lists->setCurrentIndex(none ? 1 : 0);
  if (leaves) keyboardReturns = true;
  if (!none && std::exchange(keyboardReturns, false) && !bar->hasTextFocus()) list->setFocus(Qt::OtherFocusReason);
}

void OverviewPage::Private::sayNothing() {
  const EmptyState::Button matrix{u"See the matrix"_s, [this] { Q_EMIT page->matrixWanted(); }};
  const EmptyState::Button sources{u"See the sources"_s, [this] { Q_EMIT page->sourcesWanted(); }};
  const std::size_t all = model->snapshot()->groups.size();
  if (all > 0) {
    nothingShown->say(u"No group matches"_s, u"The filter leaves none of %1 groups."_s.arg(grouped(all)),
                      {{u"Clear the filter"_s, [this] { bar->clearAll(); }}});
  } else if (headline.answer == overview::Headline::Answer::NotJudged) {
    nothingShown->say(u"Nothing could be judged"_s,
                      notJudgedText(model->snapshot()->view->opened()), {sources, matrix});
  } else if (headline.answer == overview::Headline::Answer::Fail) {
    nothingShown->say(u"No row is to blame"_s,
                      u"A check script dies or turns a pair down; the matrix shows in which config."_s, {matrix, sources});
  } else {
    nothingShown->say(u"Nothing needs a decision"_s,
                      headline.isComplete ? u"Every model is as its baseline expects."_s
                                          : u"Every model that was judged is as its baseline expects. Not everything is here."_s,
                      {matrix, sources});
  }
}

void OverviewPage::Private::showCurrent() {
  if (!hasCurrent()) {
    members->showGroup({});
  } else {
    if (strip->isAsking()) strip->back();
    members->showGroup(model->sourceRow(list->currentIndex().row()));
  }
  showWords();
  Q_EMIT page->actionsChanged();
}

/// showWords says what an answer on the current group would do, or what it was; and how far one is.
void OverviewPage::Private::showWords() {
  DecisionWords words;
  if (hasCurrent()) words = groupWords(desk, model->sourceRow(list->currentIndex().row()));
  strip->showWords(words, true);
  strip->setVisible(hasCommit() && !model->snapshot()->groups.empty());
  const GroupDesk::Count& count = desk.count();
  head->setDone(count.asked > 0 && count.decided == count.asked);
}

void OverviewPage::Private::tell(const QString& text) {
  news = text;
  Q_EMIT page->statusChanged(page->statusText());
}

void OverviewPage::Private::step(int direction) {
  if (!list->goToOpen(direction))
    tell(direction > 0 ? u"No group further down needs a decision"_s : u"No group further up needs a decision"_s);
  list->setFocus(Qt::ShortcutFocusReason);
}

void OverviewPage::Private::focusMembers() {
  if (!hasCurrent()) return;
  members->show();
  members->focusMembers();
  Q_EMIT page->actionsChanged();
}

QString OverviewPage::statusText() const {
  if (!d->hasCommit()) return u"No commit is open"_s;
  return d->news.isEmpty() ? commitText(*d->model->snapshot()) : d->news;
}

QString OverviewPage::progressText() const {
  if (!d->hasCommit()) return {};
  if (d->headline.answer == overview::Headline::Answer::NotJudged) return {};
  const QString decided = decidedText(d->desk.count());
  return decided.isEmpty() ? u"Nothing needs a decision"_s : decided;
}

void OverviewPage::showSnapshot(const session::CommitSnapshotPtr& snapshot) {
  const bool any = snapshot && snapshot->view;
  const bool first = !d->hasCommit();
  d->strip->back();
  d->headline = any ? overview::headlineOf(*snapshot->view, snapshot->groups) : overview::Headline{};
  if (any) d->head->say(d->headline);
  d->bar->setGroups(any ? &snapshot->groups : nullptr);
  d->model->setSnapshot(any ? snapshot : nullptr);
  d->pages->setCurrentIndex(any ? 1 : 0);
  if (any && first && isVisible()) d->list->setFocus(Qt::OtherFocusReason);
  d->showWords();
  d->tell({});
  Q_EMIT progressChanged(progressText());
  Q_EMIT actionsChanged();
}

void OverviewPage::setTheme(const Theme& theme) {
  d->theme = theme;
  d->head->setTheme(theme);
  d->bar->setTheme(theme);
  d->list->setTheme(theme);
  d->members->setTheme(theme);
  d->strip->setTheme(theme);
  d->nothingOpen->setTheme(theme);
  d->nothingShown->setTheme(theme);
}

/// A narrow window gives the groups what the rows can spare, until somebody pulls the line between them.
void OverviewPage::Private::fitMembers() {
  if (pulled) return;
  const int wide = std::clamp(page->width() * 2 / 5, kNarrowestMembers, kMembersWidth);
  splitter->setSizes({std::max(1, page->width() - wide), wide});
}

void OverviewPage::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  d->fitMembers();
}

/// The page itself has no use for the keyboard: groups have, or the first button of an empty state.
void OverviewPage::focusInEvent(QFocusEvent* event) {
  if (d->hasCommit() && d->list->isVisible()) return d->list->setFocus(event->reason());
  for (const EmptyState* state : {d->nothingOpen, d->nothingShown})
    for (QPushButton* button : state->findChildren<QPushButton*>())
      if (button->isVisible() && button->isDefault()) return button->setFocus(event->reason());
  QWidget::focusInEvent(event);
}

void OverviewPage::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape && d->strip->isAsking()) {
    d->strip->back();
    return;
  }
  if (event->key() == Qt::Key_Escape && d->list->isVisible() && !d->list->hasFocus()) {
    d->list->setFocus(Qt::OtherFocusReason);
    return;
  }
  QWidget::keyPressEvent(event);
}

QByteArray OverviewPage::saveState() const {
  QJsonArray sizes;
  if (d->pulled)
    for (const int size : d->splitter->sizes()) sizes << size;
  const QJsonObject state{{u"version"_s, kStateVersion},
                          {u"splitter"_s, sizes},
                          {u"rows"_s, !d->members->isHidden()},
                          {u"reasons"_s, QJsonArray::fromStringList(d->queue->reasons())}};
  return QJsonDocument(state).toJson(QJsonDocument::Compact);
}

bool OverviewPage::restoreState(const QByteArray& bytes) {
  const QJsonObject state = QJsonDocument::fromJson(bytes).object();
  if (state["version"_L1].toInt() != kStateVersion) return false;
  QList<int> sizes;
  const QJsonArray saved = state["splitter"_L1].toArray();
  for (const QJsonValue& size : saved) sizes << size.toInt();
  d->pulled = sizes.size() == 2 && sizes[0] > 0 && sizes[1] > 0;
  if (d->pulled) d->splitter->setSizes(sizes);
  d->members->setVisible(state["rows"_L1].toBool(true));
  d->queue->setReasons(state["reasons"_L1].toVariant().toStringList());
  return true;
}

}  // namespace plumbline::ui
