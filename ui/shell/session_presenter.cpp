// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/session_presenter.h"

#include "core/session/pair_notes.h"
#include "core/session/session.h"
#include "ui/shell/pair_header.h"
#include "ui/shell/pair_opener.h"
#include "ui/shell/status_line.h"
#include "ui/support/notice_strip.h"
#include "ui/support/utf8_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

const QString kErrorNotice = u"open"_s;
const QString kChangedNotice = u"changed:"_s;

QString models(std::size_t count) {
  return count == 1 ? SessionPresenter::tr("1 model") : SessionPresenter::tr("%1 models").arg(grouped(count));
}

}  // namespace

QString workText(const session::Snapshot& snapshot) {
  const QString ci =
      snapshot.comparison->ciExit() == 0 ? SessionPresenter::tr("CI passes") : SessionPresenter::tr("CI fails");
  return models(snapshot.comparison->rowCount()) + u" \u00b7 "_s + ci;
}

SessionPresenter::SessionPresenter(const Parts& parts, QObject* parent) : QObject(parent), m(parts) {
  using session::Session;
  connect(&m.session, &Session::snapshotChanged, this, &SessionPresenter::showSnapshot);
  connect(&m.session, &Session::failed, this, &SessionPresenter::showError);
  connect(&m.session, &Session::changedOnDisk, this, &SessionPresenter::showChanged);
  connect(&m.session, &Session::onlyOneSide, this, &SessionPresenter::showHeader);
  connect(&m.session, &Session::busyChanged, &m.status,
          [this](bool busy) { m.status.setBusy(StatusLine::Work::Pair, busy); });
  connect(&m.session, &Session::progress, &m.status, &StatusLine::setProgress);
  connect(&m.status, &StatusLine::cancelRequested, &m.session, &Session::cancel);
  connect(&m.header, &PairHeader::rulesChosen, &m.session, &Session::useRules);
  if (const session::SnapshotPtr snapshot = m.session.snapshot()) showSnapshot(snapshot);
}

void SessionPresenter::showSnapshot(const session::SnapshotPtr& snapshot) {
  if (!snapshot) return;
  m.notices.dismissPair();
  showHeader();
  m.header.setOffers(snapshot->offers, QString::fromStdString(snapshot->ruleId));
  m.status.showMessage(workText(*snapshot));
  const QString time = durationText(snapshot->readMs + snapshot->judgeMs);
  m.status.setTime(time, tr("Read and judged in %1").arg(time));
  showNotes(*snapshot);
  Q_EMIT pairShown(QString::fromStdString(snapshot->actual.path), QString::fromStdString(snapshot->expected.path));
}

void SessionPresenter::showNotes(const session::Snapshot& snapshot) {
  const std::vector<session::PairNote> notes = session::notesOn(snapshot);
  for (auto note = notes.rbegin(); note != notes.rend(); ++note) {  // the newest line stands on top
    Notice notice{.id = QString::fromStdString(note->id),
                  .kind = note->problem ? NoticeKind::Problem : NoticeKind::Information,
                  .text = QString::fromStdString(note->text),
                  .details = QString::fromStdString(note->details),
                  .actionText = {}};
    if (!note->conflictsIn.empty()) {
      notice.actionText = tr("Resolve");
      notice.action = [this, path = pathText(note->conflictsIn)] {
        Q_EMIT resolveRequested(path);
      };
    }
    m.notices.showNotice(notice);
  }
}

void SessionPresenter::showError(const base::Error& error) {
  Notice notice = noticeFor(error, kErrorNotice);
  if (m.session.snapshot()) notice.details += u"\n"_s + tr("The comparison on screen is still the one from before.");
  m.notices.showNotice(notice);
  showHeader();
  // The rule switch may show what was asked for and refused.
  if (const session::SnapshotPtr shown = m.session.snapshot())
    m.header.setOffers(shown->offers, QString::fromStdString(shown->ruleId));
}

void SessionPresenter::showChanged(const QString& path, bool removed) {
  const QString name = path.section(u'/', -1);
  const QString what = removed ? tr("%1 is gone from disk. The comparison shows what it held.")
                               : tr("%1 changed on disk. The comparison shows what it held before.");
  m.notices.showNotice({.id = kChangedNotice + path,
                 .kind = NoticeKind::Information,
                 .text = what.arg(name),
                 .details = path,
                 .actionText = tr("Reload"),
                 .action = [this] { m.session.reload(); }});
}

void SessionPresenter::showHeader() { m.header.setPair(m.opener.actualPath(), m.opener.expectedPath()); }

}  // namespace plumbline::ui
