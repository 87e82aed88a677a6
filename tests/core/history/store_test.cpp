// SPDX-License-Identifier: GPL-3.0-or-later
// The store as a file: who may read it, and what it refuses without touching it.
#include <sys/stat.h>
#include <unistd.h>

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "core/history/schema.h"
#include "core/history/store.h"

using namespace plumbline;
using history::SqlConnection;
using history::Store;
using Access = Store::Access;

namespace {

constexpr std::size_t kManyCommits = 4000;

history::BaselineHistory madeHistory(std::size_t commits, const std::string& prefix = "c") {
  history::BaselineHistory made;
  made.files = {"ci/a.csv"};
  for (std::size_t i = 0; i < commits; ++i) {
    made.commits.push_back({prefix + std::to_string(i), "2026-01-01", "A", "subject", static_cast<std::int64_t>(i), std::nullopt,
                            history::ChangeKind::Code});
    made.changes.push_back({0, i, "model", "accuracy", std::string("a"), std::string("b")});
  }
  return made;
}

QByteArray content(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

bool writeFile(const QString& path, const QByteArray& bytes) {
  QFile file(path);
  return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
}

}  // namespace

class StoreTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { m_folder = std::make_unique<QTemporaryDir>(); }
  void belongsToItsOwnerAlone();
  void isWritableAgainAfterAReader();
  void readsNothingWhereThereIsNothing();
  void refusesOtherFiles_data();
  void refusesOtherFiles();
  void refusesANewerSchema();
  void refusesALink();
  void refusesDamage();
  void refusesWhatComputes_data();
  void refusesWhatComputes();
  void refusesAChangeOfNoCommit();
  void refusesFilesOfOthersBesideIt();
  void survivesAFullDisk();

 private:
  QString path() const { return m_folder->filePath(QStringLiteral("data/plumbline/history.sqlite")); }
  std::string file() const { return path().toStdString(); }
  std::unique_ptr<Store> opened(Access access = Access::ReadWrite) const {
    auto store = Store::open(file(), access);
    if (!store) qCritical("%s", base::describe(store.error()).c_str());
    return store ? *std::move(store) : nullptr;
  }
  std::unique_ptr<QTemporaryDir> m_folder;
};

void StoreTest::belongsToItsOwnerAlone() {
  const auto store = opened();
  QVERIFY(store);
  QVERIFY(store->baselines().add(madeHistory(3)));
  struct stat info {};
  for (const char* ending : {"", "-wal", "-shm"}) {
    QCOMPARE(::stat((file() + ending).c_str(), &info), 0);
    QCOMPARE(info.st_mode & 0777, mode_t{0600});
  }
  QCOMPARE(::stat(m_folder->filePath(QStringLiteral("data/plumbline")).toStdString().c_str(), &info), 0);
  QCOMPARE(info.st_mode & 0777, mode_t{0700});
  QVERIFY(store->check());
  QCOMPARE((*store->rowCounts())[3].second, std::uint64_t{3});
}

/// SQLite gives the files of a reader the mode of a store that was read-only then, and leaves them.
void StoreTest::isWritableAgainAfterAReader() {
  QVERIFY(opened());
  for (const char* ending : {"-wal", "-shm"}) {
    QVERIFY(writeFile(path() + QLatin1String(ending), {}));
    QCOMPARE(::chmod((file() + ending).c_str(), 0400), 0);
  }
  const auto store = opened();
  QVERIFY(store && store->baselines().add(madeHistory(3)));
  struct stat info {};
  for (const char* ending : {"-wal", "-shm"}) {
    QCOMPARE(::stat((file() + ending).c_str(), &info), 0);
    QCOMPARE(info.st_mode & 0777, mode_t{0600});
  }
}

void StoreTest::readsNothingWhereThereIsNothing() {
  const auto store = Store::open(file(), Access::ReadOnly);
  QVERIFY(store.error().code == base::ErrorCode::NotFound);
  QVERIFY(!QFile::exists(path()));
}

void StoreTest::refusesOtherFiles_data() {
  QTest::addColumn<QByteArray>("bytes");
  QTest::newRow("text") << QByteArray("name,accuracy\n");
  QTest::newRow("short") << QByteArray("SQLite");
  QTest::newRow("header alone") << QByteArray("SQLite format 3\0", 16);
  QTest::newRow("header and noise") << QByteArray("SQLite format 3\0", 16) + QByteArray(5000, '\x5a');
}

