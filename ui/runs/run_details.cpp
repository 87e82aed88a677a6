// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/run_details.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QPlainTextEdit>
#include <QSignalBlocker>
#include <QSplitter>
#include <QStackedLayout>
#include <QTabBar>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/runs/log_view.h"
#include "ui/runs/queue_table.h"
#include "ui/runs/repro_shelf.h"
#include "ui/runs/repro_view.h"
#include "ui/runs/run_reader.h"
#include "ui/runs/run_words.h"
#include "ui/runs/task_model.h"
#include "ui/support/divider.h"
#include "ui/support/elided_label.h"
#include "ui/triage/utf8_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

QueueTable::Columns taskColumns() {
  return {.characters = {12, 18, 7, 8, 8, 15, 8, 7, 22},
          .wide = {TaskModel::Name, TaskModel::Reason},
          .optional = {TaskModel::Attempt}};
}

std::size_t doneTasks(const runs::RunPtr& run) {
  if (!run) return 0;
  return static_cast<std::size_t>(
      std::ranges::count_if(run->tasks, [](const auto& task) { return runs::isOver(task.state); }));
}

/// showsResult: of a run that is over well the result stands first; of a repro run always, it says why.
bool showsResult(const runs::Run& run) {
  const runs::RunState state = runs::stateOf(run);
  return state == runs::RunState::Done || (run.spec.kind == runs::RunKind::Repro && runs::isOver(state));
}

QString factsLine(const runs::Run& run) {
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
      if (value == u"yes"_s || value == u"true"_s || value == u"1"_s) parts << u"changed files"_s;
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
      m_reader(std::make_unique<RunReader>([this](const runs::RunReading& reading) {
        m_model->setReading(reading);
        if (m_run && reading.run == m_run->id) m_summary = fromUtf8(reading.summary);
        showSummary();
      })) {
  setAccessibleName(u"The chosen run"_s);
  m_split = new QSplitter(Qt::Vertical, this);
  m_split->setChildrenCollapsible(false);
  m_split->addWidget(buildTasks());
  m_split->addWidget(buildLog());
  m_split->setSizes({200, 280});
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(m_split);
  connect(m_table, &QueueTable::currentMoved, this, &RunDetails::showTask);
  connect(m_tabs, &QTabBar::currentChanged, this, [this] {
    m_hasChosenTab = true;
    showFile();
  });
  setTheme(theme);
  showHead();
  showTabs();
}

RunDetails::~RunDetails() = default;

QWidget* RunDetails::buildTasks() {
  auto* body = new QWidget(m_split);
  auto* layout = new QVBoxLayout(body);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  auto* head = new QHBoxLayout;
  head->setContentsMargins(kGrid, kGrid / 2, kGrid, kGrid / 2);
  head->setSpacing(2 * kGrid);
  m_title = new ElidedLabel(Qt::ElideRight, body);
  m_sentence = new ElidedLabel(Qt::ElideRight, body);
  head->addWidget(m_title);
  head->addWidget(m_sentence, 1);
  layout->addLayout(head);
  layout->addWidget(new Divider(Qt::Horizontal, body));
  m_table = new QueueTable(m_model, taskColumns(), m_theme, body);
  m_table->setAccessibleName(u"Tasks of the run"_s);
  m_table->horizontalHeader()->setAccessibleName(u"Columns of the tasks"_s);
  layout->addWidget(m_table, 1);
  body->setMinimumHeight(10 * kGrid);
  return body;
}

QWidget* RunDetails::buildLog() {
  auto* body = new QWidget(m_split);
  auto* layout = new QVBoxLayout(body);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  auto* head = new QHBoxLayout;
  head->setContentsMargins(0, 0, kGrid, 0);
  head->setSpacing(kGrid / 2);
  m_tabs = new QTabBar(body);
  m_tabs->setDrawBase(false);
  m_tabs->setExpanding(false);
  m_tabs->setFocusPolicy(Qt::TabFocus);
  m_tabs->setAccessibleName(u"Logs and result"_s);
  head->addWidget(m_tabs);
  head->addStretch(1);
  layout->addLayout(head);
  layout->addWidget(new Divider(Qt::Horizontal, body));
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
  m_result->setAccessibleName(u"Result of the run"_s);
  auto* result = new QWidget(shown);
  auto* both = new QVBoxLayout(result);
  both->setContentsMargins(0, 0, 0, 0);
  both->setSpacing(0);
  m_repro = new ReproView(m_theme, result);
  both->addWidget(m_repro, 1);
  both->addWidget(m_result, 1);
  connect(m_repro, &ReproView::evidenceWanted, this, &RunDetails::goToEvidence);
  m_stack->addWidget(m_log);
  m_stack->addWidget(result);
  layout->addWidget(shown, 1);
  body->setMinimumHeight(12 * kGrid);
  return body;
}

void RunDetails::setTheme(const Theme& theme) {
  m_theme = theme;
  QFont bold = theme.font(TextSize::Normal);
  bold.setWeight(QFont::DemiBold);
  m_title->setFont(bold);
  QPalette quiet = theme.palette();
  quiet.setColor(QPalette::WindowText, theme.color(Tone::Muted));
  m_sentence->setFont(theme.font(TextSize::Small));
  m_sentence->setPalette(quiet);
  m_tabs->setFont(theme.font(TextSize::Normal));
  m_result->setFont(theme.monospace());
  m_table->setTheme(theme);
  m_log->setTheme(theme);
  m_repro->setTheme(theme);
}

void RunDetails::showRun(const runs::RunPtr& run, double now) {
  const bool other = (run ? run->id : std::string()) != (m_run ? m_run->id : std::string());
  const bool moreDone = other || doneTasks(run) != doneTasks(m_run) || (run && m_run && run->results != m_run->results);
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
    for (int column = 0; column < TaskModel::ColumnCount; ++column) used << m_model->isOfUse(column);
    m_table->setUsed(used);
    follow();
    showStepLog();
    if (run && showsResult(*run)) showTab(stepCount() - 1);
  } else if (run) {
    if (!m_chosen.contains(runId())) follow();
    followStep();
    if (showsResult(*run) && !runs::isOver(before) && !m_chosen.contains(runId()) &&
        !m_hasChosenTab)
      showTab(stepCount() - 1);
    showFile();
    m_log->grown();
  }
  showRepro();
  if (!run)
    m_reader->cancel();
  else if (moreDone)
    m_reader->read(run);
}

