// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QTest>
#include <sys/stat.h>

#include "core/runs/repro/repro_settings.h"
#include "core/runs/repro/repro_text.h"
#include "tests/core/runs/repro/repro_test.h"
#include "tests/support/test_folder.h"

using namespace plumbline;
using namespace plumbline::runs;

namespace {

const char* const kLoad = "def load_args(reader):\n    reader.symint(3)\nload_args._version = 0\n";

}  // namespace

void ReproTest::afterDynamo() {
  const auto script = readReproScript(dataPath("after_dynamo.py"));
  QVERIFY2(script, script ? "" : script.error().text.c_str());
  QCOMPARE(script->form, ReproForm::AfterDynamo);
  QVERIFY(script->callsRunRepro);
  QCOMPARE(script->accuracy, ReproAccuracy::Accuracy);
  QCOMPARE(shown(script->command), QStringLiteral("minify"));
  QCOMPARE(shown(script->backend), QStringLiteral("inductor"));
  QCOMPARE(shown(script->saveDir), QStringLiteral("/nowhere/plumbline/checkpoints"));
  QVERIFY(!script->autocast);
  QCOMPARE(script->loadArgsVersion, std::optional<int>(0));
  QCOMPARE(script->inputs.size(), 2U);
  const ReproInput& image = script->inputs[0];
  QCOMPARE(image.bytes, 602112U);
  QCOMPARE(shown(image.device), QStringLiteral("cuda:0"));
  QCOMPARE(shown(image.dtypeHint), QStringLiteral("torch.float16"));
  QCOMPARE(shown(image.file), QStringLiteral("/nowhere/plumbline/checkpoints/storages/8e9d2c1b0a7f6e5d4c3b2a1908f7e6d5c4b3a291"));
  QVERIFY(!image.isPresent);
  QCOMPARE(image.tensors.size(), 1U);
  QCOMPARE(image.tensors[0].shape, (std::vector<std::string>{"16", "3", "112", "s0"}));
  QCOMPARE(image.tensors[0].stride, (std::vector<std::string>{"37632", "12544", "112", "1"}));
  QVERIFY(image.tensors[0].requiresGrad);
  QVERIFY(script->inputs[1].hash.empty());
  QCOMPARE(script->inputs[1].tensors.size(), 2U);
  QCOMPARE(script->missing().size(), 1U);  // the other one was never saved
  QVERIFY(script->needsCuda());
  QCOMPARE(script->symints, std::vector<std::string>{"16"});
  QCOMPARE(script->environment.size(), 2U);
  QCOMPARE(shown(script->environment[1].second), QStringLiteral("+dynamo"));
  QCOMPARE(script->popped, (std::vector<std::string>{"TORCHDYNAMO_REPRO_AFTER", "TORCHDYNAMO_REPRO_LEVEL"}));
  QCOMPARE(script->submodules.size(), 2U);
  QCOMPARE(shown(script->submodules[0]),
           QStringLiteral("Conv2d(3, 16, kernel_size=(3, 3), stride=(1, 1), padding=(1, 1), bias=False).cuda()"));
  QCOMPARE(script->nodes, 4);  // two modules, relu, add; names handed on are no work
  QVERIFY(scriptText(*script).find("not there") != std::string::npos);
  QVERIFY(scriptJson(*script).find("\"form\": \"after_dynamo\"") != std::string::npos);
}

void ReproTest::afterAot() {
  const auto script = readReproScript(dataPath("after_aot.py"));
  QVERIFY2(script, script ? "" : script.error().text.c_str());
  QCOMPARE(script->form, ReproForm::AfterAot);
  QCOMPARE(script->accuracy, ReproAccuracy::Strict);
  QCOMPARE(shown(script->command), QStringLiteral("run"));  // the comment's get_args is none
  QCOMPARE(shown(script->tracingMode), QStringLiteral("symbolic"));
  QCOMPARE(shown(script->checkStr), QStringLiteral("misaligned"));
  QVERIFY(script->saveDir.empty());
  QVERIFY(script->backend.empty());
  QCOMPARE(script->inputs.size(), 2U);
  QCOMPARE(script->inputs[0].bytes, 0U);  // a size that is a symbol
  QCOMPARE(script->inputs[1].tensors.at(0).shape, (std::vector<std::string>{"16", "16"}));
  QCOMPARE(script->nodes, 3);
  QVERIFY(!script->needsCuda());
  QCOMPARE(script->environment.at(0), (std::pair<std::string, std::string>("TORCHDYNAMO_REPRO_AFTER", "aot")));
}

