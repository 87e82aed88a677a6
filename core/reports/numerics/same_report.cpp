// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reports/numerics/same_report.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <numeric>

#include "core/reports/markdown_parts.h"
#include "core/reports/text_parts.h"
#include "core/text/json_text.h"

namespace plumbline::reports {
namespace {

using numerics::Decision;
using numerics::Step;

constexpr std::array<std::string_view, 10> kSameColumns{
    "verdict", "tensor", "shape", "dtype", "step", "ref error", "res error", "bound", "margin", "largest error"};
using SameCells = std::array<std::string, kSameColumns.size()>;

/// errorText has four significant digits, in scientific form where they need it: "0.01101", "1.2e-07", "nan".
std::string errorText(double number) {
  if (!std::isfinite(number)) return text::fixedText(number, 0);
  std::array<char, 32> digits{};
  (void)std::snprintf(digits.data(), digits.size(), "%.4g", number);
  return digits.data();
}

bool isTensor(const numerics::Value& value) {
  using Kind = numerics::ValueKind;
  return value.kind == Kind::Tensor || value.kind == Kind::Parameter || value.kind == Kind::Array;
}

std::string shapeCell(const numerics::Value& value) {
  return isTensor(value) ? numerics::shapeText(value.tensor.sizes) : std::string();
}

std::string dtypeCell(const numerics::Value& value) {
  return std::string(isTensor(value) ? numerics::shortName(value.tensor.dtype) : numerics::typeName(value));
}

/// both gives one word where the sides agree, else "a, b".
std::string both(const Decision& decision, std::string (*cell)(const numerics::Value&)) {
  std::string ref = decision.ref ? cell(*decision.ref) : std::string();
  const std::string res = decision.res ? cell(*decision.res) : std::string();
  if (ref == res || res.empty()) return ref;
  return ref.empty() ? res : ref + ", " + res;
}

std::string optionalNumber(const std::optional<double>& number) { return number ? errorText(*number) : std::string(); }

/// isWorse: NaN before all, then the larger margin, then those without one.
bool isWorse(const Decision& a, const Decision& b) {
  const auto rank = [](const Decision& decision) {
    if (!decision.margin) return decision.passed ? -1.0 : 0.0;
    return std::isnan(*decision.margin) ? HUGE_VAL : *decision.margin;
  };
  return rank(a) > rank(b);
}

std::string whyText(const Decision& decision) {
  if (decision.step == Step::Rmse && decision.resError && decision.bound && decision.margin)
    return "RMSE " + errorText(*decision.resError) + " is not within the bound " + errorText(*decision.bound) +
           " (margin " + errorText(*decision.margin) + ")";
  if (decision.step == Step::Cosine && decision.score)
    return "cosine similarity " + errorText(*decision.score) + " is not 0.99 or more";
  if (decision.step == Step::BoolIou && decision.score)
    return "overlap " + errorText(*decision.score) + " is under the threshold";
  return decision.text.empty() ? std::string(numerics::stepText(decision.step)) : decision.text;
}

/// decisionVerdict returns "same", "differs", "raises" or "not compared".
std::string_view decisionVerdict(const Decision& decision) {
  if (decision.step == Step::NotCompared) return "not compared";
  if (decision.raised) return "raises";
  return decision.passed ? "same" : "differs";
}

/// leafName returns the path, or "(whole)" for the value of the file itself.
std::string leafName(const Decision& decision) {
  const std::string path = numerics::pathText(decision.path);
  return path.empty() ? "(whole)" : path;
}

/// shownDecisions selects the rows of the table: all, or failures, remarks and the worst margin.
std::vector<std::size_t> shownDecisions(const SameReport& report) {
  const std::vector<Decision>& decisions = report.result.decisions;
  std::vector<std::size_t> shown(decisions.size());
  std::iota(shown.begin(), shown.end(), std::size_t{0});
  if (!report.isAll) {
    const auto worst = report.result.worst();
    // Passed with a remark: broadcast shapes, or nothing to compare with.
    std::erase_if(shown, [&](std::size_t i) {
      return decisions[i].passed && decisions[i].text.empty() && (!worst || i != *worst);
    });
  }
  if (report.isByMargin)
    std::ranges::stable_sort(shown, [&](std::size_t a, std::size_t b) { return isWorse(decisions[a], decisions[b]); });
  return shown;
}

SameCells sameCells(const SameReport& report, std::size_t index) {
  const Decision& decision = report.result.decisions[index];
  std::string largest;
  if (index < report.statistics.size() && report.statistics[index] && report.statistics[index]->maxAbs) {
    const numerics::Extreme& most = *report.statistics[index]->maxAbs;
    largest = errorText(most.value) + (most.value == 0 ? "" : " @ " + numerics::indexText(most.index));
  }
  return {std::string(decisionVerdict(decision)),
          leafName(decision),
          both(decision, shapeCell),
          both(decision, dtypeCell),
          decision.raised && decision.step != Step::Structure ? "torch raises"
                                                              : std::string(numerics::stepText(decision.step)),
          optionalNumber(decision.refError),
          optionalNumber(decision.resError),
          optionalNumber(decision.bound),
          optionalNumber(decision.margin),
          std::move(largest)};
}

std::vector<SameCells> shownRows(const SameReport& report) {
  std::vector<SameCells> rows;
  for (const std::size_t i : shownDecisions(report)) rows.push_back(sameCells(report, i));
  return rows;
}

/// emptyColumns returns the columns in which no row has text.
std::vector<bool> emptyColumns(const std::vector<SameCells>& rows) {
  std::vector<bool> empty(kSameColumns.size());
  for (std::size_t column = 0; column < empty.size(); ++column)
    empty[column] = std::ranges::all_of(rows, [&](const SameCells& row) { return row[column].empty(); });
  return empty;
}

/// sameVerdict: "differs: layer0.weight, RMSE 0.011 is not within the bound 0.0001 (margin 110)".
std::string sameVerdict(const SameReport& report) {
  const numerics::SameResult& result = report.result;
  if (result.answer == numerics::Answer::Same) return "same";
  const auto failure = result.firstFailure();
  const Decision none;
  const Decision& decision = failure ? result.decisions[*failure] : none;
  const std::string where = decision.path.empty() ? std::string() : numerics::pathText(decision.path) + ", ";
  if (result.answer == numerics::Answer::Different) return "differs: " + where + whyText(decision);
  return "raises: " + where + result.raisedType + (result.raisedText.empty() ? "" : ": " + result.raisedText);
}

/// sameCounts: "12 decisions: 10 same, 2 differ".
std::string sameCounts(const SameReport& report) {
  std::array<std::size_t, 4> counts{};  // in the order of the words
  constexpr std::array<std::string_view, 4> kWords{"same", "differs", "raises", "not compared"};
  std::size_t behind = 0;
  for (const Decision& decision : report.result.decisions) {
    ++counts[static_cast<std::size_t>(std::ranges::find(kWords, decisionVerdict(decision)) - kWords.begin())];
    if (!decision.reached && decision.step != Step::NotCompared) ++behind;
  }
  const std::size_t leaves = report.result.decisions.size();
  std::string out = std::to_string(leaves) + (leaves == 1 ? " decision: " : " decisions: ");
  bool isFirst = true;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] == 0) continue;
    std::string word(kWords[i]);
    if (counts[i] > 1 && word.ends_with('s')) word.pop_back();  // "1 differs", "2 differ"
    out += (isFirst ? "" : ", ") + std::to_string(counts[i]) + " " + word;
    isFirst = false;
  }
  if (isFirst) out += "nothing to compare";
  if (behind > 0) out += "; " + std::to_string(behind) + " of them behind the point where torch stops";
  if (report.result.omitted > 0) out += "; " + std::to_string(report.result.omitted) + " further ones are not listed";
  return out;
}

