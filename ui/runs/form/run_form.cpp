// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/form/run_form.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QStackedLayout>
#include <QTabBar>
#include <QToolButton>
#include <algorithm>
#include <utility>

#include "core/runs/spec/run_plan.h"
#include "ui/runs/form/form_fields.h"
#include "ui/runs/form/form_values.h"
#include "ui/runs/form/repro_fields.h"
#include "ui/runs/form/script_form.h"
#include "ui/runs/form/start_panel.h"
#include "ui/support/file_prompt.h"
#include "ui/support/form_controls.h"
#include "ui/support/labels.h"
#include "ui/support/layouts.h"
#include "ui/support/line_icon.h"
#include "ui/support/notice_strip.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {

PresetBar::PresetBar(const QString& folder, QWidget* parent)
    : QWidget(parent),
      m_folder(folder.toStdString()),
      m_box(new ChoiceField(true, this)),
      m_save(makeToolButton(tr("Save"), {}, tr("Save the form as a preset of this name"), this)),
      m_remove(makeIconButton(u"close"_s, tr("Remove the preset"), this,
                              tr("Remove the preset of this name; it can be restored"))) {
  nameField(*m_box, tr("Preset"), tr("Choose a saved form, or type a name and save this one"));
  m_box->lineEdit()->setPlaceholderText(tr("a preset"));
  makeRow(this, {}, kGrid / 2, {{m_box, 1}, m_save, m_remove});
  connect(m_box, &QComboBox::activated, this, [this](int index) {
    if (index >= 0 && index < static_cast<int>(m_presets.size()))
      Q_EMIT chosen(m_presets[static_cast<std::size_t>(index)].spec, m_box->itemText(index));
  });
  connect(m_box, &QComboBox::editTextChanged, this, &PresetBar::updateButtons);
  connect(m_save, &QToolButton::clicked, this, &PresetBar::saveRequested);
  connect(m_remove, &QToolButton::clicked, this, &PresetBar::removeNamed);
  read();
}

void PresetBar::read() {
  std::vector<base::Error> problems;
  m_presets = runs::readPresets(m_folder, problems);
  showNames(m_box->currentText());
  for (const base::Error& problem : problems) Q_EMIT failed(problem);
}

void PresetBar::showNames(const QString& typed) {
  const QSignalBlocker quiet(m_box);
  m_box->clear();
  for (const runs::Preset& each : m_presets) m_box->addItem(fromUtf8(each.name));
  m_box->setCurrentIndex(m_box->findText(typed));
  m_box->setEditText(typed);
  updateButtons();
}

void PresetBar::updateButtons() { m_remove->setEnabled(m_box->findText(m_box->currentText().trimmed()) >= 0); }

void PresetBar::save(const runs::RunSpec& spec, const QString& proposal) {
  const QString typed = m_box->currentText().trimmed();
  const QString name = typed.isEmpty() ? proposal : typed;
  if (const auto done = runs::savePreset(m_folder, {name.toStdString(), spec}); !done)
    return Q_EMIT failed(done.error());
  m_box->setEditText(name);
  read();
  Q_EMIT saved(name);
}

void PresetBar::removeNamed() {
  const std::string name = m_box->currentText().trimmed().toStdString();
  const auto found = std::ranges::find(m_presets, name, &runs::Preset::name);
  if (found == m_presets.end()) return;
  const runs::Preset removing = *found;
  if (const auto done = runs::removePreset(m_folder, name); !done) return Q_EMIT failed(done.error());
  m_removed = removing;
  m_box->setEditText({});
  read();
  Q_EMIT removed(fromUtf8(name));
}

void PresetBar::restore() {
  if (m_removed.name.empty()) return;
  if (const auto done = runs::savePreset(m_folder, m_removed); !done) return Q_EMIT failed(done.error());
  m_box->setEditText(fromUtf8(m_removed.name));
  m_removed = {};
  read();
}

