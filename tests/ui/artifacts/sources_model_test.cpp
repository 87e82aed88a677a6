// SPDX-License-Identifier: GPL-3.0-or-later
// The models behind the page of sources, and how long they take.
#include <QAbstractItemModelTester>
#include <QElapsedTimer>
#include <QPersistentModelIndex>
#include <QRegularExpression>

#include "tests/ui/artifacts/sources_fixture.h"
#include "ui/artifacts/fetch_port.h"
#include "ui/artifacts/sources_model.h"
#include "ui/support/clipboard_text.h"

using namespace Qt::StringLiterals;
using namespace plumbline;
using namespace plumbline::testing;
using namespace plumbline::ui;
using session::FileState;

namespace {

session::SourceFile fileOf(const char* origin, FileState state, const char* why, int attempt = 0,
                           std::size_t rows = 1) {
  session::SourceFile file;
  file.origin = origin;
  file.state = state;
  file.why = why;
  file.rows = rows;
  if (state == FileState::Unnamed || state == FileState::Unreadable) return file;
  file.identity = configs::Identity{};
  file.identity->config = *configs::configOfName("inductor_torchbench_training");
  file.identity->shard = 1;
  file.identity->shards = 2;
  file.identity->attempt = attempt;
  return file;
}

SourceListPtr smallList() {
  session::SourceList list;
  list.paths.push_back({"/ci", session::PathKind::Folder, sources::Role::Auto, 4, 0, 1, 1});
  list.files = {fileOf("/ci/odd.csv", FileState::Unnamed, "no suite"),
                fileOf("/ci/bad.zip", FileState::Unreadable, "a web page", 0, 0),
                fileOf("/ci/2/r.zip!x/training_torchbench.csv", FileState::Used, "the latest complete one", 2, 1200),
                fileOf("/ci/1/r.zip!x/training_torchbench.csv", FileState::NotUsed, "attempt 2 is used", 1, 7)};
  list.results = 3;
  return std::make_shared<const session::SourceList>(std::move(list));
}

QStringList dump(const QAbstractItemModel& model) {
  QStringList lines;
  for (int row = 0; row < model.rowCount(); ++row) {
    QStringList cells;
    for (int column = 0; column < model.columnCount(); ++column) cells << model.index(row, column).data().toString();
    lines << cells.join(u'|');
  }
  return lines;
}

}  // namespace

class SourcesModelTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support propagateSizeHints)"_s)); }

  void filesAsATable() {
    SourcesModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(model.rowCount(), 0);
    model.setList(smallList());
    QCOMPARE(dump(model),
             (QStringList{u"no name|odd.csv|||1|no suite|odd.csv"_s, u"unreadable|bad.zip||||a web page|bad.zip"_s,
                          u"used|inductor_torchbench_training|1 of 2|2|1,200|the latest complete one|2/r.zip!x/"
                          "training_torchbench.csv"_s,
                          u"not used|inductor_torchbench_training|1 of 2|1|7|attempt 2 is used|1/r.zip!x/"
                          "training_torchbench.csv"_s}));
    const QPersistentModelIndex used = model.index(2, 3);
    model.sort(static_cast<int>(SourceColumn::Attempt), Qt::DescendingOrder);
    QCOMPARE(used.row(), 0);
    model.sort(static_cast<int>(SourceColumn::Rows), Qt::AscendingOrder);
    QCOMPARE(used.row(), 2);  // 1, 7, 1200; what could not be read has no rows and comes last
    QCOMPARE(model.index(3, 0).data().toString(), u"unreadable"_s);
    model.setFilter({stateBit(FileState::Used) | stateBit(FileState::NotUsed), {}});
    QCOMPARE(model.rowCount(), 2);
    model.setFilter({0, {u"LATEST"_s, u"zip"_s}});
    QCOMPARE(model.rowCount(), 1);
    QCOMPARE(used.row(), 0);
    model.setList(smallList());  // read again: the same files
    QCOMPARE(used.row(), 0);
    model.setList(nullptr);
    QVERIFY(!used.isValid());
    model.setList(smallList());
    model.sort(-1, Qt::AscendingOrder);
    model.setFilter({});
    QCOMPARE(model.rowOf("/ci/bad.zip"), 1);
    QCOMPARE(model.rowOf("/ci/none"), -1);
    QCOMPARE(rowTexts(model, {1}).last().first(), u"unreadable"_s);
    for (int column = 0; column < kSourceColumns; ++column) {
      QVERIFY(!model.headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString().isEmpty());
      QVERIFY(model.index(2, column).data(Qt::AccessibleTextRole).toString().contains(u": "_s));
    }
    QVERIFY(model.index(2, 6).data(Qt::ToolTipRole).toString().contains(u"/ci/2/r.zip"_s));
  }

  void pathsAsATable() {
    OpenedPathsModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    session::SourceList list;
    list.paths = {{"/data/ci/", session::PathKind::Folder, sources::Role::Auto, 1200, 0, 2, 1},
                  {"/data/reports.zip", session::PathKind::Zip, sources::Role::Auto, 1, 0, 0, 0},
                  {"pytorch", session::PathKind::Folder, sources::Role::Expected, 0, 128, 0, 0},
                  {"/", session::PathKind::Folder, sources::Role::Auto, 0, 0, 0, 0}};
    model.setList(std::make_shared<const session::SourceList>(list));
    QCOMPARE(dump(model), (QStringList{u"ci|folder|1,200 results, 2 without a name, 1 unreadable|/data"_s,
                                       u"reports.zip|zip|1 result|/data"_s, u"pytorch|tree|128 baselines|"_s,
                                       u"/|folder|nothing that can be judged|"_s}));
    const QPersistentModelIndex tree = model.index(2, 0);
    list.paths.erase(list.paths.begin());
    model.setList(std::make_shared<const session::SourceList>(list));
    QCOMPARE(tree.row(), 1);
    list.paths.erase(list.paths.begin() + 1);
    model.setList(std::make_shared<const session::SourceList>(list));
    QVERIFY(!tree.isValid());
  }

  void theRealFetchTellsItsTokenAndStops() {
    const QTemporaryDir cache;
    fetch::FetchOptions options;
    options.cacheFolder = cache.path().toStdString();
    qunsetenv("PLUMBLINE_GITHUB_TOKEN");
    qunsetenv("GITHUB_TOKEN");
    QCOMPARE(FetcherPort(options).tokenText(), u"token: from the keyring, if there is one"_s);
    qputenv("GITHUB_TOKEN", "ghp_secret");
    FetcherPort port(options);
    qunsetenv("GITHUB_TOKEN");
    QCOMPARE(port.tokenText(), u"token from GITHUB_TOKEN: 5,000 requests an hour"_s);  // whose, never which
    QSignalSpy finished(&port, &FetchPort::finished);
    QSignalSpy failed(&port, &FetchPort::failed);
    const auto target = fetch::targetOf(kSha.toStdString());
    QVERIFY(target);
    port.start(*target, true);  // offline, and the cache is empty
    QVERIFY(port.isBusy());
    port.start(*target, true);  // the first one is dropped
    SOON_COMPARE(finished.count() + failed.count(), 1);
    SOON_COMPARE(port.isBusy(), false);
    port.start(*target, true);
    port.cancel();
    QVERIFY(!port.isBusy());
    port.cancel();
    QCOMPARE(finished.count() + failed.count(), 1);
  }

  void aThousandFilesAreInstant() {
    session::SourceList many;
    many.paths.push_back({"/ci", session::PathKind::Folder, sources::Role::Auto, 1000, 0, 0, 0});
    for (int i = 0; i < 10000; ++i) {
      many.files.push_back(fileOf("", i % 3 == 0 ? FileState::NotUsed : FileState::Used, "attempt 2 of 2", i % 4));
      many.files.back().origin = "/ci/" + std::to_string(i) + "/training_torchbench.csv";
    }
    const auto list = std::make_shared<const session::SourceList>(std::move(many));
    const SourcesFolder folder;
    folder.fillSmall();
    SourcesPageFixture desk;
    desk.show();
    desk.open(folder);
    QElapsedTimer timer;
    timer.start();
    desk.model()->setList(list);
    desk.model()->setFilter({0, {u"999"_s}});
    desk.model()->setFilter({});
    desk.model()->sort(static_cast<int>(SourceColumn::File), Qt::AscendingOrder);
    desk.page.grab();
    qInfo("10,000 sources listed, filtered, sorted and painted in %lld ms", static_cast<long long>(timer.elapsed()));
    QCOMPARE(desk.model()->rowCount(), 10000);
    desk.page.showSnapshot(desk.session.snapshot());
    QCOMPARE(desk.model()->rowCount(), 5);
  }
};

QTEST_MAIN(SourcesModelTest)
#include "sources_model_test.moc"
