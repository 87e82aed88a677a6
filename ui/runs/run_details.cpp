// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/run_details.h"

#include <QHeaderView>
#include <QPlainTextEdit>
#include <QSignalBlocker>
#include <QSplitter>
#include <QStackedLayout>
#include <QTabBar>
#include <algorithm>

#include "ui/runs/log/log_view.h"
#include "ui/runs/queue_table.h"
#include "ui/runs/repro/repro_results.h"
#include "ui/runs/repro/repro_text.h"
#include "ui/runs/repro/repro_view.h"
#include "ui/runs/run_text.h"
#include "ui/runs/task_model.h"
#include "ui/support/labels.h"
#include "ui/support/layouts.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {
namespace {

QueueTable::Columns taskColumns() {
  return {.characters = {12, 18, 7, 8, 8, 15, 8, 7, 22},
          .wide = {TaskModel::Name, TaskModel::Reason},
          .optional = {TaskModel::Attempt}};
}

std::size_t finishedTasks(const runs::RunPtr& run) {
  if (!run) return 0;
  return static_cast<std::size_t>(
      std::ranges::count_if(run->tasks, [](const auto& task) { return runs::isFinished(task.state); }));
}

/// opensOnResult: the result tab is shown first for successful runs, and for repro runs that are over.
bool opensOnResult(const runs::Run& run) {
  const runs::RunState state = runs::stateOf(run);
  return state == runs::RunState::Done || (run.spec.kind == runs::RunKind::Repro && runs::isFinished(state));
}

QString runFactsText(const runs::Run& run) {
  QStringList parts;
  for (const char* name : {"host", "devices", "torch", "git_sha", "git_dirty", "governor"}) {
    const auto found = run.facts.find(name);
    if (found == run.facts.end() || found->second.empty()) continue;
    const QString value = fromUtf8(found->second).simplified();
    const std::string_view fact = name;
    if (fact == "torch")
      parts << u"torch "_s + value;
    else if (fact == "git_sha")
      parts << u"git "_s + value.first(std::min<qsizetype>(value.size(), 10));
    else if (fact == "git_dirty") {
      if (value == u"yes"_s || value == u"true"_s || value == u"1"_s) parts << RunDetails::tr("changed files");
    } else
      parts << value;
  }
  return parts.join(u" \u00b7 "_s);
}

}  // namespace

RunDetails::RunDetails(const Theme& theme, QWidget* parent)
    : QWidget(parent),
      m_theme(theme),
      m_model(new TaskModel(this)),
      m_reader([this](const base::Outcome<runs::RunReading>& outcome) {
        if (!outcome.isValue()) return;
        const runs::RunReading& reading = outcome.value();
        m_model->setReading(reading);
        if (m_run && reading.run == m_run->id) m_summary = fromUtf8(reading.summary);
        showSummary();
      }) {
  setAccessibleName(tr("The chosen run"));
  m_split = new QSplitter(Qt::Vertical, this);
  m_split->setChildrenCollapsible(false);
  addWidgets(*m_split, {buildTasks(), buildLog()});
  m_split->setSizes({200, 280});
  makeColumn(this, {}, -1, {m_split});
  connect(m_table, &QueueTable::currentMoved, this, &RunDetails::showTask);
  connect(m_tabs, &QTabBar::currentChanged, this, [this] {
    m_hasChosenTab = true;
    showFile();
  });
  styleText({m_title}, {.isBold = true});
  styleText({m_sentence}, {.size = TextSize::Small, .isMuted = true});
  styleText({m_result}, {.isMonospace = true});
  applyTheme(*this, theme);
  showHead();
  showTabs();
}

QWidget* RunDetails::buildTasks() {
  auto* body = new QWidget(m_split);
  m_title = new ElidedLabel(Qt::ElideRight, body);
  m_sentence = new ElidedLabel(Qt::ElideRight, body);
  auto* head = makeRow(nullptr, {kGrid, kGrid / 2, kGrid, kGrid / 2}, 2 * kGrid, {m_title, {m_sentence, 1}});
  auto* layout = makeColumn(body, {}, 0, {head, divider()});
  m_table = new QueueTable(m_model, taskColumns(), m_theme, body);
  m_table->setAccessibleName(tr("Tasks of the run"));
  m_table->horizontalHeader()->setAccessibleName(tr("Columns of the tasks"));
  layout->addWidget(m_table, 1);
  body->setMinimumHeight(10 * kGrid);
  return body;
}

