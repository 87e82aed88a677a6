// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/form_fields.h"

#include <QAbstractItemView>
#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "core/configs/catalogue.h"
#include "core/runs/repro_plan.h"
#include "ui/runs/form_widgets.h"
#include "ui/runs/repro_fields.h"
#include "ui/support/line_icon.h"
#include "ui/triage/utf8_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

using runs::RunKind;

namespace {

constexpr int bit(RunKind kind) { return 1 << static_cast<int>(kind); }
constexpr int kCache = bit(RunKind::TorchCache), kSuite = bit(RunKind::Suite), kCommand = bit(RunKind::Command);
constexpr int kRepro = bit(RunKind::Repro), kBenchmark = kCache | kSuite | kCommand, kAll = kBenchmark | kRepro;
constexpr int bit(runs::PlaceKind kind) { return 1 << static_cast<int>(kind); }
constexpr int kSlurm = bit(runs::PlaceKind::Slurm), kElsewhere = kSlurm | bit(runs::PlaceKind::Ssh);
constexpr int kLinesOfText = 3;
constexpr int kLongestTimeout = 7 * 24 * 3600;

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

QToolButton* chooser(const QString& name, QWidget* parent) {
  auto* button = new QToolButton(parent);
  button->setIcon(lineIcon(u"open"_s));
  button->setAccessibleName(name);
  button->setToolTip(name);
  button->setFocusPolicy(Qt::TabFocus);
  return button;
}

}  // namespace

FormFields::FormFields(QWidget* parent)
    : QObject(parent), m_body(new QWidget(parent)), m_layout(new QVBoxLayout(m_body)) {
  m_layout->setContentsMargins(kGrid, kGrid, kGrid, kGrid);
  m_layout->setSpacing(kGrid);
  makeWidgets(m_body);
  makeRows();
  makeMoreRows();
  m_layout->addStretch(1);
  listen();
}

void FormFields::makeWidgets(QWidget* parent) {
  for (QLineEdit** line : {&checkout, &python, &models, &extra, &workingFolder, &output, &baseline, &title, &gres,
                           &timeLimit, &folder, &scratch})
    *line = new QLineEdit(parent);
  place = new ChoiceField(true, parent);
  suite = new ChoiceField(false, parent);
  mode = new ChoiceField(false, parent);
  device = new ChoiceField(false, parent);
  config = new ChoiceField(true, parent);
  test = new ChoiceField(false, parent);
  form = new ChoiceField(false, parent);
  repro = new ReproFields(parent);
  repeats = new NumberField(1, 999, parent);
  eagerRuns = new NumberField(0, 9, parent);
  eagerRuns->setSpecialValueText(u"none"_s);
  partitions = new NumberField(1, 15, parent);
  timeout = new NumberField(1, kLongestTimeout, parent);
  timeout->setSuffix(u" s"_s);
  retries = new NumberField(0, 99, parent);
  jobs = new NumberField(1, 999, parent);
  nice = new NumberField(0, 19, parent);
  priority = new NumberField(-99, 99, parent);
  dynamic = new QCheckBox(u"Dynamic"_s, parent);
  keepCache = new QCheckBox(u"Keep cache folders"_s, parent);
  freshCache = new QCheckBox(u"Fresh cache per task"_s, parent);
  command = lines(parent);
  environment = lines(parent);
  checkoutButton = chooser(u"Choose the checkout"_s, parent);
  outputButton = chooser(u"Choose the output file"_s, parent);
  more = new QToolButton(parent);
  more->setText(u"More"_s);
  more->setIcon(lineIcon(u"chevron-right"_s));
  more->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  more->setCheckable(true);
  more->setFocusPolicy(Qt::TabFocus);
  more->setAccessibleName(u"More fields"_s);
  more->setToolTip(u"Timeout, retries, environment, cache and where the result goes"_s);

  for (const std::string_view word :
       {configs::modeName(configs::Mode::Training), configs::modeName(configs::Mode::Inference)})
    mode->addItem(fromUtf8(word));
  device->addItem(u"usual"_s, QString());
  for (const configs::Device& each : configs::catalogue().devices)
    device->addItem(fromUtf8(each.name), fromUtf8(each.name));
  test->addItems({u"accuracy"_s, u"performance"_s});
  form->addItems({u"CSV"_s, u"TorchCache JSON"_s});
  python->setPlaceholderText(u"python3"_s);
  checkout->setPlaceholderText(u"a PyTorch checkout on the machine where it runs"_s);
  config->lineEdit()->setPlaceholderText(u"one of CI's, or suite and mode below"_s);
  extra->setPlaceholderText(u"--flag 'a word with spaces'"_s);
  command->setPlaceholderText(u"{python} bench.py --only {model} --output={output}"_s);
  environment->setPlaceholderText(u"NAME=value, one per line"_s);
  output->setPlaceholderText(u"only the run's own folder"_s);
  workingFolder->setPlaceholderText(u"the checkout"_s);
  baseline->setPlaceholderText(u"the config's in the checkout"_s);
  gres->setPlaceholderText(u"gpu:1"_s);
  timeLimit->setPlaceholderText(u"2:00:00"_s);
  folder->setPlaceholderText(u"the usual one"_s);
  scratch->setPlaceholderText(u"none"_s);
  title->setPlaceholderText(u"made of the fields"_s);
}

