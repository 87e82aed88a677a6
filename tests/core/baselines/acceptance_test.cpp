// SPDX-License-Identifier: GPL-3.0-or-later
// What "accept" does for every kind of row, told as the plan in words and as the bytes of the file afterwards.
#include <QTest>

#include "core/baselines/acceptance.h"
#include "tests/core/baselines/accept_change.h"
#include "tests/support/pair_maker.h"

using namespace plumbline;
using baselines::BaselineTable;
using baselines::Guard;
using baselines::Plan;
using baselines::AcceptRequest;

namespace {

/// everyRow selects all rows of a comparison.
std::vector<std::uint32_t> everyRow(const verdicts::Comparison& comparison) {
  std::vector<std::uint32_t> rows(comparison.rowCount());
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = static_cast<std::uint32_t>(i);
  return rows;
}

/// words returns "model: what [guard]" for each edit and "model! text" or "model~ text" for each note, refused or not.
QString words(const Plan& plan) {
  QStringList lines;
  for (const auto& edit : plan.edits) {
    QString line = QString::fromStdString(edit.model) + QStringLiteral(": ");
    if (std::holds_alternative<baselines::AddModel>(edit.edit)) {
      line += QStringLiteral("add ") + QString::fromStdString(edit.to);
    } else if (std::holds_alternative<baselines::RemoveModel>(edit.edit)) {
      line += QStringLiteral("remove ") + QString::fromStdString(edit.from);
    } else {
      line += QString::fromStdString(edit.column + ' ' + edit.from + '>' + edit.to);
    }
    if (edit.guard != Guard::None) line += QStringLiteral(" (!)");
    lines << line;
  }
  for (const auto& note : plan.notes)
    lines << QString::fromStdString(note.model + (note.refused ? "! " : "~ ") + note.text);
  return lines.join(QLatin1Char('\n'));
}

struct Planned {
  Plan plan;
  QString bytes;  ///< the baseline afterwards, or the error
};

Planned planFor(const QByteArray& actual, const QByteArray& expected, AcceptRequest request) {
  const auto comparison = support::compare(actual.toStdString(), expected.toStdString());
  if (!comparison) return {{}, QStringLiteral("not comparable")};
  if (request.rows.empty()) request.rows = everyRow(*comparison);
  const BaselineTable baseline = *BaselineTable::of(expected.toStdString(), "expected.csv");
  Plan plan = baselines::planAcceptance(*comparison, baseline, request);
  const auto change = baselines::acceptChange(plan, baseline, "why not");
  if (!change) return {std::move(plan), QString::fromStdString(base::describe(change.error()))};
  const text::ByteEdits none;
  const auto& edits = change->files.empty() ? none : change->files.front().edits;
  return {std::move(plan), QString::fromStdString(text::applied(expected.toStdString(), edits).value_or("?"))};
}

}  // namespace

class AcceptanceTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void rows_data();
  void rows();
  void wishes();
  void refusals_data();
  void refusals();
  void thePendingFileCounts();
  void aReasonIsAskedFor();
  void decisions();
  void alike();
};

