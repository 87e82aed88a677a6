// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tables/cell_store.h"

#include <algorithm>
#include <limits>

#include "core/tables/lexer.h"

namespace plumbline::tables {

namespace {

bool comesAfter(const CellStore::Waymark& mark, std::size_t record, std::size_t field) {
  return mark.record != record ? mark.record > record : mark.field > field;
}

}  // namespace

CellStore::Place CellStore::waymarkBefore(std::size_t record, std::size_t field) const {
  // Records of a file are much alike: guess by proportion, then widen around the guess before halving.
  const std::size_t count = m_waymarks.size();
  const std::size_t guess = std::min(count - 1, record * count / std::max<std::size_t>(m_records, 1));
  std::size_t low = guess;  // will be a waymark not after the place; the first never is
  std::size_t high = guess + 1;
  std::size_t step = 1;
  while (low > 0 && comesAfter(m_waymarks[low], record, field)) {
    high = low;
    low -= std::min(low, step);
    step *= 2;
  }
  for (step = 1; high < count && !comesAfter(m_waymarks[high], record, field); step *= 2) {
    low = high;
    high += std::min(count - high, step);
  }
  while (high - low > 1) {
    const std::size_t middle = low + (high - low) / 2;
    (comesAfter(m_waymarks[middle], record, field) ? high : low) = middle;
  }
  return {m_waymarks[low].record, m_waymarks[low].field, m_waymarks[low].offset};
}

bool CellStore::advance(std::string_view bytes, Place& place, std::size_t record, std::size_t field,
                        std::size_t limit) {
  for (; place.record != record || place.field < field; --limit) {
    if (limit == 0) return false;
    const CellEnd end = lexCell(bytes, place.offset);
    if (end.by == Stop::Comma) {
      ++place.field;
      place.offset = end.offset + 1;
    } else {
      if (place.record == record || end.by != Stop::LineEnd) break;  // the record is shorter
      place = {place.record + 1, 0, nextRecord(bytes, afterLineEnd(bytes, end.offset)).offset};
    }
  }
  return true;
}

CellStore::Place CellStore::walkTo(std::string_view bytes, std::size_t record, std::size_t field) const {
  Place place = waymarkBefore(record, field);
  (void)advance(bytes, place, record, field, std::numeric_limits<std::size_t>::max());
  return place;
}

void CellStore::sparseColumn(std::string_view bytes, std::size_t record, std::size_t field,
                             std::span<std::string_view> out) const {
  // In narrow tables the next row is nearer than the next waymark can be found.
  constexpr std::size_t kNear = 64;
  Place place;
  for (bool first = true; std::string_view & text : out) {
    if (first || !advance(bytes, place, record, field, kNear)) place = walkTo(bytes, record, field);
    first = false;
    text = {};
    if (place.record == record && place.field == field)
      text = bytes.substr(place.offset, lexCell(bytes, place.offset).offset - place.offset);
    ++record;
  }
}

std::optional<CellSpan> CellStore::sparseSpan(std::string_view bytes, std::size_t record, std::size_t field) const {
  const Place place = walkTo(bytes, record, field);
  if (place.record != record || place.field != field) return std::nullopt;
  return CellSpan{place.offset, lexCell(bytes, place.offset).offset};
}

std::size_t CellStore::fieldCount(std::string_view bytes, std::size_t record) const {
  if (!isSparse()) return firstEntry(record + 1) - firstEntry(record) - 1;
  return walkTo(bytes, record, std::numeric_limits<std::uint32_t>::max()).field + 1;
}

std::size_t CellStore::recordBegin(std::string_view bytes, std::size_t record) const {
  return isSparse() ? walkTo(bytes, record, 0).offset : m_entries.data()[firstEntry(record)];
}

CellSpan CellStore::recordSpan(std::string_view bytes, std::size_t record) const {
  if (!isSparse()) return {m_entries.data()[firstEntry(record)], m_entries.data()[firstEntry(record + 1) - 1]};
  const Place last = walkTo(bytes, record, std::numeric_limits<std::uint32_t>::max());
  return {recordBegin(bytes, record), lexCell(bytes, last.offset).offset};
}

void CellStore::rawColumn(std::string_view bytes, std::size_t record, std::size_t field,
                          std::span<std::string_view> out) const {
  if (!isSparse() && m_first.isEmpty()) {
    if (field + 1 >= m_stride) {
      std::fill(out.begin(), out.end(), std::string_view());
      return;
    }
    const std::uint32_t* entry = m_entries.data() + record * m_stride + field;
    const std::size_t step = field == 0 ? 0 : 1;
    for (std::string_view& text : out) {
      text = std::string_view(bytes.data() + entry[0] + step, entry[1] - entry[0] - step);
      entry += m_stride;
    }
    return;
  }
  if (isSparse()) {
    sparseColumn(bytes, record, field, out);
    return;
  }
  for (std::string_view& text : out) {
    const auto place = span(bytes, record++, field);
    text = place ? std::string_view(bytes.data() + place->begin, place->end - place->begin) : std::string_view();
  }
}

}  // namespace plumbline::tables
