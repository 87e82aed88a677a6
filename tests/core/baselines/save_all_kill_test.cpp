// SPDX-License-Identifier: GPL-3.0-or-later
// Saving several files is killed (SIGKILL) at random moments: each file is the old or the new version as a whole, what
// was reported safe is there, and the log of decisions holds whole lines. PLUMBLINE_KILLS sets the number of kills.
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <random>

#include "core/baselines/drafts.h"
#include "core/files/file_bytes.h"
#include "tests/support/kill_runs.h"
#include "tests/support/versioned_text.h"

using namespace plumbline;

class SaveAllKillTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void killedAtRandomMoments();
};

void SaveAllKillTest::killedAtRandomMoments() {
  QTemporaryDir dir;
  QStringList paths;
  for (const char* name : {"a.csv", "b.csv", "c.csv", "d.csv"}) paths << dir.filePath(QString::fromUtf8(name));
  std::mt19937 random(33);
  long safe = 0;
  int mixed = 0;
  for (int kill = tests::killCount(30); kill > 0; --kill) {
    const auto run = tests::killedRun(QStringLiteral(PLUMBLINE_BINARY_DIR "/tests/bin/save_all_loop"), paths,
                                      1 + static_cast<int>(random() % 3), static_cast<qint64>(random() % 90'000));
    QVERIFY2(run, "the program to be killed did not run");
    QVERIFY(!run->lines.isEmpty());
    const long reported = run->lines.last().toLong();
    QVERIFY(reported > safe);
    safe = reported;
    std::vector<long> versions;
    for (const QString& path : paths) {
      const auto file = files::readFile(path.toStdString());
      QVERIFY(file);
      versions.push_back(tests::versionOf(file->bytes));
      QVERIFY2(versions.back() == safe || versions.back() == safe + 1,
               qPrintable(path + QString::number(versions.back())));
    }
    const auto [least, most] = std::minmax_element(versions.begin(), versions.end());
    if (*least != *most) ++mixed;
    const auto log = files::readFile(baselines::decisionLogPath(paths.first().toStdString()));
    QVERIFY(log && log->bytes.ends_with('\n'));
    long last = 0;
    for (const QByteArray& line : QByteArray::fromStdString(log->bytes).trimmed().split('\n')) {
      const QJsonObject json = QJsonDocument::fromJson(line).object();
      QVERIFY2(!json.isEmpty(), line.constData());
      last = std::max(last, json[QStringLiteral("what")].toString().toLong());
    }
    QVERIFY2(last >= safe && last <= safe + 1, qPrintable(QString::number(last)));
    safe = *most;
  }
  qInfo("%ld versions of four files; %d kills fell between two files", safe, mixed);
}

QTEST_GUILESS_MAIN(SaveAllKillTest)
#include "save_all_kill_test.moc"
