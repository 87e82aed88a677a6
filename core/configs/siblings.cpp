// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/siblings.h"

#include <algorithm>
#include <optional>
#include <tuple>

#include "core/configs/catalogue.h"

namespace plumbline::configs {
namespace {

const Backend* backendOf(const Parts& parts) {
  for (const Backend& backend : catalogue().backends)
    if (backend.name == parts.backend) return &backend;
  return nullptr;
}

/// Difference collects what differs, for people.
struct Difference {
  int count = 0;
  std::string words;
  void add(std::string word) {
    ++count;
    words += (words.empty() ? "" : ", ") + std::move(word);
  }
};

void addSwitch(Difference& to, bool own, bool other, const char* on, const char* off) {
  if (own != other) to.add(other ? on : off);
}

std::optional<Difference> difference(const Config& own, const Config& other) {
  if (own == other || own.suite != other.suite) return std::nullopt;
  const Parts mine = partsOf(own), theirs = partsOf(other);
  const Backend *myBackend = backendOf(mine), *theirBackend = backendOf(theirs);
  if (mine.rest != theirs.rest) return std::nullopt;
  if (mine.backend != theirs.backend &&
      (myBackend == nullptr || theirBackend == nullptr || myBackend->family != theirBackend->family))
    return std::nullopt;
  Difference found;
  if (own.platform != other.platform || mine.device != theirs.device) found.add(platformTitle(other));
  addSwitch(found, mine.dynamic, theirs.dynamic, "dynamic", "static");
  if (own.mode != other.mode) found.add(std::string(modeName(other.mode)));
  if (mine.backend != theirs.backend)
    found.add(theirBackend->title.empty() ? "no " + myBackend->title : theirBackend->title);
  addSwitch(found, mine.freezing, theirs.freezing, "freezing", "no freezing");
  addSwitch(found, mine.amp, theirs.amp, "amp", "no amp");
  if (own.dtype != other.dtype) found.add(other.dtype.empty() ? "CI's own data type" : other.dtype);
  // Two spellings of one config (another word order) are no siblings.
  return found.count > 0 ? std::optional(found) : std::nullopt;
}

}  // namespace

std::vector<Sibling> siblingsOf(const Config& config, const std::vector<Config>& all) {
  std::vector<Sibling> siblings;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (auto found = difference(config, all[i])) siblings.push_back({i, all[i], found->count, std::move(found->words)});
  std::vector<std::tuple<int, std::string, std::size_t>> order;
  for (std::size_t i = 0; i < siblings.size(); ++i)
    order.emplace_back(siblings[i].distance, configName(siblings[i].config), i);
  std::ranges::sort(order);
  std::vector<Sibling> sorted;
  sorted.reserve(siblings.size());
  for (const auto& [distance, name, i] : order) sorted.push_back(std::move(siblings[i]));
  return sorted;
}

}  // namespace plumbline::configs
