// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/form/form_values.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QSignalBlocker>
#include <QSpinBox>
#include <algorithm>
#include <charconv>

#include "core/runs/spec/command_template.h"
#include "core/runs/spec/spec_check.h"
#include "ui/runs/form/form_fields.h"
#include "ui/runs/form/repro_fields.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {

using runs::ReproAccuracy;
using runs::RunSpec;
using runs::RunKind;

namespace {

constexpr const char* kLoadingText = "The script is being read.";

/// addDefaults adds those variables that the environment does not have yet.
void addDefaults(std::vector<std::pair<std::string, std::string>>& environment,
                const std::vector<std::pair<std::string, std::string>>& defaults) {
  for (const auto& each : defaults)
    if (std::ranges::none_of(environment, [&](const auto& known) { return known.first == each.first; }))
      environment.push_back(each);
}

void setError(FormValues& values, base::Error error) {
  if (!values.error) values.error = std::move(error);
}

std::string typed(const QLineEdit* field) { return field->text().trimmed().toStdString(); }

std::vector<std::string> names(const QString& text) {
  static const QRegularExpression kBetween(u"[,;\\s]+"_s);
  std::vector<std::string> all;
  for (const QString& name : text.split(kBetween, Qt::SkipEmptyParts)) all.push_back(name.toStdString());
  return all;
}

/// wordsOf splits a line; errors begin with the option of the field.
std::vector<std::string> wordsOf(const QString& text, const char* option, std::optional<base::Error>& error) {
  auto words = runs::splitCommand(text.trimmed().toStdString());
  if (words) return *words;
  if (!error) {
    error = words.error();
    error->text = std::string(option) + ": " + error->text;
  }
  return {};
}

void readEnvironment(const QString& text, FormValues& values) {
  values.spec.environment.clear();
  for (const QString& line : text.split(u'\n', Qt::SkipEmptyParts)) {
    if (line.trimmed().isEmpty()) continue;
    const qsizetype equals = line.indexOf(u'=');
    if (equals <= 0) {
      if (!values.error)
        values.error =
            base::Error{.code = base::ErrorCode::BadArgument,
                        .text = "--env: \"" + shortened(line, 60).toStdString() + "\" has no name with a value.",
                        .hint = "Write NAME=value, one per line."};
      continue;
    }
    values.spec.environment.emplace_back(line.first(equals).trimmed().toStdString(),
                                         line.sliced(equals + 1).toStdString());
  }
}

runs::RunTarget readTarget(const FormFields& fields, const runs::RunTarget& base, std::optional<base::Error>& error) {
  auto target = runs::parseTarget(fields.target->currentText().trimmed().toStdString());
  if (!target) {
    if (!error) error = target.error();
    return base;
  }
  runs::RunTarget made = *target;
  if (made.kind != runs::TargetKind::Local) made.folder = typed(fields.folder);
  if (made.kind == runs::TargetKind::Slurm) {
    made.gres = typed(fields.gres);
    made.timeLimit = typed(fields.timeLimit);
    made.scratch = typed(fields.scratch);
  }
  return made;
}

/// templateText quotes only what must be quoted: no shell reads it, so braces need no quotes.
QString templateText(const std::vector<std::string>& words) {
  static const QRegularExpression kPlain(u"^[\\w@%+=:,./{}-]+$"_s);
  QStringList all;
  for (const std::string& word : words) {
    const QString text = fromUtf8(word);
    all << (text.contains(kPlain) ? text : fromUtf8(text::shellLine({word})));
  }
  return all.join(u' ');
}

void choose(QComboBox* box, const QString& text) {
  const int found = box->findText(text);
  if (found < 0 && !text.isEmpty()) box->addItem(text, text);
  box->setCurrentIndex(found < 0 && !text.isEmpty() ? box->count() - 1 : std::max(0, found));
}

QString joined(const std::vector<std::string>& all, const QString& between) {
  QStringList list;
  for (const std::string& each : all) list << fromUtf8(each);
  return list.join(between);
}

/// clearRepro resets the members that only repro runs have; the fields keep their values.
void clearRepro(RunSpec& spec) {
  const RunSpec none;
  spec.script = none.script;
  spec.arguments = none.arguments;
  spec.reproForm = none.reproForm;
  spec.onlyRuns = none.onlyRuns;
  spec.eagerRuns = none.eagerRuns;
  spec.cleanCopy = false;
}

}  // namespace

