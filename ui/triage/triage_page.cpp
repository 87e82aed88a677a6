// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/triage/triage_page.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QRegularExpression>
#include <QSplitter>
#include <QStackedLayout>
#include <QToolButton>
#include <utility>

#include "core/session/pending_edits.h"
#include "ui/support/clipboard_text.h"
#include "ui/support/edit_stack.h"
#include "ui/support/empty_state.h"
#include "ui/support/layouts.h"
#include "ui/support/utf8_text.h"
#include "ui/triage/advice_controller.h"
#include "ui/triage/decision_controller.h"
#include "ui/triage/decision_strip.h"
#include "ui/triage/decision_text.h"
#include "ui/triage/details_panel.h"
#include "ui/triage/filter_bar.h"
#include "ui/triage/run_history.h"
#include "ui/triage/siblings/sibling_section.h"
#include "ui/triage/triage_model.h"
#include "ui/triage/triage_table.h"
#include "ui/triage/triage_text.h"

namespace plumbline::ui {
namespace {

constexpr int kDetailsWidth = 368, kMinDetailsWidth = 300;

}  // namespace

struct TriagePage::Private {
  Private(TriagePage* owner) : page(owner) {}

  TriagePage* page;
  TriageModel* model = nullptr;
  FilterBar* bar = nullptr;
  TriageTable* table = nullptr;
  DetailsPanel* details = nullptr;
  EmptyState* nothingOpen = nullptr;   ///< no pair
  EmptyState* nothingShown = nullptr;  ///< a pair, but the filter leaves no row
  QStackedLayout* pages = nullptr;     ///< nothingOpen or the body
  QStackedLayout* tables = nullptr;    ///< table or nothingShown
  QSplitter* splitter = nullptr;
  RowCopier* copier = nullptr;
  QWidget* body = nullptr;             ///< splitter, and the strip below it
  DecisionController* controller = nullptr;        ///< these three only where rows can be decided
  DecisionStrip* strip = nullptr;
  DecisionQueue* queue = nullptr;
  RunHistory* history = nullptr;       ///< only where there may be a history, as the advice
  AdviceController* advice = nullptr;
  SiblingSection* siblings = nullptr;  ///< only where the siblings are known
  QString ci;                          ///< with the edits that are not saved
  QStringList reasons;                 ///< given in earlier sessions
  bool keyboardReturns = false;        ///< the table had the focus when its last row was filtered out
  std::uint32_t current = verdicts::kNoRow;
  QString comingBack;                  ///< showPlace waits for the rows
  std::string currentName;             ///< of that row, by which it is found in another pair
  session::SnapshotPtr described;      ///< what the details are about
  bool isReading = false;              ///< files are read
  bool detailsPulled = false;          ///< the user chose the width

