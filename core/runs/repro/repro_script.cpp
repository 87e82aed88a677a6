// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/repro/repro_script.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <filesystem>
#include <map>
#include <span>

#include "core/files/file_bytes.h"
#include "core/python/calls.h"
#include "core/runs/repro/repro_outcome.h"
#include "core/runs/repro/repro_settings.h"
#include "core/text/utf8.h"

namespace plumbline::runs {
namespace {

using python::argumentsAt;
using python::CallArgument;
using python::findCall;
using python::keywordIn;
using python::Statement;
using python::textValue;
using python::Token;
using python::TokenKind;
using python::Tokens;
using python::written;

std::optional<bool> boolValue(Tokens value) {
  if (value.size() != 1) return std::nullopt;
  if (value[0].is("True")) return true;
  return value[0].is("False") ? std::optional(false) : std::nullopt;
}

std::optional<std::uint64_t> numberValue(Tokens value) {
  if (value.size() != 1 || value[0].kind != TokenKind::Number) return std::nullopt;
  std::string digits = value[0].text;
  std::erase(digits, '_');
  std::uint64_t number = 0;
  const auto [stop, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return problem == std::errc() && stop == digits.data() + digits.size() ? std::optional(number) : std::nullopt;
}

bool isNone(Tokens value) { return value.size() == 1 && value[0].is("None"); }

/// itemsOf are the items of a written tuple or list: "(64, s0)" has "64" and "s0".
std::vector<std::string> itemsOf(std::string_view source, Tokens value) {
  std::vector<std::string> out;
  std::size_t open = 0;
  while (open < value.size() && !value[open].is("(") && !value[open].is("[")) ++open;
  if (open == value.size()) return value.empty() ? out : std::vector{written(source, value)};
  // torch.Size([2, 3]) has its list one bracket further in.
  if (open + 1 < value.size() && value[open + 1].is("[")) ++open;
  for (const CallArgument& argument : argumentsAt(value, open)) out.push_back(written(source, argument.value));
  return out;
}

constexpr std::array<std::string_view, 8> kKeywords{"accuracy", "command",      "save_dir",  "autocast",
                                                    "backend",  "tracing_mode", "check_str", "patch_code"};
constexpr std::uint64_t kKnownVersion = 0;
constexpr int kMaxCalls = 100;
bool isOneOf(std::string_view word, std::span<const std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

/// deviceOf reads 'cuda:0' and device(type='cuda', index=0).
std::string deviceOf(std::string_view source, Tokens value) {
  if (value.empty() || isNone(value)) return {};
  if (auto text = textValue(value)) return *text;
  const auto open = findCall(value, "device");
  if (!open) return written(source, value);
  const auto arguments = argumentsAt(value, *open);
  Tokens type = keywordIn(arguments, "type");
  if (type.empty() && !arguments.empty()) type = arguments.front().value;
  const auto index = numberValue(keywordIn(arguments, "index"));
  return textValue(type).value_or(written(source, type)) + (index ? ":" + std::to_string(*index) : "");
}

/// isWork tests whether a part of a statement computes: a call, an item or an operator follows its "=". Copies of names
/// and "x = None" do not.
bool isWork(Tokens part) {
  const auto equals = std::ranges::find_if(part, [](const Token& token) { return token.is("="); });
  if (equals == part.end()) return false;
  return std::any_of(equals + 1, part.end(), [](const Token& token) {
    return token.kind == TokenKind::Operator && !token.is("=") && !token.is(".") && !token.is(",");
  });
}

int workIn(Tokens tokens) {
  int count = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= tokens.size(); ++i) {
    if (i < tokens.size() && !tokens[i].is(";")) continue;
    count += isWork(tokens.subspan(begin, i - begin)) ? 1 : 0;
    begin = i + 1;
  }
  return count;
}

void note(ReproScript& script, std::string text) { script.notes.push_back(std::move(text)); }

/// ReproParts reads the parts of a repro script from its statements (SPEC 15.3, 15.4). Nothing is executed.
class ReproParts {
 public:
  ReproParts(std::string_view source, std::span<const python::Statement> statements)
      : m_source(source), m_statements(statements) {}

  /// readCall reads run_repro(...): form, accuracy, command, save_dir and the rest. False when nothing calls it.
  bool readCall(ReproScript& script) const;
  /// readOwnComparison reads scripts without run_repro, which compare two models themselves.
  bool readOwnComparison(ReproScript& script) const;
  /// readInputs reads load_args: storages, tensors, symints, version.
  void readInputs(ReproScript& script) const;
  /// readModule reads class Repro: submodules, and how much forward computes.
  void readModule(ReproScript& script) const;
  /// readEnvironment reads which variables and options the script sets, and those of them that a run leaves out.
  void readEnvironment(ReproScript& script) const;
  /// hasReference: after_aot traces the model; after_dynamo takes a module as it is.
  bool hasReference(ReproForm form) const {
    return form == ReproForm::AfterAot || mentions("GraphModule") || (mentions("Graph") && mentions("recompile"));
  }

 private:
  bool mentions(std::string_view name) const;
  bool hasText(std::string_view text) const;
  ReproForm formOf(const std::vector<CallArgument>& arguments, ReproScript& script) const;
  void readKeywords(const std::vector<CallArgument>& arguments, ReproScript& script) const;
  /// bodyOf is the range of statements inside the first definition of `name` within a range.
  std::pair<std::size_t, std::size_t> bodyOf(std::string_view keyword, std::string_view name, std::size_t from,
                                             std::size_t to) const;

  std::string_view m_source;
  std::span<const python::Statement> m_statements;
};

bool ReproParts::mentions(std::string_view name) const {
  return std::ranges::any_of(m_statements, [&](const Statement& statement) {
    return std::ranges::any_of(statement.tokens,
                               [&](const Token& token) { return token.kind == TokenKind::Name && token.text == name; });
  });
}

bool ReproParts::hasText(std::string_view text) const {
  return std::ranges::any_of(m_statements, [&](const Statement& statement) {
    return std::ranges::any_of(statement.tokens, [&](const Token& token) {
      return token.kind == TokenKind::String && token.text.find(text) != std::string::npos;
    });
  });
}

bool ReproParts::readCall(ReproScript& script) const {
  std::optional<std::vector<CallArgument>> chosen;
  int calls = 0;
  bool isCut = false;  // calls inside of calls would take quadratic time
  for (const Statement& statement : m_statements)
    for (auto open = findCall(statement.tokens, "run_repro"); open && !isCut; open = findCall(statement.tokens, "run_repro", *open)) {
      isCut = ++calls > kMaxCalls;
      if (isCut) break;
      auto arguments = argumentsAt(statement.tokens, *open);
      const bool onlyArguments = textValue(keywordIn(arguments, "command")) == "get_args";
      // A call that only fetches the arguments is what the script really does where there is no other.
      if (!chosen || (!onlyArguments && textValue(keywordIn(*chosen, "command")) == "get_args"))
        chosen = std::move(arguments);
    }
  if (!chosen) return false;
  if (isCut) note(script, "The script calls run_repro more than " + std::to_string(kMaxCalls) + " times; the other calls are not read.");
  script.form = formOf(*chosen, script);
  readKeywords(*chosen, script);
  return true;
}

ReproForm ReproParts::formOf(const std::vector<CallArgument>& arguments, ReproScript& script) const {
  const auto has = [&](std::string_view keyword) { return !keywordIn(arguments, keyword).empty(); };
  const bool aot = mentions("after_aot"), dynamo = mentions("after_dynamo");
  if (aot != dynamo) return aot ? ReproForm::AfterAot : ReproForm::AfterDynamo;
  if (has("tracing_mode") || has("check_str") || has("patch_code")) return ReproForm::AfterAot;
  if (!has("backend") && !has("autocast")) note(script, "The script does not name its form; after_dynamo is assumed.");
  return ReproForm::AfterDynamo;
}

void ReproParts::readKeywords(const std::vector<CallArgument>& arguments, ReproScript& script) const {
  const auto text = [&](std::string_view keyword, std::string& out) {
    const Tokens value = keywordIn(arguments, keyword);
    if (value.empty()) return;
    if (isNone(value))
      out.clear();
    else if (auto literal = textValue(value))
      out = *literal;
    else
      note(script, std::string(keyword) + " is not a plain text: " + written(m_source, value) + ".");
  };
  if (script.form == ReproForm::AfterDynamo) script.backend = "inductor";
  text("backend", script.backend);
  text("command", script.command);
  text("save_dir", script.saveDir);
  text("tracing_mode", script.tracingMode);
  text("check_str", script.checkStr);
  script.autocast = boolValue(keywordIn(arguments, "autocast")).value_or(false);
  const Tokens accuracy = keywordIn(arguments, "accuracy");
  std::string word;
  if (const auto flag = boolValue(accuracy))
    word = *flag ? "accuracy" : "";
  else
    text("accuracy", word);
  if (word == "accuracy")
    script.accuracy = ReproAccuracy::Accuracy;
  else if (word == "strict_accuracy")
    script.accuracy = ReproAccuracy::Strict;
  else if (!word.empty())
    note(script, "accuracy is \"" + word + "\", which is not known.");
  for (const CallArgument& argument : arguments)
    if (!argument.keyword.empty() && !isOneOf(argument.keyword, kKeywords))
      note(script, "run_repro is given " + argument.keyword + ", which is not known; torch warns of it and goes on.");
}

bool ReproParts::readOwnComparison(ReproScript& script) const {
  const ReproPhrases& phrases = reproPhrases();
  bool compares = false;
  for (const std::string_view name : {"same_two_models", "AccuracyError", "backend_accuracy_fails"})
    compares = compares || mentions(name);
  for (const auto* texts : {&phrases.differs, &phrases.eagerDiffers})
    for (const std::string& text : *texts) compares = compares || hasText(text);
  if (!compares && !mentions("run_fwd_maybe_bwd") && !mentions("run_repro")) return false;
  script.callsRunRepro = false;
  script.form = mentions("after_aot") || mentions("compile_fx_inner") ? ReproForm::AfterAot : ReproForm::AfterDynamo;
  script.accuracy = compares || mentions("run_repro") ? ReproAccuracy::Accuracy : ReproAccuracy::Off;
  note(script, "The script compares by itself, as older ones do; it is run as it stands, and may know no options.");
  return true;
}

std::pair<std::size_t, std::size_t> ReproParts::bodyOf(std::string_view keyword, std::string_view name,
                                                       std::size_t from, std::size_t to) const {
  for (std::size_t i = from; i < to; ++i) {
    const Statement& head = m_statements[i];
    const auto& tokens = head.tokens;
    if (tokens.size() < 2 || !tokens[0].is(keyword) || !tokens[1].is(name)) continue;
    std::size_t end = i + 1;
    while (end < to && m_statements[end].indent > head.indent) ++end;
    return {i + 1, end};
  }
  return {to, to};
}

void ReproParts::readInputs(ReproScript& script) const {
  const auto [begin, end] = bodyOf("def", "load_args", 0, m_statements.size());
  std::map<std::string, std::size_t, std::less<>> names;
  for (std::size_t i = begin; i < end; ++i) {
    const Tokens tokens = m_statements[i].tokens;
    if (const auto open = findCall(tokens, "storage")) {
      const auto arguments = argumentsAt(tokens, *open);
      ReproInput input;
      const auto name = arguments.empty() ? std::nullopt : textValue(arguments[0].value);
      input.isSaved = name.has_value();
      input.hash = name.value_or("");
      // A hash is a file's name; one that leads elsewhere is none.
      if (input.hash.find('/') != std::string::npos || input.hash.starts_with('.')) input.hash.clear();
      if (arguments.size() > 1) input.bytes = numberValue(arguments[1].value).value_or(0);
      input.device = deviceOf(m_source, keywordIn(arguments, "device"));
      input.dtypeHint = written(m_source, keywordIn(arguments, "dtype_hint"));
      if (tokens.size() > 1 && tokens[1].is("=")) names[tokens[0].text] = script.inputs.size();
      script.inputs.push_back(std::move(input));
    } else if (const auto tensor = findCall(tokens, "tensor")) {
      const auto arguments = argumentsAt(tokens, *tensor);
      const auto found = arguments.empty() ? names.end() : names.find(written(m_source, arguments[0].value));
      if (found == names.end()) continue;
      ReproTensor made;
      const auto place = [&](std::size_t at, std::string_view keyword) {
        const Tokens value = keywordIn(arguments, keyword);
        const bool isPositional = arguments.size() > at && arguments[at].keyword.empty();
        return value.empty() && isPositional ? arguments[at].value : value;
      };
      made.shape = itemsOf(m_source, place(1, "shape"));
      made.stride = itemsOf(m_source, place(2, "stride"));
      made.dtype = written(m_source, keywordIn(arguments, "dtype"));
      made.requiresGrad = boolValue(keywordIn(arguments, "requires_grad")).value_or(false);
      script.inputs[found->second].tensors.push_back(std::move(made));
    } else if (const auto symint = findCall(tokens, "symint")) {
      for (const CallArgument& argument : argumentsAt(tokens, *symint))
        script.symints.push_back(written(m_source, argument.value));
    }
  }
  for (const Statement& statement : m_statements) {
    const auto& t = statement.tokens;
    if (t.size() < 5 || !t[0].is("load_args") || !t[1].is(".") || !t[2].is("_version") || !t[3].is("=")) continue;
    if (const auto version = numberValue(Tokens(t).subspan(4)); version && *version < 1000)
      script.loadArgsVersion = static_cast<int>(*version);
  }
  if (begin == end) return;
  if (!script.loadArgsVersion)
    note(script, "load_args has no version; torch warns of it and reads it as the oldest.");
  else if (*script.loadArgsVersion > static_cast<int>(kKnownVersion))
    note(script,
         "load_args has version " + std::to_string(*script.loadArgsVersion) + ", newer than the one known here.");
}

void ReproParts::readModule(ReproScript& script) const {
  const auto [begin, end] = bodyOf("class", "Repro", 0, m_statements.size());
  const auto [firstMade, lastMade] = bodyOf("def", "__init__", begin, end);
  for (std::size_t i = firstMade; i < lastMade; ++i) {
    const Tokens tokens = m_statements[i].tokens;
    if (tokens.size() > 4 && tokens[0].is("self") && tokens[1].is(".") && tokens[3].is("="))
      script.submodules.push_back(written(m_source, tokens.subspan(4)));
  }
  const auto [firstLine, lastLine] = bodyOf("def", "forward", begin, end);
  for (std::size_t i = firstLine; i < lastLine; ++i) script.nodes += workIn(m_statements[i].tokens);
}

void ReproParts::readEnvironment(ReproScript& script) const {
  for (const Statement& statement : m_statements) {
    const Tokens t = statement.tokens;
    const std::size_t at = !t.empty() && t[0].is("del") ? 1 : 0;
    if (t.size() >= at + 6 && t[at].is("os") && t[at + 2].is("environ")) {
      if (at == 1 && t[at + 3].is("[") && t[at + 4].kind == TokenKind::String) script.popped.push_back(t[at + 4].text);
      const auto arguments = t[at + 4].is("pop") ? argumentsAt(t, at + 5) : std::vector<CallArgument>();
      if (const auto name = arguments.empty() ? std::nullopt : textValue(arguments[0].value)) script.popped.push_back(*name);
    }
    readSettings(m_source, statement, script);
  }
}

namespace fs = std::filesystem;

constexpr std::uint64_t kMaxScriptBytes = std::uint64_t{8} << 20;  // a graph of 50,000 nodes stays below
constexpr const char* kHint =
    "Name a repro.py, minifier_launcher.py or checkpoint that PyTorch wrote, or a script that calls run_repro.";

auto refuseScript(std::string text, const std::string& file, std::size_t line = 0) {
  return base::fail(
      {.code = base::ErrorCode::BadFormat, .text = std::move(text), .hint = kHint, .file = file, .line = line});
}

}  // namespace

std::vector<const ReproInput*> ReproScript::missing() const {
  std::vector<const ReproInput*> out;
  for (const ReproInput& input : inputs)
    if (input.isSaved && !input.isPresent) out.push_back(&input);
  return out;
}

bool ReproScript::needsCuda() const {
  return std::ranges::any_of(inputs, [](const ReproInput& input) { return input.device.starts_with("cuda"); });
}

base::Result<ReproScript> reproScriptOf(std::string_view text, const std::string& path) {
  if (text.find('\0') != text.npos || text::firstInvalidUtf8(text))
    return refuseScript("This is not a Python script: it is not text in UTF-8.", path);
  const std::vector<python::Statement> statements = python::readStatements(text);
  if (statements.empty()) return refuseScript("This script is empty.", path);
  ReproParts parts(text, statements);
  ReproScript script;
  script.path = path;
  if (!parts.readCall(script) && !parts.readOwnComparison(script))
    return refuseScript("This is not a repro script: nothing in it calls run_repro or compares two models.", path,
                  statements.back().tokens.empty() ? 0 : statements.back().tokens.back().line);
  parts.readInputs(script);
  parts.readModule(script);
  parts.readEnvironment(script);
  script.hasReference = parts.hasReference(script.form);
  const fs::path folder = script.saveDir.empty() ? fs::path() : fs::path(path).parent_path() / script.saveDir;
  for (ReproInput& input : script.inputs)
    if (!folder.empty() && !input.hash.empty())
      input.file = (folder / "storages" / input.hash).lexically_normal().string();
  return script;
}

base::Result<ReproScript> readReproScript(const std::string& path) {
  // Opening a pipe without a writer would block.
  std::error_code unknown;
  const fs::file_status status = fs::status(path, unknown);
  if (fs::is_fifo(status) || fs::is_socket(status)) return refuseScript("This is a pipe, not a script.", path, 0);
  const auto file = files::readFile(path, kMaxScriptBytes);
  if (!file) return base::fail(file.error());
  auto script = reproScriptOf(file->bytes, path);
  if (!script) return script;
  for (ReproInput& input : script->inputs) {
    std::error_code error;
    input.isPresent = !input.file.empty() && fs::is_regular_file(input.file, error);
  }
  const std::size_t missing = script->missing().size();
  const auto saved = std::ranges::count_if(script->inputs, &ReproInput::isSaved);
  if (missing > 0 && !script->saveDir.empty())
    script->notes.push_back(std::to_string(missing) + " of " + std::to_string(saved) +
                            " saved inputs are not in save_dir on this machine; random numbers would take their place.");
  return script;
}

}  // namespace plumbline::runs