QWidget* RunDetails::buildLog() {
  auto* body = new QWidget(m_split);
  m_tabs = new QTabBar(body);
  m_tabs->setDrawBase(false);
  m_tabs->setExpanding(false);
  m_tabs->setFocusPolicy(Qt::TabFocus);
  m_tabs->setAccessibleName(tr("Logs and result"));
  auto* head = makeRow(nullptr, {0, 0, kGrid, 0}, kGrid / 2, {m_tabs, stretch()});
  auto* layout = makeColumn(body, {}, 0, {head, divider()});
  auto* shown = new QWidget(body);
  m_stack = new QStackedLayout(shown);
  m_log = new LogView(m_theme, shown);
  m_result = new QPlainTextEdit(shown);
  m_result->setReadOnly(true);
  m_result->setFrameShape(QFrame::NoFrame);
  m_result->setLineWrapMode(QPlainTextEdit::NoWrap);
  m_result->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  m_result->setTabChangesFocus(true);
  m_result->setAcceptDrops(false);
  m_result->setAccessibleName(tr("Result of the run"));
  auto* result = new QWidget(shown);
  m_repro = new ReproView(m_theme, result);
  makeColumn(result, {}, 0, {{m_repro, 1}, {m_result, 1}});
  connect(m_repro, &ReproView::evidenceRequested, this, &RunDetails::goToEvidence);
  addWidgets(*m_stack, {m_log, result});
  layout->addWidget(shown, 1);
  body->setMinimumHeight(12 * kGrid);
  return body;
}

void RunDetails::setTheme(const Theme& theme) { m_theme = theme; }

void RunDetails::showRun(const runs::RunPtr& run, double now) {
  const bool other = (run ? run->id : std::string()) != (m_run ? m_run->id : std::string());
  const bool moreDone = other || finishedTasks(run) != finishedTasks(m_run) ||
      (run && m_run && run->results != m_run->results);
  const runs::RunState before = m_run && !other ? runs::stateOf(*m_run) : runs::RunState::Waiting;
  m_run = run;
  m_moving = true;
  m_model->setRun(run, now);
  m_moving = false;
  showHead();
  if (other) {
    m_summary.clear();
    m_shownTask = -1;
    m_hasChosenTab = false;
    QList<bool> used;
    for (int column = 0; column < TaskModel::ColumnCount; ++column) used << m_model->isUseful(column);
    m_table->setUsed(used);
    follow();
    showStepLog();
    if (run && opensOnResult(*run)) showTab(stepCount() - 1);
  } else if (run) {
    if (!m_chosen.contains(runId())) follow();
    followStep();
    if (opensOnResult(*run) && !runs::isFinished(before) && !m_chosen.contains(runId()) &&
        !m_hasChosenTab)
      showTab(stepCount() - 1);
    showFile();
    m_log->poll();
  }
  showRepro();
  if (!run)
    m_reader.cancel();
  else if (moreDone)
    m_reader.run([run](const base::Progress&) -> base::Outcome<runs::RunReading> { return runs::readRun(*run); });
}

void RunDetails::showHead() {
  if (!m_run) {
    m_title->setText(tr("No run is chosen"));
    m_sentence->setText({});
    return;
  }
  m_title->setText(fromUtf8(m_run->title).simplified());
  QString text = fromUtf8(m_run->problem).simplified();
  if (const QString repro = reproSummary(); !repro.isEmpty()) text = repro;
  if (text.isEmpty()) text = runFactsText(*m_run);
  m_sentence->setText(text);
  QStringList all;
  for (const auto& [name, value] : m_run->facts) all << fromUtf8(name) + u": "_s + fromUtf8(value);
  for (const std::string& note : m_run->plan.notes) all << fromUtf8(note);
  all << fromUtf8(m_run->folder);
  m_sentence->setDetail(all.join(u'\n'));
}

/// follow goes to the task chosen by the user, otherwise to the running one, otherwise to the first failed one.
void RunDetails::follow() {
  int next = m_chosen.value(runId(), -1);
  if (next < 0 || next >= m_model->rowCount()) next = m_model->activeTask();
  if (next < 0 && m_shownTask >= 0) return;  // between two tasks
  if (next < 0) next = m_model->firstFailed();
  if (next < 0) next = 0;
  m_moving = true;
  if (next != currentTask()) m_table->goTo(next);
  m_moving = false;
  if (currentTask() != m_shownTask || m_shownTask < 0) showTask();
}

