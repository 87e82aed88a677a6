// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/overview_page.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QKeyEvent>
#include <QPushButton>
#include <QSplitter>
#include <QStackedLayout>
#include <algorithm>
#include <utility>

#include "core/evidence/advice_reader.h"
#include "core/evidence/number_tests.h"
#include "core/history/past/commit_past.h"
#include "core/overview/headline.h"
#include "core/session/history/history_client.h"
#include "core/verdicts/view/row_view.h"
#include "ui/overview/group_controller.h"
#include "ui/overview/group_list.h"
#include "ui/overview/group_model.h"
#include "ui/overview/group_text.h"
#include "ui/overview/member_panel.h"
#include "ui/support/edit_stack.h"
#include "ui/support/empty_state.h"
#include "ui/support/form_controls.h"
#include "ui/support/labels.h"
#include "ui/support/layouts.h"
#include "ui/support/notice_strip.h"
#include "ui/support/tables/strip_painter.h"
#include "ui/support/utf8_text.h"
#include "ui/triage/decision_strip.h"
#include "ui/triage/decision_text.h"

namespace plumbline::ui {
namespace {

constexpr int kMembersWidth = 448;
constexpr int kMinMembersWidth = 260;
constexpr std::size_t kCommitsOffered = 100;
constexpr int kCommitDigits = 10;
constexpr int kChoiceChars = 12;  // that the choice of a commit shows where room is short

struct History {
  overview::CommitPast past;
  std::vector<history::KnownCommit> commits;
};

}  // namespace

using overview::Headline;
using verdicts::VerdictClass;

OverviewHead::OverviewHead(const Theme& theme, QWidget* parent)
    : QWidget(parent), m_theme(theme),
      m_glyph(new PlainLabel(this)),
      m_sentence(new ElidedLabel(Qt::ElideRight, this)),
      m_completeness(new ElidedLabel(Qt::ElideRight, this)),
      m_review(makePushButton(u"review"_s, tr("Review"), tr("Look at the edits and save them (R)"), this)),
      m_matrix(makePushButton(u"matrix"_s, tr("Matrix"), tr("All configs as a grid (M)"), this)),
      m_sources(makePushButton(u"sources"_s, tr("Sources"),
                               tr("What was opened, what each file was taken for, and what is missing"), this)) {
  auto* top = makeRow(nullptr, {}, kGrid, {m_glyph, {m_sentence, 1}, m_review, m_matrix, m_sources});
  makeColumn(this, {2 * kGrid, kGrid, kGrid, kGrid}, kGrid / 2, {top, m_completeness});
  connect(m_review, &QPushButton::clicked, this, &OverviewHead::reviewRequested);
  connect(m_matrix, &QPushButton::clicked, this, &OverviewHead::matrixRequested);
  connect(m_sources, &QPushButton::clicked, this, &OverviewHead::sourcesRequested);
  m_review->hide();
  styleText({m_sentence}, {.size = TextSize::Large});
  styleText({m_glyph}, {.size = TextSize::Large, .isBold = true});
  styleText({m_completeness}, {.isMuted = true});
  applyTheme(*this, theme);
}

void OverviewHead::setTheme(const Theme& theme) {
  m_theme = theme;
  paintSentence();
}

/// The glyph shows pass or fail without colour; there is none when nothing was judged.
void OverviewHead::paintSentence() {
  const bool fails = m_ci.isEmpty() ? m_headline.answer == Headline::Answer::Fail : m_ciFails;
  const ClassStyle& style = m_theme.classStyle(fails ? VerdictClass::Fail : VerdictClass::Pass);
  QPalette coloured = m_theme.palette();
  coloured.setColor(QPalette::WindowText, style.chip);
  m_glyph->setPalette(coloured);
  m_glyph->setText(style.glyph);
  m_glyph->setVisible(m_headline.answer != Headline::Answer::NotJudged);
  m_sentence->setText(m_ci.isEmpty() ? fromUtf8(m_headline.sentence) : m_ci);
}

void OverviewHead::setCi(const QString& text, bool fails) {
  m_ci = text;
  m_ciFails = fails;
  paintSentence();
}

void OverviewHead::showHeadline(const Headline& line) {
  m_headline = line;
  paintSentence();
  m_completeness->setText(fromUtf8(line.completeness));
}

void OverviewHead::setDone(bool done) { m_review->setVisible(done); }

QList<QWidget*> OverviewHead::focusOrder() const { return {m_review, m_matrix, m_sources}; }

OverviewBar::OverviewBar(const Theme& theme, QWidget* parent)
    : ClassFilterBar({.placeholder = tr("Filter: metric, change, model, config"),
                      .tooltip = tr("Words that must all occur in a group: its metric, its change, a model, a config (/)"),
                      .minWidth = 96},
                     tr("Show every group (0)"), classes(), theme, parent),
      m_newSince(new ChoiceField(false, this)) {
  nameField(*m_newSince, tr("New since"), tr("Only groups with rows that were not red at an earlier commit of the history (S)"));
  m_newSince->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  m_newSince->setMinimumContentsLength(kChoiceChars);
  m_newSince->installEventFilter(this);
  setCommits({});
  addChoice(m_newSince);
  makeLine();
  applyTheme(*this, theme);
}

QList<VerdictClass> OverviewBar::classes() {
  QList<VerdictClass> shown;
  for (const VerdictClass cls : verdicts::kAllClasses)
    if (cls != VerdictClass::Pass && cls != VerdictClass::ExpectedFail) shown << cls;
  return shown;
}

void OverviewBar::setGroups(const std::vector<overview::Group>* groups) {
  setCounts([groups](VerdictClass cls) {
    return groups == nullptr ? 0 : static_cast<std::size_t>(std::ranges::count(*groups, cls, &overview::Group::cls));
  });
}

void OverviewBar::setShownCount(std::size_t shown, std::size_t all) {
  TableFilterBar::setShownCount(shown, all, tr("group"), tr("groups"));
}

GroupFilter OverviewBar::filter() const {
  return {.classes = checkedClasses(),
          .words = text().toLower().split(u' ', Qt::SkipEmptyParts),
          .newSince = m_newSince->currentData().toString()};
}

void OverviewBar::setCommits(const std::vector<history::KnownCommit>& commits) {
  const QString chosen = m_newSince->currentData().toString();
  {
    const QSignalBlocker quiet(m_newSince);
    m_newSince->clear();
    m_newSince->addItem(tr("Since any time"), QString());
    for (const history::KnownCommit& commit : commits)
      m_newSince->addItem(tr("New since %1, %2").arg(fromUtf8(commit.hash).left(kCommitDigits), dayText(commit.time)),
                          fromUtf8(commit.hash));
    m_newSince->setCurrentIndex(std::max(0, m_newSince->findData(chosen)));
    m_newSince->setVisible(hasCommits());
  }
  if (m_newSince->currentData().toString() != chosen) readButtons();
}

void OverviewBar::focusCommits() { m_newSince->setFocus(Qt::ShortcutFocusReason); }

bool OverviewBar::eventFilter(QObject* watched, QEvent* event) {
  const bool isKey = watched == m_newSince && event->type() == QEvent::KeyPress;
  const int key = isKey ? static_cast<QKeyEvent*>(event)->key() : 0;
  if (key != Qt::Key_Escape && key != Qt::Key_Return && key != Qt::Key_Enter) return ClassFilterBar::eventFilter(watched, event);
  Q_EMIT leaveRequested();
  return true;
}

bool OverviewBar::hasCommits() const { return m_newSince->count() > 1; }

struct OverviewPage::Private {
  Private(OverviewPage* owner, EditStack& stack) : page(owner), controller(stack) {}

