// SPDX-License-Identifier: GPL-3.0-or-later
// The update of a whole tree: what is taken, what stays and is told, what is held back. tests/parity/update_parity.py
// holds the cells against what PyTorch's updater would write.
#include <QTest>

#include "core/overview/update.h"
#include "tests/core/overview/opened_maker.h"

using namespace plumbline;
using baselines::Drafts;
using overview::planUpdate;
using overview::UpdateMode;
using overview::UpdateReport;
using overview::UpdateRequest;
using support::OpenedMaker;

namespace {

const std::string kTraining = "inductor_torchbench_training";
const std::string kPath = "tree/inductor_torchbench_training.csv";

struct Desk {
  overview::CommitPtr view;
  Drafts drafts;
  UpdateReport report;

  Desk(const OpenedMaker& maker, const UpdateRequest& request) : view(support::viewOf(maker)) {
    if (view == nullptr) qFatal("no view");
    for (const auto& c : view->configs())
      if (c.baseline) drafts.adopt({c.baselinePath, std::string(c.baseline->bytes()), std::string(c.baseline->bytes()), {1, 2, 3}, true});
    auto made = planUpdate(*view, request, drafts);
    if (!made) qFatal("%s", made.error().text.c_str());
    report = std::move(*made);
    if (!drafts.apply(report.change)) qFatal("the change does not fit");
  }
  std::string pending(const std::string& path = kPath) const { return drafts.find(path)->pending; }
  QString told() const {
    QStringList lines;
    for (const std::string& line : report.refused) lines << QStringLiteral("! ") + QString::fromStdString(line);
    for (const std::string& line : report.notes) lines << QString::fromStdString(line);
    return lines.join(QLatin1Char('\n'));
  }
};

const std::string kBase = "name,accuracy,graph_breaks\nb,pass,3\na,pass,1\nold,pass,0\n";

}  // namespace

class UpdateTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void takesCellsAndNewModels();
  void keepsMissingShards();
  void replaces();
  void trackedCounters();
  void holdsBack();
  void unmeasured();
  void newBaselines();
  void whatCannotBeTaken();
  void aModelInTwoShards();
  void aRunWithoutRowsMakesNone();
  void theRightCommit();
  void removeLostNeedsReplace();
};

void UpdateTest::takesCellsAndNewModels() {
  OpenedMaker maker;
  maker.baseline(kTraining, kBase);
  maker.result({.config = kTraining}, "name,accuracy,graph_breaks\na,pass,1.0\nb,pass,2.0\nnew,pass,5.0\n");
  const Desk desk(maker, {});
  QCOMPARE(desk.pending(), std::string("name,accuracy,graph_breaks\nb,pass,2\na,pass,1\nold,pass,0\nnew,pass,5\n"));
  QCOMPARE(desk.told(), QStringLiteral("inductor_torchbench_training: old was not run and stays."));
  QVERIFY(desk.report.isComplete());
  QCOMPARE(desk.report.change.text, std::string("Update 1 baseline"));
}

void UpdateTest::keepsMissingShards() {
  OpenedMaker maker;
  maker.baseline(kTraining, kBase);
  maker.result({.config = kTraining, .shard = 1, .shards = 2, .attempt = 1}, "name,accuracy,graph_breaks\na,pass,0\n");
  const UpdateRequest request{.mode = UpdateMode::Replace, .removeLost = true, .allowRegressions = true, .reason = "gone"};
  const Desk desk(maker, request);
  QCOMPARE(desk.pending(), std::string("name,accuracy,graph_breaks\nb,pass,3\na,pass,0\nold,pass,0\n"));
  QVERIFY2(desk.told().contains(QStringLiteral("1 of 2 shards")), qPrintable(desk.told()));
}

void UpdateTest::replaces() {
  OpenedMaker maker;
  maker.baseline(kTraining, kBase);
  maker.result({.config = kTraining, .shard = 1, .shards = 2, .attempt = 1}, "name,accuracy,graph_breaks\na,pass,1\n");
  maker.result({.config = kTraining, .shard = 2, .shards = 2, .attempt = 1}, "name,accuracy,graph_breaks\nb,pass,3\n");
  const Desk merged(maker, {});
  QVERIFY(merged.drafts.changed().empty());
  const Desk asked(maker, {.mode = UpdateMode::Replace});
  QVERIFY(asked.drafts.changed().empty());
  const Desk held(maker, {.mode = UpdateMode::Replace, .removeLost = true});
  QVERIFY(held.drafts.changed().empty());
  QVERIFY(!held.report.isComplete());
  QCOMPARE(held.report.heldBack.editCount(), std::size_t{1});
  const Desk done(maker, {.mode = UpdateMode::Replace, .removeLost = true, .allowRegressions = true, .reason = "left"});
  QCOMPARE(done.pending(), std::string("name,accuracy,graph_breaks\nb,pass,3\na,pass,1\n"));
}