void AcceptanceTest::rows_data() {
  QTest::addColumn<QByteArray>("actual");
  QTest::addColumn<QByteArray>("expected");
  QTest::addColumn<QString>("plan");
  QTest::addColumn<QString>("bytes");
  const auto row = [](const char* name, const char* actual, const char* expected, const char* plan, const char* bytes) {
    QTest::newRow(name) << QByteArray(actual) << QByteArray(expected) << QString::fromUtf8(plan)
                        << QString::fromUtf8(bytes);
  };
  row("equal", "name,accuracy\na,pass", "name,accuracy\na,pass", "", "name,accuracy\na,pass");
  row("status", "name,accuracy,graph_breaks\na,fail_accuracy,7\n", "name,accuracy,graph_breaks\n\n\n\na,pass,7\n",
      "a: accuracy pass>fail_accuracy (!)", "name,accuracy,graph_breaks\n\n\n\na,fail_accuracy,7\n");
  row("better", "name,accuracy,graph_breaks\na,pass,5\n", "name,accuracy,graph_breaks\na,fail_accuracy,7\n",
      "a: accuracy fail_accuracy>pass\na: graph_breaks 7>5", "name,accuracy,graph_breaks\na,pass,5\n");
  row("zeros of a failed baseline row are no counts", "name,accuracy,graph_breaks\na,pass,3\nb,pass,4\n",
      "name,accuracy,graph_breaks\na,fail_to_run,0\nb,pass,0\n",
      "a: accuracy fail_to_run>pass\na: graph_breaks 0>3\nb: graph_breaks 0>4 (!)",
      "name,accuracy,graph_breaks\na,pass,3\nb,pass,4\n");
  row("whole numbers stay whole", "name,accuracy,graph_breaks\na,pass,5.0\nb,pass,\n",
      "name,accuracy,graph_breaks\na,pass,4\nb,pass,2\n",
      "a: graph_breaks 4>5 (!)\nb~ graph_breaks stays 2: the run has no value there.",
      "name,accuracy,graph_breaks\na,pass,5\nb,pass,2\n");
  row("whole number or not is no change", "name,graph_breaks\na,5.0\n", "name,graph_breaks\na,5\n", "",
      "name,graph_breaks\na,5\n");
  row("four decimals", "dev,name,batch_size,speedup,abs_latency\ncuda,a,4,2.014039,10.123456\n",
      "dev,name,batch_size,speedup,abs_latency\ncuda,a,8,2.6028,22.2879\n",
      "a: speedup 2.6028>2.0140 (!)\na: abs_latency 22.2879>10.1235",
      "dev,name,batch_size,speedup,abs_latency\ncuda,a,8,2.0140,10.1235\n");
  row("equal once rounded", "name,compression_ratio\na,1.196512\n", "name,compression_ratio\na,1.1965\n", "",
      "name,compression_ratio\na,1.1965\n");
  row("failed run", "name,accuracy,graph_breaks,unique_graphs\na,fail_to_run,0,0\n",
      "name,accuracy,graph_breaks,unique_graphs\na,pass,7,2\n",
      "a: accuracy pass>fail_to_run (!)\n"
      "a~ graph_breaks stays 7 and unique_graphs stays 2: a run that ends in fail_to_run does not count them.",
      "name,accuracy,graph_breaks,unique_graphs\na,fail_to_run,7,2\n");
  row("failed run that counted", "name,accuracy,graph_breaks,unique_graphs\na,fail_to_run,0,3\n",
      "name,accuracy,graph_breaks,unique_graphs\na,fail_to_run,7,2\n", "a: graph_breaks 7>0\na: unique_graphs 2>3",
      "name,accuracy,graph_breaks,unique_graphs\na,fail_to_run,0,3\n");
  row("skipped", "name,accuracy,graph_breaks\na,pass_due_to_skip,0\n", "name,accuracy,graph_breaks\na,pass,7\n",
      "a: accuracy pass>pass_due_to_skip (!)\n"
      "a~ graph_breaks stays 7: a run that ends in pass_due_to_skip does not count them.",
      "name,accuracy,graph_breaks\na,pass_due_to_skip,7\n");
  row("zero beside no word", "name,accuracy,graph_breaks\na,pass,3\n", "name,accuracy,graph_breaks\na,,0\n",
      "a: accuracy >pass\na: graph_breaks 0>3 (!)", "name,accuracy,graph_breaks\na,pass,3\n");
  row("zero of a failed baseline", "name,accuracy,graph_breaks\na,pass,3\n",
      "name,accuracy,graph_breaks\na,OOM,0\n", "a: accuracy OOM>pass\na: graph_breaks 0>3",
      "name,accuracy,graph_breaks\na,pass,3\n");
  row("fail_accuracy counts", "name,accuracy,graph_breaks\na,fail_accuracy,0\n",
      "name,accuracy,graph_breaks\na,fail_accuracy,7\n", "a: graph_breaks 7>0",
      "name,accuracy,graph_breaks\na,fail_accuracy,0\n");
  row("failed performance run", "name,batch_size,speedup,abs_latency\na,0,0.0,0.0\n",
      "name,batch_size,speedup,abs_latency\na,4,2.6028,22.2879\n",
      "a~ speedup stays 2.6028 and abs_latency stays 22.2879: the run measured nothing, all its values are zero.",
      "name,batch_size,speedup,abs_latency\na,4,2.6028,22.2879\n");
  row("new model", "dev,name,batch_size,accuracy,graph_breaks\ncuda,b,4,pass,2\ncuda,a,4,pass,1\n",
      "name,accuracy,graph_breaks\n\n\n\na,pass,1\n\n\n\nc,pass,3\n",
      "b: add accuracy pass, graph_breaks 2\nc! The run has no row for it, so there is nothing to accept. It can be "
      "removed, if that is meant.",
      "name,accuracy,graph_breaks\n\n\n\na,pass,1\n\n\n\nb,pass,2\n\n\n\nc,pass,3\n");
  row("new model in a performance file",
      "dev,name,batch_size,speedup,calls_captured\ncuda,a,4,1.5,10\ncuda,b,16,2.014039,5\n",
      "dev,name,batch_size,speedup\ncuda,a,4,1.5000\n", "b: add dev cuda, batch_size 16, speedup 2.0140",
      "dev,name,batch_size,speedup\ncuda,a,4,1.5000\ncuda,b,16,2.0140\n");
  row("new failed model", "name,accuracy,graph_breaks\na,OOM,0\n", "name,accuracy,graph_breaks,calls_captured\n",
      "a: add accuracy OOM, graph_breaks 0\na~ The zeros in graph_breaks are padding: a run that ends in OOM does not "
      "count them.\na~ calls_captured is left empty: the run has no value there.",
      "name,accuracy,graph_breaks,calls_captured\na,OOM,0,\n");
  row("baseline without the column", "name,accuracy,graph_breaks\na,pass,3\n", "name,accuracy\na,OOM\n",
      "a: accuracy OOM>pass", "name,accuracy\na,pass\n");
  row("run without the column", "name,accuracy\na,pass\n", "name,accuracy,graph_breaks\na,OOM,3\n",
      "a: accuracy OOM>pass", "name,accuracy,graph_breaks\na,pass,3\n");
  row("empty cell of the baseline", "name,accuracy,calls_captured\na,pass,12.0\n",
      "name,accuracy,calls_captured\na,pass,\n", "a: calls_captured >12", "name,accuracy,calls_captured\na,pass,12\n");
  row("wide file", "name,float32,amp_fp16\na,fail_accuracy,pass\n",
      "name,float32,bfloat16,amp_fp16\na,pass,pass,pass\n", "", "name,float32,bfloat16,amp_fp16\na,pass,pass,pass\n");
  row("names that are numbers", "name,accuracy\n007,pass\n12,pass\n", "name,accuracy\n7,OOM\n",
      "7: accuracy OOM>pass\n12: add accuracy pass", "name,accuracy\n7,pass\n12,pass\n");
  row("quoted", "name,accuracy\n\"a,b\",\"pa\"\"ss\"\n", "name,accuracy\n\"a,b\",\"pass\"\n",
      "a,b: accuracy pass>pa\"ss (!)", "name,accuracy\n\"a,b\",\"pa\"\"ss\"\n");
}

