// SPDX-License-Identifier: GPL-3.0-or-later
// The switch that watches CI: it needs baselines, shows what is new, opens the commit, and says why it cannot go on.
#include <QSignalSpy>
#include <QTest>

#include "core/session/watch/watcher.h"
#include "tests/app/gui/desk.h"
#include "tests/support/fake_branch.h"
#include "tests/support/test_folder.h"
#include "ui/support/notice_strip.h"

using namespace Qt::StringLiterals;
using namespace plumbline;
using namespace plumbline::tests;
using support::FakeBranch;

namespace {

const QByteArray kGood = "a,pass,0\nb,pass,0\n";
const QByteArray kBad = "a,fail_to_run,0\nb,pass,0\n";
const QByteArray kHead = "name,accuracy,graph_breaks\n";
const QString kWatch = u"watch.ci"_s;

}  // namespace

class WatchActionTest : public QObject {
  Q_OBJECT

  std::unique_ptr<support::TestFolder> m_folder;
  std::unique_ptr<support::FakeCiServer> m_server;
  std::unique_ptr<FakeBranch> m_branch;

  void open(Desk& desk) const {
    fetch::FetchOptions options;
    options.cacheFolder = m_folder->path(u"cache"_s).toStdString();
    options.endpoints = {m_server->url(), m_server->url()};
    desk.fetcher.setOptions(options);
    QSignalSpy shown(&desk.commit, &session::CommitSession::snapshotChanged);
    desk.commit.open({m_folder->path(u"run"_s)}, {m_folder->path(u"tree"_s)});
    QVERIFY(shown.wait(20'000));
  }
  static QString notice(Desk& desk) {
    const auto* row = desk.window.notices().row(u"watch"_s);
    return row == nullptr ? QString() : row->notice().text;
  }

 private Q_SLOTS:
  void init() {
    m_folder = std::make_unique<support::TestFolder>();
    m_server = std::make_unique<support::FakeCiServer>();
    m_branch = std::make_unique<FakeBranch>(*m_server);
    qputenv("PLUMBLINE_GITHUB_TOKEN", "s3cret-token");
    qputenv("XDG_STATE_HOME", m_folder->path(u"state"_s).toUtf8());
    m_folder->write(u"tree/ci_expected_accuracy/inductor_torchbench_training.csv"_s, kHead + kGood);
    m_folder->write(u"run/inductor_torchbench_training.csv"_s, kHead + kGood);
    m_branch->push({{.rows = kGood.toStdString()}});
    m_branch->publish();
  }

  void showsWhatIsNew() {
    Desk desk(m_folder->path(u"settings"_s));
    QVERIFY2(!desk.window.registry().run(kWatch), "no baselines are open");
    open(desk);
    QVERIFY(desk.window.registry().run(kWatch));
    QTRY_COMPARE(notice(desk), u"Commit "_s + QString::fromStdString(FakeBranch::shaOf(0)).left(12) + u": nothing is red"_s);
    QVERIFY(desk.notified.isEmpty());
    QVERIFY(desk.window.registry().run(kWatch));
    QCOMPARE(notice(desk), QString());
    m_branch->push({{.rows = kBad.toStdString()}});
    m_branch->publish();
    QVERIFY(desk.window.registry().run(kWatch));  // where it was
    QTRY_VERIFY(notice(desk).endsWith(u": 1 new failure"_s));
    QCOMPARE(desk.notified.size(), 1);
    QVERIFY2(desk.notified.first().startsWith(u"1 new failure: Commit "_s) && desk.notified.first().endsWith(u"\nChange 1"_s), qPrintable(desk.notified.first()));
    const ui::Notice& shown = desk.window.notices().row(u"watch"_s)->notice();
    QVERIFY(shown.details.contains(u"inductor_torchbench_training"_s));
    shown.action();
    QCOMPARE(desk.requestedCommits, QStringList{QString::fromStdString(FakeBranch::shaOf(1))});
    const auto store = history::Store::open(desk.history.file(), history::Store::Access::ReadOnly);
    QVERIFY(store);
    QCOMPARE((*store)->rowCounts()->front().second, std::uint64_t{2});
  }

  void saysWhyItCannotGoOn() {
    Desk desk(m_folder->path(u"settings"_s));
    open(desk);
    m_server->answer(FakeBranch::listPath(), {{.status = 429, .headers = {{"Retry-After", "240"}}}});
    QVERIFY(desk.window.registry().run(kWatch));
    QTRY_VERIFY2(notice(desk).endsWith(u"The watch goes on in 4 min."_s), qPrintable(notice(desk)));
    QVERIFY(desk.window.registry().run(kWatch));
    m_folder->write(u"state/plumbline/"_s + QFileInfo(QString::fromStdString(session::defaultWatchFile("pytorch/pytorch main window"))).fileName(), "{}");
    QVERIFY(desk.window.registry().run(kWatch));
    QTRY_VERIFY2(notice(desk).startsWith(u"CI is not watched. "_s) && notice(desk).contains(u": This is no state of a watch."_s), qPrintable(notice(desk)));
    desk.commit.remove(m_folder->path(u"run"_s));
    desk.commit.remove(m_folder->path(u"tree"_s));
    QTRY_VERIFY(desk.commit.snapshot() == nullptr);
    QVERIFY2(!desk.window.registry().run(kWatch), "it is off, and there are no baselines");
  }
};

QTEST_MAIN(WatchActionTest)
#include "watch_action_test.moc"