struct SameFinding {
  std::string title, text;
};

/// sameFindings: the first failure, the worst margin, broadcast shapes, what was not compared.
std::vector<SameFinding> sameFindings(const SameReport& report) {
  std::vector<SameFinding> lines;
  const numerics::SameResult& result = report.result;
  if (const auto failure = result.firstFailure()) lines.push_back({"first failure", leafName(result.decisions[*failure])});
  if (const auto worst = result.worst()) {
    const Decision& decision = result.decisions[*worst];
    const bool isClose = decision.passed && *decision.margin >= numerics::kMarginWarning;
    lines.push_back({"worst margin", leafName(decision) + ", " + errorText(*decision.margin) +
                    (isClose ? ": close to the limit" : "")});
  }
  const auto count = [&result](const auto& isMeant) {
    return static_cast<std::size_t>(std::ranges::count_if(result.decisions, isMeant));
  };
  const auto skipped = count([](const Decision& decision) { return decision.step == Step::NotCompared; });
  const auto broadcast = count([](const Decision& decision) {
    return decision.passed && decision.step != Step::NotCompared && !decision.text.empty();
  });
  if (broadcast > 0)
    lines.push_back({"broadcast", std::to_string(broadcast) + (broadcast == 1 ? " tensor has" : " tensors have") +
                    " other shapes in ref and res, and passed: same() does not compare shapes"});
  if (skipped > 0)
    lines.push_back({"not compared", std::to_string(skipped) + ": the list of references ends before " +
                    (skipped == 1 ? "it" : "them")});
  return lines;
}