/// followStep follows the running step until the user chooses a tab.
void RunDetails::followStep() {
  if (!m_hasChosenTab && m_run && !runs::isFinished(runs::stateOf(*m_run))) showStepLog();
}

/// showStepLog shows the log of the running step, or of the last one.
void RunDetails::showStepLog() {
  if (!m_run || m_shownTask < 0 || static_cast<std::size_t>(m_shownTask) >= m_run->tasks.size()) return;
  const auto& steps = m_run->plan.tasks[static_cast<std::size_t>(m_shownTask)].steps;
  const auto& begun = m_run->tasks[static_cast<std::size_t>(m_shownTask)].steps;
  const std::string name = begun.empty() ? std::string() : begun.back().name;
  const auto found = std::ranges::find(steps, name, &runs::Step::name);
  showTab(found == steps.end() ? 0 : static_cast<int>(found - steps.begin()));
}

/// showTab changes the tab without counting as a choice of the user.
void RunDetails::showTab(int tab) {
  if (tab < 0 || tab >= m_tabs->count() || tab == m_tabs->currentIndex()) return;
  const QSignalBlocker quiet(m_tabs);
  m_tabs->setCurrentIndex(tab);
  showFile();
}

void RunDetails::showTask() {
  if (m_moving) return;
  const int task = currentTask();
  if (task >= 0 && m_shownTask >= 0 && task != m_shownTask && m_table->hasFocus()) m_chosen[runId()] = task;
  m_shownTask = task;
  showTabs();
  followStep();
  showRepro();
  if (m_run) Q_EMIT taskChosen(runId(), task);
}

void RunDetails::showTabs() {
  QStringList names;
  if (m_run && m_shownTask >= 0 && static_cast<std::size_t>(m_shownTask) < m_run->plan.tasks.size())
    for (const auto& steps = m_run->plan.tasks[static_cast<std::size_t>(m_shownTask)].steps; const runs::Step& step : steps)
      names << (steps.size() == 1 ? tr("log") : tr("%1 log").arg(fromUtf8(step.name)));
  if (m_run) names << tr("Result");
  QStringList now;
  for (int i = 0; i < m_tabs->count(); ++i) now << m_tabs->tabText(i);
  if (names != now) {
    const QSignalBlocker quiet(m_tabs);
    const QString shown = m_tabs->tabText(m_tabs->currentIndex());
    while (m_tabs->count() > 0) m_tabs->removeTab(0);
    for (const QString& name : names) {
      const int index = m_tabs->addTab(name);
      m_tabs->setTabToolTip(index, name == tr("Result") ? tr("Result of the run (%1)").arg(index + 1)
                                                       : tr("What the step printed (%1)").arg(index + 1));
    }
    m_tabs->setCurrentIndex(std::max(0, static_cast<int>(names.indexOf(shown))));
  }
  showFile();
}

bool RunDetails::isResultTab() const {
  return m_run && m_tabs->count() > 0 && m_tabs->currentIndex() == m_tabs->count() - 1;
}
bool RunDetails::isLogShown() const { return m_run && !isResultTab() && m_shownTask >= 0; }

void RunDetails::showFile() {
  const bool result = isResultTab();
  m_stack->setCurrentIndex(result ? 1 : 0);
  if (result) return showSummary();
  if (!isLogShown() || static_cast<std::size_t>(m_shownTask) >= m_run->tasks.size())
    return m_log->showFile({}, m_run ? QString() : tr("Choose a run to see its log."));
  const runs::TaskStatus& task = m_run->tasks[static_cast<std::size_t>(m_shownTask)];
  const auto& steps = m_run->plan.tasks[static_cast<std::size_t>(m_shownTask)].steps;
  const std::string& name =
      steps[static_cast<std::size_t>(std::clamp(m_tabs->currentIndex(), 0, static_cast<int>(steps.size()) - 1))].name;
  const bool begun = std::ranges::any_of(task.steps, [&](const runs::StepEvents& step) { return step.name == name; });
  const QString path = task.folder.empty() || (!begun && !isActive(task.state))
                           ? QString()
                           : fromUtf8(task.folder + '/' + name + ".log");
  const QString empty = runs::isFinished(task.state) ? tr("This step was not run.") : tr("This step has not started.");
  const QString silent = runs::isFinished(task.state) ? tr("Nothing was printed.") : tr("Nothing printed yet.");
  m_log->showFile(path, path.isEmpty() ? empty : silent);
}