  OverviewPage* page;
  GroupController controller;
  overview::Headline headline;
  GroupModel* model = nullptr;
  OverviewHead* head = nullptr;
  OverviewBar* bar = nullptr;
  GroupList* list = nullptr;
  MemberPanel* members = nullptr;
  DecisionStrip* strip = nullptr;
  GroupQueue* queue = nullptr;
  EmptyState* nothingOpen = nullptr;   ///< no commit
  EmptyState* nothingShown = nullptr;  ///< a commit without groups, or the filter leaves none
  QStackedLayout* pages = nullptr;     ///< nothingOpen or the body
  QStackedLayout* lists = nullptr;     ///< list and members, or nothingShown
  QSplitter* splitter = nullptr;
  bool pulled = false;                 ///< the user chose the width
  session::HistoryClient* history = nullptr;
  std::uint64_t historyRead = 0;       ///< number of the read under way: only its answer counts
  bool keyboardReturns = false;        ///< the list had the focus when its last group was filtered out

  void build();
  void connectParts();
  void orderFocus();
  void showGroups();
  void showCurrent();
  void showSummary();
  void showEmptyState();
  void applyFilter();
  void readHistory();
  void readEvidence();
  void showHistory(const base::Result<History>& read);
  void fitMembers();
  void step(int direction);
  void focusMembers();
  QList<ActionSpec> overviewActions();
  QList<ActionSpec> decisionActions();
  QList<ActionSpec> filterActions();
  bool hasCommit() const { return model->snapshot() != nullptr; }
  bool hasCurrent() const { return hasCommit() && list->currentIndex().isValid(); }
};

OverviewPage::OverviewPage(const Theme& theme, EditStack& stack, QWidget* parent)
    : Page(theme, parent), d(std::make_unique<Private>(this, stack)) {
  setAccessibleName(tr("Overview"));
  d->build();
}
OverviewPage::~OverviewPage() = default;

void OverviewPage::Private::build() {
  model = new GroupModel(controller, page);
  auto* body = new QWidget(page);
  head = new OverviewHead(page->theme(), body);
  bar = new OverviewBar(page->theme(), body);
  auto* both = new QWidget(body);
  list = new GroupList(model, page->theme(), both);
  members = new MemberPanel(controller, page->theme(), both);
  members->setMinimumWidth(kMinMembersWidth);
  strip = new DecisionStrip(page->theme(), body);
  queue = new GroupQueue({*model, *list, controller, *strip}, page);
  strip->setButtons(answerButtons(decisionActions() + editActions(controller.stack())));
  nothingOpen = new EmptyState(page->theme(), page);
  nothingOpen->showText(tr("No commit is open"),
                   tr("Open the artifacts of a CI run and the checkout that holds the baselines, or drop them here."),
                   {{tr("Open a commit"), [this] { Q_EMIT page->openRequested(); }},
                    {tr("See the sources"), [this] { Q_EMIT page->sourcesRequested(); }}});
  nothingShown = new EmptyState(page->theme(), body);

  splitter = new QSplitter(Qt::Horizontal, both);
  splitter->setChildrenCollapsible(false);
  addWidgets(*splitter, {list, members});
  splitter->setStretchFactor(0, 1);
  splitter->setStretchFactor(1, 0);
  splitter->handle(1)->setAccessibleName(tr("Width of the rows"));
  connect(splitter, &QSplitter::splitterMoved, page, [this] { pulled = true; });

  auto* layout = makeColumn(body, {}, 0, {head, divider(), bar, divider()});
  lists = new QStackedLayout(both);
  addWidgets(*lists, {splitter, nothingShown});
  addParts(*layout, {{both, 1}, strip});
  pages = new QStackedLayout(page);
  pages->setContentsMargins(0, 0, 0, 0);
  addWidgets(*pages, {nothingOpen, body});
  orderFocus();
  connectParts();
}

void OverviewPage::Private::connectParts() {
  connect(head, &OverviewHead::matrixRequested, page, &OverviewPage::matrixRequested);
  connect(head, &OverviewHead::sourcesRequested, page, &OverviewPage::sourcesRequested);
  connect(head, &OverviewHead::reviewRequested, page, &OverviewPage::reviewRequested);
  connect(bar, &OverviewBar::filterChanged, page, [this] {
    applyFilter();
    Q_EMIT page->actionsChanged();
  });
  connect(bar, &OverviewBar::leaveRequested, page, [this] { keyboardReturns = !focusTable(*list, *nothingShown); });
  connect(model, &GroupModel::rowsShown, page, [this] { showGroups(); });
  connect(list, &GroupList::currentMoved, page, [this] { showCurrent(); });
  connect(list->selectionModel(), &QItemSelectionModel::selectionChanged, page, [this] {
    if (list->selectedRows().size() != 1) showSummary();  // one: it has become current
  });
  connect(list, &GroupList::membersRequested, page, [this] { focusMembers(); });
  connect(members, &MemberPanel::leaveRequested, page, [this] { list->setFocus(Qt::OtherFocusReason); });
  connect(members, &MemberPanel::tableRequested, page, &OverviewPage::tableRequested);
  connect(members, &MemberPanel::currentMoved, page, &OverviewPage::actionsChanged);
  connect(&controller, &GroupController::changed, page, [this] {
    if (list->isColumnHidden(GroupModel::Decision) == model->hasDecisions()) list->shapeColumns();
    showSummary();
    Q_EMIT page->progressChanged(page->progressText());
    Q_EMIT page->actionsChanged();
  });
  connect(queue, &GroupQueue::statusMessage, page, [this](const QString& text) {
    page->showMessage(text);
    Q_EMIT page->actionsChanged();
  });
}

void OverviewPage::setHistory(session::HistoryClient& client) {
  d->history = &client;
  const auto read = [this] {
    d->readHistory();
    d->readEvidence();
  };
  connect(&client, &session::HistoryClient::changed, this, read);
  read();
}

/// A commit that the past is not known for yet filters when its answer is there.
void OverviewPage::Private::applyFilter() {
  const GroupFilter filter = bar->filter();
  if (filter.newSince.toStdString() != controller.past().commit) return readHistory();
  model->setFilter(filter);
}

void OverviewPage::Private::readHistory() {
  const std::uint64_t number = ++historyRead;
  if (!hasCommit() || history == nullptr || !history->hasStore()) return showHistory(History());
  const history::PastOptions options{.newSince = bar->filter().newSince.toStdString()};
  history->read<History>(
      page,
      [snapshot = model->snapshot(), options](history::Store& store) -> base::Result<History> {
        auto commits = history::earlierCommits(store, snapshot->view->commit(), kCommitsOffered);
        if (!commits) return base::fail(std::move(commits.error()));
        auto past = history::commitPast(store, *snapshot->view, snapshot->groups, options);
        if (!past) return base::fail(std::move(past.error()));
        if (const auto tested = evidence::addNoise(store, *snapshot->view, snapshot->groups, *past); !tested) return base::fail(tested.error());
        return History{*std::move(past), *std::move(commits)};
      },
      [this, number](const base::Result<History>& read) {
        if (number == historyRead) showHistory(read);
      });
}

void OverviewPage::Private::readEvidence() {
  if (!hasCommit() || history == nullptr || !history->hasStore()) return controller.setEvidence({});
  history->read<baselines::Evidence>(
      page,
      [snapshot = model->snapshot()](history::Store& store) -> base::Result<baselines::Evidence> {
        const auto advice = evidence::AdviceReader(&store).adviseCommit(*snapshot->view);
        if (!advice) return base::fail(advice.error());
        return evidence::toEvidence(*advice);
      },
      [this, snapshot = model->snapshot()](base::Result<baselines::Evidence> read) {
        if (read && snapshot == model->snapshot()) controller.setEvidence(*std::move(read));
      });
}

/// A store that cannot be read is reported by its own page. An error about the commit is shown here, and it is let go.
void OverviewPage::Private::showHistory(const base::Result<History>& read) {
  const bool wasChosen = !bar->filter().newSince.isEmpty();
  controller.setPast(read ? read->past : overview::CommitPast());
  bar->setCommits(read ? read->commits : std::vector<history::KnownCommit>());
  if (!read && wasChosen) page->showMessage(sentenceOf(read.error()));
  if (read && !read->past.commit.empty()) page->showMessage(fromUtf8(overview::newText(read->past)));
  model->setFilter(bar->filter());
  list->shapeColumns();
  showGroups();
  Q_EMIT page->actionsChanged();
  if (!read && wasChosen) readHistory();  // without the commit
}

/// orderFocus sets the Tab order: head, chips, filter, groups, rows, the strip.
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
  if (none) showEmptyState();
  const bool leaves = none && (list->hasFocus() || members->hasMembersFocus());
  lists->setCurrentIndex(none ? 1 : 0);
  if (leaves) keyboardReturns = true;
  if (!none && std::exchange(keyboardReturns, false) && !bar->hasTextFocus()) list->setFocus(Qt::OtherFocusReason);
}

