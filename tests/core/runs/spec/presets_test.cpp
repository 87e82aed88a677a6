// SPDX-License-Identifier: GPL-3.0-or-later
// Presets in a folder.
#include <QTest>

#include "core/runs/spec/run_spec.h"
#include "tests/core/runs/spec/plan_test.h"
#include "tests/support/test_folder.h"

using namespace plumbline;
using namespace plumbline::runs;

void PlanTest::presets() {
  const support::TestFolder folder;
  const std::string path = folder.path(QStringLiteral("deep/below")).toStdString();
  std::vector<base::Error> problems;
  QVERIFY(readPresets(path, problems).empty());
  QVERIFY(problems.empty());
  RunSpec spec = goodSpec(RunKind::Suite);
  for (const char* name : {"warm cpu", "Évry-2.1", "A"}) {
    spec.title = name;
    QVERIFY(savePreset(path, {.name = name, .spec = spec}));
  }
  spec.repeats = 5;
  QVERIFY(savePreset(path, {.name = "A", .spec = spec}));  // in the place of the older one
  const auto found = readPresets(path, problems);
  QVERIFY(problems.empty());
  QCOMPARE(found.size(), std::size_t{3});
  QCOMPARE(qs(found[0].name), QStringLiteral("A"));
  QVERIFY(found[0].spec == spec);
  QCOMPARE(qs(found[1].name), QStringLiteral("warm cpu"));
  QVERIFY(removePreset(path, "A"));
  QVERIFY(removePreset(path, "A"));
  QCOMPARE(readPresets(path, problems).size(), std::size_t{2});
}

void PlanTest::presetNames_data() {
  QTest::addColumn<std::string>("name");
  for (const char* name : {"", ".", "..", ".hidden", "-x", "a/b", "../x", "a\\b", "a\nb", " a", "a ", "a:b", "\xff"})
    QTest::newRow(*name == 0 ? "empty" : QByteArray(name).toPercentEncoding().constData()) << std::string(name);
  QTest::newRow("long") << std::string(121, 'a');
  QTest::newRow("NUL") << std::string("a\0b", 3);
}

void PlanTest::presetNames() {
  QFETCH(const std::string, name);
  const support::TestFolder folder;
  const auto saved = savePreset(folder.path().toStdString(), {.name = name, .spec = {}});
  QVERIFY(!saved);
  QCOMPARE(saved.error().code, base::ErrorCode::BadArgument);
  QVERIFY(!removePreset(folder.path().toStdString(), name));
  QVERIFY(QDir(folder.path()).isEmpty());
}

void PlanTest::presetProblems() {
  const support::TestFolder folder;
  folder.write(QStringLiteral("bad.json"), "{\"form\": 1, \"kind\": \"suit\"}");
  folder.write(QStringLiteral("empty.json"), "");
  folder.write(QStringLiteral("notes.txt"), "x");
  folder.write(QStringLiteral(".hidden.json"), "x");
  QDir(folder.path()).mkdir(QStringLiteral("folder.json"));
  QVERIFY(savePreset(folder.path().toStdString(), {.name = "good", .spec = goodSpec(RunKind::Command)}));
  std::vector<base::Error> problems;
  const auto found = readPresets(folder.path().toStdString(), problems);
  QCOMPARE(found.size(), std::size_t{1});
  QCOMPARE(problems.size(), std::size_t{2});
  QVERIFY(qs(problems[0].file).endsWith(QStringLiteral("/bad.json")));
  QVERIFY(qs(problems[0].text).contains(QStringLiteral("\"kind\"")));
  problems.clear();
  const QString file = folder.write(QStringLiteral("file"), "x");
  QVERIFY(readPresets(file.toStdString(), problems).empty());
  QCOMPARE(problems.size(), std::size_t{1});
  QVERIFY(!savePreset(file.toStdString(), {.name = "x", .spec = {}}));
  QVERIFY(!savePreset({}, {.name = "x", .spec = {}}));
}

void PlanTest::presetFolder() {
  const QByteArray before = qgetenv("XDG_CONFIG_HOME"), home = qgetenv("HOME");
  qputenv("XDG_CONFIG_HOME", "/c");
  QCOMPARE(qs(defaultPresetFolder()), QStringLiteral("/c/plumbline/runs"));
  qputenv("XDG_CONFIG_HOME", "relative");
  qputenv("HOME", "/h");
  QCOMPARE(qs(defaultPresetFolder()), QStringLiteral("/h/.config/plumbline/runs"));
  qputenv("HOME", "");
  QCOMPARE(qs(defaultPresetFolder()), QString());
  qputenv("XDG_CONFIG_HOME", before);
  qputenv("HOME", home);
}
