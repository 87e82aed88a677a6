// SPDX-License-Identifier: GPL-3.0-or-later
// The detail view of a tensor in light and dark, small and large, kept in <build>/screenshots for people to look at.
#include <QApplication>
#include <QSignalSpy>
#include <QTest>

#include "tests/support/kept_picture.h"
#include "tests/ui/numerics/tensor_subjects.h"
#include "ui/theme/theme_controller.h"

using namespace Qt::StringLiterals;
using namespace plumbline;

class TensorScreenshots : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void details_data() {
    QTest::addColumn<bool>("dark");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<QString>("state");
    const QStringList states{u"figures"_s, u"histogram"_s, u"scatter"_s, u"heat"_s, u"channels"_s, u"values"_s, u"difference"_s,
                             u"nan"_s, u"slice"_s, u"line"_s, u"words"_s, u"empty"_s, u"nothing"_s};
    for (const bool dark : {false, true})
      for (const QSize size : {QSize(420, 360), QSize(640, 480), QSize(1000, 600)})
        for (const QString& state : states)
          QTest::addRow("%s-%d-%s", dark ? "dark" : "light", size.width(), qPrintable(state)) << dark << size << state;
  }
  void details() {
    QFETCH(bool, dark);
    QFETCH(QSize, size);
    QFETCH(QString, state);
    ui::ThemeController themes(*qApp, dark ? ui::Scheme::Dark : ui::Scheme::Light);
    ui::TensorDetails view(themes.theme());
    bool isBusy = false;
    connect(&view, &ui::TensorDetails::busyChanged, &view, [&isBusy](bool busy) { isBusy = busy; });
    view.resize(size);
    view.show();
    view.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&view));
    const auto run = [actions = view.actions()](const QString& id) {
      for (const ui::ActionSpec& spec : actions)
        if (spec.id == u"numerics.tensor."_s + id) spec.run();
    };
    testing::SubjectOptions look;
    if (state == u"nan"_s) look.hasNan = true;
    if (state == u"slice"_s) look.sizes = {4, 40, 6, 30};
    if (state == u"line"_s) look.sizes = {3000};
    if (state == u"empty"_s) look.sizes = {0, 3};
    if (state == u"words"_s) {
      const auto word = [](const std::string& text) {
        return std::make_shared<numerics::Value>(numerics::Value{.kind = numerics::ValueKind::String, .text = text});
      };
      numerics::Decision decision;
      decision.step = numerics::Step::Equality;
      decision.ref = word("relu");
      decision.res = word("gelu");
      view.showPair({u"activation"_s, decision, {}});
    } else if (state != u"nothing"_s) {
      view.showPair(testing::subjectOf(look));
    }
    const QString tab = state == u"heat"_s || state == u"nan"_s || state == u"slice"_s || state == u"line"_s ? u"heatMap"_s
                        : state == u"difference"_s ? u"scatter"_s : state;
    run(tab);
    if (state == u"difference"_s) run(u"difference"_s);
    QTRY_VERIFY(!isBusy);
    QTest::qWait(0);
    QTRY_VERIFY(!isBusy);
    QTest::qWait(0);
    QCOMPARE(view.size(), size);
    support::keepPicture(view.grab().toImage(), u"tensor-"_s + QString::fromUtf8(QTest::currentDataTag()), 3);
  }
};

QTEST_MAIN(TensorScreenshots)
#include "tensor_screenshots.moc"