QList<QWidget*> PresetBar::focusOrder() const { return {m_box, m_save, m_remove}; }

using runs::RunKind;

namespace {

constexpr int kMaxCommandLines = 200;  ///< of commands that are shown; a suite of models comes to thousands

}  // namespace

RunForm::RunForm(const Theme& theme, FilePrompt& prompt, const QString& presetFolder, QWidget* parent)
    : QWidget(parent),
      m_title(new PlainLabel(tr("New run"), this)),
      m_presets(new PresetBar(presetFolder, this)),
      m_script(new ScriptLoader(this)),
      m_newScript(new ScriptForm(theme, prompt, this)),
      m_kinds(new QTabBar(this)),
      m_area(new QScrollArea(this)),
      m_fields(new FormFields(m_area)),
      m_panel(new StartPanel(theme, this)),
      m_probe(new ProbeController(this)),
      m_configReader([this](const base::Outcome<QStringList>& names) {
        showConfigs(names.isValue() ? names.value() : QStringList());
      }) {
  setAccessibleName(tr("New run"));
  build();
  connectParts(prompt);
  connectScript(prompt);
  styleText({m_title}, {.isBold = true});
  applyTheme(*this, theme);
  setSpec({});
}

void RunForm::build() {
  m_pages = new QStackedLayout(this);
  auto* fields = new QWidget(this);
  auto* layout = makeColumn(fields, {}, 0);
  buildHead(*layout);
  prepareFieldArea(*m_area, m_fields->body());
  addParts(*layout, {{m_area, 1}, divider(), m_panel});
  addWidgets(*m_pages, {fields, m_newScript});
}

void RunForm::buildHead(QVBoxLayout& layout) {
  auto* head = makeRow(nullptr, {kGrid, kGrid, kGrid, kGrid / 2}, kGrid, {m_title, {m_presets, 1}});
  layout.addLayout(head);
  for (const QString& name : {tr("TorchCache"), tr("Suite"), tr("Command"), tr("Repro")}) m_kinds->addTab(name);
  m_kinds->setTabToolTip(0, tr("Compile times with a cold and a warm cache, as measured by cachebench"));
  m_kinds->setTabToolTip(1, tr("A suite's script with the flags that CI uses"));
  m_kinds->setTabToolTip(2, tr("Any program that writes such a CSV or JSON"));
  m_kinds->setTabToolTip(3, tr("A repro script that PyTorch wrote: does it fail, how often, and how small can it be?"));
  m_kinds->setAccessibleName(tr("Kind of run"));
  m_kinds->setExpanding(true);
  m_kinds->setDrawBase(false);
  m_kinds->setFocusPolicy(Qt::TabFocus);
  layout.addWidget(m_kinds);
}

void RunForm::connectScript(FilePrompt& prompt) {
  FilePrompt* chooser = &prompt;
  ReproFields* repro = m_fields->repro;
  connect(m_script, &ScriptLoader::changed, this, [this, repro] {
    repro->showScript(*m_script);
    readFields();
  });
  connect(repro->choose, &QToolButton::clicked, this, [this, chooser, repro] {
    FileRequest question{.title = tr("Choose a repro script"),
                          .folder = fromUtf8(folderOf(repro->script->text().toStdString())),
                          .kinds = tr("Python scripts (*.py);;All files (*)")};
    chooser->request(this, question, [repro](const QStringList& paths) {
      if (!paths.isEmpty()) repro->script->setText(paths.front());
    });
  });
  connect(m_fields->repeats, &QSpinBox::valueChanged, this, [this, once = true](int repeats) mutable {
    const bool wasOnce = std::exchange(once, repeats == 1);
    if (m_filling || m_spec.kind != RunKind::Repro || wasOnce == once) return;
    m_fields->eagerRuns->setValue(once ? 0 : runs::kEagerRuns);  // rates need runs in eager too
  });
  connect(repro->write, &QToolButton::clicked, this, &RunForm::writeScript);
  connect(m_newScript, &ScriptForm::closed, this, &RunForm::leaveScript);
  connect(m_newScript, &ScriptForm::failed, this, &RunForm::failed);
  connect(m_newScript, &ScriptForm::orderChanged, this, &RunForm::orderChanged);
  connect(m_newScript, &ScriptForm::written, this, [this](const QString& path) {
    useScript(path);
    m_script->reload();  // it may be the one that was there before, written anew
    leaveScript();
    Q_EMIT statusMessage(tr("The script is written; nothing has started"));
  });
}

