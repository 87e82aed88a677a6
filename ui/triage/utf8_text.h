// SPDX-License-Identifier: GPL-3.0-or-later
// The core speaks UTF-8 in std::string, Qt speaks QString.
#pragma once

#include <QString>
#include <string_view>

namespace plumbline::ui {

inline QString fromUtf8(std::string_view text) {
  return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// shortened cuts the middle out of very long texts before they are measured and drawn: a name may be a megabyte.
inline QString shortened(const QString& text, qsizetype most = 400) {
  if (text.size() <= most) return text;
  return text.first(most / 2) + QChar(u'\u2026') + text.last(most / 2);
}

}  // namespace plumbline::ui
