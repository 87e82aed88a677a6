// SPDX-License-Identifier: GPL-3.0-or-later
// What CI would say with the edits that are not saved yet, over the commit or the pair whose baselines they change.
// Computed in the background, a moment after the last of several changes; the newest request wins.
//
//   PendingCi ci({edits, session, commit});
//   connect(&ci, &PendingCi::changed, page, &OverviewPage::setCi);
#pragma once

#include <QObject>
#include <QString>
#include <QTimer>

#include "core/baselines/accept_decision.h"
#include "core/overview/matrix.h"
#include "core/tasks/latest_runner.h"

namespace plumbline::session {

class CommitSession;
class PendingEdits;
class Session;

class PendingCi : public QObject {
  Q_OBJECT

 public:
  struct Parts {
    PendingEdits& edits;
    Session& session;
    CommitSession& commit;
  };
  explicit PendingCi(const Parts& parts, QObject* parent = nullptr);

  /// text is baselines::ciText; "" while no baseline on screen has edits, and where nothing is judged.
  const QString& text() const { return m_text; }
  bool fails() const { return m_fails; }
  /// configs are those of the commit that have edits, as these leave them; null without any.
  const overview::PendingConfigsPtr& configs() const { return m_configs; }
  bool isBusy() const { return m_runner.isBusy(); }

 public Q_SLOTS:
  /// cancel ends the work in progress; the text is "" until the next edit.
  void cancel();

 Q_SIGNALS:
  void changed(const QString& text, bool fails);
  void configsChanged();
  void busyChanged(bool busy);
  void progress(quint64 done, quint64 total);

 private:
  struct Answer {
    baselines::CiChange change;
    overview::PendingConfigsPtr configs = {};
  };
  void refresh();
  void show(const QString& text, bool fails, const overview::PendingConfigsPtr& configs);

  Parts m;
  QTimer m_soon;
  QString m_text;
  bool m_fails = false;
  overview::PendingConfigsPtr m_configs;
  tasks::LatestRunner<Answer> m_runner;
};

}  // namespace plumbline::session