  void build();
  void fitDetails();
  void orderFocus();
  void showRows();
  std::uint32_t sourceOf(const std::string& name) const;  ///< kNoRow: no such model in the pair
  void showNothingChanged(const EmptyState::Button& unchanged);
  void copy(TableFormat format);
  void step(int direction);
  void chooseColumns();
  void setEditing(EditStack& stack);
  void setSiblings(SiblingController::Source source);
  void showCurrent(quint32 source);
  void connectParts();
  void showDecision();
  void setHistory(session::HistoryClient& client);
  bool isFree() const { return queue && hasPair() && !strip->isAsking(); }
  bool canDecide() const { return queue && queue->hasRows(); }
  QList<ActionSpec> triageActions();
  QList<ActionSpec> decisionActions();
  QList<ActionSpec> filterActions();
  QList<ActionSpec> tableActions();
  bool hasPair() const { return model->comparison() != nullptr; }
};

TriagePage::TriagePage(const Theme& theme, QWidget* parent)
    : Page(theme, parent), d(std::make_unique<Private>(this)) {
  setAccessibleName(tr("Triage"));
  d->build();
}

TriagePage::~TriagePage() = default;

void TriagePage::Private::build() {
  model = new TriageModel(page);
  bar = new FilterBar(page->theme(), page);
  model->setFilter(bar->filter());
  table = new TriageTable(model, page->theme(), page);
  details = new DetailsPanel(page->theme(), page);
  copier = new RowCopier(page);
  nothingOpen = new EmptyState(page->theme(), page);
  page->showReading({});
  nothingShown = new EmptyState(page->theme(), page);

  auto* leftSide = new QWidget(page);
  auto* left = makeColumn(leftSide, {}, 0, {bar});
  tables = new QStackedLayout;
  addWidgets(*tables, {table, nothingShown});
  left->addLayout(tables, 1);

  body = new QWidget(page);
  splitter = new QSplitter(Qt::Horizontal, body);
  splitter->setChildrenCollapsible(false);
  addWidgets(*splitter, {leftSide, details});
  splitter->setStretchFactor(0, 1);
  splitter->setStretchFactor(1, 0);
  details->setMinimumWidth(kMinDetailsWidth);
  splitter->setSizes({2 * kDetailsWidth, kDetailsWidth});
  splitter->handle(1)->setAccessibleName(tr("Width of the details"));
  QObject::connect(splitter, &QSplitter::splitterMoved, page, [this] { detailsPulled = true; });

  pages = new QStackedLayout(page);
  pages->setContentsMargins(0, 0, 0, 0);
  pages->addWidget(nothingOpen);
  makeColumn(body, {}, 0, {{splitter, 1}});
  pages->addWidget(body);
  orderFocus();
  connectParts();
}

void TriagePage::Private::connectParts() {
  connect(bar, &FilterBar::filterChanged, page, [this] {
    model->setFilter(bar->filter());
    Q_EMIT page->actionsChanged();
  });
  connect(bar, &FilterBar::leaveRequested, page, [this] { keyboardReturns = !focusTable(*table, *nothingShown); });
  connect(model, &TriageModel::rowsShown, page, [this] { showRows(); });
  connect(model, &TriageModel::busyChanged, page, &TriagePage::busyChanged);
  connect(model, &TriageModel::cancelled, page,
          [this] { page->showMessage(tr("Stopped: the rows are those from before the last filter or order")); });
  connect(table, &TriageTable::currentModelChanged, page, [this](quint32 source) { showCurrent(source); });
  connect(table, &TriageTable::detailsRequested, page, [this] {
    details->show();
    details->focusFirst();
  });
  connect(table, &TriageTable::columnMenuRequested, page,
          [this](int column, const QPoint& at) { makeColumnMenu(table, model, column)->popup(at); });
  connect(copier, &RowCopier::copied, page, [this](quint64 rows) {
    page->showMessage(rows == 1 ? tr("Copied 1 row") : tr("Copied %1 rows").arg(grouped(rows)));
  });
}

/// A current row that the filter hides stays in the details, so that panels keep still while the user types. Under
/// another pair it is another row: the details must show the row that a decision is for.
void TriagePage::Private::showCurrent(quint32 source) {
  const bool isOther = described != model->snapshot();
  const bool hidden = source == verdicts::kNoRow && hasPair() && (isOther || current < model->comparison()->rowCount());
  if (hidden && isOther) source = sourceOf(currentName);
  if (hidden && !isOther) return details->setHiddenByFilter(true);
  if (strip && strip->isAsking() && source != current) strip->back();
  current = source;
  described = model->snapshot();
  details->show(described, current);
  details->setHiddenByFilter(hidden && source != verdicts::kNoRow);
  showDecision();
  if (history) history->setCurrent(current);
  Q_EMIT page->actionsChanged();
  std::string scratch;
  if (hasPair() && current < model->comparison()->rowCount()) {
    const std::string_view name = model->comparison()->modelName(current, scratch);
    currentName = name;
    Q_EMIT page->modelChosen(fromUtf8(name));
  }
}

/// orderFocus sets the Tab order: the class chips, the filter text, its two buttons, the table, the details.
void TriagePage::Private::orderFocus() {
  QWidgetList order;
  for (auto* chip : bar->findChildren<ClassChip*>(QString(), Qt::FindDirectChildrenOnly)) order << chip;
  for (auto* text : bar->findChildren<QLineEdit*>(QString(), Qt::FindDirectChildrenOnly)) order << text;
  for (auto* button : bar->findChildren<QToolButton*>(QString(), Qt::FindDirectChildrenOnly)) order << button;
  order << table;
  QWidgetList parts = siblings ? siblings->parts() : QWidgetList();
  if (strip) parts << strip;
  for (const QWidget* part : std::as_const(parts)) {
    for (auto* child : part->findChildren<QWidget*>())
      if (child->focusPolicy() != Qt::NoFocus && child->window() == page->window()) order << child;
  }
  for (qsizetype i = 1; i < order.size(); ++i) QWidget::setTabOrder(order[i - 1], order[i]);
}

void TriagePage::Private::showRows() {
  if (!hasPair()) return;
  const std::size_t shown = static_cast<std::size_t>(model->rowCount()), all = model->comparison()->rowCount();
  bar->setShownCount(shown, all);
  const bool none = shown == 0 && all > 0;
  if (none) {
    const bool onlyUnchanged = bar->filter().classes == 0 && bar->text().isEmpty();
    const EmptyState::Button unchanged{tr("Show unchanged models too"), [this] { bar->setChangedOnly(false); }};
    const EmptyState::Button clear{tr("Clear the filter"), [this] { bar->clearAll(); }};
    const bool done = controller && controller->count().asked > 0 && controller->count().decided == controller->count().asked;
    if (done && bar->showsOnlyUndecided())
      nothingShown->showText(decidedText(controller->count()),
                             tr("Look at the edits and save them, or take the last step back with Z."),
                        {{tr("Review the edits"), [this] { Q_EMIT page->reviewRequested(); }}, clear});
    else if (onlyUnchanged)
      showNothingChanged(unchanged);
    else if (bar->changedOnly())
      nothingShown->showText(tr("No changed model matches"), tr("Unchanged models are hidden as well."),
                             {unchanged, clear});
    else nothingShown->showText(tr("No model matches"), tr("The filter leaves none of %1 models.").arg(grouped(all)), {clear});
  }
  if (const QString place = std::exchange(comingBack, {}); !place.isEmpty()) page->showPlace(place);
  const bool leaves = none && table->hasFocus();
  tables->setCurrentIndex(none ? 1 : 0);
  if (leaves) keyboardReturns = true;
  if (!none && std::exchange(keyboardReturns, false) && !bar->hasTextFocus()) table->setFocus(Qt::OtherFocusReason);
  showDecision();
  page->showMessage(model->lastMs() >= 50 ? tr("%1 rows in %2").arg(grouped(shown), millisecondsText(model->lastMs()))
                    : QString());
}

void TriagePage::Private::showNothingChanged(const EmptyState::Button& unchanged) {
  const std::size_t all = model->comparison()->rowCount();
  const DeadScripts dead = deadScripts(*model->comparison());
  if (dead.all)
    nothingShown->showText(tr("Not judged: the check scripts die on this pair"), dead.reason, {unchanged});
  else if (!dead.names.isEmpty())
    nothingShown->showText(tr("Not fully judged: a check script dies on this pair"), dead.names + u": "_s + dead.reason,
                           {unchanged});
  else if (model->comparison()->checks().empty())
    nothingShown->showText(tr("Nothing changed, and nothing is judged"), tr("No check looks at this pair."),
                           {unchanged});
  else
    nothingShown->showText(tr("Nothing changed"),
                      all == 1 ? tr("The only model is as its baseline expects.")
                               : tr("All %1 models are as their baseline expects.").arg(grouped(all)),
                      {unchanged});
}

void TriagePage::Private::copy(TableFormat format) {
  std::vector<std::uint32_t> rows;
  const QList<int> selected = table->selectedRows();
  rows.reserve(static_cast<std::size_t>(selected.size()));
  for (int row : selected) rows.push_back(model->sourceRow(row));
  const QList<int> columns = table->columnLayout().shown();
  if (!hasPair() || columns.isEmpty()) return;
  const std::size_t count = rows.size();
  copier->copy(count, [snapshot = model->snapshot(), all = model->columns(), columns, rows = std::move(rows),
                       format](const base::Progress& progress) {
    return cellsText(*snapshot->comparison, all, columns, rows, format, progress);
  });
}

void TriagePage::Private::step(int direction) {
  if (!table->goToOpen(direction))
    page->showMessage(direction > 0 ? tr("No model further down needs a decision")
                      : tr("No model further up needs a decision"));
  table->setFocus(Qt::ShortcutFocusReason);
}

void TriagePage::cancelWork() { d->model->cancel(); }

void TriagePage::Private::chooseColumns() {
  makeColumnMenu(table, model, table->currentIndex().column())->popup(table->mapToGlobal(QPoint(kGrid, kGrid)));
}

void TriagePage::showSnapshot(const session::SnapshotPtr& snapshot) {
  const bool any = snapshot && snapshot->comparison;
  const bool first = !d->hasPair();
  // The new pair has its own metrics: the bar reads the text again before the rows are chosen.
  d->bar->setComparison(any ? snapshot->comparison.get() : nullptr);
  if (!any) d->current = verdicts::kNoRow;
  if (d->strip) d->strip->back();
  if (d->siblings) d->siblings->hideList();
  if (d->controller) d->controller->setSnapshot(any ? snapshot : nullptr);
  if (d->history) d->history->setSnapshot(any ? snapshot : nullptr);
  d->model->setSnapshot(any ? snapshot : nullptr);
  if (any && !d->bar->filter().query.isEmpty()) d->model->setFilter(d->bar->filter());
  d->pages->setCurrentIndex(any ? 1 : 0);
  if (!any) d->details->show(nullptr, verdicts::kNoRow);
  else if (first) d->table->setFocus(Qt::OtherFocusReason);
  if (d->siblings) d->siblings->setSnapshot(any ? snapshot : nullptr);
  d->showDecision();
  showMessage({});
  Q_EMIT progressChanged(progressText());
  Q_EMIT actionsChanged();
}

void TriagePage::showReading(const QString& files) {
  if (!files.isEmpty())
    d->nothingOpen->showText(tr("Reading"), files, {{tr("Cancel"), [this] { Q_EMIT cancelRequested(); }}});
  else
    d->nothingOpen->showText(tr("Nothing is open"), {}, {});  // the window shows its start page instead
  const bool wasReading = std::exchange(d->isReading, !files.isEmpty());
  if (d->isReading) showMessage(tr("Reading %1").arg(QString(files).replace(u'\n', u" \u00b7 "_s)));
  else if (wasReading) showMessage({});
}

std::uint32_t TriagePage::Private::sourceOf(const std::string& name) const {
  const verdicts::Comparison& comparison = *model->comparison();
  std::string scratch;
  for (std::uint32_t row = 0; row < comparison.rowCount(); ++row)
    if (comparison.modelName(row, scratch) == name) return row;
  return verdicts::kNoRow;
}

bool TriagePage::showModel(const QString& name) {
  if (!d->hasPair()) return false;
  const std::uint32_t row = d->sourceOf(name.toStdString());
  if (row == verdicts::kNoRow) return false;
  if (d->model->rowOf(row) < 0 && d->bar->changedOnly()) d->bar->setChangedOnly(false);
  const int shown = d->model->rowOf(row);
  if (shown >= 0) d->table->goTo(shown);
  return shown >= 0;
}

/// The way back changes no filter: a row that it hides stays hidden.
void TriagePage::showPlace(const QString& place) {
  const std::uint32_t row = d->hasPair() ? d->sourceOf(place.toStdString()) : verdicts::kNoRow;
  const int shown = row == verdicts::kNoRow ? -1 : d->model->rowOf(row);
  if (shown >= 0) d->table->goTo(shown);
  d->comingBack = d->model->isBusy() ? place : QString();  // the filter is not done yet
}

void TriagePage::showOnly(const QStringList& models) {
  QStringList names;
  for (const QString& model : models) names << QRegularExpression::escape(model);
  d->bar->clearAll();
  d->bar->setText(u"/^(%1)$/"_s.arg(names.join(u'|')));
}

QString TriagePage::statusText() const {
  if (!d->hasPair() && !d->isReading) return tr("Nothing is open");
  // The result of the last action replaces the counts, which are in the chips as well.
  return message().isEmpty() ? ui::statusText(*d->model->comparison(), d->ci.isEmpty()) : message();
}

/// In a narrow window the details get less room, until the user moves the splitter.
void TriagePage::Private::fitDetails() {
  if (detailsPulled) return;
  const int wide = std::clamp(page->width() * 3 / 10, kMinDetailsWidth, kDetailsWidth);
  splitter->setSizes({std::max(1, page->width() - wide), wide});
}

void TriagePage::resizeEvent(QResizeEvent* event) {
  Page::resizeEvent(event);
  d->fitDetails();
  if (d->siblings) d->siblings->fitHeight();
}

QJsonObject TriagePage::layoutState() const {
  return {{u"columns"_s, d->table->columnLayout().save()},
          {u"splitter"_s, d->detailsPulled ? sizesOf(*d->splitter) : QJsonArray()},
          {u"details"_s, !d->details->isHidden()},
          {u"changedOnly"_s, d->bar->changedOnly()},
          {u"reasons"_s, QJsonArray::fromStringList(d->queue ? d->queue->reasons() : d->reasons)}};
}

bool TriagePage::restoreLayout(const QJsonObject& state) {
  if (!d->table->columnLayout().restore(state["columns"_L1].toObject())) return false;
  d->detailsPulled = restoreSizes(*d->splitter, state["splitter"_L1]);
  d->details->setVisible(state["details"_L1].toBool(true));
  d->bar->setChangedOnly(state["changedOnly"_L1].toBool(true));
  d->reasons = state["reasons"_L1].toVariant().toStringList();
  if (d->queue) d->queue->setReasons(d->reasons);
  if (d->hasPair()) d->table->setTheme(theme());
  return true;
}

/// The page passes the focus on.
void TriagePage::focusInEvent(QFocusEvent* event) {
  if (d->hasPair() && d->table->isVisible()) d->table->setFocus(event->reason());
  else Page::focusInEvent(event);
}

void TriagePage::setCi(const QString& text) {
  d->ci = text;
  Q_EMIT statusChanged(statusText());
  Q_EMIT progressChanged(progressText());
}

QWidget* TriagePage::mainView() const { return d->table; }

void TriagePage::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape && d->strip && d->strip->isAsking()) return d->strip->back();
  Page::keyPressEvent(event);
}

