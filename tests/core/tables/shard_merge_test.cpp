// SPDX-License-Identifier: GPL-3.0-or-later
// Shards of one run as one table: which bytes stay, which rows are left out, and where each row came from.
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QTest>

#include "core/tables/shard_merge.h"

using namespace plumbline;
using namespace plumbline::tables;

namespace {

using TablePtr = std::shared_ptr<const CsvTable>;

TablePtr table(const QByteArray& bytes, std::size_t number = 1) {
  auto scanned = CsvTable::scan(bytes.toStdString(), "shard" + std::to_string(number) + ".csv");
  return scanned.isValue() ? scanned.value() : nullptr;
}

std::vector<TablePtr> shardsOf(const QList<QByteArray>& files) {
  std::vector<TablePtr> out;
  for (const QByteArray& file : files) out.push_back(table(file, out.size() + 1));
  return out;
}

QString origins(const MergedShards& merged) {
  QStringList list;
  for (const RowOrigin& origin : merged.origins) list << QStringLiteral("%1.%2").arg(origin.shard).arg(origin.row);
  return list.join(u' ');
}

QString repeated(const MergedShards& merged) {
  QStringList list;
  for (const RepeatedName& name : merged.repeated)
    list << QStringLiteral("%1 %2.%3 over %4.%5 %6")
                .arg(QString::fromStdString(name.name))
                .arg(name.kept.shard)
                .arg(name.kept.row)
                .arg(name.dropped.shard)
                .arg(name.dropped.row)
                .arg(name.sameBytes ? QStringLiteral("same") : QStringLiteral("other"));
  return list.join(QStringLiteral("; "));
}

}  // namespace

class ShardMergeTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void merges_data() {
    QTest::addColumn<QList<QByteArray>>("files");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("again");
    using Files = QList<QByteArray>;
    const auto row = [](const char* name, const Files& files, const QByteArray& bytes, const char* from,
                        const char* again = "") {
      QTest::newRow(name) << files << bytes << QString::fromLatin1(from) << QString::fromLatin1(again);
    };
    row("one shard, as it is", {"name,accuracy\n\n\n\na,pass\n\n\n\nb,pass"}, "name,accuracy\n\n\n\na,pass\n\n\n\nb,pass",
        "0.0 0.1");
    row("two shards, order kept", {"name,x\nb,1\na,2\n", "name,x\nd,3\nc,4\n"}, "name,x\nb,1\na,2\nd,3\nc,4\n",
        "0.0 0.1 1.0 1.1");
    row("no newline at the first end", {"name,x\na,1", "name,x\nb,2"}, "name,x\na,1\nb,2", "0.0 1.0");
    row("carriage returns", {"name,x\r\na,1", "name,x\r\nb,2\r\n"}, "name,x\r\na,1\r\nb,2\r\n", "0.0 1.0");
    row("blank lines of baselines", {"name,x\n\n\n\na,1\n", "name,x\n\n\n\nb,2\n\n\n\nc,3\n"},
        "name,x\n\n\n\na,1\n\n\n\nb,2\n\n\n\nc,3\n", "0.0 1.0 1.1");
    row("first shard without rows", {"name,x\n", "name,x\na,1\n"}, "name,x\na,1\n", "1.0");
    row("no rows at all", {"name,x\n", "name,x"}, "name,x\n", "");
    row("quotes and odd numbers stay", {"name,x\n\"a,1\",007\n", "name,x\nb,1.50\n"}, "name,x\n\"a,1\",007\nb,1.50\n",
        "0.0 1.0");
    row("byte order marks", {"\xEF\xBB\xBFname,x\na,1\n", "\xEF\xBB\xBFname,x\nb,1\n"}, "\xEF\xBB\xBFname,x\na,1\nb,1\n",
        "0.0 1.0");
    row("a model in two shards, equal", {"name,x\na,1\nb,2\n", "name,x\nb,2\nc,3\n"}, "name,x\na,1\nb,2\nc,3\n",
        "0.0 0.1 1.1", "b 0.1 over 1.0 same");
    row("a model in two shards, different; last row", {"name,x\nb,2\n", "name,x\nc,3\n\n\nb,4\n"},
        "name,x\nb,2\nc,3\n", "0.0 1.0", "b 0.0 over 1.1 other");
    row("a whole shard twice", {"name,x\na,1\n", "name,x\na,1\n"}, "name,x\na,1\n", "0.0", "a 0.0 over 1.0 same");
    row("in three shards", {"name,x\na,1\n", "name,x\na,2\n", "name,x\na,1\n"}, "name,x\na,1\n", "0.0",
        "a 0.0 over 1.0 other; a 0.0 over 2.0 same");
    row("repeated inside one shard stays", {"name,x\na,1\na,2\n", "name,x\na,3\nb,4\n"}, "name,x\na,1\na,2\nb,4\n",
        "0.0 0.1 1.1", "a 0.0 over 1.0 other");
    row("repeated inside the second shard stays", {"name,x\na,1\n", "name,x\nb,1\nb,1\n"}, "name,x\na,1\nb,1\nb,1\n",
        "0.0 1.0 1.1");
    row("rows without a name stay", {"name,x\n,1\n", "name,x\n,1\n"}, "name,x\n,1\n,1\n", "0.0 1.0");
    row("comments and conflict markers stay", {"name,x\n# c\n<<<<<<< h\na,1\n", "name,x\n# c\n<<<<<<< h\nb,1\n"},
        "name,x\n# c\n<<<<<<< h\na,1\n# c\n<<<<<<< h\nb,1\n", "0.0 0.1 0.2 1.0 1.1 1.2");
    row("a column more", {"name,x\na,1\n", "name,x,\"y z\"\nb,2,3\n"}, "name,x,\"y z\"\na,1\nb,2,3\n", "0.0 1.0");
    row("a column less", {"name,x,y\na,1,5\n", "name,x\nb,2\n"}, "name,x,y\na,1,5\nb,2\n", "0.0 1.0");
    row("columns in another order", {"name,x,y\na,1,5\n", "y,name,x\n6,\"b\",2\n7,c\n"},
        "name,x,y\na,1,5\n\"b\",2,6\nc,,7\n", "0.0 1.0 1.1");
    row("columns of their own", {"dev,name,p\ncuda,a,1\n", "name,q\nb,2\n"}, "dev,name,p,q\ncuda,a,1\n,b,,2\n", "0.0 1.0");
  }
  void merges() {
    QFETCH(const QList<QByteArray>, files);
    QFETCH(const QByteArray, bytes);
    QFETCH(const QString, from);
    QFETCH(const QString, again);
    const auto merged = mergeShards(shardsOf(files), "merged");
    QVERIFY2(merged.isValue(), merged.isError() ? merged.error().text.c_str() : "cancelled");
    QCOMPARE(QByteArray::fromStdString(std::string(merged.value().table->bytes())), bytes);
    QCOMPARE(QString::fromStdString(merged.value().table->fileName()), QStringLiteral("merged"));
    QCOMPARE(merged.value().table->rowCount(), merged.value().origins.size());
    QCOMPARE(origins(merged.value()), from);
    QCOMPARE(repeated(merged.value()), again);
  }

  void refuses_data() {
    QTest::addColumn<QList<QByteArray>>("files");
    QTest::addColumn<QString>("told");
    using Files = QList<QByteArray>;
    const auto row = [](const char* name, const Files& files, const char* told) {
      QTest::newRow(name) << files << QString::fromLatin1(told);
    };
    row("nothing", {}, "There is nothing to merge.");
    row("empty file", {"name,x\na,1\n", ""}, "shard2.csv");
    row("no name column", {"name,x\na,1\n", "model,x\nb,2\n"}, "shard2.csv:1: This file has no column \"name\".");
    row("a row too long", {"name,x\na,1\nb,1,2\n", "name,x\nc,1\n"}, "shard1.csv:3");
    row("shifted columns", {"name,x\na,1\n", "name,x\nb,2,3\n"}, "shard2.csv:2: The first row has more fields");
    row("open quote", {"name,x\n\"a,1\n"}, "shard1.csv");
    row("not UTF-8", {"name,x\na,1\n", "name,x\n\xff\xfe,1\n"}, "shard2.csv");
    row("two columns of one name in the second", {"name,x\na,1\n", "name,y,y\nb,1,2\n", "y.1,name\n3,c\n"}, "");
  }
  void refuses() {
    QFETCH(const QList<QByteArray>, files);
    QFETCH(const QString, told);
    const auto merged = mergeShards(shardsOf(files), "merged");
    if (told.isEmpty()) {
      QVERIFY(merged.isValue());
      std::string scratch;
      QCOMPARE(merged.value().table->columnNames(), (std::vector<std::string>{"name", "x", "y", "y.1"}));
      QCOMPARE(merged.value().table->cell(2, 3, scratch), std::string_view("3"));
      return;
    }
    QVERIFY(merged.isError());
    const QString text = QString::fromStdString(base::describe(merged.error()));
    QVERIFY2(text.contains(told), qPrintable(text));
  }

  /// Real files, cut into shards as CI partitions them, come back byte for byte.
  void cutAndMerged() {
    const QString given = qEnvironmentVariable("PLUMBLINE_SHARED");
    const QDir data((given.isEmpty() ? QStringLiteral(PLUMBLINE_SOURCE_DIR "/../shared") : given) +
                    QStringLiteral("/data/pytorch"));
    if (!data.exists()) QSKIP("The folder ../shared/data is not there; real files are not merged.");
    int files = 0;
    QDirIterator walk(data.filePath(QStringLiteral("expected")), {QStringLiteral("*.csv")}, QDir::Files,
                      QDirIterator::Subdirectories);
    while (walk.hasNext()) {
      QFile file(walk.next());
      QVERIFY(file.open(QIODevice::ReadOnly));
      const QByteArray bytes = file.readAll();
      const TablePtr whole = table(bytes);
      QVERIFY(whole);
      for (const std::size_t count : {2U, 3U, 5U}) {
        const auto header = static_cast<qsizetype>(whole->recordSpan(0).begin);
        std::vector<TablePtr> shards;
        for (std::size_t i = 0; i < count; ++i) {
          const std::size_t from = whole->rowCount() * i / count, to = whole->rowCount() * (i + 1) / count;
          const std::size_t begin = whole->recordSpan(from).begin, end = whole->recordSpan(to - 1).end;
          shards.push_back(table(bytes.left(header) + bytes.mid(qsizetype(begin), qsizetype(end - begin)) + '\n', i + 1));
        }
        const auto merged = mergeShards(shards, "merged");
        QVERIFY(merged.isValue());
        QCOMPARE(merged.value().origins.size(), whole->rowCount());
        QCOMPARE(QByteArray::fromStdString(std::string(merged.value().table->bytes())), bytes);
      }
      ++files;
    }
    QVERIFY(files > 10);
  }
};

QTEST_GUILESS_MAIN(ShardMergeTest)
#include "shard_merge_test.moc"
