// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/catalogue.h"

#include <toml++/toml.h>

#include <utility>

#include "core/text/toml_reader.h"
#include "resources/embedded.h"

namespace plumbline::configs {
namespace {

constexpr std::string_view kFile = "configs/catalogue.toml";

text::TomlFile fileOf(const std::string& name) {
  return {.name = name, .hint = "Put it right in the catalogue.", .emptyTextsAreFine = false};
}

void readParts(text::TomlReader& reader, const toml::table& root, Catalogue& to) {
  reader.each(root, "suite", [&](const toml::table& t) {
    to.suites.push_back({reader.text(t, "name"), reader.text(t, "file"), reader.text(t, "script"),
                         reader.texts(t, "words")});
  });
  reader.each(root, "backend", [&](const toml::table& t) {
    to.backends.push_back({reader.text(t, "name"), reader.text(t, "family"), t["title"].value_or(std::string{}),
                           reader.texts(t, "flags"), t["inference_only"].value_or(false)});
  });
  for (const Backend& backend : to.backends) to.backendNames.push_back(backend.name);
  reader.each(root, "device", [&](const toml::table& t) {
    const toml::table& precision = reader.table(t, "precision");
    to.devices.push_back({reader.text(t, "name"), reader.text(t, "title"), reader.texts(t, "words"),
                          t["default"].value_or(false), t["inference_only"].value_or(false),
                          reader.text(precision, "inference"), reader.text(precision, "training")});
  });
  reader.each(root, "variant", [&](const toml::table& t) {
    to.variants.push_back({reader.text(t, "name"), reader.text(t, "place") == "front", reader.texts(t, "flags")});
  });
  reader.each(root, "dtype",
              [&](const toml::table& t) { to.dtypes.push_back({reader.text(t, "name"), reader.texts(t, "flags")}); });
  reader.each(root, "other",
              [&](const toml::table& t) { to.others.push_back({reader.text(t, "part"), reader.text(t, "reason")}); });
  reader.each(root, "platform", [&](const toml::table& t) {
    Platform platform{.name = reader.text(t, "name"),
                      .folder = reader.text(t, "folder"),
                      .title = reader.text(t, "title"),
                      .device = reader.text(t, "device"),
                      .build = reader.text(t, "build"),
                      .words = reader.texts(t, "words"),
                      .jobWords = reader.textsIfThere(t, "job_words"),
                      .inside = {},
                      .suiteNames = t["suite_names"].value_or(false),
                      .jobsOnly = t["jobs_only"].value_or(false)};
    if (const toml::table* inside = t["inside"].as_table())
      for (const auto& [word, unused] : *inside)
        platform.inside[std::string(word.str())] = reader.texts(*inside, word.str());
    to.platforms.push_back(std::move(platform));
  });
}

void readWords(text::TomlReader& reader, const toml::table& root, Catalogue& to) {
  const toml::table& names = reader.table(root, "names");
  to.training = reader.texts(names, "training");
  to.inference = reader.texts(names, "inference");
  to.accuracy = reader.text(names, "accuracy");
  to.performance = reader.text(names, "performance");
  to.dropped = reader.texts(names, "dropped");
  to.otherRuns = reader.texts(names, "other_runs");
  to.baselineFolder = reader.text(names, "baseline_folder");
  to.hiddenFolders = reader.texts(names, "hidden_folders");
  to.artifactPrefixes = reader.texts(names, "artifact_prefixes");
  to.artifactTest = reader.text(names, "artifact_test");
  to.attemptWords = reader.texts(names, "attempt_words");
  to.shardWords = reader.texts(names, "shard_words");
  const toml::table& jobs = reader.table(root, "jobs");
  to.requiredWord = reader.text(jobs, "wanted_word");
  to.refusedWords = reader.texts(jobs, "refused_words");
  to.refusedNames = reader.texts(jobs, "refused_names");
  to.sideEndings = reader.texts(reader.table(root, "side"), "endings");
}

Catalogue builtIn() {
  const auto bytes = resources::embeddedBytes(kFile);
  if (!bytes) return {};
  return parseCatalogue(*bytes, std::string(kFile)).value_or(Catalogue{});
}

template <typename Entry>
const Entry* named(const std::vector<Entry>& entries, std::string_view name) {
  for (const Entry& entry : entries)
    if (entry.name == name) return &entry;
  return nullptr;
}

}  // namespace

const Suite* Catalogue::suite(std::string_view canonical) const { return named(suites, canonical); }
const Platform* Catalogue::platform(std::string_view name) const { return named(platforms, name); }
const Device* Catalogue::device(std::string_view name) const { return named(devices, name); }
const Dtype* Catalogue::dtype(std::string_view name) const { return named(dtypes, name); }

const Device& Catalogue::defaultDevice() const {
  static const Device kNone = {};
  for (const Device& device : devices)
    if (device.isDefault) return device;
  return kNone;
}

base::Result<Catalogue> parseCatalogue(std::string_view toml, const std::string& fileName) {
  const auto root = text::parseToml(toml, fileOf(fileName));
  if (!root) return base::fail(root.error());
  text::TomlReader reader(fileOf(fileName));
  Catalogue catalogue;
  readParts(reader, *root, catalogue);
  readWords(reader, *root, catalogue);
  if (reader.error()) return base::fail(*reader.error());
  return catalogue;
}

const Catalogue& catalogue() {
  static const Catalogue kCatalogue = builtIn();
  return kCatalogue;
}

}  // namespace plumbline::configs
