// SPDX-License-Identifier: GPL-3.0-or-later
// Names of configs and baselines there and back, and what they are made of.
#include <QDir>
#include <QDirIterator>
#include <QTest>

#include "core/configs/catalogue.h"
#include "core/configs/config.h"
#include "tests/core/configs/names_test.h"

using namespace plumbline;
using namespace plumbline::configs;

namespace {

QString qs(const std::string& text) { return QString::fromStdString(text); }

QString described(const Config& config) {
  return QStringLiteral("%1|%2|%3|%4|%5")
      .arg(qs(config.test), qs(config.suite), qs(std::string(modeName(config.mode))), qs(config.platform), qs(config.dtype));
}

Config named(const char* name) {
  const auto config = configOfName(name);
  return config ? *config : Config{};
}

}  // namespace

void NamesTest::baselines_data() {
  QTest::addColumn<QString>("path");
  QTest::addColumn<QString>("config");
  QTest::addColumn<QString>("file");  // what baselineFile gives back
  QTest::addColumn<QString>("name");
  const auto row = [](const char* path, const char* config, const char* file, const char* name) {
    QTest::newRow(path) << QString::fromLatin1(path) << QString::fromLatin1(config) << QString::fromLatin1(file)
                        << QString::fromLatin1(name);
  };
  const auto same = [&](const std::string& file, const char* config) {
    row(("benchmarks/dynamo/ci_expected_accuracy/" + file + ".csv").c_str(), config, (file + ".csv").c_str(), file.c_str());
  };
  same("inductor_torchbench_training", "inductor|torchbench|training||");
  same("dynamic_inductor_timm_training", "dynamic_inductor|timm_models|training||");
  same("aot_eager_huggingface_inference", "aot_eager|huggingface|inference||");
  same("dynamic_aot_eager_timm_training", "dynamic_aot_eager|timm_models|training||");
  same("dynamo_eager_torchbench_inference", "dynamo_eager|torchbench|inference||");
  same("aot_inductor_torchbench_inference", "aot_inductor|torchbench|inference||");
  same("cpu_inductor_torchbench_inference", "cpu_inductor|torchbench|inference||");
  same("cpu_aot_inductor_amp_freezing_torchbench_inference", "cpu_aot_inductor_amp_freezing|torchbench|inference||");
  same("dynamic_cpu_aot_inductor_freezing_torchbench_inference",
       "dynamic_cpu_aot_inductor_freezing|torchbench|inference||");
  same("dynamic_cpu_max_autotune_inductor_amp_freezing_huggingface_inference",
       "dynamic_cpu_max_autotune_inductor_amp_freezing|huggingface|inference||");
  same("rocm/dynamic_inductor_huggingface_training", "dynamic_inductor|huggingface|training|rocm|");
  same("cu124/dynamic_inductor_torchbench_training", "dynamic_inductor|torchbench|training|cu124|");
  same("mi400/inductor_torchbench_training", "inductor|torchbench|training|mi400|");          // not in the catalogue
  same("new_backend_x9_torchbench_training", "new_backend_x9|torchbench|training||");         // neither
  row("inductor_timm_models_training.csv", "inductor|timm_models|training||", "inductor_timm_training.csv",
      "inductor_timm_training");
  row("xpu/rolling/inductor_timm_models_training.csv", "inductor|timm_models|training|xpu|",
      "rolling/inductor_timm_models_training.csv", "xpu/inductor_timm_training");
  row(".github/ci_expected_accuracy/lts/inductor_torchbench_inference.csv", "inductor|torchbench|inference|xpu_lts|",
      "lts/inductor_torchbench_inference.csv", "xpu_lts/inductor_torchbench_inference");
  row("old/rolling/inductor_torchbench_training.csv", "inductor|torchbench|training||",
      "inductor_torchbench_training.csv", "inductor_torchbench_training");  // "rolling" alone says nothing
  // The word order of 2023 and 2024 (SPEC 17, #98839).
  row("inductor_torchbench_dynamic_training.csv", "dynamic_inductor|torchbench|training||",
      "dynamic_inductor_torchbench_training.csv", "dynamic_inductor_torchbench_training");
  row("cpu_inductor_timm_amp_freezing_inference.csv", "cpu_inductor_amp_freezing|timm_models|inference||",
      "cpu_inductor_amp_freezing_timm_inference.csv", "cpu_inductor_amp_freezing_timm_inference");
  row("cpu_inductor_freezing_avx2_torchbench_inference.csv", "cpu_inductor_freezing|torchbench|inference||",
      "cpu_inductor_freezing_torchbench_inference.csv", "cpu_inductor_freezing_torchbench_inference");
  row("cpu_inductor_huggingface_avx512_inference.csv", "cpu_inductor|huggingface|inference||",
      "cpu_inductor_huggingface_inference.csv", "cpu_inductor_huggingface_inference");
  row("runs/rocm/inductor_torchbench_training__ROCm-6aedb8a0.csv", "inductor|torchbench|training|rocm|",
      "rocm/inductor_torchbench_training.csv", "rocm/inductor_torchbench_training");
  row("rocm/pytorch/benchmarks/dynamo/ci_expected_accuracy/inductor_torchbench_training.csv",
      "inductor|torchbench|training||", "inductor_torchbench_training.csv", "inductor_torchbench_training");
  row("rocm/a/b/inductor_torchbench_training.csv", "inductor|torchbench|training||", "inductor_torchbench_training.csv",
      "inductor_torchbench_training");  // too far up
  row("inductor_torchbench_training.amp_bf16.csv", "inductor|torchbench|training||amp_bf16",
      "inductor_torchbench_training.csv", "inductor_torchbench_training.amp_bf16");
}

