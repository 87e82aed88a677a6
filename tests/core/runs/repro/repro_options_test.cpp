// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "core/runs/repro/repro_options.h"
#include "core/runs/repro/repro_results.h"
#include "core/runs/spec/spec_check.h"
#include "tests/core/runs/repro/repro_test.h"

using namespace plumbline;
using namespace plumbline::runs;

namespace {

ReproScript scriptOf(ReproForm form) {
  ReproScript script;
  script.path = "/src/repro.py";
  script.form = form;
  script.accuracy = ReproAccuracy::Accuracy;
  return script;
}

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : " ") + word;
  return out;
}

}  // namespace

Q_DECLARE_METATYPE(ReproOptions)

void ReproTest::words_data() {
  QTest::addColumn<int>("form");
  QTest::addColumn<ReproOptions>("options");
  QTest::addColumn<QString>("words");
  const auto row = [](const char* name, ReproForm form, const ReproOptions& options, const char* words) {
    QTest::newRow(name) << static_cast<int>(form) << options << QString::fromLatin1(words);
  };
  const ReproForm dynamo = ReproForm::AfterDynamo, aot = ReproForm::AfterAot;
  row("nothing", dynamo, {}, "run");
  row("minify", dynamo, {.command = ReproCommand::Minify}, "minify");
  row("accuracy", dynamo, {.accuracy = ReproAccuracy::Accuracy}, "run --accuracy");
  row("no accuracy", dynamo, {.accuracy = ReproAccuracy::Off}, "run --no-accuracy");
  row("strict", aot, {.accuracy = ReproAccuracy::Strict}, "run --strict-accuracy");
  row("save dir", dynamo, {.saveDir = "/x y"}, "run --save-dir /x y");
  row("save dir with a dash", dynamo, {.saveDir = "-x"}, "run --save-dir=-x");
  row("no save dir", aot, {.saveDir = ""}, "run --no-save-dir");
  row("autocast", dynamo, {.autocast = true}, "run --autocast");
  row("no autocast", dynamo, {.autocast = false}, "run --no-autocast");
  row("backend", dynamo, {.backend = "aot_eager", .onlyFwd = true}, "run --backend aot_eager --only-fwd");
  row("isolate", aot, {.command = ReproCommand::Minify, .isolate = true}, "minify --isolate");
  row("no isolate", dynamo, {.command = ReproCommand::Minify, .isolate = false}, "minify --no-isolate");
  row("all of minify", aot,
      {.command = ReproCommand::Minify,
       .tracingMode = "fake",
       .skipSavingEagerIntermediates = true,
       .offloadToDisk = true,
       .skipSanity = true,
       .maxGranularity = 16,
       .checkStr = "--boom"},
      "minify --tracing-mode fake --skip-saving-eager-intermediates --offload-to-disk --skip-sanity --max-granularity 16 "
      "--check-str=--boom");
  row("all of analyze", aot,
      {.command = ReproCommand::Analyze,
       .skipSavingInductorIntermediates = true,
       .skipSavingFloat64Intermediates = true,
       .skipCheckDeterministic = true,
       .stableHash = true},
      "analyze --skip-saving-inductor-intermediates --skip-saving-float64-intermediates --skip-check-deterministic "
      "--stable-hash");
  row("query", aot, {.command = ReproCommand::MinifierQuery, .checkStr = "boom"}, "minifier-query --check-str boom");
  row("get args", aot, {.command = ReproCommand::GetArgs}, "get_args");
}

void ReproTest::words() {
  QFETCH(int, form);
  QFETCH(ReproOptions, options);
  QFETCH(QString, words);
  const auto made = reproArguments(scriptOf(static_cast<ReproForm>(form)), options);
  QVERIFY2(made, made ? "" : made.error().text.c_str());
  QCOMPARE(shown(joined(*made)), words);
}