void TriagePage::setEditing(EditStack& stack) { d->setEditing(stack); }

void TriagePage::Private::setEditing(EditStack& stack) {
  controller = new DecisionController(stack, page);
  controller->setSnapshot(model->snapshot());
  strip = new DecisionStrip(page->theme(), page);
  body->layout()->addWidget(strip);  // as wide as the page: its questions need the room
  queue = new DecisionQueue({*model, *table, *controller, *strip}, page);
  queue->setReasons(reasons);
  strip->setButtons(answerButtons(decisionActions() + editActions(stack)));
  model->setController(controller);
  connect(controller, &DecisionController::changed, page, [this] {
    showDecision();
    Q_EMIT page->progressChanged(page->progressText());
    Q_EMIT page->actionsChanged();
  });
  connect(queue, &DecisionQueue::statusMessage, page, [this](const QString& text) {
    page->showMessage(text);
    Q_EMIT page->actionsChanged();
  });
  orderFocus();
  showDecision();
}

/// showDecision describes the decision on the current row, or what accepting it would do.
void TriagePage::Private::showDecision() {
  if (!strip) return;  // nothing can be decided here
  DecisionSummary summary;
  const bool any = hasPair() && current < model->comparison()->rowCount();
  if (any) summary = decisionSummary(*controller, *model->snapshot(), current);
  details->showDecision(summary);
  if (any && model->rowOf(current) < 0) {  // the keys do nothing until a row is chosen
    summary = {};
    summary.notes << tr("No row is chosen: the filter hides %1.").arg(shortened(fromUtf8(currentName), 80).simplified());
  }
  strip->showSummary(summary, any && controller->state(current) != DecisionController::State::NotAsked);
}

