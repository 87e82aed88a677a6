// SPDX-License-Identifier: GPL-3.0-or-later
// What the review page does when it is told to: walk, revert, save, hand over, and settle changes from outside.
#include <QClipboard>
#include <QFile>
#include <QFileInfo>
#include <QGuiApplication>

#include "core/baselines/hand_over.h"
#include "core/session/patch_file.h"
#include "core/session/settle_conflicts.h"
#include "ui/review/review_page_private.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

QString text(const std::string& words) { return QString::fromStdString(words); }

QStringList texts(const std::vector<std::string>& sentences) {
  QStringList list;
  for (const std::string& sentence : sentences) list << text(sentence);
  return list;
}

}  // namespace

void ReviewPage::Private::step(int direction) {
  if (settling()) {
    const std::size_t at = conflicts->blocks()->current();
    if (direction > 0 || at > 0) conflicts->blocks()->goTo(direction > 0 ? at + 1 : at - 1);
    return;
  }
  const QModelIndex next = model->step(tree->currentIndex(), direction);
  if (next.isValid()) {
    tree->setCurrentIndex(next);
    tell({});
  } else {
    tell(direction > 0 ? u"This is the last change"_s : u"This is the first change"_s);
  }
}

void ReviewPage::Private::revert() {
  const QModelIndex current = tree->currentIndex();
  const ReviewPtr review = model->reviewAt(current);
  if (!review || looked || settling()) return;
  const auto change = ReviewModel::changeAt(current);
  const auto back = change ? session::revertChange(edits.drafts(), *review, *change)
                           : edits.drafts().discardChange(review->path());
  if (!back) {
    say(back.error(), u"revert"_s);
    return;
  }
  const auto done = stack.push(*back);
  if (!done) {
    say(done.error(), u"revert"_s);
  } else {
    tell(text(back->text) + u" (undo: Ctrl+Z)"_s);
  }
}

void ReviewPage::Private::save() {
  if (!hasEdits()) {
    tell(u"There is nothing to save"_s);
    return;
  }
  if (!session::PythonCheck::hasScripts(edits.drafts())) {
    write();
    return;
  }
  // Python is asked first; write() or refuse() comes with its answer.
  tell(u"Asking Python whether the scripts still compile"_s);
  python.start(edits.drafts());
}

void ReviewPage::Private::refuse(const QStringList& problems) {
  tell(u"Nothing was saved"_s);
  notices->say({.id = u"saved"_s, .kind = NoticeKind::Problem, .text = problems.front() + u" Nothing was saved."_s,
                .details = problems.join(u'\n'), .actionText = {}});
}

void ReviewPage::Private::write() {
  const QString message = commit->message();  // git wants it once the files are written
  const baselines::SaveReport report = edits.saveAll();
  const QString sentence = text(report.sentence());
  tell(sentence);
  Notice notice{.id = u"saved"_s, .kind = NoticeKind::Information, .text = sentence, .details = {}, .actionText = {}};
  QStringList details;
  for (const std::string& path : report.changedOutside) details << u"%1: changed outside"_s.arg(text(path));
  for (const baselines::SavedFile& file : report.files)
    details << (file.error ? text(base::describe(*file.error))
                           : u"%1: +%2 \u2212%3"_s.arg(text(file.path)).arg(file.linesAdded).arg(file.linesRemoved));
  if (report.logError) details << text(base::describe(*report.logError));
  if (!report.allWritten() || report.logError) notice.kind = NoticeKind::Problem;
  if (report.allWritten() && report.logError) notice.text += u" The reasons could not be added to the decision log."_s;
  notice.details = details.join(u'\n');
  if (report.allWritten() && !message.isEmpty()) {
    notice.actionText = u"Copy the commit message"_s;
    notice.action = [this, message] {
      QGuiApplication::clipboard()->setText(message);
      tell(u"Message copied"_s);
    };
  }
  notices->say(notice);
  if (report.allWritten()) commit->proposeAgain();
  refresh();
}