constexpr std::size_t kLineCharacters = 2000;  // a set of keys can be of any length

std::string oneLine(const std::string& text) { return elidedText(printableText(text), kLineCharacters) + '\n'; }

bool isNumberColumn(std::size_t column) {
  const std::string_view title = kSameColumns[column];
  return title == "ref error" || title == "res error" || title == "bound" || title == "margin";
}

std::string titleOf(std::size_t column) {
  std::string title(kSameColumns[column]);
  for (char& letter : title)
    if (letter >= 'a' && letter <= 'z') letter = static_cast<char>(letter - 'a' + 'A');
  return title;
}

std::string table(const std::vector<SameCells>& rows) {
  std::vector<TableColumn> columns;
  for (std::size_t i = 0; i < kSameColumns.size(); ++i) columns.push_back({titleOf(i), isNumberColumn(i)});
  TextTable table(std::move(columns));
  std::vector<std::vector<TableCell>> lines;
  for (const SameCells& row : rows) {
    std::vector<TableCell>& line = lines.emplace_back();
    for (const std::string& cell : row)
      line.push_back({.first = elidedText(printableText(cell), markdown::kNameCharacters)});
  }
  const std::vector<bool> empty = emptyColumns(rows);
  for (std::size_t i = 0; i < empty.size(); ++i)
    if (empty[i]) table.hide(i);
  return table.written(lines);
}

constexpr std::size_t kOpenRows = 50;  ///< stand in the open, the rest is folded away
constexpr std::size_t kFoldedRows = 500;
constexpr std::size_t kVerdictCharacters = 400;

bool isOurs(std::size_t column) { return kSameColumns[column] == "verdict" || kSameColumns[column] == "step"; }

std::string rowText(const SameCells& row, const std::vector<bool>& empty) {
  std::string out = "|";
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (empty[i]) continue;
    const std::string cell = row[i].empty() || isOurs(i) ? row[i] : markdown::name(row[i], true);
    out += ' ' + (cell == "differs" || cell == "raises" ? "**" + cell + "**" : cell) + " |";
  }
  return out + '\n';
}

std::string table(std::span<const SameCells> rows, const std::vector<bool>& empty) {
  std::string head = "|", rule = "|", body;
  for (std::size_t i = 0; i < kSameColumns.size(); ++i) {
    if (empty[i]) continue;
    head += ' ' + std::string(kSameColumns[i]) + " |";
    rule += "---|";
  }
  for (const SameCells& row : rows) body += rowText(row, empty);
  return head + '\n' + rule + '\n' + body;
}

using Json = nlohmann::ordered_json;

void setNumber(Json& object, const std::string& key, const std::optional<double>& number) {
  if (number) {
    text::setNumber(object, key, *number);
  } else {
    object[key] = nullptr;
  }
}

Json optionsJson(const numerics::SameOptions& options) {
  return {{"tol", options.tol},
          {"equal_nan", options.equalNan},
          {"cos_similarity", options.cosSimilarity},
          {"exact_dtype", options.exactDtype},
          {"relax_numpy_equality", options.relaxNumpyEquality},
          {"ignore_non_fp", options.ignoreNonFp},
          {"use_larger_multiplier_for_smaller_tensor", options.useLargerMultiplierForSmallerTensor},
          {"force_max_multiplier", options.forceMaxMultiplier},
          {"use_iou_for_bool", options.useIouForBool},
          {"iou_threshold", options.iouThreshold},
          {"ignore_device", options.ignoreDevice}};
}

