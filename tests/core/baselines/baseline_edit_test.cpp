// SPDX-License-Identifier: GPL-3.0-or-later
// Edits in the words of models and columns, and the bytes they become.
#include <QTest>

#include "core/baselines/baseline_edit.h"

using namespace plumbline;
using baselines::AddMetric;
using baselines::AddModel;
using baselines::BaselineEdit;
using baselines::BaselineTable;
using baselines::RemoveModel;
using baselines::SetValue;

namespace {

const std::string kSpaced = "name,accuracy,graph_breaks\n\n\n\nalpha,pass,0\n\n\n\nbeta,fail_accuracy,1\n";
const std::string kPrTime = "add_loop,instructions,3066000000,0.015\n\n\n\nbasic, other ,100,0.1\n";

BaselineTable tableOf(const std::string& bytes) { return *BaselineTable::of(bytes, "e.csv"); }

/// after returns the file with the edits done, or "code: text" of what stands against them.
std::string after(const std::string& bytes, const std::vector<BaselineEdit>& edits) {
  const auto table = BaselineTable::of(bytes, "e.csv");
  if (!table) return "unusable: " + base::describe(table.error());
  const auto made = baselines::bytesFor(*table, edits);
  if (!made) return base::describe(made.error());
  return text::applied(bytes, *made).value_or("does not apply");
}

}  // namespace

class BaselineEditTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void names();
  void unusableFiles_data();
  void unusableFiles();
  void prTimeFiles();
  void editsBecomeBytes();
  void refusedEdits_data();
  void refusedEdits();
  void columnsAreAdded();
  void editsBetweenLeadBack_data();
  void editsBetweenLeadBack();
  void editsBetweenSaysLittle();
};

void BaselineEditTest::names() {
  const BaselineTable table = tableOf("name,accuracy\na,pass\n\"b,c\",\"fa\"\"il\"\na2,\nb\nb,x\n");
  QCOMPARE(table.modelCount(), std::size_t{5});
  QCOMPARE(table.modelName(1), std::string("b,c"));
  QCOMPARE(*table.recordOf("b,c"), std::size_t{2});
  QCOMPARE(*table.value("b,c", "accuracy"), std::string("fa\"il"));
  QCOMPARE(*table.value("a2", "accuracy"), std::string());
  QVERIFY(table.value("zz", "accuracy").error().code == base::ErrorCode::NotFound);
  QVERIFY(table.value("a", "graph_breaks").error().code == base::ErrorCode::NotFound);
  const auto twice = table.recordOf("b");
  QVERIFY(!twice);
  QVERIFY(twice.error().code == base::ErrorCode::BadFormat);
  QCOMPARE(twice.error().line, std::size_t{6});
  QVERIFY2(twice.error().text.find("line 5 and again in line 6") != std::string::npos, twice.error().text.c_str());
}

void BaselineEditTest::unusableFiles_data() {
  QTest::addColumn<QByteArray>("bytes");
  QTest::addColumn<QString>("words");
  QTest::newRow("empty") << QByteArray() << QStringLiteral("This file is empty.");
  QTest::newRow("blank lines") << QByteArray("\n\n\n") << QStringLiteral("This file is empty.");
  QTest::newRow("no name") << QByteArray("model,accuracy\na,pass\n") << QStringLiteral("no column \"name\"");
  QTest::newRow("commented header") << QByteArray("#name,target\na,1.0\n") << QStringLiteral("no column \"name\"");
  QTest::newRow("numbers") << QByteArray("1,2,3\n") << QStringLiteral("no column \"name\"");
  QTest::newRow("five fields") << QByteArray("a,b,3,0.1,x\n") << QStringLiteral("no column \"name\"");
  QTest::newRow("binary") << QByteArray(
                                 "\x7f"
                                 "ELF\0\0\0",
                                 7)
                          << QStringLiteral("no column \"name\"");
}

void BaselineEditTest::unusableFiles() {
  QFETCH(QByteArray, bytes);
  QFETCH(QString, words);
  const auto table = BaselineTable::of(bytes.toStdString(), "e.csv");
  QVERIFY(!table);
  QVERIFY(table.error().code == base::ErrorCode::BadFormat);
  QCOMPARE(table.error().file, std::string("e.csv"));
  QVERIFY2(QString::fromStdString(table.error().text).contains(words), table.error().text.c_str());
}