void ReproTest::variants_data() {
  QTest::addColumn<QString>("call");
  QTest::addColumn<int>("form");
  QTest::addColumn<int>("accuracy");
  QTest::addColumn<QString>("command");
  QTest::addColumn<QString>("note");
  const QString dynamo = QStringLiteral("from torch._dynamo.repro.after_dynamo import run_repro\n");
  const auto row = [](const char* name, const QString& call, ReproForm form, ReproAccuracy accuracy, const char* command,
                      const char* note) {
    QTest::newRow(name) << call << static_cast<int>(form) << static_cast<int>(accuracy) << QString::fromLatin1(command)
                        << QString::fromLatin1(note);
  };
  using enum ReproForm;
  using enum ReproAccuracy;
  row("true", dynamo + QStringLiteral("run_repro(mod, load_args, accuracy=True)"), AfterDynamo, Accuracy, "run", "");
  row("false", dynamo + QStringLiteral("run_repro(mod, load_args, accuracy=False, save_dir='/tmp/x')"), AfterDynamo, Off, "run", "");
  row("empty", dynamo + QStringLiteral("run_repro(mod, load_args, accuracy='')"), AfterDynamo, Off, "run", "");
  row("absent", dynamo + QStringLiteral("run_repro(mod, load_args)"), AfterDynamo, Off, "run", "");
  row("unexpectedAnswer accuracy", dynamo + QStringLiteral("run_repro(mod, load_args, accuracy='very')"), AfterDynamo, Off, "run", "not known");
  row("unknown keyword", dynamo + QStringLiteral("run_repro(mod, load_args, speed=3)"), AfterDynamo, Off, "run", "speed");
  row("dotted", QStringLiteral("torch._dynamo.repro.after_aot.run_repro(mod, load_args, command='minify')"), AfterAot, Off, "minify", "");
  row("by keywords", QStringLiteral("from x import run_repro\nrun_repro(mod, load_args, tracing_mode='real')"), AfterAot, Off, "run", "");
  row("form not named", QStringLiteral("from x import run_repro\nrun_repro(mod, load_args)"), AfterDynamo, Off, "run", "after_dynamo is assumed");
  row("get_args", QStringLiteral("from torch._dynamo.repro.after_aot import run_repro\nmod, args = run_repro(mod, load_args, command='get_args')"),
      AfterAot, Off, "get_args", "");
  row("get_args and run", QStringLiteral("from torch._dynamo.repro.after_aot import run_repro\nmod, args = run_repro(mod, load_args, "
                                         "command='get_args')\nrun_repro(mod, load_args, command='run', accuracy=True)"),
      AfterAot, Accuracy, "run", "");
  row("a name for a command", dynamo + QStringLiteral("run_repro(mod, load_args, command=WORD)"), AfterDynamo, Off, "run", "plain text");
  row("older: own comparison", QStringLiteral("from torch._dynamo.debug_utils import same_two_models\nassert same_two_models(mod, opt, args), 'x'"),
      AfterDynamo, Accuracy, "run", "by itself");
  row("as many calls as are read", dynamo + QStringLiteral("run_repro(mod, load_args)\n").repeated(100), AfterDynamo, Off, "run", "");
  row("one call more", dynamo + QStringLiteral("run_repro(mod, load_args)\n").repeated(101), AfterDynamo, Off, "run", "more than 100 times");
  row("own words", QStringLiteral("raise RuntimeError('Dynamo failed')"), AfterDynamo, Accuracy, "run", "by itself");
}