Json valueJson(const numerics::ValuePtr& value) {
  if (!value) return nullptr;
  if (!isTensor(*value)) return {{"type", numerics::typeName(*value)}};
  return {{"type", numerics::typeName(*value)},
          {"dtype", numerics::shortName(value->tensor.dtype)},
          {"shape", value->tensor.sizes}};
}

Json extremeJson(const std::optional<numerics::Extreme>& extreme) {
  if (!extreme) return nullptr;
  Json out = Json::object();
  text::setNumber(out, "value", extreme->value);
  out["index"] = extreme->index;
  return out;
}

Json sideJson(const numerics::SideStatistics& side) {
  Json out{{"nan", side.nans}, {"infinite", side.infinities}};
  text::setNumber(out, "min", side.min);
  text::setNumber(out, "max", side.max);
  text::setNumber(out, "mean", side.mean);
  return out;
}

Json statisticsJson(const numerics::ErrorStatistics& statistics, bool hasReference) {
  Json out{{"elements", statistics.elements},
           {"mismatches", statistics.mismatches},
           {"max_abs", extremeJson(statistics.maxAbs)},
           {"max_rel", extremeJson(statistics.maxRel)},
           {"max_ulp", extremeJson(statistics.maxUlp)}};
  setNumber(out, "mean_abs", statistics.meanAbs);
  setNumber(out, "cosine", statistics.cosine);
  setNumber(out, "sqnr", statistics.sqnr);
  out["ref"] = sideJson(statistics.ref);
  out["res"] = sideJson(statistics.res);
  if (hasReference) out["fp64"] = sideJson(statistics.fp64);
  out["histogram"] = {{"first_exponent", statistics.bins.firstExponent},
                      {"counts", statistics.bins.counts},
                      {"zero", statistics.bins.zero},
                      {"not_finite", statistics.bins.notFinite}};
  return out;
}

Json decisionJson(const SameReport& report, std::size_t index) {
  const Decision& decision = report.result.decisions[index];
  Json out{{"path", decision.path},
           {"verdict", decisionVerdict(decision)},
           {"step", numerics::stepName(decision.step)},
           {"reached", decision.reached},
           {"text", text::stringOrNull(decision.text)},
           {"ref", valueJson(decision.ref)},
           {"res", valueJson(decision.res)},
           {"fp64", valueJson(decision.fp64)}};
  setNumber(out, "ref_error", decision.refError);
  setNumber(out, "res_error", decision.resError);
  setNumber(out, "multiplier", decision.multiplier);
  setNumber(out, "bound", decision.bound);
  setNumber(out, "margin", decision.margin);
  setNumber(out, "score", decision.score);
  if (index < report.statistics.size() && report.statistics[index])
    out["statistics"] = statisticsJson(*report.statistics[index], decision.fp64 != nullptr);
  return out;
}

std::string_view answerName(numerics::Answer answer) {
  if (answer == numerics::Answer::Same) return "same";
  return answer == numerics::Answer::Different ? "differs" : "raises";
}

Json indexJson(const std::optional<std::size_t>& index) { return index ? Json(*index) : Json(); }

/// memberLine is one line at the first level.
std::string memberLine(std::string_view name, const Json& value) {
  return " \"" + std::string(name) + "\": " + text::toJsonText(value) + ",\n";
}

}  // namespace

std::string sameText(const SameReport& report) {
  std::string out = oneLine(sameVerdict(report));
  for (const std::string& note : report.notes) out += "! " + oneLine(note);
  if (!report.result.log.empty()) out += "\ntorch logs\n";
  for (const numerics::LogLine& line : report.result.log)
    out += (line.level == numerics::LogLevel::Error ? "  ERROR    " : "  WARNING  ") + oneLine(line.text);
  const std::vector<SameCells> rows = shownRows(report);
  if (!rows.empty()) out += '\n' + table(rows);
  out += '\n' + sameCounts(report) + '\n';
  constexpr std::size_t kTitleCharacters = 15;
  for (const SameFinding& finding : sameFindings(report)) {
    std::string title = finding.title;
    title.resize(kTitleCharacters, ' ');
    out += title + oneLine(finding.text);
  }
  return out;
}