void RunDetails::showSummary() {
  showRepro();
  QString text = m_summary;
  if (text.isEmpty())
    text = m_run && runs::isFinished(runs::stateOf(*m_run)) ? QString()
                                                        : tr("The result is shown here once the first task is done.");
  if (m_run)
    for (const std::string& file : m_run->results)
      if (!text.contains(fromUtf8(file)))  // the summary names the one that it read
        text += (text.endsWith(u'\n') || text.isEmpty() ? u""_s : u"\n"_s) + fromUtf8(file);
  if (m_result->toPlainText() != text) m_result->setPlainText(text);
}

void RunDetails::tick(double now) {
  m_model->tick(now);
  const int task = currentTask();
  if (isLogShown() && task >= 0 && isActive(m_run->tasks[static_cast<std::size_t>(task)].state)) m_log->poll();
}

QString RunDetails::runId() const { return m_run ? fromUtf8(m_run->id) : QString(); }
int RunDetails::currentTask() const { return m_table->currentIndex().isValid() ? m_table->currentIndex().row() : -1; }
int RunDetails::stepCount() const { return m_tabs->count(); }
QString RunDetails::summary() const { return m_summary; }

void RunDetails::showStep(int step) {
  if (step < 0 || step >= m_tabs->count()) return;
  m_tabs->setCurrentIndex(step);
  m_hasChosenTab = true;
}

void RunDetails::showLog() {
  if (isResultTab() && m_tabs->count() > 1) m_tabs->setCurrentIndex(0);
  m_hasChosenTab = true;
}

QList<QWidget*> RunDetails::focusOrder() const { 
  return QList<QWidget*>{m_table, m_tabs, m_log} + m_repro->focusOrder() + QList<QWidget*>{m_result};
}

QJsonObject RunDetails::saveState() const {
  return {{u"split"_s, QString::fromLatin1(m_split->saveState().toBase64())}, {u"columns"_s, m_table->saveColumns()}};
}

void RunDetails::restoreState(const QJsonObject& saved) {
  m_split->restoreState(QByteArray::fromBase64(saved["split"_L1].toString().toLatin1()));
  m_table->restoreColumns(saved["columns"_L1].toObject());
}

void RunDetails::setReproResults(ReproResults* reproResults) {
  m_reproResults = reproResults;
  m_model->setReproResults(reproResults);
  connect(reproResults, &ReproResults::changed, this, [this](const QString& run) {
    if (run != runId()) return;
    m_model->refreshOutcomes();
    showHead();
    showRepro();
  });
}

const ReproReading* RunDetails::reading() const {
  return m_reproResults != nullptr ? m_reproResults->reading(runId()) : nullptr;
}

void RunDetails::showRepro() {
  const bool leaves = m_run && mayLeaveScripts(*m_run);
  const bool isRepro = m_run && m_run->spec.kind == runs::RunKind::Repro;
  m_repro->setVisible(leaves);
  m_result->setVisible(!leaves);
  m_repro->setSummary(leaves && !isRepro ? m_summary : QString());
  m_repro->showRun(leaves ? m_run : nullptr, leaves ? reading() : nullptr, currentTask());
}

/// reproSummary is the class, or the outcome of the only task, or the progress of the minifier.
QString RunDetails::reproSummary() const {
  const ReproReading* known = m_run && m_run->spec.kind == runs::RunKind::Repro ? reading() : nullptr;
  if (known == nullptr) return {};
  QStringList parts;
  if (const auto style = m_reproResults->styleOf(*m_run)) parts << style->glyph + u' ' + style->word;
  if (known->all)
    if (const QString rate = rateText(known->all->failureRate); !rate.isEmpty()) parts << tr("fails in %1").arg(rate);
  if (!known->checkpoints.empty())
    parts << (known->checkpoints.size() == 1 ? tr("1 checkpoint, the smallest with %1 nodes")
              .arg(known->checkpoints.front().nodes)
                                             : tr("%1 checkpoints, the smallest with %2 nodes")
                                                   .arg(known->checkpoints.size())
                                                   .arg(known->checkpoints.front().nodes));
  return parts.join(u" \u00b7 "_s);
}

bool RunDetails::hasEvidence() const { return m_repro->evidenceLine() > 0; }

void RunDetails::goToEvidence() {
  if (!hasEvidence() || m_tabs->count() < 2) return;
  m_tabs->setCurrentIndex(0);
  m_hasChosenTab = true;
  m_log->goToLine(m_repro->evidenceLine() - 1);
  m_log->setFocus(Qt::ShortcutFocusReason);
}

}  // namespace plumbline::ui