void ReproTest::variants() {
  QFETCH(QString, call);
  QFETCH(int, form);
  QFETCH(int, accuracy);
  QFETCH(QString, command);
  QFETCH(QString, note);
  const auto script = reproScriptOf(kLoad + call.toStdString() + "\n", "/x/repro.py");
  QVERIFY2(script, script ? "" : script.error().text.c_str());
  QCOMPARE(static_cast<int>(script->form), form);
  QCOMPARE(static_cast<int>(script->accuracy), accuracy);
  QCOMPARE(shown(script->command), command);
  std::string notes;
  for (const std::string& text : script->notes) notes += text + "\n";
  if (note.isEmpty())
    QVERIFY2(notes.empty(), notes.c_str());
  else
    QVERIFY2(shown(notes).contains(note), notes.c_str());
}

void ReproTest::badScripts_data() {
  QTest::addColumn<QByteArray>("bytes");
  QTest::newRow("empty") << QByteArray();
  QTest::newRow("comments") << QByteArray("# only words\n");
  QTest::newRow("csv") << QByteArray("dev,name,batch_size,accuracy\ncuda,llama,1,pass\n");
  QTest::newRow("python") << QByteArray("import torch\nprint(torch.ones(3))\n");
  QTest::newRow("a comment calls") << QByteArray("# run_repro(mod, load_args)\nx = 1\n");
  QTest::newRow("nul") << QByteArray("run_repro(mod, load_args)\n\0", 27);
  QTest::newRow("latin 1") << QByteArray("# \xe9\nrun_repro(mod, load_args)\n");
  QTest::newRow("zip") << QByteArray("PK\x03\x04\x14\x00\x00\x00", 8);
}

void ReproTest::badScripts() {
  QFETCH(QByteArray, bytes);
  const auto script = reproScriptOf(bytes.toStdString(), "/x/repro.py");
  QVERIFY(!script);
  QCOMPARE(script.error().code, base::ErrorCode::BadFormat);
  QVERIFY(!script.error().hint.empty());
  QCOMPARE(shown(script.error().file), QStringLiteral("/x/repro.py"));
}

void ReproTest::inputsArePresent() {
  const support::TestFolder folder;
  QVERIFY(QDir().mkpath(folder.path(QStringLiteral("saved/storages"))));
  const auto write = [&](const QString& name, const QByteArray& bytes) {
    QFile file(folder.path(name));
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
  };
  QVERIFY(write(QStringLiteral("saved/storages/aaaa"), "12345678"));
  QVERIFY(write(QStringLiteral("repro.py"),
                "from torch._dynamo.repro.after_dynamo import run_repro\ndef load_args(reader):\n"
                "    buf0 = reader.storage('aaaa', 8)\n    buf1 = reader.storage('bbbb', 8)\n"
                "    buf2 = reader.storage('../../repro.py', 8)\nload_args._version = 0\n"
                "run_repro(mod, load_args, accuracy=True, save_dir='saved')\n"));
  const auto script = readReproScript(folder.path(QStringLiteral("repro.py")).toStdString());
  QVERIFY(script);
  QVERIFY(script->inputs.at(0).isPresent);
  QVERIFY(!script->inputs.at(1).isPresent);
  QVERIFY(!script->inputs.at(2).isPresent);  // a hash that leads out of the folder is none
  QVERIFY(script->inputs.at(2).file.empty());
  QCOMPARE(script->missing().size(), 2U);
  QVERIFY(!script->notes.empty());
  const auto nothing = readReproScript(folder.path(QStringLiteral("absent.py")).toStdString());
  QVERIFY(!nothing);
  QCOMPARE(nothing.error().code, base::ErrorCode::NotFound);
  // Nobody writes to it: reading it would never end.
  const std::string pipe = folder.path(QStringLiteral("pipe.py")).toStdString();
  QCOMPARE(mkfifo(pipe.c_str(), 0600), 0);
  QCOMPARE(readReproScript(pipe).error().code, base::ErrorCode::BadFormat);
  QCOMPARE(readReproScript(folder.path(QStringLiteral("saved")).toStdString()).error().code, base::ErrorCode::NotReadable);
  QVERIFY(write(QStringLiteral("huge.py"), QByteArray((8 << 20) + 1, '#')));
  QCOMPARE(readReproScript(folder.path(QStringLiteral("huge.py")).toStdString()).error().code, base::ErrorCode::TooLarge);
}