void OverviewPage::Private::showEmptyState() {
  const EmptyState::Button matrix{tr("See the matrix"), [this] { Q_EMIT page->matrixRequested(); }};
  const EmptyState::Button sources{tr("See the sources"), [this] { Q_EMIT page->sourcesRequested(); }};
  const std::size_t all = model->snapshot()->groups.size();
  if (all > 0) {
    nothingShown->showText(tr("No group matches"), tr("The filter leaves none of %1 groups.").arg(grouped(all)),
                      {{tr("Clear the filter"), [this] { bar->clearAll(); }}});
  } else if (headline.answer == overview::Headline::Answer::NotJudged) {
    nothingShown->showText(tr("Nothing could be judged"),
                      notJudgedText(model->snapshot()->view->opened()), {sources, matrix});
  } else if (headline.answer == overview::Headline::Answer::Fail) {
    nothingShown->showText(tr("No row is to blame"),
                      tr("A check script dies or turns a pair down; the matrix shows in which config."),
                      {matrix, sources});
  } else {
    nothingShown->showText(tr("Nothing needs a decision"),
                      headline.isComplete ? tr("Every model is as its baseline expects.")
                                          : tr("Every model that was judged is as its baseline expects. Not "
                                               "everything is here."),
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
  showSummary();
  Q_EMIT page->actionsChanged();
}

/// showSummary describes the decision on the chosen groups, or what accepting it would do, and shows the progress.
void OverviewPage::Private::showSummary() {
  DecisionSummary summary;
  if (hasCurrent()) summary = groupSummary(controller, queue->chosen());
  strip->showSummary(summary, true);
  strip->setVisible(hasCommit() && !model->snapshot()->groups.empty());
  const GroupController::Count& count = controller.count();
  head->setDone(count.asked > 0 && count.decided == count.asked);
}

void OverviewPage::Private::step(int direction) {
  if (!list->goToOpen(direction))
    page->showMessage(direction > 0 ? tr("No group further down needs a decision")
                      : tr("No group further up needs a decision"));
  list->setFocus(Qt::ShortcutFocusReason);
}

void OverviewPage::Private::focusMembers() {
  if (!hasCurrent()) return;
  members->show();
  members->focusMembers();
  Q_EMIT page->actionsChanged();
}

QString OverviewPage::statusText() const {
  if (!d->hasCommit()) return tr("No commit is open");
  return message().isEmpty() ? commitText(*d->model->snapshot()) : message();
}

QString OverviewPage::progressText() const {
  if (!d->hasCommit()) return {};
  if (d->headline.answer == overview::Headline::Answer::NotJudged) return {};
  const QString decided = decidedText(d->controller.count());
  return decided.isEmpty() ? tr("Nothing needs a decision") : decided;
}

void OverviewPage::showSnapshot(const session::CommitSnapshotPtr& snapshot) {
  const bool any = snapshot && snapshot->view;
  const bool first = !d->hasCommit();
  d->strip->back();
  d->headline = any ? overview::headlineOf(*snapshot->view, snapshot->groups) : overview::Headline{};
  if (any) d->head->showHeadline(d->headline);
  d->bar->setGroups(any ? &snapshot->groups : nullptr);
  d->model->setSnapshot(any ? snapshot : nullptr);
  d->readHistory();
  d->readEvidence();
  d->pages->setCurrentIndex(any ? 1 : 0);
  if (any && first && isVisible()) d->list->setFocus(Qt::OtherFocusReason);
  d->showSummary();
  showMessage({});
  Q_EMIT progressChanged(progressText());
  Q_EMIT actionsChanged();
}

/// In a narrow window the rows get less room, until the user moves the splitter.
void OverviewPage::Private::fitMembers() {
  if (pulled) return;
  const int wide = std::clamp(page->width() * 2 / 5, kMinMembersWidth, kMembersWidth);
  splitter->setSizes({std::max(1, page->width() - wide), wide});
}

void OverviewPage::resizeEvent(QResizeEvent* event) {
  Page::resizeEvent(event);
  d->fitMembers();
}

/// The groups get the focus, or the first button of an empty state.
void OverviewPage::focusInEvent(QFocusEvent* event) {
  if (d->hasCommit() && d->list->isVisible()) return d->list->setFocus(event->reason());
  EmptyState* empty = d->hasCommit() ? d->nothingShown : d->nothingOpen;
  if (!empty->focusFirst(event->reason())) Page::focusInEvent(event);
}

QWidget* OverviewPage::mainView() const { return d->list; }

void OverviewPage::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape && d->strip->isAsking()) return d->strip->back();
  Page::keyPressEvent(event);
}

