// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/form/repro_fields.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QToolButton>
#include <algorithm>

#include "ui/runs/repro/repro_text.h"
#include "ui/support/labels.h"
#include "ui/support/layouts.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {

using runs::ReproAccuracy;
using runs::ReproCommand;
using runs::ReproForm;

namespace {

constexpr int kMaxGranularity = 1 << 20;
QString noFolderText() { return ReproFields::tr("none: random numbers"); }

std::optional<bool> answerOf(const QComboBox* box) {
  const QVariant data = box->currentData();
  return data.isValid() ? std::optional<bool>(data.toBool()) : std::nullopt;
}
void setAnswer(QComboBox* box, const std::optional<bool>& answer) { box->setCurrentIndex(!answer ? 0 : *answer ? 1 : 2); }

/// A choice between yes, no and the default of the script.
QComboBox* yesOrNo(const QString& yes, const QString& no, QWidget* parent) {
  auto* box = new ChoiceField(false, parent);
  box->addItem(ReproFields::tr("as the script says"));
  box->addItem(yes, true);
  box->addItem(no, false);
  return box;
}

}  // namespace

ScriptLoader::ScriptLoader(QObject* parent)
    : QObject(parent), m_runner([this](base::Outcome<runs::ReproScript> read) {
        m_isReading = false;
        m_script.reset();
        m_error.reset();
        if (read.isValue()) m_script = read.value();
        if (read.isError()) m_error = read.error();
        Q_EMIT changed();
      }) {}

void ScriptLoader::load(const std::string& path) {
  if (path == m_path) return;
  m_path = path;
  m_script.reset();
  m_error.reset();
  if (!path.empty()) return reload();
  m_runner.cancel();
  m_isReading = false;
}

void ScriptLoader::reload() {
  if (m_path.empty()) return;
  m_isReading = !m_script;  // the last content stays until the new one is read
  m_runner.run([path = m_path](const base::Progress&) -> base::Outcome<runs::ReproScript> {
    auto script = runs::readReproScript(path);
    if (!script) return script.error();
    return *std::move(script);
  });
}

ReproFields::ReproFields(QWidget* parent)
    : QWidget(parent), m_layout(new QVBoxLayout(this)), m_summary(new ColoredLabel(this)) {
  m_layout->setContentsMargins(0, 0, 0, 0);
  m_layout->setSpacing(kGrid);
  createFields();
  createRows();
  styleText({m_summary}, {.size = TextSize::Small});
  setOptions({});
  showOptions();
}

void ReproFields::createFields() {
  script = new QLineEdit(this);
  script->setPlaceholderText(tr("repro.py, or drop it here"));
  choose = makeIconButton(u"open"_s, tr("Choose a repro script"), this);
  write = makeIconButton(u"plus"_s, tr("Write a new repro script (Shift+N)"), this);
  m_summary->setWordWrap(true);
  m_summary->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_command = new ChoiceField(false, this);
  m_accuracy = new ChoiceField(false, this);
  m_saveDir = new ChoiceField(true, this);
  m_saveDir->addItem(noFolderText());
  m_saveDir->setCurrentIndex(-1);
  m_saveDir->lineEdit()->setPlaceholderText(tr("as the script says"));
  m_autocast = yesOrNo(tr("on"), tr("off"), this);
  m_isolate = yesOrNo(tr("in processes of their own"), tr("in one process"), this);
  m_tracing = new ChoiceField(false, this);
  m_tracing->addItem(tr("as the script says"), QString());
  for (const QString& mode : {u"real"_s, u"fake"_s, u"symbolic"_s}) m_tracing->addItem(mode, mode);
  m_backend = new QLineEdit(this);
  m_backend->setPlaceholderText(tr("as the script says"));
  m_check = new QLineEdit(this);
  m_check->setPlaceholderText(tr("as the script says"));
  m_granularity = new NumberField(0, kMaxGranularity, this);
  m_granularity->setSpecialValueText(tr("no limit"));
  for (QCheckBox** each : {&m_onlyFwd, &m_skipEager, &m_offload, &m_skipSanity, &m_skipInductor, &m_skipFloat64,
                           &m_skipDeterministic, &m_stableHash, &m_keepSettings})
    *each = new QCheckBox(this);
}