QString TriagePage::progressText() const {
  if (!d->controller || !d->hasPair()) return {};
  const QString decided = decidedText(d->controller->count());
  return decided.isEmpty() && d->ci.isEmpty() ? tr("Nothing needs a decision") : decided;
}

void TriagePage::setSiblings(SiblingController::Source source) {
  if (d->controller) d->setSiblings(std::move(source));
}

void TriagePage::Private::setSiblings(SiblingController::Source source) {
  siblings = new SiblingSection({*controller, *queue, *strip, *table}, page->theme(), std::move(source), page);
  siblings->insertInto(*static_cast<QVBoxLayout*>(body->layout()), strip);
  connect(siblings, &SiblingSection::statusMessage, page, &TriagePage::showMessage);
  connect(siblings, &SiblingSection::changed, page, [this] {
    details->setSiblings(siblings->count(), [this](std::uint32_t row) { return siblings->rowsOf(row); });
    showDecision();
    Q_EMIT page->actionsChanged();
  });
  siblings->setSnapshot(model->snapshot());
  orderFocus();
}

void TriagePage::setHistory(session::HistoryClient& client) { d->setHistory(client); }

void TriagePage::Private::setHistory(session::HistoryClient& client) {
  history = new RunHistory(client, page);
  advice = new AdviceController({client, *history, *details, controller});
  history->setSnapshot(model->snapshot());
  model->setHistory(history);
  connect(history, &RunHistory::changed, page, &TriagePage::actionsChanged);
  connect(history, &RunHistory::described, details, &DetailsPanel::showHistory);
  connect(history, &RunHistory::requested, page, &TriagePage::historyRequested);
}

