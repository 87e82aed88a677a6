// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/verdicts/name_join.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

namespace plumbline::verdicts {

using tables::ColumnType;
using tables::Value;
using tables::ValueKind;

namespace {

constexpr std::size_t kReportEvery = 1U << 16U;

bool goesOn(std::size_t row, std::size_t rows, const base::Progress& progress) {
  return row % kReportEvery != 0 || progress.report(row, rows);
}

std::uint64_t wholeKey(const Value& name) {
  switch (name.kind) {
    case ValueKind::Boolean:
      return name.boolean ? 1 : 0;
    case ValueKind::Unsigned:
      return name.unsignedInteger;
    default:
      return static_cast<std::uint64_t>(name.integer);
  }
}

std::uint64_t realKey(const Value& name) {
  const double real = name.asDouble();
  return std::bit_cast<std::uint64_t>(real == 0 ? 0.0 : real);  // -0.0 equals 0.0
}

}  // namespace

// --- text -----------------------------------------------------------------------------------------------------------

bool TextJoin::run(const base::Progress& progress) {
  m_groups.reserve(std::max(m_actual.count(), m_expected.count()));
  if (!addRows(m_expected, &Group::expected, nullptr, progress)) return false;
  if (!addRows(m_actual, &Group::actual, m_join.m_expected.data(), progress)) return false;
  resolve();
  listNames();
  return true;
}

bool TextJoin::addRows(const Part& part, std::uint32_t Group::*place, std::uint32_t* groupOfRow,
                       const base::Progress& progress) {
  const std::size_t rows = part.count();
  for (std::size_t begin = 0; begin < rows; begin += kBatch) {
    if (!goesOn(begin, rows, progress)) return false;
    const std::size_t count = std::min(kBatch, rows - begin);
    // All names of a batch are hashed before the first is looked up, so that the table's cache lines are under way.
    std::uint32_t named = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const Value name = part.side.names->at(part.left.row(begin + i), m_scratch[i]);
      if (name.kind != ValueKind::Text) continue;
      named |= 1U << i;
      m_names[i] = name.text;
      m_hashes[i] = hashText(name.text);
      m_index.prefetch(m_hashes[i]);
    }
    addBatch(part, begin, named, place, groupOfRow);
  }
  return true;
}

void TextJoin::addBatch(const Part& part, std::size_t begin, std::uint32_t named, std::uint32_t Group::*place,
                        std::uint32_t* groupOfRow) {
  for (; named != 0; named &= named - 1) {
    const auto i = static_cast<std::size_t>(std::countr_zero(named));
    const std::uint32_t row = part.left.row(begin + i);
    NameIndex::Slot& slot =
        m_index.find(m_hashes[i], [&](std::uint32_t group) { return nameOf(m_groups[group]) == m_names[i]; });
    if (slot.isFree()) {
      NameIndex::take(slot, m_hashes[i], static_cast<std::uint32_t>(m_groups.size()));
      m_groups.emplace_back();
      RowJoin::countRow(m_groups.back().*place, row);
      if (groupOfRow != nullptr) groupOfRow[row] = static_cast<std::uint32_t>(m_groups.size() - 1);
      if (m_index.isFull(m_groups.size())) grow();
      continue;
    }
    RowJoin::countRow(m_groups[slot.group].*place, row);
    if (groupOfRow != nullptr) groupOfRow[row] = slot.group;
  }
}

std::string_view TextJoin::nameOf(const Group& group) {
  const bool inExpected = group.expected != kNoJoinRow;
  const std::uint32_t row = (inExpected ? group.expected : group.actual) & ~RowJoin::kSeveral;
  return (inExpected ? m_expected : m_actual).side.names->at(row, m_groupScratch).text;
}

/// grow is for files that have few names in common.
void TextJoin::grow() {
  NameIndex larger(2 * m_groups.size());
  for (std::uint32_t group = 0; group < m_groups.size(); ++group) {
    const std::uint64_t hash = hashText(nameOf(m_groups[group]));
    NameIndex::take(larger.find(hash, [](std::uint32_t) { return false; }), hash, group);
  }
  m_index = std::move(larger);
}