void UpdateTest::trackedCounters() {
  OpenedMaker maker;
  maker.baseline(kTraining, "name,accuracy,graph_breaks,calls_captured,fallbacks_to_eager\na,pass,1,,\nb,pass,0,10,0\n");
  maker.result({.config = kTraining},
               "dev,name,accuracy,calls_captured,fallbacks_to_eager,graph_breaks\ncuda,a,pass,70,0,1\ncuda,b,pass,12,0,0\n");
  const Desk desk(maker, {});
  QCOMPARE(desk.pending(),
           std::string("name,accuracy,graph_breaks,calls_captured,fallbacks_to_eager\na,pass,1,70,0\nb,pass,0,12,0\n"));
}

void UpdateTest::holdsBack() {
  OpenedMaker maker;
  maker.baseline(kTraining, kBase);
  maker.result({.config = kTraining}, "name,accuracy,graph_breaks\na,pass,0\nb,pass,9\nold,pass,0\n");
  for (const UpdateRequest& request : {UpdateRequest{}, UpdateRequest{.reason = "no leave"}, UpdateRequest{.allowRegressions = true, .reason = " "}}) {
    const Desk desk(maker, request);
    QCOMPARE(desk.pending(), std::string("name,accuracy,graph_breaks\nb,pass,3\na,pass,0\nold,pass,0\n"));
    QVERIFY(!desk.report.isComplete());
    QCOMPARE(desk.report.heldBack.guardSummary(), std::string("1 model gets more graph breaks"));
  }
  const Desk allowed(maker, {.allowRegressions = true, .reason = "pin bump"});
  QCOMPARE(allowed.pending(), std::string("name,accuracy,graph_breaks\nb,pass,9\na,pass,0\nold,pass,0\n"));
  QCOMPARE(allowed.drafts.decisions().at({kPath, "b"}).reason, std::string("pin bump"));
  QCOMPARE(allowed.drafts.decisions().at({kPath, "a"}).reason, std::string());
}

void UpdateTest::unmeasured() {
  OpenedMaker maker;
  maker.baseline(kTraining, kBase);
  maker.result({.config = kTraining}, "name,accuracy,graph_breaks\na,pass,1\nb,fail_to_run,0\nold,pass,0\n");
  const UpdateRequest allowed{.allowRegressions = true, .reason = "known"};
  const Desk kept(maker, allowed);
  QCOMPARE(kept.pending(), std::string("name,accuracy,graph_breaks\nb,fail_to_run,3\na,pass,1\nold,pass,0\n"));
  QVERIFY(kept.told().contains(QStringLiteral("graph_breaks stays 3")));
  UpdateRequest zeros = allowed;
  zeros.acceptUnmeasured = true;
  QCOMPARE(Desk(maker, zeros).pending(), std::string("name,accuracy,graph_breaks\nb,fail_to_run,0\na,pass,1\nold,pass,0\n"));
}

void UpdateTest::newBaselines() {
  OpenedMaker maker;
  maker.baseline(kTraining, "name,accuracy,graph_breaks,calls_captured\na,pass,1,10\n");
  maker.result({.config = "dynamic_inductor_torchbench_training"},
               "dev,name,accuracy,calls_captured,graph_breaks\ncuda,z,pass,7.0,2.0\ncuda,B,OOM,0,0\n#c,#d,pass,1,1\ncuda,t,pass,1,1\n"
               "cuda,t,pass,1,1\n");
  maker.result({.config = "cpu_inductor_huggingface_inference"}, "name,accuracy,graph_breaks\nh,pass,0\n");
  maker.result({.config = "xpu/inductor_torchbench_training.amp_bf16"}, "name,accuracy\nx,pass\n");
  const Desk none(maker, {});
  QVERIFY(none.report.newFiles.empty());
  QVERIFY(none.told().contains(QStringLiteral("cpu_inductor_huggingface_inference has no baseline, and none is made.")));

  const Desk desk(maker, {.newTree = "/no/such/tree"});
  QCOMPARE(desk.report.newFiles.size(), std::size_t{2});
  QCOMPARE(desk.pending("/no/such/tree/dynamic_inductor_torchbench_training.csv"),
           std::string("name,accuracy,graph_breaks,calls_captured\n\n\n\nB,OOM,0,0\n\n\n\nz,pass,2,7\n"));
  QCOMPARE(desk.pending("/no/such/tree/cpu_inductor_huggingface_inference.csv"),
           std::string("name,accuracy,graph_breaks\n\n\n\nh,pass,0\n"));
  QVERIFY2(desk.told().contains(QStringLiteral("! xpu/inductor_torchbench_training.amp_bf16")), qPrintable(desk.told()));
}

