// SPDX-License-Identifier: GPL-3.0-or-later
// A line of a log ready to be drawn on a grid of equal cells, as a terminal would: which character stands in which column,
// in which style.
//
//   for (const LogRow& row : logRows(*log, first, 40)) draw(row);
#pragma once

#include <QString>
#include <string_view>
#include <vector>

#include "core/runs/ansi_text.h"
#include "core/runs/log_file.h"

namespace plumbline::ui {

struct LogRow {
  struct Run {
    qsizetype begin = 0, length = 0;  ///< of text
    runs::AnsiStyle style;
  };
  quint64 number = 0;
  QString text;
  std::vector<Run> runs;      ///< all of the text, in order
  std::vector<int> columns;   ///< of each character and of the end; empty when each takes one
  bool isError = false;
  quint64 bytesLeftOut = 0;

  int column(qsizetype at) const { return columns.empty() ? static_cast<int>(at) : columns[static_cast<std::size_t>(at)]; }
  int width() const { return column(text.size()); }
  /// places are where `wanted` stands, as begin and length in text.
  std::vector<std::pair<qsizetype, qsizetype>> places(std::string_view wanted) const;
};

/// logRows reads lines; colours that began a few lines further up go on.
std::vector<LogRow> logRows(const runs::LogFile& log, quint64 first, std::size_t count);

/// leftOutText is the mark at the end of a line that is too long: "12 345 bytes more".
QString leftOutText(quint64 bytes);
/// sizeText is a size for people: "812 bytes", "1.2 MB".
QString sizeText(quint64 bytes);

}  // namespace plumbline::ui