void ReproTest::refusedWords_data() {
  QTest::addColumn<int>("form");
  QTest::addColumn<ReproOptions>("options");
  QTest::addColumn<QString>("named");
  const auto row = [](const char* name, ReproForm form, const ReproOptions& options, const char* named) {
    QTest::newRow(name) << static_cast<int>(form) << options << QString::fromLatin1(named);
  };
  const ReproForm dynamo = ReproForm::AfterDynamo, aot = ReproForm::AfterAot;
  row("strict", dynamo, {.accuracy = ReproAccuracy::Strict}, "--strict-accuracy");
  row("tracing", dynamo, {.tracingMode = "real"}, "--tracing-mode");
  row("tracing unknown", aot, {.tracingMode = "dreamt"}, "--tracing-mode");
  row("backend", aot, {.backend = "eager"}, "--backend");
  row("autocast", aot, {.autocast = false}, "--no-autocast");
  row("only-fwd of minify", dynamo, {.command = ReproCommand::Minify, .onlyFwd = true}, "--only-fwd");
  row("isolate of run", aot, {.isolate = true}, "--isolate");
  row("isolate", dynamo, {.isolate = true}, "--isolate");
  row("check-str of run", aot, {.checkStr = "x"}, "--check-str");
  row("granularity", aot, {.command = ReproCommand::Minify, .maxGranularity = 12}, "12");
  row("negative granularity", aot, {.command = ReproCommand::Minify, .maxGranularity = -4}, "-4");
  row("analyze", dynamo, {.command = ReproCommand::Analyze}, "analyze");
  row("get_args", dynamo, {.command = ReproCommand::GetArgs}, "get_args");
  row("stable hash of run", aot, {.stableHash = true}, "--stable-hash");
}

void ReproTest::refusedWords() {
  QFETCH(int, form);
  QFETCH(ReproOptions, options);
  QFETCH(QString, named);
  const auto made = reproArguments(scriptOf(static_cast<ReproForm>(form)), options);
  QVERIFY(!made);
  QCOMPARE(made.error().code, base::ErrorCode::BadArgument);
  QVERIFY2(shown(made.error().text).contains(named), made.error().text.c_str());
}

void ReproTest::optionsOfForms() {
  const auto has = [](ReproForm form, ReproCommand command, std::string_view flag) {
    for (const OptionInfo& option : optionsFor(form, command)) {
      if (option.label.empty() || !option.help.ends_with('.')) return false;
      if (option.flag == flag) return true;
    }
    return false;
  };
  QVERIFY(has(ReproForm::AfterDynamo, ReproCommand::Run, "--only-fwd"));
  QVERIFY(!has(ReproForm::AfterDynamo, ReproCommand::Minify, "--only-fwd"));
  QVERIFY(has(ReproForm::AfterAot, ReproCommand::Analyze, "--stable-hash"));
  QVERIFY(!has(ReproForm::AfterAot, ReproCommand::Run, "--backend"));
  QVERIFY(optionsFor(ReproForm::AfterDynamo, ReproCommand::Analyze).empty());
  for (const ReproCommand command : {ReproCommand::Run, ReproCommand::Minify, ReproCommand::GetArgs, ReproCommand::Analyze,
                                     ReproCommand::MinifierQuery})
    QCOMPARE(commandOfWord(commandWord(command)), std::optional(command));
  QVERIFY(!commandOfWord("fly"));
}

void ReproTest::makesSpecs() {
  ReproScript script = scriptOf(ReproForm::AfterDynamo);
  script.saveDir = "saved/here";
  script.inputs.emplace_back().device = "cuda:1";
  const auto spec = specForRepro(script, {}, 10);
  QVERIFY(spec);
  QVERIFY(checkSpec(*spec));
  QCOMPARE(shown(joined(spec->arguments)), QStringLiteral("run --save-dir /src/saved/here"));
  QCOMPARE(shown(titleOf(*spec)), QStringLiteral("repro.py run, 10 times"));
  QCOMPARE(shown(deviceOf(*spec)), QStringLiteral("cuda"));
  QVERIFY(spec->freshCache && !spec->onlyRuns && spec->eagerRuns == 0);
  const auto plan = planRun(*spec);
  QVERIFY(plan);
  QCOMPARE(plan->tasks.size(), 10U);
  QVERIFY(plan->workingFolder.empty());  // the task's own folder
  QVERIFY(plan->tasks[0].cache && plan->tasks[0].steps.at(0).output.empty());
  QCOMPARE(shown(commandLines(*plan, "TASK").at(0)), QStringLiteral("python3 /src/repro.py run --save-dir /src/saved/here"));
  QVERIFY(shown(joined(setupLines(*plan, "/t/3-1"))).contains(QStringLiteral("export TORCH_COMPILE_DEBUG_DIR=/t/3-1")));
  script.saveDir = "/whole";
  script.inputs.clear();
  const auto other = specForRepro(script, {.accuracy = ReproAccuracy::Off});
  QVERIFY(other);
  QCOMPARE(shown(joined(other->arguments)), QStringLiteral("run --no-accuracy"));
  QVERIFY(other->onlyRuns);
  QCOMPARE(shown(deviceOf(*other)), QStringLiteral("cpu"));
  QVERIFY(!specForRepro(script, {.tracingMode = "real"}));
  script.callsRunRepro = false;
  QVERIFY(specForRepro(script, {})->arguments.empty());  // whether it knows words is unknown
}