FieldBox* ReproFields::box(const QString& title, QWidget* field, const QStringList& flags) {
  auto* made = new FieldBox(title, field, flags, this);
  if (qobject_cast<QCheckBox*>(field) != nullptr) field->setAccessibleName(flags.front());  // until its label is known
  made->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  m_boxes << made;
  m_options.append({flags, made});
  return made;
}

void ReproFields::row(const QList<FieldBox*>& boxes) {
  auto* widget = new QWidget(this);
  auto* layout = makeRow(widget, {}, kGrid);
  for (FieldBox* each : boxes) layout->addWidget(each, 1);
  m_layout->addWidget(widget);
  m_rows.append({widget, boxes});
}

void ReproFields::createRows() {
  FieldBox* file = box(tr("Repro script"), script, {u"--script"_s, u"SCRIPT"_s, tr("The script"), tr("repro script")});
  script->setToolTip(tr("A script that PyTorch wrote when a model failed; drop a .py file on the page to name it"));
  file->addBeside(choose);
  file->addBeside(write);
  row({file});
  m_layout->addWidget(m_summary);
  m_command->setToolTip(tr("What the script shall do"));
  row({box(tr("Command"), m_command, {}), box(tr("Compares"), m_accuracy,
                                                  {u"--accuracy"_s, u"--no-accuracy"_s, u"--strict-accuracy"_s})});
  row({box(tr("Backend"), m_backend, {u"--backend"_s}),
       box(tr("Autocast"), m_autocast, {u"--autocast"_s, u"--no-autocast"_s})});
  row({box(tr("Tracing mode"), m_tracing, {u"--tracing-mode"_s}), box(tr("Queries"), m_isolate, {u"--isolate"_s})});
  row({box(tr("Folder of saved inputs"), m_saveDir, {u"--save-dir"_s, u"--no-save-dir"_s})});
  row({box(tr("Largest granularity"), m_granularity, {u"--max-granularity"_s}),
       box(tr("Failure to look for"), m_check, {u"--check-str"_s})});
  row({box({}, m_onlyFwd, {u"--only-fwd"_s}), box({}, m_skipSanity, {u"--skip-sanity"_s})});
  row({box({}, m_offload, {u"--offload-to-disk"_s}), box({}, m_skipEager, {u"--skip-saving-eager-intermediates"_s})});
  row({box({}, m_skipInductor, {u"--skip-saving-inductor-intermediates"_s}),
       box({}, m_skipFloat64, {u"--skip-saving-float64-intermediates"_s})});
  row({box({}, m_skipDeterministic, {u"--skip-check-deterministic"_s}), box({}, m_stableHash, {u"--stable-hash"_s})});
  m_keepBox = box({}, m_keepSettings, {u"--keep-settings"_s});
  m_keepSettings->setText(tr("Keep the script's repro variables and cache folders"));
  m_keepSettings->setAccessibleName(m_keepSettings->text());
  m_keepSettings->setToolTip(tr("Run the script itself instead of a copy without such lines"));
  row({m_keepBox});
  for (QComboBox* each : {m_command, m_accuracy, m_autocast, m_tracing, m_isolate})
    connect(each, &QComboBox::currentIndexChanged, this, [this] {
      showOptions();
      Q_EMIT changed();
    });
  connect(m_saveDir, &QComboBox::editTextChanged, this, &ReproFields::changed);
  for (QLineEdit* each : {script, m_backend, m_check}) connect(each, &QLineEdit::textChanged, this, &ReproFields::changed);
  connect(m_granularity, &QSpinBox::valueChanged, this, &ReproFields::changed);
  for (const Option& each : std::as_const(m_options))
    if (auto* tick = qobject_cast<QCheckBox*>(each.box->field())) connect(tick, &QCheckBox::toggled, this, &ReproFields::changed);
}

