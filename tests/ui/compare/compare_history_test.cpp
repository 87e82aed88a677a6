// SPDX-License-Identifier: GPL-3.0-or-later
// What moved between two runs against the runs in the history: the q of each, in words, in the report that is saved.
#include <QTemporaryDir>

#include "core/configs/config.h"
#include "core/session/history/history_client.h"
#include "tests/support/filled_history.h"
#include "tests/ui/compare/compare_fixture.h"
#include "ui/compare/compare_model.h"

using namespace Qt::StringLiterals;
using namespace plumbline;
using testing::runs;
using testing::Shown;
using ui::CompareModel;

class CompareHistoryTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void movesAreHeldAgainstTheHistory() {
    const QTemporaryDir folder;
    const std::string file = folder.filePath(u"h.sqlite"_s).toStdString();
    support::fillHistory(file);
    session::HistoryClient client(file);
    auto chosen = runs({"name,speedup\nmodel_2,1.45\nmodel_3,1.55\nmodel_4,1.65\nother,2\n",
                        "name,speedup\nmodel_2,1.2\nmodel_3,1.47\nmodel_4,1.65\nother,1\n"});
    for (diff::Run& run : chosen) run.config = configs::configOfBaseline(support::kConfig + ".csv").value();
    Shown shown(chosen);
    const auto* model = shown.page.findChild<CompareModel*>();
    const auto column = [&] { return model->columns().indexOf(ui::CompareKind::Noise); };
    QCOMPARE(column(), -1);
    shown.page.setHistory(client);
    QTRY_VERIFY(column() > 0);
    const auto rowOf = [&](const QString& name) {
      for (int row = 0; row < model->rowCount(); ++row)
        if (model->modelName(row) == name) return row;
      return -1;
    };
    const auto cell = [&](const QString& name, int role) { return model->index(rowOf(name), column()).data(role).toString(); };
    QCOMPARE(cell(u"model_2"_s, Qt::DisplayRole), u"<0.0001"_s);
    QVERIFY2(cell(u"model_3"_s, Qt::DisplayRole).startsWith(u"noise, "_s), qPrintable(cell(u"model_3"_s, Qt::DisplayRole)));
    QCOMPARE(cell(u"other"_s, Qt::DisplayRole), QString());  // the history has no such row
    const QString spoken = cell(u"model_2"_s, Qt::AccessibleTextRole);
    QVERIFY2(spoken.contains(u", speedup (x): \u22120.25, noise up to 0.0"_s) && spoken.endsWith(u"against 40 values of the history"_s), qPrintable(spoken));
    const QString tip = model->index(rowOf(u"model_3"_s), model->columns().indexOf(u"metric:speedup"_s)).data(Qt::ToolTipRole).toString();
    QVERIFY2(tip.contains(u"worse: over 5.0 %; within the noise (q "_s), qPrintable(tip));  // CI's thresholds decide what is worse
    QCOMPARE(model->rows()->count(diff::Move::Worse), std::size_t{3});

    // Swapped, what was lost is won by as much. What is within a threshold is not tested.
    const QString q = cell(u"model_2"_s, Qt::DisplayRole);
    shown.run(u"compare.swap"_s);
    QTRY_COMPARE(cell(u"model_2"_s, Qt::DisplayRole), q);
    QTRY_VERIFY(cell(u"model_2"_s, Qt::AccessibleTextRole).contains(u": 0.25, noise"_s));
    diff::Thresholds strict = shown.compare.state()->thresholds;
    QVERIFY(diff::setThreshold(strict, "speedup=50%"));
    shown.compare.setThresholds(strict);
    QTRY_COMPARE(column(), -1);  // "other" alone moved that far

    const QString report = folder.filePath(u"c.json"_s);
    shown.compare.setThresholds(diff::defaultThresholds());
    QTRY_VERIFY(column() > 0);
    shown.prompt.paths = {report};
    shown.run(u"compare.save"_s);
    QTRY_VERIFY(QFile::exists(report));
    QFile written(report);
    QVERIFY(written.open(QIODevice::ReadOnly));
    const QByteArray json = written.readAll();
    QVERIFY2(json.contains(R"("model":"model_2","metric":"speedup")") && json.contains(R"("history_values":39)"),
             json.constData());  // the later run is now one that has the value of one in the history
  }
};

QTEST_MAIN(CompareHistoryTest)
#include "compare_history_test.moc"