void ReproTest::writesAndReadsBack() {
  NewRepro repro{.module = "mypackage.model", .expression = "Model(3)", .inputs = {}};
  repro.inputs.push_back({.shape = {8, 3, 32, 32}, .dtype = "torch.float16", .device = "cuda:0", .requiresGrad = true});
  repro.inputs.push_back({.shape = {5}, .dtype = "torch.int64"});
  repro.inputs.push_back({.shape = {}});
  repro.backend = "aot_eager";
  repro.autocast = true;
  const auto text = reproText(repro);
  QVERIFY2(text, text ? "" : text.error().text.c_str());
  const auto script = reproScriptOf(*text, "/x/new.py");
  QVERIFY(script);
  QCOMPARE(script->form, ReproForm::AfterDynamo);
  QCOMPARE(script->accuracy, ReproAccuracy::Accuracy);
  QCOMPARE(shown(script->backend), QStringLiteral("aot_eager"));
  QVERIFY(script->autocast);
  QCOMPARE(script->inputs.size(), 3U);
  QCOMPARE(script->inputs[0].bytes, 8U * 3 * 32 * 32 * 2);
  QCOMPARE(script->inputs[0].tensors.at(0).shape, (std::vector<std::string>{"8", "3", "32", "32"}));
  QCOMPARE(script->inputs[1].tensors.at(0).shape, std::vector<std::string>{"5"});
  QVERIFY(script->inputs[2].tensors.at(0).shape.empty());
  QVERIFY(script->notes.empty());
  // A model on the cpu cannot take inputs of another device.
  QVERIFY(shown(*text).contains(QStringLiteral("mod = Model(3)\nmod = mod.to('cuda:0')\n")));
  QVERIFY(script->hasReference);
  QVERIFY(shown(scriptText(*script)).contains(QStringLiteral("yes, with a float64 reference")));
  QVERIFY(!reproScriptOf("from torch._dynamo.repro.after_dynamo import run_repro\nrun_repro(mod, load_args, accuracy=True)\n", "x")->hasReference);
  repro.device = "cpu";
  repro.dtype = "torch.bfloat16";
  repro.tolerance = "1e-2";
  repro.seed = 7;
  const QString other = shown(reproText(repro).value_or(""));
  for (const char* line : {"torch.manual_seed(7)\n", "torch._dynamo.config.repro_tolerance = 1e-2\n", "mod = mod.to('cpu')\nmod = mod.to(torch.bfloat16)\n"})
    QVERIFY2(other.contains(QLatin1String(line)), line);
}

/// "import *" leaves out names that begin with an underscore.
void ReproTest::newScriptsOfPrivateNames() {
  const auto imports = [](const char* expression) {
    const QString text = shown(reproText({.module = "_pack.nets", .expression = expression, .inputs = {{.shape = {2}}}}).value_or(""));
    const QString before = QStringLiteral("from _pack.nets import *\n"), after = QStringLiteral("import _pack.nets\n");
    const qsizetype begin = text.indexOf(before) + before.size();
    return text.mid(begin, text.indexOf(QChar(u'\n') + after) + 1 - begin);
  };
  QCOMPARE(imports("_M(3)"), QStringLiteral("from _pack.nets import _M\n"));
  QCOMPARE(imports("_M(_N, _size=_M.__name__, b=build(_k == 2))"), QStringLiteral("from _pack.nets import _M, _N, _k\n"));
  QCOMPARE(imports("_pack.nets._M('_a', x._b, [_i for _i in range(2)], lambda _j: _j, *(_ for _ in ()))"), QString());
  // What the expression binds itself, but not the default of a parameter.
  QCOMPARE(imports("M([f(a, _b) for a, _b in P], {c: _d for (c, (_d, *_e)) in _Q}, _f := 3, _f)"), QStringLiteral("from _pack.nets import _Q\n"));
  QCOMPARE(imports("M(lambda a, *_b, _c=_D(1, _E), **_d: (_b, _c, _d), [_g for _h in P if (_g := _h)])"), QStringLiteral("from _pack.nets import _D, _E\n"));
  QCOMPARE(imports("M(lambda a=[_i for _i in P], b=lambda _x: _x, _c=1: _c)"), QString());
}

