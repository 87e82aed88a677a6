// SPDX-License-Identifier: GPL-3.0-or-later
// Conversions between the core's texts (UTF-8 in std::string) and QString, counts as people read them.
//
//   grouped(10909)   // "10,909"
#pragma once

#include <QString>
#include <cstddef>
#include <string>
#include <string_view>

#include "ui/theme/literals.h"

namespace plumbline::ui {

inline QString fromUtf8(std::string_view text) {
  return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// shortened cuts the middle out of very long texts before they are measured and drawn: a name may be a megabyte.
inline QString shortened(const QString& text, qsizetype max = 400) {
  if (text.size() <= max) return text;
  return text.first(max / 2) + QChar(u'\u2026') + text.last(max / 2);
}

/// grouped writes a count as the core does: "1,000,003".
QString grouped(std::size_t count);

/// counted writes a count and its noun: "1 row", "10,909 rows".
QString counted(std::size_t count, const QString& one, const QString& many);

/// pathText decodes a path for display and for Qt.
QString pathText(const std::string& path);

/// trueMinus writes the sign before a number as the tables do: "mean -3.1 %" gets the wide minus, "a-1" stays.
QString trueMinus(QString text);

/// withArrows shows the core's "7 -> 8" as "7 → 8".
QString withArrows(QString text);
inline QString withArrows(std::string_view text) { return withArrows(fromUtf8(text)); }

}  // namespace plumbline::ui
