// SPDX-License-Identifier: GPL-3.0-or-later
// What is remembered between two runs: looks and recent pairs.
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "ui/settings/preferences.h"
#include "ui/settings/recent_pairs.h"

using namespace Qt::StringLiterals;
using namespace plumbline::ui;

class SettingsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init();
  void themeWords_data();
  void themeWords();
  void themeIsRememberedAndReported();
  void overrideIsForThisRunOnly();
  void fontStepStaysInBounds();
  void nonsenseInTheFileIsIgnored();
  void recentPairsNewestFirst();
  void recentPairsHaveALimit();
  void recentPairIgnoresHalves();
  void recentPairsCanBeForgotten();

 private:
  QString file() const { return m_folder->filePath(u"settings.ini"_s); }
  std::unique_ptr<QTemporaryDir> m_folder;
};

void SettingsTest::init() {
  m_folder = std::make_unique<QTemporaryDir>();
  QVERIFY(m_folder->isValid());
}

void SettingsTest::themeWords_data() {
  QTest::addColumn<QString>("word");
  QTest::addColumn<int>("choice");
  QTest::newRow("system") << u"system"_s << static_cast<int>(ThemeChoice::System);
  QTest::newRow("light") << u"light"_s << static_cast<int>(ThemeChoice::Light);
  QTest::newRow("dark") << u"dark"_s << static_cast<int>(ThemeChoice::Dark);
  QTest::newRow("another word") << u"Dark"_s << -1;
  QTest::newRow("nothing") << QString() << -1;
}

void SettingsTest::themeWords() {
  QFETCH(QString, word);
  QFETCH(int, choice);
  const auto read = themeChoiceFromText(word);
  QCOMPARE(read ? static_cast<int>(*read) : -1, choice);
  if (read) QCOMPARE(themeChoiceText(*read), word);
}

void SettingsTest::themeIsRememberedAndReported() {
  {
    QSettings store(file(), QSettings::IniFormat);
    Preferences preferences(store);
    QSignalSpy changes(&preferences, &Preferences::changed);
    QCOMPARE(preferences.theme(), ThemeChoice::System);
    preferences.setTheme(ThemeChoice::Dark);
    preferences.setTheme(ThemeChoice::Dark);
    QCOMPARE(changes.size(), 1);
  }
  QSettings store(file(), QSettings::IniFormat);
  QCOMPARE(Preferences(store).theme(), ThemeChoice::Dark);
}

void SettingsTest::overrideIsForThisRunOnly() {
  QSettings store(file(), QSettings::IniFormat);
  Preferences preferences(store);
  preferences.setTheme(ThemeChoice::Light);
  preferences.overrideTheme(ThemeChoice::Dark);
  QCOMPARE(preferences.theme(), ThemeChoice::Dark);
  QCOMPARE(Preferences(store).theme(), ThemeChoice::Light);
  preferences.setTheme(ThemeChoice::Light);  // a choice in the window ends it
  QCOMPARE(preferences.theme(), ThemeChoice::Light);
}

void SettingsTest::fontStepStaysInBounds() {
  QSettings store(file(), QSettings::IniFormat);
  Preferences preferences(store);
  QSignalSpy changes(&preferences, &Preferences::changed);
  preferences.setFontStep(1000);
  QCOMPARE(preferences.fontStep(), Preferences::kMaxStep);
  preferences.setFontStep(2000);
  QCOMPARE(changes.size(), 1);
  preferences.setFontStep(-1000);
  QCOMPARE(preferences.fontStep(), Preferences::kMinStep);
  QCOMPARE(Preferences(store).fontStep(), Preferences::kMinStep);
}

void SettingsTest::nonsenseInTheFileIsIgnored() {
  QSettings store(file(), QSettings::IniFormat);
  store.setValue("look/theme"_L1, u"purple"_s);
  store.setValue("look/fontStep"_L1, u"big"_s);
  store.setValue("recent/pairs/size"_L1, 3);
  store.setValue("recent/pairs/2/actual"_L1, u"/x/a.csv"_s);
  Preferences preferences(store);
  QCOMPARE(preferences.theme(), ThemeChoice::System);
  QCOMPARE(preferences.fontStep(), 0);
  QVERIFY(RecentPairs(store).pairs().isEmpty());
}

void SettingsTest::recentPairsNewestFirst() {
  {
    QSettings store(file(), QSettings::IniFormat);
    RecentPairs recent(store);
    recent.add({u"/x/a.csv"_s, u"/y/a.csv"_s});
    recent.add({u"/x/b.csv"_s, u"/y/b.csv"_s});
    recent.add({u"/x/a.csv"_s, u"/y/a.csv"_s});
  }
  QSettings store(file(), QSettings::IniFormat);
  const QList<RecentPair> pairs = RecentPairs(store).pairs();
  const QList<RecentPair> wanted = {{u"/x/a.csv"_s, u"/y/a.csv"_s}, {u"/x/b.csv"_s, u"/y/b.csv"_s}};
  QCOMPARE(pairs, wanted);
  QVERIFY(pairs.first().when.secsTo(QDateTime::currentDateTimeUtc()) < 3600 && pairs.first().progress.isEmpty());
  RecentPairs recent(store);
  recent.setProgress(u"/x/b.csv"_s, u"/y/b.csv"_s, u"2 of 14 decided"_s);
  recent.setProgress(u"/x/none.csv"_s, u"/y/b.csv"_s, u"1 of 1 decided"_s);
  QCOMPARE(recent.pairs(), wanted);  // the order stays
  recent.add({u"/x/b.csv"_s, u"/y/b.csv"_s});
  QCOMPARE(RecentPairs(store).pairs().first().progress, u"2 of 14 decided"_s);
  QCOMPARE(RecentPairs(store).pairs().last().progress, QString());
}

void SettingsTest::recentPairsHaveALimit() {
  QSettings store(file(), QSettings::IniFormat);
  RecentPairs recent(store);
  for (int i = 0; i < 25; ++i) recent.add({u"/x/%1.csv"_s.arg(i), u"/y/%1.csv"_s.arg(i)});
  const QList<RecentPair> pairs = recent.pairs();
  QCOMPARE(pairs.size(), RecentPairs::kMaxPairs);
  QCOMPARE(pairs.first().actual, u"/x/24.csv"_s);
  QCOMPARE(pairs.last().actual, u"/x/15.csv"_s);
}

void SettingsTest::recentPairIgnoresHalves() {
  QSettings store(file(), QSettings::IniFormat);
  RecentPairs recent(store);
  recent.add({u"/x/a.csv"_s, {}});
  recent.add({{}, u"/x/a.csv"_s});
  QVERIFY(recent.pairs().isEmpty());
}

void SettingsTest::recentPairsCanBeForgotten() {
  QSettings store(file(), QSettings::IniFormat);
  RecentPairs recent(store);
  recent.add({u"/x/a.csv"_s, u"/y/a.csv"_s});
  QSignalSpy changes(&recent, &RecentPairs::changed);
  recent.clear();
  QCOMPARE(changes.size(), 1);
  QVERIFY(recent.pairs().isEmpty());
  QVERIFY(RecentPairs(store).pairs().isEmpty());
}

QTEST_GUILESS_MAIN(SettingsTest)
#include "settings_test.moc"
