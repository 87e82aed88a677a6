// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/runs_page.h"

#include <QHeaderView>
#include <QJsonDocument>
#include <QJsonObject>
#include <QKeyEvent>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "ui/runs/repro_shelf.h"
#include "ui/runs/repro_view.h"
#include "ui/runs/run_ends.h"
#include "ui/runs/run_words.h"
#include "ui/runs/runs_page_private.h"
#include "ui/runs/start_panel.h"
#include "ui/runs/state_filter.h"
#include "ui/support/count_text.h"
#include "ui/support/divider.h"
#include "ui/support/line_icon.h"
#include "ui/triage/utf8_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

constexpr int kStateVersion = 1;
constexpr int kWidestForm = 384;
constexpr int kNarrowestForm = 320;
QueueTable::Columns runColumns() {
  return {.characters = {11, 22, 22, 10, 11, 8, 8, 18},
          .wide = {QueueModel::Title, QueueModel::Outcome},
          .optional = {QueueModel::Began, QueueModel::Place, QueueModel::Left, QueueModel::Elapsed}};
}

}  // namespace

RunsPage::RunsPage(const Theme& theme, runs::RunQueue& queue, FilePrompt& prompt, const QString& presetFolder,
                   QWidget* parent)
    : QWidget(parent), d(std::make_unique<Private>(this, theme, queue, prompt)) {
  setAccessibleName(u"Runs"_s);
  d->build(presetFolder);
  showQueue(queue.queue());
}
RunsPage::~RunsPage() = default;

void RunsPage::Private::build(const QString& presetFolder) {
  model = new QueueModel(page);
  shelf = new ReproShelf(page);
  model->setShelf(shelf);
  page->setAcceptDrops(true);
  columns = new QSplitter(Qt::Horizontal, page);
  columns->setChildrenCollapsible(false);
  form = new RunForm(theme, prompt, presetFolder, columns);
  form->setMinimumWidth(kNarrowestForm);
  columns->addWidget(form);
  columns->addWidget(buildRuns());
  columns->setStretchFactor(0, 0);
  columns->setStretchFactor(1, 1);
  auto* layout = new QVBoxLayout(page);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(columns);
  clock.setInterval(1000);
  connectParts();
  connectRepro();
  joinButtons();
  orderFocus();
}

QWidget* RunsPage::Private::buildRuns() {
  auto* body = new QWidget(columns);
  auto* layout = new QVBoxLayout(body);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  auto* head = new QHBoxLayout;
  head->setContentsMargins(kGrid, kGrid, kGrid, kGrid / 2);
  head->setSpacing(kGrid / 2);
  const auto button = [&](const QString& text, const QString& tooltip, const QString& id) {
    auto* made = new QToolButton(body);
    made->setText(text);
    made->setToolTip(tooltip);
    made->setFocusPolicy(Qt::TabFocus);
    made->setObjectName(id);
    buttons << made;
    head->addWidget(made);
  };
  formButton = new QToolButton(body);
  formButton->setIcon(lineIcon(u"panel"_s));
  formButton->setCheckable(true);
  formButton->setChecked(true);
  formButton->setAccessibleName(u"Form of a new run"_s);
  formButton->setToolTip(u"Show or hide the form (H)"_s);
  formButton->setFocusPolicy(Qt::TabFocus);
  head->addWidget(formButton);
  filter = new StateFilter(theme, body);
  head->addWidget(filter, 1);
  button(u"Cancel"_s, u"End the selected runs with everything they started (X)"_s, u"runs.cancel"_s);
  button(u"Retry failed"_s, u"Run those tasks of the selected runs once more that did not end well (F)"_s, u"runs.retry"_s);
  button(u"Open result"_s, u"Hold the result against its baseline (T, Enter)"_s, u"runs.open"_s);
  button(u"Charts"_s, u"Show the results in charts (V)"_s, u"runs.charts"_s);
  layout->addLayout(head);
  layout->addWidget(new Divider(Qt::Horizontal, body));

  auto* both = new QWidget(body);
  rows = new QSplitter(Qt::Vertical, both);
  rows->setChildrenCollapsible(false);
  auto* list = new QWidget(rows);
  lists = new QStackedLayout(list);
  table = new QueueTable(model, runColumns(), theme, list);
  hidden = new EmptyState(theme, list);
  lists->addWidget(table);
  lists->addWidget(hidden);
  table->setObjectName(u"queue"_s);
  table->setAccessibleName(u"Runs"_s);
  table->horizontalHeader()->setAccessibleName(u"Columns of the runs"_s);
  table->setMinimumHeight(12 * kGrid);
  details = new RunDetails(theme, rows);
  details->setShelf(shelf);
  rows->addWidget(list);
  rows->addWidget(details);
  rows->setSizes({240, 480});
  nothing = new EmptyState(theme, both);
  nothing->say(
      u"No run yet"_s,
      u"Fill in the form at the left: what to run, from which checkout, where. The commands stand below it before "
      "anything starts. Or choose a row in triage and run that one."_s,
      {{u"Fill in the form"_s, [this] {
          setFormShown(true);
          form->focusFirst();
        }}});
  pages = new QStackedLayout(both);
  pages->addWidget(nothing);
  pages->addWidget(rows);
  layout->addWidget(both, 1);
  notices = new NoticeStrip(body);
  layout->addWidget(notices);
  return body;
}

