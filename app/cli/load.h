// SPDX-License-Identifier: GPL-3.0-or-later
// Files named on the command line, as tables and frames.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "core/base/result.h"
#include "core/tables/csv_table.h"

namespace plumbline::cli {

using TablePtr = std::shared_ptr<const tables::CsvTable>;

/// loadTable reads and scans one file. Errors as files::readFile and CsvTable::scan.
base::Result<TablePtr> loadTable(const std::string& path);

/// loadPair loads two files at the same time when they are large enough to be worth a second thread.
std::pair<base::Result<TablePtr>, base::Result<TablePtr>> loadPair(const std::string& first, const std::string& second);

}  // namespace plumbline::cli
