// SPDX-License-Identifier: GPL-3.0-or-later
// Sibling proposals in a sentence, the reason they share, and the tree that a single baseline lies in.
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "core/overview/open_commit.h"
#include "core/overview/sibling_proposals.h"

using namespace plumbline;
using namespace Qt::StringLiterals;
using overview::Evidence;
using overview::SiblingOffer;
using overview::SiblingProposal;

class SiblingOfferTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void sentence_data() {
    QTest::addColumn<QString>("proposals");  // "config model evidence, ..."
    QTest::addColumn<QString>("text");
    QTest::newRow("none") << QString() << QString();
    QTest::newRow("one") << u"1 m same"_s << u"1 sibling shows the same change"_s;
    QTest::newRow("of each") << u"1 m same, 2 m same, 3 m notrun, 4 m notrun, 5 m differs, 6 m there, 7 m norow"_s
                             << u"2 siblings show the same change, 2 not run, 1 differs"_s;
    QTest::newRow("several models") << u"1 m same, 1 n same, 2 m same, 2 n differs, 3 m differs"_s
                                    << u"3 rows of 2 siblings show the same change, 2 differ"_s;
    QTest::newRow("one row of several models") << u"1 m same, 1 n there"_s << u"1 row of 1 sibling shows the same change"_s;
    QTest::newRow("none the same") << u"1 m notrun, 2 m differs"_s << u"No sibling shows the same change: 1 not run, 1 differs"_s;
    QTest::newRow("after they followed") << u"1 m there, 2 m there, 3 m notrun"_s << u"2 siblings have the new value, 1 not run"_s;
    QTest::newRow("after rows followed") << u"1 m there, 1 n there, 2 n differs"_s
                                         << u"2 rows of siblings have the new value, 1 differs"_s;
    QTest::newRow("nothing to do") << u"1 m there, 2 m norow"_s << u"Every sibling that holds it has the new value"_s;
    QTest::newRow("nobody holds it") << u"1 m norow"_s << u"No sibling holds it"_s;
  }
  void sentence() {
    QFETCH(QString, proposals);
    QFETCH(QString, text);
    const SiblingOffer offer = overview::offerOf(read(proposals));
    QCOMPARE(QString::fromStdString(overview::offerText(offer)), text);
    QCOMPARE(offer.isEmpty(), proposals.isEmpty());
    QCOMPARE(offer.hasChoice(), proposals.contains(u"same"_s) || proposals.contains(u"notrun"_s) || proposals.contains(u"differs"_s));
  }

  void theReasonIsSharedOnlyWhenItIsOne() {
    const auto said = [](const std::string& reason) {
      baselines::Decision decision;
      decision.reason = reason;
      return decision;
    };
    baselines::Decisions decisions;
    const auto proposals = read(u"1 m same, 2 m same, 1 n same"_s);
    QCOMPARE(overview::sharedReason(decisions, "a.csv", proposals), std::string());
    decisions[{"a.csv", "m"}] = said("bump");
    QCOMPARE(overview::sharedReason(decisions, "a.csv", proposals), std::string());
    decisions[{"a.csv", "n"}] = said("bump");
    QCOMPARE(overview::sharedReason(decisions, "a.csv", proposals), std::string("bump"));
    QCOMPARE(overview::sharedReason(decisions, "b.csv", proposals), std::string());
    decisions[{"a.csv", "n"}] = said("other");
    QCOMPARE(overview::sharedReason(decisions, "a.csv", proposals), std::string());
    QCOMPARE(overview::sharedReason(decisions, "a.csv", {}), std::string());
  }

  void folderOfTheTree_data() {
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("folder");
    QTest::newRow("checkout") << u"/p/benchmarks/dynamo/ci_expected_accuracy/inductor_torchbench_training.csv"_s
                              << u"/p/benchmarks/dynamo/ci_expected_accuracy"_s;
    QTest::newRow("platform") << u"/p/ci_expected_accuracy/rocm/inductor_torchbench_training.csv"_s << u"/p/ci_expected_accuracy"_s;
    QTest::newRow("another folder") << u"copy/inductor_torchbench_training.csv"_s << u"copy"_s;
    QTest::newRow("its platform") << u"copy/rocm/inductor_torchbench_training.csv"_s << u"copy"_s;
    QTest::newRow("no folder") << u"inductor_torchbench_training.csv"_s << u"."_s;
    QTest::newRow("no baseline by its name") << u"/p/ci_expected_accuracy/expected.csv"_s << QString();
    QTest::newRow("nothing") << QString() << QString();
  }
  void folderOfTheTree() {
    QFETCH(QString, path);
    QFETCH(QString, folder);
    QCOMPARE(QString::fromStdString(overview::treeFolder(path.toStdString())), folder);
  }

  void theTreeAroundABaseline() {
    const QTemporaryDir home;
    const auto write = [&home](const QString& name) {
      const QString path = home.filePath(name);
      QVERIFY(QDir().mkpath(path.section(u'/', 0, -2)));
      QFile file(path);
      QVERIFY(file.open(QIODevice::WriteOnly) && file.write("name,accuracy\na,pass\n") > 0);
    };
    const QString tree = u"ci_expected_accuracy/"_s;
    for (const char* name : {"inductor_torchbench_training.csv", "rocm/inductor_torchbench_training.csv",
                             "dynamic_inductor_torchbench_training.csv", "rocm/deep/down/inductor_timm_training.csv"})
      write(tree + QLatin1StringView(name));
    write(u"elsewhere/inductor_huggingface_training.csv"_s);
    const std::string own = home.filePath(tree + u"rocm/inductor_torchbench_training.csv"_s).toStdString();
    const auto view = overview::treeAround(own);
    QVERIFY(view.isValue());
    QCOMPARE(view.value()->configs().size(), std::size_t{3});  // nothing beside the tree, nothing far below it
    for (const auto& config : view.value()->configs()) QVERIFY(config.baseline && !config.run);
    const auto place = overview::configOfFile(*view.value(), own);
    QVERIFY(place);
    QCOMPARE(view.value()->configs()[*place].config.platform, std::string("rocm"));
    const std::string crooked = home.filePath(tree + u"rocm/../rocm/inductor_torchbench_training.csv"_s).toStdString();
    QVERIFY(overview::configOfFile(*view.value(), crooked) == place);
    QVERIFY(!overview::configOfFile(*view.value(), home.filePath(u"inductor_torchbench_training.csv"_s).toStdString()));
    QVERIFY(!overview::configOfFile(*view.value(), ""));
    QVERIFY(overview::treeAround(home.filePath(u"gone/inductor_torchbench_training.csv"_s).toStdString()).isError());
    const auto refused = overview::treeAround("expected.csv");
    QVERIFY(refused.isError() && refused.error().code == base::ErrorCode::NotFound);
  }

 private:
  static std::vector<SiblingProposal> read(const QString& text) {
    const QHash<QString, Evidence> words{{u"same"_s, Evidence::SameChange}, {u"notrun"_s, Evidence::NotRun},
                                         {u"differs"_s, Evidence::Differs}, {u"there"_s, Evidence::AlreadyThere},
                                         {u"norow"_s, Evidence::NoRow}};
    std::vector<SiblingProposal> out;
    for (const QString& item : text.split(u", "_s, Qt::SkipEmptyParts)) {
      const QStringList parts = item.split(u' ');
      out.push_back({.config = parts[0].toUInt(), .words = {}, .model = parts[1].toStdString(), .evidence = words.value(parts[2]), .cells = {}});
    }
    return out;
  }
};

QTEST_APPLESS_MAIN(SiblingOfferTest)
#include "sibling_offer_test.moc"