void TriagePage::refreshSiblings() {
  if (d->siblings) d->siblings->refresh();
}

QList<ActionSpec> TriagePage::Private::triageActions() {
  const QString group = tr("Triage");
  const auto any = [this] { return hasPair(); };
  const auto one = [this] { return hasPair() && current != verdicts::kNoRow; };
  return {{u"triage.next"_s, tr("Next that needs a decision"),
           tr("Go to the next model that fails, improved, is missing or invalid"), group, u"chevron-down"_s, {Qt::Key_J},
           [this] { step(+1); }, any},
          {u"triage.previous"_s, tr("Previous that needs a decision"),
           tr("Go back to the previous model that needs a decision"), group, {}, {Qt::Key_K}, [this] { step(-1); }, any},
          {u"triage.details"_s, tr("Go to the details"),
           tr("Move the keyboard to the details (Enter in the table; Escape leads back)"), group, {}, {},
           [this] { Q_EMIT table->detailsRequested(); }, one},
          {u"triage.panel"_s, tr("Show the details"), tr("Show or hide the details on the right"), group, u"panel"_s,
           {Qt::Key_D}, [this] {
             details->setVisible(details->isHidden());
             Q_EMIT page->actionsChanged();
           }, any, true, [this] { return !details->isHidden(); }},
          {u"triage.output"_s, tr("What CI printed"), tr("Show the text of each check script in turn"), group, {}, {Qt::Key_P},
           [this] {
             details->show();
             details->showOutput();
           }, any},
          {u"triage.copyDetails"_s, tr("Copy the reason and the scripts' lines"),
           tr("Copy verdict, reason and the scripts' own lines of the current model"), group, u"copy"_s, {},
           [this] { copyText(details->summary()); }, one}};
}