void ReproTest::plansEagerFirst() {
  ReproScript script = scriptOf(ReproForm::AfterDynamo);
  const auto spec = specForReproducibility(script, {.saveDir = "/s", .backend = "aot_eager"}, 3);
  QVERIFY(spec);
  const auto plan = planRun(*spec);
  QVERIFY(plan);
  QCOMPARE(plan->tasks.size(), 5U);
  QVERIFY(isEagerTask(plan->tasks[0]) && isEagerTask(plan->tasks[1]) && !isEagerTask(plan->tasks[2]));
  const auto lines = commandLines(*plan, "TASK");
  QCOMPARE(lines.size(), 2U);
  QCOMPARE(shown(lines[0]), QStringLiteral("python3 /src/repro.py run --save-dir /s --backend eager"));
  QCOMPARE(shown(lines[1]), QStringLiteral("python3 /src/repro.py run --save-dir /s --backend aot_eager"));
  script.accuracy = ReproAccuracy::Off;  // nothing to compare
  QCOMPARE(specForReproducibility(script, {}, 3)->eagerRuns, 0);
  QCOMPARE(specForReproducibility(scriptOf(ReproForm::AfterAot), {}, 3)->eagerRuns, 0);
}

void ReproTest::planOverSsh() {
  auto spec = specForRepro(scriptOf(ReproForm::AfterAot), {});
  QVERIFY(spec);
  spec->target = *parseTarget("ssh:gpu7");
  const auto plan = planRun(*spec);
  QVERIFY(plan);
  QVERIFY(plan->script.empty());
  QCOMPARE(shown(commandLines(*plan, "TASK").at(0)), QStringLiteral("python3 TASK/script.py run"));
  QVERIFY(!plan->notes.empty());
  spec->script = dataPath("after_aot.py");
  const auto copies = copiesFor(*spec);
  QVERIFY(copies);
  QCOMPARE(copies->size(), 1U);
  QCOMPARE(shown(copies->front().second), shown(dataOf("after_aot.py")));
  const std::string task = taskText(*spec, *plan, plan->tasks[0], *copies);
  QVERIFY(task.find("\"copies\": {\"script.py\": ") != std::string::npos);
  QVERIFY(task.find("\"bring_scripts\": true") != std::string::npos);
  spec->script = "/nowhere/repro.py";
  QCOMPARE(copiesFor(*spec).error().code, base::ErrorCode::NotFound);
  spec->target = {};
  QVERIFY(copiesFor(*spec)->empty());
}

void ReproTest::specsComeBack() {
  auto spec = specForReproducibility(scriptOf(ReproForm::AfterDynamo), {}, 7, 3);
  QVERIFY(spec);
  spec->onlyRuns = true;
  const auto back = specOf(specText(*spec));
  QVERIFY2(back, back ? "" : back.error().text.c_str());
  QCOMPARE(*back, *spec);
  spec = specForRepro(scriptOf(ReproForm::AfterAot), {});
  QCOMPARE(*specOf(specText(*spec)), *spec);
}

void ReproTest::badSpecs_data() {
  QTest::addColumn<int>("number");
  for (int i = 0; i < 9; ++i) QTest::newRow(std::to_string(i).c_str()) << i;
}

void ReproTest::badSpecs() {
  QFETCH(int, number);
  RunSpec spec = *specForReproducibility(scriptOf(ReproForm::AfterDynamo), {}, 3);
  QVERIFY(checkSpec(spec));
  switch (number) {
    case 0: spec.script.clear(); break;
    case 1: spec.script = "repro.py"; break;
    case 2: spec.repeats = 1000; break;
    case 3: spec.eagerRuns = 10; break;
    case 4: spec.reproForm = ReproForm::AfterAot; break;  // with eager runs
    case 5: spec.models = {"llama"}; break;
    case 6: spec.folderVariables = {{"X", "../out"}}; break;
    case 7: spec.arguments.emplace_back("a\0b", 3); break;
    default: spec.kind = RunKind::Command, spec.command = {"true"}; break;
  }
  const auto good = checkSpec(spec);
  QVERIFY(!good);
  QCOMPARE(good.error().code, base::ErrorCode::BadArgument);
}

