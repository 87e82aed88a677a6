// SPDX-License-Identifier: GPL-3.0-or-later
// What is compared with what: files, folders, variants, trees, commits.
#include <QDir>
#include <QTest>

#include "core/diff/choose_runs.h"
#include "core/diff/hud_summary.h"
#include "core/diff/config_runs.h"
#include "core/overview/open_commit.h"
#include "tests/core/overview/opened_maker.h"
#include "tests/support/git_repository.h"
#include "tests/support/test_folder.h"

using namespace plumbline;
using namespace Qt::StringLiterals;
using diff::Diffs;
using diff::SideRequest;
using support::OpenedMaker;
using support::TestFolder;
using support::viewOf;

namespace {

const QString kStatic = u"inductor_torchbench_training"_s;
const QString kDynamic = u"dynamic_inductor_torchbench_training"_s;
const QByteArray kTwo = "name,accuracy,graph_breaks\na,pass,1\nb,pass,2\n";

SideRequest side(const QString& path, const QString& config = {}, const QString& label = {}) {
  return {.paths = {path.toStdString()}, .config = config.toStdString(), .label = label.toStdString()};
}

/// dump gives one line per config: "inductor_torchbench_training: before 2, after 3".
QString dump(const Diffs& diffs) {
  QStringList lines;
  for (const diff::ConfigDiff& config : diffs.configs) {
    QStringList runs;
    for (std::size_t run = 0; run < config.diff->runs().size(); ++run) {
      std::size_t models = 0;
      for (std::size_t row = 0; row < config.diff->rowCount(); ++row) models += config.diff->hasModel(run, row) ? 1 : 0;
      runs += QString::fromStdString(config.diff->runs()[run].label) + u' ' + QString::number(models);
    }
    lines += (config.config.empty() ? QString() : QString::fromStdString(config.config) + u": "_s) + runs.join(u", "_s);
  }
  return lines.join(u'\n');
}

/// textOf is dump, or the error.
QString textOf(const base::Outcome<Diffs>& made) {
  if (made.isCancelled()) return u"cancelled"_s;
  return made.isError() ? QString::fromStdString(base::describe(made.error())) : dump(made.value());
}

QString accuracy(const Diffs& diffs, std::size_t run, const std::string& model) {
  const diff::RunDiff& joined = *diffs.configs.front().diff;
  const auto text = joined.reading(run, joined.rowOf(model).value(), joined.metricOf("accuracy").value()).text;
  return QString::fromUtf8(text.data(), qsizetype(text.size()));
}

std::string hash(char digit) { return std::string(40, digit); }

}  // namespace

class ChooseRunsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void anyTwoFiles() {
    const TestFolder folder;
    const QString any = folder.write(u"any.csv"_s, kTwo);
    const QString other = folder.write(u"some/other.csv"_s, "name,accuracy\na,fail_to_run\n");
    const auto made = diff::diffsOf({side(any), side(other)});
    QCOMPARE(textOf(made), u"any 2, other 1"_s);
    QCOMPARE(accuracy(made.value(), 1, "a"), u"fail_to_run"_s);
    QVERIFY(made.value().problems.empty() && made.value().onlyIn.empty());
    // A file that has a config pairs with one that has none.
    const QString named = folder.write(u"inductor_torchbench_training.csv"_s, kTwo);
    QCOMPARE(textOf(diff::diffsOf({side(named), side(any)})), u"inductor_torchbench_training 2, any 2"_s);
    QCOMPARE(textOf(diff::diffsOf({side(any), side(any)})), u"run 1 2, run 2 2"_s);
    QCOMPARE(textOf(diff::diffsOf({side(any, {}, u"mine"_s), side(other)})), u"mine 2, other 1"_s);
  }

  void variants() {
    const TestFolder folder;
    folder.write(u"run/inductor_torchbench_training.csv"_s, kTwo);
    folder.write(u"run/dynamic_inductor_torchbench_training.csv"_s, "name,accuracy,graph_breaks\na,pass,3\n");
    folder.write(u"run/inductor_torchbench_inference.csv"_s, kTwo);
    const QString run = folder.path(u"run"_s);
    QCOMPARE(textOf(diff::diffsOf({side(run, kStatic), side(run, kDynamic)})), u"inductor 2, dynamic inductor 1"_s);
    // Platform and variant are the same: the mode distinguishes them.
    QCOMPARE(textOf(diff::diffsOf({side(run, kStatic), side(run, u"inductor_torchbench_inference"_s)})),
             u"inductor training 2, inductor inference 2"_s);
    const auto unknown = diff::diffsOf({side(run, kStatic), side(run, u"inductor_timm_training"_s)});
    QVERIFY(unknown.isError());
    QCOMPARE(unknown.error().code, base::ErrorCode::BadArgument);
    QVERIFY2(textOf(unknown).contains(u"\"inductor_timm_training\"") && textOf(unknown).contains(kDynamic),
             qPrintable(textOf(unknown)));
    // One side is one file: it is what the other is held against.
    const QString file = folder.write(u"file.csv"_s, kTwo);
    QCOMPARE(textOf(diff::diffsOf({side(file), side(run, kDynamic)})), u"file 2, run 1"_s);
    const auto several = diff::diffsOf({side(run), side(run, u"inductor_timm_training"_s)});
    QVERIFY2(textOf(several).contains(u"several configs"), qPrintable(textOf(several)));
  }

  void folders() {
    const TestFolder folder;
    for (const char* name : {"before", "after"}) {
      const QString at = QString::fromLatin1(name) + u'/';
      folder.write(at + kStatic + u".csv"_s, kTwo);
      folder.write(at + kDynamic + u".csv"_s, kTwo);
    }
    folder.write(u"before/inductor_timm_training.csv"_s, kTwo);
    folder.write(u"after/inductor_huggingface_training.csv"_s, kTwo);
    folder.write(u"after/whatever.csv"_s, kTwo);
    folder.write(u"after/broken.zip"_s, "PK\x03\x04 this is no zip");
    const auto made = diff::diffsOf({side(folder.path(u"before"_s)), side(folder.path(u"after"_s))});
    QCOMPARE(textOf(made),
             u"dynamic_inductor_torchbench_training: before 2, after 2\n"
             "inductor_torchbench_training: before 2, after 2"_s);
    QCOMPARE(made.value().onlyIn,
             (std::vector<std::string>{"after: inductor_huggingface_training", "before: inductor_timm_training"}));
    QCOMPARE(made.value().problems.size(), std::size_t(2));  // what has no config, and what cannot be read
    for (const base::Error& problem : made.value().problems)
      QVERIFY2(problem.file.find("whatever.csv") != std::string::npos ||
                   problem.file.find("broken.zip") != std::string::npos,
               problem.file.c_str());
  }

  void badTableAmongGood() {
    const TestFolder folder;
    for (const char* name : {"before/", "after/"}) {
      folder.write(QString::fromLatin1(name) + kStatic + u".csv"_s, kTwo);
      folder.write(QString::fromLatin1(name) + kDynamic + u".csv"_s, "model,accuracy\na,pass\n");
    }
    const std::vector<SideRequest> sides = {side(folder.path(u"before"_s)), side(folder.path(u"after"_s))};
    const auto made = diff::diffsOf(sides);
    QCOMPARE(textOf(made), u"inductor_torchbench_training: before 2, after 2"_s);
    QCOMPARE(made.value().problems.size(), std::size_t(2));  // one on each side
    const QString bad = folder.path(u"before/"_s + kDynamic + u".csv"_s);
    const auto alone = diff::diffsOf({side(bad), side(bad)});
    QVERIFY(alone.isError());
    QCOMPARE(alone.error().code, base::ErrorCode::BadFormat);
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(diff::diffsOf(sides, base::Progress(stop.get_token())).isCancelled());
  }

  void treeAgainstResults() {
    const TestFolder folder;
    folder.write(u"pytorch/benchmarks/dynamo/ci_expected_accuracy/"_s + kStatic + u".csv"_s, kTwo);
    folder.write(u"pytorch/benchmarks/dynamo/ci_expected_accuracy/"_s + kDynamic + u".csv"_s, kTwo);
    const QString shard =
        u"results/test-reports-test-inductor_torchbench-%1-2-linux.g5.4xlarge.nvidia.gpu_10%1/test/test-reports/training_torchbench.csv"_s;
    folder.write(shard.arg(1), "name,accuracy,graph_breaks\na,pass,1\n");
    folder.write(shard.arg(2), "name,accuracy,graph_breaks\nb,fail_to_run,0\nc,pass,0\n");
    const auto made = diff::diffsOf({side(folder.path(u"pytorch"_s)), side(folder.path(u"results"_s))});
    QCOMPARE(textOf(made), u"inductor_torchbench_training: pytorch 2, results 3"_s);  // both shards are one run
    const diff::RunDiff& joined = *made.value().configs.front().diff;
    QVERIFY(joined.runs()[0].isBaseline && !joined.runs()[1].isBaseline);
    QCOMPARE(accuracy(made.value(), 1, "b"), u"fail_to_run"_s);
    QCOMPARE(made.value().onlyIn, (std::vector<std::string>{"pytorch: dynamic_inductor_torchbench_training"}));
  }

  void performanceJoinsAccuracy() {
    const TestFolder folder;
    const QString name = u"%1/inductor_with_cudagraphs_torchbench_amp_training_cuda_%2.csv"_s;
    for (const char* at : {"before", "after"}) {
      folder.write(name.arg(QString::fromLatin1(at), u"accuracy"_s),
                   "name,accuracy,graph_breaks\na,pass,3\nb,pass,4\n");
      folder.write(name.arg(QString::fromLatin1(at), u"performance"_s), "name,speedup,abs_latency\na,2,7\nb,8,9\n");
    }
    const auto made = diff::diffsOf({side(folder.path(u"before"_s)), side(folder.path(u"after"_s))});
    QVERIFY(made.isValue());
    QCOMPARE(made.value().configs.size(), std::size_t(1));
    const diff::RunDiff& joined = *made.value().configs.front().diff;
    QCOMPARE(joined.runs()[0].tables.size(), std::size_t(2));
    QVERIFY(joined.runs()[0].tables[0]->columnOf("speedup").has_value());  // the dashboard's metrics are read there
    const diff::HudSummary summary = diff::hudSummary(joined, 1);
    QCOMPARE(summary.passing, std::size_t(2));
    QCOMPARE(summary.speedup.text, "4.00");  // sqrt(2 x 8)
    // Two files that say no config, one accurate and one timed, are one run as well.
    const QString one = folder.write(u"x/acc.csv"_s, kTwo);
    const QString two = folder.write(u"x/perf.csv"_s, "name,speedup\na,1.5\n");
    const SideRequest both{.paths = {one.toStdString(), two.toStdString()}};
    QCOMPARE(textOf(diff::diffsOf({both, side(one)})), u"run 1 2, run 2 2"_s);
  }

  void howMany() {
    const TestFolder folder;
    std::vector<SideRequest> sides;
    QStringList wanted;
    for (const char* name : {"a", "b", "c", "d", "e", "f"}) {
      sides.push_back(side(folder.write(u"run_"_s + QString::fromLatin1(name) + u".csv"_s, kTwo)));
      wanted += QString::fromLatin1(name) + u" 2"_s;
    }
    QCOMPARE(textOf(diff::diffsOf(sides)), wanted.join(u", "_s));  // six
    sides.push_back(side(folder.write(u"run_g.csv"_s, kTwo)));
    QCOMPARE(diff::diffsOf(sides).error().code, base::ErrorCode::BadArgument);
    sides.resize(1);
    QCOMPARE(diff::diffsOf(sides).error().code, base::ErrorCode::BadArgument);
    QCOMPARE(diff::diffsOf({}).error().code, base::ErrorCode::BadArgument);
  }

  void threeSidesOfWhichTwoHaveIt() {
    const TestFolder folder;
    for (const char* name : {"x/", "y/", "z/"}) folder.write(QString::fromLatin1(name) + kStatic + u".csv"_s, kTwo);
    for (const char* name : {"x/", "z/"}) folder.write(QString::fromLatin1(name) + kDynamic + u".csv"_s, kTwo);
    folder.write(u"y/inductor_timm_training.csv"_s, kTwo);
    const auto made = diff::diffsOf({side(folder.path(u"x"_s)), side(folder.path(u"y"_s)), side(folder.path(u"z"_s))});
    QCOMPARE(textOf(made),
             u"dynamic_inductor_torchbench_training: x 2, z 2\ninductor_torchbench_training: x 2, y 2, z 2"_s);
    QCOMPARE(made.value().onlyIn, (std::vector<std::string>{"y: inductor_timm_training"}));
  }

  void nothingToCompare() {
    const TestFolder folder;
    folder.write(u"one/inductor_timm_training.csv"_s, kTwo);
    folder.write(u"one/inductor_timm_inference.csv"_s, kTwo);
    folder.write(u"two/inductor_huggingface_training.csv"_s, kTwo);
    folder.write(u"two/inductor_huggingface_inference.csv"_s, kTwo);
    const auto none = diff::diffsOf({side(folder.path(u"one"_s)), side(folder.path(u"two"_s))});
    QVERIFY(none.isError());
    QCOMPARE(none.error().code, base::ErrorCode::NotFound);
    QVERIFY2(textOf(none).contains(u"inductor_timm_training") && textOf(none).contains(u"inductor_huggingface_inference"),
             qPrintable(textOf(none)));
    const auto unnamed = diff::diffsOf({side(folder.write(u"any.csv"_s, kTwo)), side(folder.path(u"two"_s))});
    QVERIFY2(textOf(unnamed).contains(u"one table without a config in its name"), qPrintable(textOf(unnamed)));
    const auto missing = diff::diffsOf({side(folder.path(u"one"_s)), side(folder.path(u"nowhere"_s))});
    QVERIFY(missing.isError());
    QCOMPARE(missing.error().code, base::ErrorCode::NotFound);
  }

  void labels_data() {
    QTest::addColumn<QStringList>("paths");
    QTest::addColumn<QString>("labels");
    const auto row = [](const char* tag, const QStringList& paths, const char* labels) {
      QTest::newRow(tag) << paths << QString::fromUtf8(labels);
    };
    row("names", {u"old.csv"_s, u"new.csv"_s}, "old|new");
    row("folders", {u"a/x.csv"_s, u"b/x.csv"_s}, "a|b");
    row("folders above", {u"a/r/x.csv"_s, u"b/r/x.csv"_s}, "a|b");
    row("ends in a slash", {u"before/"_s, u"./after/"_s}, "before|after");
    row("words in common", {u"inductor_before.csv"_s, u"inductor_after.csv"_s}, "before|after");
    row("only one has more", {u"inductor.csv"_s, u"inductor__new.csv"_s}, "inductor|new");
    row("a version is no ending", {u"v1.2"_s, u"v1.3"_s}, "v1.2|v1.3");
    row("numbers alone say nothing", {u"run_1.csv"_s, u"run_2.csv"_s}, "run_1|run_2");
    row("the same", {u"x.csv"_s, u"x.csv"_s}, "run 1|run 2");
    row("nothing", {u""_s, u"/"_s}, "run 1|run 2");
    row("long", {QString(60, u'a') + u".csv"_s, u"b.csv"_s}, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...|b");
    row("long and alike", {QString(60, u'a') + u"b.csv"_s, QString(60, u'a') + u"c.csv"_s}, "run 1|run 2");
    row("not ASCII", {u"\u00e4/x.csv"_s, u"\u00f6/x.csv"_s}, "\u00e4|\u00f6");
  }
  void labels() {
    QFETCH(QStringList, paths);
    std::vector<diff::SideName> names;
    for (const QString& path : paths) names.push_back({.paths = {path.toStdString()}});
    QStringList labels;
    for (const std::string& label : diff::sideLabels(names)) labels += QString::fromStdString(label);
    QTEST(labels.join(u'|'), "labels");
  }
  void requestedLabels() {
    using Names = std::vector<diff::SideName>;
    QCOMPARE(diff::sideLabels(Names{{.requested = "b", .paths = {"a"}}, {.paths = {"b"}}}),
             (std::vector<std::string>{"b", "b (2)"}));
    QCOMPARE(diff::sideLabels(Names{{.paths = {"a"}, .commit = hash('1')}, {.paths = {"b"}, .commit = hash('2')}}),
             (std::vector<std::string>{"1111111", "2222222"}));
    QVERIFY(diff::sideLabels({}).empty());
  }

  void offers() {
    const auto view =
        viewOf(OpenedMaker()
                   .baseline("inductor_torchbench_training", "name,accuracy\na,pass\n")
                   .result({.config = "inductor_torchbench_training", .commit = hash('a')}, "name,accuracy\na,OOM\n")
                   .baseline("dynamic_inductor_torchbench_training", "name,accuracy\na,pass\n"));
    QVERIFY(view);
    QStringList offered;
    for (const diff::RunChoice& offer : diff::runChoices(*view))
      offered += QString::fromStdString(offer.group + ": " + offer.run.label + (offer.run.isBaseline ? " *" : ""));
    QCOMPARE(offered, (QStringList{u"dynamic_inductor_torchbench_training: dynamic inductor baseline *"_s,
                                   u"inductor_torchbench_training: inductor aaaaaaa"_s,
                                   u"inductor_torchbench_training: inductor baseline *"_s}));
    const auto pair = diff::actualAgainstBaseline(view->configs()[1]);
    QVERIFY(pair.has_value());
    QCOMPARE((*pair)[0].label, "baseline");
    QCOMPARE((*pair)[1].label, "aaaaaaa");
    QCOMPARE((*pair)[1].commit, hash('a'));
    QVERIFY(!diff::actualAgainstBaseline(view->configs()[0]));
  }

  void commitsInOrder() {
    const support::GitRepository git;
    if (!git.isUsable()) QSKIP("git is not there");
    std::vector<std::string> made;
    for (const char* text : {"1", "2", "3", "4"}) {
      git.write(u"f"_s, text);
      QVERIFY(git.commitAll());
      made.push_back(git.run({u"rev-parse"_s, u"HEAD"_s}).out.trimmed().toStdString());
    }
    const std::string checkout = git.path().toStdString();
    // All within one second: only their parents give the order.
    QCOMPARE(diff::commitOrder({made[2], made[0], made[3], made[1]}, checkout), made);
    QCOMPARE(diff::commitOrder({made[3], made[1]}, checkout), (std::vector<std::string>{made[1], made[3]}));
    const std::vector<std::string> oneUnknown = {made[2], hash('0'), made[0]};
    QCOMPARE(diff::commitOrder(oneUnknown, checkout), oneUnknown);
    for (const char* odd : {"--all", "HEAD", ""}) {
      const std::vector<std::string> commits = {made[2], odd, made[0]};
      QCOMPARE(diff::commitOrder(commits, checkout), commits);
    }
    const std::vector<std::string> backwards = {made[2], made[0]};
    QCOMPARE(diff::commitOrder(backwards, ""), backwards);
    QCOMPARE(diff::commitOrder(backwards, git.path(u"nowhere"_s).toStdString()), backwards);
    // Two branches: an ancestor still comes before what follows from it.
    QVERIFY(git.run({u"checkout"_s, u"-q"_s, u"-b"_s, u"side"_s, QString::fromStdString(made[1])}).ok);
    git.write(u"g"_s, "side");
    QVERIFY(git.commitAll());
    const std::string branch = git.run({u"rev-parse"_s, u"HEAD"_s}).out.trimmed().toStdString();
    const auto ordered = diff::commitOrder({branch, made[3], made[0]}, checkout);
    QCOMPARE(ordered.front(), made[0]);
    QCOMPARE(ordered.size(), std::size_t(3));
  }

  void trend() {
    OpenedMaker maker;
    maker.baseline("inductor_torchbench_training", "name,accuracy\na,pass\n");
    for (int i = 0; i < 8; ++i) {
      const std::string commit = hash(static_cast<char>('1' + i));
      const std::string config = i == 3 ? "inductor_torchbench_inference" : "inductor_torchbench_training";
      maker.result({.config = config, .commit = commit},
                   "name,accuracy,graph_breaks\na,pass," + std::to_string(i) + "\n");
    }
    const auto view = viewOf(maker);
    QVERIFY(view);
    const auto made = diff::trendRuns(*view, *configs::configOfName("inductor_torchbench_training"), "");
    QVERIFY(made.isValue());
    QStringList labels;
    for (const diff::Run& run : made.value()) labels += QString::fromStdString(run.label);
    QCOMPARE(labels.join(u' '), u"1111111 2222222 3333333 5555555 6666666 7777777 8888888"_s);
    // More commits than can stand side by side: a trend takes them all.
    QVERIFY(diff::RunDiff::make(made.value()).isError());
    const auto joined = diff::RunDiff::make(made.value(), {}, diff::kMaxTrendRuns);
    QVERIFY(joined.isValue());
    QCOMPARE(joined.value()->numbers(3, *joined.value()->metricOf("graph_breaks"))[0], 4.0);
    QVERIFY(diff::trendRuns(*view, *configs::configOfName("inductor_timm_training"), "").value().empty());
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(diff::trendRuns(*view, view->configs()[0].config, "", base::Progress(stop.get_token())).isCancelled());
  }

  void realPairs() {
    const QDir data(QStringLiteral(PLUMBLINE_SOURCE_DIR "/../shared/data/pytorch"));
    if (!data.exists()) QSKIP("no ../shared/data/pytorch here: the real pairs are not at hand");
    const QString before = data.filePath(u"expected/inductor_torchbench_inference.csv"_s);
    const QString after = data.filePath(u"actual/inductor_torchbench_inference__ROCm-6aedb8a0.csv"_s);
    const auto made = diff::diffsOf({side(before), side(after)});
    // 62 and 96 models, 2 gone and 36 new; conflict markers are no models (SOURCES.md, pair 2).
    QCOMPARE(textOf(made), u"inductor_torchbench_inference 62, ROCm-6aedb8a0 96"_s);
    const diff::RunDiff& joined = *made.value().configs.front().diff;
    std::size_t gone = 0;
    std::size_t fresh = 0;
    for (std::size_t row = 0; row < joined.rowCount(); ++row) {
      gone += joined.hasModel(1, row) ? 0 : 1;
      fresh += joined.hasModel(0, row) ? 0 : 1;
    }
    QCOMPARE(gone, std::size_t(2));
    QCOMPARE(fresh, std::size_t(36));
    QCOMPARE(joined.doubled().size(), std::size_t(3));
    const auto trees = diff::diffsOf({side(data.filePath(u"expected"_s)), side(data.filePath(u"actual"_s))});
    QVERIFY2(trees.isValue(), qPrintable(textOf(trees)));
    QVERIFY2(trees.value().configs.size() >= 10, qPrintable(textOf(trees)));
  }
};

QTEST_GUILESS_MAIN(ChooseRunsTest)
#include "choose_runs_test.moc"
