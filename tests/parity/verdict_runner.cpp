// SPDX-License-Identifier: GPL-3.0-or-later
// Judges many pairs in one process, for tests that compare with the check scripts.
//
// Standard input, one case a line: check, rules, actual path, expected path, "=" and SHA1 (nothing for an unset SHA1),
// separated by tabs. Standard output, one answer a case: "exit crashed bytes", a line feed, that many bytes of the
// script's standard output, a line feed. A file that cannot be read ends the program with 3.
#include <cstdio>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/files/file_bytes.h"
#include "core/verdicts/check.h"
#include "core/verdicts/rule_sets/rule_set.h"

namespace {

using namespace plumbline;

std::vector<std::string> splitTabs(const std::string& line) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  for (std::size_t end = 0; end != std::string::npos; begin = end + 1) {
    end = line.find('\t', begin);
    parts.push_back(line.substr(begin, end == std::string::npos ? end : end - begin));
  }
  return parts;
}

tables::Frame readFrame(const std::string& path) {
  auto file = files::readFile(path);
  if (!file) {
    std::fprintf(stderr, "%s\n", base::describe(file.error()).c_str());
    std::exit(3);
  }
  auto table = tables::CsvTable::scan(std::move(file->bytes), path);
  if (!table.isValue()) {
    std::fprintf(stderr, "%s\n", base::describe(table.error()).c_str());
    std::exit(3);
  }
  return tables::Frame::of(table.value());
}

const verdicts::RuleSet& rulesOf(const std::string& generation) {
  static std::map<std::string, std::shared_ptr<const verdicts::RuleSet>> known;
  auto& rules = known[generation];
  if (!rules) rules = verdicts::ruleSet(generation).value();
  return *rules;
}

verdicts::CheckRun judge(const std::vector<std::string>& parts) {
  const verdicts::CheckInput input{{readFrame(parts[2])}, {readFrame(parts[3])}};
  verdicts::CheckArguments words{parts[2], parts[3], {}};
  if (parts[4].starts_with('=')) words.sha = parts[4].substr(1);
  const verdicts::RuleSet& rules = rulesOf(parts[1]);
  const verdicts::Check check = parts[0] == "accuracy" ? verdicts::Check::Accuracy
                                : parts[0] == "memory" ? verdicts::Check::Memory
                                                       : verdicts::Check::GraphBreaks;
  return checkPair(check, input, words, rules, verdicts::Want::Output);
}

}  // namespace

int main() {
  std::ios::sync_with_stdio(false);
  for (std::string line; std::getline(std::cin, line);) {
    const auto parts = splitTabs(line);
    if (parts.size() != 5) return 2;
    const verdicts::CheckRun run = judge(parts);
    std::printf("%d %d %zu\n", run.exitCode, run.crash ? 1 : 0, run.output.size());
    std::fwrite(run.output.data(), 1, run.output.size(), stdout);
    std::fputc('\n', stdout);
  }
  return 0;
}