void ReproTest::whySpec() {
  RunSpec row;
  row.kind = RunKind::Suite;
  row.checkout = "/src/pytorch";
  row.config = "inductor_torchbench_training";
  row.models = {"moco"};
  row.repeats = 5;
  row.output = "/tmp/out.csv";
  row.environment = {{"TORCHDYNAMO_REPRO_LEVEL", "1"}, {"A", "b"}};
  const RunSpec why = specForWhy(row);
  QVERIFY(checkSpec(why));
  QCOMPARE(why.repeats, 1);
  QVERIFY(why.output.empty() && why.freshCache);
  const std::vector<std::pair<std::string, std::string>> wanted = {{"A", "b"},
                                                                   {"TORCHDYNAMO_REPRO_AFTER", "aot"},
                                                                   {"TORCHDYNAMO_REPRO_LEVEL", "4"}};
  QCOMPARE(why.environment, wanted);
  QCOMPARE(shown(planRun(row)->workingFolder), QStringLiteral("/src/pytorch"));
  QCOMPARE(shown(planRun(why)->workingFolder), QString());  // PyTorch drops repro.py where it works
  QVERIFY(specText(specForWhy(row, WhyLevel::Crash, "dynamo")).find("\"dynamo\"") != std::string::npos);
  const auto plan = planRun(why);
  QVERIFY(plan);
  QVERIFY(taskText(why, *plan, plan->tasks[0]).find("\"folder_variables\": {\"TORCH_COMPILE_DEBUG_DIR\": \"\"}") != std::string::npos);
  QVERIFY(shown(commandLines(*plan, "TASK").at(0)).contains(QStringLiteral("--accuracy")));
}

void ReproTest::foldersOfTheScript() {
  ReproScript script = scriptOf(ReproForm::AfterAot);
  const auto add = [&](const char* name, bool isVariable) {
    script.settings.push_back({.name = name, .value = "/w", .line = 1, .isFolder = true, .isVariable = isVariable});
  };
  add("TRITON_CACHE_DIR", true);
  add("TORCH_COMPILE_DEBUG_DIR", true);
  add("TORCH_EXTENSIONS_DIR", true);
  add("trace.debug_dir", false);
  RunSpec spec = *specForRepro(script, {});
  QVERIFY(checkSpec(spec) && spec.cleanCopy);
  using Variables = std::vector<std::pair<std::string, std::string>>;
  QCOMPARE(spec.folderVariables, (Variables{{"TORCH_COMPILE_DEBUG_DIR", ""}, {"TORCH_EXTENSIONS_DIR", "TORCH_EXTENSIONS_DIR"}}));
  // The user's own value holds.
  setVariable(spec, "TORCH_EXTENSIONS_DIR", "/mine");
  QVERIFY(checkSpec(spec));
  QCOMPARE(spec.folderVariables.size(), 1U);
  QCOMPARE(specForRepro(script, {.keepSettings = true})->folderVariables.size(), 1U);
  // The debug folder is where the run looks for what PyTorch left.
  setVariable(spec, "TORCH_COMPILE_DEBUG_DIR", "/mine");
  const auto refused = checkSpec(spec);
  QVERIFY(!refused);
  QCOMPARE(shown(refused.error().text), QStringLiteral("--env may not set TORCH_COMPILE_DEBUG_DIR here."));
  QVERIFY2(shown(refused.error().hint).contains(QStringLiteral("Leave it out")) && shown(refused.error().hint).contains(QStringLiteral("run show")), refused.error().hint.c_str());
}

void ReproTest::minifyingHasNoClass() {
  Run run;
  run.spec.kind = RunKind::Repro;
  run.plan.tasks.resize(3);
  QVERIFY(isReproducibilityRun(run));
  run.spec.arguments = {"run", "--accuracy"};
  QVERIFY(isReproducibilityRun(run));
  run.spec.arguments = {"minify"};
  QVERIFY(!isReproducibilityRun(run));
  QVERIFY(!shown(reproSummary(run, {})).contains(QStringLiteral("annot tell")));
  run.spec.arguments = {};
  run.plan.tasks.resize(1);
  QVERIFY(!isReproducibilityRun(run));
}