void ReproFields::setTheme(const Theme& theme) {
  m_theme = theme;
  showSummary(m_quiet, m_warnings);
}

void ReproFields::showScript(const ScriptLoader& loader) {
  m_isKnown = loader.script().has_value() && loader.script()->callsRunRepro;
  if (loader.script()) {
    m_form = loader.script()->form;
    showSummary(scriptLines(*loader.script()), scriptWarnings(*loader.script()));
    m_keepBox->setVisible(!loader.script()->settings.empty());
  } else {
    showSummary(loader.isReading() ? QStringList{tr("Reading the script \u2026")} : QStringList(), {});
  }
  showOptions();
}

void ReproFields::showSummary(const QStringList& quiet, const QStringList& warnings) {
  m_quiet = quiet;
  m_warnings = warnings;
  if (!m_theme) return;
  const auto all = m_quiet + m_warnings;
  QList<ColoredLabel::Part> parts;
  for (qsizetype i = 0; i < all.size(); ++i) {
    const bool isWarning = i >= m_quiet.size();
    const QString line = (i > 0 ? u"\n"_s : QString()) + (isWarning ? u"! "_s : QString()) + all[i];
    parts << ColoredLabel::Part{line, isWarning ? m_theme->wordColor(verdicts::VerdictClass::Invalid, false)
                                                : m_theme->color(Tone::Muted)};
  }
  m_summary->setParts(parts);
  m_summary->setAccessibleName(summary());
  m_summary->setVisible(!parts.isEmpty());
}

QString ReproFields::summary() const { return (m_quiet + m_warnings).join(u'\n'); }

void ReproFields::fillCommands() {
  const bool isAot = m_form == ReproForm::AfterAot;
  const auto offer = [](QComboBox* combo, const QList<std::pair<QString, QVariant>>& items) {
    QStringList now, offered;
    for (int i = 0; i < combo->count(); ++i) now << combo->itemText(i);
    for (const auto& item : items) offered << item.first;
    if (now == offered) return;
    const QSignalBlocker quiet(combo);
    const QVariant before = combo->currentData();
    combo->clear();
    for (const auto& item : items) combo->addItem(item.first, item.second);
    combo->setCurrentIndex(std::max(0, combo->findData(before)));
  };
  QList<std::pair<QString, QVariant>> commands;
  for (const ReproCommand command : {ReproCommand::Run, ReproCommand::Minify, ReproCommand::Analyze, ReproCommand::GetArgs,
                                     ReproCommand::MinifierQuery})
    if (isAot || command == ReproCommand::Run || command == ReproCommand::Minify)
      commands.append({fromUtf8(runs::commandWord(command)), static_cast<int>(command)});
  offer(m_command, commands);
  QList<std::pair<QString, QVariant>> accuracies{{tr("as the script says"), -1},
                                                 {tr("nothing"), static_cast<int>(ReproAccuracy::Off)},
                                                 {tr("accuracy"), static_cast<int>(ReproAccuracy::Accuracy)}};
  if (isAot) accuracies.append({tr("strictly"), static_cast<int>(ReproAccuracy::Strict)});
  offer(m_accuracy, accuracies);
}

/// showOptions shows the options that core/runs lists for the form and the command.
void ReproFields::showOptions() {
  fillCommands();
  const auto infos = runs::optionsFor(m_form, static_cast<ReproCommand>(m_command->currentData().toInt()));
  for (const Option& each : std::as_const(m_options)) {
    QWidget* field = each.box->field();
    if (field == script || field == m_command || field == m_keepSettings) continue;
    QStringList helps;
    for (const runs::OptionInfo& info : infos) {
      if (!each.flags.contains(fromUtf8(info.flag))) continue;
      helps << fromUtf8(info.flag) + u": "_s + fromUtf8(info.help);
      if (auto* tick = qobject_cast<QCheckBox*>(field)) {
        tick->setText(fromUtf8(info.label));
        tick->setAccessibleName(tick->text());
      }
    }
    each.box->setVisible(m_isKnown && !helps.isEmpty());
    field->setToolTip(helps.join(u'\n'));
  }
  for (FieldBox* each : std::as_const(m_boxes))
    if (each->field() == m_command) each->setVisible(m_isKnown);
  for (const Row& each : std::as_const(m_rows))
    each.widget->setVisible(std::ranges::any_of(each.boxes, [](const FieldBox* one) { return !one->isHidden(); }));
}