FieldBox* FormFields::box(const QString& name, QWidget* field, const QStringList& options, const QString& tooltip) {
  field->setToolTip(tooltip);
  auto* made = new FieldBox(name, field, options, m_body);
  if (auto* combo = qobject_cast<QComboBox*>(field)) {
    combo->view()->setAccessibleName(name);
    if (combo->lineEdit() != nullptr) combo->lineEdit()->setAccessibleName(name);
  }
  m_boxes << made;
  return made;
}

void FormFields::row(const QList<FieldBox*>& boxes, int kinds, bool isMore) {
  auto* widget = new QWidget(m_body);
  auto* layout = new QHBoxLayout(widget);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(kGrid);
  for (FieldBox* each : boxes) {
    each->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    layout->addWidget(each, 1);
  }
  m_layout->addWidget(widget);
  m_rows.append({.widget = widget, .boxes = boxes, .kinds = kinds, .isMore = isMore});
}

void FormFields::makeRows() {
  FieldBox* where =
      box(u"Checkout"_s, checkout, {u"--pytorch"_s}, u"Root of a PyTorch checkout on the machine where it runs"_s);
  where->addBeside(checkoutButton);
  row({box(u"Command"_s, command, {u"--command"_s, u"COMMAND"_s},
           u"A program and its arguments, quoted as in a shell; no shell sees them. Fields: {python} {output} {model} "
           u"{repeat} "
           "{checkout} {device} {mode} {suite} {cache} {folder}"_s)},
      kCommand);
  m_boxes << repro->boxes();
  m_layout->addWidget(repro);
  m_rows.append({.widget = repro, .boxes = repro->boxes(), .kinds = kRepro, .isMore = false});
  row({where}, kBenchmark);
  row({box(u"Where"_s, place, {u"--on"_s}, u"local, ssh:HOST as your ssh knows it, slurm or slurm:PARTITION"_s),
       box(u"Python"_s, python, {u"--python"_s}, u"The interpreter on that machine, by name or whole path"_s)},
      kAll);
  row({box(u"Generic resources"_s, gres, {u"--gres"_s}, u"What each task asks Slurm for"_s),
       box(u"Time limit"_s, timeLimit, {u"--time"_s}, u"Slurm's own limit for a task; empty: the partition's"_s)},
      kAll);
  m_rows.last().places = kSlurm;
  row({box(u"Config"_s, config, {u"--config"_s}, u"What CI runs, by the name of its baseline; the flags are CI's"_s)},
      kSuite);
  row({box(u"Suite"_s, suite, {u"--suite"_s}, u"The benchmark suite"_s),
       box(u"Mode"_s, mode, {u"--mode"_s}, u"Training or inference"_s),
       box(u"Device"_s, device, {u"--device"_s}, u"Usual: CI's, or the config's"_s)},
      kCache | kSuite);
  row({box(u"Models"_s, models, {u"--model"_s}, u"Names with commas or blanks between; empty: the suite's own list"_s)},
      kBenchmark);
  row({box(u"Test"_s, test, {u"--test"_s, u"--performance"_s, u"--accuracy"_s}, u"What the script measures"_s),
       box(u"Partitions"_s, partitions, {u"--partitions"_s, u"--partition"_s},
           u"Parts of the suite that run for themselves; without models only"_s)},
      kSuite);
  row({box(u"Result"_s, form, {u"--form"_s, u"--format"_s}, u"What the program writes"_s)}, kCommand);
  row({box(u"Repeats"_s, repeats, {u"--repeat"_s, u"--repeats"_s}, u"The same again and again; TorchCache at most 9. Of a repro script: run it so often, is it reproducible? "
           "Five that agree tell"_s),
       box(u"Eager runs first"_s, eagerRuns, {u"--eager-runs"_s},
           u"So many runs with the backend eager come first: what fails there is not the backend's doing"_s),
       box(u"At once"_s, jobs, {u"--jobs"_s}, u"Tasks of this run at the same time"_s),
       box(u" "_s, dynamic, {u"--dynamic"_s}, u"Shapes of inputs are dynamic"_s)},
      kAll);
  auto* line = new QHBoxLayout;
  line->setContentsMargins(0, 0, 0, 0);
  line->addWidget(more);
  line->addStretch(1);
  m_layout->addLayout(line);
}

