// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a table and any edits on it: refused with a word, or done so that the file reads back as its cells say,
// what was not named keeps its bytes, and the way back gives the same file. The last bytes of an input choose the edits.
//
//   CXX=clang++-16 cmake --preset headless -B build/fuzz -DPLUMBLINE_FUZZ=ON -DPLUMBLINE_TESTS=ON
//   cmake --build build/fuzz --target fuzz_editor
//   build/fuzz/tests/bin/fuzz_editor -max_total_time=60 CORPUS tests/data resources/samples
#include <fuzzer/FuzzedDataProvider.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "core/tables/csv_editor.h"
#include "core/text/line_diff.h"

namespace {

using namespace plumbline;
using namespace plumbline::tables;

void hold(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

struct Choice {
  unsigned kind = 0;
  std::size_t record = 0, field = 0;
  std::string text;
};

/// Cell is what a cell must be afterwards: these bytes, or (when it was named) this text.
struct Cell {
  std::string raw;
  std::optional<std::string> text;
};
using Row = std::vector<Cell>;

Row rowOf(const CsvTable& table, std::size_t record) {
  Row row;
  for (std::size_t field = 0; field < table.recordFieldCount(record); ++field) {
    const CellSpan span = *table.recordField(record, field);
    row.push_back({std::string(table.bytes().substr(span.begin, span.end - span.begin)), std::nullopt});
  }
  return row;
}

bool fits(const CsvTable& table, std::size_t record, const Row& want) {
  if (table.recordFieldCount(record) != want.size()) return false;
  std::string scratch;
  for (std::size_t field = 0; field < want.size(); ++field) {
    const CellSpan span = *table.recordField(record, field);
    const std::string_view raw = table.bytes().substr(span.begin, span.end - span.begin);
    if (want[field].text ? table.textOf(raw, scratch) != *want[field].text : raw != want[field].raw) return false;
  }
  return true;
}

std::shared_ptr<const CsvTable> scan(const std::string& bytes) {
  auto scanned = CsvTable::scan(bytes, "fuzz.csv");
  return scanned.isValue() ? scanned.value() : nullptr;
}

std::vector<TableEdit> editsOf(const std::vector<Choice>& choices, const CsvTable& table) {
  std::vector<TableEdit> edits;
  // One more than there are, so that what does not exist is asked for too.
  const std::size_t records = table.recordCount() + 1;
  const std::size_t fields = table.headerWidth() + 1;
  for (const Choice& choice : choices) {
    switch (choice.kind % 4) {
      case 0: edits.push_back(SetCell{choice.record % records, choice.field % fields, choice.text}); break;
      case 1: edits.push_back(AddRecord{std::vector<std::string>(choice.field % fields, choice.text)}); break;
      case 2: edits.push_back(RemoveRecord{choice.record % records}); break;
      default: edits.push_back(AddColumn{choice.text, std::vector<std::string>(choice.field % 3, choice.text)}); break;
    }
  }
  return edits;
}

/// rowsAfter checks the rows one by one: the old ones in their order, as they were or as they were set; new ones anywhere.
void rowsAfter(const CsvTable& before, const CsvTable& after, const std::vector<TableEdit>& edits) {
  std::vector<std::optional<Row>> old;
  std::vector<Row> added;
  bool widened = false;
  for (std::size_t record = 0; record < before.recordCount(); ++record) old.emplace_back(rowOf(before, record));
  std::string scratch;
  for (const TableEdit& edit : edits) {
    if (const auto* out = std::get_if<RemoveRecord>(&edit)) old[out->record].reset();
    if (std::holds_alternative<AddColumn>(edit)) widened = true;
    if (const auto* set = std::get_if<SetCell>(&edit)) {
      Row& row = *old[set->record];
      if (row.size() <= set->field) row.resize(set->field + 1);
      row[set->field].text = set->text;
    }
    if (const auto* in = std::get_if<AddRecord>(&edit)) {
      Row row(std::max(before.headerWidth() + before.leadingColumns(), in->cells.size()));
      for (std::size_t i = 0; i < row.size(); ++i) row[i].text = i < in->cells.size() ? in->cells[i] : std::string();
      added.push_back(std::move(row));
    }
  }
  std::size_t next = 0;
  std::size_t kept = 0;
  for (const auto& row : old) kept += row ? 1 : 0;
  hold(after.recordCount() == kept + added.size(), "as many rows as there should be");
  if (widened) return;  // the number of rows is enough; the property test looks at columns
  for (std::size_t record = 0; record < after.recordCount(); ++record) {
    while (next < old.size() && !old[next]) ++next;
    if (next < old.size() && fits(after, record, *old[next])) {
      ++next;
      continue;
    }
    bool isNew = false;
    for (std::size_t i = 0; i < added.size() && !isNew; ++i) {
      if (!fits(after, record, added[i])) continue;
      added.erase(added.begin() + static_cast<std::ptrdiff_t>(i));
      isNew = true;
    }
    hold(isNew, "each row is an old one in its order or a new one");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 16'384) return -1;  // long tables say nothing about edits that short ones do not
  FuzzedDataProvider input(data, size);
  static const char* const kTexts[] = {"", "pass", "0", "a,b", "say \"x\"", " ", "#x", "=======", "<<<<<<< a", "\xEF\xBB\xBF", "x"};
  std::vector<Choice> choices(input.ConsumeIntegralInRange<std::size_t>(1, 5));
  const Key key{input.ConsumeIntegralInRange<std::size_t>(0, 2), input.ConsumeBool()};
  for (Choice& choice : choices) {
    choice = {input.ConsumeIntegral<std::uint8_t>(), input.ConsumeIntegral<std::uint8_t>(), input.ConsumeIntegral<std::uint8_t>(), {}};
    choice.text = input.ConsumeBool() ? std::string(input.PickValueInArray(kTexts)) : input.ConsumeRandomLengthString(6);
  }
  const std::string bytes = input.ConsumeRemainingBytesAsString();
  const auto table = scan(bytes);
  if (!table) return 0;
  (void)shapeOf(*table, key);
  const std::vector<TableEdit> edits = editsOf(choices, *table);
  const auto planned = editsFor(*table, key, edits);
  if (!planned) {
    hold(!planned.error().text.empty() && planned.error().file == "fuzz.csv", "a refusal says why and where");
    return 0;
  }
  const auto after = text::applied(bytes, *planned);
  hold(after.has_value(), "planned edits apply");
  const text::ByteEdits back = text::inverse(bytes, *planned);
  hold(text::applied(*after, back).value_or("") == bytes, "the way back gives the same bytes");
  const auto again = scan(*after);
  hold(again != nullptr, "the result is a table");
  if (again->recordCount() != 0 && again->pandasError()) std::fprintf(stderr, "%s\n", again->pandasError()->text.c_str());
  hold(again->recordCount() == 0 || !again->pandasError(), "pandas still reads the file");
  rowsAfter(*table, *again, edits);

  const text::Reapplied merged = text::reapply(bytes, *after, bytes);
  hold(merged.bytes == *after && merged.refused.empty(), "re-applying on the same file is applying");
  hold(text::unifiedDiff({"a/x", "b/x"}, bytes, *after).empty() == (bytes == *after), "a diff exactly where something changed");
  return 0;
}
