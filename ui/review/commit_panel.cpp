// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/review/commit_panel.h"

#include <QPlainTextEdit>
#include <QPushButton>
#include <utility>

#include "core/session/export_file.h"
#include "core/session/pending_edits.h"
#include "ui/review/commit_runner.h"
#include "ui/support/clipboard_text.h"
#include "ui/support/file_prompt.h"
#include "ui/support/form_controls.h"
#include "ui/support/labels.h"
#include "ui/support/layouts.h"
#include "ui/support/notice_strip.h"
#include "ui/theme/themed.h"

namespace plumbline::ui {

EditSaver::EditSaver(session::PendingEdits& edits, CommitPanel& commit, CommitRunner& runner, NoticeStrip& notices,
                     FilePrompt& prompt, QWidget* parent)
    : QObject(parent), m_edits(edits), m_commit(commit), m_runner(runner), m_notices(notices), m_prompt(prompt) {
  connect(&m_python, &session::PythonCheck::done, this, [this](const QStringList& problems) {
    if (problems.isEmpty()) write();
    else refuse(problems);
  });
  // Edits that changed during the check are checked again.
  connect(&m_edits, &session::PendingEdits::changed, this, [this] {
    if (m_python.isBusy()) m_python.start(m_edits.drafts());
  });
  connect(&m_commit, &CommitPanel::saveRequested, this, &EditSaver::save);
  connect(&m_commit, &CommitPanel::commitRequested, this, &EditSaver::commit);
  connect(&m_commit, &CommitPanel::exportRequested, this, &EditSaver::exportPatch);
  connect(&m_commit, &CommitPanel::copyPatchRequested, this, &EditSaver::copyPatch);
  connect(&m_commit, &CommitPanel::copyMessageRequested, this, &EditSaver::copyMessage);
}

void EditSaver::save() {
  if (m_edits.isClean()) {
    Q_EMIT statusMessage(tr("There is nothing to save"));
    return;
  }
  if (!session::PythonCheck::hasScripts(m_edits.drafts())) {
    write();
    return;
  }
  // The check calls write() or refuse() when it has finished.
  Q_EMIT statusMessage(tr("Checking that the scripts still compile"));
  m_python.start(m_edits.drafts());
}

void EditSaver::commit() {
  if (m_runner.isBusy()) return;
  if (m_commit.message().trimmed().isEmpty()) {
    Q_EMIT statusMessage(tr("Write a commit message first"));
    m_commit.focusMessage();
    return;
  }
  if (m_edits.isClean()) {
    m_runner.commit();
    return;
  }
  m_commits = true;
  save();
}

void EditSaver::refuse(const QStringList& problems) {
  m_commits = false;
  Q_EMIT statusMessage(tr("Nothing was saved"));
  m_notices.showNotice({.id = u"saved"_s, .kind = NoticeKind::Problem,
                        .text = tr("%1 Nothing was saved.").arg(problems.front()),
                .details = problems.join(u'\n')});
}

void EditSaver::write() {
  const QString message = m_commit.message();  // git wants it once the files are written
  const baselines::SaveReport report = m_edits.saveAll();
  const bool commits = std::exchange(m_commits, false) && report.allWritten();
  m_runner.addSaved(report.files);
  const QString sentence = QString::fromStdString(report.sentence());
  Q_EMIT statusMessage(sentence);
  m_notices.dismiss(u"saved"_s);
  if (!report.changedOutside.empty()) return Q_EMIT written();  // the strip of changed files says so
  Notice notice{.id = u"saved"_s, .kind = NoticeKind::Information, .text = sentence};
  QStringList details;
  for (const baselines::SavedFile& file : report.files)
    details << (file.error ? QString::fromStdString(base::describe(*file.error))
                           : u"%1: +%2 \u2212%3"_s.arg(QString::fromStdString(file.path), QString::number(file.linesAdded),
                                                    QString::number(file.linesRemoved)));
  if (report.logError) details << QString::fromStdString(base::describe(*report.logError));
  if (!report.allWritten() || report.logError) notice.kind = NoticeKind::Problem;
  if (report.allWritten() && report.logError) notice.text = tr("%1 The reasons could not be added to the decision log.").arg(sentence);
  notice.details = details.join(u'\n');
  if (report.allWritten() && !message.isEmpty()) {
    notice.actionText = tr("Copy the commit message");
    notice.action = [this, message] {
      copyText(message);
      Q_EMIT statusMessage(tr("Message copied"));
    };
    if (!commits && !report.logError && m_runner.hasFiles()) {
      notice.secondText = tr("Commit");
      notice.second = [this] { m_runner.commit(); };
    }
  }
  // What git says of a commit has the files in it.
  if (!commits || !m_runner.hasFiles() || report.logError) m_notices.showNotice(notice);
  if (commits && !m_runner.hasFiles()) Q_EMIT statusMessage(tr("Saved, but in no git repository: nothing is committed"));
  if (commits) m_runner.commit();
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
  copyText(QString::fromStdString(*patch));
  Q_EMIT statusMessage(tr("Patch copied"));
}

void EditSaver::copyMessage() {
  copyText(m_commit.message());
  Q_EMIT statusMessage(tr("Message copied"));
}

namespace {

constexpr qsizetype kLongestSubject = 72;  // what git log and GitHub show of it

}  // namespace

CommitPanel::CommitPanel(const Theme& theme, QWidget* parent)
    : QWidget(parent), m_title(new PlainLabel(tr("Commit &message"), this)), m_hint(new PlainLabel(this)), m_text(new QPlainTextEdit(this)) {
  setAccessibleName(tr("Hand over"));
  m_title->setBuddy(m_text);
  m_text->setAccessibleName(tr("Commit message"));
  m_text->setTabChangesFocus(true);
  m_text->setLineWrapMode(QPlainTextEdit::WidgetWidth);
  m_text->setPlaceholderText(tr("What is decided appears here as a proposal."));
  m_text->setMinimumHeight(72);

  auto* head = makeRow(nullptr, {}, -1, {m_title, stretch(), m_hint});

  auto* left = makeColumn(nullptr, {}, kGrid / 2, {head, {m_text, 1}});

  auto* buttons = makeColumn(nullptr, {}, kGrid / 2);
  const auto add = [&](const QString& name, const QString& text, const QString& tip) {
    QPushButton* button = makePushButton(name, text, tip, this);
    button->setAccessibleDescription(tip);
    buttons->addWidget(button);
    return button;
  };
  m_save = add(u"save"_s, tr("Save"), tr("Write all edited files (Ctrl+S)"));
  m_save->setDefault(true);
  connect(m_save, &QPushButton::clicked, this, &CommitPanel::saveRequested);
  m_commit = add(u"commit"_s, tr("Commit"),
                 tr("Save, and commit these files with git (Ctrl+Enter). The hooks of the repository run; nothing is "
                    "pushed, and other changes stay out."));
  connect(m_commit, &QPushButton::clicked, this, &CommitPanel::commitRequested);
  m_export = add(u"export"_s, tr("Export patch\u2026"), tr("Write one patch for git apply, without saving"));
  connect(m_export, &QPushButton::clicked, this, &CommitPanel::exportRequested);
  m_copyPatch = add(u"copyPatch"_s, tr("Copy patch"), tr("Put the patch on the clipboard"));
  connect(m_copyPatch, &QPushButton::clicked, this, &CommitPanel::copyPatchRequested);
  connect(add(u"copyMessage"_s, tr("Copy message"), tr("Put the commit message on the clipboard")),
          &QPushButton::clicked, this,
          &CommitPanel::copyMessageRequested);
  m_again = add(u"again"_s, tr("Propose again"), tr("Replace what was typed by a new proposal"));
  m_again->setEnabled(false);
  connect(m_again, &QPushButton::clicked, this, &CommitPanel::proposeAgain);
  buttons->addStretch();

  makeRow(this, {kGrid, kGrid, kGrid, kGrid}, kGrid, {{left, 1}, buttons});
  connect(m_text, &QPlainTextEdit::textChanged, this, &CommitPanel::onTyped);
  connect(m_text, &QPlainTextEdit::textChanged, this, &CommitPanel::messageChanged);
  styleText({m_text}, {.isMonospace = true});
  styleText({m_hint}, {.size = TextSize::Small, .isMuted = true});
  applyTheme(*this, theme);
}

void CommitPanel::propose(const QString& message) {
  m_proposal = message;
  if (m_edited || m_text->toPlainText() == message) return;
  m_setting = true;
  m_text->setPlainText(message);
  m_setting = false;
  measureSubject();
}

void CommitPanel::proposeAgain() {
  m_edited = false;
  m_again->setEnabled(false);
  propose(m_proposal);
}

void CommitPanel::useMessage(const QString& message) {
  if (!m_edited) m_text->setPlainText(message);
}

void CommitPanel::setHasEdits(bool hasEdits, bool canSave) {
  m_save->setEnabled(canSave);
  for (QPushButton* button : {m_export, m_copyPatch}) button->setEnabled(hasEdits);
}

void CommitPanel::setCommitObstacle(const QString& why) {
  m_commit->setEnabled(why.isEmpty());
  m_commit->setToolTip(why.isEmpty() ? m_commit->accessibleDescription() : why);
}

QString CommitPanel::message() const { return m_text->toPlainText(); }

void CommitPanel::focusMessage() { m_text->setFocus(Qt::ShortcutFocusReason); }

void CommitPanel::onTyped() {
  measureSubject();
  if (m_setting) return;
  m_edited = m_text->toPlainText() != m_proposal;
  m_again->setEnabled(m_edited);
}

void CommitPanel::measureSubject() {
  const qsizetype length = m_text->toPlainText().section(u'\n', 0, 0).size();
  m_hint->setText(length > kLongestSubject ? tr("first line: %1 of %2 characters").arg(length).arg(kLongestSubject)
                  : QString());
}

}  // namespace plumbline::ui
