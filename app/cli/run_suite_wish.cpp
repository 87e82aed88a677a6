// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "app/cli/load.h"
#include "app/cli/run_wish.h"

namespace plumbline::cli {
namespace {

/// modelsOf reads the column of names; one model is run once.
base::Result<std::vector<std::string>> modelsOf(const std::string& path) {
  const auto table = loadTable(path);
  if (!table) return base::fail(table.error());
  const auto column = (*table)->columnOf("name");
  if (!column)
    return base::fail({base::ErrorCode::BadFormat, "This table has no column \"name\".", "Name a CSV of benchmark results.", path});
  std::vector<std::string> models;
  std::string scratch;
  for (std::size_t row = 0; row < (*table)->rowCount(); ++row) {
    if ((*table)->isComment(row)) continue;
    const std::string name((*table)->cell(row, *column, scratch));
    if (!name.empty() && std::find(models.begin(), models.end(), name) == models.end()) models.push_back(name);
  }
  if (models.empty()) return base::fail({base::ErrorCode::BadFormat, "This table has no models.", "", path});
  return models;
}

}  // namespace

base::Result<void> readSuite(const ParsedArguments& arguments, runs::RunSpec& spec) {
  spec.kind = runs::RunKind::Suite;
  for (const char* option : {"--suite", "--mode", "--device", "--dynamic"})
    if (arguments.has("--config") && arguments.has(option))
      return base::fail(badOption(std::string("--config says already what ") + option + " says; give one of them"));
  if (!arguments.has("--config") && !arguments.has("--suite")) return base::fail(badOption("give either --config or --suite"));
  if (!arguments.has("--pytorch")) return base::fail(badOption("the following arguments are required: --pytorch"));
  spec.checkout = arguments.valueOr("--pytorch", "");
  spec.config = arguments.valueOr("--config", "");
  spec.suite = arguments.valueOr("--suite", "");
  spec.mode = arguments.valueOr("--mode", "training") == "inference" ? configs::Mode::Inference : configs::Mode::Training;
  spec.device = arguments.valueOr("--device", "");
  spec.dynamic = arguments.has("--dynamic");
  spec.test = arguments.has("--performance") ? runs::SuiteTest::Performance : runs::SuiteTest::Accuracy;
  spec.python = arguments.valueOr("--python", spec.python);
  spec.baseline = arguments.valueOr("--expected", "");
  spec.freshCache = arguments.has("--fresh-cache");
  spec.models = arguments.list("--model");
  if (auto read = wholeNumber(arguments, "--partitions", spec.partitions); !read) return read;
  if (const auto file = arguments.value("--models-from")) {
    auto models = modelsOf(*file);
    if (!models) return base::fail(models.error());
    for (std::string& model : *models)
      if (std::find(spec.models.begin(), spec.models.end(), model) == spec.models.end())
        spec.models.push_back(std::move(model));
  }
  return {};
}

}  // namespace plumbline::cli