bool ReproFields::has(const QWidget* field) const {
  return std::ranges::any_of(m_boxes, [&](const FieldBox* each) { return each->field() == field && !each->isHidden(); });
}

runs::ReproOptions ReproFields::options() const {
  runs::ReproOptions options;
  if (has(m_command)) options.command = static_cast<ReproCommand>(m_command->currentData().toInt());
  if (const int chosen = m_accuracy->currentData().toInt(); has(m_accuracy) && chosen >= 0)
    options.accuracy = static_cast<ReproAccuracy>(chosen);
  const QString folder = m_saveDir->currentText().trimmed();
  if (has(m_saveDir) && !folder.isEmpty())
    options.saveDir = folder == noFolderText() ? std::string() : folder.toStdString();
  if (has(m_autocast)) options.autocast = answerOf(m_autocast);
  if (has(m_isolate)) options.isolate = answerOf(m_isolate);
  if (has(m_backend)) options.backend = m_backend->text().trimmed().toStdString();
  if (has(m_tracing)) options.tracingMode = m_tracing->currentData().toString().toStdString();
  if (has(m_check)) options.checkStr = m_check->text().toStdString();
  if (has(m_granularity)) options.maxGranularity = m_granularity->value();
  const auto ticked = [this](const QCheckBox* tick) { return has(tick) && tick->isChecked(); };
  options.onlyFwd = ticked(m_onlyFwd);
  options.skipSavingEagerIntermediates = ticked(m_skipEager);
  options.offloadToDisk = ticked(m_offload);
  options.skipSanity = ticked(m_skipSanity);
  options.skipSavingInductorIntermediates = ticked(m_skipInductor);
  options.skipSavingFloat64Intermediates = ticked(m_skipFloat64);
  options.skipCheckDeterministic = ticked(m_skipDeterministic);
  options.stableHash = ticked(m_stableHash);
  options.keepSettings = ticked(m_keepSettings);
  return options;
}

void ReproFields::setOptions(const runs::ReproOptions& options) {
  // The script's form may be unknown yet; options of the other form need their items too.
  if (options.accuracy == ReproAccuracy::Strict || options.command > ReproCommand::Minify) m_form = ReproForm::AfterAot;
  fillCommands();
  m_command->setCurrentIndex(std::max(0, m_command->findData(static_cast<int>(options.command))));
  m_accuracy->setCurrentIndex(
      std::max(0, m_accuracy->findData(options.accuracy ? static_cast<int>(*options.accuracy) : -1)));
  m_saveDir->setEditText(!options.saveDir ? QString() : options.saveDir->empty() ? noFolderText()
                         : fromUtf8(*options.saveDir));
  setAnswer(m_autocast, options.autocast);
  setAnswer(m_isolate, options.isolate);
  m_backend->setText(fromUtf8(options.backend));
  m_tracing->setCurrentIndex(std::max(0, m_tracing->findData(fromUtf8(options.tracingMode))));
  m_check->setText(fromUtf8(options.checkStr));
  m_granularity->setValue(options.maxGranularity);
  m_onlyFwd->setChecked(options.onlyFwd);
  m_skipEager->setChecked(options.skipSavingEagerIntermediates);
  m_offload->setChecked(options.offloadToDisk);
  m_skipSanity->setChecked(options.skipSanity);
  m_skipInductor->setChecked(options.skipSavingInductorIntermediates);
  m_skipFloat64->setChecked(options.skipSavingFloat64Intermediates);
  m_skipDeterministic->setChecked(options.skipCheckDeterministic);
  m_stableHash->setChecked(options.stableHash);
  m_keepSettings->setChecked(options.keepSettings);
}

}  // namespace plumbline::ui