void ReproTest::badNewScripts() {
  const NewRepro good{.module = "m", .expression = "M()", .inputs = {{.shape = {2}}}};
  QVERIFY(reproText(good));
  const auto refused = [&](auto change) {
    NewRepro repro = good;
    change(repro);
    const auto text = reproText(repro);
    return !text && text.error().code == base::ErrorCode::BadArgument && !text.error().hint.empty();
  };
  QVERIFY(refused([](NewRepro& r) { r.module = ""; }));
  QVERIFY(refused([](NewRepro& r) { r.module = "a.b; import os"; }));
  QVERIFY(refused([](NewRepro& r) { r.module = "a..b"; }));
  QVERIFY(refused([](NewRepro& r) { r.expression = "M()\nimport os"; }));
  QVERIFY(refused([](NewRepro& r) { r.inputs.clear(); }));
  QVERIFY(refused([](NewRepro& r) { r.inputs[0].shape = {-1}; }));
  QVERIFY(refused([](NewRepro& r) { r.inputs[0].shape = {1 << 30, 1 << 30}; }));
  QVERIFY(refused([](NewRepro& r) { r.inputs[0].dtype = "torch.float"; }));
  QVERIFY(refused([](NewRepro& r) { r.inputs[0].device = "cpu'"; }));
  QVERIFY(refused([](NewRepro& r) { r.backend = ""; }));
  QVERIFY(refused([](NewRepro& r) { r.device = "cuda 0"; }));
  QVERIFY(refused([](NewRepro& r) { r.dtype = "torch.float"; }));
  QVERIFY(refused([](NewRepro& r) { r.tolerance = "-1"; }));
  QVERIFY(refused([](NewRepro& r) { r.tolerance = "nan"; }));
  QVERIFY(refused([](NewRepro& r) { r.tolerance = "inf"; }));
  QVERIFY(refused([](NewRepro& r) { r.dtype = "torch.int64"; }));  // Module.to takes floating types only
  QVERIFY(refused([](NewRepro& r) { r.device = "foo"; }));
  QVERIFY(refused([](NewRepro& r) { r.device = "cuda:"; }));
  QVERIFY(refused([](NewRepro& r) { r.inputs[0].device = "cuda:x"; }));
  QVERIFY(refused([](NewRepro& r) { r.tolerance = "1; import os"; }));
  QVERIFY(refused([](NewRepro& r) { r.accuracy = ReproAccuracy::Strict; }));
}

void ReproTest::notesOfNewScripts() {
  NewRepro repro{.module = "m", .expression = "M()", .inputs = {{.shape = {2}}, {.shape = {2}, .dtype = "torch.int64", .device = "cuda:0"}}};
  const auto notes = [&] { return reproNotes(repro); };
  QCOMPARE(notes().size(), 1U);  // the model goes to cuda:0
  QVERIFY2(notes()[0].starts_with("Input 1 is on cpu and the model on cuda:0; "), notes()[0].c_str());
  repro.device = "cpu";
  QVERIFY2(notes().size() == 1 && notes()[0].starts_with("Input 2 is on cuda:0 and the model on cpu; "), notes()[0].c_str());
  repro.inputs[0].device = repro.device = "cuda";
  QVERIFY(notes().empty());
  repro.dtype = "torch.bfloat16";
  QVERIFY2(notes().size() == 1 && notes()[0].starts_with("Input 1 is torch.float32 and the model torch.bfloat16; "), notes()[0].c_str());
  repro.autocast = true;
  QVERIFY(notes().empty());
  repro.device = "privateuseone:1";
  repro.inputs.resize(1);
  repro.inputs[0].device = "privateuseone:1";
  QVERIFY(reproText(repro));
  QCOMPARE(notes().size(), 1U);
}