QJsonObject OverviewPage::layoutState() const {
  return {{u"splitter"_s, d->pulled ? sizesOf(*d->splitter) : QJsonArray()},
          {u"rows"_s, !d->members->isHidden()},
          {u"reasons"_s, QJsonArray::fromStringList(d->queue->reasons())}};
}

bool OverviewPage::restoreLayout(const QJsonObject& state) {
  d->pulled = restoreSizes(*d->splitter, state["splitter"_L1]);
  d->members->setVisible(state["rows"_L1].toBool(true));
  d->queue->setReasons(state["reasons"_L1].toVariant().toStringList());
  return true;
}

QList<ActionSpec> OverviewPage::Private::overviewActions() {
  const QString group = tr("Overview");
  const auto any = [this] { return hasCommit(); };
  const auto member = [this] { return hasCurrent() && members->current().has_value(); };
  return {{u"overview.next"_s, tr("Next group that needs a decision"), tr("Go to the next cause that is not decided"),
           group,
           u"chevron-down"_s, {Qt::Key_J}, [this] { step(+1); }, any},
          {u"overview.previous"_s, tr("Previous group that needs a decision"),
           tr("Go back to the previous cause that is not decided"), group, {}, {Qt::Key_K}, [this] { step(-1); }, any},
          {u"overview.members"_s, tr("Go to the rows of the group"),
           tr("Move the keyboard to the rows (Enter or Right in the list; Left leads back)"), group, {}, {},
           [this] { focusMembers(); }, [this] { return hasCurrent(); }},
          {u"overview.panel"_s, tr("Show the rows of the group"), tr("Show or hide the rows on the right"), group,
           u"panel"_s,
           {Qt::Key_D}, [this] {
             if (members->hasMembersFocus()) list->setFocus(Qt::OtherFocusReason);
             members->setVisible(members->isHidden());
             Q_EMIT page->actionsChanged();
           }, any, true, [this] { return !members->isHidden(); }},
          {u"overview.table"_s, tr("Open the config's table"),
           tr("Show the whole table of this row's config, at this model (Enter on a row)"), group, {}, {Qt::Key_T},
           [this] { Q_EMIT page->tableRequested(members->current()->config, members->currentModel()); }, member},
          {u"overview.model"_s, tr("Show this model in all configs"),
           tr("Expected and actual of this row's model everywhere, with the commands to run it"), group, {},
           {Qt::Key_V}, [this] { Q_EMIT page->modelRequested(members->currentModel()); }, member},
          {u"overview.sources"_s, tr("What was opened"),
           tr("The sources of this commit: what each file is used for, and what is missing"), group, {}, {},
           [this] { Q_EMIT page->sourcesRequested(); }, any}};
}

