// SPDX-License-Identifier: GPL-3.0-or-later
// Siblings of an edit by the evidence of their own runs, and rows that a sibling left behind, from git alone. Both
// stand on one story: five rows of the CUDA baseline moved, those of ROCm did not.
#include <QTest>

#include "core/overview/drift.h"
#include "core/overview/sibling_proposals.h"
#include "tests/core/overview/opened_maker.h"
#include "tests/support/git_repository.h"

using namespace plumbline;
using baselines::Drafts;
using overview::CommitPtr;
using overview::DriftRow;
using overview::Evidence;
using overview::ModelEdit;
using overview::SiblingProposal;
using support::OpenedMaker;
using support::viewOf;

namespace {

const std::string kCuda = "inductor_torchbench_training";
const std::string kDynamic = "dynamic_inductor_torchbench_training";
const std::string kRocm = "rocm/inductor_torchbench_training";

configs::Config config(const std::string& name) { return *configs::configOfName(name); }
std::string pathOf(const std::string& name) { return "tree/" + name + ".csv"; }

/// table writes "name,accuracy,graph_breaks" with three empty lines between rows.
std::string table(const std::string& rows) {
  std::string out;
  const std::string csv = "name,accuracy,graph_breaks\n" + rows;
  for (std::size_t at = 0; at < csv.size();) {
    const std::size_t end = csv.find('\n', at);
    out += csv.substr(at, end - at) + (end + 1 < csv.size() ? "\n\n\n\n" : "\n");
    at = end + 1;
  }
  return out;
}

/// Five models whose graph breaks went down on CUDA in three steps, and one that never moved.
const char* const kOld = "m1,pass,7\nm2,pass,7\nm3,pass,9\nm4,pass,11\nm5,pass,4\nstill,pass,0\n";
const char* const kNew = "m1,pass,6\nm2,pass,6\nm3,pass,8\nm4,pass,10\nm5,pass,3\nstill,pass,0\n";

struct Desk {
  CommitPtr view;
  Drafts drafts;

  explicit Desk(CommitPtr made) : view(std::move(made)) {
    for (const auto& c : view->configs())
      if (c.baseline) put(c.baselinePath, std::string(c.baseline->bytes()));
  }
  void put(const std::string& path, const std::string& bytes) { drafts.adopt({path, bytes, bytes, {1, 2, 3}, true}); }
  void edit(const std::string& path, const std::string& bytes) {
    if (!drafts.apply({"edit", {{path, text::between(drafts.find(path)->pending, bytes)}}, {}})) qFatal("edit");
  }
  const std::string& pending(const std::string& name) const { return drafts.find(pathOf(name))->pending; }
};

/// line: "rocm/... m1 [same change seen] graph_breaks 7 -> 6 (run 6)".
QString line(const CommitPtr& view, const SiblingProposal& p) {
  std::string out = configs::configName(view->configs()[p.config].config) + ' ' + p.model + " [" +
                    std::string(overview::evidenceWord(p.evidence)) + ']';
  for (const auto& cell : p.cells)
    out += ' ' + cell.column + ' ' + cell.now + " -> " + cell.proposed + " (run " + cell.actual + ')';
  return QString::fromStdString(out);
}

QStringList lines(const CommitPtr& view, const std::vector<SiblingProposal>& proposals) {
  QStringList out;
  for (const SiblingProposal& p : proposals) out << line(view, p);
  return out;
}

}  // namespace

class SiblingsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void cudaMovedRocmDidNot();
  void evidence_data();
  void evidence();
  void missingShardIsNotRun();
  void columnsASiblingLacks();
  void newRows();
  void guardsAndClashes();
  void withoutRuns();
  void drift();
  void noDrift_data();
  void noDrift();
  void driftOfOneModel();
};

