// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/run_spec.h"

#include <algorithm>

#include "core/configs/performance.h"
#include "core/configs/reproduce.h"
#include "core/runs/command_template.h"
#include "core/runs/repro_plan.h"
#include "core/runs/torch_cache.h"
#include "core/text/utf8.h"

namespace plumbline::runs {
namespace {

constexpr std::string_view kLocal = "local", kSsh = "ssh", kSlurm = "slurm";

/// list names at most three models.
std::string list(const std::vector<std::string>& models) {
  if (models.size() > 3) return std::to_string(models.size()) + " models";
  std::string text;
  for (const std::string& model : models) text += (text.empty() ? "" : ", ") + model;
  return text;
}

std::string counted(int count, const char* word) { return ", " + std::to_string(count) + " " + word; }

/// shortened keeps a title in one line of a reasonable length.
std::string shortened(std::string text) {
  constexpr std::size_t kMost = 80;
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
  const std::string_view start = text::prefixOf(text, kMost);
  return start.size() == text.size() ? text : std::string(start) + "\u2026";
}

}  // namespace

base::Result<Place> placeOf(std::string_view text) {
  const auto refuse = [&](std::string why) {
    return base::fail({.code = base::ErrorCode::BadArgument,
                       .text = std::move(why),
                       .hint = "--on takes local, ssh:HOST, slurm or slurm:PARTITION."});
  };
  const std::size_t colon = text.find(':');
  const std::string_view word = text.substr(0, colon);
  const std::string rest(colon == std::string_view::npos ? std::string_view() : text.substr(colon + 1));
  if (colon != std::string_view::npos && rest.empty()) return refuse("Nothing follows the colon in --on.");
  if (word == kLocal && rest.empty()) return Place{};
  if (word == kSsh && !rest.empty()) return Place{.kind = PlaceKind::Ssh, .host = rest};
  if (word == kSlurm) return Place{.kind = PlaceKind::Slurm, .partition = rest};
  if (word == kSsh) return refuse("--on ssh needs a host.");
  return refuse("--on does not know the place \"" + shortened(std::string(text)) + "\".");
}

std::string placeName(const Place& place) {
  const auto with = [](std::string_view word, const std::string& rest) {
    return std::string(word) + (rest.empty() ? "" : ":" + rest);
  };
  switch (place.kind) {
    case PlaceKind::Ssh:
      return with(kSsh, place.host);
    case PlaceKind::Slurm:
      return with(kSlurm, place.partition);
    case PlaceKind::Local:
      break;
  }
  return std::string(kLocal);
}

bool isWholeSuite(const RunSpec& spec) { return spec.kind == RunKind::Suite && spec.models.empty(); }

std::chrono::seconds stepLimit(const RunSpec& spec) {
  constexpr int kMostModels = 250;  // of one suite
  return isWholeSuite(spec) ? spec.timeout * kMostModels : spec.timeout;
}

std::string suiteOf(const RunSpec& spec) {
  const auto config = configs::configOfName(spec.config);
  return config ? config->suite : spec.suite;
}

configs::Mode modeOf(const RunSpec& spec) {
  const auto config = configs::configOfName(spec.config);
  return config ? config->mode : spec.mode;
}

std::string deviceOf(const RunSpec& spec) {
  if (!spec.device.empty()) return spec.device;
  if (const auto config = configs::configOfName(spec.config)) return configs::partsOf(*config).device;
  return torchCache().devices.empty() ? std::string() : torchCache().devices.front();
}

std::string titleOf(const RunSpec& spec) {
  if (!spec.title.empty()) return spec.title;
  std::string title;
  if (spec.kind == RunKind::Repro)
    return shortened(reproTitle(spec)) + (spec.repeats > 1 ? counted(spec.repeats, "times") : "");
  if (spec.kind == RunKind::Command) {
    title = shellQuoted(spec.command);
  } else if (spec.kind == RunKind::Suite && !spec.config.empty()) {
    title = spec.config;
  } else {
    title = spec.kind == RunKind::TorchCache ? "TorchCache " : "";
    title += suiteOf(spec) + " " + std::string(configs::modeName(modeOf(spec))) + (spec.dynamic ? " dynamic " : " ") +
             deviceOf(spec);
  }
  if (spec.kind == RunKind::Suite && spec.test == SuiteTest::Performance) title += " performance";
  if (!spec.models.empty()) title += ": " + list(spec.models);
  title = shortened(title);
  if (spec.repeats > 1) title += counted(spec.repeats, "repeats");
  if (spec.partitions > 1) title += counted(spec.partitions, "parts");
  return title;
}

}  // namespace plumbline::runs
