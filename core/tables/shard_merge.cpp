// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tables/shard_merge.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "core/files/file_bytes.h"

namespace plumbline::tables {
namespace {

using Shards = std::vector<std::shared_ptr<const CsvTable>>;

base::Error bad(const CsvTable& table, std::string text, std::string hint, std::size_t line = 0) {
  return {.code = base::ErrorCode::BadFormat,
          .text = std::move(text),
          .hint = std::move(hint),
          .file = table.fileName(),
          .line = line};
}

std::optional<base::Error> findUnusable(const Shards& shards) {
  if (shards.empty())
    return base::Error{.code = base::ErrorCode::BadArgument, .text = "There is nothing to merge.", .hint = "Name a CSV."};
  std::uint64_t bytes = 0;
  for (const auto& shard : shards) {
    bytes += shard->bytes().size();
    if (const auto& error = shard->pandasError()) {
      base::Error reported = *error;
      reported.code = base::ErrorCode::BadFormat;
      reported.file = shard->fileName();
      return reported;
    }
    if (!shard->columnOf("name"))
      return bad(*shard, "This file has no column \"name\".", "Only results and baselines of models can be merged.", 1);
    if (shard->leadingColumns() > 0)
      return bad(*shard, "The first row has more fields than the header, so that pandas shifts all columns.",
                 "Put the row or the header right first.", shard->lineOf(0));
  }
  if (bytes > files::kMaxFileBytes)
    return base::Error{.code = base::ErrorCode::TooLarge,
                       .text = "Together the files have more than " + std::to_string(files::kMaxFileBytes) + " bytes.",
                       .hint = "Merge fewer of them."};
  return std::nullopt;
}

/// Columns are those of the merged table: the first shard's, then what later ones add.
struct Columns {
  std::vector<std::string> names;
  std::string header;  ///< bytes of the whole record

  explicit Columns(const Shards& shards) : names(shards.front()->columnNames()) {
    const CsvTable& first = *shards.front();
    header = first.bytes().substr(0, first.headerSpan().end);
    std::unordered_set<std::string_view> known(first.columnNames().begin(), first.columnNames().end());
    for (const auto& shard : shards) {
      for (std::size_t i = 0; i < shard->columnNames().size(); ++i) {
        const std::string& name = shard->columnNames()[i];
        if (!known.insert(name).second) continue;
        names.push_back(name);
        const auto field = shard->recordField(0, i);
        header += ',';
        if (field) header += shard->bytes().substr(field->begin, field->end - field->begin);
      }
    }
  }
  /// isPrefix returns whether a shard's rows can stand as they are: its columns are the first ones.
  bool isPrefix(const CsvTable& shard) const {
    const auto& own = shard.columnNames();
    return own.size() <= names.size() && std::equal(own.begin(), own.end(), names.begin());
  }
};

std::string_view between(const CsvTable& table, std::size_t begin, std::size_t end) {
  return table.bytes().substr(begin, end - begin);
}

std::string_view record(const CsvTable& table, std::size_t row) {
  const CellSpan span = table.recordSpan(row);
  return between(table, span.begin, span.end);
}

/// gapAfter is what stands between a row and the next one, or the end of the file.
std::string_view gapAfter(const CsvTable& table, std::size_t row) {
  const std::size_t end = row + 1 < table.rowCount() ? table.recordSpan(row + 1).begin : table.bytes().size();
  return between(table, table.recordSpan(row).end, end);
}

std::string_view gapAfterHeader(const CsvTable& table) {
  const std::size_t end = table.rowCount() > 0 ? table.recordSpan(0).begin : table.bytes().size();
  return between(table, table.headerSpan().end, end);
}

/// rewritten puts a row's raw cells under the merged columns.
std::string rewritten(const CsvTable& table, std::size_t row, const Columns& columns) {
  std::string text;
  for (std::size_t i = 0; i < columns.names.size(); ++i) {
    if (i > 0) text += ',';
    const auto own = table.columnOf(columns.names[i]);
    const auto span = own ? table.cellSpan(row, *own) : std::nullopt;
    if (span) text += between(table, span->begin, span->end);
  }
  return text;
}

/// Merger appends row after row.
class Merger {
 public:
  explicit Merger(const Shards& shards) : m_shards(shards), m_columns(shards) {
    for (const auto& shard : shards)
      if (m_separator.empty()) m_separator = gapAfterHeader(*shard);
    if (m_separator.empty()) m_separator = "\n";
    m_text = m_columns.header;
    m_gap = m_separator;
  }

  void add(std::uint32_t shard) {
    const CsvTable& table = *m_shards[shard];
    const bool asItIs = m_columns.isPrefix(table);
    const std::size_t nameColumn = *table.columnOf("name");
    std::string scratch;
    std::vector<std::pair<std::string, RowOrigin>> own;
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
      const RowOrigin origin{shard, static_cast<std::uint32_t>(row)};
      const bool isModel = !table.isComment(row) && !table.isConflictMarker(row);
      std::string name(isModel ? table.cell(row, nameColumn, scratch) : std::string_view{});
      const auto before = name.empty() ? m_seen.end() : m_seen.find(name);
      if (before != m_seen.end()) {
        const RowOrigin kept = before->second;
        const bool same = record(*m_shards[kept.shard], kept.row) == record(table, row);
        m_repeated.push_back({std::move(name), kept, origin, same});
        continue;
      }
      m_text += m_gap;
      m_text += asItIs ? std::string(record(table, row)) : rewritten(table, row, m_columns);
      const bool isLast = row + 1 == table.rowCount();
      m_gap = isLast ? m_separator : std::string(gapAfter(table, row));
      m_ending = gapAfter(table, table.rowCount() - 1);
      m_origins.push_back(origin);
      if (!name.empty()) own.emplace_back(std::move(name), origin);
    }
    for (auto& [name, origin] : own) m_seen.emplace(std::move(name), origin);
  }

  base::Outcome<MergedShards> done(std::string name) {
    m_text += m_origins.empty() ? std::string(gapAfterHeader(*m_shards.front())) : m_ending;
    auto table = CsvTable::scan(std::move(m_text), std::move(name));
    if (!table.isValue()) return table.isCancelled() ? base::Outcome<MergedShards>(base::Cancelled{}) : table.error();
    const CsvTable& merged = *table.value();
    if (merged.rowCount() != m_origins.size() || merged.columnNames() != m_columns.names || merged.pandasError())
      return bad(merged, "The files cannot stand in one CSV: their columns or line ends do not go together.",
                 "Bring them to one layout first.");
    return MergedShards{table.value(), std::move(m_origins), std::move(m_repeated)};
  }

 private:
  const Shards& m_shards;
  Columns m_columns;
  std::string m_text, m_gap, m_ending, m_separator;
  std::unordered_map<std::string, RowOrigin> m_seen;  ///< names of earlier shards: the first row of each
  std::vector<RowOrigin> m_origins;
  std::vector<RepeatedName> m_repeated;
};

}  // namespace

base::Outcome<MergedShards> mergeShards(const Shards& shards, std::string name) {
  if (auto error = findUnusable(shards)) return *std::move(error);
  Merger merger(shards);
  for (std::size_t i = 0; i < shards.size(); ++i) merger.add(static_cast<std::uint32_t>(i));
  return merger.done(std::move(name));
}

}  // namespace plumbline::tables
