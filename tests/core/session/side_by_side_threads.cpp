// SPDX-License-Identifier: GPL-3.0-or-later
// A comparison made by two threads, then read by two threads, under the thread sanitizer: no Qt here, because its
// queued calls give false alarms. Exit 0 when the result is that of one thread.
#include <cstdio>
#include <string>

#include "core/tasks/both.h"
#include "core/verdicts/comparison.h"

using namespace plumbline;

namespace {

std::string pairText(bool actual) {
  std::string out = "name,accuracy,graph_breaks,compression_ratio\n";
  for (int i = 0; i < 5000; ++i) {
    const bool drifts = actual && i % 10 == 0;
    out += "model_" + std::to_string(i) + (drifts ? ",timeout," : ",pass,") + std::to_string(i % 7 + (drifts ? 1 : 0)) +
           ",1." + std::to_string(i % 90 + 10) + "\n";
  }
  return out;
}

std::shared_ptr<const verdicts::Comparison> make(base::SideBySide sideBySide) {
  auto actual = tables::CsvTable::scan(pairText(true), "actual.csv");
  auto expected = tables::CsvTable::scan(pairText(false), "expected.csv");
  auto rules = verdicts::ruleSet("2026-08");
  verdicts::ComparisonOptions options{*rules, {"actual.csv", "expected.csv", {}}, {}, std::move(sideBySide)};
  auto made = verdicts::Comparison::make({{actual.value()}, {expected.value()}}, options);
  return made.isValue() ? made.value() : nullptr;
}

std::size_t readAll(const verdicts::Comparison& comparison) {
  std::size_t letters = 0;
  for (std::size_t i = 0; i < comparison.rowCount(); i += 50) {
    letters += comparison.sentence(i).size() + comparison.scriptLines(i).size() + comparison.statusWord(i).size();
    for (std::size_t m = 0; m < comparison.metrics().size(); ++m) letters += comparison.cell(i, m).actualText.size();
  }
  return letters;
}

}  // namespace

int main() {
  const auto alone = make({});
  const auto together = make([](const std::function<void()>& one, const std::function<void()>& other) {
    (void)tasks::both([&] { return one(), 0; }, [&] { return other(), 0; });
  });
  if (!alone || !together) return 1;
  for (std::size_t i = 0; i < alone->rowCount(); ++i)
    if (alone->row(i).cls != together->row(i).cls || alone->row(i).findings != together->row(i).findings) return 1;
  const auto read = [&] { return readAll(*together); };
  const auto [first, second] = tasks::both(read, read);
  if (first != second || first != readAll(*alone)) return 1;
  std::puts("two threads agree with one");
  return 0;
}
