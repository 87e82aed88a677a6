// SPDX-License-Identifier: GPL-3.0-or-later
// A page of sources with all it needs: files as a fetch leaves them, a session, a fetch without a network, and answers
// to its questions prepared beforehand.
//
//   SourcesFolder folder;  folder.fillSmall();
//   SourcesPageFixture desk;  desk.open(folder);  desk.run("sources.switch");
#pragma once

#include <QSignalSpy>
#include <QTest>

#include "core/session/commit_session.h"
#include "tests/support/test_folder.h"
#include "tests/ui/flaky/prepared_prompt.h"
#include "ui/artifacts/fetch_port.h"
#include "ui/artifacts/sources_model.h"
#include "ui/artifacts/sources_page.h"
#include "ui/artifacts/sources_table.h"

namespace plumbline::testing {

#define SOON_COMPARE(actual, expected) QTRY_COMPARE_WITH_TIMEOUT(actual, expected, 30000)

inline const QString kSha = QStringLiteral("4f2c9b7d1e8a63550c7be2f19d40a8863b5e7f21");

/// FakeFetch notes what is asked of it; the test emits its signals.
class FakeFetch : public ui::FetchPort {
 public:
  void start(const fetch::Target& target, bool offline) override {
    targets << target;
    wasOffline = offline;
    busy = true;
  }
  void cancel() override {
    ++cancels;
    busy = false;
  }
  bool isBusy() const override { return busy; }
  QString tokenText() const override { return token; }

  QList<fetch::Target> targets;
  bool wasOffline = false;
  bool busy = false;
  int cancels = 0;
  QString token = QStringLiteral("no token: 60 requests an hour");
};

class SourcesFolder : public support::TestFolder {
 public:
  QString results() const { return path(kSha); }
  QString tree() const { return path(QStringLiteral("pytorch")); }
  QString shard(const QString& test, const QString& suite, const QString& mode, int number, int of, int attempt,
                const QString& machine, int rows) const {
    const QString name = QStringLiteral("%1/18201445021/%2/test-reports-test-%3_%4-%5-%6-%7_%8/test/test-reports/%9")
                             .arg(kSha)
                             .arg(attempt)
                             .arg(test, suite)
                             .arg(number)
                             .arg(of)
                             .arg(machine)
                             .arg(51774300000 + number * 7 + attempt)
                             .arg(QStringLiteral("%1_%2.csv").arg(mode, suite));
    return write(name, csv(number * 100, rows));
  }
  void baseline(const QString& config, int rows) const {
    write(QStringLiteral("pytorch/benchmarks/dynamo/ci_expected_accuracy/%1.csv").arg(config), csv(100, rows));
  }
  static QByteArray csv(int from, int rows) {
    QByteArray out("name,accuracy,graph_breaks\n");
    for (int i = 0; i < rows; ++i) out += "model_" + QByteArray::number(from + i) + ",pass,0\n";
    return out;
  }

  /// fillSmall: two shards of which the second was run twice, a file without a name, a broken zip, a baseline.
  void fillSmall() const {
    const QString machine = QStringLiteral("linux.g5.4xlarge.nvidia.gpu");
    const auto put = [&](int number, int attempt, int rows) {
      return shard(QStringLiteral("inductor"), QStringLiteral("torchbench"), QStringLiteral("training"), number, 2,
                   attempt, machine, rows);
    };
    put(1, 1, 3);
    put(2, 1, 2);
    put(2, 2, 3);
    write(kSha + QStringLiteral("/odd.csv"), csv(500, 1));
    write(kSha + QStringLiteral("/broken.zip"), "<!DOCTYPE html><html>gone</html>");
    baseline(QStringLiteral("inductor_torchbench_training"), 3);
  }
};

struct SourcesPageFixture {
  explicit SourcesPageFixture(const ui::Theme& theme = ui::Theme::load(ui::Scheme::Light))
      : page(theme, session, prompt) {
    QObject::connect(&session, &session::CommitSession::snapshotChanged, &page, &ui::SourcesPage::showSnapshot);
    page.setFetch(fetch);
  }
  void show(const QSize& size = QSize(1000, 700)) {
    page.resize(size);
    page.show();
    page.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&page));
  }
  void open(const SourcesFolder& folder) {
    session.open({folder.results()}, {folder.tree()});
    settle();
    QVERIFY(session.snapshot());
  }
  void settle() const { SOON_COMPARE(session.isBusy(), false); }
  /// run runs an action of the page when it is enabled; false otherwise.
  bool run(const char* id) {
    for (const ui::ActionSpec& spec : page.actions()) {
      if (spec.id != QString::fromLatin1(id)) continue;
      if (spec.enabled && !spec.enabled()) return false;
      spec.run();
      return true;
    }
    qFatal("no action %s", id);
  }
  ui::SourcesTable* table() const { return page.findChild<ui::SourcesTable*>(); }
  ui::SourcesModel* model() const { return page.findChild<ui::SourcesModel*>(); }
  /// goTo makes the first file current whose origin contains a text.
  void goTo(const QString& part) const {
    for (int row = 0; row < model()->rowCount(); ++row) {
      if (!model()->index(row, 0).data(ui::SourcesModel::OriginRole).toString().contains(part)) continue;
      table()->goTo(row);
      return;
    }
    qFatal("no file %s", qPrintable(part));
  }
  QString stateOf(const QString& part) const {
    for (int row = 0; row < model()->rowCount(); ++row)
      if (model()->index(row, 0).data(ui::SourcesModel::OriginRole).toString().contains(part))
        return model()->index(row, 0).data().toString();
    return {};
  }

  session::CommitSession session;
  PreparedPrompt prompt;
  FakeFetch fetch;
  ui::SourcesPage page;
};

}  // namespace plumbline::testing