void StoreTest::refusesOtherFiles() {
  QFETCH(QByteArray, bytes);
  const QString other = m_folder->filePath(QStringLiteral("other"));
  QVERIFY(writeFile(other, bytes));
  for (const Access access : {Access::ReadWrite, Access::ReadOnly}) {
    const auto store = Store::open(other.toStdString(), access);
    QVERIFY(!store);
    QVERIFY2(store.error().code == base::ErrorCode::BadFormat, base::describe(store.error()).c_str());
    QCOMPARE(content(other), bytes);
  }
}

void StoreTest::refusesANewerSchema() {
  QVERIFY(opened());
  {
    const auto connection = SqlConnection::openSqlite(file(), Access::ReadWrite);
    QVERIFY((*connection)->run("UPDATE plumbline_schema SET version = 1000"));
  }
  const QByteArray before = content(path());
  for (const Access access : {Access::ReadWrite, Access::ReadOnly}) {
    const auto store = Store::open(file(), access);
    QVERIFY(store.error().code == base::ErrorCode::BadFormat);
    QVERIFY(store.error().text.find("newer") != std::string::npos);
  }
  QCOMPARE(content(path()), before);
  const QString foreign = m_folder->filePath(QStringLiteral("foreign"));
  {
    const auto connection = SqlConnection::openSqlite(foreign.toStdString(), Access::ReadWrite);
    QVERIFY((*connection)->run("CREATE TABLE songs (title TEXT)"));
    QVERIFY((*connection)->run("PRAGMA journal_mode = DELETE"));  // as other programs have it
  }
  const QByteArray songs = content(foreign);
  QVERIFY(Store::open(foreign.toStdString(), Access::ReadWrite).error().text.find("another program") != std::string::npos);
  QVERIFY(content(foreign) == songs);
}

void StoreTest::refusesALink() {
  QVERIFY(opened());
  const QString link = m_folder->filePath(QStringLiteral("link"));
  QVERIFY(QFile::link(path(), link));
  if (::geteuid() == 0) QVERIFY(!Store::open(link.toStdString(), Access::ReadWrite));
  QVERIFY(!Store::open(m_folder->path().toStdString(), Access::ReadOnly));
  QVERIFY(!Store::open(m_folder->path().toStdString(), Access::ReadWrite));
}

void StoreTest::refusesWhatComputes_data() {
  QTest::addColumn<QByteArray>("statements");
  const QByteArray endless =
      " AS WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n) SELECT id, 'x' AS path FROM n";
  QTest::newRow("endless view") << "DROP TABLE baseline_file; CREATE VIEW baseline_file" + endless;
  QTest::newRow("view in place of the version")
      << QByteArray("DROP TABLE plumbline_schema; CREATE VIEW plumbline_schema") +
             " AS WITH RECURSIVE n(version) AS (SELECT 1 UNION ALL SELECT 1 FROM n) SELECT max(version) AS version "
             "FROM n";
  QTest::newRow("computed version") << QByteArray(
      "DROP TABLE plumbline_schema; CREATE TABLE plumbline_schema (version AS (1), x)");
  QTest::newRow("computed column") << QByteArray(
      "DROP TABLE word; CREATE TABLE word (id INTEGER PRIMARY KEY, text AS (hex(zeroblob(200000000))))");
  QTest::newRow("trigger") << QByteArray("CREATE TRIGGER t AFTER INSERT ON run BEGIN DELETE FROM run; END");
  QTest::newRow("further table") << QByteArray("CREATE TABLE more (x CHECK (x <> zeroblob(1000000)))");
}

void StoreTest::refusesWhatComputes() {
  QFETCH(const QByteArray, statements);
  QVERIFY(opened());
  {
    auto connection = SqlConnection::openSqlite(file(), Access::ReadWrite);
    QVERIFY(connection);
    // A trigger has a semicolon of its own.
    const auto parts = statements.startsWith("CREATE TRIGGER") ? QList<QByteArray>{statements} : statements.split(';');
    for (const QByteArray& statement : parts) QVERIFY((*connection)->run(statement.toStdString()));
  }
  for (const Access access : {Access::ReadOnly, Access::ReadWrite}) {
    const auto store = Store::open(file(), access);
    QVERIFY(!store);
    QCOMPARE(store.error().code, base::ErrorCode::BadFormat);
    QVERIFY2(store.error().text.find("not of Plumbline") != std::string::npos, store.error().text.c_str());
  }
}