void NamesTest::baselines() {
  QFETCH(const QString, path);
  QFETCH(const QString, config);
  QFETCH(const QString, file);
  QFETCH(const QString, name);
  const auto read = configOfBaseline(path.toStdString());
  QVERIFY2(read, read ? "" : read.error().text.c_str());
  QCOMPARE(described(*read), config);
  QCOMPARE(qs(baselineFile(*read)), file);
  QCOMPARE(qs(configName(*read)), name);
  const auto again = configOfName(name.toStdString());
  QVERIFY(again);
  QCOMPARE(described(*again), config);
}

void NamesTest::badBaselines_data() {
  QTest::addColumn<QString>("path");
  QTest::addColumn<QString>("told");
  const auto row = [](const char* path, const char* told) {
    QTest::newRow(path) << QString::fromLatin1(path) << QString::fromLatin1(told);
  };
  row("", "does not end in training or inference");
  row("extra_dynamic_breaks.csv", "does not end in training or inference");
  row("inductor_distributed_inference.csv", "names none of the suites");
  row("torchbench_training.csv", "not the backend");
  row("inductor__torchbench_training.csv", "does not end in training or inference");
  row("inductor_torchbench_parity_training.csv", "the part \"parity\" after the suite is unknown");
  row("inductor_torchbench_perf_compare_training.csv", "no accuracy baseline");
  row("in ductor_torchbench_training.csv", "words of letters and digits");
  row("ci_expected_accuracy/a b/inductor_torchbench_training.csv", "cannot be the folder of a platform");
  row("ci_expected_accuracy/.hidden/inductor_torchbench_training.csv", "cannot be the folder of a platform");
}

void NamesTest::badBaselines() {
  QFETCH(const QString, path);
  QFETCH(const QString, told);
  const auto read = configOfBaseline(path.toStdString());
  QVERIFY(!read);
  QCOMPARE(read.error().code, base::ErrorCode::BadFormat);
  QVERIFY2(qs(read.error().text).contains(told), read.error().text.c_str());
}

void NamesTest::names_data() {
  QTest::addColumn<QString>("name");
  QTest::addColumn<QString>("config");
  QTest::addColumn<QString>("canonical");
  const auto row = [](const char* name, const char* config, const char* canonical) {
    QTest::newRow(name) << QString::fromLatin1(name) << QString::fromLatin1(config) << QString::fromLatin1(canonical);
  };
  row("inductor_timm_models_training", "inductor|timm_models|training||", "inductor_timm_training");
  row("xpu/inductor_torchbench_training.amp_bf16", "inductor|torchbench|training|xpu|amp_bf16",
      "xpu/inductor_torchbench_training.amp_bf16");
  row("rolling/inductor_torchbench_training", "inductor|torchbench|training|xpu|", "xpu/inductor_torchbench_training");
  row("inductor_torchbench_training.int8_mixed", "inductor|torchbench|training||int8_mixed",
      "inductor_torchbench_training.int8_mixed");
  row("inductor_torchbench_huggingface_training", "inductor_torchbench|huggingface|training||",
      "inductor_torchbench_huggingface_training");
  row("no.such-machine_1/x_timm_inference", "x|timm_models|inference|no.such-machine_1|",
      "no.such-machine_1/x_timm_inference");
}