/// PR 188512 as a fixture: the ROCm run shows what CUDA's baseline says since three commits.
void SiblingsTest::cudaMovedRocmDidNot() {
  OpenedMaker maker;
  maker.baseline(kCuda, table(kOld)).baseline(kRocm, table(kOld)).baseline(kDynamic, table(kOld));
  maker.baseline("inductor_huggingface_training", table(kOld));
  const std::string run = std::string("name,accuracy,graph_breaks\n") + kNew;
  maker.result({.config = kCuda}, run).result({.config = kRocm}, run);
  Desk desk(viewOf(maker));
  desk.edit(pathOf(kCuda), table(kNew));
  const auto edits = overview::editsIn(*desk.view, desk.drafts, config(kCuda));
  QCOMPARE(edits.size(), std::size_t{5});
  const auto proposals = overview::proposeSiblings(*desk.view, edits, desk.drafts);
  const auto same = overview::sameEvidence(proposals);
  QCOMPARE(lines(desk.view, same),
           (QStringList{QStringLiteral("rocm/inductor_torchbench_training m1 [same change seen] graph_breaks 7 -> 6 (run 6)"),
                        QStringLiteral("rocm/inductor_torchbench_training m2 [same change seen] graph_breaks 7 -> 6 (run 6)"),
                        QStringLiteral("rocm/inductor_torchbench_training m3 [same change seen] graph_breaks 9 -> 8 (run 8)"),
                        QStringLiteral("rocm/inductor_torchbench_training m4 [same change seen] graph_breaks 11 -> 10 (run 10)"),
                        QStringLiteral("rocm/inductor_torchbench_training m5 [same change seen] graph_breaks 4 -> 3 (run 3)")}));
  QCOMPARE(proposals.size(), std::size_t{10});  // the dynamic one was not run; another suite is no sibling

  const auto change = overview::applySiblings(*desk.view, same, desk.drafts, "");
  QVERIFY(change);
  QCOMPARE(change->files.size(), std::size_t{1});
  QCOMPARE(change->decisions.size(), std::size_t{5});
  const auto undo = desk.drafts.apply(*change);
  QVERIFY(undo);
  QCOMPARE(desk.pending(kRocm), table(kNew));
  QCOMPARE(desk.pending(kDynamic), table(kOld));
  QCOMPARE(desk.pending("inductor_huggingface_training"), table(kOld));
  QCOMPARE(desk.drafts.decisions().at({pathOf(kRocm), "m4"}).what, std::string("graph_breaks 11 -> 10"));

  // What is pending counts: asked again, there is nothing left to do.
  for (const SiblingProposal& p : overview::proposeSiblings(*desk.view, edits, desk.drafts))
    QVERIFY(p.evidence == (p.words == "ROCm" ? Evidence::AlreadyThere : Evidence::NotRun));
  QVERIFY(desk.drafts.apply(*undo));
  QCOMPARE(desk.pending(kRocm), table(kOld));
  QCOMPARE(desk.drafts.decisions().size(), std::size_t{0});
}

