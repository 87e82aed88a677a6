// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/form/form_fields.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QSpinBox>
#include <QToolButton>
#include <algorithm>

#include "core/configs/catalogue.h"
#include "core/runs/repro/repro_options.h"
#include "ui/runs/form/repro_fields.h"
#include "ui/support/layouts.h"
#include "ui/support/line_icon.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {

using runs::RunKind;

namespace {

constexpr int bit(RunKind kind) { return 1 << static_cast<int>(kind); }
constexpr int kCache = bit(RunKind::TorchCache), kSuite = bit(RunKind::Suite), kCommand = bit(RunKind::Command);
constexpr int kRepro = bit(RunKind::Repro), kBenchmark = kCache | kSuite | kCommand, kAll = kBenchmark | kRepro;
constexpr int bit(runs::TargetKind kind) { return 1 << static_cast<int>(kind); }
constexpr int kSlurm = bit(runs::TargetKind::Slurm), kElsewhere = kSlurm | bit(runs::TargetKind::Ssh);
constexpr int kNotSlurm = bit(runs::TargetKind::Local) | bit(runs::TargetKind::Ssh);
constexpr int kTextFieldLines = 3;
constexpr int kMaxTimeoutS = 7 * 24 * 3600;

QPlainTextEdit* lines(QWidget* parent) {
  auto* text = new QPlainTextEdit(parent);
  text->setTabChangesFocus(true);
  text->setAcceptDrops(false);
  text->setLineWrapMode(QPlainTextEdit::WidgetWidth);
  return text;
}

QRegularExpression wholeWord(const QString& word) {
  return QRegularExpression(u"(?<![\\w-])%1(?![\\w-])"_s.arg(QRegularExpression::escape(word)));
}

}  // namespace

FormFields::FormFields(QWidget* parent)
    : QObject(parent), m_body(new QWidget(parent)), m_layout(new QVBoxLayout(m_body)) {
  m_layout->setContentsMargins(kGrid, kGrid, kGrid, kGrid);
  m_layout->setSpacing(kGrid);
  createFields(m_body);
  createRows();
  createMoreRows();
  m_layout->addStretch(1);
  styleText({command, environment}, {.isMonospace = true});
  connectFields();
}

void FormFields::createFields(QWidget* parent) {
  for (QLineEdit** line : {&checkout, &python, &models, &extra, &workingFolder, &output, &baseline, &title, &gres,
                           &timeLimit, &folder, &scratch, &gpus})
    *line = new QLineEdit(parent);
  target = new ChoiceField(true, parent);
  suite = new ChoiceField(false, parent);
  mode = new ChoiceField(false, parent);
  device = new ChoiceField(false, parent);
  config = new ChoiceField(true, parent);
  test = new ChoiceField(false, parent);
  form = new ChoiceField(false, parent);
  repro = new ReproFields(parent);
  repeats = new NumberField(1, 999, parent);
  eagerRuns = new NumberField(0, 9, parent);
  eagerRuns->setSpecialValueText(tr("none"));
  partitions = new NumberField(1, 15, parent);
  timeout = new NumberField(1, kMaxTimeoutS, parent);
  timeout->setSuffix(u" s"_s);
  retries = new NumberField(0, 99, parent);
  jobs = new NumberField(1, 999, parent);
  nice = new NumberField(0, 19, parent);
  priority = new NumberField(-99, 99, parent);
  dynamic = new QCheckBox(tr("Dynamic"), parent);
  keepCache = new QCheckBox(tr("Keep cache folders"), parent);
  freshCache = new QCheckBox(tr("Fresh cache per task"), parent);
  keepGoing = new QCheckBox(tr("Warm run after a failed cold one"), parent);
  command = lines(parent);
  environment = lines(parent);
  checkoutButton = makeIconButton(u"open"_s, tr("Choose the checkout"), parent);
  outputButton = makeIconButton(u"open"_s, tr("Choose the output file"), parent);
  more = makeToolButton(tr("More"), u"chevron-right"_s,
                        tr("Timeout, retries, environment, cache and where the result goes"), parent);
  more->setCheckable(true);
  more->setAccessibleName(tr("More fields"));

  for (const std::string_view word :
       {configs::modeName(configs::Mode::Training), configs::modeName(configs::Mode::Inference)})
    mode->addItem(fromUtf8(word));
  device->addItem(tr("default"), QString());
  for (const configs::Device& each : configs::catalogue().devices)
    device->addItem(fromUtf8(each.name), fromUtf8(each.name));
  test->addItems({tr("accuracy"), tr("performance")});
  form->addItems({tr("CSV"), tr("TorchCache JSON")});
  python->setPlaceholderText(tr("python3"));
  checkout->setPlaceholderText(tr("root of a checkout"));
  config->lineEdit()->setPlaceholderText(tr("one of CI's, or suite and mode below"));
  extra->setPlaceholderText(tr("--flag 'a word with spaces'"));
  command->setPlaceholderText(tr("{python} bench.py --only {model} --output={output}"));
  gpus->setPlaceholderText(tr("0, 1"));
  environment->setPlaceholderText(tr("NAME=value, one per line"));
  output->setPlaceholderText(tr("only the run's own folder"));
  workingFolder->setPlaceholderText(tr("the checkout"));
  baseline->setPlaceholderText(tr("the config's in the checkout"));
  gres->setPlaceholderText(tr("gpu:1"));
  timeLimit->setPlaceholderText(u"2:00:00"_s);
  folder->setPlaceholderText(tr("default"));
  scratch->setPlaceholderText(tr("none"));
  title->setPlaceholderText(tr("made of the fields"));
}