void BaselineEditTest::prTimeFiles() {
  const BaselineTable table = tableOf(kPrTime);
  QVERIFY(table.isPrTime());
  QCOMPARE(table.modelCount(), std::size_t{2});
  QCOMPARE(table.modelName(0), std::string("add_loop,instructions"));
  QCOMPARE(table.modelName(1), std::string("basic,other"));
  QCOMPARE(*table.value("add_loop,instructions", "value"), std::string("3066000000"));
  QCOMPARE(*table.value("basic,other", "margin"), std::string("0.1"));
  QCOMPARE(table.lineOf(1), std::size_t{5});
  QCOMPARE(QString::fromStdString(after(kPrTime, {SetValue{"add_loop,instructions", "value", "2810000000"},
                                                  SetValue{"basic,other", "margin", "0.2"}})),
           QStringLiteral("add_loop,instructions,2810000000,0.015\n\n\n\nbasic, other ,100,0.2\n"));
  QCOMPARE(QString::fromStdString(after(kPrTime, {RemoveModel{"basic,other"}})),
           QStringLiteral("add_loop,instructions,3066000000,0.015\n"));
  QVERIFY(after(kPrTime, {AddMetric{"more"}}).find("no header") != std::string::npos);
  // A single row is a whole file.
  QVERIFY(tableOf("a,b,3").isPrTime());
  // A file with a name column is none, whatever its third name looks like.
  QVERIFY(!tableOf("name,accuracy,1\n").isPrTime());
}

void BaselineEditTest::editsBecomeBytes() {
  QCOMPARE(QString::fromStdString(after(kSpaced, {})), QString::fromStdString(kSpaced));
  QCOMPARE(QString::fromStdString(
               after(kSpaced, {SetValue{"beta", "accuracy", "pass"}, SetValue{"alpha", "graph_breaks", "3"}})),
           QStringLiteral("name,accuracy,graph_breaks\n\n\n\nalpha,pass,3\n\n\n\nbeta,pass,1\n"));
  QCOMPARE(QString::fromStdString(
               after(kSpaced, {AddModel{{{"graph_breaks", "2"}, {"name", "apple"}, {"accuracy", "OOM"}}}})),
           QStringLiteral(
               "name,accuracy,graph_breaks\n\n\n\nalpha,pass,0\n\n\n\napple,OOM,2\n\n\n\nbeta,fail_accuracy,1\n"));
  QCOMPARE(QString::fromStdString(after(kSpaced, {RemoveModel{"alpha"}, AddModel{{{"name", "gamma"}}}})),
           QStringLiteral("name,accuracy,graph_breaks\n\n\n\nbeta,fail_accuracy,1\n\n\n\ngamma,,\n"));
}

void BaselineEditTest::refusedEdits_data() {
  QTest::addColumn<QByteArray>("bytes");
  QTest::addColumn<QString>("edit");
  QTest::addColumn<QString>("words");
  const QByteArray plain = "name,accuracy\na,pass\nb,pass\nb,OOM\n";
  QTest::newRow("no such model") << plain << QStringLiteral("set zz")
                                 << QStringLiteral("e.csv: The baseline has no row for \"zz\".");
  QTest::newRow("twice in the file") << plain << QStringLiteral("set b")
                                     << QStringLiteral("e.csv:4: \"b\" stands in line 3");
  QTest::newRow("remove one of two") << plain << QStringLiteral("remove b") << QStringLiteral("e.csv:4: ");
  QTest::newRow("no such column") << plain << QStringLiteral("column a") << QStringLiteral("e.csv:1: The baseline has no column \"speedup\".");
  QTest::newRow("there already") << plain << QStringLiteral("add a")
                                 << QStringLiteral("e.csv:2: The baseline already has a row");
  QTest::newRow("there twice") << plain << QStringLiteral("add b")
                               << QStringLiteral("e.csv:4: The baseline already has a row");
  QTest::newRow("no name") << plain << QStringLiteral("add ") << QStringLiteral("e.csv: A new row needs a model's name.");
  QTest::newRow("added twice") << plain << QStringLiteral("twice c") << QStringLiteral("e.csv: \"c\" would be added twice.");
  QTest::newRow("column there") << plain << QStringLiteral("metric accuracy")
                                << QStringLiteral("e.csv:1: The baseline already has a column \"accuracy\".");
  QTest::newRow("shifted") << QByteArray("name,accuracy\na,pass,1\n") << QStringLiteral("set pass")
                           << QStringLiteral("e.csv:2: The first row is longer than the header");
  QTest::newRow("conflict") << QByteArray("name,accuracy\n<<<<<<< HEAD\na,pass\n=======\na,OOM\n>>>>>>> x\nc,pass\n")
                            << QStringLiteral("set c") << QStringLiteral("e.csv");
}

