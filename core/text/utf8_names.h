// SPDX-License-Identifier: GPL-3.0-or-later
// Sets this thread's locale to UTF-8 while it exists. libarchive converts names to the charset of the
// thread's locale; in "C" every name beyond ASCII would be lost.
//
//   const Utf8Names names;
//   ::archive_read_next_header(...);
#pragma once

#include <locale.h>

namespace plumbline::text {

class Utf8Names {
 public:
  Utf8Names() : m_utf8(::newlocale(LC_CTYPE_MASK, "C.UTF-8", locale_t{})) {
    if (m_utf8 != locale_t{}) m_before = ::uselocale(m_utf8);
  }
  ~Utf8Names() {
    if (m_utf8 == locale_t{}) return;
    ::uselocale(m_before);
    ::freelocale(m_utf8);
  }
  Utf8Names(const Utf8Names&) = delete;
  Utf8Names& operator=(const Utf8Names&) = delete;

 private:
  locale_t m_utf8;
  locale_t m_before{};
};

}  // namespace plumbline::text
