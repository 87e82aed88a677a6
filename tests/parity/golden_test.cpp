// SPDX-License-Identifier: GPL-3.0-or-later
// Every recorded answer of the check scripts (../shared/golden): standard output, exit status and crashes.
#include <QFile>
#include <QTest>
#include <map>

#include "core/files/file_bytes.h"
#include "core/verdicts/check.h"
#include "core/verdicts/rule_sets/rule_set.h"
#include "tests/support/reference_material.h"

using namespace plumbline;
using namespace plumbline::verdicts;
using support::referenceFolder;

namespace {

QByteArray contentOf(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

tables::Frame frameOf(const QString& path) {
  auto file = files::readFile(path.toStdString());
  if (!file) return tables::Frame::of(tables::CsvTable::scan("", path.toStdString()).value());
  return tables::Frame::of(tables::CsvTable::scan(std::move(file->bytes), path.toStdString()).value());
}

CheckRun judge(const QString& check, const CheckInput& input, const CheckArguments& words, const RuleSet& rules,
               Want want) {
  const Check kind = check == QLatin1String("accuracy") ? Check::Accuracy
                     : check == QLatin1String("memory") ? Check::Memory
                                                        : Check::GraphBreaks;
  return checkPair(kind, input, words, rules, want);
}

}  // namespace

class GoldenTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void answers_data();
  void answers();
};

void GoldenTest::answers_data() {
  QTest::addColumn<QString>("folder");   // what the paths are relative to
  QTest::addColumn<QString>("answers");  // where the recorded texts are
  QTest::addColumn<QStringList>("fields");
  const QString golden = referenceFolder() + QStringLiteral("/golden/");
  const std::pair<QString, QString> sets[] = {{QStringLiteral("real"), referenceFolder()},
                                              {QStringLiteral("edge"), golden + QStringLiteral("edge")}};
  for (const auto& [set, folder] : sets) {
    QStringList lines =
        QString::fromUtf8(contentOf(golden + set + QStringLiteral("/cases.tsv"))).split(u'\n', Qt::SkipEmptyParts);
    if (!lines.isEmpty()) lines.removeFirst();
    for (const QString& line : lines) {
      const QStringList fields = line.split(u'\t');
      QTest::addRow("%s %s %s", qPrintable(fields[0]), qPrintable(fields[1]), qPrintable(fields[2]))
          << folder << golden + set + u'/' << fields;
    }
  }
}

void GoldenTest::answers() {
  QFETCH(const QString, folder);
  QFETCH(const QString, answers);
  QFETCH(const QStringList, fields);
  QCOMPARE(fields.size(), 8);
  const CheckInput input{{frameOf(folder + u'/' + fields[3])}, {frameOf(folder + u'/' + fields[4])}};
  const CheckArguments words{fields[3].toStdString(), fields[4].toStdString(), {}};
  const auto rules = ruleSet(fields[2].toStdString());
  QVERIFY(rules.has_value());

  const CheckRun run = judge(fields[1], input, words, **rules, Want::Output);
  QCOMPARE(run.exitCode, fields[5].toInt());
  QCOMPARE(run.crash.has_value(), fields[6] == u'1');
  if (run.crash) {
    QVERIFY(!run.crash->text.empty());
  } else {
    QCOMPARE(QByteArray::fromStdString(run.output), contentOf(answers + fields[7]));
  }

  // Without the text, everything else is the same.
  const CheckRun quiet = judge(fields[1], input, words, **rules, Want::VerdictsOnly);
  QVERIFY(quiet.output.empty());
  QCOMPARE(quiet.exitCode, run.exitCode);
  QCOMPARE(quiet.crash.has_value(), run.crash.has_value());
  QCOMPARE(quiet.verdicts.size(), run.verdicts.size());
}

REFERENCE_TEST_MAIN(GoldenTest, "golden/real/cases.tsv")
#include "golden_test.moc"