QList<ActionSpec> OverviewPage::Private::decisionActions() {
  const QString group = tr("Overview");
  const auto can = [this] { return queue->canDecide(); };
  return {{u"overview.accept"_s, tr("Accept the group"),
           tr("Write the cells that the group is about into all its baselines, as one step; rows decided singly stay"),
           group, {}, {Qt::Key_A}, [this] { queue->accept(); }, can, false, {}, {}, tr("Accept")},
          {u"overview.acceptRows"_s, tr("Accept the whole rows of the group"),
           tr("Write every value of these rows, also what is not part of the group"), group, {},
           {Qt::SHIFT | Qt::Key_A}, [this] { queue->acceptRows(); }, can},
          {u"overview.keep"_s, tr("Keep the baselines of the group"),
           tr("Leave the baselines as they are; edits of these rows are taken back"), group, {}, {Qt::Key_X},
           [this] { queue->keep(); }, can, false, {}, {}, tr("Keep")},
          {u"overview.flaky"_s, tr("Mark the group as flaky"), tr("Add its models to a flaky list, with a reason"),
           group, {}, {Qt::Key_F}, [this] { queue->markFlaky(); }, can, false, {}, {}, tr("Flaky")},
          {u"overview.note"_s, tr("Write a note on the group"), tr("A note for later readers; it changes no file"),
           group, {}, {Qt::Key_N}, [this] { queue->note(); }, can, false, {}, {}, tr("Note")}};
}

