// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/runs_page.h"

#include <QDesktopServices>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMimeData>
#include <QSplitter>
#include <QStackedLayout>
#include <QToolButton>
#include <QUrl>
#include <algorithm>
#include <utility>

#include "ui/runs/form/run_form.h"
#include "ui/runs/queue_model.h"
#include "ui/runs/queue_table.h"
#include "ui/runs/repro/repro_results.h"
#include "ui/runs/repro/repro_view.h"
#include "ui/runs/run_commands.h"
#include "ui/runs/run_details.h"
#include "ui/runs/run_list.h"
#include "ui/runs/run_text.h"
#include "ui/support/empty_state.h"
#include "ui/support/form_controls.h"
#include "ui/support/layouts.h"
#include "ui/support/notice_strip.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {
namespace {

constexpr int kStateVersion = 1;
constexpr int kMaxFormWidth = 384;
constexpr int kMinFormWidth = 360;
const QString kRemovedNotice = u"runs:removed"_s;
const QString kPresetNotice = u"runs:preset"_s;

/// droppedScript returns the one dragged Python script; "" for anything else.
QString droppedScript(const QMimeData* data) {
  if (data == nullptr || !data->hasUrls() || data->urls().size() != 1) return {};
  const QString path = data->urls().front().toLocalFile();
  return path.endsWith(u".py"_s, Qt::CaseInsensitive) && QFileInfo(path).isFile() ? path : QString();
}

}  // namespace

RunsPage::RunsPage(const Theme& theme, runs::RunQueue& queue, FilePrompt& prompt, const QString& presetFolder,
                   QWidget* parent)
    : Page(theme, parent),
      m_queue(queue),
      m_model(new QueueModel(this)),
      m_reproResults(new ReproResults(this)),
      m_columns(new QSplitter(Qt::Horizontal, this)),
      m_form(new RunForm(theme, prompt, presetFolder, m_columns)) {
  setAccessibleName(tr("Runs"));
  setAcceptDrops(true);
  m_model->setReproResults(m_reproResults);
  m_columns->setChildrenCollapsible(false);
  m_form->setMinimumWidth(kMinFormWidth);
  addWidgets(*m_columns, {m_form, buildRuns()});
  m_columns->setStretchFactor(0, 0);
  m_columns->setStretchFactor(1, 1);
  makeColumn(this, {}, -1, {m_columns});
  m_clock.setInterval(1000);
  m_commands = new RunCommands({m_queue, *m_list, *m_details, *m_form}, this);
  connectForm();
  connectRuns();
  connectCommands();
  connectButtons();
  orderFocus();
  showQueue(queue.queue());
}

QWidget* RunsPage::buildRuns() {
  auto* body = new QWidget(m_columns);
  auto* both = new QWidget(body);
  m_rows = new QSplitter(Qt::Vertical, both);
  m_rows->setChildrenCollapsible(false);
  m_list = new RunList(m_model, theme(), m_rows);
  m_details = new RunDetails(theme(), m_rows);
  m_details->setReproResults(m_reproResults);
  addWidgets(*m_rows, {m_list, m_details});
  m_rows->setSizes({240, 480});
  m_nothing = new EmptyState(theme(), both);
  m_nothing->showText(
      tr("No run yet"),
      tr("Fill in the form at the left: what to run, from which checkout, on which target. The commands are shown "
         "below it before anything starts. Or choose a row in triage and run that one."),
      {{tr("Fill in the form"), [this] {
          setFormShown(true);
          m_form->focusFirst();
        }}});
  m_pages = new QStackedLayout(both);
  addWidgets(*m_pages, {m_nothing, m_rows});
  m_notices = new NoticeStrip(body);
  makeColumn(body, {}, 0, {buildHead(body), divider(), {both, 1}, m_notices});
  return body;
}

QLayout* RunsPage::buildHead(QWidget* parent) {
  m_formButton = makeIconButton(u"panel"_s, tr("Form of a new run"), parent, tr("Show or hide the form (H)"));
  m_formButton->setCheckable(true);
  m_formButton->setChecked(true);
  auto* head = makeRow(nullptr, {kGrid, kGrid, kGrid, kGrid / 2}, kGrid / 2, {m_formButton, {m_list->filter(), 1}});
  const auto add = [&](const QString& id, const QString& text, const QString& tooltip) {
    m_buttons << makeToolButton(text, {}, tooltip, parent);
    m_buttons.last()->setObjectName(id);
    head->addWidget(m_buttons.last());
  };
  add(u"runs.cancel"_s, tr("Cancel"), tr("End the selected runs with everything they started (X)"));
  add(u"runs.retry"_s, tr("Retry failed"), tr("Run the unsuccessful tasks of the selected runs again (F)"));
  add(u"runs.open"_s, tr("Open result"), tr("Compare the result with its baseline (T, Enter)"));
  add(u"runs.charts"_s, tr("Charts"), tr("Show the results in charts (V)"));
  return head;
}