void BaselineEditTest::refusedEdits() {
  QFETCH(QByteArray, bytes);
  QFETCH(QString, edit);
  QFETCH(QString, words);
  const QString verb = edit.section(QLatin1Char(' '), 0, 0);
  const std::string model = edit.section(QLatin1Char(' '), 1).toStdString();
  std::vector<BaselineEdit> edits;
  if (verb == QLatin1String("set")) edits = {SetValue{model, "accuracy", "x"}};
  if (verb == QLatin1String("column")) edits = {SetValue{model, "speedup", "x"}};
  if (verb == QLatin1String("remove")) edits = {RemoveModel{model}};
  if (verb == QLatin1String("add")) edits = {AddModel{{{"name", model}}}};
  if (verb == QLatin1String("twice")) edits = {AddModel{{{"name", model}}}, AddModel{{{"name", model}}}};
  if (verb == QLatin1String("metric")) edits = {AddMetric{model}};
  QVERIFY(!edits.empty());
  const std::string said = after(bytes.toStdString(), edits);
  QVERIFY2(QString::fromStdString(said).startsWith(words), said.c_str());
}

void BaselineEditTest::columnsAreAdded() {
  QCOMPARE(QString::fromStdString(
               after("name,accuracy\na,pass\nb,OOM\n", {SetValue{"b", "graph_breaks", "4"}, AddMetric{"graph_breaks"},
                                                        AddModel{{{"name", "c"}, {"graph_breaks", "1"}}}})),
           QStringLiteral("name,accuracy,graph_breaks\na,pass,\nb,OOM,4\nc,,1\n"));
}

void BaselineEditTest::editsBetweenLeadBack_data() {
  QTest::addColumn<QByteArray>("before");
  QTest::addColumn<QByteArray>("wanted");
  const QByteArray spaced = QByteArray::fromStdString(kSpaced);
  QTest::newRow("nothing") << spaced << spaced;
  QTest::newRow("cells") << QByteArray("name,a,b\nx,1,2\ny,3,4\n") << QByteArray("name,a,b\nx,1,9\ny,8,4\n");
  QTest::newRow("rows") << QByteArray("name,a\nb,1\nc,2\nd,3\n") << QByteArray("name,a\na,0\nb,1\nd,3\n");
  QTest::newRow("all rows") << QByteArray("name,a\nb,1\n") << QByteArray("name,a\n");
  QTest::newRow("column") << QByteArray("name,a\nb,1\n") << QByteArray("name,a,z\nb,1,5\n");
  QTest::newRow("pr_time") << QByteArray("a,m,1,0.1\nb,m,2,0.1\n") << QByteArray("a,m,1,0.1\nb,m,3,0.2\n");
}

void BaselineEditTest::editsBetweenLeadBack() {
  QFETCH(QByteArray, before);
  QFETCH(QByteArray, wanted);
  const auto edits = baselines::editsBetween(tableOf(before.toStdString()), tableOf(wanted.toStdString()));
  QCOMPARE(QByteArray::fromStdString(after(before.toStdString(), edits)), wanted);
  QCOMPARE(edits.empty(), before == wanted);
}

void BaselineEditTest::editsBetweenSaysLittle() {
  const auto edits =
      baselines::editsBetween(tableOf("name,a,b\nx,1,2\ny,3,4\nz,5,6\n"), tableOf("name,a,b\ny,3,5\nw,1,1\nz,5,6\n"));
  const std::vector<BaselineEdit> wanted = {RemoveModel{"x"}, SetValue{"y", "b", "5"},
                                            AddModel{{{"name", "w"}, {"a", "1"}, {"b", "1"}}}};
  QVERIFY(edits == wanted);
  // A name that occurs twice is matched in order; layout alone is no edit.
  QVERIFY(baselines::editsBetween(tableOf("name,a\nx,1\nx,2\n"), tableOf("name,a\r\n\r\nx,1\r\nx,2")).empty());
  const auto third = baselines::editsBetween(tableOf("name,a\nx,1\nx,2\nx,3\n"), tableOf("name,a\nx,1\nx,2\nx,2\n"));
  QVERIFY(third == std::vector<BaselineEdit>{SetValue({"x", "a", "2"})});
}

QTEST_GUILESS_MAIN(BaselineEditTest)
#include "baseline_edit_test.moc"