QList<ActionSpec> OverviewPage::Private::filterActions() {
  const QString group = tr("Filter the groups");
  const auto any = [this] { return hasCommit(); };
  QList<ActionSpec> specs{{u"overview.filter"_s, tr("Filter the groups"),
                           tr("Words in metric, change, models and configs"),
                           group, u"filter"_s, {Qt::Key_Slash}, [this] { bar->focusText(); }, any}};
  specs << ActionSpec{u"overview.newSince"_s, tr("Groups that are new since a commit"),
                      tr("Choose an earlier commit of the history: only groups with rows that were not red then stay"), group,
                      u"history"_s, {Qt::Key_S}, [this] { bar->focusCommits(); }, [this] { return bar->hasCommits(); }};
  int key = 0;
  for (const verdicts::VerdictClass cls : OverviewBar::classes()) {
    const QString title = page->theme().classStyle(cls).title;
    specs << ActionSpec{u"overview.class%1"_s.arg(key + 1), tr("Only: %1").arg(title),
                        tr("Show only groups of the class %1").arg(title.toLower()), group, {},
                        {QKeySequence(Qt::Key_1 + key)}, [this, cls] { bar->toggleClass(cls); }, any, true,
                        [this, cls] { return (bar->filter().classes & verdicts::classBit(cls)) != 0; }};
    ++key;
  }
  return specs << ActionSpec{u"overview.clear"_s, tr("Clear the filter"), tr("Show every group"), group, u"close"_s,
                             {Qt::Key_0}, [this] { bar->clearAll(); },
                             [this] { return hasCommit() && !bar->isClear(); }};
}

QList<ActionSpec> OverviewPage::actions() { return d->overviewActions() + d->decisionActions() + d->filterActions(); }

QString OverviewPage::menuActions() const {
  return u"overview.accept*;overview.keep;overview.flaky;overview.note;overview.members;overview.table;overview.model;go.job;go.editor;edit.undo"_s;
}

void OverviewPage::setCi(const QString& text, bool fails) { d->head->setCi(withArrows(text), fails); }

QString OverviewPage::place() const {
  return d->hasCurrent() ? fromUtf8(d->model->group(d->list->currentIndex().row()).id) : QString();
}

Page::Subject OverviewPage::subject() const {
  const auto row = d->hasCurrent() ? d->members->current() : std::nullopt;
  return row ? Subject{.file = {}, .config = row->config, .model = d->members->currentModel()} : Subject();
}

void OverviewPage::showPlace(const QString& place) {
  for (int row = 0; row < d->model->rowCount(); ++row)
    if (fromUtf8(d->model->group(row).id) == place) return d->list->goTo(row);
}

}  // namespace plumbline::ui
