// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/artifacts/source_file_controller.h"

#include <algorithm>
#include <utility>

#include "ui/artifacts/assign_form.h"
#include "ui/artifacts/sources_model.h"
#include "ui/artifacts/sources_table.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {

using session::FileState;
using session::SourceFile;

namespace {

/// "shard 2 of inductor_torchbench_training"
QString shardName(const SourceFile& file) {
  const QString name = fromUtf8(configs::configName(file.identity->config));
  return file.identity->shard > 0 ? SourceFileController::tr("shard %1 of %2").arg(file.identity->shard).arg(name)
                                  : name;
}

}  // namespace

SourceFileController::SourceFileController(const Parts& parts, QObject* parent) : QObject(parent), m(parts) {
  connect(&m.form, &AssignForm::edited, this, &SourceFileController::checkAssign);
  connect(&m.form, &AssignForm::submitted, this, &SourceFileController::submitAssign);
  connect(&m.form, &AssignForm::cancelled, this, &SourceFileController::closeForm);
  connect(&m.table, &SourcesTable::switchRequested, this, &SourceFileController::switchCurrent);
}

void SourceFileController::setSnapshot(const session::CommitSnapshotPtr& snapshot) { m_snapshot = snapshot; }

bool SourceFileController::hasCurrent() const { return m.table.currentIndex().isValid() && m.model.rowCount() > 0; }
const SourceFile& SourceFileController::current() const { return m.model.file(m.table.currentIndex().row()); }

void SourceFileController::switchCurrent() {
  if (!hasCurrent()) return;
  const SourceFile& file = current();
  const QString origin = QString::fromStdString(file.origin);
  switch (file.state) {
    case FileState::Unnamed: return startAssign();
    case FileState::NotUsed:
      Q_EMIT statusMessage(tr("%1 is chosen by hand").arg(shardName(file)));
      return m.session.chooseAttempt(origin);
    case FileState::Used:
      if (!file.chosen)
        return Q_EMIT statusMessage(tr("It is used already. Space on another attempt of the shard switches"));
      Q_EMIT statusMessage(tr("The rule chooses for %1").arg(shardName(file)));
      return m.session.forgetChoice(origin);
    case FileState::OtherCommit: {
      const std::string& commit = file.identity->commit;
      return m.session.showCommit(commit.empty() ? QString::fromLatin1(overview::kNoCommit) : fromUtf8(commit));
    }
    case FileState::Unreadable:
    case FileState::Doubled: return Q_EMIT statusMessage(fromUtf8(file.why));
  }
}

bool SourceFileController::canAssign() const {
  return hasCurrent() && current().state != FileState::Unreadable && current().state != FileState::Doubled;
}

void SourceFileController::startAssign() {
  if (!canAssign()) return;
  m.form.start(current(), shownOrigin(*m.model.list(), current()));
  m.form.show();
  m.form.focusFirst();
  Q_EMIT formOpened();
}

void SourceFileController::checkAssign() {
  if (!m_snapshot) return;
  const std::string name = m.form.configName();
  if (name.empty()) return m.form.showMessage(tr("Enter at least test and suite"), false);
  const auto identity = session::assignedIdentity(*m_snapshot, m.form.origin(), name, m.form.shard(), m.form.shards());
  if (!identity)
    return m.form.showMessage(fromUtf8(identity.error().text) + u' ' + fromUtf8(identity.error().hint), true);
  QString text = fromUtf8(configs::configName(identity->config));
  if (identity->shard > 0 && identity->shards > 0)
    text = tr("%1, shard %2 of %3").arg(text, QString::number(identity->shard), QString::number(identity->shards));
  else if (identity->shard > 0)
    text = tr("%1, shard %2").arg(text, QString::number(identity->shard));
  if (m_snapshot->view->find(identity->config) == nullptr) text = tr("%1: no other file is of this config").arg(text);
  m.form.showMessage(text, false);
}

void SourceFileController::submitAssign() {
  if (!m_snapshot) return;
  const auto identity = session::assignedIdentity(*m_snapshot, m.form.origin(), m.form.configName(), m.form.shard(),
                                                  m.form.shards());
  if (!identity) {
    checkAssign();
    if (m.form.configName().empty()) m.form.showMessage(tr("Test and suite are needed"), true);
    return;
  }
  // The next file without a name becomes current; after the last one the table stays with what was named.
  const int row = m.model.rowOf(m.form.origin());
  m_nextFile = m.form.origin();
  for (int step = 1; step < m.model.rowCount(); ++step) {
    const SourceFile& next = m.model.file((std::max(row, 0) + step) % m.model.rowCount());
    if (next.state != FileState::Unnamed || next.origin == m.form.origin()) continue;
    m_nextFile = next.origin;
    break;
  }
  Q_EMIT statusMessage(tr("Named: %1").arg(fromUtf8(configs::configName(identity->config))));
  m.session.assign(QString::fromStdString(m.form.origin()), *identity);
  closeForm();
}

void SourceFileController::closeForm() {
  m.form.hide();
  Q_EMIT formClosed();
}

void SourceFileController::forgetAssignment() {
  if (!hasCurrent() || !current().assigned) return;
  Q_EMIT statusMessage(tr("The file's own name decides again"));
  m.session.forgetAssignment(QString::fromStdString(current().origin));
}

void SourceFileController::useRule(overview::AttemptRule rule) {
  Q_EMIT statusMessage(rule == overview::AttemptRule::First ? tr("The first attempt counts")
                                                            : tr("The latest complete attempt counts"));
  m.session.useAttempts(rule);
}

std::string SourceFileController::takeNextFile() { return std::exchange(m_nextFile, {}); }

}  // namespace plumbline::ui