void AcceptanceTest::rows() {
  QFETCH(QByteArray, actual);
  QFETCH(QByteArray, expected);
  QFETCH(QString, plan);
  QFETCH(QString, bytes);
  const Planned planned = planFor(actual, expected, {});
  QCOMPARE(words(planned.plan), plan);
  QCOMPARE(planned.bytes, bytes);
}

void AcceptanceTest::wishes() {
  const QByteArray actual = "name,accuracy,graph_breaks,odd\na,OOM,0,x\nb,pass,9,y\nd,pass,1,z\n";
  const QByteArray expected = "name,accuracy,graph_breaks,odd\na,pass,7,1\nb,pass,7,2\nc,pass,3,3\n";
  // Some rows, some metrics; a column that the catalogue does not know only when it is asked for.
  QCOMPARE(words(planFor(actual, expected, {.rows = {1}}).plan), QStringLiteral("b: graph_breaks 7>9 (!)"));
  QCOMPARE(words(planFor(actual, expected, {.rows = {0}, .metrics = {"accuracy"}}).plan),
           QStringLiteral("a: accuracy pass>OOM (!)"));
  QCOMPARE(words(planFor(actual, expected, {.rows = {1}, .metrics = {"odd", "nowhere", "name"}}).plan),
           QStringLiteral("b: odd 2>y"));
  QCOMPARE(words(planFor(actual, expected, {.rows = {1}, .metrics = {"accuracy"}, .noteOthers = true}).plan),
           QStringLiteral("b~ graph_breaks stays 7 and still fails CI: not part of this answer.\n"
                          "b~ odd stays 2: not part of this answer."));
  // A new row is always whole.
  QCOMPARE(words(planFor(actual, expected, {.rows = {2}, .metrics = {"accuracy"}}).plan),
           QStringLiteral("d: add accuracy pass, graph_breaks 1, odd z"));
  QCOMPARE(words(planFor(actual, expected, {.rows = {0}, .acceptUnmeasured = true}).plan),
           QStringLiteral("a: accuracy pass>OOM (!)\na: graph_breaks 7>0"));
  const Planned lost = planFor(actual, expected, {.rows = {3}, .removeLost = true});
  QCOMPARE(words(lost.plan), QStringLiteral("c: remove accuracy pass, graph_breaks 3, odd 3 (!)"));
  QCOMPARE(lost.bytes, QStringLiteral("name,accuracy,graph_breaks,odd\na,pass,7,1\nb,pass,7,2\n"));
  QCOMPARE(words(planFor(actual, expected, {.rows = {99}}).plan), QString());
}

