// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/edits_presenter.h"

#include <QDateTime>
#include <QDialog>
#include <QFile>
#include <QFileInfo>
#include <QLocale>
#include <QPushButton>
#include <algorithm>
#include <utility>
#include <vector>

#include "core/session/pair_notes.h"
#include "core/session/pending_edits.h"
#include "core/session/python_check.h"
#include "ui/shell/pair_header.h"
#include "ui/shell/pair_opener.h"
#include "ui/shell/status_line.h"
#include "ui/support/edit_stack.h"
#include "ui/support/labels.h"
#include "ui/support/layouts.h"
#include "ui/support/notice_strip.h"
#include "ui/support/utf8_text.h"
#include "ui/theme/theme.h"

namespace plumbline::ui {

namespace {

const QString kErrorNotice = u"open"_s;
const QString kChangedNotice = u"changed:"_s;

QString models(std::size_t count) {
  return count == 1 ? SessionPresenter::tr("1 model") : SessionPresenter::tr("%1 models").arg(grouped(count));
}

QString leftNotice(const QString& id) { return u"edits:left:"_s + id; }
QString outsideNotice(const QString& path) { return u"edits:outside:"_s + path; }

QString filesText(std::size_t count) {
  return count == 1 ? EditsPresenter::tr("1 file") : EditsPresenter::tr("%1 files").arg(grouped(count));
}

/// namesText: "a.csv, b.csv, c.csv and 4 more".
QString namesText(const QStringList& paths) {
  constexpr qsizetype kNamed = 3;
  QStringList names;
  for (const QString& path : paths.mid(0, kNamed)) names << path.section(u'/', -1);
  const QString text = names.join(u", "_s);
  return paths.size() <= kNamed ? text : EditsPresenter::tr("%1 and %2 more").arg(text, QString::number(paths.size() - kNamed));
}

/// leftText says what an earlier run left behind, when, and whether it crashed.
QString leftText(const session::LeftOver& left, bool crashed) {
  const QDateTime when = QDateTime::fromString(left.when, Qt::ISODate).toLocalTime();
  const QString day = when.isValid()
      ? QLocale::c().toString(when, EditsPresenter::tr("d MMM HH:mm", "date and time of day")) : left.when;
  const QString what = unsavedText(static_cast<std::size_t>(left.edits), static_cast<std::size_t>(left.editedFiles),
                                   static_cast<std::size_t>(left.decisions));
  if (crashed) return EditsPresenter::tr("Plumbline crashed with %1 not saved (%2). The details name the report and the files.").arg(what, day);
  return EditsPresenter::tr("Plumbline ended with %1 not saved (%2): %3.").arg(what, day, namesText(left.files));
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
  connect(&m.session, &Session::busyChanged, this, [this](bool busy) {
    m.status.setBusy(StatusLine::Work::Pair, busy);
    showHeader();  // before the first pair is read, its names stand there
  });
  connect(&m.session, &Session::progress, &m.status, &StatusLine::setProgress);
  connect(&m.status, &StatusLine::cancelRequested, &m.session, &Session::cancel);
  connect(&m.header, &PairHeader::rulesChosen, &m.session, &Session::useRules);
  if (const session::SnapshotPtr snapshot = m.session.snapshot()) showSnapshot(snapshot);
}

void SessionPresenter::showSnapshot(const session::SnapshotPtr& snapshot) {
  if (!snapshot) return;
  m.notices.dismissPair();
  showHeader();
  const auto& problem = snapshot->expected.saveProblem;
  m.header.setBaselineProblem(problem ? fromUtf8(problem->text) : QString());
  m.header.setOffers(snapshot->offers, QString::fromStdString(snapshot->ruleId));
  m.status.showMessage(workText(*snapshot));
  const QString time = durationText(snapshot->readMs + snapshot->judgeMs);
  m.status.setTime(time, tr("Read and judged in %1").arg(time));
  showNotes(*snapshot);
  Q_EMIT pairShown(QString::fromStdString(snapshot->actual.path), QString::fromStdString(snapshot->expected.path));
}

void SessionPresenter::showNotes(const session::Snapshot& snapshot) {
  m_notes.clear();
  const std::vector<session::PairNote> notes = session::notesOn(snapshot);
  for (auto note = notes.rbegin(); note != notes.rend(); ++note) {  // the newest line stands on top
    Notice notice{.id = QString::fromStdString(note->id),
                  .kind = note->problem ? NoticeKind::Problem : NoticeKind::Information,
                  .text = QString::fromStdString(note->text),
                  .details = QString::fromStdString(note->details)};
    if (!note->conflictsIn.empty()) {
      notice.actionText = tr("Resolve");
      notice.action = [this, path = pathText(note->conflictsIn)] {
        Q_EMIT resolveRequested(path);
      };
    }
    m.notices.showNotice(notice);
    m_notes << notice.id;
  }
  placeNotes();
}

void SessionPresenter::setPairInFront(bool inFront) {
  if (inFront == std::exchange(m_isInFront, inFront)) return;
  placeNotes();
}

void SessionPresenter::placeNotes() {
  for (const QString& id : m_notes)
    if (NoticeRow* row = m.notices.row(id)) row->setVisible(m_isInFront);
  const QStringList all = m.notices.ids();
  m.notices.setVisible(std::ranges::any_of(all, [this](const QString& id) { return !m.notices.row(id)->isHidden(); }));
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
  if (m.notices.ids().contains(outsideNotice(path))) return;  // one change, one notice
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

QString editsText(std::size_t edits, std::size_t files) {
  if (files == 0) return {};
  const QString count = edits == 1 ? EditsPresenter::tr("1 edit") : EditsPresenter::tr("%1 edits").arg(grouped(edits));
  return EditsPresenter::tr("%1 in %2").arg(count, filesText(files));
}

QString unsavedText(std::size_t edits, std::size_t files, std::size_t decisions) {
  if (decisions == 0) return editsText(edits, files);
  const QString alone = decisions == 1 ? EditsPresenter::tr("1 decision") : EditsPresenter::tr("%1 decisions").arg(grouped(decisions));
  return files == 0 ? alone : EditsPresenter::tr("%1 and %2", "edits, decisions").arg(editsText(edits, files), alone);
}

EditsPresenter::EditsPresenter(const Parts& parts, QObject* parent) : QObject(parent), m(parts) {
  using session::PendingEdits;
  connect(&m.edits, &PendingEdits::changed, this, &EditsPresenter::readCount);
  connect(&m.edits, &PendingEdits::saved, this, &EditsPresenter::reloadPair);
  connect(&m.edits, &PendingEdits::heldElsewhere, this, [this](const QString& path, qint64 processId) {
    m.notices.showNotice({.id = u"edits:held:"_s + path,
                   .kind = NoticeKind::Problem,
                   .text = tr("Another Plumbline window has unsaved edits in %1.").arg(path.section(u'/', -1)),
                   .details = tr(
                       "%1\nProcess %2 holds it. Save or discard there first; the second one to save is asked "
                                 "what to do.").arg(path, QString::number(processId))});
  });
  connect(&m.edits, &PendingEdits::releasedElsewhere, this,
          [this](const QString& path) { m.notices.dismiss(u"edits:held:"_s + path); });
  connect(&m.edits, &PendingEdits::outsideChange, this, [this](const QString& path) {
    m.notices.dismiss(kChangedNotice + path);  // the notice about the edits says more
    m_outside.insert(path);
    showOutside(path);
  });
  // Settled, one way or the other: the notice is not true any more.
  const auto settle = [this](const QString& path) {
    m_outside.remove(path);
    m.notices.dismiss(outsideNotice(path));
  };
  connect(&m.edits, &PendingEdits::readAnew, this, settle);
  connect(&m.edits, &PendingEdits::saved, this, [settle](const QStringList& paths) { std::ranges::for_each(paths, settle); });
  connect(&m.edits, &PendingEdits::journalTrouble, this, [this](const base::Error& error) {
    m.notices.showNotice(noticeFor(error, u"edits:journal"_s));
  });
  connect(&m.stack, &EditStack::refused, this,
          [this](const base::Error& error) { m.notices.showNotice(noticeFor(error, u"edits:refused"_s)); });
  connect(&m.status, &StatusLine::reviewRequested, this, &EditsPresenter::reviewRequested);
  readCount();
}

void EditsPresenter::setReviewShown(bool shown) {
  m_isReviewShown = shown;
  for (const QString& path : std::as_const(m_outside)) showOutside(path);
}

/// The review has a strip of its own about these files, and needs no button that leads to it.
void EditsPresenter::showOutside(const QString& path) {
  const auto* file = m.edits.drafts().find(QFile::encodeName(path).toStdString());
  if (m_isReviewShown || file == nullptr || !file->isChanged()) return m.notices.dismiss(outsideNotice(path));
  m.notices.showNotice({.id = outsideNotice(path),
                 .kind = NoticeKind::Problem,
                 .text = tr("%1 was changed on disk while it has unsaved edits. Nothing is overwritten.").arg(path.section(u'/', -1)),
                 .details = path,
                 .actionText = tr("Review"),
                 .action = [this] { Q_EMIT reviewRequested(); }});
}

void EditsPresenter::setCi(const QString& text) {
  m_ci = withArrows(text);
  showCount();
}

void EditsPresenter::readCount() {
  m_edits = m_counter.count(m.edits.drafts());
  showCount();
}

void EditsPresenter::showCount() {
  const QStringList paths = unsavedPaths();
  const QString text = unsaved();
  if (text.isEmpty()) m.status.setEdits({}, {});
  else m.status.setEdits((m_ci.isEmpty() ? text : m_ci) + u" \u00b7 "_s + tr("Review (Ctrl+Shift+E)"),
                         tr("Not saved yet, %1:").arg(text) + u'\n' + paths.join(u'\n'));
  Q_EMIT modified(!m.edits.isClean());
}

QString EditsPresenter::unsaved() const {
  return unsavedText(m_edits, m.edits.drafts().changed().size(), m.edits.decisionsBesideEdits().size());
}

QStringList EditsPresenter::unsavedPaths() const {
  QStringList paths;
  for (const auto* file : m.edits.drafts().changed()) paths << pathText(file->path);
  for (const auto& [key, decision] : m.edits.decisionsBesideEdits())
    if (const QString path = pathText(key.baseline); !paths.contains(path)) paths << path;
  return paths;
}

bool EditsPresenter::save() {
  // Scripts are checked by Python before they are written: the review does that.
  const bool canSave = !session::PythonCheck::hasScripts(m.edits.drafts());
  const baselines::SaveReport report = canSave ? m.edits.saveAll() : baselines::SaveReport();
  if (canSave && report.allWritten()) return true;
  Q_EMIT reviewRequested();
  m.notices.showNotice({.id = u"edits:close"_s,
                 .kind = NoticeKind::Problem,
                 .text = canSave ? fromUtf8(report.sentence()) : tr("Scripts are edited: save them here, where Python checks them.")});
  return false;
}

bool EditsPresenter::mayClose(QWidget& window) {
  if (m.edits.isClean() || m_isAnswered) return true;
  QStringList paths = unsavedPaths();
  auto* box = new QDialog(&window);
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->setObjectName(u"closeQuestion"_s);
  box->setWindowTitle(tr("Close Plumbline"));
  constexpr qsizetype kNamed = 10;
  if (paths.size() > kNamed) paths = paths.mid(0, kNamed) << tr("and %1 more").arg(paths.size() - kNamed);
  const QString what = tr("Not saved: %1").arg(unsaved());
  auto* buttons = makeRow(nullptr, {}, kGrid, {stretch()});
  makeColumn(box, {2 * kGrid, 2 * kGrid, 2 * kGrid, 2 * kGrid}, 2 * kGrid,
             {new TitleLabel(what, 1.0, box), new PlainLabel(paths.join(u'\n'), box), buttons});
  const auto close = [this, &window] {
    m_isAnswered = true;
    window.close();
    m_isAnswered = false;
  };
  const auto add = [&](const QString& text, const std::function<void()>& run) {
    auto* button = new QPushButton(text, box);
    buttons->addWidget(button);
    connect(button, &QPushButton::clicked, this, run);
    connect(button, &QPushButton::clicked, box, &QDialog::close);
    return button;
  };
  add(tr("Cancel"), [] {});
  add(tr("Discard"), [this, close] {
    if (const auto done = m.edits.discardAll(); !done)
      return m.notices.showNotice(noticeFor(done.error(), u"edits:close"_s));
    close();
  });
  add(tr("Keep for next time"), [this, close] {
    if (const auto kept = m.edits.keep(); !kept) return m.notices.showNotice(noticeFor(kept.error(), u"edits:close"_s));
    close();
  });
  add(tr("Save"), [this, close] { if (save()) close(); })->setDefault(true);
  box->open();
  return false;
}

void EditsPresenter::showLeftOvers() {
  for (const session::LeftOver& left : m.edits.leftOvers()) showQuestion(left);
}

void EditsPresenter::showCrash(const QStringList& reports) {
  const QString process = QFileInfo(reports.front()).completeBaseName().section(u'-', -1);
  const std::vector<session::LeftOver> all = m.edits.leftOvers();
  const auto left = std::ranges::find_if(all, [&](const session::LeftOver& each) { return each.process == process && each.problem.isEmpty(); });
  if (left == all.end()) return showReports(reports);
  showQuestion(*left, reports);
}

void EditsPresenter::showReports(const QStringList& reports) {
  if (reports.isEmpty()) return;
  m.notices.showNotice({.id = u"program:crash"_s,
                 .kind = NoticeKind::Problem,
                 .text = tr("Plumbline crashed. The report %1 has the version and the last actions, and nothing of your files.").arg(reports.first()),
                 .details = reports.join(u'\n')});
}

void EditsPresenter::showQuestion(const session::LeftOver& left, const QStringList& crashReports) {
  if (!left.problem.isEmpty()) {
    m.notices.showNotice({.id = leftNotice(left.id),
                   .kind = NoticeKind::Problem,
                   .text = tr("Unsaved edits of an earlier run cannot be read."),
                   .details = left.problem});
    return;
  }
  m.notices.showNotice({.id = leftNotice(left.id),
                 .kind = crashReports.isEmpty() ? NoticeKind::Information : NoticeKind::Problem,
                 .text = leftText(left, !crashReports.isEmpty()),
                 .details = (crashReports + left.files).join(u'\n'),
                 .actionText = tr("Restore"),
                 .action = [this, id = left.id, crashReports] {
                   if (restore(id)) showReports(crashReports);
                 },
                 .secondText = tr("Discard"),
                 .second = [this, id = left.id, crashReports] {
                   m.edits.dropLeftOver(id);
                   m.notices.dismiss(leftNotice(id));
                   showReports(crashReports);
                 }});
}

bool EditsPresenter::restore(const QString& id) {
  const baselines::Drafts before = m.edits.drafts();
  const auto lost = m.edits.restore(id);
  if (!lost) {  // the question stays
    m.notices.showNotice(noticeFor(lost.error(), u"edits:restore"_s));
    return false;
  }
  m.notices.dismiss(leftNotice(id));
  baselines::Step step = baselines::stepBetween(before, m.edits.drafts(), tr("Restore the unsaved edits").toStdString());
  if (!step.forward.files.empty() || !step.forward.decisions.empty()) {
    m.stack.adopt(std::move(step.forward), std::move(step.back));  // what was done before can still be undone
    Q_EMIT reviewRequested();
  }
  if (lost->isEmpty()) return true;
  m.notices.showNotice({.id = u"edits:restore"_s,
                 .kind = NoticeKind::Problem,
                 .text = lost->size() == 1 ? tr("One edit does not fit the file as it is now and was left out.")
                                           : tr("%1 edits do not fit the files as they are now and were left out.")
                                                 .arg(lost->size()),
                 .details = lost->join(u'\n'),
                 .actionText = tr("Review"),
                 .action = [this] { Q_EMIT reviewRequested(); }});
  return true;
}

void EditsPresenter::reloadPair() {
  m.stack.setClean();
  if (m.session.snapshot()) m.session.reload();
}

}  // namespace plumbline::ui
