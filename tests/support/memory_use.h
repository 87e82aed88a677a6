// SPDX-License-Identifier: GPL-3.0-or-later
// How much memory the test program has, and whether that says anything about the code under test.
#pragma once

#include <sys/resource.h>

#include <QByteArray>
#include <QFile>

namespace plumbline::support {

/// residentKilobytes is what /proc says of this program; 0 where there is no /proc.
inline long residentKilobytes() {
  QFile file(QStringLiteral("/proc/self/status"));
  if (!file.open(QIODevice::ReadOnly)) return 0;
  for (const QByteArray& line : file.readAll().split('\n'))
    if (line.startsWith("VmRSS:")) return line.mid(6).trimmed().split(' ').first().toLong();
  return 0;
}

/// isSanitized: a sanitizer's own memory says nothing about ours.
constexpr bool isSanitized() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)  // g++'s word for it
  return true;
#elif defined(__has_feature)  // clang's
  return __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
  return false;
#endif
}

inline long peakKilobytes() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

/// peakGrewBelow tests how far the peak has grown since it was `before`.
inline bool peakGrewBelow(long kilobytes, long before) {
  return isSanitized() || peakKilobytes() - before < kilobytes;
}

}  // namespace plumbline::support