void RunsPage::connectForm() {
  using runs::RunQueue;
  connect(m_form, &RunForm::startRequested, &m_queue, &RunQueue::add);
  connect(m_form, &RunForm::startRequested, this, [this] { m_isStarting = true; });
  connect(m_form, &RunForm::probeRequested, &m_queue, &RunQueue::probe);
  connect(&m_queue, &RunQueue::probed, m_form, &RunForm::acceptProbe);
  connect(m_form, &RunForm::statusMessage, this, &RunsPage::showMessage);
  connect(m_form, &RunForm::failed, this, &RunsPage::noticeRequested);
  connect(m_form, &RunForm::changed, this, &RunsPage::actionsChanged);
  connect(m_form, &RunForm::orderChanged, this, &RunsPage::orderFocus);
  connect(m_form, &RunForm::presetRemoved, this, [this](const QString& name) {
    m_notices->showNotice({.id = kPresetNotice,
                    .text = tr("The preset %1 is removed.").arg(name),
                    .details = {},
                    .actionText = tr("Restore"),
                    .action = [this] {
                      m_form->restorePreset();
                      m_notices->dismiss(kPresetNotice);
                    }});
  });
  connect(m_formButton, &QToolButton::clicked, this, &RunsPage::setFormShown);
}

void RunsPage::connectRuns() {
  connect(&m_queue, &runs::RunQueue::added, this, [this](const QString& id) {
    m_pendingRun = id;
    showRuns();
    showMessage(tr("Queued"));
  });
  connect(new RunEndNotifier(m_queue, this), &RunEndNotifier::ended, this,
          [this](const QString& title, const QString& text) { showMessage(u"%1: %2"_s.arg(title, text)); });
  QueueTable* table = &m_list->table();
  connect(table, &RecordTable::currentMoved, this, &RunsPage::showCurrent);
  connect(table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &RunsPage::actionsChanged);
  connect(table, &RecordTable::opened, m_commands, &RunCommands::openResult);
  connect(table, &QAbstractItemView::doubleClicked, m_commands, &RunCommands::openResult);
  connect(m_list, &RunList::filterChanged, this, &RunsPage::actionsChanged);
  connect(m_details, &RunDetails::taskChosen, this, [this](const QString& run, int task) {
    if (isVisible()) m_queue.watchLog(task < 0 ? QString() : run, std::max(0, task));
    Q_EMIT actionsChanged();
  });
  connect(&m_clock, &QTimer::timeout, this, &RunsPage::tick);
  connect(m_details->table(), &RecordTable::opened, m_details, &RunDetails::goToEvidence);
  connect(m_details->log(), &LogView::statusChanged, this, &RunsPage::showMessage);
  connect(m_reproResults, &ReproResults::changed, this, [this] {
    m_list->fitStates();
    Q_EMIT actionsChanged();
    Q_EMIT statusChanged(statusText());
  });
  const ReproView* view = m_details->repro();
  connect(view, &ReproView::rerunRequested, m_commands, &RunCommands::rerun);
  connect(view, &ReproView::scriptRequested, m_commands, &RunCommands::useScript);
  connect(view, &ReproView::folderRequested, this,
          [](const QString& path) { QDesktopServices::openUrl(QUrl::fromLocalFile(path)); });
  connect(view, &ReproView::copyRequested, m_commands, &RunCommands::copyPath);
}

void RunsPage::connectCommands() {
  connect(m_commands, &RunCommands::statusMessage, this, &RunsPage::showMessage);
  connect(m_commands, &RunCommands::formShownChanged, this, &RunsPage::setFormShown);
  connect(m_commands, &RunCommands::pairRequested, this, &RunsPage::pairRequested);
  connect(m_commands, &RunCommands::chartsRequested, this, &RunsPage::chartsRequested);
  connect(m_commands, &RunCommands::actionsChanged, this, &RunsPage::actionsChanged);
  connect(m_commands, &RunCommands::runsRemoved, this, [this](const QString& text) {
    m_notices->showNotice({.id = kRemovedNotice, .text = text, .details = {}, .actionText = tr("Restore"),
                           .action = [this] {
                      m_commands->restoreRemoved();
                    }});
  });
  connect(m_commands, &RunCommands::runsRestored, this, [this](const QString& firstId) {
    m_pendingRun = firstId;
    m_notices->dismiss(kRemovedNotice);
  });
}