void UpdateTest::whatCannotBeTaken() {
  OpenedMaker maker;
  maker.baseline(kTraining, kBase).baseline(kTraining, kBase, "other");
  maker.baseline("dynamic_inductor_torchbench_training", kBase);
  maker.result({.config = kTraining}, "name,accuracy,graph_breaks\na,pass,0\na,pass,0\nb,pass,2\n");
  maker.result({.config = "dynamic_inductor_torchbench_training"}, "name,speedup\na,1.5\nnew,1.2\n");
  maker.unnamed("odd.csv", "unknown name");
  const Desk desk(maker, {});
  QCOMPARE(desk.pending(), std::string("name,accuracy,graph_breaks\nb,pass,2\na,pass,1\nold,pass,0\n"));
  QVERIFY(!desk.report.isComplete());
  for (const char* part : {"! 1 file belongs to no config: odd.csv.", "has no column accuracy", "is a second baseline of its config",
                           ": a: The run has this name in lines 2 and 3; keep one of them."})
    QVERIFY2(desk.told().contains(QLatin1String(part)), qPrintable(desk.told()));
  QCOMPARE(desk.pending("tree/dynamic_inductor_torchbench_training.csv"), kBase);
}

void UpdateTest::theRightCommit() {
  OpenedMaker maker;
  maker.baseline(kTraining, kBase);
  maker.result({.config = kTraining, .commit = std::string(40, 'a')}, "name,accuracy,graph_breaks\na,pass,0\nb,pass,3\nold,pass,0\n");
  maker.result({.config = kTraining, .commit = std::string(40, 'b')}, "name,accuracy,graph_breaks\na,pass,1\nb,pass,0\nold,pass,0\n");
  const Desk desk(maker, {});
  QCOMPARE(desk.pending(), std::string("name,accuracy,graph_breaks\nb,pass,0\na,pass,1\nold,pass,0\n"));
  QVERIFY2(desk.told().contains(QStringLiteral("Results of 2 commits are open; those of bbbb")), qPrintable(desk.told()));
}

void UpdateTest::aModelInTwoShards() {
  OpenedMaker maker;
  maker.baseline(kTraining, kBase);
  maker.result({.config = kTraining, .shard = 1, .shards = 2, .origin = "one"}, "name,accuracy,graph_breaks\na,pass,0\nb,pass,2\n");
  maker.result({.config = kTraining, .shard = 2, .shards = 2, .origin = "two"}, "name,accuracy,graph_breaks\na,fail_to_run,0\nb,pass,2\nold,pass,0\n");
  const Desk desk(maker, {});
  QCOMPARE(desk.pending(), std::string("name,accuracy,graph_breaks\nb,pass,2\na,pass,1\nold,pass,0\n"));
  QCOMPARE(desk.told(), QStringLiteral("! inductor_torchbench_training: a is in two shards with different rows, one and two. "
                                       "Which one is right is unknown.\n"
                                       "inductor_torchbench_training: b is in two shards."));
  QVERIFY(!desk.report.isComplete());
}

void UpdateTest::aRunWithoutRowsMakesNone() {
  OpenedMaker maker;
  maker.result({.config = kTraining}, "name,accuracy,graph_breaks\n");
  const Desk desk(maker, {.newTree = "tree"});
  QVERIFY(desk.report.newFiles.empty());
  QCOMPARE(desk.told(), QStringLiteral("inductor_torchbench_training has no baseline, and none is made: its run has no row."));
}

void UpdateTest::removeLostNeedsReplace() {
  OpenedMaker maker;
  maker.baseline(kTraining, kBase);
  Drafts drafts;
  const auto refused = planUpdate(*support::viewOf(maker), {.removeLost = true}, drafts);
  QVERIFY(!refused);
  QCOMPARE(refused.error().code, base::ErrorCode::BadArgument);
}

QTEST_APPLESS_MAIN(UpdateTest)
#include "update_test.moc"