void FormFields::makeMoreRows() {
  row({box(u"Extra arguments"_s, extra, {u"--extra"_s, u"--arg"_s},
           u"For the suite's script, before --output; quoted as in a shell"_s)},
      kSuite, true);
  row({box(u"Timeout"_s, timeout, {u"--timeout"_s},
           u"Of a step, per model of a whole suite: then it is asked to end, and ended by force after a grace"_s),
       box(u"Retries"_s, retries, {u"--retries"_s}, u"Further attempts of a task that failed or was lost"_s),
       box(u"Priority"_s, priority, {u"--priority"_s}, u"Higher runs sooner"_s),
       box(u"Nice"_s, nice, {u"--nice"_s}, u"0 to 19: how far it stands back for other programs"_s)},
      kAll, true);
  FieldBox* result =
      box(u"Output file"_s, output, {u"-o"_s, u"--output"_s}, u"Where the result goes besides the run's own folder"_s);
  result->addBeside(outputButton);
  row({result}, kBenchmark, true);
  row({box(u"Baseline"_s, baseline, {u"--baseline"_s, u"--expected"_s}, u"The CSV that the result is held against"_s)},
      kSuite | kCommand, true);
  row({box(u"Environment"_s, environment, {u"--env"_s}, u"Set for the program besides what it would have anyway"_s)},
      kAll, true);
  row({box(u"Working folder"_s, workingFolder, {u"--working-folder"_s, u"--cwd"_s}, u"Where the program is started"_s)},
      kAll, true);
  row({box(u"Remote folder"_s, folder, {u"--remote-folder"_s},
           u"Where tasks live: on the other machine, or where the cluster's nodes see it too"_s)},
      kAll, true);
  m_rows.last().places = kElsewhere;
  row({box(u"Scratch folder"_s, scratch, {u"--scratch"_s},
           u"A folder of the node to work in; results are copied back"_s)},
      kAll, true);
  m_rows.last().places = kSlurm;
  m_freshBox = box(u" "_s, freshCache, {u"--fresh-cache"_s},
                   u"Each task compiles into a cache folder of its own (TorchCache always does)"_s);
  row({box(u" "_s, keepCache, {u"--keep-cache"_s}, u"Cache folders stay after the run; otherwise they are removed"_s),
       m_freshBox},
      kAll, true);
  row({box(u"Title"_s, title, {u"--title"_s}, u"What the queue calls it"_s)}, kAll, true);
  for (QCheckBox* tick : {dynamic, keepCache, freshCache}) tick->setAccessibleName(tick->text());
}

void FormFields::listen() {
  connect(repro, &ReproFields::changed, this, &FormFields::changed);
  for (QLineEdit* line : m_body->findChildren<QLineEdit*>())
    if (qobject_cast<QAbstractSpinBox*>(line->parentWidget()) == nullptr && !repro->isAncestorOf(line))
      connect(line, &QLineEdit::textChanged, this, &FormFields::changed);
  for (QComboBox* each : {suite, mode, device, test, form})
    connect(each, &QComboBox::currentIndexChanged, this, &FormFields::changed);
  for (QSpinBox* each : {repeats, eagerRuns, partitions, timeout, retries, jobs, nice, priority})
    connect(each, &QSpinBox::valueChanged, this, &FormFields::changed);
  for (QCheckBox* each : {dynamic, keepCache, freshCache})
    connect(each, &QCheckBox::toggled, this, &FormFields::changed);
  for (QPlainTextEdit* each : {command, environment})
    connect(each, &QPlainTextEdit::textChanged, this, &FormFields::changed);
}

void FormFields::setTheme(const Theme& theme) {
  for (FieldBox* each : m_boxes) each->setTheme(theme);
  repro->setTheme(theme);
  for (QPlainTextEdit* each : {command, environment}) {
    each->setFont(theme.monospace());
    each->setFixedHeight(kLinesOfText * QFontMetrics(theme.monospace()).lineSpacing() + 2 * kGrid);
  }
}

void FormFields::showFor(const runs::RunSpec& spec, bool withMore) {
  const bool withConfig = spec.kind == RunKind::Suite && !spec.config.empty();
  for (const Row& each : m_rows) {
    const bool useful = (each.kinds & bit(spec.kind)) != 0 && (each.places & bit(spec.place.kind)) != 0;
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
  workingFolder->setPlaceholderText(spec.kind == RunKind::Repro ? u"the task's own folder"_s : u"the checkout"_s);
  for (FieldBox* each : m_boxes)
    if (each->field() == suite || each->field() == mode) each->setVisible(!withConfig);
  more->setChecked(withMore);
  more->setIcon(lineIcon(withMore ? u"chevron-down"_s : u"chevron-right"_s));
}

FieldBox* FormFields::boxOf(const QString& text) const {
  for (FieldBox* each : m_boxes)
    for (const QString& option : each->options())
      if (isOfKind(each) && text.contains(wholeWord(option))) return each;
  return nullptr;
}

QString FormFields::worded(const QString& text) const {
  QString said = text;
  for (const FieldBox* each : m_boxes)
    for (const QString& option : each->options())
      if (isOfKind(each)) said.replace(wholeWord(option), each->field()->accessibleName());
  return said;
}

bool FormFields::isOfKind(const FieldBox* box) const {
  return std::ranges::any_of(
      m_rows, [&](const Row& each) { return (each.kinds & m_kind) != 0 && each.boxes.contains(const_cast<FieldBox*>(box)); });
}

bool FormFields::isUnderMore(const FieldBox* box) const {
  return std::ranges::any_of(
      m_rows, [&](const Row& each) { return each.isMore && each.boxes.contains(const_cast<FieldBox*>(box)); });
}

}  // namespace plumbline::ui
