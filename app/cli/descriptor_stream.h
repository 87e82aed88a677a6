// SPDX-License-Identifier: GPL-3.0-or-later
// Standard output as a stream that writes large pieces and remembers why writing failed: a reader that went away
// (plumbline-cli ... | head) is no error, a full disk is.
#pragma once

#include <array>
#include <streambuf>

namespace plumbline::cli {

class DescriptorStream : public std::streambuf {
 public:
  explicit DescriptorStream(int descriptor);
  /// failure is the errno of the first write that failed, 0 when none did. After it nothing more is written.
  int failure() const { return m_failure; }

 protected:
  int_type overflow(int_type c) override;
  std::streamsize xsputn(const char* text, std::streamsize count) override;
  int sync() override;

 private:
  bool writeAll(const char* text, std::size_t count);

  int m_descriptor;
  int m_failure = 0;
  std::array<char, 1U << 16U> m_buffer;
};

}  // namespace plumbline::cli
