// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/baselines/row_revert.h"

#include <algorithm>
#include <optional>

namespace plumbline::baselines {
namespace {

using tables::CellSpan;

std::string_view bytesOf(const BaselineTable& table, std::size_t record) {
  const CellSpan span = table.csv().wholeRecord(record);
  return table.csv().bytes().substr(span.begin, span.end - span.begin);
}

std::size_t firstRecord(const BaselineTable& table) { return table.key().hasHeader ? 1 : 0; }
std::string nameOf(const BaselineTable& table, std::size_t record) { return table.modelName(record - firstRecord(table)); }

/// between gives the bytes after a record and before another one, or up to the end of the file.
CellSpan gapAfter(const BaselineTable& table, std::size_t record, std::size_t next) {
  const std::size_t begin = table.csv().wholeRecord(record).end;
  const bool atEnd = next >= table.csv().recordCount();
  return {begin, atEnd ? table.csv().bytes().size() : table.csv().wholeRecord(next).begin};
}

/// putBack gives the edit that brings a record of `saved` back into `now`, behind the nearest neighbour above that is
/// still there; absent where nothing stands above it.
std::optional<text::ByteEdit> putBack(const BaselineTable& saved, std::size_t record, const BaselineTable& now) {
  std::size_t above = record;
  std::optional<std::size_t> place;
  while (!place && above > firstRecord(saved)) {
    const auto found = now.recordOf(nameOf(saved, --above));
    if (found) place = *found;
  }
  if (!place && saved.key().hasHeader && now.key().hasHeader) {
    above = 0;
    place = 0;
  }
  if (!place) return {};
  const std::size_t savedCount = saved.csv().recordCount();
  const std::size_t nowCount = now.csv().recordCount();
  const bool savedLast = record + 1 >= savedCount;
  const bool nowLast = *place + 1 >= nowCount;
  const bool sameBelow = savedLast ? nowLast : !nowLast && nameOf(now, *place + 1) == nameOf(saved, record + 1);
  if (above + 1 == record && sameBelow) {
    // Both neighbours are there: everything between them is as it was, odd blank lines too.
    const CellSpan gap = gapAfter(now, *place, *place + 1);
    const std::size_t begin = saved.csv().wholeRecord(above).end;
    const std::size_t end = gapAfter(saved, record, record + 1).end;
    return text::ByteEdit{gap.begin, gap.end, std::string(saved.csv().bytes().substr(begin, end - begin))};
  }
  const CellSpan before = gapAfter(saved, record - 1, record);
  std::string with(saved.csv().bytes().substr(before.begin, before.end - before.begin));
  with += bytesOf(saved, record);
  const std::size_t at = now.csv().wholeRecord(*place).end;
  return text::ByteEdit{at, at, std::move(with)};
}

AddModel asNewRow(const BaselineTable& saved, std::size_t record) {
  AddModel row;
  for (std::size_t c = 0; c < saved.columns().size(); ++c) row.cells.emplace_back(saved.columns()[c], saved.cellAt(record, c));
  return row;
}

/// oldValues sets the cells of a row back one by one, for a file that got a column meanwhile.
void oldValues(const BaselineTable& saved, const BaselineTable& pending, const std::string& model,
               std::vector<BaselineEdit>& edits) {
  for (const std::string& column : pending.columns()) {
    const auto now = pending.value(model, column);
    const std::string before = saved.value(model, column).value_or("");
    if (now && *now != before) edits.emplace_back(SetValue{model, column, before});
  }
}

}  // namespace

base::Result<std::string> withoutRowEdits(const BaselineTable& saved, const BaselineTable& pending,
                                          const std::vector<std::string>& models) {
  const bool sameColumns = saved.columns() == pending.columns();
  std::vector<BaselineEdit> edits;
  text::ByteEdits all;
  std::vector<std::size_t> gone;
  for (const std::string& model : models) {
    const auto before = saved.recordOf(model);
    const auto now = pending.recordOf(model);
    if (before && now) {
      if (!sameColumns) {
        oldValues(saved, pending, model, edits);
      } else if (bytesOf(saved, *before) != bytesOf(pending, *now)) {
        const CellSpan span = pending.csv().wholeRecord(*now);
        all.push_back({span.begin, span.end, std::string(bytesOf(saved, *before))});
      }
    } else if (now && before.error().code == base::ErrorCode::NotFound) {
      edits.emplace_back(RemoveModel{model});
    } else if (before && now.error().code == base::ErrorCode::NotFound) {
      gone.push_back(*before);
    }
  }
  const auto cells = bytesFor(pending, edits);
  if (!cells) return base::fail(cells.error());
  all.insert(all.end(), cells->begin(), cells->end());
  const auto sorted = text::sortEdits(std::move(all));
  if (!sorted) return base::fail(sorted.error());
  auto bytes = text::applied(pending.csv().bytes(), *sorted);
  std::sort(gone.begin(), gone.end());
  for (const std::size_t record : gone) {
    if (!bytes) break;
    const auto now = BaselineTable::of(*bytes, pending.csv().fileName());
    if (!now) return base::fail(now.error());
    const auto place = sameColumns ? putBack(saved, record, *now) : std::nullopt;
    if (place) {
      bytes = text::applied(*bytes, {*place});
      continue;
    }
    const auto row = bytesFor(*now, {asNewRow(saved, record)});
    if (!row) return base::fail(row.error());
    bytes = text::applied(*bytes, *row);
  }
  return bytes;
}

}  // namespace plumbline::baselines
