// SPDX-License-Identifier: GPL-3.0-or-later
// Where rows go in and out of a file: the blank lines around them, sorted places, the end of the file.
//
//   RowPlaces places(table, key);
//   places.remove(7);
//   places.add("llama,pass,3", "llama");
//   RowPlaces::Edits edits = places.edits();
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/tables/csv_editor.h"

namespace plumbline::tables {

class RowPlaces {
 public:
  RowPlaces(const CsvTable& table, const Key& key) : m_table(table), m_key(key), m_removed(table.recordCount()) {}

  bool isRemoved(std::size_t record) const { return m_removed[record]; }
  void remove(std::size_t record);
  /// add takes a row as it will be written, without line end, and the key that says where it belongs.
  void add(std::string row, std::string key) { m_added.push_back({std::move(row), std::move(key), 0}); }
  bool isEmpty() const { return !m_anyRemoved && m_added.empty(); }

  /// Edits are in order of place. `inside` stand before the cells of the record they begin at, `tail` behind all cells.
  struct Edits {
    text::ByteEdits inside;
    text::ByteEdits tail;
  };
  /// edits gives the byte edits. What stays keeps its distance: a removed row takes the blank lines
  /// behind it along, the last one those before it; a new row fills the hole that a deleted one left behind.
  Edits edits() const;
  /// isRisky tells whether taking rows in or out could change how their neighbours are read: pandas swallows a comma
  /// behind a blank line that ends in CR alone, and a byte order mark is one only at the start.
  bool isRisky() const;

 private:
  struct Added {
    std::string row;
    std::string key;
    std::size_t before = 0;  ///< goes before this record; recordCount(): behind the last
  };

  std::vector<Added> placed(const CsvShape& shape) const;
  std::size_t placeOf(const std::vector<std::pair<std::string, std::size_t>>& keys, const std::string& key) const;
  /// holeBefore gives the place in the blank lines before a record where a row fits with the usual distance on both
  /// sides when `taken` rows were put in there already; npos when there is none.
  std::size_t holeBefore(std::size_t record, const CsvShape& shape, std::size_t taken) const;
  text::ByteEdits tailEdits(std::size_t tailFrom, const std::vector<Added>& rows, const CsvShape& shape) const;

  const CsvTable& m_table;
  Key m_key;
  std::vector<bool> m_removed;
  bool m_anyRemoved = false;
  std::vector<Added> m_added;
};

}  // namespace plumbline::tables
