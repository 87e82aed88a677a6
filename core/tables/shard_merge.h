// SPDX-License-Identifier: GPL-3.0-or-later
// Several CSVs of one run as one: the rows' bytes in the order given, with the origin of every row kept.
//
//   auto merged = mergeShards({{shard1}, {shard2}}, "inductor_torchbench_training");
//   merged.value().table->rowCount(); merged.value().origins[row].line
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/tables/csv_table.h"

namespace plumbline::tables {

struct RowOrigin {
  std::uint32_t shard = 0;  ///< index into the list given
  std::uint32_t row = 0;    ///< row of that shard's table
};

/// RepeatedName is a name that a later shard brings again; its row is left out of the merged table.
struct RepeatedName {
  std::string name;
  RowOrigin kept, dropped;
  bool sameBytes = false;  ///< both rows are equal byte for byte
};

struct MergedShards {
  std::shared_ptr<const CsvTable> table;
  std::vector<RowOrigin> origins;      ///< one per row of `table`
  std::vector<RepeatedName> repeated;  ///< a model in two shards
};

/// mergeShards keeps each record's bytes where the headers are equal; where they differ, columns are joined by name and
/// missing cells are empty. Names repeated inside one shard stay (they are that shard's own fault and CI sees them).
/// Comments and conflict markers stay where they were. Errors: BadFormat naming the file that has no column "name" or
/// that pandas could not read; TooLarge.
base::Outcome<MergedShards> mergeShards(const std::vector<std::shared_ptr<const CsvTable>>& shards, std::string name);

}  // namespace plumbline::tables
