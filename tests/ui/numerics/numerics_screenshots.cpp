// SPDX-License-Identifier: GPL-3.0-or-later
// Renders the page of numerics, light and dark, into the build folder; fails when it is blank.
#include <QApplication>

#include "tests/support/kept_picture.h"
#include "tests/ui/numerics/numerics_fixture.h"
#include "ui/numerics/logs/margin_model.h"

using namespace Qt::StringLiterals;
using namespace plumbline;
using testing::ShownNumerics;
using testing::TestFolder;
using testing::writeSides;

namespace {

/// What the page gets of windows of 900x600, 1280x800 and 1440x900: less the rail and the status line.
constexpr QSize kSmall(831, 570), kMiddle(1211, 770), kLarge(1371, 870);

void writeModel(const TestFolder& folder) {
  for (int layer = 0; layer < 4; ++layer)
    for (const char* part : {"attention.weight", "attention.bias", "mlp.weight", "mlp.bias"}) {
      const QString name = u"encoder%1/%2"_s.arg(layer).arg(QString::fromLatin1(part));
      const bool isBad = layer == 2 && name.endsWith(u"mlp.weight"_s), isNear = layer == 1 && name.endsWith(u"mlp.weight"_s);
      writeSides(folder, name, isBad ? 6e-3 : isNear ? 2.5e-3 : 2e-4 * (layer + 1), isNear ? 9e-4 : 7e-4, 256);
    }
  writeSides(folder, u"loss"_s, 1e-2, 1e-4, 8);
}

}  // namespace

class NumericsScreenshots : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void numerics_data() {
    QTest::addColumn<bool>("dark");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<QString>("state");
    for (const bool dark : {false, true})
      for (const char* state : {"tree", "list", "log", "bad", "nothing", "logs", "nologs"})
        for (const QSize size : {kSmall, kMiddle, kLarge})
          QTest::addRow("%s-%d-%s", dark ? "dark" : "light", size.width(), state) << dark << size << QString::fromLatin1(state);
  }
  void numerics() {
    QFETCH(bool, dark);
    QFETCH(QSize, size);
    QFETCH(QString, state);
    const TestFolder folder;
    ShownNumerics shown(dark ? ui::Scheme::Dark : ui::Scheme::Light, size);
    if (state == u"tree"_s || state == u"list"_s || state == u"log"_s) {
      writeModel(folder);
      shown.compare({folder.path(u"ref"_s), folder.path(u"res"_s), folder.path(u"fp64"_s)});
      const int last = shown.model().rows()->nodeOf(shown.model().rows()->result().decisions.size() - 1);
      QTRY_VERIFY(!shown.model().cellText(last, ui::TensorColumn::MaxAbs).isEmpty());
    }
    if (state == u"list"_s) shown.run(u"byMargin"_s);
    if (state == u"log"_s) shown.run(u"log"_s);
    if (state == u"bad"_s) {
      folder.write(u"ref.npy"_s, testing::npy<float>({1, 2}));
      folder.write(u"res.npy"_s, "not an array");
      shown.compare({folder.path(u"ref.npy"_s), folder.path(u"res.npy"_s), {}});
    }
    if (state == u"logs"_s) {
      QStringList logs;
      for (int log = 1; log <= 3; ++log) {
        QByteArray text;
        for (const char* model : {"hf_T5", "resnet50", "llama", "timm_vision_transformer"}) {
          const double res = (log * 0.55 + static_cast<double>(qstrlen(model)) * 0.12) * 1e-3;
          text += QByteArray("cuda train ") + model + "\nRMSE (res-fp64): " + QByteArray::number(res, 'f', 5) +
                  ", (ref-fp64): 0.00100 and shape=torch.Size([3, 2])." +
                  (log == 1 ? "\n" : " res.dtype: torch.float16, multiplier: 2.000000, tol: 0.001000, use_larger_multiplier_for_smaller_tensor: 0\n");
        }
        logs << folder.write(u"nightly-%1.log"_s.arg(log), text);
      }
      shown.page.openLogs(logs);
      QTRY_VERIFY(shown.page.findChild<ui::MarginModel*>()->total() > 0);
    }
    if (state == u"nologs"_s) shown.run(u"mode"_s);
    QTest::qWait(0);  // layouts that were asked for
    support::keepPicture(shown.page.grab().toImage(), u"numerics-page-"_s + QString::fromUtf8(QTest::currentDataTag()));
  }
};

QTEST_MAIN(NumericsScreenshots)
#include "numerics_screenshots.moc"