void AcceptanceTest::refusals_data() {
  QTest::addColumn<QByteArray>("actual");
  QTest::addColumn<QByteArray>("expected");
  QTest::addColumn<QString>("why");
  const QByteArray good = "name,accuracy\na,pass\n";
  QByteArray often = "name,accuracy\n";
  for (int i = 0; i < 20'000; ++i) often += "a,pass\n";
  QTest::newRow("very often in the run")
      << often << good << QStringLiteral("a! The run has this name in lines 2, 3, 4, 5, 6, 7, 8, 9 and 19992 more; keep one of them.");
  QTest::newRow("twice in the run") << QByteArray("name,accuracy\nb,pass\na,OOM\na,pass\n") << good
                                    << QStringLiteral("a! The run has this name in lines 3 and 4; keep one of them.");
  QTest::newRow("twice in the baseline") << QByteArray("name,accuracy\na,OOM\n")
                                         << QByteArray("name,accuracy\na,pass\n\na,pass\n")
                                         << QStringLiteral("a! \"a\" stands in line 2 and again in line 4.");
  QTest::newRow("missing name") << QByteArray("name,accuracy\nNA,pass\na,pass\n") << good
                                << QStringLiteral("nan! pandas reads the name \"NA\" as missing");
  QTest::newRow("empty name") << QByteArray("name,accuracy\n,OOM\n") << good
                              << QStringLiteral("nan! pandas reads the name \"\"");
  QTest::newRow("conflict in the run") << QByteArray("name,accuracy\n<<<<<<< HEAD\na,OOM\n") << good
                                       << QStringLiteral("<<<<<<< HEAD! This line was left behind by git");
  QTest::newRow("number here, text there")
      << QByteArray("name,accuracy\n12,OOM\n13,pass\n") << QByteArray("name,accuracy\n12,pass\na,pass\n")
      << QStringLiteral("12! pandas reads this name as a number in one");
  QTest::newRow("comment") << QByteArray("name,accuracy\n#b,pass\n") << good
                           << QStringLiteral("#b! A row that begins with #");
  QTest::newRow("line break") << QByteArray("name,accuracy\n\"b\nc\",pass\n") << good
                              << QStringLiteral("The name has a line break");
  QTest::newRow("long row") << QByteArray("name,accuracy\na,OOM\nb,pass,1\n") << good
                            << QStringLiteral("a! The run's file cannot be read by the check scripts:");
  QTest::newRow("shifted") << QByteArray("name,accuracy\na,OOM,1\n") << good
                           << QStringLiteral("longer than its header");
}

void AcceptanceTest::refusals() {
  QFETCH(QByteArray, actual);
  QFETCH(QByteArray, expected);
  QFETCH(QString, why);
  const Planned planned = planFor(actual, expected, {});
  const QString said = words(planned.plan);
  QVERIFY2(said.contains(why), qPrintable(said));
  for (const auto& edit : planned.plan.edits)
    QVERIFY2(!why.startsWith(QString::fromStdString(edit.model + "!")), edit.model.c_str());
}

void AcceptanceTest::thePendingFileCounts() {
  const auto comparison = support::compare("name,accuracy,graph_breaks\na,pass,9\nb,pass,1\n",
                                           "name,accuracy,graph_breaks\na,pass,7\nc,pass,1\n");
  const std::vector<std::uint32_t> all = everyRow(*comparison);
  const auto plan = [&](const char* pending) {
    return words(baselines::planAcceptance(*comparison, *BaselineTable::of(pending, "e.csv"),
                                           {.rows = all, .removeLost = true}));
  };
  // All of it done already, some of it done, a row taken out by hand, a name doubled by hand.
  QCOMPARE(plan("name,accuracy,graph_breaks\na,pass,9\nb,pass,1\n"),
           QStringLiteral("c~ It has left the baseline already."));
  QCOMPARE(
      plan("name,accuracy,graph_breaks\na,pass,8\nb,OOM,1\nc,pass,1\n"),
      QStringLiteral("a: graph_breaks 8>9 (!)\nb: accuracy OOM>pass\nc: remove accuracy pass, graph_breaks 1 (!)"));
  QCOMPARE(plan("name,accuracy,graph_breaks\nb,pass,1\nc,pass,1\n"),
           QStringLiteral("a: add accuracy pass, graph_breaks 9\nc: remove accuracy pass, graph_breaks 1 (!)"));
  QVERIFY(
      plan("name,accuracy,graph_breaks\na,pass,7\na,pass,7\n").contains(QStringLiteral("a! \"a\" stands in line 2")));
}

void AcceptanceTest::aReasonIsAskedFor() {
  const QByteArray expected = "name,accuracy,graph_breaks\na,pass,7\nb,pass,7\nc,OOM,1\nd,pass,0\n";
  const auto comparison =
      support::compare("name,accuracy,graph_breaks\na,fail_accuracy,9\nb,pass,8\nc,pass,1\n", expected.toStdString());
  const BaselineTable baseline = *BaselineTable::of(expected.toStdString(), "e.csv");
  const Plan plan =
      baselines::planAcceptance(*comparison, baseline, {.rows = everyRow(*comparison), .removeLost = true});
  QVERIFY(plan.needsReason());
  QCOMPARE(plan.guardSummary(), std::string("1 model leaves the baseline, 1 loses pass, 2 get more graph breaks"));
  for (const char* blank : {"", "  \n\t"}) {
    const auto refused = baselines::acceptChange(plan, baseline, blank);
    QVERIFY(!refused);
    QVERIFY(refused.error().code == base::ErrorCode::BadArgument);
    QVERIFY(refused.error().text.find("1 loses pass") != std::string::npos);
  }
  const Plan rest = plan.withoutGuarded();
  QVERIFY(!rest.needsReason());
  QCOMPARE(rest.guardSummary(), std::string());
  QCOMPARE(words(rest), QStringLiteral("c: accuracy OOM>pass"));
  QVERIFY(baselines::acceptChange(rest, baseline, ""));
}

void AcceptanceTest::decisions() {
  const std::string expected = "name,accuracy,graph_breaks\na,pass,7\nb,OOM,7\nc,OOM,3\n";
  const auto comparison =
      support::compare("name,accuracy,graph_breaks\na,OOM,0\nb,pass,7\nc,OOM,0\nd,pass,1\n", expected);
  const BaselineTable baseline = *BaselineTable::of(expected, "dir/e.csv");
  const Plan plan = baselines::planAcceptance(*comparison, baseline, {.rows = everyRow(*comparison)});
  QCOMPARE(baselines::changeSummary(plan, "a"), std::string("accuracy pass -> OOM"));
  QCOMPARE(baselines::changeSummary(plan, "d"), std::string("new row (accuracy pass, graph_breaks 1)"));
  QCOMPARE(baselines::changeSummary(plan, "zz"), std::string());
  const auto change = baselines::acceptChange(plan, baseline, "issue 12");
  QVERIFY(change);
  QCOMPARE(change->text, std::string("Accept 3 models of e.csv"));
  QStringList said;
  for (const auto& decided : change->decisions) {
    QCOMPARE(decided.key.baseline, std::string("dir/e.csv"));
    QVERIFY(decided.now && decided.now->kind == baselines::DecisionKind::Accepted);
    said << QString::fromStdString(decided.key.model + ": " + decided.now->what + " | " + decided.now->reason);
  }
  // c is not decided, since nothing is written for it. Only what made the baseline worse got the reason.
  QCOMPARE(said.join(QLatin1Char('\n')),
           QStringLiteral(
               "a: accuracy pass -> OOM; graph_breaks stays 7: a run that ends in OOM does not count them. | issue 12\n"
               "b: accuracy OOM -> pass | \n"
               "d: new row (accuracy pass, graph_breaks 1) | "));
  const Plan one = baselines::planAcceptance(*comparison, baseline, {.rows = {1}});
  const auto small = baselines::acceptChange(one, baseline, "sure");
  QCOMPARE(small->text, std::string("Accept b: accuracy OOM -> pass"));
  QCOMPARE(small->decisions.front().now->reason, std::string("sure"));
}

void AcceptanceTest::alike() {
  const auto comparison = support::compare(
      "name,accuracy,graph_breaks,speedup\na,OOM,7,1\nb,OOM,7,1\nc,OOM,8,1\nd,timeout,7,1\ne,OOM,7,2\nf,OOM,7,3\nn1,"
      "pass,1,1\nn2,pass,1,1\n"
      "n3,pass,2,1\n",
      "name,accuracy,graph_breaks,speedup\na,pass,7,1\nb,pass,7,1\nc,pass,7,1\nd,pass,7,1\ne,pass,7,1\nf,pass,7,1\nl1,"
      "pass,1,1\nl2,OOM,1,1\n");
  const auto of = [&](const char* model) {
    QString found;
    for (const std::uint32_t row :
         baselines::alikeRows(*comparison, static_cast<std::uint32_t>(support::rowOf(*comparison, model)))) {
      std::string scratch;
      found += QString::fromStdString(std::string(comparison->modelName(row, scratch))) + QLatin1Char(' ');
    }
    return found.trimmed();
  };
  QCOMPARE(of("a"), QStringLiteral("a b"));
  QCOMPARE(of("c"), QStringLiteral("c"));
  QCOMPARE(of("d"), QStringLiteral("d"));
  QCOMPARE(of("f"), QStringLiteral("e f"));  // both faster, by how much does not matter
  QCOMPARE(of("n2"), QStringLiteral("n1 n2"));
  QCOMPARE(of("l1"), QStringLiteral("l1 l2"));
  QVERIFY(baselines::alikeRows(*comparison, 1000).empty());
}

QTEST_GUILESS_MAIN(AcceptanceTest)
#include "acceptance_test.moc"
