// SPDX-License-Identifier: GPL-3.0-or-later
// Renders the page of a bisection, light and dark, into the build folder; fails when it is blank.
#include <QFile>
#include <QListWidget>
#include <QTemporaryDir>
#include <QTest>

#include "tests/support/kept_picture.h"
#include "tests/ui/flaky/prepared_prompt.h"
#include "ui/bisect/bisect_page.h"
#include "ui/theme/theme_controller.h"

using namespace Qt::StringLiterals;
using namespace plumbline;

class BisectScreenshots : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void page_data() {
    QTest::addColumn<bool>("dark");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<QString>("state");
    for (const bool dark : {false, true})
      for (const QSize size : {QSize(836, 520), QSize(1296, 780)})  // what the page gets of 900x600 and 1360x860
        for (const QString& state : {u"open"_s, u"form"_s, u"nothing"_s})
          QTest::newRow(qPrintable(u"%1-%2-%3"_s.arg(state, dark ? u"dark"_s : u"light"_s).arg(size.width()))) << dark << size << state;
  }
  void page() {
    QFETCH(const bool, dark);
    QFETCH(const QSize, size);
    QFETCH(const QString, state);
    ui::ThemeController themes(*qApp, dark ? ui::Scheme::Dark : ui::Scheme::Light);
    QTemporaryDir folder;
    testing::PreparedPrompt prompt;
    session::BisectSession session;
    ui::BisectPage page(themes.theme(), session, prompt);
    page.resize(size);
    page.show();
    QVERIFY(QTest::qWaitForWindowExposed(&page));
    if (state == u"open"_s) {
      sources::BisectState begun;
      begun.repository = "/nowhere";
      for (int i = 0; i < 24; ++i) {
        begun.commits.push_back(QByteArray::number(0x9e3779b97f4a7c15ULL * static_cast<quint64>(i + 1), 16).repeated(3).left(40).toStdString());
        begun.subjects.push_back(i % 2 == 0 ? "Fuse the last pass into its user (#12345)" : "Fix a typo");
      }
      begun.stamp = files::kNoFile;
      const QString file = folder.filePath(u"plumbline-bisect.json"_s);
      QVERIFY(sources::saveBisectState(file.toStdString(), begun));
      session.open(file);
      QTRY_VERIFY(session.shown() != nullptr);
      const auto commits = session.shown()->state.commits;
      for (const auto& [commit, fails] : {std::pair(23, true), {0, false}, {11, true}, {5, false}, {8, true}, {23, true}, {7, false}, {6, true}})
        session.report(QString::fromStdString(commits[static_cast<std::size_t>(commit)]), fails);
      QTRY_COMPARE(page.findChild<QListWidget*>()->count(), 8);
    } else if (state == u"form"_s) {
      for (const ui::ActionSpec& action : page.actions())
        if (action.id == u"bisect.start"_s) action.run();
    }
    support::keepPicture(page.grab().toImage(), u"bisect-%1"_s.arg(QString::fromUtf8(QTest::currentDataTag())));
  }
};

QTEST_MAIN(BisectScreenshots)
#include "bisect_screenshots.moc"