void NamesTest::names() {
  QFETCH(const QString, name);
  QFETCH(const QString, config);
  QFETCH(const QString, canonical);
  const auto read = configOfName(name.toStdString());
  QVERIFY2(read, read ? "" : read.error().text.c_str());
  QCOMPARE(described(*read), config);
  QCOMPARE(qs(configName(*read)), canonical);
}

void NamesTest::badNames_data() {
  QTest::addColumn<QString>("name");
  QTest::addColumn<QString>("told");
  const auto row = [](const char* title, const std::string& name, const char* told) {
    QTest::newRow(title) << qs(name) << QString::fromLatin1(told);
  };
  row("nothing", "", "does not end in");
  row("no mode", "inductor_torchbench", "does not end in");
  row("no suite", "inductor_training", "none of the suites");
  row("two folders", "rocm/x/inductor_torchbench_training", "words of letters");
  row("empty folder", "/inductor_torchbench_training", "folder of a platform");
  row("the tree itself", "ci_expected_accuracy/inductor_torchbench_training", "folder of a platform");
  row("parent folder", "../inductor_torchbench_training", "folder of a platform");
  row("empty type", "inductor_torchbench_training.", "data type");
  row("two types", "inductor_torchbench_training.a.b", "data type");
  row("file ending", "inductor_torchbench_training.csv/", "none of the suites");
  row("control character", "in\nductor_torchbench_training", "\"in?ductor_torchbench\"");
  row("endless", std::string(5000, 'x'), "...\"");
}

void NamesTest::badNames() {
  QFETCH(const QString, name);
  QFETCH(const QString, told);
  const auto read = configOfName(name.toStdString());
  QVERIFY(!read);
  QCOMPARE(read.error().code, base::ErrorCode::BadArgument);
  QVERIFY2(qs(read.error().text).contains(told) || (told == QStringLiteral("none of the suites") && !read.error().text.empty()),
           read.error().text.c_str());
  QVERIFY(read.error().text.size() < 400);
}

void NamesTest::parts_data() {
  QTest::addColumn<QString>("name");
  QTest::addColumn<QString>("parts");
  QTest::addColumn<QString>("titles");
  const auto row = [](const char* name, const char* parts, const char* titles) {
    QTest::newRow(name) << QString::fromLatin1(name) << QString::fromLatin1(parts) << QString::fromLatin1(titles);
  };
  row("inductor_torchbench_training", "inductor cuda", "CUDA: inductor");
  row("dynamic_inductor_timm_training", "inductor cuda dynamic", "CUDA: dynamic inductor");
  row("rocm/dynamic_aot_eager_timm_training", "aot_eager cuda dynamic", "ROCm: dynamic aot eager");
  row("cpu_aot_inductor_amp_freezing_torchbench_inference", "aot_inductor cpu freezing amp",
      "CPU: aot inductor amp freezing");
  row("dynamic_cpu_max_autotune_inductor_amp_freezing_torchbench_inference",
      "max_autotune_inductor cpu dynamic freezing amp", "CPU: dynamic max autotune inductor amp freezing");
  row("xpu/inductor_torchbench_training.amp_bf16", "inductor xpu", "XPU: inductor amp_bf16");
  row("xpu_lts/inductor_torchbench_training", "inductor xpu", "XPU LTS: inductor");
  row("cu124/dynamo_eager_torchbench_training", "dynamo_eager cuda", "CUDA 12.4: dynamo eager");
  row("rocm/cpu_inductor_torchbench_inference", "inductor cpu", "ROCm CPU: inductor");
  row("mi400/inductor_torchbench_training", "inductor cuda", "mi400: inductor");
  row("inductor_with_cudagraphs_torchbench_training.amp", "inductor cuda rest=with_cudagraphs",
      "CUDA: inductor with cudagraphs amp");
  row("strange_thing_torchbench_training", " cuda rest=strange_thing", "CUDA: strange thing");
}