QList<ActionSpec> TriagePage::Private::decisionActions() {
  struct Row {
    QString id;
    QString text, tooltip;
    QList<QKeySequence> keys;
    void (DecisionQueue::*run)();
    std::function<bool()> enabled = {};
    QString button = {};
  };
  using Q = DecisionQueue;
  const Row rows[] = {
      {u"accept"_s, tr("Accept what the run says"),
       tr("Write the run's values into the baseline, for the current row or the selection"), {Qt::Key_A}, &Q::accept, {}, tr("Accept")},
      {u"keep"_s, tr("Keep the baseline"), tr("Leave the baseline as it is; edits of this row are taken back"),
       {Qt::Key_X}, &Q::keep, {}, tr("Keep")},
      {u"flaky"_s, tr("Mark as flaky"), tr("Add the model to a flaky list, with a reason"), {Qt::Key_F}, &Q::markFlaky, {}, tr("Flaky")},
      {u"note"_s, tr("Write a note"), tr("A note for later readers; it changes no file"), {Qt::Key_N}, &Q::note, {}, tr("Note")},
      {u"acceptAlike"_s, tr("Accept all rows alike"), tr("Accept every open row with the same change, as one step"),
       {Qt::SHIFT | Qt::Key_A}, &Q::acceptAlike},
      {u"keepAlike"_s, tr("Keep the baseline of all rows alike"),
       tr("Keep every open row with the same change, as one step"), {Qt::SHIFT | Qt::Key_X}, &Q::keepAlike},
      {u"flakyAlike"_s, tr("Mark all rows alike as flaky"),
       tr("The same for every open row with the same change, as one step"), {Qt::SHIFT | Qt::Key_F}, &Q::markAlikeFlaky},
      {u"acceptMetric"_s, tr("Accept this metric only"),
       tr("Accept only the metric of the current column (arrow keys move it)"), {Qt::ALT | Qt::Key_A}, &Q::acceptMetric,
       [this] { return canDecide() && queue->canAcceptMetric(); }},
      {u"acceptShown"_s, tr("Accept all open rows of the classes shown"),
       tr("Pick classes with 1 to 7 first; what gets worse still asks for a reason"), {}, &Q::acceptShown,
       [this] { return isFree() && bar->filter().classes != 0; }}};
  QList<ActionSpec> specs;
  for (const Row& row : rows)
    specs << ActionSpec{u"decide."_s + row.id, row.text, row.tooltip, tr("Decide"), {}, row.keys,
                        [this, run = row.run] { (queue->*run)(); },
                        row.enabled ? row.enabled : [this] { return canDecide(); }, false, {}, {}, row.button};
  return specs;
}