bool isLoadingError(const base::Error& error) { return error.text == kLoadingText; }

std::string folderOf(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? std::string() : path.substr(0, std::max<std::size_t>(slash, 1));
}

void readRepro(const FormFields& fields, const ScriptLoader& loader, FormValues& values) {
  RunSpec& spec = values.spec;
  const std::string before = spec.script;
  spec.script = fields.repro->script->text().trimmed().toStdString();
  if (spec.script != before) spec.arguments.clear();
  addDefaults(spec.environment, runs::reproEnvironment());
  spec.freshCache = true;
  if (spec.script.empty()) return;  // checkSpec says so
  if (loader.path() == spec.script && loader.error()) {
    base::Error error = *loader.error();
    error.text = "The script: " + error.text;
    return setError(values, error);
  }
  if (loader.path() != spec.script || !loader.script())
    return setError(values, {.code = base::ErrorCode::NotReadable, .text = kLoadingText});
  const auto made = runs::specForRepro(*loader.script(), fields.repro->options(), spec.repeats);
  if (!made) return setError(values, made.error());
  spec.arguments = made->arguments;
  spec.reproForm = made->reproForm;
  spec.onlyRuns = made->onlyRuns;
  spec.device = made->device;
  spec.cleanCopy = made->cleanCopy;
  spec.unset = made->unset;
  spec.folderVariables = made->folderVariables;
  dropFoldersSet(spec);
  spec.eagerRuns = runs::canRunEager(*loader.script(), fields.repro->options()) ? fields.eagerRuns->value() : 0;
}

void writeRepro(FormFields& fields, const RunSpec& spec) {
  if (!spec.script.empty() || spec.kind == runs::RunKind::Repro) {
    fields.repro->script->setText(fromUtf8(spec.script));
    fields.repro->setOptions(reproOptionsOf(spec.arguments));
  }
  fields.eagerRuns->setValue(spec.eagerRuns);
}

runs::ReproOptions reproOptionsOf(const std::vector<std::string>& arguments) {
  runs::ReproOptions options;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& word = arguments[i];
    const std::size_t equals = word.starts_with("--") ? word.find('=') : std::string::npos;
    const std::string name = word.substr(0, equals);
    const auto value = [&]() -> std::string {
      if (equals != std::string::npos) return word.substr(equals + 1);
      return i + 1 < arguments.size() ? arguments[++i] : std::string();
    };
    if (i == 0) {
      if (const auto command = runs::commandOfWord(word)) {
        options.command = *command;
        continue;
      }
    }
    if (name == "--accuracy") options.accuracy = ReproAccuracy::Accuracy;
    else if (name == "--no-accuracy") options.accuracy = ReproAccuracy::Off;
    else if (name == "--strict-accuracy") options.accuracy = ReproAccuracy::Strict;
    else if (name == "--save-dir") options.saveDir = value();
    else if (name == "--no-save-dir") options.saveDir = std::string();
    else if (name == "--autocast") options.autocast = true;
    else if (name == "--no-autocast") options.autocast = false;
    else if (name == "--backend") options.backend = value();
    else if (name == "--only-fwd") options.onlyFwd = true;
    else if (name == "--tracing-mode") options.tracingMode = value();
    else if (name == "--isolate") options.isolate = true;
    else if (name == "--no-isolate") options.isolate = false;
    else if (name == "--skip-saving-eager-intermediates") options.skipSavingEagerIntermediates = true;
    else if (name == "--offload-to-disk") options.offloadToDisk = true;
    else if (name == "--skip-sanity") options.skipSanity = true;
    else if (name == "--check-str") options.checkStr = value();
    else if (name == "--skip-saving-inductor-intermediates") options.skipSavingInductorIntermediates = true;
    else if (name == "--skip-saving-float64-intermediates") options.skipSavingFloat64Intermediates = true;
    else if (name == "--skip-check-deterministic") options.skipCheckDeterministic = true;
    else if (name == "--stable-hash") options.stableHash = true;
    else if (name == "--max-granularity") {
      const std::string text = value();
      std::from_chars(text.data(), text.data() + text.size(), options.maxGranularity);
    }
  }
  return options;
}

