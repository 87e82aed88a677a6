// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/pending_ci.h"

#include "core/overview/headline.h"
#include "core/session/commit_session.h"
#include "core/session/pending_edits.h"
#include "core/session/session.h"

namespace plumbline::session {

PendingCi::PendingCi(const Parts& parts, QObject* parent)
    : QObject(parent), m(parts), m_runner([this](const base::Outcome<baselines::CiChange>& change) {
        if (change.isValue()) show(QString::fromStdString(baselines::ciText(change.value())), change.value().after.fails);
        else show({}, false);
      }) {
  connect(&m.edits, &PendingEdits::changed, this, &PendingCi::refresh);
  connect(&m.session, &Session::snapshotChanged, this, &PendingCi::refresh);
  connect(&m.commit, &CommitSession::snapshotChanged, this, &PendingCi::refresh);
}

void PendingCi::refresh() {
  const CommitSnapshotPtr commit = m.commit.snapshot();
  const SnapshotPtr pair = m.session.snapshot();
  if (m.edits.drafts().changed().empty() || (!commit && !pair)) {
    m_runner.cancel();
    return show({}, false);
  }
  m_runner.run([commit, pair, drafts = m.edits.drafts()](const base::Progress&) -> base::Outcome<baselines::CiChange> {
    return commit ? overview::ciChange(*commit->view, drafts)
                  : baselines::ciChange(*pair->comparison, pair->expected.path, drafts);
  });
}

void PendingCi::show(const QString& text, bool fails) {
  if (text == m_text) return;
  m_text = text;
  m_fails = fails;
  Q_EMIT changed(m_text, m_fails);
}

}  // namespace plumbline::session
