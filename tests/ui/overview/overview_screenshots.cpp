// SPDX-License-Identifier: GPL-3.0-or-later
// Renders overview and model page, light and dark, into the build folder; fails when they are blank.
#include <QApplication>
#include <QLineEdit>
#include <QTest>

#include "core/session/pending_edits.h"
#include "tests/support/kept_picture.h"
#include "tests/ui/overview/commit_fixture.h"
#include "ui/overview/group_list.h"
#include "ui/overview/model_page.h"
#include "ui/overview/overview_page.h"
#include "ui/support/edit_stack.h"
#include "ui/theme/theme_controller.h"

using namespace Qt::StringLiterals;
using namespace plumbline;

namespace {

/// What the page gets of a window of 800x500 and of 1600x1000: less the rail, the header and the status line.
constexpr QSize kSmall(735, 425), kLarge(1535, 925);

void save(QWidget& page, const QString& name) { support::keepPicture(page.grab().toImage(), name); }

}  // namespace

class OverviewScreenshots : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void overview_data() {
    QTest::addColumn<bool>("dark");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<QString>("state");
    for (const bool dark : {false, true})
      for (const char* state : {"open", "decided", "reason", "flaky", "filtered", "nothing", "passes", "real"})
        for (const QSize size : {kSmall, kLarge})
          QTest::addRow("%s-%d-%s", dark ? "dark" : "light", size.width(), state) << dark << size << QString::fromLatin1(state);
  }
  void overview() {
    QFETCH(bool, dark);
    QFETCH(QSize, size);
    QFETCH(QString, state);
    testing::CommitFolder folder;
    const QString data = QStringLiteral(PLUMBLINE_SOURCE_DIR "/../shared/data/pytorch/");
    if (state == u"real"_s && !QDir(data).exists()) QSKIP("no ../shared/data/pytorch here: the real pairs are not at hand");
    if (state == u"passes"_s) {
      folder.baseline("inductor_torchbench_training", "llama,pass,7\n");
      folder.run("inductor_torchbench_training", "llama,pass,7\n");
    } else {
      testing::fillRelease(folder);
    }
    ui::ThemeController themes(*qApp, dark ? ui::Scheme::Dark : ui::Scheme::Light);
    session::PendingEdits edits{QString()};
    ui::EditStack stack(edits);
    ui::OverviewPage page(themes.theme(), stack);
    page.resize(size);
    page.show();
    page.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&page));
    if (state == u"real"_s)
      page.showSnapshot(testing::CommitFolder::openPaths((data + u"actual"_s).toStdString(), (data + u"expected"_s).toStdString()));
    else if (state != u"nothing"_s) page.showSnapshot(folder.open());
    const auto run = [actions = page.actions()](const QString& id) {
      for (const ui::ActionSpec& spec : actions)
        if (spec.id == id) spec.run();
    };
    const auto answer = [&](const QString& words) {
      auto* field = qobject_cast<QLineEdit*>(QApplication::focusWidget());
      QVERIFY(field);
      field->setText(words);
      QTest::keyClick(field, Qt::Key_Return);
    };
    if (state == u"decided"_s) {
      run(u"overview.accept"_s);
      answer(u"release of the library, see the pull request"_s);
      run(u"overview.keep"_s);
    }
    if (state == u"reason"_s) run(u"overview.accept"_s);
    if (state == u"flaky"_s) run(u"overview.flaky"_s);
    if (state == u"filtered"_s) {
      run(u"overview.class5"_s);
      run(u"overview.members"_s);
    }
    QTest::qWait(0);  // layouts that were asked for
    save(page, u"overview-page-"_s + QString::fromUtf8(QTest::currentDataTag()));
  }

  void model_data() {
    QTest::addColumn<bool>("dark");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<QString>("name");
    for (const bool dark : {false, true})
      for (const char* name : {"BartForCausalLM", "moco", "nobody"})
        for (const QSize size : {kSmall, kLarge})
          QTest::addRow("%s-%d-%s", dark ? "dark" : "light", size.width(), name) << dark << size << QString::fromLatin1(name);
  }
  void model() {
    QFETCH(bool, dark);
    QFETCH(QSize, size);
    QFETCH(QString, name);
    testing::CommitFolder folder;
    testing::fillRelease(folder);
    ui::ThemeController themes(*qApp, dark ? ui::Scheme::Dark : ui::Scheme::Light);
    ui::ModelPage page(themes.theme());
    page.resize(size);
    page.showSnapshot(folder.open());
    page.showModel(name);
    page.show();
    page.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&page));
    QTest::qWait(0);
    save(page, u"model-page-"_s + QString::fromUtf8(QTest::currentDataTag()));
  }
};

QTEST_MAIN(OverviewScreenshots)
#include "overview_screenshots.moc"