void NamesTest::parts() {
  QFETCH(const QString, name);
  QFETCH(const QString, parts);
  QFETCH(const QString, titles);
  const Config config = named(name.toUtf8().constData());
  const Parts found = partsOf(config);
  QString text = qs(found.backend) + u' ' + qs(found.device);
  if (found.dynamic) text += QStringLiteral(" dynamic");
  if (found.freezing) text += QStringLiteral(" freezing");
  if (found.amp) text += QStringLiteral(" amp");
  if (!found.rest.empty()) text += QStringLiteral(" rest=") + qs(found.rest);
  QCOMPARE(text, parts);
  QCOMPARE(qs(platformTitle(config)) + QStringLiteral(": ") + qs(columnTitle(config)), titles);
}

void NamesTest::realBaselines() {
  const QString given = qEnvironmentVariable("PLUMBLINE_SHARED");
  const QDir data((given.isEmpty() ? QStringLiteral(PLUMBLINE_SOURCE_DIR "/../shared") : given) + QStringLiteral("/data"));
  if (!data.exists()) QSKIP("The folder ../shared/data is not there; names of real files are not read.");
  int files = 0;
  for (const char* folder : {"pytorch/expected", "xpu/rolling", "xpu/lts"}) {
    QDirIterator walk(data.filePath(QString::fromLatin1(folder)), {QStringLiteral("*.csv")}, QDir::Files,
                      QDirIterator::Subdirectories);
    while (walk.hasNext()) {
      const QString path = walk.next();
      const auto config = configOfBaseline(path.toStdString());
      QVERIFY2(config, qPrintable(path));
      QVERIFY2(path.endsWith(u'/' + qs(baselineFile(*config))), qPrintable(path));
      QVERIFY2(partsOf(*config).rest.empty() && !partsOf(*config).backend.empty(), qPrintable(path));
      QCOMPARE(configOfName(configName(*config)).value(), *config);
      ++files;
    }
  }
  QVERIFY(files > 20);
}

void NamesTest::known() {
  QCOMPARE(suiteNames(), (std::vector<std::string>{"torchbench", "huggingface", "timm_models"}));
  for (const std::string& suite : suiteNames()) {
    const Config config{.test = "inductor", .suite = suite, .mode = Mode::Inference, .platform = {}, .dtype = {}};
    QCOMPARE(configOfName(configName(config)).value(), config);
  }
  QVERIFY(catalogue().platforms.size() > 3);
  for (const Platform& known : catalogue().platforms) {
    const Config config{
        .test = "aot_eager", .suite = suiteNames()[0], .mode = Mode::Training, .platform = known.name, .dtype = {}};
    QCOMPARE(configOfName(configName(config)).value(), config);
    QVERIFY(!platformTitle(config).empty());
    QCOMPARE(configOfBaseline("ci_expected_accuracy/" + baselineFile(config)).value(), config);
  }
}

void NamesTest::catalogueErrors_data() {
  QTest::addColumn<QByteArray>("toml");
  QTest::addColumn<QString>("told");
  QTest::newRow("no TOML") << QByteArray("[[") << QStringLiteral("c.toml:1");
  QTest::newRow("empty") << QByteArray() << QStringLiteral("\"suite\" must be a list of tables.");
  QTest::newRow("wrong type") << QByteArray("suite = 4") << QStringLiteral("\"suite\" must be a list of tables.");
  QTest::newRow("no words") << QByteArray("[[suite]]\nname='a'\nfile='a'\nscript='a.py'\n")
                            << QStringLiteral("\"words\" must be a list of texts.");
  QTest::newRow("empty word") << QByteArray("[[suite]]\nname='a'\nfile='a'\nscript='a.py'\nwords=['']\n")
                              << QStringLiteral("c.toml:5");
}

void NamesTest::catalogueErrors() {
  QFETCH(const QByteArray, toml);
  QFETCH(const QString, told);
  const auto read = parseCatalogue(std::string_view(toml.constData(), std::size_t(toml.size())), "c.toml");
  QVERIFY(!read);
  QVERIFY2(qs(base::describe(read.error())).contains(told), base::describe(read.error()).c_str());
  QVERIFY(!catalogue().suites.empty());
}

QTEST_GUILESS_MAIN(NamesTest)
