// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/review/commit_runner.h"

#include <utility>

#include "ui/support/notice_strip.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {
namespace {

const QString kCommitNotice = u"commit"_s;

}  // namespace

CommitRunner::CommitRunner(NoticeStrip& notices, QObject* parent)
    : QObject(parent), m_notices(notices), m_runner([this](const base::Outcome<sources::CommitResult>& result) {
        showResult(result);
      }) {}

void CommitRunner::setFiles(std::vector<std::string> paths, const std::string& message) {
  m_request = {.paths = std::move(paths), .message = message};
  Q_EMIT changed();
}

void CommitRunner::commit() {
  if (!hasFiles() || isBusy()) return;
  m_notices.showNotice({.id = kCommitNotice, .kind = NoticeKind::Information,
                        .text = tr("git commit is running, with the hooks of the repository."),
                        .actionText = tr("Cancel"), .action = [this] {
                          m_runner.cancel();
                          Q_EMIT statusMessage(tr("git was stopped; the files are saved"));
                          Q_EMIT changed();
                        }});
  m_runner.run([request = m_request](const base::Progress& progress) {
    return sources::commitFiles(request, progress.stopToken());
  });
  Q_EMIT changed();
}

void CommitRunner::showResult(const base::Outcome<sources::CommitResult>& result) {
  const auto again = [this] { commit(); };
  if (result.isError()) {
    Notice notice = noticeFor(result.error(), kCommitNotice);
    notice.actionText = tr("Commit again");
    notice.action = again;
    m_notices.showNotice(notice);
  } else if (result.isValue()) {
    const sources::CommitResult& done = result.value();
    const QString sentence = fromUtf8(done.sentence());
    Notice notice{.id = kCommitNotice, .kind = done.isCommitted() ? NoticeKind::Information : NoticeKind::Problem,
                  .text = sentence, .details = fromUtf8(done.output)};
    notice.actionText = done.isCommitted() ? tr("Undo the commit") : tr("Commit again");
    notice.action = again;
    if (done.isCommitted()) {
      notice.action = [this] { undo(); };
      m_last = done;
      m_committed = std::exchange(m_request, {});
    }
    m_notices.showNotice(notice);
    Q_EMIT statusMessage(sentence);
  }
  Q_EMIT changed();
}

void CommitRunner::undo() {
  if (!m_last.isCommitted()) return;
  const auto done = sources::undoCommit(m_last);
  if (!done) {
    m_notices.showNotice(noticeFor(done.error(), kCommitNotice));
    return;
  }
  m_last = {};
  m_request = std::exchange(m_committed, {});
  const QString sentence = tr("The commit was taken back; its files are as they were, and staged.");
  m_notices.showNotice({.id = kCommitNotice, .kind = NoticeKind::Information, .text = sentence,
                        .actionText = tr("Commit again"), .action = [this] { commit(); }});
  Q_EMIT statusMessage(sentence);
  Q_EMIT changed();
}

}  // namespace plumbline::ui