void SiblingsTest::evidence_data() {
  QTest::addColumn<QString>("baseline");  // of the sibling, one row
  QTest::addColumn<QString>("run");       // of the sibling; "" for none
  QTest::addColumn<QString>("cells");     // the edit
  QTest::addColumn<QString>("expected");
  const QString gb = QStringLiteral("graph_breaks=6");
  const QString both = QStringLiteral("accuracy=fail_to_run graph_breaks=6");
  const QString old = QStringLiteral("m,pass,7\n");
  QTest::newRow("same") << old << QStringLiteral("m,pass,6\n") << gb
                        << QStringLiteral("[same change seen] graph_breaks 7 -> 6 (run 6)");
  QTest::newRow("same as a number") << old << QStringLiteral("m,pass,6.0\n") << gb
                                    << QStringLiteral("[same change seen] graph_breaks 7 -> 6 (run 6.0)");
  QTest::newRow("not run") << old << QString() << gb << QStringLiteral("[not run] graph_breaks 7 -> 6 (run )");
  QTest::newRow("lost") << old << QStringLiteral("x,pass,0\n") << gb << QStringLiteral("[not run] graph_breaks 7 -> 6 (run )");
  QTest::newRow("differs: still the old") << old << old << gb << QStringLiteral("[differs] graph_breaks 7 -> 6 (run 7)");
  QTest::newRow("differs: third value") << old << QStringLiteral("m,pass,5\n") << gb
                                        << QStringLiteral("[differs] graph_breaks 7 -> 6 (run 5)");
  QTest::newRow("already there") << QStringLiteral("m,pass,6\n") << QStringLiteral("m,pass,9\n") << gb
                                 << QStringLiteral("[already there] graph_breaks 6 -> 6 (run 9)");
  QTest::newRow("no row") << QStringLiteral("x,pass,0\n") << QStringLiteral("m,pass,6\n") << gb
                          << QStringLiteral("[no row] graph_breaks  -> 6 (run 6)");
  QTest::newRow("padding says nothing") << old << QStringLiteral("m,fail_to_run,0\n") << QStringLiteral("graph_breaks=0")
                                        << QStringLiteral("[not run] graph_breaks 7 -> 0 (run )");
  QTest::newRow("padding, the word counts") << old << QStringLiteral("m,fail_to_run,0\n") << both
                                            << QStringLiteral("[same change seen] accuracy pass -> fail_to_run (run fail_to_run)");
  QTest::newRow("padding, another word") << old << QStringLiteral("m,OOM,0\n") << both
                                         << QStringLiteral("[differs] accuracy pass -> fail_to_run (run OOM) graph_breaks 7 -> 6 (run )");
  QTest::newRow("half there") << QStringLiteral("m,fail_to_run,7\n") << QStringLiteral("m,fail_to_run,0\n") << both
                              << QStringLiteral("[not run] accuracy fail_to_run -> fail_to_run (run fail_to_run) graph_breaks 7 -> 6 (run )");
  QTest::newRow("twice in its baseline") << old + old << QStringLiteral("m,pass,6\n") << gb << QString();
  QTest::newRow("twice in its run") << old << QStringLiteral("m,pass,6\nm,pass,6\n") << gb
                                    << QStringLiteral("[not run] graph_breaks 7 -> 6 (run )");
}

void SiblingsTest::evidence() {
  QFETCH(QString, baseline);
  QFETCH(QString, run);
  QFETCH(QString, cells);
  QFETCH(QString, expected);
  OpenedMaker maker;
  maker.baseline(kCuda, table("m,pass,7\n")).baseline(kRocm, table(baseline.toStdString()));
  if (!run.isEmpty()) maker.result({.config = kRocm}, "name,accuracy,graph_breaks\n" + run.toStdString());
  Desk desk(viewOf(maker));
  ModelEdit edit{config(kCuda), "m", {}};
  for (const QString& cell : cells.split(QLatin1Char(' '))) {
    const QStringList parts = cell.split(QLatin1Char('='));
    edit.cells.emplace_back(parts[0].toStdString(), parts[1].toStdString());
  }
  const auto proposals = overview::proposeSiblings(*desk.view, {edit}, desk.drafts);
  QStringList told = lines(desk.view, proposals);
  QCOMPARE(told.size(), expected.isEmpty() ? 0 : 1);
  if (!expected.isEmpty()) QCOMPARE(told[0], QStringLiteral("rocm/inductor_torchbench_training m ") + expected);
}

void SiblingsTest::missingShardIsNotRun() {
  OpenedMaker maker;
  maker.baseline(kCuda, table("m,pass,7\nx,pass,0\n")).baseline(kRocm, table("m,pass,7\nx,pass,0\n"));
  maker.result({.config = kRocm, .shard = 1, .shards = 2, .attempt = 1}, "name,accuracy,graph_breaks\nx,pass,0\n");
  Desk desk(viewOf(maker));
  const auto proposals = overview::proposeSiblings(*desk.view, {{config(kCuda), "m", {{"graph_breaks", "6"}}}}, desk.drafts);
  QCOMPARE(proposals.size(), std::size_t{1});
  QVERIFY(proposals[0].evidence == Evidence::NotRun);
}