/// connectButtons gives each button the action of its name.
void RunsPage::connectButtons() {
  const QList<ActionSpec> specs = actions();
  for (QToolButton* button : std::as_const(m_buttons)) {
    const auto spec = std::ranges::find(specs, button->objectName(), &ActionSpec::id);
    connect(button, &QToolButton::clicked, this, spec->run);
    connect(this, &RunsPage::actionsChanged, button,
            [button, enabled = spec->enabled] { button->setEnabled(enabled()); });
    button->setEnabled(spec->enabled());
  }
}

/// orderFocus makes Tab follow the layout: the form, the runs, their tasks, the log.
void RunsPage::orderFocus() {
  QList<QWidget*> order = m_form->focusOrder();
  order << m_formButton << m_list->filter()->focusOrder();
  for (QToolButton* each : std::as_const(m_buttons)) order << each;
  order << &m_list->table() << m_details->focusOrder();
  for (qsizetype i = 1; i < order.size(); ++i) QWidget::setTabOrder(order[i - 1], order[i]);
}

QList<ActionSpec> RunsPage::actions() { return m_commands->actions(); }

void RunsPage::showQueue(const runs::QueuePtr& queue) {
  if (!queue || queue == m_shown) return;
  m_shown = queue;
  showRuns();
}

void RunsPage::showRuns() {
  QueueTable& table = m_list->table();
  const bool wasEmpty = m_model->rowCount() == 0;
  const bool hadFocus = table.hasFocus() || m_nothing->isAncestorOf(focusWidget());
  m_model->setQueue(m_shown, secondsNow());
  m_reproResults->setQueue(m_shown);
  const bool isEmpty = m_model->rowCount() == 0;
  m_pages->setCurrentIndex(isEmpty ? 0 : 1);
  m_list->refresh();
  if (m_list->goToRun(m_pendingRun)) {
    m_pendingRun.clear();
    if (std::exchange(m_isStarting, false) && m_form->isAncestorOf(focusWidget())) table.setFocus(Qt::OtherFocusReason);
  } else if (!isEmpty && table.selectedRows().isEmpty()) {
    m_list->goToDefault(wasEmpty);
  }
  if (wasEmpty && !isEmpty && hadFocus) table.setFocus(Qt::OtherFocusReason);
  showCurrent();
  updateClock();
  Q_EMIT statusChanged(statusText());
  Q_EMIT actionsChanged();
}

void RunsPage::showCurrent() {
  const runs::RunPtr run = m_list->current();
  m_reproResults->setCurrent(run);
  m_details->showRun(run, secondsNow());
  Q_EMIT actionsChanged();
}

void RunsPage::setFormShown(bool shown) {
  m_form->setVisible(shown);
  m_formButton->setChecked(shown);
  m_form->setActive(shown && isVisible());
  if (!shown && focusWidget() == nullptr) m_list->table().setFocus(Qt::OtherFocusReason);
  Q_EMIT actionsChanged();
}

void RunsPage::tick() {
  m_model->tick(secondsNow());
  m_details->tick(secondsNow());
  readSuites();
  if (m_details->repro()->isVisible()) m_reproResults->rescan();  // a minifier leaves one checkpoint after the other
}

/// readSuites reads the logs of whole suites that run; they may be long.
void RunsPage::readSuites() {
  const auto isSuite = [](const runs::RunPtr& run) {
    return runs::isWholeSuite(run->spec) &&
           std::ranges::any_of(run->tasks, [](const runs::TaskStatus& task) { return runs::isInProgress(task.state); });
  };
  if (m_suiteReader.isBusy() || !m_shown || std::ranges::none_of(m_shown->runs, isSuite)) return;
  m_suiteReader.run([watch = m_suites, queue = m_shown, isSuite, now = secondsNow()](const base::Progress& progress) -> base::Outcome<SuiteTexts> {
    SuiteTexts texts;
    for (const runs::RunPtr& run : queue->runs)
      if (isSuite(run)) texts[fromUtf8(run->id)] = fromUtf8(watch->update(*run, now, {}, progress.stopToken()).text);
    return texts;
  });
}

void RunsPage::showSuites(const base::Outcome<SuiteTexts>& texts) {
  if (!texts.isValue()) return;
  for (auto it = texts.value().cbegin(); it != texts.value().cend(); ++it) m_model->setSuiteText(it.key(), it.value());
}

void RunsPage::updateClock() {
  if (m_model->hasActive() && isVisible()) m_clock.start();
  else m_clock.stop();
}

QString RunsPage::statusText() const {
  const QString text = m_list->countsText();
  return message().isEmpty() ? text : text + u" \u00b7 "_s + message();
}

runs::RunSpec RunsPage::spec() const { return m_form->spec(); }
void RunsPage::showSpec(const runs::RunSpec& spec) { m_commands->showSpec(spec); }
void RunsPage::showScript(const QString& path, int repeats) { m_commands->showScript(path, repeats); }

