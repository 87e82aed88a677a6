// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/descriptor_stream.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace plumbline::cli {

DescriptorStream::DescriptorStream(int descriptor) : m_descriptor(descriptor) {
  setp(m_buffer.data(), m_buffer.data() + m_buffer.size());
}

bool DescriptorStream::writeAll(const char* text, std::size_t count) {
  while (count != 0 && m_failure == 0) {
    const ssize_t wrote = ::write(m_descriptor, text, count);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) {
      m_failure = errno;
      break;
    }
    text += wrote;
    count -= static_cast<std::size_t>(wrote);
  }
  return m_failure == 0;
}

int DescriptorStream::sync() {
  const bool wrote = writeAll(pbase(), static_cast<std::size_t>(pptr() - pbase()));
  setp(m_buffer.data(), m_buffer.data() + m_buffer.size());
  return wrote ? 0 : -1;
}

DescriptorStream::int_type DescriptorStream::overflow(int_type c) {
  if (sync() != 0) return traits_type::eof();
  if (!traits_type::eq_int_type(c, traits_type::eof())) sputc(traits_type::to_char_type(c));
  return traits_type::not_eof(c);
}

std::streamsize DescriptorStream::xsputn(const char* text, std::streamsize count) {
  if (count > epptr() - pptr()) {
    if (sync() != 0) return 0;
    if (count >= epptr() - pptr()) return writeAll(text, static_cast<std::size_t>(count)) ? count : 0;
  }
  std::memcpy(pptr(), text, static_cast<std::size_t>(count));
  pbump(static_cast<int>(count));
  return count;
}

}  // namespace plumbline::cli