FieldBox* FormFields::box(const QString& name, QWidget* field, const QStringList& options, const QString& tooltip) {
  field->setToolTip(tooltip);
  auto* made = new FieldBox(name, field, options, m_body);
  m_boxes << made;
  return made;
}

void FormFields::row(const QList<FieldBox*>& boxes, int kinds, bool isMore) {
  auto* widget = new QWidget(m_body);
  auto* layout = makeRow(widget, {}, kGrid);
  for (FieldBox* each : boxes) {
    each->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    layout->addWidget(each, 1);
  }
  m_layout->addWidget(widget);
  m_rows.append({.widget = widget, .boxes = boxes, .kinds = kinds, .isMore = isMore});
}

void FormFields::createRows() {
  FieldBox* where =
      box(tr("Checkout"), checkout, {u"--pytorch"_s}, tr("Root of a PyTorch checkout on the machine where it runs"));
  where->addBeside(checkoutButton);
  row({box(tr("Command"), command, {u"--command"_s, u"COMMAND"_s},
           tr("A program and its arguments, quoted as in a shell; no shell sees them. Fields: {python} {output} "
              "{model} "
           "{repeat} "
           "{checkout} {device} {mode} {suite} {cache} {folder}"))},
      kCommand);
  m_boxes << repro->boxes();
  m_layout->addWidget(repro);
  m_rows.append({.widget = repro, .boxes = repro->boxes(), .kinds = kRepro, .isMore = false});
  row({where}, kBenchmark);
  row({box(tr("Target"), target, {u"--on"_s}, tr("local, ssh:HOST as your ssh knows it, slurm or slurm:PARTITION")),
       box(tr("Python"), python, {u"--python"_s}, tr("The interpreter on that machine, by name or whole path"))},
      kAll);
  row({box(tr("Generic resources"), gres, {u"--gres"_s}, tr("The resources of each task in Slurm")),
       box(tr("Time limit"), timeLimit, {u"--time"_s}, tr("Slurm's own limit for a task; empty: the partition's"))},
      kAll);
  m_rows.last().targets = kSlurm;
  row({box(tr("Config"), config, {u"--config"_s}, tr("What CI runs, by the name of its baseline; the flags are CI's"))},
      kSuite);
  row({box(tr("Suite"), suite, {u"--suite"_s}, tr("The benchmark suite")),
       box(tr("Mode"), mode, {u"--mode"_s}, tr("Training or inference")),
       box(tr("Device"), device, {u"--device"_s}, tr("Default: CI's, or the config's"))},
      kCache | kSuite);
  row({box(tr("Models"), models, {u"--model"_s},
           tr("Names with commas or blanks between; empty: the suite's own list"))},
      kBenchmark);
  row({box(tr("Test"), test, {u"--test"_s, u"--performance"_s, u"--accuracy"_s}, tr("What the script measures")),
       box(tr("Partitions"), partitions, {u"--partitions"_s, u"--partition"_s},
           tr("Parts of the suite that run for themselves; without models only"))},
      kSuite);
  row({box(tr("Result"), form, {u"--form"_s, u"--format"_s}, tr("What the program writes"))}, kCommand);
  row({box(tr("Repeats"), repeats, {u"--repeat"_s, u"--repeats"_s},
           tr("The same again and again; TorchCache at most 9. Of a repro script: run it so often, is it reproducible? "
           "Five equal results decide")),
       box(tr("Eager runs first"), eagerRuns, {u"--eager-runs"_s},
           tr("Runs with the backend eager before the others: a failure there is not caused by the backend")),
       box(tr("At once"), jobs, {u"--jobs"_s}, tr("Tasks of this run at the same time")),
       box(u" "_s, dynamic, {u"--dynamic"_s}, tr("Shapes of inputs are dynamic"))},
      kAll);
  auto* line = makeRow(nullptr, {}, -1, {more, stretch()});
  m_layout->addLayout(line);
}

