// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/verdicts/rule_sets/checkout_rules.h"

#include <algorithm>
#include <array>
#include <span>

#include "core/flaky/python_sets.h"
#include "core/text/ascii.h"

namespace plumbline::verdicts {
namespace {

/// Content is what a script says in code: comments and docstrings do not count.
class Content {
 public:
  explicit Content(std::string_view source) {
    for (const python::Statement& statement : python::readStatements(source)) {
      const bool docstring = statement.tokens.size() == 1 && statement.tokens[0].kind == python::TokenKind::String;
      if (docstring) continue;
      for (const python::Token& token : statement.tokens) {
        const bool words = token.kind == python::TokenKind::Name || token.kind == python::TokenKind::String ||
                           token.kind == python::TokenKind::Opaque;
        if (words) m_texts.push_back(token.text);
      }
    }
  }

  /// has finds a whole word in a name or a text.
  bool has(std::string_view word) const {
    return std::ranges::any_of(m_texts, [&](const std::string& text) {
      for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
        const std::size_t after = at + word.size();
        if ((at == 0 || !text::isWordPart(text[at - 1])) && (after == text.size() || !text::isWordPart(text[after])))
          return true;
      }
      return false;
    });
  }

  /// strangeWord returns a status word ("ODD:") that is not among those known.
  std::optional<std::string> strangeWord(std::span<const std::string_view> known) const {
    for (const std::string& text : m_texts) {
      if (text.size() < 3 || text.back() != ':') continue;
      const std::string_view word = std::string_view(text).substr(0, text.size() - 1);
      const bool shouts = std::ranges::all_of(word, [](char c) { return text::isUpper(c) || c == '_'; });
      if (shouts && std::ranges::find(known, word) == known.end()) return std::string(word);
    }
    return std::nullopt;
  }

 private:
  std::vector<std::string> m_texts;
};

ScriptForm unknownForm(std::string doubt) { return {"", std::string(kDefaultGeneration), std::move(doubt)}; }

bool hasFileSets(std::string_view source) { return !flaky::readPythonSets(source).models().files.empty(); }

std::string count(const flaky::FlakyModels& models) {
  std::string out = std::to_string(models.base.size()) + "+" + std::to_string(models.rocm.size());
  std::size_t extra = 0;
  for (const flaky::FileExtra& file : models.files) extra += file.names.size();
  if (extra > 0) out += "+" + std::to_string(extra);
  return out + " flaky names";
}

/// Part is one of the two scripts on its way into the rule set.
struct Part {
  ScriptForm form;
  std::optional<flaky::FlakyModels> flaky;  ///< absent: the default generation's names stand in
  std::string said;                         ///< "accuracy form A1 (6+41 flaky names)"
  std::string remarks;                      ///< whole sentences, each with a blank before it
};

Part readPart(std::string_view check, const char* fileName, const std::optional<flaky::CheckScript>& script,
              ScriptForm (*recognise)(std::string_view)) {
  Part part;
  if (!script || script->problem) {
    part.form = unknownForm({});
    part.said = std::string(check) + " as in " + part.form.generation;
    part.remarks = script ? " " + std::string(fileName) + " cannot be read: " + script->problem->text
                          : " There is no " + std::string(fileName) + " in it.";
    return part;
  }
  part.form = recognise(script->source);
  flaky::PythonSets sets = flaky::readPythonSets(script->source);
  if (!sets.sets.empty()) part.flaky = sets.models();
  const std::string names = part.flaky ? count(*part.flaky) : "no flaky names found, those of " + part.form.generation;
  if (part.form.name.empty()) {
    part.said = std::string(check) + " as in " + part.form.generation + " (" + names + ")";
    part.remarks = " " + std::string(fileName) + " is of a form that Plumbline does not know: " + part.form.doubt + ".";
  } else {
    part.said = std::string(check) + " form " + part.form.name + " (" + names + ")";
  }
  for (const std::string& problem : sets.problems) part.remarks += " " + std::string(fileName) + ": " + problem;
  return part;
}

std::string shortName(const Part& part) { return part.form.name.empty() ? part.form.generation : part.form.name; }

}  // namespace

