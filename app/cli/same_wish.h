// SPDX-License-Identifier: GPL-3.0-or-later
// What the words of `same` ask for.
#pragma once

#include <string>

#include "app/cli/command.h"
#include "core/numerics/same.h"
#include "core/reports/report_writers.h"

namespace plumbline::cli {

struct SameWish {
  std::string ref, res, fp64;  ///< fp64 "" without one
  numerics::SameOptions options;
  reports::ReportFormat format = reports::ReportFormat::Text;
  std::string file;            ///< "" or "-": standard output
  bool isAll = false;
  bool isByMargin = false;
};

CommandSpec sameSpec();
/// sameWish. Errors: BadArgument.
base::Result<SameWish> sameWish(const ParsedArguments& arguments);

}  // namespace plumbline::cli
