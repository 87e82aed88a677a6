// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/margin_line.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/configs/catalogue.h"
#include "core/numerics/tensor.h"

namespace plumbline::numerics {
namespace {

constexpr std::string_view kFront = "RMSE (res-fp64): ";
constexpr std::string_view kKey = "Accuracy failed for key name ";

bool take(std::string_view& text, std::string_view wanted) {
  if (!text.starts_with(wanted)) return false;
  text.remove_prefix(wanted.size());
  return true;
}

/// takeNumber reads what Python's %f prints: digits, "nan", "inf"; never negative here.
std::optional<double> takeNumber(std::string_view& text) {
  if (take(text, "nan")) return std::numeric_limits<double>::quiet_NaN();
  if (take(text, "inf")) return std::numeric_limits<double>::infinity();
  if (text.empty() || text.front() < '0' || text.front() > '9') return std::nullopt;
  double number = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (status != std::errc{}) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

/// takeShape reads "torch.Size([3, 2])".
std::string takeShape(std::string_view& text) {
  if (!take(text, "torch.Size([")) return {};
  std::vector<std::int64_t> sizes;
  while (!take(text, "])")) {
    std::int64_t size = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), size);
    if (status != std::errc{} || sizes.size() == kMaxAxes) return {};
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    take(text, ", ");
    sizes.push_back(size);
  }
  return shapeText(sizes);
}

std::optional<double> takeNamed(std::string_view& text, std::string_view name) {
  std::string_view rest = text;
  if (!take(rest, name)) return std::nullopt;
  const auto number = takeNumber(rest);
  if (number) text = rest;
  return number;
}

bool isWord(char c) { return c == '_' || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }

std::string takeDtype(std::string_view& text) {
  if (!take(text, ". res.dtype: torch.")) return {};
  constexpr std::size_t kLongest = 32;
  const auto end = static_cast<std::size_t>(std::ranges::find_if_not(text, isWord) - text.begin());
  const std::string_view name = text.substr(0, std::min(end, kLongest));
  text.remove_prefix(end);
  return std::string(name);
}

std::string_view takeWord(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  const std::string_view word = text.substr(0, std::min(text.find_first_of(" \t"), text.size()));
  text.remove_prefix(word.size());
  return word;
}

/// withoutRank cuts "[rank0]: " and "[default3]:", which launchers of several processes put in front.
std::string_view withoutRank(std::string_view text) {
  constexpr std::size_t kLongest = 24;
  const std::size_t end = text.starts_with('[') ? text.substr(0, kLongest).find("]:") : std::string_view::npos;
  return end == std::string_view::npos ? text : text.substr(end + 2);
}

}  // namespace

std::optional<MarginLine> nextMarginLine(std::string_view& text) {
  while (true) {
    const std::size_t at = text.find(kFront);
    if (at == std::string_view::npos) return std::nullopt;
    text.remove_prefix(at + kFront.size());
    const auto resError = takeNumber(text);
    if (!resError || !take(text, ", (ref-fp64): ")) continue;
    const auto refError = takeNumber(text);
    if (!refError) continue;
    MarginLine line{.resError = *resError, .refError = *refError};
    if (take(text, " and shape=")) line.shape = takeShape(text);
    line.dtype = takeDtype(text);
    line.multiplier = takeNamed(text, ", multiplier: ");
    line.tol = takeNamed(text, ", tol: ");
    return line;
  }
}

std::string_view failedKey(std::string_view text) {
  constexpr std::size_t kLongest = 1000;
  const std::size_t at = text.find(kKey);
  if (at == std::string_view::npos) return {};
  std::string_view key = text.substr(at + kKey.size(), kLongest);
  while (!key.empty() && (key.back() == ' ' || key.back() == '\t')) key.remove_suffix(1);
  return key;
}

bool isOtherFailure(std::string_view text) {
  constexpr std::array<std::string_view, 6> kWords{
      "Accuracy failed: ",     "Accuracy failed (", "dtype mismatch torch.",
      "IoU accuracy failed: ", "Similarity score=", "Length mismatch"};
  return std::ranges::any_of(kWords, [text](std::string_view words) { return text.find(words) != text.npos; });
}

std::string_view modelAtFront(std::string_view text) {
  constexpr std::size_t kLongest = 400;  // the benchmark pads the name to 34 characters and may add a tag
  text = withoutRank(text.substr(0, kLongest));
  const std::string_view device = takeWord(text);
  if (device.empty() || configs::catalogue().device(device.substr(0, device.find(':'))) == nullptr) return {};
  const std::string_view mode = takeWord(text);
  return mode == "train" || mode == "eval" ? takeWord(text) : std::string_view{};
}

}  // namespace plumbline::numerics