void SiblingsTest::columnsASiblingLacks() {
  OpenedMaker maker;
  maker.baseline(kCuda, table("m,pass,7\n"));
  maker.baseline(kRocm, "name,accuracy\nm,pass\n").baseline(kDynamic, "name,graph_breaks\nm,7\n");
  Desk desk(viewOf(maker));
  const auto told = lines(desk.view, overview::proposeSiblings(
      *desk.view, {{config(kCuda), "m", {{"accuracy", "OOM"}, {"graph_breaks", "6"}, {"name", "m"}}}}, desk.drafts));
  QCOMPARE(told, (QStringList{QStringLiteral("dynamic_inductor_torchbench_training m [not run] graph_breaks 7 -> 6 (run )"),
                              QStringLiteral("rocm/inductor_torchbench_training m [not run] accuracy pass -> OOM (run )")}));
  QVERIFY(overview::proposeSiblings(*desk.view, {{config(kCuda), "m", {{"speedup", "2"}}}}, desk.drafts).empty());
}

void SiblingsTest::newRows() {
  OpenedMaker maker;
  maker.baseline(kCuda, table("a,pass,0\n")).baseline(kRocm, table("a,pass,0\nn,fail_to_run,0\n"));
  maker.result({.config = kRocm}, "name,accuracy,graph_breaks\na,pass,0\nn,pass,3\n");
  Desk desk(viewOf(maker));
  desk.edit(pathOf(kCuda), table("a,pass,0\nn,pass,3\n"));
  const auto edits = overview::editsIn(*desk.view, desk.drafts, config(kCuda));
  QCOMPARE(edits.size(), std::size_t{1});
  QCOMPARE(edits[0].model, std::string("n"));
  const auto told = lines(desk.view, overview::proposeSiblings(*desk.view, edits, desk.drafts));
  QCOMPARE(told, QStringList{QStringLiteral("rocm/inductor_torchbench_training n [same change seen] accuracy fail_to_run -> pass "
                                            "(run pass) graph_breaks 0 -> 3 (run 3)")});
  // Counts where none were before: the zeros of a failed row are no lower number.
  const auto change = overview::applySiblings(*desk.view, overview::proposeSiblings(*desk.view, edits, desk.drafts), desk.drafts, "");
  QVERIFY(change);
}

void SiblingsTest::guardsAndClashes() {
  OpenedMaker maker;
  maker.baseline(kCuda, table("m,pass,7\n")).baseline(kRocm, table("m,pass,7\n"));
  maker.result({.config = kRocm}, "name,accuracy,graph_breaks\nm,pass,8\n");
  Desk desk(viewOf(maker));
  const ModelEdit worse{config(kCuda), "m", {{"graph_breaks", "8"}}};
  const auto proposals = overview::proposeSiblings(*desk.view, {worse, worse}, desk.drafts);
  QCOMPARE(overview::sameEvidence(proposals).size(), std::size_t{2});
  const auto refused = overview::applySiblings(*desk.view, proposals, desk.drafts, "");
  QVERIFY(!refused);
  QCOMPARE(refused.error().code, base::ErrorCode::BadArgument);
  const auto change = overview::applySiblings(*desk.view, proposals, desk.drafts, "library bump");
  QVERIFY2(change, change ? "" : change.error().text.c_str());
  QVERIFY(desk.drafts.apply(*change));
  QCOMPARE(desk.pending(kRocm), table("m,pass,8\n"));
  QCOMPARE(desk.drafts.decisions().at({pathOf(kRocm), "m"}).reason, std::string("library bump"));
}

void SiblingsTest::withoutRuns() {
  OpenedMaker maker;
  maker.baseline(kCuda, table(kOld)).baseline(kRocm, table(kOld)).baseline(kDynamic, table(kOld));
  Desk desk(viewOf(maker));
  const auto proposals = overview::proposeSiblings(*desk.view, {{config(kCuda), "m1", {{"graph_breaks", "6"}}}}, desk.drafts);
  QCOMPARE(proposals.size(), std::size_t{2});
  for (const SiblingProposal& p : proposals) QVERIFY(p.evidence == Evidence::NotRun);
  QVERIFY(overview::editsIn(*desk.view, desk.drafts, config("inductor_timm_training")).empty());
}