void ReproTest::anyPrefix() {
  for (const char* name : {"after_dynamo.py", "after_aot.py"}) {
    const std::string text = dataOf(name);
    QVERIFY(!text.empty());
    for (std::size_t length = 0; length <= text.size(); ++length) {
      const auto script = reproScriptOf(std::string_view(text).substr(0, length), "/x/repro.py");
      QVERIFY(script || script.error().code == base::ErrorCode::BadFormat);
    }
  }
}

QTEST_GUILESS_MAIN(ReproTest)

void ReproTest::runsWithoutItsSettings() {
  const std::string text =
      "import os\n"
      "os.environ['TORCHDYNAMO_REPRO_AFTER'] = 'aot'\n"
      "os.environ[\"TORCHDYNAMO_REPRO_LEVEL\"] = '4'; x = 1\n"
      "os.environ['TORCH_HOME'] = '/w'\n"
      "os.environ.setdefault('TRITON_CACHE_DIR', '/w/triton')\n"
      "os.environ['TORCHINDUCTOR_CACHE_DIR'] = (\n    '/w/cache')\n"
      "os.environ.pop('TORCH_COMPILE_DEBUG_DIR')\n"
      "torch._dynamo.config.repro_after = 'aot'\n"
      "torch._dynamo.config.verbose = True\n"
      "run_repro(mod, load_args)\n";
  const auto script = reproScriptOf(text, "/src/repro.py");
  QVERIFY(script);
  QStringList found;
  for (const ReproSetting& setting : script->settings)
    found << QStringLiteral("%1 %2=%3%4").arg(setting.line).arg(shown(setting.name), shown(setting.value), QLatin1String(setting.isFolder ? " folder" : ""));
  QCOMPARE(found.join(u'\n'), QStringLiteral("2 TORCHDYNAMO_REPRO_AFTER=aot\n3 TORCHDYNAMO_REPRO_LEVEL=4\n5 TRITON_CACHE_DIR=/w/triton folder\n"
                                            "6 TORCHINDUCTOR_CACHE_DIR=( '/w/cache') folder\n9 repro_after=aot"));
  QCOMPARE(shown(scriptForRun(text, *script, "/src/it's")),
           QStringLiteral("__import__('sys').path.insert(1, \"/src/it's\"); import os\n"
                          "pass\n"
                          "pass; x = 1\n"
                          "os.environ['TORCH_HOME'] = '/w'\n"
                          "pass\n"
                          "pass\n\n"
                          "os.environ.pop('TORCH_COMPILE_DEBUG_DIR')\n"
                          "pass\n"
                          "torch._dynamo.config.verbose = True\n"
                          "run_repro(mod, load_args)\n"));
  QVERIFY(reproScriptOf("run_repro(1, 2)\n", "x")->settings.empty());
  // Whatever else writes beside the run, with either line end.
  for (const char* name : {"TORCH_TRACE", "TORCH_LOGS_OUT", "TRITON_DUMP_DIR", "TRITON_HOME", "TORCH_EXTENSIONS_DIR",
                           "TRITON_REPRODUCER_PATH"}) {
    const auto other = reproScriptOf(std::string("import os\r\nos.environ['") + name + "'] = '/w'\r\nrun_repro(1, 2)\r\n", "x");
    QVERIFY2(other && other->settings.size() == 1 && other->settings.front().isFolder && other->settings.front().line == 2, name);
  }
  // Kernels are read from there.
  QVERIFY(reproScriptOf("import os\nos.environ['TRITON_OVERRIDE_DIR'] = '/w'\nrun_repro(1, 2)\n", "x")->settings.empty());
  QCOMPARE(shown(scriptForRun("run_repro(1, 2)\n", *reproScriptOf("run_repro(1, 2)\n", "x"), "/src")), QStringLiteral("run_repro(1, 2)\n"));
}

