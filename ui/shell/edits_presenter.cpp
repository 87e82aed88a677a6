// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/edits_presenter.h"

#include <QDateTime>
#include <QLocale>

#include "core/baselines/drafts.h"
#include "core/session/pending_edits.h"
#include "core/session/session.h"
#include "ui/shell/status_line.h"
#include "ui/support/edit_stack.h"
#include "ui/support/notice_strip.h"
#include "ui/support/utf8_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

QString leftNotice(const QString& id) { return u"edits:left:"_s + id; }
QString outsideNotice(const QString& path) { return u"edits:outside:"_s + path; }

QString filesText(std::size_t count) {
  return count == 1 ? EditsPresenter::tr("1 file") : EditsPresenter::tr("%1 files").arg(grouped(count));
}

/// leftText says what an earlier run left behind, and when.
QString leftText(const session::LeftOver& left) {
  const QDateTime when = QDateTime::fromString(left.when, Qt::ISODate).toLocalTime();
  const QString day = when.isValid()
      ? QLocale::c().toString(when, EditsPresenter::tr("d MMM HH:mm", "date and time of day")) : left.when;
  if (left.edits > 0) {
    return EditsPresenter::tr("Plumbline ended with unsaved edits in %1 (%2).")
        .arg(filesText(static_cast<std::size_t>(left.edits)), day);
  }
  const QString decisions = left.decisions == 1 ? EditsPresenter::tr("1 decision")
                                                : EditsPresenter::tr("%1 decisions").arg(left.decisions);
  return EditsPresenter::tr("Plumbline ended with %1 not yet handed over (%2).").arg(decisions, day);
}

}  // namespace

QString editsText(std::size_t edits, std::size_t files) {
  if (files == 0) return {};
  const QString count = edits == 1 ? EditsPresenter::tr("1 edit") : EditsPresenter::tr("%1 edits").arg(grouped(edits));
  return EditsPresenter::tr("%1 in %2").arg(count, filesText(files));
}

EditsPresenter::EditsPresenter(const Parts& parts, QObject* parent) : QObject(parent), m(parts) {
  using session::PendingEdits;
  connect(&m.edits, &PendingEdits::changed, this, &EditsPresenter::showCount);
  connect(&m.edits, &PendingEdits::saved, this, &EditsPresenter::reloadPair);
  connect(&m.edits, &PendingEdits::heldElsewhere, this, [this](const QString& path, qint64 processId) {
    m.notices.showNotice({.id = u"edits:held:"_s + path,
                   .kind = NoticeKind::Problem,
                   .text = tr("Another Plumbline window has unsaved edits in %1.").arg(path.section(u'/', -1)),
                   .details = tr(
                       "%1\nProcess %2 holds it. Save or discard there first; the second one to save is asked "
                                 "what to do.").arg(path).arg(processId),
                   .actionText = {}});
  });
  connect(&m.edits, &PendingEdits::outsideChange, this, [this](const QString& path) {
    m.notices.showNotice({.id = outsideNotice(path),
                   .kind = NoticeKind::Problem,
                   .text = tr("%1 was changed on disk while it has unsaved edits. Nothing is overwritten.")
                               .arg(path.section(u'/', -1)),
                   .details = path,
                   .actionText = tr("Review"),
                   .action = [this] { Q_EMIT reviewRequested(); }});
  });
  // Settled, one way or the other: the notice is not true any more.
  connect(&m.edits, &PendingEdits::readAnew, this,
          [this](const QString& path) { m.notices.dismiss(outsideNotice(path)); });
  connect(&m.edits, &PendingEdits::saved, this, [this](const QStringList& paths) {
    for (const QString& path : paths) m.notices.dismiss(outsideNotice(path));
  });
  connect(&m.edits, &PendingEdits::journalTrouble, this, [this](const base::Error& error) {
    m.notices.showNotice(noticeFor(error, u"edits:journal"_s));
  });
  connect(&m.stack, &EditStack::refused, this,
          [this](const base::Error& error) { m.notices.showNotice(noticeFor(error, u"edits:refused"_s)); });
  connect(&m.status, &StatusLine::reviewRequested, this, &EditsPresenter::reviewRequested);
  showCount();
}

void EditsPresenter::showCount() {
  const auto files = m.edits.drafts().changed();
  const QString text = editsText(baselines::editCount(m.edits.drafts()), files.size());
  QStringList paths;
  for (const auto* file : files) paths << QString::fromStdString(file->path);
  if (text.isEmpty()) m.status.setEdits({}, {});
  else m.status.setEdits(text + u" \u00b7 "_s + tr("Review (Ctrl+Shift+E)"), tr("Not saved yet:") + u'\n' + paths.join(u'\n'));
  Q_EMIT modified(!m.edits.isClean());
}

void EditsPresenter::showLeftOvers() {
  for (const session::LeftOver& left : m.edits.leftOvers()) showQuestion(left);
}

void EditsPresenter::showQuestion(const session::LeftOver& left) {
  if (!left.problem.isEmpty()) {
    m.notices.showNotice({.id = leftNotice(left.id),
                   .kind = NoticeKind::Problem,
                   .text = tr("Unsaved edits of an earlier run cannot be read."),
                   .details = left.problem,
                   .actionText = {}});
    return;
  }
  m.notices.showNotice({.id = leftNotice(left.id),
                 .kind = NoticeKind::Information,
                 .text = leftText(left),
                 .details = left.files.join(u'\n'),
                 .actionText = tr("Restore"),
                 .action = [this, id = left.id] { restore(id); },
                 .secondText = tr("Discard"),
                 .second = [this, id = left.id] {
                   m.edits.dropLeftOver(id);
                   m.notices.dismiss(leftNotice(id));
                 }});
}

void EditsPresenter::restore(const QString& id) {
  const auto lost = m.edits.restore(id);
  m.notices.dismiss(leftNotice(id));
  if (!lost) {
    m.notices.showNotice(noticeFor(lost.error(), u"edits:restore"_s));
    return;
  }
  m.stack.forget();
  if (lost->isEmpty()) return;
  m.notices.showNotice({.id = u"edits:restore"_s,
                 .kind = NoticeKind::Problem,
                 .text = lost->size() == 1 ? tr("One edit does not fit the file as it is now and was left out.")
                                           : tr("%1 edits do not fit the files as they are now and were left out.")
                                                 .arg(lost->size()),
                 .details = lost->join(u'\n'),
                 .actionText = tr("Review"),
                 .action = [this] { Q_EMIT reviewRequested(); }});
}

void EditsPresenter::reloadPair() {
  m.stack.setClean();
  if (m.session.snapshot()) m.session.reload();
}

}  // namespace plumbline::ui