void StoreTest::refusesAChangeOfNoCommit() {
  for (const char* statement : {"DELETE FROM baseline_commit", "DELETE FROM baseline_file"}) {
    QVERIFY(QFile::remove(path()) || !QFile::exists(path()));
    QVERIFY(opened()->baselines().add(madeHistory(3)));
    QVERIFY((*SqlConnection::openSqlite(file(), Access::ReadWrite))->run(statement));
    const auto read = opened(Access::ReadOnly)->baselines().read();
    QVERIFY(!read);
    QCOMPARE(read.error().code, base::ErrorCode::BadFormat);
  }
}

void StoreTest::refusesFilesOfOthersBesideIt() {
  QVERIFY(opened());
  const std::string journal = file() + "-journal";
  for (const Access access : {Access::ReadOnly, Access::ReadWrite}) {
    QCOMPARE(::mkfifo(journal.c_str(), 0600), 0);
    QVERIFY(!Store::open(file(), access));
    QCOMPARE(::unlink(journal.c_str()), 0);
  }
  // A file with a second name elsewhere would be overwritten there.
  const QString kept = m_folder->filePath(QStringLiteral("kept.txt"));
  QVERIFY(writeFile(kept, "kept"));
  QCOMPARE(::link(kept.toStdString().c_str(), (file() + "-wal").c_str()), 0);
  QVERIFY(!Store::open(file(), Access::ReadWrite));
  QCOMPARE(content(kept), QByteArray("kept"));
  QCOMPARE(::unlink((file() + "-wal").c_str()), 0);
  // A journal of SQLite that names a file of a transaction over several databases: that file is removed when it is
  // played back.
  const QString victim = m_folder->filePath(QStringLiteral("victim.txt"));
  QVERIFY(writeFile(victim, "precious"));
  QByteArray database = content(path());
  database[18] = database[19] = 1;  // rollback journals instead of WAL
  QVERIFY(writeFile(path(), database));
  const auto number = [](quint32 value) {
    return QByteArray::fromHex(QByteArray::number(value, 16).rightJustified(8, '0'));  // big-endian
  };
  const QByteArray magic = QByteArray::fromHex("d9d505f920a163d7"), name = victim.toUtf8();
  const quint32 page = 4096;
  quint32 sum = 0;
  for (const char c : name) sum += static_cast<quint32>(static_cast<signed char>(c));
  const QByteArray head =
      magic + number(0) + number(1) + number(static_cast<quint32>(database.size()) / page) + number(512) + number(page);
  QVERIFY(writeFile(QString::fromStdString(journal), head.leftJustified(512, '\0') + number(0x40000000U / page + 1) +
                                                         name + number(static_cast<quint32>(name.size())) +
                                                         number(sum) + magic));
  const auto store = Store::open(file(), Access::ReadWrite);
  QVERIFY(!store);
  QCOMPARE(store.error().code, base::ErrorCode::BadFormat);
  QCOMPARE(content(victim), QByteArray("precious"));
}

void StoreTest::refusesDamage() {
  {
    const auto store = opened();
    QVERIFY(store->baselines().add(madeHistory(kManyCommits)));
  }
  QByteArray bytes = content(path());
  for (qsizetype at = 4096 * 3; at + 4096 < bytes.size(); at += 4096 * 2) bytes.replace(at, 512, QByteArray(512, '\x7f'));
  QVERIFY(writeFile(path(), bytes));
  auto store = Store::open(file(), Access::ReadOnly);
  if (store) {
    QVERIFY((*store)->check().error().code == base::ErrorCode::BadFormat);
    QVERIFY(!(*store)->baselines().read());
    store->reset();
  }
  QCOMPARE(content(path()), bytes);
  QVERIFY(writeFile(path() + QStringLiteral("-wal"), "left behind"));
  QVERIFY(!Store::open(file(), Access::ReadWrite));  // what a program left open is looked at first
}

void StoreTest::survivesAFullDisk() {
  {
    const auto store = opened();
    QVERIFY(store->baselines().add(madeHistory(10)));
  }
  auto connection = SqlConnection::openSqlite(file(), Access::ReadWrite);
  QVERIFY((*connection)->run("PRAGMA max_page_count = 64"));  // the engine's own answer to a disk that is full
  history::BaselineStore baselines(**connection);
  const auto added = baselines.add(madeHistory(kManyCommits));
  QVERIFY(added.error().code == base::ErrorCode::NotWritable);
  QCOMPARE(baselines.read()->commits.size(), std::size_t{10});
  connection->reset();
  QCOMPARE(opened()->baselines().add(madeHistory(kManyCommits))->commits, kManyCommits - 10);
}

QTEST_GUILESS_MAIN(StoreTest)
#include "store_test.moc"