void RunDetails::showHead() {
  if (!m_run) {
    m_title->setText(u"No run is chosen"_s);
    m_sentence->setText({});
    return;
  }
  m_title->setText(fromUtf8(m_run->title).simplified());
  QString text = fromUtf8(m_run->problem).simplified();
  if (const QString repro = reproSentence(); !repro.isEmpty()) text = repro;
  if (text.isEmpty()) text = factsLine(*m_run);
  m_sentence->setText(text);
  QStringList all;
  for (const auto& [name, value] : m_run->facts) all << fromUtf8(name) + u": "_s + fromUtf8(value);
  for (const std::string& note : m_run->plan.notes) all << fromUtf8(note);
  all << fromUtf8(m_run->folder);
  m_sentence->setDetail(all.join(u'\n'));
}

/// follow goes to the task a person chose in this run, else to the one that runs, else to the first that ended badly.
void RunDetails::follow() {
  int wanted = m_chosen.value(runId(), -1);
  if (wanted < 0 || wanted >= m_model->rowCount()) wanted = m_model->activeTask();
  if (wanted < 0 && m_shownTask >= 0) return;  // between two tasks
  if (wanted < 0) wanted = m_model->firstWrong();
  if (wanted < 0) wanted = 0;
  m_moving = true;
  if (wanted != currentTask()) m_table->goTo(wanted);
  m_moving = false;
  if (currentTask() != m_shownTask || m_shownTask < 0) showTask();
}