void RunForm::useScript(const QString& path, int repeats) {
  runs::RunSpec spec;
  spec.kind = RunKind::Repro;
  spec.script = path.toStdString();
  spec.repeats = repeats;
  spec.eagerRuns = repeats > 1 ? runs::kEagerRuns : 0;  // dropped again where the script's form has no backend to choose
  spec.python = m_spec.python;
  spec.target = m_spec.target;
  setSpec(spec);
}

void RunForm::writeScript() {
  m_pages->setCurrentWidget(m_newScript);
  m_newScript->focusFirst();
  Q_EMIT changed();
}

void RunForm::leaveScript() {
  if (!isWritingScript()) return;
  m_pages->setCurrentIndex(0);
  focusFirst();
  Q_EMIT changed();
}

bool RunForm::isWritingScript() const { return m_pages->currentWidget() == m_newScript; }

void RunForm::connectParts(FilePrompt& prompt) {
  FilePrompt* chooser = &prompt;
  connect(m_kinds, &QTabBar::currentChanged, this, &RunForm::chooseKind);
  connect(m_fields, &FormFields::changed, this, [this] {
    if (!m_filling) m_isTouched = true;
    readFields();
  });
  connect(m_fields->more, &QToolButton::clicked, this, [this](bool on) { setMore(on); });
  connect(m_fields->checkoutButton, &QToolButton::clicked, this, [this, chooser] {
    FileRequest question{
        .title = tr("Choose a PyTorch checkout"), .folder = m_fields->checkout->text(), .wantsFolder = true};
    chooser->request(this, question, [this](const QStringList& paths) {
      if (!paths.isEmpty()) m_fields->checkout->setText(paths.front());
    });
  });
  connect(m_fields->outputButton, &QToolButton::clicked, this, [this, chooser] {
    FileRequest question{.title = tr("Write the result to"), .folder = m_fields->output->text(), .mayBeNew = true};
    question.kinds = tr("Results (*.csv *.json);;All files (*)");
    question.replaces = true;
    chooser->request(this, question, [this](const QStringList& paths) {
      if (!paths.isEmpty()) m_fields->output->setText(paths.front());
    });
  });
  connect(m_presets, &PresetBar::chosen, this, [this](const runs::RunSpec& spec, const QString& name) {
    setSpec(spec);
    Q_EMIT statusMessage(tr("Preset %1 fills the form").arg(name));
  });
  connect(m_presets, &PresetBar::saveRequested, this,
          [this] { m_presets->save(m_spec, fromUtf8(runs::titleOf(m_spec))); });
  connect(m_presets, &PresetBar::saved, this,
          [this](const QString& name) { Q_EMIT statusMessage(tr("Saved as preset %1").arg(name)); });
  connect(m_presets, &PresetBar::removed, this, &RunForm::presetRemoved);
  connect(m_presets, &PresetBar::failed, this, &RunForm::failed);
  connect(m_panel, &StartPanel::startRequested, this, &RunForm::start);
  connect(m_panel, &StartPanel::probeRequested, m_probe, &ProbeController::probeAgain);
  connect(m_panel, &StartPanel::copied, this, [this] { Q_EMIT statusMessage(tr("Commands copied")); });
  connect(m_probe, &ProbeController::probeRequested, this, &RunForm::probeRequested);
  connect(m_probe, &ProbeController::changed, this, [this] {
    showProbe();
    showPartitions();
    Q_EMIT changed();
    if (!m_probe->isWaiting() && std::exchange(m_startsAfterProbe, false)) start();
  });
}