/// resolve turns the group number of each actual row into the answers about that row.
void TextJoin::resolve() {
  for (std::size_t i = 0; i < m_actual.count(); ++i) {
    const std::uint32_t row = m_actual.left.row(i);
    std::uint32_t& place = m_join.m_expected[row];
    if (place == kNoJoinRow) continue;
    const Group& group = m_groups[place];
    const bool again = (group.actual & RowJoin::kSeveral) != 0;
    m_join.m_single[row] = again ? RowJoin::Occurs::Again : RowJoin::Occurs::Once;
    place = group.expected;
  }
}

void TextJoin::listNames() {
  for (const Group& group : m_groups) {
    const bool inExpected = group.expected != kNoJoinRow;
    if (inExpected && group.actual == kNoJoinRow) m_join.m_expectedOnly.push_back(group.expected & ~RowJoin::kSeveral);
    if (inExpected && (group.expected & RowJoin::kSeveral) != 0) {
      m_join.m_expectedAgain.push_back(group.expected & ~RowJoin::kSeveral);
    }
    if (group.actual != kNoJoinRow && (group.actual & RowJoin::kSeveral) != 0) {
      m_join.m_actualAgain.push_back(group.actual & ~RowJoin::kSeveral);
    }
  }
  // Groups are numbered in the order in which the expected file names them first, so only the actual rows need sorting.
  std::ranges::sort(m_join.m_actualAgain);
}

// --- numbers --------------------------------------------------------------------------------------------------------

bool NumberJoin::run(const base::Progress& progress) {
  if (!build(m_expected, m_expectedIndex, progress) || !build(m_actual, m_actualIndex, progress)) return false;
  std::string scratch;
  for (std::size_t row = 0; row < m_actual.rows; ++row) {
    if (!goesOn(row, m_actual.rows, progress)) return false;
    const Value name = m_actual.names->at(row, scratch);
    if (!name.isNumber()) continue;
    const std::uint32_t own = find(m_actualIndex, name)->place;
    const bool again = (own & RowJoin::kSeveral) != 0;
    if (again && (own & ~RowJoin::kSeveral) == row) m_join.m_actualAgain.push_back(static_cast<std::uint32_t>(row));
    m_join.m_single[row] = again ? RowJoin::Occurs::Again : RowJoin::Occurs::Once;
    if (Rows* rows = find(m_expectedIndex, name)) {
      rows->met = true;
      m_join.m_expected[row] = rows->place;
    }
  }
  listNames();
  return true;
}

bool NumberJoin::build(const NameSide& side, Index& index, const base::Progress& progress) {
  if (side.names == nullptr) return true;
  index.isWhole = side.names->type() != ColumnType::Real;
  index.isSigned = side.names->type() != ColumnType::Unsigned;
  std::string scratch;
  for (std::size_t row = 0; row < side.rows; ++row) {
    if (!goesOn(row, side.rows, progress)) return false;
    const Value name = side.names->at(row, scratch);
    if (!name.isNumber()) continue;
    if (index.isWhole) RowJoin::countRow(index.whole[wholeKey(name)].place, static_cast<std::uint32_t>(row));
    RowJoin::countRow(index.real[realKey(name)].place, static_cast<std::uint32_t>(row));
  }
  return true;
}

NumberJoin::Rows* NumberJoin::find(Index& index, const Value& name) {
  const auto at = [](ByKey& rows, std::uint64_t key) {
    const auto found = rows.find(key);
    return found == rows.end() ? nullptr : &found->second;
  };
  // numpy compares whole numbers of one signedness exactly, and everything else after a conversion to float64.
  const bool tooBig = name.kind == ValueKind::Unsigned &&
                      name.unsignedInteger > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  const bool negative = name.kind == ValueKind::Integer && name.integer < 0;
  const bool exact = index.isWhole && name.kind != ValueKind::Real && !(index.isSigned ? tooBig : negative);
  return exact ? at(index.whole, wholeKey(name)) : at(index.real, realKey(name));
}

void NumberJoin::listNames() {
  std::string scratch;
  for (std::uint32_t row = 0; row < m_expected.rows; ++row) {
    const Value name = m_expected.names->at(row, scratch);
    if (!name.isNumber()) continue;
    const Rows* own = find(m_expectedIndex, name);
    if ((own->place & ~RowJoin::kSeveral) != row) continue;
    const Rows* real = find(m_expectedIndex, Value::ofReal(name.asDouble()));
    if (!own->met && !real->met) m_join.m_expectedOnly.push_back(row);
    if ((own->place & RowJoin::kSeveral) != 0) m_join.m_expectedAgain.push_back(row);
  }
}

}  // namespace plumbline::verdicts