/// followStep goes along with the steps until a person chooses a tab.
void RunDetails::followStep() {
  if (!m_hasChosenTab && m_run && !runs::isOver(runs::stateOf(*m_run))) showStepLog();
}

/// showStepLog shows the log of the step that runs now, or ran last.
void RunDetails::showStepLog() {
  if (!m_run || m_shownTask < 0 || static_cast<std::size_t>(m_shownTask) >= m_run->tasks.size()) return;
  const auto& steps = m_run->plan.tasks[static_cast<std::size_t>(m_shownTask)].steps;
  const auto& begun = m_run->tasks[static_cast<std::size_t>(m_shownTask)].steps;
  const std::string name = begun.empty() ? std::string() : begun.back().name;
  const auto found = std::ranges::find(steps, name, &runs::Step::name);
  showTab(found == steps.end() ? 0 : static_cast<int>(found - steps.begin()));
}

/// showTab is not a person's choice.
void RunDetails::showTab(int tab) {
  if (tab < 0 || tab >= m_tabs->count() || tab == m_tabs->currentIndex()) return;
  const QSignalBlocker quiet(m_tabs);
  m_tabs->setCurrentIndex(tab);
  showFile();
}

void RunDetails::goToTask(int task) {
  if (task < 0 || task >= m_model->rowCount()) return;
  m_table->goTo(task);
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
      names << (steps.size() == 1 ? u"log"_s : fromUtf8(step.name) + u" log"_s);
  if (m_run) names << u"Result"_s;
  QStringList now;
  for (int i = 0; i < m_tabs->count(); ++i) now << m_tabs->tabText(i);
  if (names != now) {
    const QSignalBlocker quiet(m_tabs);
    const QString shown = m_tabs->tabText(m_tabs->currentIndex());
    while (m_tabs->count() > 0) m_tabs->removeTab(0);
    for (const QString& name : names) {
      const int index = m_tabs->addTab(name);
      m_tabs->setTabToolTip(index, name == u"Result"_s ? u"What came of the run (%1)"_s.arg(index + 1)
                                                       : u"What the step printed (%1)"_s.arg(index + 1));
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
    return m_log->showFile({}, m_run ? QString() : u"Choose a run to see its log."_s);
  const runs::TaskStatus& task = m_run->tasks[static_cast<std::size_t>(m_shownTask)];
  const auto& steps = m_run->plan.tasks[static_cast<std::size_t>(m_shownTask)].steps;
  const std::string& name =
      steps[static_cast<std::size_t>(std::clamp(m_tabs->currentIndex(), 0, static_cast<int>(steps.size()) - 1))].name;
  const bool begun = std::ranges::any_of(task.steps, [&](const runs::StepEvents& step) { return step.name == name; });
  const QString path = task.folder.empty() || (!begun && !isActive(task.state))
                           ? QString()
                           : fromUtf8(task.folder + '/' + name + ".log");
  const QString empty = runs::isOver(task.state) ? u"This step was not run."_s : u"This step has not begun."_s;
  if (m_log->file() != path || path.isEmpty())
    m_log->showFile(path, path.isEmpty() ? empty : u"Nothing is printed yet."_s);
}

void RunDetails::showSummary() {
  showRepro();
  QString text = m_summary;
  if (text.isEmpty())
    text = m_run && runs::isOver(runs::stateOf(*m_run)) ? QString()
                                                        : u"The result stands here once the first task is done."_s;
  if (m_run)
    for (const std::string& file : m_run->results)
      if (!text.contains(fromUtf8(file)))  // the summary names the one that it read
        text += (text.endsWith(u'\n') || text.isEmpty() ? u""_s : u"\n"_s) + fromUtf8(file);
  if (m_result->toPlainText() != text) m_result->setPlainText(text);
}

void RunDetails::tick(double now) {
  m_model->tick(now);
  const int task = currentTask();
  if (isLogShown() && task >= 0 && isActive(m_run->tasks[static_cast<std::size_t>(task)].state)) m_log->grown();
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

}  // namespace plumbline::ui
