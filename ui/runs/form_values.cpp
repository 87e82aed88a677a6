// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/form_values.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QSignalBlocker>
#include <QSpinBox>
#include <algorithm>

#include "core/runs/command_template.h"
#include "ui/runs/form_fields.h"
#include "ui/runs/repro_values.h"
#include "ui/triage/utf8_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

using runs::RunKind;
using runs::RunSpec;

namespace {

std::string typed(const QLineEdit* field) { return field->text().trimmed().toStdString(); }

std::vector<std::string> names(const QString& text) {
  static const QRegularExpression kBetween(u"[,;\\s]+"_s);
  std::vector<std::string> all;
  for (const QString& name : text.split(kBetween, Qt::SkipEmptyParts)) all.push_back(name.toStdString());
  return all;
}

/// wordsOf splits a line; an error is told as one of the field.
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

runs::Place readPlace(const FormFields& fields, const runs::Place& base, std::optional<base::Error>& error) {
  auto place = runs::placeOf(fields.place->currentText().trimmed().toStdString());
  if (!place) {
    if (!error) error = place.error();
    return base;
  }
  runs::Place made = *place;
  if (made.kind != runs::PlaceKind::Local) made.folder = typed(fields.folder);
  if (made.kind == runs::PlaceKind::Slurm) {
    made.gres = typed(fields.gres);
    made.timeLimit = typed(fields.timeLimit);
    made.scratch = typed(fields.scratch);
  }
  return made;
}

/// templateText quotes only what must be: braces need it in a shell, but none reads this.
QString templateText(const std::vector<std::string>& words) {
  static const QRegularExpression kPlain(u"^[\\w@%+=:,./{}-]+$"_s);
  QStringList all;
  for (const std::string& word : words) {
    const QString text = fromUtf8(word);
    all << (text.contains(kPlain) ? text : fromUtf8(runs::shellQuoted({word})));
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

/// forgetRepro takes away what only a repro script has; the fields keep it.
void forgetRepro(RunSpec& spec) {
  const RunSpec none;
  spec.script = none.script;
  spec.arguments = none.arguments;
  spec.reproForm = none.reproForm;
  spec.onlyRuns = none.onlyRuns;
  spec.eagerRuns = none.eagerRuns;
}

}  // namespace

FormValues readForm(const FormFields& fields, RunKind kind, const RunSpec& base, const ScriptDesk& desk) {
  FormValues values{.spec = base, .error = {}};
  RunSpec& spec = values.spec;
  spec.kind = kind;
  spec.title = typed(fields.title);
  spec.checkout = kind == RunKind::Repro ? std::string() : typed(fields.checkout);
  spec.python = typed(fields.python).empty() ? RunSpec().python : typed(fields.python);
  spec.place = readPlace(fields, base.place, values.error);
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
    readRepro(fields, desk, values);
  else
    forgetRepro(spec);
  if (!values.error)
    if (const auto good = runs::checkSpec(spec); !good) values.error = good.error();
  return values;
}

void fillForm(FormFields& fields, const RunSpec& spec) {
  const QSignalBlocker quiet(fields);
  offerSuites(fields, spec.kind);
  fields.title->setText(fromUtf8(spec.title));
  fields.checkout->setText(fromUtf8(spec.checkout));
  fields.python->setText(fromUtf8(spec.python));
  fields.place->setCurrentText(fromUtf8(runs::placeName(spec.place)));
  fields.gres->setText(fromUtf8(spec.place.gres));
  fields.timeLimit->setText(fromUtf8(spec.place.timeLimit));
  fields.folder->setText(fromUtf8(spec.place.folder));
  fields.scratch->setText(fromUtf8(spec.place.scratch));
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
  fields.extra->setText(fromUtf8(runs::shellQuoted(spec.extra)));
  fields.command->setPlainText(templateText(spec.command));
  fields.timeout->setValue(static_cast<int>(spec.timeout.count()));
  fields.retries->setValue(spec.retries);
  fields.priority->setValue(spec.priority);
  fields.nice->setValue(spec.nice);
  fields.output->setText(fromUtf8(spec.output));
  fields.baseline->setText(fromUtf8(spec.baseline));
  fields.workingFolder->setText(fromUtf8(spec.workingFolder));
  fields.keepCache->setChecked(spec.keepCache);
  // Fixed seeds and a fresh cache come with a repro run; only what differs was chosen by a person.
  const bool isRepro = spec.kind == RunKind::Repro;
  fields.freshCache->setChecked(spec.freshCache && !isRepro);
  QStringList lines;
  const auto fixed = isRepro ? runs::reproEnvironment() : decltype(spec.environment)();
  for (const auto& each : spec.environment)
    if (std::ranges::find(fixed, each) == fixed.end()) lines << fromUtf8(each.first) + u'=' + fromUtf8(each.second);
  fields.environment->setPlainText(lines.join(u'\n'));
  fillRepro(fields, spec);
  offerModels(fields, spec.kind);
}

void offerSuites(FormFields& fields, RunKind kind) {
  const QSignalBlocker quiet(fields.suite);
  const QString before = fields.suite->currentText();
  fields.suite->clear();
  for (const std::string& name : kind == RunKind::TorchCache ? runs::torchCacheSuites() : configs::suiteNames())
    fields.suite->addItem(fromUtf8(name));
  fields.suite->setCurrentIndex(std::max(0, fields.suite->findText(before)));
}

void offerModels(FormFields& fields, RunKind kind) {
  QString all = kind == RunKind::Command ? u"one task per model; empty: one task"_s : u"all of the suite"_s;
  if (kind == RunKind::TorchCache) {
    const QString own = joined(runs::torchCacheModels(fields.suite->currentText().toStdString()), u", "_s);
    if (!own.isEmpty()) all = own;
  }
  fields.models->setPlaceholderText(all);
}

}  // namespace plumbline::ui