namespace {

const QString kTree = QStringLiteral("benchmarks/dynamo/ci_expected_accuracy/");

/// Story commits one state of the tree after the other.
class Story {
 public:
  bool isUsable() const { return m_git.isUsable(); }
  void write(const std::string& name, const std::string& bytes) const {
    m_git.write(kTree + QString::fromStdString(name) + QStringLiteral(".csv"), QByteArray::fromStdString(bytes));
  }
  void commit(const char* subject) const {
    if (!m_git.run({QStringLiteral("add"), QStringLiteral("-A")}).ok ||
        !m_git.run({QStringLiteral("-c"), QStringLiteral("user.name=t"), QStringLiteral("-c"),
                    QStringLiteral("user.email=t@example.invalid"), QStringLiteral("commit"), QStringLiteral("-q"),
                    QStringLiteral("-m"), QString::fromUtf8(subject)}).ok)
      qFatal("git commit");
  }
  std::vector<DriftRow> rows(std::size_t commits = 500, const std::string& model = {}) const {
    const auto history = sources::readHistory(m_git.pathOf({}), kTree.chopped(1).toStdString(), {.commits = commits});
    if (!history.isValue()) qFatal("%s", history.error().text.c_str());
    return overview::driftRows(history.value(), model).value();
  }

 private:
  support::GitRepository m_git;
};

QStringList driftLines(const std::vector<DriftRow>& rows) {
  QStringList out;
  for (const DriftRow& row : rows) {
    std::string text = configs::configName(row.stayed) + ' ' + row.model + ' ' + row.column + ' ' + row.stayedValue + ", " +
                       configs::configName(row.moved) + ' ' + row.movedValue + ':';
    for (const overview::Move& move : row.moves) text += ' ' + move.subject + ' ' + move.from + "->" + move.to;
    out << QString::fromStdString(text);
  }
  return out;
}

}  // namespace

/// The tree before PR 188512: three commits moved the CUDA side, and nobody looked at ROCm.
void SiblingsTest::drift() {
  const Story story;
  if (!story.isUsable()) QSKIP("git is not here");
  story.write(kCuda, table(kOld));
  story.write(kRocm, table(kOld));
  story.commit("start");
  story.write(kCuda, table("m1,pass,6\nm2,pass,6\nm3,pass,9\nm4,pass,11\nm5,pass,4\nstill,pass,0\n"));
  story.commit("one");
  story.write(kCuda, table("m1,pass,6\nm2,pass,6\nm3,pass,8\nm4,pass,12\nm5,pass,4\nstill,pass,0\n"));
  story.commit("two");
  story.write(kCuda, table(kNew));
  story.commit("three");
  const QStringList expected{
      QStringLiteral("rocm/inductor_torchbench_training m4 graph_breaks 11, inductor_torchbench_training 10: three 12->10 two 11->12"),
      QStringLiteral("rocm/inductor_torchbench_training m5 graph_breaks 4, inductor_torchbench_training 3: three 4->3"),
      QStringLiteral("rocm/inductor_torchbench_training m3 graph_breaks 9, inductor_torchbench_training 8: two 9->8"),
      QStringLiteral("rocm/inductor_torchbench_training m1 graph_breaks 7, inductor_torchbench_training 6: one 7->6"),
      QStringLiteral("rocm/inductor_torchbench_training m2 graph_breaks 7, inductor_torchbench_training 6: one 7->6")};
  QCOMPARE(driftLines(story.rows()), expected);
  // With a shorter memory only what moved within it, and from the value that it had then.
  QCOMPARE(driftLines(story.rows(1)), QStringList{expected[1]});

  story.write(kRocm, table("m1,pass,6\nm2,pass,7\nm3,pass,9\nm4,pass,11\nm5,pass,4\nstill,pass,0\n"));
  story.commit("rocm follows once");
  QCOMPARE(driftLines(story.rows()), expected.mid(0, 3) << expected[4]);
  story.write(kRocm, table(kNew));
  story.commit("rocm follows");
  QCOMPARE(driftLines(story.rows()), QStringList());
}

