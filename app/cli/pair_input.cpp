// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/pair_input.h"

#include "core/files/file_bytes.h"
#include "core/flaky/checkout.h"
#include "core/tasks/both.h"
#include "core/verdicts/rule_sets/checkout_rules.h"

namespace plumbline::cli {
namespace {

constexpr std::uint64_t kWorthAThread = 1U << 20U;  // bytes; a thread costs about as much as scanning 50 kB

constexpr std::string_view kCheckout = "checkout";

/// checkoutOffer reads the rules of the checkout around the expected file where --rules leaves the choice open.
std::optional<verdicts::CheckoutRules> checkoutOffer(const ParsedArguments& arguments, const std::string& expectedPath) {
  if (arguments.has("--rules")) return std::nullopt;
  const auto checkout = flaky::findCheckout(expectedPath);
  if (!checkout) return std::nullopt;
  auto found = verdicts::checkoutRules(*checkout);
  if (!found) return std::nullopt;
  return *std::move(found);
}

/// difference describes how a script of the checkout differs; "" if it judges this file alike.
template <typename Rules>
std::string difference(const Rules& used, const Rules& offered, const std::string& expectedPath) {
  if (used.form != offered.form) return "another form";
  const bool sameNames = used.flaky.namesFor(expectedPath) == offered.flaky.namesFor(expectedPath);
  return sameNames ? "" : "other flaky names";
}

}  // namespace

base::Result<TablePtr> loadTable(const std::string& path) {
  auto file = files::readFile(path);
  if (!file) return base::fail(file.error());
  auto table = tables::CsvTable::scan(std::move(file->bytes), path);
  if (!table.isValue()) return base::fail(table.error());
  return std::move(table.value());
}

std::pair<base::Result<TablePtr>, base::Result<TablePtr>> loadPair(const std::string& first,
                                                                   const std::string& second) {
  const auto size = [](const std::string& path) {
    const auto stamp = files::stampOf(path);
    return stamp ? stamp->size : 0;
  };
  if (size(first) < kWorthAThread || size(second) < kWorthAThread) {
    auto one = loadTable(first);
    return {std::move(one), loadTable(second)};
  }
  return tasks::both([&] { return loadTable(first); }, [&] { return loadTable(second); });
}

OptionSpec rulesOption() {
  return option("--rules GEN", "rules to judge by: " + std::string(verdicts::kDefaultGeneration) +
                  " (default), another generation of \"plumbline-cli rules\", or \"checkout\" for the scripts of the "
                  "PyTorch checkout around the expected file, which are read but never run");
}

std::string rulesOffer(const ParsedArguments& arguments, const std::string& expectedPath) {
  const auto found = checkoutOffer(arguments, expectedPath);
  if (!found) return {};
  return "The baseline lies in a PyTorch checkout; --rules checkout follows its scripts (" + found->rules->generation + ").";
}

std::string rulesNotice(const ParsedArguments& arguments, const std::string& expectedPath, verdicts::Check check,
                        const verdicts::RuleSet& used) {
  if (check == verdicts::Check::Memory) return {};  // not part of a checkout
  const auto found = checkoutOffer(arguments, expectedPath);
  if (!found) return {};
  const std::string differs = check == verdicts::Check::Accuracy
                                  ? difference(used.accuracy, found->rules->accuracy, expectedPath)
                                  : difference(used.graphBreaks, found->rules->graphBreaks, expectedPath);
  if (differs.empty()) return {};
  return "judged by " + used.generation + ", but the script has " + differs + " in " + found->label +
         "; --rules checkout follows it";
}

bool usesCheckout(const ParsedArguments& arguments) { return arguments.value("--rules") == kCheckout; }

base::Result<std::shared_ptr<const verdicts::RuleSet>> chosenRules(const ParsedArguments& arguments,
                                                                   const std::string& expectedPath) {
  const std::string name = arguments.valueOr("--rules", verdicts::kDefaultGeneration);
  if (!usesCheckout(arguments)) return verdicts::ruleSet(name);
  const auto checkout = flaky::findCheckout(expectedPath);
  if (!checkout)
    return base::fail(base::ErrorCode::BadArgument, "There is no PyTorch checkout with check scripts around this file.",
                      "Name a generation instead; \"plumbline-cli rules\" lists them.", expectedPath);
  const auto found = verdicts::checkoutRules(*checkout);
  if (!found) return base::fail(found.error());
  return found->rules;
}

}  // namespace plumbline::cli
