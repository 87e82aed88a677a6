// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/repro_values.h"

#include <QLineEdit>
#include <QSpinBox>
#include <algorithm>
#include <charconv>

#include "ui/runs/form_fields.h"
#include "ui/runs/form_values.h"
#include "ui/runs/repro_fields.h"
#include "ui/runs/script_desk.h"
#include "ui/triage/utf8_text.h"

namespace plumbline::ui {

using runs::ReproAccuracy;
using runs::RunSpec;

namespace {

constexpr const char* kReading = "The script is being read.";

/// addMissing puts those variables of a repro run into the environment that a person did not name.
void addMissing(std::vector<std::pair<std::string, std::string>>& environment,
                const std::vector<std::pair<std::string, std::string>>& wanted) {
  for (const auto& each : wanted)
    if (std::ranges::none_of(environment, [&](const auto& known) { return known.first == each.first; }))
      environment.push_back(each);
}

void refuse(FormValues& values, base::Error error) {
  if (!values.error) values.error = std::move(error);
}

}  // namespace

bool isReadingError(const base::Error& error) { return error.text == kReading; }

std::string folderOf(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? std::string() : path.substr(0, std::max<std::size_t>(slash, 1));
}

void readRepro(const FormFields& fields, const ScriptDesk& desk, FormValues& values) {
  RunSpec& spec = values.spec;
  const std::string before = spec.script;
  spec.script = fields.repro->script->text().trimmed().toStdString();
  if (spec.script != before) spec.arguments.clear();
  addMissing(spec.environment, runs::reproEnvironment());
  spec.freshCache = true;
  if (spec.script.empty()) return;  // checkSpec says so
  if (desk.path() == spec.script && desk.error()) {
    base::Error error = *desk.error();
    error.text = "The script: " + error.text;
    return refuse(values, error);
  }
  if (desk.path() != spec.script || !desk.script())
    return refuse(values, {.code = base::ErrorCode::NotReadable, .text = kReading});
  const auto made = runs::specForRepro(*desk.script(), fields.repro->options(), spec.repeats);
  if (!made) return refuse(values, made.error());
  spec.arguments = made->arguments;
  spec.reproForm = made->reproForm;
  spec.onlyRuns = made->onlyRuns;
  spec.device = made->device;
  spec.folderVariables = made->folderVariables;
  spec.eagerRuns = runs::canRunEager(*desk.script(), fields.repro->options()) ? fields.eagerRuns->value() : 0;
}

void fillRepro(FormFields& fields, const RunSpec& spec) {
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

}  // namespace plumbline::ui