ScriptForm accuracyForm(std::string_view source) {
  static constexpr std::array<std::string_view, 9> kKnown = {
      "PASS",   "XFAIL", "FAIL", "IMPROVED", "PASS_BUT_FLAKY", "FAIL_BUT_FLAKY", "MISSING_ACCURACY", "MISSING_EXPECTED",
      "MISSING"};
  const Content content(source);
  if (!content.has("accuracy") || !content.has("XFAIL")) return unknownForm("it does not look like an accuracy check");
  if (const auto odd = content.strangeWord(kKnown)) return unknownForm("it prints the word " + *odd);
  const bool noRun = content.has("MISSING_ACCURACY");
  const bool noBaseline = content.has("MISSING_EXPECTED");
  if (noRun != noBaseline) return unknownForm("it distinguishes only one kind of missing value");
  if (!content.has("FAIL_BUT_FLAKY")) return unknownForm("it has no flaky list");
  if (!noRun) return {"A1", "2025-11", {}};
  return {hasFileSets(source) ? "A3" : "A2", "2026-08", {}};  // A2 judges as A3, with other names
}

ScriptForm graphBreaksForm(std::string_view source) {
  static constexpr std::array<std::string_view, 9> kKnown = {"PASS",           "FAIL",           "IMPROVED",
                                                             "PASS_BUT_FLAKY", "FAIL_BUT_FLAKY", "IMPROVED_BUT_FLAKY",
                                                             "MISSING",        "EAGER_FAILED",   "INVALID"};
  const Content content(source);
  if (!content.has("graph_breaks")) return unknownForm("it does not look like a graph-break check");
  if (const auto odd = content.strangeWord(kKnown)) return unknownForm("it prints the word " + *odd);
  // The forms of 2026 put the word together from its parts: f"{result}_BUT_FLAKY:".
  const bool excuses = content.has("FAIL_BUT_FLAKY") || content.has("_BUT_FLAKY");
  if (!content.has("MISSING") || !excuses) return unknownForm("it is older than November 2025 and excuses nothing");
  const bool tracked = content.has("TRACKED_METRICS") || content.has("fallbacks_to_eager");
  const bool validates = content.has("INVALID") || content.has("_parse_counter");
  if (tracked && validates) return {"G3", "2026-08", {}};
  if (tracked && content.has("EAGER_FAILED")) return {"G2", "2026-07", {}};
  if (tracked) return unknownForm("it tracks several metrics, but prints no EAGER_FAILED");
  if (validates) return unknownForm("it validates its input, but tracks only one metric");
  if (content.has("EAGER_FAILED"))
    return unknownForm(
        "it prints EAGER_FAILED where unique_graphs is absent (form G1c), which is not taken into account");
  return {hasFileSets(source) ? "G1b" : "G1", "2025-11", {}};
}

base::Result<CheckoutRules> checkoutRules(const flaky::Checkout& checkout) {
  const Part accuracy = readPart("accuracy", "check_accuracy.py", checkout.accuracy, accuracyForm);
  const Part graphBreaks = readPart("graph-breaks", "check_graph_breaks.py", checkout.graphBreaks, graphBreaksForm);
  const auto byDefault = ruleSet(kDefaultGeneration);
  const auto forAccuracy = ruleSet(accuracy.form.generation);
  const auto forGraphBreaks = ruleSet(graphBreaks.form.generation);
  for (const auto* loaded : {&byDefault, &forAccuracy, &forGraphBreaks})
    if (!*loaded) return base::fail(loaded->error());

  auto rules = std::make_shared<RuleSet>(**byDefault);
  rules->accuracy = (*forAccuracy)->accuracy;
  rules->graphBreaks = (*forGraphBreaks)->graphBreaks;
  if (accuracy.flaky) rules->accuracy.flaky = *accuracy.flaky;
  if (graphBreaks.flaky) rules->graphBreaks.flaky = *graphBreaks.flaky;
  const std::string forms = shortName(accuracy) + ", " + shortName(graphBreaks);
  rules->generation = "checkout: " + forms;
  rules->origin = "Read from the checkout at " + checkout.root + ": " + accuracy.said + ", " + graphBreaks.said + "." +
                  accuracy.remarks + graphBreaks.remarks;
  const bool certain = accuracy.remarks.empty() && graphBreaks.remarks.empty();
  return CheckoutRules{std::move(rules), "this checkout: " + forms, certain};
}

}  // namespace plumbline::verdicts