void ReproTest::settingsInOtherForms_data() {
  QTest::addColumn<QString>("line");
  QTest::addColumn<QString>("found");
  QTest::addColumn<QString>("copy");
  const auto row = [](const char* line, const char* found, const char* copy) {
    QTest::newRow(line) << QString::fromUtf8(line) << QString::fromUtf8(found) << QString::fromUtf8(copy);
  };
  row("os.environ.update({'TORCHDYNAMO_REPRO_AFTER': 'aot', 'A': 'b'})", "TORCHDYNAMO_REPRO_AFTER=aot", "os.environ.update({**{}, 'A': 'b'})");
  row("os.environ.update(TORCHDYNAMO_REPRO_LEVEL='4', A='b')", "TORCHDYNAMO_REPRO_LEVEL=4", "os.environ.update(**{}, A='b')");
  row("os.environ.update(dict(A='b', TRITON_CACHE_DIR=x))", "TRITON_CACHE_DIR=x", "os.environ.update(dict(A='b', **{}))");
  row("os.environ |= {'A': 'b', 'TORCH_TRACE': '/w', 'TRITON_HOME': '/v'}", "TORCH_TRACE=/w TRITON_HOME=/v", "os.environ |= {'A': 'b', **{}, **{}}");
  row("os.environ |= dict(TORCH_TRACE='/w')", "TORCH_TRACE=/w", "os.environ |= dict(**{})");
  row("os.environ.setdefault('TORCHDYNAMO_REPRO_AFTER', 'aot')", "TORCHDYNAMO_REPRO_AFTER=aot", "pass");
  row("os.putenv('TORCHDYNAMO_REPRO_AFTER', 'aot')", "TORCHDYNAMO_REPRO_AFTER=aot", "pass");
  row("environ['TORCHDYNAMO_REPRO_AFTER'] = 'aot'", "TORCHDYNAMO_REPRO_AFTER=aot", "pass");
  row("import os; os.environ['TRITON_HOME'] = '/v'; x = 1", "TRITON_HOME=/v", "import os; pass; x = 1");
  row("os.environ.update(**{'A': 'b', 'TORCH_TRACE': '/w'})", "TORCH_TRACE=/w", "os.environ.update(**{'A': 'b', **{}})");
  row("os.environ |= {**{'TORCH_TRACE': '/w'}, 'A': 'b'}", "TORCH_TRACE=/w", "os.environ |= {**{**{}}, 'A': 'b'}");
  row("if True: os.environ['TORCHDYNAMO_REPRO_AFTER'] = 'aot'; os.environ['TORCHDYNAMO_REPRO_LEVEL'] = '4'", "TORCHDYNAMO_REPRO_AFTER=aot TORCHDYNAMO_REPRO_LEVEL=4",
      "if True: pass; pass");
  row("os.environ['TRITON_CACHE_DIR'] = os.environ['MINE'] = '/w'", "TRITON_CACHE_DIR=/w", "os.environ['MINE'] = '/w'");
  row("cache = os.environ['TRITON_CACHE_DIR'] = '/w'", "TRITON_CACHE_DIR=/w", "cache = '/w'");
  row("os.environ['TRITON_CACHE_DIR'] = ('/w'\n  '/cache'); x = 1", "TRITON_CACHE_DIR=('/w' '/cache')", "pass \\\n; x = 1");
  row("torch._inductor.config.trace.debug_dir = '/w'", "trace.debug_dir=/w", "pass");
  row("torch._dynamo.config.debug_dir_root = '/w'", "debug_dir_root=/w", "pass");
  row("config.repro_after = 'aot'", "repro_after=aot", "pass");
  row("os.environ.update([('TORCHDYNAMO_REPRO_AFTER', 'aot'), ('A', 'b')])", "TORCHDYNAMO_REPRO_AFTER=aot", "os.environ.update([*(), ('A', 'b')])");
  row("os.environ.update((['TRITON_HOME', '/v'],), A='b')", "TRITON_HOME=/v", "os.environ.update((*(),), A='b')");
  row("os.environ.update(dict([('TRITON_HOME', '/v')]))", "TRITON_HOME=/v", "os.environ.update(dict([*()]))");
  row("_os.environ['TORCHDYNAMO_REPRO_AFTER'] = 'aot'", "TORCHDYNAMO_REPRO_AFTER=aot", "pass");
  row("os.environ.__setitem__('TRITON_HOME', '/v')", "TRITON_HOME=/v", "pass");
  for (const char* other : {"os.environ.update([('TRITON_HOME', v) for v in x])", "os.environ.update([('TRITON_HOME', '/v', 1), 'TRITON_HOME', (TRITON_HOME, 1)])",
                            "self.environ['TRITON_HOME'] = '/v'", "f(('TRITON_HOME', '/v'))", "os.environ.update(TORCHDYNAMO_REPRO_AFTER)", "os.environ |= f(TORCH_TRACE='/w')", "f({'TORCH_TRACE': '/w'})", "os.environ |= x",
                            "os.environ.update({'A': {'TORCH_TRACE': '/w'}})", "x = os.environ['TORCH_TRACE']", "os.putenv('TORCH_TRACE')", "os.environ |=",
                            "os.environ.update({'TRITON_HOME': v for k, v in d.items()})"})
    row(other, "", other);
}

