// SPDX-License-Identifier: GPL-3.0-or-later
// The rows that df.iterrows() of pandas hands out. Each row becomes one Series, so its cells share a type: when every
// column is numeric they all turn into float64 (a model called 123 is then 123.0); a text or bool column keeps each
// cell as it is (SPEC 6).
//
//   RowValues rows(frame);
//   const auto name = rows.column("name");           // null: KeyError in the script
//   Value v = rows.at(*name, row, scratch);
#pragma once

#include <string>
#include <string_view>

#include "core/tables/frame.h"

namespace plumbline::verdicts {

class RowValues {
 public:
  explicit RowValues(const tables::Frame& frame);
  std::size_t count() const { return m_frame.rowCount(); }
  const tables::TypedColumn* column(std::string_view name) const { return m_frame.column(name); }
  tables::Value at(const tables::TypedColumn& column, std::size_t row, std::string& scratch) const;

 private:
  const tables::Frame& m_frame;
  bool m_allReal = false;
};

}  // namespace plumbline::verdicts
