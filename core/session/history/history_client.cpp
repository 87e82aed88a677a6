// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/history/history_client.h"

#include <filesystem>
#include <system_error>

namespace plumbline::session {

bool HistoryClient::hasStore() const {
  std::error_code error;
  return !m_file.empty() && std::filesystem::exists(m_file, error);
}

void HistoryClient::post(std::function<void(Reader&)> work) {
  if (!m_thread)
    m_thread =
        std::make_unique<tasks::ObjectThread<Reader>>([file = m_file] { return std::make_unique<Reader>(file); });
  m_thread->post(std::move(work));
}

base::Result<history::Store*> HistoryClient::Reader::store() {
  if (!m_store) {
    if (m_file.empty())
      return base::fail(base::ErrorCode::NotFound, "There is no history here.", "Start Plumbline with --store FILE.");
    auto opened = history::Store::open(m_file, history::Store::Access::ReadOnly);
    if (!opened) return base::fail(std::move(opened.error()));
    m_store = *std::move(opened);
  }
  return m_store.get();
}

}  // namespace plumbline::session
