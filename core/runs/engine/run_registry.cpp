// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/engine/run_registry.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "core/runs/engine/run_journal.h"

namespace plumbline::runs {

RunRegistry::Entry& RunRegistry::insert(Run run, std::optional<files::LockedLog> journal) {
  auto entry = std::make_unique<Entry>();
  entry->work.resize(run.tasks.size());
  entry->run = std::make_shared<Run>(std::move(run));
  if (journal) entry->journal.emplace(*std::move(journal));
  m_entries.push_back(std::move(entry));
  return *m_entries.back();
}

std::unique_ptr<RunRegistry::Entry> RunRegistry::take(std::string_view id) {
  const auto found = std::ranges::find_if(m_entries, [&](const auto& entry) { return entry->run->id == id; });
  if (found == m_entries.end()) return nullptr;
  auto entry = std::move(*found);
  m_entries.erase(found);
  return entry;
}

RunRegistry::Entry* RunRegistry::find(std::string_view id) {
  const auto found = std::ranges::find_if(m_entries, [&](const auto& entry) { return entry->run->id == id; });
  return found == m_entries.end() ? nullptr : found->get();
}

void RunRegistry::sort() {
  std::ranges::stable_sort(m_entries, [](const auto& a, const auto& b) {
    return std::tuple(-a->run->spec.priority, a->run->queued) < std::tuple(-b->run->spec.priority, b->run->queued);
  });
}

base::Result<void> RunRegistry::writeTask(Entry& entry, std::size_t task) {
  entry.shown.reset();
  return entry.journal ? entry.journal->append(journalTask(*entry.run, task)) : base::Result<void>();
}

base::Result<void> RunRegistry::writeRun(Entry& entry) {
  entry.shown.reset();
  return entry.journal ? entry.journal->append(journalRun(*entry.run)) : base::Result<void>();
}

Queue RunRegistry::working() const {
  Queue queue{.number = m_number, .runs = {}};
  queue.runs.reserve(m_entries.size());
  for (const auto& entry : m_entries) queue.runs.push_back(entry->run);
  return queue;
}

QueuePtr RunRegistry::snapshot() {
  auto queue = std::make_shared<Queue>();
  queue->number = ++m_number;
  queue->runs.reserve(m_entries.size());
  for (const auto& entry : m_entries) {
    if (!entry->shown) entry->shown = std::make_shared<const Run>(*entry->run);
    queue->runs.push_back(entry->shown);
  }
  return queue;
}

}  // namespace plumbline::runs