QList<ActionSpec> TriagePage::Private::filterActions() {
  const QString group = tr("Filter");
  const auto any = [this] { return hasPair(); };
  QList<ActionSpec> specs{{u"filter.text"_s, tr("Filter by text"),
                           tr("Part of a name, /regex/, metric>value, class:, finding:, flaky:, changed:, decided:, suite:"),
                           group, u"filter"_s, {Qt::Key_Slash}, [this] { bar->focusText(); }, any}};
  int key = 0;
  for (const verdicts::VerdictClass cls : verdicts::kAllClasses) {
    const QString title = page->theme().classStyle(cls).title;
    specs << ActionSpec{u"filter.class%1"_s.arg(key + 1), tr("Only: %1").arg(title),
                        tr("Show only rows of the class %1").arg(title.toLower()), group, {},
                        {QKeySequence(Qt::Key_1 + key)}, [this, cls] { bar->toggleClass(cls); }, any, true,
                        [this, cls] { return (bar->filter().classes & verdicts::classBit(cls)) != 0; }};
    ++key;
  }
  specs << ActionSpec{u"filter.changed"_s, tr("Changed only"),
                      tr("Hide rows that pass or fail as expected, equal their baseline and have no finding of note"),
                      group, {}, {Qt::Key_U}, [this] { bar->setChangedOnly(!bar->changedOnly()); }, any, true,
                      [this] { return bar->changedOnly(); }}
        << ActionSpec{u"filter.clear"_s, tr("Clear the filter"), tr("Show every row"), group, u"close"_s, {Qt::Key_0},
                      [this] { bar->clearAll(); }, [this] { return hasPair() && !bar->isClear(); }};
  return specs;
}

QList<ActionSpec> TriagePage::Private::tableActions() {
  const QString group = tr("Table");
  const auto any = [this] { return hasPair(); };
  return {{u"table.copy"_s, tr("Copy the cells"), tr("Copy the selected rows as tab-separated text"), group, u"copy"_s,
           {QKeySequence::Copy}, [this] { copy(TableFormat::Tsv); }, any},
          {u"table.copyMarkdown"_s, tr("Copy the cells as Markdown"),
           tr("Copy the selected rows as a Markdown table for an issue"), group, {}, {Qt::CTRL | Qt::SHIFT | Qt::Key_C},
           [this] { copy(TableFormat::Markdown); }, any},
          {u"table.sortColumn"_s, tr("Sort by the current column"),
           tr("Sort by the column of the current cell (arrow keys move it); once more turns the order round"), group,
           {}, {Qt::Key_O}, [this] { table->sortByCurrent(); },
           [this] { return hasPair() && table->currentIndex().isValid(); }},
          {u"table.sortDefault"_s, tr("Sort worst first"),
           tr("Back to the default order: worst first, then file order"), group, {}, {},
           [this] { model->setOrder({}); }, [this] { return hasPair() && !(model->order() == verdicts::RowOrder{}); }},
          {u"table.columns"_s, tr("Choose the columns"), tr("Show, hide and move columns"), group, u"columns"_s, {},
           [this] { chooseColumns(); }, any},
          {u"table.resetColumns"_s, tr("Reset the columns"), tr("Forget widths, order and hidden columns"), group, {},
           {}, [this] { table->resetColumns(); }, any}};
}

QList<ActionSpec> TriagePage::actions() {
  QList<ActionSpec> specs = d->triageActions() + d->decisionActions();
  if (d->history) specs << d->history->action(*d->model, [this] { return d->table->currentIndex(); }) << d->advice->action();
  if (d->siblings) specs += d->siblings->actions([this] { return d->isFree(); });
  return specs + d->filterActions() + d->tableActions();
}

QString TriagePage::menuActions() const {
  return u"decide.*;triage.details;triage.output;triage.copyDetails;triage.history;triage.evidence;table.copy*;runs.row;charts.row;go.job;go.editor;edit.undo"_s;
}

QString TriagePage::place() const { return d->hasPair() ? fromUtf8(d->currentName) : QString(); }

}  // namespace plumbline::ui
