// SPDX-License-Identifier: GPL-3.0-or-later
// Collects output into large pieces, so that a report on a million rows is never in memory as a whole.
//
//   ChunkedText out([&](std::string_view piece) { stream << piece; });
//   out << "model " << name << '\n';                 // the destructor flushes the rest
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace plumbline::reports {

using TextSink = std::function<void(std::string_view)>;

class ChunkedText {
 public:
  explicit ChunkedText(TextSink sink) : m_sink(std::move(sink)) {}
  ChunkedText(const ChunkedText&) = delete;
  ChunkedText& operator=(const ChunkedText&) = delete;
  ~ChunkedText() { flush(); }

  ChunkedText& operator<<(std::string_view text) {
    m_text += text;
    if (m_text.size() >= kPieceBytes) flush();
    return *this;
  }
  ChunkedText& operator<<(char c) { return *this << std::string_view(&c, 1); }
  void flush() {
    if (!m_text.empty()) m_sink(m_text);
    m_text.clear();
  }

 private:
  static constexpr std::size_t kPieceBytes = 1U << 16U;
  TextSink m_sink;
  std::string m_text;
};

}  // namespace plumbline::reports
