// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QProcess>
#include <QTest>
#include <map>

#include "core/numerics/readers/load_value.h"
#include "core/numerics/readers/mapped_file.h"
#include "tests/support/tensor_bytes.h"
#include "tests/support/test_folder.h"
#include "tests/support/zip_maker.h"

using namespace plumbline;
using namespace plumbline::numerics;

namespace {

QString sharedFolder() {
  const QString given = qEnvironmentVariable("PLUMBLINE_SHARED");
  return given.isEmpty() ? QStringLiteral(PLUMBLINE_SOURCE_DIR "/../shared") : given;
}

const std::string kArray =
    support::npyOf("{'descr': '<i2', 'fortran_order': False, 'shape': (2,)}", std::string("\1\0\2\0", 4));

base::Outcome<ValuePtr> readZip(const std::vector<support::ZipEntry>& entries) {
  return readNpz(support::viewOf(support::zipOf(entries).toStdString()));
}

std::string refusal(const base::Outcome<ValuePtr>& read) { return read.isError() ? read.error().text : "was read"; }

base::Outcome<ValuePtr> readFile(const QString& path) {
  const auto file = MappedFile::open(path.toStdString());
  if (!file) return file.error();
  return readNpz({.file = path.toStdString(), .bytes = file->bytes(), .owner = file->owner(), .isWhole = {}});
}

}  // namespace

class NpzReaderTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  static void membersAreADict_data() {
    QTest::addColumn<bool>("deflated");
    QTest::newRow("savez") << false;
    QTest::newRow("savez_compressed") << true;
  }
  static void membersAreADict() {
    QFETCH(bool, deflated);
    const auto read = readZip({{.name = "z.weight.npy", .bytes = kArray, .deflated = deflated},
                               {.name = "a.npy", .bytes = kArray, .deflated = deflated}});
    QVERIFY(read.isValue());
    const Value& value = *read.value();
    QCOMPARE(value.kind, ValueKind::Dict);
    QCOMPARE(value.items.size(), std::size_t{2});
    QCOMPARE(value.keys[0]->text, std::string("z.weight"));  // the file's order
    QCOMPARE(value.keys[1]->text, std::string("a"));
    QCOMPARE(elementText(value.items[1]->tensor, 1), std::string("2"));
  }
  static void storedMembersAreNotCopied() {
    const auto view =
        support::viewOf(support::zipOf({{.name = "a.npy", .bytes = kArray, .deflated = false}}).toStdString());
    const auto read = readNpz(view);
    QVERIFY(read.isValue());
    const auto bytes = read.value()->items[0]->tensor.storage.bytes;
    QVERIFY(bytes.data() > view.bytes.data() && bytes.data() < view.bytes.data() + view.bytes.size());
  }
  static void anEmptyOneIsAnEmptyDict() {
    const auto read = readZip({});
    QVERIFY(read.isValue() && read.value()->items.empty());
  }
  static void refusesWhatIsNoArray() {
    const std::string text =
        refusal(readZip({{.name = "a.npy", .bytes = kArray}, {.name = "evil.pkl", .bytes = "cos\nsystem"}}));
    QVERIFY(QString::fromStdString(text).startsWith(QStringLiteral("evil.pkl: ")));
    const std::string object = support::npyOf("{'descr': '|O', 'fortran_order': False, 'shape': ()}", "\x80\4.");
    QVERIFY(QString::fromStdString(refusal(readZip({{.name = "b.npy", .bytes = object}})))
                .startsWith(QStringLiteral("b.npy: ")));
  }
  static void refusesANameTwice() {
    const std::string text = refusal(readZip({{.name = "a.npy", .bytes = kArray}, {.name = "a", .bytes = kArray}}));
    QVERIFY2(text.find("this name") != std::string::npos, text.c_str());
  }
  static void refusesABomb() { QVERIFY(readZip({support::zeroBomb("a.npy", std::size_t{65} << 20U)}).isError()); }
  static void canBeStopped() {
    std::stop_source stop;
    stop.request_stop();
    const auto view = support::viewOf(support::zipOf({{.name = "a.npy", .bytes = kArray}}).toStdString());
    QVERIFY(readNpz(view, base::Progress(stop.get_token())).isCancelled());
  }
  static void damageIsAnErrorOrAnotherArray() {
    for (const bool deflated : {false, true}) {
      const std::string whole =
          support::zipOf({{.name = "a.npy", .bytes = kArray, .deflated = deflated}}).toStdString();
      int refused = 0;
      support::forEachDamage(whole, [&](std::string_view bytes) {
        const auto read = readNpz(support::viewOf(bytes));
        if (read.isValue())
          support::touchAll(read.value());
        else
          ++refused;
      });
      QVERIFY(refused >= static_cast<int>(whole.size()));  // every prefix at least
    }
  }
  static void realFiles() {
    const QDir folder(sharedFolder() + QStringLiteral("/golden/same/files"));
    if (!folder.exists()) QSKIP("The folder ../shared/golden is not there; real files are not read.");
    const QFileInfoList files = folder.entryInfoList({QStringLiteral("*.npz")});
    QVERIFY(!files.isEmpty());
    for (const QFileInfo& file : files) {
      const auto read = readFile(file.filePath());
      QVERIFY2(read.isValue(), qPrintable(file.filePath()));
      QVERIFY(!read.value()->items.empty());
      support::touchAll(read.value());
    }
  }
  static void numpysOwn() {
    const support::TestFolder folder;
    QProcess python;
    python.setWorkingDirectory(folder.path());
    python.start(QStringLiteral("/usr/bin/python3"), {QStringLiteral("-c"), QStringLiteral(R"(
import numpy as n
a = n.arange(6, dtype='f8').reshape(2, 3)
n.savez('s.npz', a, w=a.T); n.savez_compressed('c.npz', a, w=a.T, zeros=n.zeros((1000, 1000)))
n.savez('none.npz')
)")});
    if (!python.waitForStarted() || !python.waitForFinished() || python.exitCode() != 0)
      QSKIP("There is no numpy here.");
    for (const char* name : {"s.npz", "c.npz"}) {
      const auto read = readFile(folder.path(QString::fromLatin1(name)));
      QVERIFY2(read.isValue(), refusal(read).c_str());
      const Value& value = *read.value();
      std::map<std::string, double> second;
      for (std::size_t i = 0; i < value.keys.size(); ++i)
        second[value.keys[i]->text] = elementAt(value.items[i]->tensor, 1);
      QCOMPARE(second.at("arr_0"), 1.0);
      QCOMPARE(second.at("w"), 3.0);
    }
    const auto none = readFile(folder.path(QStringLiteral("none.npz")));
    QVERIFY2(none.isValue(), refusal(none).c_str());
  }
};

QTEST_GUILESS_MAIN(NpzReaderTest)
#include "npz_reader_test.moc"
