// SPDX-License-Identifier: GPL-3.0-or-later
// A Desk on which every page has something to show, for tests that walk all pages: a commit of two configs, the pair of
// the worse one, and a history.
//
//   WalkedDesk walked;
//   for (const QString& page : walked.pageIds()) walked.showPage(page);
#pragma once

#include <QSignalSpy>
#include <QStringList>
#include <QTest>

#include "tests/app/gui/desk.h"
#include "tests/support/filled_history.h"
#include "tests/support/test_folder.h"
#include "ui/history/cell_panel.h"

namespace plumbline::tests {

class WalkedDesk : private support::TestFolder, public Desk {
 public:
  WalkedDesk() : Desk(TestFolder::path()) {
    for (const QString& file : {QStringLiteral("inductor_torchbench_training.csv"),
                                QStringLiteral("dynamic_inductor_torchbench_training.csv")}) {
      write(QStringLiteral("tree/") + file,
            "name,accuracy,graph_breaks\nalpha,pass,0\nbeta,fail_to_run,0\n"
            "BlenderbotSmallForConditionalGenerationWithTimm,pass,1\ngone,pass,2\n");
      write(QStringLiteral("run/") + file,
            "name,accuracy,graph_breaks\nalpha,fail_accuracy,0\nbeta,pass,0\n"
            "BlenderbotSmallForConditionalGenerationWithTimm,pass,3\nnew,pass,2\n");
    }
    support::fillHistory(history.file());
    QVERIFY(QTest::qWaitForWindowActive(&window));
    QSignalSpy shown(&commit, &session::CommitSession::snapshotChanged);
    commitPages.openSources({path(QStringLiteral("run"))}, {path(QStringLiteral("tree"))});
    QVERIFY(shown.wait());
    QSignalSpy pair(&session, &session::Session::snapshotChanged);
    QVERIFY(commitPages.openWorstTable());
    QVERIFY(pair.wait());
    showHistory();
  }

  /// pageIds are those that have an action to show them, and the two of the help.
  QStringList pageIds() {
    QStringList ids{QStringLiteral("help"), QStringLiteral("keys")};
    for (const auto& entry : window.registry().entries())
      if (const QString page = entry.spec.id.section(u'.', 1);
          entry.spec.id.startsWith(QStringLiteral("page.")) && !window.registry().scopeName(page).isEmpty())
        ids << page;
    return ids;
  }
  /// showPage waits until all there is to be seen is on screen.
  void showPage(const QString& page) {
    if (page == app::kHistory) return showHistory();
    window.showPage(page);
    QCOMPARE(window.currentPage(), page);
    QTRY_VERIFY(!session.isBusy());
  }

 private:
  /// showHistory shows the series with most to say: red now, its baseline moved and moved back.
  void showHistory() {
    historyPages.showCell(QString::fromStdString(support::kConfig), QStringLiteral("moco"),
                          QStringLiteral("graph_breaks"), {});
    QTRY_VERIFY(!window.findChild<ui::CellPanel*>()->blame().isEmpty());
  }
};

}  // namespace plumbline::tests
