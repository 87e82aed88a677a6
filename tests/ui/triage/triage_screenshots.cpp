// SPDX-License-Identifier: GPL-3.0-or-later
// Renders the triage page with the sample, light and dark, into the build folder; fails when it is blank.
#include <QApplication>
#include <QDir>
#include <QTabWidget>
#include <QTest>

#include "core/session/pending_edits.h"
#include "tests/ui/triage/sibling_tree.h"
#include "tests/ui/triage/triage_pairs.h"
#include "ui/support/edit_stack.h"
#include "ui/theme/theme_controller.h"
#include "ui/triage/decision_strip.h"
#include "ui/triage/script_outputs.h"
#include "ui/triage/siblings/sibling_section.h"
#include "ui/triage/triage_page.h"

using namespace Qt::StringLiterals;
using namespace plumbline;

class TriageScreenshots : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void decisions_data() {
    QTest::addColumn<bool>("dark");
    QTest::addColumn<QString>("keys");
    QTest::newRow("light-decided") << false << u"XAX"_s;
    QTest::newRow("dark-decided") << true << u"XAX"_s;
    QTest::newRow("light-reason") << false << u"XA?"_s;
    QTest::newRow("dark-reason") << true << u"XA?"_s;
    QTest::newRow("light-flaky") << false << u"XF?"_s;
    QTest::newRow("dark-flaky") << true << u"XF?"_s;
    QTest::newRow("light-refused") << false << u"XA!"_s;
  }
  void decisions() {
    QFETCH(bool, dark);
    QFETCH(QString, keys);
    session::PendingEdits edits{QString()};
    ui::EditStack stack(edits);
    ui::ThemeController themes(*qApp, dark ? ui::Scheme::Dark : ui::Scheme::Light);
    ui::TriagePage page(themes.theme());
    page.setEditing(stack);
    page.resize(QSize(1376, 640));
    page.showSnapshot(testing::samplePair());
    page.show();
    QVERIFY(QTest::qWaitForWindowExposed(&page));
    page.activateWindow();
    const auto run = [actions = page.actions()](const QString& id) {
      for (const ui::ActionSpec& spec : actions)
        if (spec.id == id) spec.run();
    };
    for (const QChar key : keys) {
      if (key == u'X') run(u"decide.keep"_s);
      if (key == u'F') run(u"decide.flaky"_s);
      if (key == u'!') QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
      if (key != u'A') continue;
      run(u"decide.accept"_s);
      if (!keys.endsWith(u'X') || !page.findChild<ui::DecisionStrip*>()->isAsking()) continue;
      QTest::keyClicks(QApplication::focusWidget(), u"tolerance of the eager run, #1234"_s);
      QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    }
    const QString folder = QStringLiteral(PLUMBLINE_BINARY_DIR "/screenshots");
    QVERIFY(QDir().mkpath(folder));
    QVERIFY(page.grab().save(folder + u"/triage-page-%1.png"_s.arg(QString::fromUtf8(QTest::currentDataTag()))));
    QVERIFY(page.findChild<ui::DecisionStrip*>()->isAsking() != keys.endsWith(u'X'));
  }

  void siblings_data() {
    QTest::addColumn<bool>("dark");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<QString>("keys");
    QTest::newRow("light-siblings-800x500") << false << QSize(736, 440) << u"A"_s;
    QTest::newRow("dark-siblings-1280x800") << true << QSize(1216, 720) << u"AA"_s;
    QTest::newRow("light-siblings-list-1280x800") << false << QSize(1216, 720) << u"A+"_s;
    QTest::newRow("dark-siblings-list-800x500") << true << QSize(736, 440) << u"A+"_s;
    QTest::newRow("dark-siblings-list-1600x1000") << true << QSize(1536, 880) << u"AA+"_s;
    QTest::newRow("light-siblings-tab-1600x1000") << false << QSize(1536, 880) << u"T"_s;
    QTest::newRow("light-siblings-applied-1280x800") << false << QSize(1216, 720) << u"AAAS"_s;
  }
  void siblings() {
    QFETCH(bool, dark);
    QFETCH(QSize, size);
    QFETCH(QString, keys);
    const testing::SiblingTree tree;
    session::PendingEdits edits{QString()};
    ui::EditStack stack(edits);
    ui::ThemeController themes(*qApp, dark ? ui::Scheme::Dark : ui::Scheme::Light);
    ui::TriagePage page(themes.theme());
    page.setEditing(stack);
    page.setSiblings([&tree](const std::string&) { return tree.view(); });
    page.resize(size);
    page.showSnapshot(tree.pair());
    page.show();
    QVERIFY(QTest::qWaitForWindowExposed(&page));
    page.activateWindow();
    const auto run = [actions = page.actions()](const QString& id) {
      for (const ui::ActionSpec& spec : actions)
        if (spec.id == id) spec.run();
    };
    for (const QChar key : keys) {
      if (key == u'A') run(u"decide.accept"_s);
      if (key == u'S') run(u"decide.siblings"_s);
      if (key == u'+') run(u"decide.chooseSiblings"_s);
      if (key == u'T') page.findChild<QTabWidget*>()->setCurrentIndex(2);
    }
    const QString folder = QStringLiteral(PLUMBLINE_BINARY_DIR "/screenshots");
    QVERIFY(QDir().mkpath(folder));
    QVERIFY(page.grab().save(folder + u"/triage-page-%1.png"_s.arg(QString::fromUtf8(QTest::currentDataTag()))));
    QVERIFY(page.findChild<ui::SiblingStrip*>()->isVisible() != keys.endsWith(u'+'));
    QCOMPARE(page.findChild<ui::SiblingPanel*>()->isVisible(), keys.endsWith(u'+'));
  }

  void page_data() {
    QTest::addColumn<bool>("dark");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<QString>("filter");
    QTest::addColumn<int>("tab");
    QTest::addColumn<int>("steps");
    QTest::newRow("light-1024x700") << false << QSize(960, 640) << QString() << 0 << 0;
    QTest::newRow("dark-1024x700") << true << QSize(960, 640) << QString() << 0 << 0;
    QTest::newRow("light-1440x900") << false << QSize(1376, 840) << QString() << 0 << 0;
    QTest::newRow("dark-1440x900") << true << QSize(1376, 840) << QString() << 1 << 0;
    QTest::newRow("light-error") << false << QSize(1100, 640) << u"graph_brakes>2"_s << 1 << 0;
    QTest::newRow("dark-nothing") << true << QSize(960, 640) << u"zzz"_s << 0 << 0;
    QTest::newRow("light-all") << false << QSize(1376, 840) << u"changed:no"_s << 0 << 0;
    QTest::newRow("light-findings") << false << QSize(1376, 840) << QString() << 0 << 2;
    QTest::newRow("dark-lost") << true << QSize(1376, 840) << QString() << 0 << 9;
  }
  void page() {
    QFETCH(bool, dark);
    QFETCH(QSize, size);
    QFETCH(QString, filter);
    QFETCH(int, tab);
    QFETCH(int, steps);
    ui::ThemeController themes(*qApp, dark ? ui::Scheme::Dark : ui::Scheme::Light);
    ui::TriagePage page(themes.theme());
    page.resize(size);
    page.showSnapshot(testing::samplePair());
    page.show();
    QVERIFY(QTest::qWaitForWindowExposed(&page));
    page.activateWindow();
    const auto run = [actions = page.actions()](const QString& id) {
      for (const ui::ActionSpec& spec : actions)
        if (spec.id == id) spec.run();
    };
    if (!filter.isEmpty()) {
      if (filter == u"changed:no"_s) run(u"filter.changed"_s);
      run(u"filter.text"_s);
      QTest::keyClicks(QApplication::focusWidget(), filter);
    }
    for (int i = 0; i < steps; ++i) run(u"triage.next"_s);
    for (int i = 0; i < tab; ++i) run(u"triage.output"_s);
    for (const ui::ScriptOutputView* view : page.findChildren<ui::ScriptOutputView*>())
      if (view->isVisible()) QTRY_VERIFY(!view->wholeText().isEmpty());
    const QImage image = page.grab().toImage();
    const QString folder = QStringLiteral(PLUMBLINE_BINARY_DIR "/screenshots");
    QVERIFY(QDir().mkpath(folder));
    QVERIFY(image.save(folder + u"/triage-page-%1.png"_s.arg(QString::fromUtf8(QTest::currentDataTag()))));
    QSet<QRgb> colours;
    for (int y = 0; y < image.height(); y += 7)
      for (int x = 0; x < image.width(); x += 7) colours.insert(image.pixel(x, y));
    QVERIFY2(colours.size() > 10, "the page is blank");
  }
};

QTEST_MAIN(TriageScreenshots)
#include "triage_screenshots.moc"