void RunsPage::Private::connectParts() {
  using runs::RunQueue;
  connect(form, &RunForm::startWanted, &queue, &RunQueue::add);
  connect(form, &RunForm::startWanted, page, [this] { watches = true; });
  connect(form, &RunForm::probeWanted, &queue, &RunQueue::probe);
  connect(&queue, &RunQueue::probed, form, &RunForm::takeProbe);
  connect(form, &RunForm::told, page, [this](const QString& text) { tell(text); });
  connect(form, &RunForm::failed, page, &RunsPage::noticeWanted);
  connect(form, &RunForm::changed, page, &RunsPage::actionsChanged);
  connect(form, &RunForm::orderChanged, page, [this] { orderFocus(); });
  connect(form, &RunForm::presetRemoved, page, [this](const QString& name) {
    notices->say({.id = u"runs:preset"_s,
                  .text = u"The preset %1 is removed."_s.arg(name),
                  .details = {},
                  .actionText = u"Bring back"_s,
                  .action = [this] {
                    form->restorePreset();
                    notices->dismiss(u"runs:preset"_s);
                  }});
  });
  connect(&queue, &RunQueue::added, page, [this](const QString& id) {
    wanted = id;
    showRuns();
    tell(u"Queued"_s);
  });
  connect(new RunEnds(queue, page), &RunEnds::ended, page,
          [this](const QString& title, const QString& text) { tell(u"%1: %2"_s.arg(title, text)); });
  connect(table, &QueueTable::currentMoved, page, [this] { showCurrent(); });
  connect(table->selectionModel(), &QItemSelectionModel::selectionChanged, page, &RunsPage::actionsChanged);
  connect(table, &RecordTable::opened, page, [this] { openResult(); });
  connect(table, &QAbstractItemView::doubleClicked, page, [this] { openResult(); });
  connect(details, &RunDetails::taskChosen, page, [this](const QString& run, int task) {
    if (page->isVisible()) queue.watchLog(task < 0 ? QString() : run, std::max(0, task));
    Q_EMIT page->actionsChanged();
  });
  connect(filter, &StateFilter::changed, page, [this] {
    applyFilter();
    Q_EMIT page->actionsChanged();
  });
  connect(formButton, &QToolButton::clicked, page, [this](bool on) { setFormShown(on); });
  connect(&clock, &QTimer::timeout, page, [this] { tick(); });
}

/// orderFocus lets Tab walk as the eye does: the form down, then the runs, their tasks, the log.
void RunsPage::Private::orderFocus() {
  QList<QWidget*> order = form->focusOrder();
  order << formButton << filter->focusOrder();
  for (QToolButton* each : std::as_const(buttons)) order << each;
  order << table << details->focusOrder();
  for (qsizetype i = 1; i < order.size(); ++i) QWidget::setTabOrder(order[i - 1], order[i]);
}

void RunsPage::showQueue(const runs::QueuePtr& queue) {
  if (!queue || queue == d->shown) return;
  d->shown = queue;
  d->showRuns();
}

void RunsPage::Private::showRuns() {
  const bool wasEmpty = model->rowCount() == 0;
  const bool hadFocus = table->hasFocus() || nothing->isAncestorOf(page->focusWidget());
  model->setQueue(shown, now());
  shelf->setQueue(shown);
  const bool empty = model->rowCount() == 0;
  pages->setCurrentIndex(empty ? 0 : 1);
  applyFilter();
  if (const int row = wanted.isEmpty() ? -1 : model->rowOf(wanted); row >= 0) {
    wanted.clear();
    if (table->isRowHidden(row)) filter->clear();  // who adds a run wants to see it
    table->goTo(row);
    // Who started it watches it next: the keys of the runs are at hand, N leads back into the form.
    if (std::exchange(watches, false) && form->isAncestorOf(page->focusWidget())) table->setFocus(Qt::OtherFocusReason);
  } else if (!empty && table->selectedRows().isEmpty()) {
    // At the beginning, and where the selected ones went away.
    const int from = wasEmpty ? mostWanted() : table->currentIndex().row();
    if (const int next = firstShown(from); next >= 0) table->goTo(next);
  }
  if (wasEmpty && !empty && hadFocus) table->setFocus(Qt::OtherFocusReason);
  showCurrent();
  if (model->hasActive() && page->isVisible())
    clock.start();
  else
    clock.stop();
  Q_EMIT page->statusChanged(page->statusText());
  Q_EMIT page->actionsChanged();
}