void SiblingsTest::noDrift_data() {
  QTest::addColumn<QString>("cudaBefore");
  QTest::addColumn<QString>("rocmBefore");
  QTest::addColumn<QString>("cudaAfter");
  QTest::addColumn<QString>("rocmAfter");
  QTest::addColumn<int>("rows");
  const QString a = QStringLiteral("a,pass,7\n");
  const QString b = QStringLiteral("a,pass,6\n");
  QTest::newRow("the control: one moved") << a << a << b << a << 1;
  QTest::newRow("never agreed") << a << QStringLiteral("a,pass,3\n") << b << QStringLiteral("a,pass,3\n") << 0;
  QTest::newRow("moved to where the other was") << a << b << b << b << 0;
  QTest::newRow("both moved in one commit") << a << a << b << QStringLiteral("a,pass,5\n") << 0;
  QTest::newRow("only the spelling") << a << a << QStringLiteral("a,pass,7.0\n") << a << 0;
  QTest::newRow("the other has no such row") << a << QStringLiteral("x,pass,0\n") << b << QStringLiteral("x,pass,0\n") << 0;
  QTest::newRow("a row went") << a + QStringLiteral("z,pass,0\n") << a << QStringLiteral("z,pass,0\n") << a << 0;
  QTest::newRow("a row came") << QStringLiteral("z,pass,0\n") << a << b << a << 0;
  QTest::newRow("a word moved") << a << a << QStringLiteral("a,OOM,7\n") << a << 1;
  QTest::newRow("no baseline any more") << a << a << QStringLiteral("<<<<<<< x\na,pass,6\n=======\na,pass,5\n>>>>>>> y\n") << a << 0;
}

void SiblingsTest::noDrift() {
  QFETCH(QString, cudaBefore);
  QFETCH(QString, rocmBefore);
  QFETCH(QString, cudaAfter);
  QFETCH(QString, rocmAfter);
  QFETCH(int, rows);
  const Story story;
  if (!story.isUsable()) QSKIP("git is not here");
  story.write(kCuda, table(cudaBefore.toStdString()));
  story.write(kRocm, table(rocmBefore.toStdString()));
  // Other suites, modes and files are nobody's siblings.
  story.write("inductor_torchbench_inference", table(rocmBefore.toStdString()));
  story.write("inductor_huggingface_training", table(rocmBefore.toStdString()));
  story.write("expected_results", "a,compile_time_instruction_count,100,0.01\n");
  story.commit("before");
  story.write(kCuda, table(cudaAfter.toStdString()));
  story.write(kRocm, table(rocmAfter.toStdString()));
  story.commit("after");
  const auto found = story.rows();
  QVERIFY2(found.size() == static_cast<std::size_t>(rows), qPrintable(driftLines(found).join(QLatin1Char('\n'))));
}

void SiblingsTest::driftOfOneModel() {
  const Story story;
  if (!story.isUsable()) QSKIP("git is not here");
  story.write(kCuda, table(kOld));
  story.write(kRocm, table(kOld));
  story.write(kDynamic, table(kOld));
  story.commit("start");
  story.write(kCuda, table(kNew));
  story.commit("moved");
  QCOMPARE(story.rows().size(), std::size_t{10});
  const auto one = story.rows(500, "m3");
  QCOMPARE(one.size(), std::size_t{2});
  QCOMPARE(one[0].movedPath, std::string("benchmarks/dynamo/ci_expected_accuracy/inductor_torchbench_training.csv"));
  QCOMPARE(one[0].moves.at(0).commit.size(), std::size_t{40});
  QVERIFY(story.rows(500, "none").empty());
}

QTEST_APPLESS_MAIN(SiblingsTest)
#include "siblings_test.moc"