void ReviewPage::Private::exportPatch() {
  if (!hasEdits()) return;
  FileQuestion question{.title = u"Export the patch"_s, .folder = u"plumbline.patch"_s};
  question.kinds = u"Patches (*.patch *.diff);;All files (*)"_s;
  question.mayBeNew = question.replaces = true;
  prompt.ask(page, question, [this](const QStringList& paths) {
    if (paths.isEmpty()) return;
    const auto written = session::writePatch(edits.drafts(), paths.front());
    if (!written) {
      say(written.error(), u"patch"_s);
    } else {
      tell(u"Patch written to %1"_s.arg(paths.front()));
    }
  });
}

void ReviewPage::Private::copyPatch() {
  const auto patch = baselines::patchText(edits.drafts());
  if (!patch) {
    say(patch.error(), u"patch"_s);
    return;
  }
  QGuiApplication::clipboard()->setText(text(*patch));
  tell(u"Patch copied"_s);
}

void ReviewPage::Private::copyMessage() {
  QGuiApplication::clipboard()->setText(commit->message());
  tell(u"Message copied"_s);
}

void ReviewPage::Private::showOutside(const QString& path) {
  auto look = edits.lookOutside(path);
  if (!look) {
    say(look.error(), u"outside"_s);
    return;
  }
  const auto* file = edits.drafts().find(QFile::encodeName(path).toStdString());
  if (file == nullptr) return;
  const ReviewPtr review = session::FileReview::between(file->path, file->saved, look->onDisk);
  outside->sayLost(texts(look->lost));
  looked = std::move(*look);
  view->show(review);
  showFileHead(review, u"Changed on disk since it was read: %1"_s.arg(path));
  view->setFocus(Qt::OtherFocusReason);
}

void ReviewPage::Private::reapply(const QString& path) {
  // What does not fit is shown before anything is left out.
  const bool seen = looked && looked->path == path;
  if (!seen) {
    auto look = edits.lookOutside(path);
    if (!look) {
      say(look.error(), u"outside"_s);
      return;
    }
    if (!look->lost.empty()) {
      showOutside(path);
      return;
    }
    looked = std::move(*look);
  }
  const auto done = edits.reapply(*looked);
  looked.reset();
  if (!done) {
    outside->sayLost({});
    showCurrent();
    say(done.error(), u"outside"_s);
    return;
  }
  forgetOutside(path);
  tell(u"%1: the edits now stand on the version on disk"_s.arg(QFileInfo(path).fileName()));
}

void ReviewPage::Private::discard(const QString& path) {
  const auto done = edits.discard(path);
  if (!done) {
    say(done.error(), u"outside"_s);
    return;
  }
  looked.reset();
  forgetOutside(path);
  tell(u"%1: edits discarded"_s.arg(QFileInfo(path).fileName()));
}

void ReviewPage::Private::settle(const QString& path) {
  const auto file = edits.openFile(path);
  if (!file) {
    say(file.error(), u"conflicts"_s);
    return;
  }
  auto blocks = baselines::conflictBlocks((*file)->pending, (*file)->path);
  if (!blocks) {
    say(blocks.error(), u"conflicts"_s);
    return;
  }
  if (blocks->empty()) {
    tell(u"%1 has no conflicts"_s.arg(QFileInfo(path).fileName()));
    return;
  }
  conflicts->show(path, std::move(*blocks));
  pages->setCurrentWidget(conflicts);
  conflicts->blocks()->setFocus(Qt::OtherFocusReason);
}

void ReviewPage::Private::applyChoices() {
  const std::string path = QFile::encodeName(conflicts->path()).toStdString();
  const auto change = session::settleChange(edits.drafts(), path, conflicts->choices());
  const auto done = change ? stack.push(*change) : base::Result<void>(base::fail(change.error()));
  if (!done) {
    say(done.error(), u"conflicts"_s);
    return;
  }
  placePath = conflicts->path();
  placeChange.reset();
  pages->setCurrentIndex(0);
  refresh();
  tree->setFocus(Qt::OtherFocusReason);
  tell(text(change->text));
}

void ReviewPage::Private::forgetOutside(const QString& path) {
  outsidePaths.removeAll(path);
  outside->setFiles(outsidePaths);
  if (outsidePaths.isEmpty()) notices->dismiss(u"saved"_s);  // why nothing was written
  refresh();
}

}  // namespace plumbline::ui