std::string sameMarkdown(const SameReport& report) {
  std::string files = markdown::name(report.ref) + " against " + markdown::name(report.res);
  if (!report.fp64.empty()) files += ", reference " + markdown::name(report.fp64);
  const std::string verdict = sameVerdict(report);
  const std::size_t colon = verdict.find(": ");
  std::string line = "**" + verdict.substr(0, colon) + "**";
  if (colon != verdict.npos)
    line += ": " + markdown::code(elidedText(printableText(verdict.substr(colon + 2)), kVerdictCharacters));
  markdown::Body body("### " + files + "\n\n" + line + "\n\n" + sameCounts(report) + ".\n");
  std::string findings;
  for (const SameFinding& finding : sameFindings(report))
    findings += (findings.empty() ? "\n- " : "- ") + finding.title + ": " +
                markdown::code(elidedText(printableText(finding.text), kVerdictCharacters)) + '\n';
  body.add(findings);
  for (const std::string& note : report.notes) body.add("\n" + markdown::code(printableText(note)) + '\n');
  std::string log;
  for (const numerics::LogLine& entry : report.result.log)
    log += std::string(log.empty() ? "\n" : "") +
           (entry.level == numerics::LogLevel::Error ? "- ERROR " : "- WARNING ") +
           markdown::code(elidedText(printableText(entry.text), kVerdictCharacters)) + '\n';
  if (!log.empty()) body.add(log);
  const std::vector<SameCells> rows = shownRows(report);
  const std::vector<bool> empty = emptyColumns(rows);
  const std::span<const SameCells> all(rows);
  if (!all.empty()) body.add('\n' + table(all.first(std::min(kOpenRows, all.size())), empty));
  if (all.size() > kOpenRows) {
    const auto rest = all.subspan(kOpenRows);
    std::string inside = table(rest.first(std::min(kFoldedRows, rest.size())), empty);
    if (rest.size() > kFoldedRows) inside += "\n... and " + std::to_string(rest.size() - kFoldedRows) + " more.\n";
    body.add('\n' + markdown::folded(std::to_string(rest.size()) + " more", inside));
  }
  return body.finish("\nSome of it was left out: a comment holds no more.\n");
}

std::string sameJson(const SameReport& report) {
  const numerics::SameResult& result = report.result;
  Json raised;
  if (result.answer == numerics::Answer::Raised) raised = {{"type", result.raisedType}, {"text", result.raisedText}};
  Json log = Json::array();
  for (const numerics::LogLine& line : result.log)
    log.push_back({{"level", line.level == numerics::LogLevel::Error ? "ERROR" : "WARNING"}, {"text", line.text}});
  // firstFailure and worst count in the order of torch, whatever the order of the rows in other formats.
  std::string out = "{\n";
  out += memberLine("format", "plumbline-same") + memberLine("version", 2) + memberLine("exit", sameExit(report)) +
         memberLine("answer", answerName(result.answer)) + memberLine("raised", raised) + memberLine("ref", report.ref) +
         memberLine("res", report.res) + memberLine("fp64", text::stringOrNull(report.fp64)) +
         memberLine("options", optionsJson(report.options)) + memberLine("notes", report.notes) + memberLine("log", log) +
         memberLine("all", report.isAll) + memberLine("first_failure", indexJson(result.firstFailure())) +
         memberLine("worst", indexJson(result.worst())) + memberLine("omitted", result.omitted);
  out += " \"decisions\": [";
  for (std::size_t i = 0; i < result.decisions.size(); ++i)
    out += (i == 0 ? "\n  " : ",\n  ") + text::toJsonText(decisionJson(report, i));
  return out + (result.decisions.empty() ? "]\n}\n" : "\n ]\n}\n");
}

int sameExit(const SameReport& report) { return report.result.answer == numerics::Answer::Same ? 0 : 1; }

}  // namespace plumbline::reports
