// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/review/edit_saver.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QWidget>

#include "core/baselines/hand_over.h"
#include "core/session/export_file.h"
#include "core/session/pending_edits.h"
#include "ui/review/commit_panel.h"
#include "ui/support/file_prompt.h"
#include "ui/support/notice_strip.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

EditSaver::EditSaver(session::PendingEdits& edits, CommitPanel& commit, NoticeStrip& notices, FilePrompt& prompt,
                     QWidget* parent)
    : QObject(parent), m_edits(edits), m_commit(commit), m_notices(notices), m_prompt(prompt) {
  connect(&m_python, &session::PythonCheck::done, this, [this](const QStringList& problems) {
    if (problems.isEmpty()) write();
    else refuse(problems);
  });
  // Edits that changed during the check are checked again.
  connect(&m_edits, &session::PendingEdits::changed, this, [this] {
    if (m_python.isBusy()) m_python.start(m_edits.drafts());
  });
  connect(&m_commit, &CommitPanel::saveRequested, this, &EditSaver::save);
  connect(&m_commit, &CommitPanel::exportRequested, this, &EditSaver::exportPatch);
  connect(&m_commit, &CommitPanel::copyPatchRequested, this, &EditSaver::copyPatch);
  connect(&m_commit, &CommitPanel::copyMessageRequested, this, &EditSaver::copyMessage);
}

void EditSaver::save() {
  if (m_edits.drafts().changed().empty()) {
    Q_EMIT statusMessage(tr("There is nothing to save"));
    return;
  }
  if (!session::PythonCheck::hasScripts(m_edits.drafts())) {
    write();
    return;
  }
  // Python is asked first; write() or refuse() comes with its answer.
  Q_EMIT statusMessage(tr("Asking Python whether the scripts still compile"));
  m_python.start(m_edits.drafts());
}

void EditSaver::refuse(const QStringList& problems) {
  Q_EMIT statusMessage(tr("Nothing was saved"));
  m_notices.showNotice({.id = u"saved"_s, .kind = NoticeKind::Problem,
                        .text = problems.front() + tr(" Nothing was saved."),
                .details = problems.join(u'\n'), .actionText = {}});
}

void EditSaver::write() {
  const QString message = m_commit.message();  // git wants it once the files are written
  const baselines::SaveReport report = m_edits.saveAll();
  const QString sentence = QString::fromStdString(report.sentence());
  Q_EMIT statusMessage(sentence);
  Notice notice{.id = u"saved"_s, .kind = NoticeKind::Information, .text = sentence, .details = {}, .actionText = {}};
  QStringList details;
  for (const std::string& path : report.changedOutside)
    details << tr("%1: changed outside").arg(QString::fromStdString(path));
  for (const baselines::SavedFile& file : report.files)
    details << (file.error ? QString::fromStdString(base::describe(*file.error))
                           : u"%1: +%2 \u2212%3"_s.arg(QString::fromStdString(file.path)).arg(file.linesAdded)
                           .arg(file.linesRemoved));
  if (report.logError) details << QString::fromStdString(base::describe(*report.logError));
  if (!report.allWritten() || report.logError) notice.kind = NoticeKind::Problem;
  if (report.allWritten() && report.logError) notice.text += tr(" The reasons could not be added to the decision log.");
  notice.details = details.join(u'\n');
  if (report.allWritten() && !message.isEmpty()) {
    notice.actionText = tr("Copy the commit message");
    notice.action = [this, message] {
      QGuiApplication::clipboard()->setText(message);
      Q_EMIT statusMessage(tr("Message copied"));
    };
  }
  m_notices.showNotice(notice);
  if (report.allWritten()) m_commit.proposeAgain();
  Q_EMIT written();
}

void EditSaver::exportPatch() {
  if (m_edits.drafts().changed().empty()) return;
  FileRequest request{.title = tr("Export the patch"), .folder = u"plumbline.patch"_s};
  request.kinds = tr("Patches (*.patch *.diff);;All files (*)");
  request.mayBeNew = request.replaces = true;
  m_prompt.request(qobject_cast<QWidget*>(parent()), request, [this](const QStringList& paths) {
    if (paths.isEmpty()) return;
    const auto written = session::writePatch(m_edits.drafts(), paths.front());
    if (!written) {
      m_notices.showNotice(noticeFor(written.error(), u"patch"_s));
    } else {
      Q_EMIT statusMessage(tr("Patch written to %1").arg(paths.front()));
    }
  });
}

void EditSaver::copyPatch() {
  const auto patch = baselines::patchText(m_edits.drafts());
  if (!patch) {
    m_notices.showNotice(noticeFor(patch.error(), u"patch"_s));
    return;
  }
  QGuiApplication::clipboard()->setText(QString::fromStdString(*patch));
  Q_EMIT statusMessage(tr("Patch copied"));
}

void EditSaver::copyMessage() {
  QGuiApplication::clipboard()->setText(m_commit.message());
  Q_EMIT statusMessage(tr("Message copied"));
}

}  // namespace plumbline::ui