FormValues readForm(const FormFields& fields, RunKind kind, const RunSpec& base, const ScriptLoader& loader) {
  FormValues values{.spec = base, .error = {}};
  RunSpec& spec = values.spec;
  spec.kind = kind;
  spec.title = typed(fields.title);
  spec.checkout = kind == RunKind::Repro ? std::string() : typed(fields.checkout);
  spec.python = typed(fields.python).empty() ? RunSpec().python : typed(fields.python);
  spec.target = readTarget(fields, base.target, values.error);
  spec.config = kind == RunKind::Suite ? fields.config->currentText().trimmed().toStdString() : std::string();
  spec.suite = kind == RunKind::Command || kind == RunKind::Repro ? base.suite : fields.suite->currentText().toStdString();
  spec.mode = fields.mode->currentIndex() == 1 ? configs::Mode::Inference : configs::Mode::Training;
  spec.device = fields.device->currentData().toString().toStdString();
  spec.dynamic = fields.dynamic->isChecked();
  if (!spec.config.empty()) {  // the config says all of these, and the device where none is chosen
    const RunSpec none;
    spec.suite = none.suite;
    spec.mode = none.mode;
    spec.dynamic = none.dynamic;
  }
  spec.models = kind == RunKind::Repro ? std::vector<std::string>() : names(fields.models->text());
  spec.test = fields.test->currentIndex() == 1 ? runs::SuiteTest::Performance : runs::SuiteTest::Accuracy;
  spec.form = fields.form->currentIndex() == 1 ? runs::ResultForm::CacheJson : runs::ResultForm::Csv;
  spec.repeats = fields.repeats->value();
  spec.partitions = kind == RunKind::Suite ? fields.partitions->value() : 1;
  spec.jobs = fields.jobs->value();
  spec.gpus = spec.target.kind == runs::TargetKind::Slurm ? std::vector<std::string>() : names(fields.gpus->text());
  spec.keepGoing = kind == RunKind::TorchCache && fields.keepGoing->isChecked();
  spec.extra =
      kind == RunKind::Suite ? wordsOf(fields.extra->text(), "--extra", values.error) : std::vector<std::string>();
  spec.command = kind == RunKind::Command ? wordsOf(fields.command->toPlainText(), "--command", values.error)
                                          : std::vector<std::string>();
  spec.timeout = std::chrono::seconds(fields.timeout->value());
  spec.retries = fields.retries->value();
  spec.priority = fields.priority->value();
  spec.nice = fields.nice->value();
  spec.output = typed(fields.output);
  spec.baseline = kind == RunKind::Suite || kind == RunKind::Command ? typed(fields.baseline) : std::string();
  spec.workingFolder = typed(fields.workingFolder);
  spec.keepCache = fields.keepCache->isChecked();
  spec.freshCache = kind != RunKind::TorchCache && fields.freshCache->isChecked();
  readEnvironment(fields.environment->toPlainText(), values);
  if (kind == RunKind::Repro)
    readRepro(fields, loader, values);
  else
    clearRepro(spec);
  return values;
}