void RunForm::setTheme(const Theme& theme) { m_area->setPalette(theme.palette()); }

void RunForm::setSpec(const runs::RunSpec& spec) {
  m_filling = true;
  m_isTouched = spec != runs::RunSpec();
  m_spec = spec;
  m_pages->setCurrentIndex(0);
  writeForm(*m_fields, spec);
  m_kinds->setCurrentIndex(static_cast<int>(spec.kind));
  m_filling = false;
  readFields();
}

/// chooseKind keeps all typed values.
void RunForm::chooseKind(int index) {
  if (m_filling) return;
  m_filling = true;
  fillSuites(*m_fields, static_cast<RunKind>(index));
  m_filling = false;
  readFields();
  m_area->verticalScrollBar()->setValue(0);
}

void RunForm::readFields() {
  if (m_filling) return;
  const auto kind = static_cast<RunKind>(m_kinds->currentIndex());
  if (kind == RunKind::Repro) {
    const std::string before = m_script->path();
    m_script->load(m_fields->repro->script->text().trimmed().toStdString());
    if (m_script->path() != before) m_fields->repro->showScript(*m_script);
  }
  FormValues values = readForm(*m_fields, kind, m_spec, *m_script);
  if (values.error || values.spec != m_spec) m_startsAfterProbe = false;  // that was asked for another run
  m_spec = std::move(values.spec);
  m_error = std::move(values.error);
  showModelHint(*m_fields, kind);
  showRows();
  if (runs::traitsOf(m_spec.target).isHere) readConfigs();
  showCommands();
  showProblem();
  Q_EMIT changed();
}

void RunForm::showRows() { m_fields->showFor(m_spec, m_withMore); }

void RunForm::showCommands() {
  const auto plan = m_error ? base::Result<runs::RunPlan>(base::fail(*m_error)) : runs::planRun(m_spec);
  if (!plan) {
    m_error = plan.error();
    m_panel->showProblem(m_fields->withFieldNames(sentenceOf(*m_error)), m_isTouched && !isLoadingError(*m_error));
    return m_probe->setSpec({});
  }
  const std::string folder = "OUTPUT";
  QStringList lines, notes;
  for (const std::string& line : runs::setupLines(*plan, folder)) lines << fromUtf8(line);
  for (const std::string& line : runs::commandLines(*plan, folder)) lines << fromUtf8(line);
  if (lines.size() > kMaxCommandLines) {
    const qsizetype more = lines.size() - kMaxCommandLines;
    lines = lines.first(kMaxCommandLines);
    lines << tr("# and %1 more").arg(more);
  }
  for (const std::string& note : plan->notes) notes << fromUtf8(note);
  m_panel->showCommands(lines.join(u'\n'), static_cast<int>(plan->tasks.size()), notes);
  m_probe->setSpec(m_spec);
}

/// showProblem shows the error beside its field when it names a visible one.
void RunForm::showProblem() {
  FieldBox* about = nullptr;
  if (m_error) {
    about = m_fields->fieldFor(fromUtf8(m_error->text));
    if (about == nullptr) about = m_fields->fieldFor(fromUtf8(m_error->hint));
  }
  // In an untouched form an empty field is no error.
  const bool isWrong = m_isTouched && m_error && !isLoadingError(*m_error);
  for (FieldBox* each : m_fields->boxes())
    each->setProblem(each == about && isWrong ? m_fields->withFieldNames(sentenceOf(*m_error)) : QString());
  if (about != nullptr && m_fields->isUnderMore(about) && !m_withMore) setMore(true);
}

/// readConfigs lists the configs for which the local checkout has baselines.
void RunForm::readConfigs() {
  if (m_spec.checkout == m_configCheckout) return;
  m_configCheckout = m_spec.checkout;
  m_configReader.run([checkout = m_configCheckout](const base::Progress&) -> base::Outcome<QStringList> {
    QStringList names;
    for (const std::string& name : runs::checkoutConfigs(checkout)) names << fromUtf8(name);
    return names;
  });
}

