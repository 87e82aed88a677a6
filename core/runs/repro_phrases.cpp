// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/repro_phrases.h"

#include <algorithm>

#include "core/text/toml_reader.h"
#include "resources/embedded.h"

namespace plumbline::runs {
namespace {

constexpr std::string_view kFile = "runs/repro_log.toml";

}  // namespace

base::Result<ReproPhrases> readReproPhrases(std::string_view toml) {
  const text::TomlFile file{std::string(kFile), "Put it right in the file of what repro scripts print.", false};
  const auto root = text::parseToml(toml, file);
  if (!root) return base::fail(root.error());
  text::TomlReader reader(file);
  ReproPhrases phrases;
  phrases.child = reader.text(*root, "child");
  phrases.usage = reader.text(*root, "usage");
  phrases.usageError = reader.text(*root, "usage_error");
  phrases.differs = reader.texts(*root, "differs");
  phrases.eagerDiffers = reader.texts(*root, "eager_differs");
  phrases.compiledCrashed = reader.texts(*root, "compiled_crashed");
  phrases.nothingToMinify = reader.texts(*root, "nothing_to_minify");
  phrases.importErrors = reader.texts(*root, "import_errors");
  phrases.runBegan = reader.texts(*root, "run_began");
  phrases.noScript = reader.texts(*root, "no_script");
  phrases.details = reader.texts(*root, "details");
  phrases.findings = reader.texts(*root, "findings");
  reader.each(*root, "warnings", [&](const toml::table& entry) {
    phrases.warnings.emplace_back(reader.text(entry, "phrase"), reader.text(entry, "text"));
  });
  if (reader.error()) return base::fail(*reader.error());
  return phrases;
}

const ReproPhrases& reproPhrases() {
  static const ReproPhrases kPhrases =
      readReproPhrases(resources::embeddedBytes(kFile).value_or("")).value_or(ReproPhrases{});
  return kPhrases;
}

bool holdsAny(std::string_view line, const std::vector<std::string>& phrases) {
  return std::any_of(phrases.begin(), phrases.end(),
                     [&](const std::string& phrase) { return line.find(phrase) != line.npos; });
}

}  // namespace plumbline::runs