void writeForm(FormFields& fields, const RunSpec& spec) {
  const QSignalBlocker quiet(fields);
  fillSuites(fields, spec.kind);
  fields.title->setText(fromUtf8(spec.title));
  fields.checkout->setText(fromUtf8(spec.checkout));
  fields.python->setText(fromUtf8(spec.python));
  fields.target->setCurrentText(fromUtf8(runs::targetName(spec.target)));
  fields.gres->setText(fromUtf8(spec.target.gres));
  fields.timeLimit->setText(fromUtf8(spec.target.timeLimit));
  fields.folder->setText(fromUtf8(spec.target.folder));
  fields.scratch->setText(fromUtf8(spec.target.scratch));
  fields.config->setCurrentText(fromUtf8(spec.config));
  if (!spec.suite.empty()) choose(fields.suite, fromUtf8(spec.suite));
  fields.mode->setCurrentIndex(spec.mode == configs::Mode::Inference ? 1 : 0);
  if (spec.device.empty())
    fields.device->setCurrentIndex(0);
  else
    choose(fields.device, fromUtf8(spec.device));
  fields.dynamic->setChecked(spec.dynamic);
  fields.models->setText(joined(spec.models, u", "_s));
  fields.test->setCurrentIndex(spec.test == runs::SuiteTest::Performance ? 1 : 0);
  fields.form->setCurrentIndex(spec.form == runs::ResultForm::CacheJson ? 1 : 0);
  fields.repeats->setValue(spec.repeats);
  fields.partitions->setValue(spec.partitions);
  fields.jobs->setValue(spec.jobs);
  fields.gpus->setText(joined(spec.gpus, u", "_s));
  fields.keepGoing->setChecked(spec.keepGoing);
  fields.extra->setText(fromUtf8(text::shellLine(spec.extra)));
  fields.command->setPlainText(templateText(spec.command));
  fields.timeout->setValue(static_cast<int>(spec.timeout.count()));
  fields.retries->setValue(spec.retries);
  fields.priority->setValue(spec.priority);
  fields.nice->setValue(spec.nice);
  fields.output->setText(fromUtf8(spec.output));
  fields.baseline->setText(fromUtf8(spec.baseline));
  fields.workingFolder->setText(fromUtf8(spec.workingFolder));
  fields.keepCache->setChecked(spec.keepCache);
  // Fixed seeds and a fresh cache come with a repro run; only what differs was chosen by the user.
  const bool isRepro = spec.kind == RunKind::Repro;
  fields.freshCache->setChecked(spec.freshCache && !isRepro);
  QStringList lines;
  const auto fixed = isRepro ? runs::reproEnvironment() : decltype(spec.environment)();
  for (const auto& each : spec.environment)
    if (std::ranges::find(fixed, each) == fixed.end()) lines << fromUtf8(each.first) + u'=' + fromUtf8(each.second);
  fields.environment->setPlainText(lines.join(u'\n'));
  writeRepro(fields, spec);
  showModelHint(fields, spec.kind);
}

void fillSuites(FormFields& fields, RunKind kind) {
  const QSignalBlocker quiet(fields.suite);
  const QString before = fields.suite->currentText();
  fields.suite->clear();
  for (const std::string& name : kind == RunKind::TorchCache ? runs::torchCacheSuites() : configs::suiteNames())
    fields.suite->addItem(fromUtf8(name));
  fields.suite->setCurrentIndex(std::max(0, fields.suite->findText(before)));
}

void showModelHint(FormFields& fields, RunKind kind) {
  QString all = kind == RunKind::Command ? FormFields::tr("one task per model; empty: one task")
      : FormFields::tr("all of the suite");
  if (kind == RunKind::TorchCache) {
    const QString own = joined(runs::torchCacheModels(fields.suite->currentText().toStdString()), u", "_s);
    if (!own.isEmpty()) all = own;
  }
  fields.models->setPlaceholderText(all);
}

}  // namespace plumbline::ui
