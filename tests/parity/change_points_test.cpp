// SPDX-License-Identifier: GPL-3.0-or-later
// The compatible methods against recorded answers: Apache Otava's index lists and Perfherder's alert times.
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include "core/sources/number_series.h"
#include "core/statistics/otava_changes.h"
#include "core/statistics/perfherder_changes.h"
#include "tests/support/reference_material.h"

using namespace plumbline;

namespace {

QString evidence(const QString& name) { return support::referenceFolder() + QStringLiteral("/data/evidence/") + name; }

QJsonDocument readJson(const QString& name) {
  QFile file(evidence(name));
  return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()) : QJsonDocument();
}

sources::NumberSeries readSeries(const QString& name) {
  auto series = sources::readNumberSeries(evidence(name).toStdString(), {});
  return series ? series->front() : sources::NumberSeries{};
}

}  // namespace

class ChangePointsParityTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void otava() {
    const sources::NumberSeries series = readSeries(QStringLiteral("otava/tigerbeetle.csv"));
    const QJsonArray cases = readJson(QStringLiteral("otava/expected.json")).array();
    QVERIFY(series.values.size() > 300 && cases.size() >= 5);
    for (const QJsonValue& one : cases) {
      QJsonArray indexes;
      for (const auto& change : statistics::otavaChanges(series.values, {.window = std::size_t(one[u"window"].toInt()),
                                                             .maxP = one[u"max_pvalue"].toDouble(),
                                                             .minMagnitude = one[u"min_magnitude"].toDouble()}))
        indexes << int(change.index);
      QCOMPARE(indexes, one[u"indexes"].toArray());
    }
  }

  void perfherder() {
    const QJsonObject alerts = readJson(QStringLiteral("talos/expected.json")).object()[u"alerts"].toObject();
    QVERIFY(alerts.size() >= 4);
    for (auto it = alerts.begin(); it != alerts.end(); ++it) {
      const sources::NumberSeries series = readSeries(QStringLiteral("talos/") + it.key() + QStringLiteral(".csv"));
      QJsonArray times;
      for (const auto& change : statistics::perfherderChanges(series.values))
        times << double(std::stoll(series.times[change.index]));
      QCOMPARE(times, it.value().toArray());
    }
  }
};

REFERENCE_TEST_MAIN(ChangePointsParityTest, "data/evidence/otava/expected.json")
#include "change_points_test.moc"