void FormFields::createMoreRows() {
  row({box(tr("Extra arguments"), extra, {u"--extra"_s, u"--arg"_s},
           tr("For the suite's script, before --output; quoted as in a shell"))},
      kSuite, true);
  row({box(tr("Timeout"), timeout, {u"--timeout"_s},
           tr("Of a step, per model of a whole suite: then it is asked to end, and ended by force after a grace")),
       box(tr("Retries"), retries, {u"--retries"_s}, tr("Further attempts of a task that failed or was lost")),
       box(tr("Priority"), priority, {u"--priority"_s}, tr("Higher runs sooner")),
       box(tr("Nice"), nice, {u"--nice"_s}, tr("0 to 19: lower priority than other programs"))},
      kAll, true);
  FieldBox* result =
      box(tr("Output file"), output, {u"-o"_s, u"--output"_s},
          tr("Where the result goes besides the run's own folder"));
  result->addBeside(outputButton);
  row({result}, kBenchmark, true);
  row({box(tr("Baseline"), baseline, {u"--baseline"_s, u"--expected"_s},
           tr("The CSV that the result is compared with"))},
      kSuite | kCommand, true);
  row({box(tr("Environment"), environment, {u"--env"_s}, tr("Set for the program besides what it would have anyway"))},
      kAll, true);
  row({box(tr("Working folder"), workingFolder, {u"--working-folder"_s, u"--cwd"_s},
           tr("Where the program is started"))},
      kAll, true);
  row({box(tr("GPUs"), gpus, {u"--gpus"_s},
           tr("Each task at the same time gets one of these, by index or UUID; empty: those that the machine shows"))},
      kAll, true);
  m_rows.last().targets = kNotSlurm;
  row({box(tr("Remote folder"), folder, {u"--remote-folder"_s},
           tr("Where tasks live: on the other machine, or where the cluster's nodes see it too"))},
      kAll, true);
  m_rows.last().targets = kElsewhere;
  row({box(tr("Scratch folder"), scratch, {u"--scratch"_s},
           tr("A folder of the node to work in; results are copied back"))},
      kAll, true);
  m_rows.last().targets = kSlurm;
  m_freshBox = box(u" "_s, freshCache, {u"--fresh-cache"_s, u"--shared-cache"_s},
                   tr("Each task compiles into a cache folder of its own (TorchCache always does); compile times of shared "
                      "caches are not compared"));
  row({box(u" "_s, keepCache, {u"--keep-cache"_s}, tr("Cache folders stay after the run; otherwise they are removed")),
       m_freshBox},
      kAll, true);
  row({box(u" "_s, keepGoing, {u"--keep-going"_s},
           tr("The warm run starts although the cold one failed or has no compile time"))},
      kCache, true);
  row({box(tr("Title"), title, {u"--title"_s}, tr("What the queue calls it"))}, kAll, true);
  for (QCheckBox* tick : {dynamic, keepCache, freshCache, keepGoing}) tick->setAccessibleName(tick->text());
}

