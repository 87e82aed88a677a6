// SPDX-License-Identifier: GPL-3.0-or-later
// The flaky lists around a pair: what is found, what is said about each entry, and the changes that edit a list.
#include "core/baselines/accept_decision.h"
#include "core/session/flaky_lists.h"

#include <QElapsedTimer>
#include <QTest>

#include <set>

#include "core/overview/headline.h"
#include "core/overview/open_commit.h"
#include "core/session/pending_edits.h"
#include "core/verdicts/rule_sets/rule_set.h"
#include "tests/support/flaky_checkout.h"
#include "tests/support/test_folder.h"

using namespace Qt::StringLiterals;
using namespace plumbline;
using namespace plumbline::session;

class FlakyListsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void editsOfAScriptCountForCi() {
    const support::FlakyCheckout checkout;
    const session::SnapshotPtr pair = checkout.pair();
    QVERIFY(pair);
    const std::string expected = checkout.expectedPath().toStdString(), script = checkout.accuracyPath().toStdString();
    baselines::Drafts drafts;
    const auto file = drafts.open(script);
    QVERIFY(file);
    const auto said = [&] { return baselines::ciText(baselines::ciChange(*pair->comparison, expected, drafts)); };
    QCOMPARE(said(), std::string("CI fails: 1 failing row"));
    const std::size_t at = (*file)->pending.find("\"cedar\"");
    QVERIFY(drafts.apply({.text = "t", .files = {{script, {{at, at, "\"elm_7b\", "}}}}, .decisions = {}}));
    QCOMPARE(said(), std::string("CI passes: 1 -> 0 failing rows after 1 edit"));
    // Rules that are no checkout's do not read it.
    QVERIFY(!baselines::pendingRules(**verdicts::ruleSet(verdicts::kDefaultGeneration), expected, drafts));
  }

  /// The first config of the commit has a baseline of another place, without check scripts.
  void editsOfAScriptCountForACommitOfTwoTrees() {
    const support::FlakyCheckout checkout;
    const support::TestFolder other;
    const QByteArray table = "name,accuracy,graph_breaks\nalder,pass,0\n";
    const QString deep = u"a/b/c/d/e/f/g/ci_expected_accuracy"_s;  // the checkout speaks for all
    QVERIFY(QDir(other.path()).mkpath(deep));
    other.write(deep + u"/aot_eager_torchbench_training.csv"_s, table);
    checkout.write("run/aot_eager_torchbench_training.csv", table);
    checkout.write(support::FlakyCheckout::baselines() + "inductor_torchbench_training.csv", "name,accuracy,graph_breaks\nelm_7b,pass,0\n");
    checkout.write("run/inductor_torchbench_training.csv", "name,accuracy,graph_breaks\nelm_7b,timeout,0\n");
    const auto opened = overview::openCommit({.paths = {{other.path(deep).toStdString(), sources::Role::Expected},
                                                        {checkout.native("benchmarks/dynamo/ci_expected_accuracy"), sources::Role::Expected},
                                                        {checkout.native("run"), sources::Role::Actual}},
                                              .ruleId = session::kCheckoutRuleId});
    QVERIFY(opened.isValue());
    const overview::CommitView& view = *opened.value();
    QVERIFY(!view.configs().empty() && view.configs().front().comparison && view.configs().front().baselinePath.starts_with(other.path().toStdString()));
    baselines::Drafts drafts;
    const std::string script = checkout.accuracyPath().toStdString();
    const auto file = drafts.open(script);
    QVERIFY(file);
    const auto said = [&] { return baselines::ciText(overview::ciChange(view, drafts)); };
    QCOMPARE(said(), std::string("CI fails: 1 failing row"));
    const std::size_t at = (*file)->pending.find("\"cedar\"");
    QVERIFY(drafts.apply({.text = "t", .files = {{script, {{at, at, "\"elm_7b\", "}}}}, .decisions = {}}));
    QCOMPARE(said(), std::string("CI passes: 1 -> 0 failing rows after 1 edit"));
  }

  void init() {
    m_checkout = std::make_unique<support::FlakyCheckout>();
    m_edits = std::make_unique<PendingEdits>(QString());
    m_lists = std::make_unique<FlakyLists>(*m_edits);
    m_lists->setToday(flaky::Date{std::chrono::year(2026), std::chrono::month(11), std::chrono::day(21)});
  }
  void cleanup() {
    m_lists.reset();
    m_edits.reset();
    m_checkout.reset();
  }

  void withoutAPairThereIsNothing() {
    settle();
    QVERIFY(m_lists->overview()->rows.empty());
    QVERIFY(m_lists->overview()->files.empty());
    QCOMPARE(m_lists->newList(), std::string());
    QVERIFY(!m_lists->hasPair());
  }

  void findsTheScriptsOfTheCheckout() {
    open();
    QCOMPARE(dump(),
             u"check_accuracy.py alder accuracy: 3 baselines, excuses alder\n"
             "check_accuracy.py cedar accuracy: 1 baselines, excuses\n"
             "check_accuracy.py gone_model accuracy: 0 baselines, excuses\n"
             "check_accuracy.py fir accuracy rocm: 1 baselines, excuses\n"
             "check_graph_breaks.py alder graph-breaks: 3 baselines, excuses\n"
             "check_graph_breaks.py birch graph-breaks: 2 baselines, excuses birch\n"
             "check_graph_breaks.py fir graph-breaks rocm: 1 baselines, excuses\n"_s);
    const FlakyOverview& overview = *m_lists->overview();
    QCOMPARE(overview.baselines, std::size_t(3));
    QCOMPARE(overview.files.size(), std::size_t(3));  // the third is the flaky.toml that could be made
    QVERIFY(!overview.files[2].exists);
    QCOMPARE(m_lists->newList(), m_checkout->native("flaky.toml"));
    QVERIFY(overview.rows[0].excuses[0].byCi);
    QVERIFY(std::ranges::binary_search(overview.models, "fir"));
    QCOMPARE(overview.configs, (std::vector<std::string>{"inductor_alpha_inference", "inductor_alpha_training"}));
  }

  void tellsWhatIsWorthALook() {
    open();
    const FlakyOverview& overview = *m_lists->overview();
    QCOMPARE(namesWith(RemarkKind::InNoBaseline), (QStringList{u"gone_model"_s}));
    QCOMPARE(namesWith(RemarkKind::OneScriptOnly), (QStringList{u"cedar"_s, u"gone_model"_s, u"birch"_s}));
    QCOMPARE(overview.countOf(RemarkKind::OneScriptOnly), std::size_t(3));
    QVERIFY(namesWith(RemarkKind::NoReason).contains(u"alder"_s));
    QVERIFY(!namesWith(RemarkKind::NoReason).contains(u"cedar"_s));
  }

  void anExpiredEntryExcusesNothing() {
    m_checkout->write("flaky.toml",
                      "[[flaky]]\nname = \"elm_7b\"\nreason = \"slow disk\"\nexpires = 2026-11-21\n\n"
                      "[[flaky]]\npattern = \"elm*\"\nreason = \"slow disk\"\nexpires = 2026-11-20\n");
    open();
    const FlakyRow& last = m_lists->overview()->rows.back();
    const FlakyRow& today = m_lists->overview()->rows[m_lists->overview()->rows.size() - 2];
    QVERIFY(!today.isExpired());  // the day itself still counts
    QCOMPARE(today.excuses.size(), std::size_t(1));
    QVERIFY(!today.excuses[0].byCi);  // CI knows nothing of our list
    QVERIFY(last.isExpired());
    QVERIFY(last.excuses.empty());
    QCOMPARE(last.modelCount, std::size_t(1));
  }

  void changesAreMadeOnThePendingBytes() {
    open();
    const std::string script = m_checkout->accuracyPath().toStdString();
    done(m_lists->adding(script, named("elm_7b", "slow disk")));
    QVERIFY(dump().contains(u"check_accuracy.py elm_7b accuracy: 1 baselines, excuses elm_7b"_s));
    QCOMPARE(m_checkout->read("benchmarks/dynamo/check_accuracy.py"), support::FlakyCheckout::accuracyScript());
    QVERIFY(!m_lists->adding(script, named("elm_7b")));  // it is there already

    FlakyRow row = *rowOf("elm_7b");
    flaky::FlakyEntry renamed = row.value;
    renamed.name = "elm_8b";
    done(m_lists->replacing(row, script, renamed));
    QVERIFY(rowOf("elm_8b") && !rowOf("elm_7b"));

    // From the script into our own list, which begins to exist.
    renamed.owner = "me";
    renamed.origin = flaky::Origin::Toml;
    done(m_lists->replacing(*rowOf("elm_8b"), m_lists->newList(), renamed));
    QCOMPARE(m_lists->overview()->files[2].entries, std::size_t(1));
    QVERIFY(m_lists->overview()->files[2].exists);
    QCOMPARE(m_edits->drafts().find(script)->pending, support::FlakyCheckout::accuracyScript().toStdString());

    done(m_lists->removing({*rowOf("cedar"), *rowOf("gone_model"), *rowOf("elm_8b"), *rowOf("birch")}));
    QVERIFY(!rowOf("cedar") && !rowOf("gone_model") && !rowOf("elm_8b") && !rowOf("birch"));
    QCOMPARE(m_lists->overview()->rows.size(), std::size_t(4));
  }

  void anEntryThatIsGoneIsNotGuessedAt() {
    open();
    const FlakyRow cedar = *rowOf("cedar");
    done(m_lists->removing({cedar}));
    const auto gone = m_lists->removing({cedar});
    QVERIFY(!gone);
    QCOMPARE(gone.error().code, base::ErrorCode::Changed);
    QVERIFY(!m_lists->replacing(cedar, m_checkout->accuracyPath().toStdString(), cedar.value));
  }

  void listsThatAreNoneAreRefused() {
    open();
    m_checkout->write("notes.toml", "[[flaky]]\nname = \"x\"\nexpires = \"soon\"\n");
    const auto bad = m_lists->openList(m_checkout->path("notes.toml"));
    QVERIFY(!bad);
    QCOMPARE(bad.error().line, std::size_t(3));
    QVERIFY(!m_lists->openList(m_checkout->path("missing.toml")));
    QVERIFY(m_lists->openList(m_checkout->accuracyPath()));  // known already: once is enough
    settle();
    QCOMPARE(m_lists->overview()->files.size(), std::size_t(3));
  }

  void aBrokenScriptIsShownWithItsLine() {
    m_checkout->write("benchmarks/dynamo/check_graph_breaks.py",
                      "flaky_models = {\"alder\", 3}\nprint(graph_breaks)\n");
    open();
    const FlakyFile& file = m_lists->overview()->files[1];
    QVERIFY(file.error || !file.problems.empty());
    QCOMPARE(m_lists->overview()->files[0].entries, std::size_t(4));
  }

  void entriesGoFromOneListIntoAnother() {
    m_checkout->write("team.toml",
                      "[[flaky]]\nname = \"elm_7b\"\ncheck = \"accuracy\"\nowner = \"me\"\n\n"
                      "[[flaky]]\nname = \"alder\"\ncheck = \"accuracy\"\n\n[[flaky]]\npattern = \"elm*\"\n");
    open();
    QVERIFY(m_lists->openList(m_checkout->path("team.toml")));
    const std::string script = m_checkout->accuracyPath().toStdString();
    const auto plan = m_lists->planTransfer(m_lists->source(m_checkout->native("team.toml"))->entries(), script);
    QVERIFY(plan);
    QCOMPARE(plan->size(), std::size_t(3));
    QCOMPARE((*plan)[0].lost, std::vector<std::string>{"owner me"});
    QVERIFY((*plan)[0].canBeDone());
    QVERIFY((*plan)[1].isThere);
    QVERIFY(!(*plan)[2].refusal.empty());
    done(m_lists->transferring(*plan, script));
    QVERIFY(dump().contains(u"check_accuracy.py elm_7b accuracy"_s));
    QCOMPARE(m_lists->overview()->files[0].entries, std::size_t(5));
  }

  /// The remark must be the exact difference of the two scripts' sets, for the lists of real generations.
  void differencesOfRealScriptsAreExact_data() {
    QTest::addColumn<QString>("generation");
    for (const std::string& generation : verdicts::generations())
      QTest::newRow(generation.c_str()) << QString::fromStdString(generation);
  }
  void differencesOfRealScriptsAreExact() {
    QFETCH(QString, generation);
    const auto rules = verdicts::ruleSet(generation.toStdString());
    QVERIFY(rules);
    const flaky::FlakyModels& accuracy = (*rules)->accuracy.flaky;
    const flaky::FlakyModels& breaks = (*rules)->graphBreaks.flaky;
    m_checkout->write("benchmarks/dynamo/check_accuracy.py", script(accuracy, "actual"));
    m_checkout->write("benchmarks/dynamo/check_graph_breaks.py", script(breaks, "graph_breaks"));
    open();
    std::multiset<std::string> expected;
    const auto only = [&](const std::vector<std::string>& here, const std::vector<std::string>& there) {
      for (const std::string& name : here)
        if (std::ranges::find(there, name) == there.end()) expected.insert(name);
    };
    only(accuracy.base, breaks.base);
    only(breaks.base, accuracy.base);
    // The base set counts on ROCm as well.
    const auto onRocm = [](const flaky::FlakyModels& models) {
      std::vector<std::string> names = models.base;
      names.insert(names.end(), models.rocm.begin(), models.rocm.end());
      return names;
    };
    only(accuracy.rocm, onRocm(breaks));
    only(breaks.rocm, onRocm(accuracy));
    std::multiset<std::string> found;
    for (const QString& name : namesWith(RemarkKind::OneScriptOnly)) found.insert(name.toStdString());
    QVERIFY(!expected.empty());
    const auto list = [](const std::multiset<std::string>& names) {
      QStringList out;
      for (const std::string& name : names) out << QString::fromStdString(name);
      return out;
    };
    QCOMPARE(list(found), list(expected));
  }

  void aRowOfAnOlderOverviewIsFoundOrRefused() {
    open();
    const FlakyRow cedar = *rowOf("cedar");
    m_lists->setPair(nullptr);
    settle();
    QVERIFY(m_lists->overview()->files.empty());
    QVERIFY(m_lists->removing({cedar}));  // it stands there still, whatever is in view
    QVERIFY(m_lists->replacing(cedar, cedar.path, named("cedar", "other")));
  }

  /// As many baselines and entries as PyTorch has; the GUI thread waits for none of it.
  void aWholeCheckoutIsReadBesideTheWindow() {
    QByteArray names = "name,accuracy\n";
    for (int i = 0; i < 100; ++i) names += "model_number_" + QByteArray::number(i) + ",pass\n";
    for (int i = 0; i < 130; ++i)
      m_checkout->write(support::FlakyCheckout::baselines() + "config_" + QByteArray::number(i) + ".csv", names);
    QByteArray list;
    for (int i = 0; i < 80; ++i)
      list += "[[flaky]]\npattern = \"*number_" + QByteArray::number(i) + "\"\nreason = \"x\"\n\n";
    m_checkout->write("flaky.toml", list);
    const SnapshotPtr pair = m_checkout->pair();
    QElapsedTimer timer;
    timer.start();
    m_lists->setPair(pair);
    const qint64 blocked = timer.elapsed();
    settle();
    qInfo("%lld ms until the window goes on, %lld ms until all is known", blocked, timer.elapsed());
    QCOMPARE(m_lists->overview()->baselines, std::size_t(133));
    QCOMPARE(m_lists->overview()->rows.back().matches.size(), std::size_t(130));
  }

  void aModelTakenOutOfABaselineIsInItNoMore() {
    open();
    const auto file = m_edits->openFile(m_checkout->expectedPath());
    QVERIFY(file);
    const std::string& bytes = (*file)->pending;
    const std::size_t at = bytes.find("cedar");
    done(baselines::Change{"Remove cedar", {{(*file)->path, {{at, bytes.find("elm"), ""}}}}, {}});
    QCOMPARE(namesWith(RemarkKind::InNoBaseline), (QStringList{u"cedar"_s, u"gone_model"_s}));
  }

 private:
  static QByteArray script(const flaky::FlakyModels& models, const QByteArray& metric) {
    const auto set = [](const std::vector<std::string>& names) {
      QByteArray out = "{\n";
      for (const std::string& name : names) out += "    \"" + QByteArray::fromStdString(name) + "\",\n";
      return out + "}";
    };
    return "flaky_models = " + set(models.base) + "\nif \"rocm\" in path:\n    flaky_models.update(" +
           set(models.rocm) + ")\nprint(" + metric + ")\n";
  }
  static flaky::FlakyEntry named(const char* name, const char* reason = "") {
    flaky::FlakyEntry entry;
    entry.name = name;
    entry.reason = reason;
    return entry;
  }
  void settle() { QTRY_VERIFY_WITH_TIMEOUT(!m_lists->isBusy(), 60'000); }
  void open() {
    const SnapshotPtr pair = m_checkout->pair();
    QVERIFY(pair);
    m_lists->setPair(pair);
    settle();
  }
  void done(const base::Result<baselines::Change>& change) {
    QVERIFY2(change.has_value(), change ? "" : base::describe(change.error()).c_str());
    const auto back = m_edits->apply(*change);
    QVERIFY2(back.has_value(), back ? "" : base::describe(back.error()).c_str());
    settle();
  }
  const FlakyRow* rowOf(std::string_view name) const {
    for (const FlakyRow& row : m_lists->overview()->rows)
      if (row.value.name == name) return &row;
    return nullptr;
  }
  QStringList namesWith(RemarkKind kind) const {
    QStringList names;
    for (const FlakyRow& row : m_lists->overview()->rows)
      if (row.has(kind)) names << QString::fromStdString(row.value.name);
    return names;
  }
  QString dump() const {
    QString out;
    for (const FlakyRow& row : m_lists->overview()->rows) {
      const QString file = QString::fromStdString(m_lists->overview()->files[row.file].path).section(u'/', -1);
      out += file + u' ' + QString::fromStdString(row.value.name) + u' ' + QString::fromStdString(row.value.check);
      if (!row.value.platform.empty()) out += u' ' + QString::fromStdString(row.value.platform);
      out += u": %1 baselines, excuses"_s.arg(row.matches.size());
      for (const verdicts::FlakyUse& use : row.excuses) out += u' ' + QString::fromStdString(use.model);
      out += u'\n';
    }
    return out;
  }

  std::unique_ptr<support::FlakyCheckout> m_checkout;
  std::unique_ptr<PendingEdits> m_edits;
  std::unique_ptr<FlakyLists> m_lists;
};

QTEST_GUILESS_MAIN(FlakyListsTest)
#include "flaky_lists_test.moc"
