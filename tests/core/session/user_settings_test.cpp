// SPDX-License-Identifier: GPL-3.0-or-later
// What a person has set, and what programs outside are asked to show: which texts can be used, which variables come
// first, which pages and command lines come out.
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include "core/session/desktop_links.h"
#include "core/session/user_settings.h"
#include "core/tables/csv_table.h"

using namespace Qt::StringLiterals;
using namespace plumbline;
using session::Setting;

class UserSettingsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    for (const char* name : {"PLUMBLINE_API_URL", "PLUMBLINE_ARTIFACTS_URL"}) qunsetenv(name);
    m_folder = std::make_unique<QTemporaryDir>();
    m_store = std::make_unique<QSettings>(m_folder->filePath(u"s.ini"_s), QSettings::IniFormat);
  }

  void eachSettingHasAKeyOfItsOwn() {
    QStringList keys;
    for (int i = 0; i <= static_cast<int>(Setting::Editor); ++i) keys << session::settingKey(static_cast<Setting>(i));
    QVERIFY(!keys.contains(QString()));
    QCOMPARE(keys.removeDuplicates(), 0);
  }

  void unusableTextsAreRefused_data() {
    QTest::addColumn<int>("setting");
    QTest::addColumn<QString>("good");
    QTest::addColumn<QString>("bad");
    const auto row = [](const char* name, Setting setting, const QString& good, const QString& bad) {
      QTest::newRow(name) << static_cast<int>(setting) << good << bad;
    };
    row("rules", Setting::Rules, u"2025-11"_s, u"2099-01"_s);
    row("history", Setting::FillHistory, u"yes"_s, u"true"_s);
    row("decision log", Setting::DecisionLog, u"yes"_s, u"no"_s);
    row("restore", Setting::RestoreSession, u"no"_s, u"yes"_s);
    row("one window", Setting::SingleWindow, u"yes"_s, u"1"_s);
    row("runs", Setting::RunFolder, u"/var/runs"_s, u"runs"_s);
    row("cache", Setting::CacheFolder, u"/var/cache"_s, u"../cache"_s);
    row("api", Setting::Api, u"https://api.example.org"_s, u"http://api.example.org"_s);
    row("artifacts", Setting::Artifacts, u"https://a.example.org"_s, u"ftp://a.example.org"_s);
    row("editor", Setting::Editor, u"sh -c %f"_s, u"no-such-editor-here %f"_s);
  }

  void unusableTextsAreRefused() {
    QFETCH(const int, setting);
    QFETCH(const QString, good);
    QFETCH(const QString, bad);
    const auto which = static_cast<Setting>(setting);
    QVERIFY(!session::settingProblem(which, {}));
    QVERIFY(!session::settingProblem(which, good));
    const auto problem = session::settingProblem(which, bad);
    QVERIFY(problem && problem->code == base::ErrorCode::BadArgument && !problem->text.empty());
    m_store->setValue(session::settingKey(which), u" "_s + good + u" "_s);
    QCOMPARE(session::settingText(*m_store, which), good);
    m_store->setValue(session::settingKey(which), bad);  // by another version, or by hand
    QCOMPARE(session::settingText(*m_store, which), QString());
  }

  void theHistoryIsFilledOnlyAfterAYes() {
    const QString key = session::settingKey(Setting::FillHistory);
    QVERIFY(!session::fillsHistory(*m_store));
    m_store->setValue(key, u"1"_s);
    QVERIFY(!session::fillsHistory(*m_store) && session::logsDecisions(*m_store));
    m_store->setValue(key, u"yes"_s);
    QVERIFY(session::fillsHistory(*m_store) && !session::logsDecisions(*m_store));
    m_store->setValue(session::settingKey(Setting::DecisionLog), u"yes"_s);
    QVERIFY(session::logsDecisions(*m_store));
  }

  void aFlakyListIsReadBeforeItIsSet_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("isGood");
    QTest::newRow("entries") << QByteArray("[[flaky]]\nname = \"moco\"\n") << true;
    QTest::newRow("empty") << QByteArray() << true;
    QTest::newRow("no TOML") << QByteArray("[[flaky\n") << false;
    QTest::newRow("binary") << QByteArray("\0\xff\0", 3) << false;
  }

  void aFlakyListIsReadBeforeItIsSet() {
    QFETCH(const QByteArray, bytes);
    QFETCH(const bool, isGood);
    const QString path = m_folder->filePath(u"list \u00e4.toml"_s);
    QVERIFY(session::settingProblem(Setting::FlakyList, path));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
    file.close();
    const auto problem = session::settingProblem(Setting::FlakyList, path);
    QVERIFY2(problem.has_value() != isGood, problem ? problem->text.c_str() : "");
    QVERIFY(session::settingProblem(Setting::FlakyList, m_folder->path()));
    QVERIFY(session::settingProblem(Setting::FlakyList, u"flaky.toml"_s));
    m_store->setValue(session::settingKey(Setting::FlakyList), path);
    QVERIFY(file.remove());
    QCOMPARE(session::flakyListFrom(*m_store), path.toStdString());  // so that its loss is said where it counts
    m_store->setValue(session::settingKey(Setting::FlakyList), u"flaky.toml"_s);
    QCOMPARE(session::flakyListFrom(*m_store), std::string());
  }

  void argumentsComeBeforeEnvironmentBeforeSettings() {
    const QString own = u"https://settings.example.org"_s;
    m_store->setValue(session::settingKey(Setting::Api), own);
    m_store->setValue(session::settingKey(Setting::CacheFolder), u"/var/own"_s);
    QCOMPARE(session::fetchOptionsFrom(*m_store)->endpoints.api, own.toStdString());
    QCOMPARE(session::fetchOptionsFrom(*m_store)->cacheFolder, std::string("/var/own"));
    qputenv("PLUMBLINE_API_URL", "https://environment.example.org");
    QCOMPARE(session::fetchOptionsFrom(*m_store)->endpoints.api, std::string("https://environment.example.org"));
    QCOMPARE(session::fetchOptionsFrom(*m_store, "https://argument.example.org")->endpoints.api,
             std::string("https://argument.example.org"));
    QVERIFY(!session::fetchOptionsFrom(*m_store, "http://argument.example.org"));
    m_store->setValue(session::settingKey(Setting::RunFolder), u"/var/runs"_s);
    QCOMPARE(session::runFolderFrom(*m_store), std::string("/var/runs"));
  }

  void anEditorGetsFileAndLine_data() {
    QTest::addColumn<QString>("command");
    QTest::addColumn<QStringList>("wanted");
    QTest::newRow("nothing") << QString() << QStringList{QString()};
    QTest::newRow("blank") << u"  "_s << QStringList{QString()};
    QTest::newRow("file last") << u"kate"_s << QStringList{u"kate"_s, u"/a b/e.csv"_s};
    QTest::newRow("file and line") << u"code --goto %f:%l"_s << QStringList{u"code"_s, u"--goto"_s, u"/a b/e.csv:12"_s};
    QTest::newRow("quotes") << u"\"/opt/my editor\" +%l %f"_s << QStringList{u"/opt/my editor"_s, u"+12"_s, u"/a b/e.csv"_s};
    QTest::newRow("percent") << u"ed 100%% %x %f %"_s
                             << QStringList{u"ed"_s, u"100%"_s, u"%x"_s, u"/a b/e.csv"_s, u"%"_s};
    QTest::newRow("escaped f") << u"ed %%f"_s << QStringList{u"ed"_s, u"%f"_s, u"/a b/e.csv"_s};
  }

  void anEditorGetsFileAndLine() {
    QFETCH(const QString, command);
    QFETCH(const QStringList, wanted);
    const session::EditorCall call = session::editorCall(command, u"/a b/e.csv"_s, 12);
    QCOMPARE(QStringList{call.program} + call.arguments, wanted);
  }

  void linesAreThoseOfTheFile() {
    const auto table = tables::CsvTable::scan("name,accuracy\n\n\n\na,pass\n\n\n\nb,pass\n", "e.csv");
    QVERIFY(table.isValue());
    QCOMPARE(session::lineOfModel(*table.value(), "a"), std::size_t{5});
    QCOMPARE(session::lineOfModel(*table.value(), "b"), std::size_t{9});
    QCOMPARE(session::lineOfModel(*table.value(), "c"), std::size_t{0});
  }

  void pagesOfCi() {
    const std::string sha(40, 'a');
    QCOMPARE(session::commitPage(sha).toString(), u"https://github.com/pytorch/pytorch/commit/"_s + QString::fromStdString(sha));
    QCOMPARE(session::pullRequestPage(sha).query(), u"q=is%3Apr+"_s + QString::fromStdString(sha));
    for (const char* bad : {"", "none", "abc", "../../../x", "aaaaaaa?x"}) {
      QVERIFY(session::commitPage(bad).isEmpty());
      QVERIFY(session::pullRequestPage(bad).isEmpty());
    }
    QCOMPARE(session::commitPage(sha, "https://gitlab.com/a/b").toString(), u"https://gitlab.com/a/b/-/commit/"_s + QString::fromStdString(sha));
    QVERIFY(session::commitPage(sha, "").isEmpty());
    QCOMPARE(session::pullRequestPage(7, std::nullopt).path(), u"/pytorch/pytorch/pull/7"_s);
    QCOMPARE(session::pullRequestPage(7, "https://codeberg.org/a/b"), QUrl(u"https://codeberg.org/a/b/pulls/7"_s));
    QVERIFY(session::pullRequestPage(7, "https://gitlab.com/a/b").isEmpty());
    for (const char* bad : {"", "file:///etc/passwd", "javascript:alert(1)", "https:///x", "ssh://host/x"})
      QVERIFY2(!session::isBrowserLink(QUrl(QString::fromLatin1(bad))), bad);
    QVERIFY(session::isBrowserLink(session::commitPage(sha)));
  }

  void theJobIsThatOfTheShardWithTheRow() {
    overview::ConfigResult config;
    QVERIFY(session::jobPage(config, "a").isEmpty());
    config.run = tables::CsvTable::scan("name,accuracy\na,pass\nb,pass\n", "run").value();
    config.origins = {{0, 0}, {1, 0}};
    config.shards.resize(2);
    config.shards[0].identity = {.config = {}, .jobId = "41", .workflowId = "7", .machine = {}, .commit = {}};
    config.shards[1].identity = {.config = {}, .jobId = "42", .workflowId = {}, .machine = {}, .commit = {}};
    QCOMPARE(session::jobPage(config, "a").path(), u"/pytorch/pytorch/actions/runs/7/job/41"_s);
    QCOMPARE(session::jobPage(config, "b").path(), u"/pytorch/pytorch/runs/42"_s);
    QVERIFY(session::jobPage(config, "lost").isEmpty());
    config.shards[1].used = true;  // the only one in use
    QCOMPARE(session::jobPage(config, "lost").path(), u"/pytorch/pytorch/runs/42"_s);
    config.shards[1].identity.jobId = "4/../2";
    QVERIFY(session::jobPage(config, "b").isEmpty());
  }

 private:
  std::unique_ptr<QTemporaryDir> m_folder;
  std::unique_ptr<QSettings> m_store;
};

QTEST_GUILESS_MAIN(UserSettingsTest)
#include "user_settings_test.moc"
