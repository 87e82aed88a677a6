// SPDX-License-Identifier: GPL-3.0-or-later
// What a run lacks because a shard of it is not here, and what it lost.
#include <QTest>

#include "core/diff/choose_runs.h"
#include "core/diff/move.h"
#include "tests/core/diff/diff_test.h"
#include "tests/support/test_folder.h"

using namespace plumbline;
using namespace Qt::StringLiterals;
using support::TestFolder;

/// After has the first of two shards: what that one lost is gone, the models of the other were not run.
void DiffTest::missingShard() {
  const TestFolder folder;
  const QString shard =
      u"%1/test-reports-test-inductor_torchbench-%2-2-linux.g5.4xlarge.nvidia.gpu_10%2/test/test-reports/training_torchbench.csv"_s;
  folder.write(shard.arg(u"before"_s).arg(1), "name,accuracy\na,pass\nb,pass\nc,pass\n");
  folder.write(shard.arg(u"before"_s).arg(2), "name,accuracy\nd,pass\ne,pass\nf,pass\n");
  const QString one = folder.write(shard.arg(u"after"_s).arg(1), "name,accuracy\na,pass\nc,fail_to_run\n");
  const auto absent = [&](const QString& before, const QString& after) {
    const auto made = diff::diffsOf({{.paths = {before.toStdString()}}, {.paths = {after.toStdString()}}});
    if (!made.isValue() || made.value().configs.size() != 1) return u"no diff"_s;
    const diff::RunDiff& joined = *made.value().configs.front().diff;
    QStringList rows;
    for (std::size_t row = 0; row < joined.rowCount(); ++row)
      rows += QString::fromStdString(joined.model(row)) + u' ' +
              QString::fromUtf8(moveName(diff::rowMove(joined, 0, 1, row, diff::defaultThresholds())).data());
    return rows.join(u", "_s);
  };
  const QString before = folder.path(u"before"_s), after = folder.path(u"after"_s);
  const QString told = u"a same, b only-before, c broke, d missing-shard, e missing-shard, f missing-shard"_s;
  QCOMPARE(absent(before, after), told);
  QCOMPARE(absent(before, one), told);  // a single file whose name says that it is one of two
  // Nobody has the order in which the later run would have had them: none is blamed, none is new.
  QCOMPARE(absent(after, before),
           u"a same, c healed, b missing-shard, d missing-shard, e missing-shard, f missing-shard"_s);
  // The same shard on both sides: they are whole as far as they go.
  const QString other = folder.write(shard.arg(u"other"_s).arg(1), "name,accuracy\na,pass\nb,pass\nc,pass\n");
  QCOMPARE(absent(other, one), u"a same, b only-before, c broke"_s);
  const QString less = folder.write(shard.arg(u"less"_s).arg(1), "name,accuracy\na,pass\n");
  QCOMPARE(absent(other, less), u"a same, b only-before, c only-before"_s);  // where a missing one would have begun
  // All shards are here: what is not, is gone.
  folder.write(shard.arg(u"after"_s).arg(2), "name,accuracy\nd,pass\nf,pass\n");
  QCOMPARE(absent(before, after), u"a same, b only-before, c broke, d same, e only-before, f same"_s);
}