void FormFields::connectFields() {
  connect(repro, &ReproFields::changed, this, &FormFields::changed);
  for (QLineEdit* line : m_body->findChildren<QLineEdit*>())
    if (qobject_cast<QAbstractSpinBox*>(line->parentWidget()) == nullptr && !repro->isAncestorOf(line))
      connect(line, &QLineEdit::textChanged, this, &FormFields::changed);
  for (QComboBox* each : {suite, mode, device, test, form})
    connect(each, &QComboBox::currentIndexChanged, this, &FormFields::changed);
  connect(test, &QComboBox::currentIndexChanged, freshCache, [this](int index) { freshCache->setChecked(index == 1); });
  for (QSpinBox* each : {repeats, eagerRuns, partitions, timeout, retries, jobs, nice, priority})
    connect(each, &QSpinBox::valueChanged, this, &FormFields::changed);
  for (QCheckBox* each : {dynamic, keepCache, freshCache, keepGoing})
    connect(each, &QCheckBox::toggled, this, &FormFields::changed);
  for (QPlainTextEdit* each : {command, environment})
    connect(each, &QPlainTextEdit::textChanged, this, &FormFields::changed);
}

void FormFields::setTheme(const Theme& theme) {
  for (QPlainTextEdit* each : {command, environment})
    each->setFixedHeight(kTextFieldLines * QFontMetrics(theme.monospace()).lineSpacing() + 2 * kGrid);
}

void FormFields::showFor(const runs::RunSpec& spec, bool withMore) {
  const bool withConfig = spec.kind == RunKind::Suite && !spec.config.empty();
  for (const Row& each : m_rows) {
    const bool useful = (each.kinds & bit(spec.kind)) != 0 && (each.targets & bit(spec.target.kind)) != 0;
    each.widget->setVisible(useful && (!each.isMore || withMore));
  }
  m_kind = bit(spec.kind);
  m_freshBox->setVisible(spec.kind == RunKind::Suite || spec.kind == RunKind::Command);  // the others always have one
  const bool hasEager = spec.kind == RunKind::Repro && spec.reproForm == runs::ReproForm::AfterDynamo &&
                        runs::commandOf(spec) == "run" && !spec.onlyRuns;
  for (FieldBox* each : m_boxes) {
    if (each->field() == dynamic) each->setVisible((m_kind & (kCache | kSuite)) != 0 && !withConfig);
    if (each->field() == eagerRuns) each->setVisible(hasEager);
  }
  workingFolder->setPlaceholderText(spec.kind == RunKind::Repro ? tr("the task's own folder") : tr("the checkout"));
  for (FieldBox* each : m_boxes)
    if (each->field() == suite || each->field() == mode) each->setVisible(!withConfig);
  more->setChecked(withMore);
  more->setIcon(lineIcon(withMore ? u"chevron-down"_s : u"chevron-right"_s));
}

FieldBox* FormFields::fieldFor(const QString& text) const {
  for (FieldBox* each : m_boxes)
    for (const QString& option : each->options())
      if (isForKind(each) && text.contains(wholeWord(option))) return each;
  return nullptr;
}

QString FormFields::withFieldNames(const QString& text) const {
  QString named = text;
  for (const FieldBox* each : m_boxes)
    for (const QString& option : each->options())
      if (isForKind(each)) named.replace(wholeWord(option), each->field()->accessibleName());
  return named;
}

bool FormFields::isForKind(const FieldBox* box) const {
  return std::ranges::any_of(
      m_rows, [&](const Row& each) { return (each.kinds & m_kind) != 0 && each.boxes.contains(const_cast<FieldBox*>(box)); });
}

bool FormFields::isUnderMore(const FieldBox* box) const {
  return std::ranges::any_of(
      m_rows, [&](const Row& each) { return each.isMore && each.boxes.contains(const_cast<FieldBox*>(box)); });
}

}  // namespace plumbline::ui