void RunsPage::Private::showCurrent() {
  const runs::RunPtr run = current();
  shelf->setCurrent(run);
  details->showRun(run, now());
  Q_EMIT page->actionsChanged();
}

/// joinButtons lets each button do what its action does, and be on when that is.
void RunsPage::Private::joinButtons() {
  specs = page->actions();
  for (QToolButton* each : std::as_const(buttons))
    for (const ActionSpec& spec : std::as_const(specs)) {
      if (spec.id != each->objectName()) continue;
      connect(each, &QToolButton::clicked, page, spec.run);
      connect(page, &RunsPage::actionsChanged, each, [each, enabled = spec.enabled] { each->setEnabled(enabled()); });
      each->setEnabled(spec.enabled());
    }
}

void RunsPage::Private::setFormShown(bool shownNow) {
  form->setVisible(shownNow);
  formButton->setChecked(shownNow);
  form->setActive(shownNow && page->isVisible());
  if (!shownNow && page->focusWidget() == nullptr) table->setFocus(Qt::OtherFocusReason);
  Q_EMIT page->actionsChanged();
}

void RunsPage::Private::tell(const QString& text) {
  news = text;
  Q_EMIT page->statusChanged(page->statusText());
}

void RunsPage::Private::tick() {
  model->tick(now());
  details->tick(now());
  if (details->repro()->isVisible()) shelf->look();  // a minifier leaves one checkpoint after the other
}

QString RunsPage::statusText() const {
  const QString text = d->countsText();
  return d->news.isEmpty() ? text : text + u" \u00b7 "_s + d->news;
}

runs::RunSpec RunsPage::spec() const { return d->form->spec(); }

void RunsPage::showSpec(const runs::RunSpec& spec) {
  d->form->setSpec(spec);
  d->setFormShown(true);
  d->form->focusFirst();
  d->tell(u"The form is filled; nothing has started"_s);
}

void RunsPage::setTheme(const Theme& theme) {
  d->theme = theme;
  d->form->setTheme(theme);
  d->table->setTheme(theme);
  d->details->setTheme(theme);
  d->nothing->setTheme(theme);
  d->hidden->setTheme(theme);
  d->filter->setTheme(theme);
}

QByteArray RunsPage::saveState() const {
  const auto bytes = [](const QSplitter* split) { return QString::fromLatin1(split->saveState().toBase64()); };
  const QJsonObject state{{u"version"_s, kStateVersion},
                          {u"columns"_s, bytes(d->columns)},
                          {u"rows"_s, bytes(d->rows)},
                          {u"table"_s, d->table->saveColumns()},
                          {u"details"_s, d->details->saveState()},
                          {u"form"_s, !d->form->isHidden()},
                          {u"more"_s, d->form->hasMore()},
                          {u"spec"_s, fromUtf8(runs::specText(d->form->spec()))}};
  return QJsonDocument(state).toJson(QJsonDocument::Compact);
}

bool RunsPage::restoreState(const QByteArray& bytes) {
  const QJsonObject state = QJsonDocument::fromJson(bytes).object();
  if (state["version"_L1].toInt() != kStateVersion) return false;
  d->isShaped = true;
  const auto restore = [&](QSplitter* split, const QString& name) {
    split->restoreState(QByteArray::fromBase64(state[name].toString().toLatin1()));
  };
  restore(d->columns, u"columns"_s);
  restore(d->rows, u"rows"_s);
  d->table->restoreColumns(state["table"_L1].toObject());
  d->details->restoreState(state["details"_L1].toObject());
  d->form->setMore(state["more"_L1].toBool());
  d->setFormShown(state["form"_L1].toBool(true));
  if (const auto spec = runs::specOf(state["spec"_L1].toString().toStdString())) d->form->setSpec(*spec);
  return true;
}

void RunsPage::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (!std::exchange(d->isShaped, true)) {
    const int form = std::clamp(width() * 5 / 16, kNarrowestForm, kWidestForm);
    d->columns->setSizes({form, std::max(1, width() - form)});
  }
  d->form->setActive(!d->form->isHidden());
  if (d->model->hasActive()) d->clock.start();
  if (const int task = d->details->currentTask(); task >= 0) d->queue.watchLog(d->details->runId(), task);
  if (d->model->rowCount() > 0)
    d->table->setFocus(Qt::OtherFocusReason);
  else
    d->form->focusFirst();
}

void RunsPage::hideEvent(QHideEvent* event) {
  QWidget::hideEvent(event);
  d->form->setActive(false);
  d->clock.stop();
  d->queue.watchLog({}, 0);
}

void RunsPage::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape && d->table->isVisible() && !d->table->hasFocus())
    return d->table->setFocus(Qt::OtherFocusReason);
  QWidget::keyPressEvent(event);
}

}  // namespace plumbline::ui