void ReproTest::settingsInOtherForms() {
  QFETCH(const QString, line);
  QFETCH(const QString, found);
  QFETCH(const QString, copy);
  const std::string text = line.toStdString() + "\nrun_repro(1, 2)\n";
  const auto script = reproScriptOf(text, "x");
  QVERIFY(script);
  QStringList names;
  for (const ReproSetting& setting : script->settings) names << shown(setting.name + "=" + setting.value);
  QCOMPARE(names.join(u' '), found);
  QCOMPARE(shown(scriptForRun(text, *script, "")), copy + QStringLiteral("\nrun_repro(1, 2)\n"));
}

void ReproTest::modulesBesideTheScriptAreFoundFirst() {
  for (const auto& [text, copy] :
       {std::pair("'doc'\nfrom __future__ import annotations\nimport helper\nos.environ['TORCH_TRACE'] = '/w'\nrun_repro(1, 2)\n",
                  "'doc'\nfrom __future__ import annotations\n__import__('sys').path.insert(1, '/s'); import helper\npass\nrun_repro(1, 2)\n"),
        std::pair("os.environ['TORCH_TRACE'] = '/w'\nrun_repro(1, 2)\n", "__import__('sys').path.insert(1, '/s'); pass\nrun_repro(1, 2)\n"),
        std::pair("if x:\n  os.environ['TORCH_TRACE'] = '/w'\nrun_repro(1, 2)\n",
                  "__import__('sys').path.insert(1, '/s')\nif x:\n  pass\nrun_repro(1, 2)\n")})
    QCOMPARE(shown(scriptForRun(text, *reproScriptOf(text, "x"), "/s")), QLatin1String(copy));
}

void ReproTest::realScripts() {
  const QString given = qEnvironmentVariable("PLUMBLINE_SHARED");
  const QString folder = (given.isEmpty() ? QStringLiteral(PLUMBLINE_SOURCE_DIR "/../shared") : given) + QStringLiteral("/data/h100/repro/");
  if (!QFile::exists(folder)) QSKIP("The scripts are not beside the source folder.");
  for (const auto& [name, count] : {std::pair("aot_accuracy_env.py", 5U), std::pair("aot_compile_error_level1.py", 4U),
                                    std::pair("aot_healthy_config.py", 2U), std::pair("dynamo_compile_error_env.py", 4U),
                                    std::pair("aot_minify_folder/torch_compile_debug/run_0/minifier/checkpoints/13.py", 3U)}) {
    const auto script = readReproScript(folder.toStdString() + name);
    QVERIFY2(script, name);
    QVERIFY2(script->settings.size() == count, name);
  }
  QCOMPARE(checkpointsIn(folder.toStdString() + "aot_minify_folder").front().nodes, 13);
}