void RunForm::showConfigs(const QStringList& names) {
  QComboBox* box = m_fields->config;
  const QString typed = box->currentText();
  const QSignalBlocker quiet(box), quietLine(box->lineEdit());
  box->clear();
  box->addItems(names);
  box->setCurrentIndex(box->findText(typed));
  box->setEditText(typed);
}

/// showPartitions offers the known targets.
void RunForm::showPartitions() {
  QStringList offered{fromUtf8(runs::targetName({})), u"ssh:"_s, u"slurm"_s};
  if (m_probe->report())
    for (const std::string& partition : m_probe->report()->partitions) offered << u"slurm:"_s + fromUtf8(partition);
  QComboBox* box = m_fields->target;
  QStringList now;
  for (int i = 0; i < box->count(); ++i) now << box->itemText(i);
  if (now == offered || (m_probe->isWaiting() && !now.isEmpty())) return;
  const QString typed = box->currentText();
  const QSignalBlocker quiet(box), quietLine(box->lineEdit());
  box->clear();
  box->addItems(offered);
  box->setCurrentIndex(box->findText(typed));
  box->setEditText(typed);
}

bool RunForm::canStart() const { return !m_error && m_panel->canStart() && !isWritingScript(); }
QString RunForm::startProblem() const {
  return isWritingScript() ? tr("Save the new script first, or go back with Esc") : m_panel->startProblem();
}
QString RunForm::commands() const { return m_panel->commands(); }

void RunForm::setMore(bool shown) {
  m_withMore = shown;
  showRows();
  Q_EMIT changed();
}

void RunForm::setActive(bool active) {
  m_probe->setActive(active);
  if (active) m_script->reload();  // it may have been changed meanwhile
}
void RunForm::acceptProbe(const runs::ProbeReport& report) { m_probe->acceptReport(report); }
void RunForm::restorePreset() { m_presets->restore(); }

void RunForm::start() {
  if (canStart()) return Q_EMIT startRequested(m_spec);
  m_startsAfterProbe = !m_error && !isWritingScript() && m_probe->isWaiting();
  if (m_startsAfterProbe) m_probe->probeNow();
  showProbe();
  Q_EMIT statusMessage(startProblem());
}

void RunForm::showProbe() {
  m_panel->showProbe(*m_probe, [this](const QString& text) { return m_fields->withFieldNames(text); }, m_startsAfterProbe);
}

void RunForm::focusFirst() {
  if (isWritingScript()) return m_newScript->focusFirst();
  QLineEdit* first = m_spec.kind == RunKind::Repro ? m_fields->repro->script : m_fields->checkout;
  if (m_spec.kind == RunKind::Suite && !first->text().isEmpty())
    first = m_fields->config->lineEdit();
  else if (m_spec.kind != RunKind::Repro && !first->text().isEmpty())
    first = m_fields->models;
  first->setFocus(Qt::ShortcutFocusReason);
  first->selectAll();
  m_area->ensureWidgetVisible(first);
}

QList<QWidget*> RunForm::focusOrder() const {
  QList<QWidget*> order = m_presets->focusOrder();
  order << m_kinds;
  for (const FieldBox* each : m_fields->boxes()) {
    if (each == m_fields->fieldFor(u"--extra"_s)) order << m_fields->more;
    order << each->field();
    if (each->field() == m_fields->repro->script) order << m_fields->repro->choose << m_fields->repro->write;
    if (each->field() == m_fields->checkout) order << m_fields->checkoutButton;
    if (each->field() == m_fields->output) order << m_fields->outputButton;
  }
  return order + m_panel->focusOrder() + m_newScript->focusOrder();
}

void RunForm::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  m_panel->setLines(std::clamp(height() / 90, 3, 12));
}

}  // namespace plumbline::ui
