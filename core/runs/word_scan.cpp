// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/word_scan.h"

#include <queue>

namespace plumbline::runs {
namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

std::size_t WordScan::addState() {
  m_next.resize(m_next.size() + m_classes);
  return m_next.size() / m_classes - 1;
}

WordScan::WordScan(const std::vector<std::string>& texts) {
  for (const std::string& text : texts)
    for (const char c : text) {
      std::uint8_t& cls = m_class[static_cast<unsigned char>(isDigit(c) ? '0' : c)];
      if (cls == 0) cls = static_cast<std::uint8_t>(m_classes++);
    }
  for (char c = '1'; c <= '9'; ++c) m_class[static_cast<unsigned char>(c)] = m_class[static_cast<unsigned char>('0')];

  // A tree of all texts; 0 is "no such child".
  std::vector<bool> ends;
  addState();
  ends.push_back(false);
  for (const std::string& text : texts) {
    if (text.empty()) continue;
    std::size_t state = 0;
    for (const char c : text) {
      const std::size_t at = state * m_classes + classOf(c);
      if (m_next[at] == 0) {
        const std::size_t added = addState();  // moves m_next
        ends.push_back(false);
        m_next[at] = static_cast<std::uint32_t>(added);
      }
      state = m_next[at];
    }
    ends[state] = true;
  }

  // By depth: what has no child goes on where the longest end of it that begins a text would.
  std::vector<std::size_t> fallback(ends.size(), 0);
  std::queue<std::size_t> waiting;
  for (std::size_t c = 0; c < m_classes; ++c)
    if (m_next[c] != 0) waiting.push(m_next[c]);
  for (; !waiting.empty(); waiting.pop()) {
    const std::size_t state = waiting.front();
    if (ends[fallback[state]]) ends[state] = true;
    for (std::size_t c = 0; c < m_classes; ++c) {
      std::uint32_t& next = m_next[state * m_classes + c];
      const std::uint32_t other = m_next[fallback[state] * m_classes + c];
      if (next == 0) {
        next = other;
      } else {
        fallback[next] = other;
        waiting.push(next);
      }
    }
  }
  // For the scan the entries hold the row itself, and whether a text ends there.
  for (std::uint32_t& next : m_next) next = static_cast<std::uint32_t>(next * m_classes * 2 + (ends[next] ? 1 : 0));
}

std::optional<std::size_t> WordScan::firstEnd(std::string_view bytes, std::size_t from) const {
  if (from >= bytes.size()) return std::nullopt;
  // Plain pointers: this loop sees every byte of a log, in debug builds too.
  const std::uint8_t* classes = m_class.data();
  const std::uint32_t* next = m_next.data();
  const char* end = bytes.data() + bytes.size();
  std::uint32_t entry = 0;
  for (const char* at = bytes.data() + from; at != end; ++at) {
    entry = next[(entry >> 1U) + classes[static_cast<unsigned char>(*at)]];
    if ((entry & 1U) != 0) return static_cast<std::size_t>(at - bytes.data()) + 1;
  }
  return std::nullopt;
}

}  // namespace plumbline::runs
