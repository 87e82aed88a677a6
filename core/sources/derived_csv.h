// SPDX-License-Identifier: GPL-3.0-or-later
// A table that was made out of something that is no table: records of a JSON, lines of a log.
//
//   DerivedCsv csv({"name", "accuracy"});
//   csv.add({"llama", "pass"});
//   piece.table = csv.table("log.txt#run1");
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/tables/csv_table.h"

namespace plumbline::sources {

/// csvCell spells a text as a cell.
std::string csvCell(std::string_view text, bool isFirst);

class DerivedCsv {
 public:
  explicit DerivedCsv(const std::vector<std::string>& header) { add(header); }
  void add(const std::vector<std::string>& cells);
  /// table gives null when the bytes are more than a table takes.
  std::shared_ptr<const tables::CsvTable> table(const std::string& name);

 private:
  std::string m_bytes;
};

}  // namespace plumbline::sources