void RunsPage::showReproRun(const runs::RunSpec& spec) {
  showSpec(spec);
  showMessage(tr("The form is filled; start it, and when the accuracy fails again the run leaves a repro script"));
}

QByteArray RunsPage::saveState() const {
  const auto bytes = [](const QSplitter* split) { return QString::fromLatin1(split->saveState().toBase64()); };
  const QJsonObject state{{u"version"_s, kStateVersion},
                          {u"columns"_s, bytes(m_columns)},
                          {u"rows"_s, bytes(m_rows)},
                          {u"table"_s, m_list->table().saveColumns()},
                          {u"details"_s, m_details->saveState()},
                          {u"form"_s, !m_form->isHidden()},
                          {u"more"_s, m_form->hasMore()},
                          {u"spec"_s, fromUtf8(runs::specText(m_form->spec()))}};
  return QJsonDocument(state).toJson(QJsonDocument::Compact);
}

bool RunsPage::restoreState(const QByteArray& bytes) {
  const QJsonObject state = QJsonDocument::fromJson(bytes).object();
  if (state["version"_L1].toInt() != kStateVersion) return false;
  m_isShaped = true;
  const auto restore = [&](QSplitter* split, const QString& name) {
    split->restoreState(QByteArray::fromBase64(state[name].toString().toLatin1()));
  };
  restore(m_columns, u"columns"_s);
  restore(m_rows, u"rows"_s);
  m_list->table().restoreColumns(state["table"_L1].toObject());
  m_details->restoreState(state["details"_L1].toObject());
  m_form->setMore(state["more"_L1].toBool());
  setFormShown(state["form"_L1].toBool(true));
  if (const auto spec = runs::specOf(state["spec"_L1].toString().toStdString())) m_form->setSpec(*spec);
  return true;
}

void RunsPage::showEvent(QShowEvent* event) {
  Page::showEvent(event);
  if (!std::exchange(m_isShaped, true)) {
    const int form = std::clamp(width() * 5 / 16, kMinFormWidth, kMaxFormWidth);
    m_columns->setSizes({form, std::max(1, width() - form)});
  }
  m_form->setActive(!m_form->isHidden());
  if (m_model->hasActive()) m_clock.start();
  if (const int task = m_details->currentTask(); task >= 0) m_queue.watchLog(m_details->runId(), task);
  if (m_model->rowCount() > 0) m_list->table().setFocus(Qt::OtherFocusReason);
  else m_form->focusFirst();
}

void RunsPage::hideEvent(QHideEvent* event) {
  Page::hideEvent(event);
  m_form->setActive(false);
  m_clock.stop();
  m_queue.watchLog({}, 0);
}

QWidget* RunsPage::mainView() const { return &m_list->table(); }

void RunsPage::dragEnterEvent(QDragEnterEvent* event) {
  if (!droppedScript(event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void RunsPage::dropEvent(QDropEvent* event) {
  const QString path = droppedScript(event->mimeData());
  if (path.isEmpty()) return;
  event->acceptProposedAction();
  showScript(path);
}

RunEndNotifier::RunEndNotifier(runs::RunQueue& queue, QObject* parent) : QObject(parent) {
  connect(&queue, &runs::RunQueue::changed, this, &RunEndNotifier::check);
  connect(&queue, &runs::RunQueue::finished, this, [this, &queue](const QString& run) {
    m_ending.insert(run);
    check(queue.queue());
  });
}

void RunEndNotifier::check(const runs::QueuePtr& queue) {
  if (!queue) return;
  const auto abandoned = std::ranges::count(queue->runs, runs::RunAccess::Abandoned, [](const auto& run) { return run->access; });
  if (std::exchange(m_abandoned, abandoned) != abandoned)
    Q_EMIT abandonedChanged(abandoned == 0   ? QString()
                            : abandoned == 1 ? tr("1 run can be resumed.")
                                             : tr("%1 runs can be resumed.").arg(abandoned));
  const QSet<QString> ending = m_ending;
  for (const QString& id : ending) {
    const runs::Run* run = runs::findRun(*queue, id.toStdString());
    if (run == nullptr || !runs::isFinished(runs::stateOf(*run))) continue;
    m_ending.remove(id);
    QStringList results;
    for (const std::string& file : run->results) results.append(QFile::decodeName(file.c_str()));
    Q_EMIT ended(fromUtf8(run->title), finishedText(*run, secondsNow()), runs::stateOf(*run) == runs::RunState::Done,
                 results);
  }
}

QString RunsPage::menuActions() const {
  return u"runs.open;runs.charts;runs.cancel*;runs.resume;runs.retry;runs.again;runs.change;runs.sooner;runs.later;runs.remove;runs.copy*;runs.repro.*"_s;
}

}  // namespace plumbline::ui
