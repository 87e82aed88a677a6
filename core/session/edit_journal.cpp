// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/edit_journal.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QUuid>
#include <utility>

#include "core/session/journal_lines.h"

using namespace Qt::StringLiterals;

namespace plumbline::session {
namespace {

std::string now() { return QDateTime::currentDateTime().toString(Qt::ISODate).toStdString(); }

}  // namespace

void EditJournal::willTouch(const baselines::Drafts::File& file) {
  if (m_folder.isEmpty() || !m_known.insert(file.path).second) return;
  m_ahead += journalFile(file);
}

std::string EditJournal::wholeState(const baselines::Drafts& drafts) const {
  std::string lines;
  for (const std::string& path : m_known)
    if (const auto* file = drafts.find(path)) lines += journalFile(*file);
  return lines + journalDecisions(drafts.decisions(), now());
}

base::Result<void> EditJournal::append(const std::string& lines, const baselines::Drafts& drafts) {
  if (m_folder.isEmpty()) return {};
  m_ahead.clear();
  const bool hadGap = std::exchange(m_gap, true);  // until the lines are written
  if (!m_log) {
    QDir().mkpath(m_folder);
    m_name = u"edits-%1-%2.jsonl"_s.arg(QCoreApplication::applicationPid())
                 .arg(QUuid::createUuid().toString(QUuid::Id128).left(8));
    auto made = files::LockedLog::create(QFile::encodeName(m_folder + u'/' + m_name).toStdString());
    if (!made) return base::fail(made.error());
    m_log.emplace(std::move(*made));
  }
  const std::string head = m_empty ? journalHead(now()) : std::string();
  auto done = m_log->append(head + (hadGap ? wholeState(drafts) : lines));
  if (!done) return done;
  m_gap = m_empty = false;
  return {};
}

base::Result<void> EditJournal::step(const baselines::Change& change, const baselines::Drafts& drafts) {
  if (m_folder.isEmpty()) return {};
  return append(std::exchange(m_ahead, {}) + journalStep(change, now()), drafts);
}

base::Result<void> EditJournal::fileAnew(const baselines::Drafts::File& file, const baselines::Drafts& drafts) {
  m_known.insert(file.path);
  return append(journalFile(file), drafts);
}

base::Result<void> EditJournal::decisionsAnew(const baselines::Drafts& drafts) {
  return append(journalDecisions(drafts.decisions(), now()), drafts);
}

base::Result<void> EditJournal::saved(const baselines::Drafts::File& file, const baselines::Drafts& drafts) {
  if (!m_known.contains(file.path)) return {};
  return append(journalSaved(file.path, file.stamp), drafts);
}

base::Result<void> EditJournal::clear() {
  m_known.clear();
  m_ahead.clear();
  m_gap = true;  // what was decided before is told again with the next step
  if (!m_log || m_empty) return {};
  m_empty = true;
  return m_log->clear();
}

void EditJournal::remove() {
  (void)clear();
  if (m_log) (void)m_log->remove();
  m_log.reset();
  m_name.clear();
}

}  // namespace plumbline::session
