// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/verdicts/row_join.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <unordered_map>

#include "core/text/name_index.h"

namespace plumbline::verdicts {
namespace {

using tables::ColumnType;
using tables::Frame;
using tables::Value;
using tables::ValueKind;
using Matches = RowJoin::Matches;
using Occurs = Matches::Occurs;
using text::mixHash;
using text::NameIndex;

constexpr std::uint32_t kRowsPerReport = 1U << 16U;

/// NameSide is the `name` column of one file; null when it has none, or when it is not joined as this kind.
struct NameSide {
  const tables::Frame* frame = nullptr;
  const tables::TypedColumn* names = nullptr;
  std::uint32_t rows = 0;
};

/// LeftRows are the rows of a file that still have to be joined: some single ones, and all from `tail` on.
struct LeftRows {
  std::vector<std::uint32_t> single;
  std::uint32_t tail = 0;
  std::size_t count(const NameSide& side) const { return single.size() + side.rows - tail; }
  /// row is the i-th of them, in file order.
  std::uint32_t row(std::size_t i) const {
    return i < single.size() ? single[i] : tail + static_cast<std::uint32_t>(i - single.size());
  }
};

/// NameReader reads the texts of a name column, quickly where rows are requested one after the other.
class NameReader {
 public:
  explicit NameReader(const NameSide& side) : m_side(side) {}
  /// text is the name of a row as pandas sees it; it lives until the next call.
  std::string_view text(std::uint32_t row);

 private:
  static constexpr std::size_t kWindow = 256;
  const NameSide& m_side;
  std::vector<std::string_view> m_cells;
  std::uint32_t m_begin = 0;
  std::string m_scratch;
};

class NameAlignment {
 public:
  NameAlignment(const NameSide& actual, const NameSide& expected, Matches& join)
      : m_actual(actual), m_expected(expected), m_join(join) {}
  /// run joins what lines up, and says what is left; nothing lines up where a name occurs twice in a file, because a
  /// neighbour is then not the whole answer. False when `progress` requests a stop.
  bool run(const base::Progress& progress);
  const LeftRows& actualLeft() const { return m_actualLeft; }
  const LeftRows& expectedLeft() const { return m_expectedLeft; }

 private:
  bool isPossible() const;

  const NameSide& m_actual;
  const NameSide& m_expected;
  Matches& m_join;
  LeftRows m_actualLeft;
  LeftRows m_expectedLeft;
};

// So many models may be missing from the actual file in one place before the walk loses its way.
constexpr std::uint32_t kLookahead = 8;
// After so many models in a row without a partner the files are not in one order, and looking on would cost time.
constexpr std::uint32_t kMaxMisses = 64;

bool hasDuplicates(const NameSide& side) {
  // The scan has looked for names that occur twice already; among texts it leaves out only what pandas reads as NaN.
  return std::ranges::any_of(side.frame->table().diagnostics(), [](const tables::Diagnostic& d) {
    return d.kind == tables::DiagnosticKind::DuplicateModel;
  });
}

std::string_view NameReader::text(std::uint32_t row) {
  const tables::CsvTable& table = m_side.frame->table();
  if (row < m_begin || row >= m_begin + m_cells.size()) {
    m_begin = row;
    m_cells.resize(std::min<std::size_t>(kWindow, m_side.rows - row));
    table.rawCells(row, m_side.names->index(), m_cells);
  }
  return table.textOf(m_cells[row - m_begin], m_scratch);
}

bool NameAlignment::isPossible() const {
  return m_actual.names != nullptr && m_expected.names != nullptr && m_actual.names->type() == ColumnType::Text &&
         m_expected.names->type() == ColumnType::Text && !hasDuplicates(m_actual) && !hasDuplicates(m_expected);
}

bool NameAlignment::run(const base::Progress& progress) {
  if (!isPossible()) return true;
  NameReader actualNames(m_actual);
  NameReader expectedNames(m_expected);
  std::uint32_t at = 0;  // next row of the expected file
  std::uint32_t misses = 0;
  std::uint32_t row = 0;
  for (; row < m_actual.rows && misses < kMaxMisses; ++row) {
    if (row % kRowsPerReport == 0 && !progress.report(row, m_actual.rows)) return false;
    const std::string_view name = actualNames.text(row);
    if (tables::isNaWord(name)) continue;
    std::uint32_t found = at;
    const std::uint32_t end = std::min(m_expected.rows, at + kLookahead);
    while (found < end && expectedNames.text(found) != name) ++found;
    if (found == end) {
      m_actualLeft.single.push_back(row);
      ++misses;
      continue;
    }
    misses = 0;
    for (; at < found; ++at) m_expectedLeft.single.push_back(at);
    ++at;
    m_join.expected[row] = found;
    m_join.single[row] = Occurs::Once;
  }
  m_actualLeft.tail = row;
  m_expectedLeft.tail = at;
  return true;
}

/// TextJoin returns every different name among the rows that are left a group that knows the rows of both files.
class TextJoin {
 public:
  TextJoin(const NameSide& actual, const NameSide& expected, const NameAlignment& aligned, Matches& join)
      : m_actual{actual, aligned.actualLeft()}, m_expected{expected, aligned.expectedLeft()}, m_join(join) {}
  /// run fills the join; false when `progress` requests a stop.
  bool run(const base::Progress& progress);

 private:
  static constexpr std::size_t kBatch = 32;
  struct Part {
    const NameSide& side;
    const LeftRows& left;
    std::size_t count() const { return left.count(side); }
  };
  struct Group {
    std::uint32_t expected = kNoJoinRow;  ///< first row, and whether there are more
    std::uint32_t actual = kNoJoinRow;
  };
  bool addRows(const Part& part, std::uint32_t Group::*place, std::uint32_t* groupOfRow,
               const base::Progress& progress);
  void addBatch(const Part& part, std::size_t begin, std::uint32_t named, std::uint32_t Group::*place,
                std::uint32_t* groupOfRow);
  std::string_view nameOf(const Group& group);
  void grow();
  void resolve();
  void listNames();

  Part m_actual;
  Part m_expected;
  Matches& m_join;
  NameIndex m_index{std::max(m_actual.count(), m_expected.count())};
  std::vector<Group> m_groups;
  std::array<std::string, kBatch> m_scratch;
  std::array<std::string_view, kBatch> m_names;
  std::array<std::uint64_t, kBatch> m_hashes{};
  std::string m_groupScratch;
};

/// NumberJoin finds rows by value, in the arithmetic that pandas uses for the two types that meet.
class NumberJoin {
 public:
  NumberJoin(NameSide actual, NameSide expected, Matches& join)
      : m_actual(actual), m_expected(expected), m_join(join) {}
  /// run fills the join; false when `progress` requests a stop.
  bool run(const base::Progress& progress);

 private:
  struct Rows {
    std::uint32_t place = kNoJoinRow;
    bool met = false;  ///< an actual row has this name
  };
  /// The standard hash of a number is the number itself, which evenly spaced names would send to one bucket.
  struct MixedHash {
    std::size_t operator()(std::uint64_t key) const { return mixHash(key); }
  };
  using ByKey = std::unordered_map<std::uint64_t, Rows, MixedHash>;
  struct Index {
    ByKey whole;  ///< by exact value, for columns of whole numbers
    ByKey real;   ///< by value as a double
    bool isWhole = false;
    bool isSigned = false;
  };
  static bool build(const NameSide& side, Index& index, const base::Progress& progress);
  static Rows* find(Index& index, const tables::Value& name);
  void listNames();

  NameSide m_actual;
  NameSide m_expected;
  Matches& m_join;
  Index m_actualIndex;
  Index m_expectedIndex;
};

bool reportsOn(std::size_t row, std::size_t rows, const base::Progress& progress) {
  return row % kRowsPerReport != 0 || progress.report(row, rows);
}

std::uint64_t wholeKey(const Value& name) {
  switch (name.kind) {
    case ValueKind::Boolean: return name.boolean ? 1 : 0;
    case ValueKind::Unsigned: return name.unsignedInteger;
    default: return static_cast<std::uint64_t>(name.integer);
  }
}

std::uint64_t realKey(const Value& name) {
  const double real = name.asDouble();
  return std::bit_cast<std::uint64_t>(real == 0 ? 0.0 : real);  // -0.0 equals 0.0
}

bool TextJoin::run(const base::Progress& progress) {
  m_groups.reserve(std::max(m_actual.count(), m_expected.count()));
  if (!addRows(m_expected, &Group::expected, nullptr, progress)) return false;
  if (!addRows(m_actual, &Group::actual, m_join.expected.data(), progress)) return false;
  resolve();
  listNames();
  return true;
}

bool TextJoin::addRows(const Part& part, std::uint32_t Group::*place, std::uint32_t* groupOfRow,
                       const base::Progress& progress) {
  const std::size_t rows = part.count();
  for (std::size_t begin = 0; begin < rows; begin += kBatch) {
    if (!reportsOn(begin, rows, progress)) return false;
    const std::size_t count = std::min(kBatch, rows - begin);
    // All names of a batch are hashed before the first is looked up, so that the table's cache lines are under way.
    std::uint32_t named = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const Value name = part.side.names->at(part.left.row(begin + i), m_scratch[i]);
      if (name.kind != ValueKind::Text) continue;
      named |= 1U << i;
      m_names[i] = name.text;
      m_hashes[i] = text::hashName(name.text);
      m_index.prefetch(m_hashes[i]);
    }
    addBatch(part, begin, named, place, groupOfRow);
  }
  return true;
}

void TextJoin::addBatch(const Part& part, std::size_t begin, std::uint32_t named, std::uint32_t Group::*place,
                        std::uint32_t* groupOfRow) {
  for (; named != 0; named &= named - 1) {
    const auto i = static_cast<std::size_t>(std::countr_zero(named));
    const std::uint32_t row = part.left.row(begin + i);
    NameIndex::Slot& slot =
        m_index.find(m_hashes[i], [&](std::uint32_t group) { return nameOf(m_groups[group]) == m_names[i]; });
    if (slot.isFree()) {
      NameIndex::insert(slot, m_hashes[i], static_cast<std::uint32_t>(m_groups.size()));
      m_groups.emplace_back();
      Matches::countRow(m_groups.back().*place, row);
      if (groupOfRow != nullptr) groupOfRow[row] = static_cast<std::uint32_t>(m_groups.size() - 1);
      if (m_index.isFull(m_groups.size())) grow();
      continue;
    }
    Matches::countRow(m_groups[slot.group].*place, row);
    if (groupOfRow != nullptr) groupOfRow[row] = slot.group;
  }
}

std::string_view TextJoin::nameOf(const Group& group) {
  const bool inExpected = group.expected != kNoJoinRow;
  const std::uint32_t row = (inExpected ? group.expected : group.actual) & ~Matches::kSeveral;
  return (inExpected ? m_expected : m_actual).side.names->at(row, m_groupScratch).text;
}

/// grow is for files that have few names in common.
void TextJoin::grow() {
  NameIndex larger(2 * m_groups.size());
  for (std::uint32_t group = 0; group < m_groups.size(); ++group) {
    const std::uint64_t hash = text::hashName(nameOf(m_groups[group]));
    NameIndex::insert(larger.find(hash, [](std::uint32_t) { return false; }), hash, group);
  }
  m_index = std::move(larger);
}

/// resolve turns the group number of each actual row into the answers about that row.
void TextJoin::resolve() {
  for (std::size_t i = 0; i < m_actual.count(); ++i) {
    const std::uint32_t row = m_actual.left.row(i);
    std::uint32_t& place = m_join.expected[row];
    if (place == kNoJoinRow) continue;
    const Group& group = m_groups[place];
    const bool again = (group.actual & Matches::kSeveral) != 0;
    m_join.single[row] = again ? Occurs::Again : Occurs::Once;
    place = group.expected;
  }
}

void TextJoin::listNames() {
  for (const Group& group : m_groups) {
    const bool inExpected = group.expected != kNoJoinRow;
    if (inExpected && group.actual == kNoJoinRow) m_join.expectedOnly.push_back(group.expected & ~Matches::kSeveral);
    if (inExpected && (group.expected & Matches::kSeveral) != 0) {
      m_join.expectedAgain.push_back(group.expected & ~Matches::kSeveral);
    }
    if (group.actual != kNoJoinRow && (group.actual & Matches::kSeveral) != 0) {
      m_join.actualAgain.push_back(group.actual & ~Matches::kSeveral);
    }
  }
  // Groups are numbered in the order in which the expected file names them first, so only the actual rows need sorting.
  std::ranges::sort(m_join.actualAgain);
}

bool NumberJoin::run(const base::Progress& progress) {
  if (!build(m_expected, m_expectedIndex, progress) || !build(m_actual, m_actualIndex, progress)) return false;
  std::string scratch;
  for (std::size_t row = 0; row < m_actual.rows; ++row) {
    if (!reportsOn(row, m_actual.rows, progress)) return false;
    const Value name = m_actual.names->at(row, scratch);
    if (!name.isNumber()) continue;
    const std::uint32_t own = find(m_actualIndex, name)->place;
    const bool again = (own & Matches::kSeveral) != 0;
    if (again && (own & ~Matches::kSeveral) == row) m_join.actualAgain.push_back(static_cast<std::uint32_t>(row));
    m_join.single[row] = again ? Occurs::Again : Occurs::Once;
    if (Rows* rows = find(m_expectedIndex, name)) {
      rows->met = true;
      m_join.expected[row] = rows->place;
    }
  }
  listNames();
  return true;
}

bool NumberJoin::build(const NameSide& side, Index& index, const base::Progress& progress) {
  if (side.names == nullptr) return true;
  index.isWhole = side.names->type() != ColumnType::Real;
  index.isSigned = side.names->type() != ColumnType::Unsigned;
  std::string scratch;
  for (std::size_t row = 0; row < side.rows; ++row) {
    if (!reportsOn(row, side.rows, progress)) return false;
    const Value name = side.names->at(row, scratch);
    if (!name.isNumber()) continue;
    if (index.isWhole) Matches::countRow(index.whole[wholeKey(name)].place, static_cast<std::uint32_t>(row));
    Matches::countRow(index.real[realKey(name)].place, static_cast<std::uint32_t>(row));
  }
  return true;
}

NumberJoin::Rows* NumberJoin::find(Index& index, const Value& name) {
  const auto at = [](ByKey& rows, std::uint64_t key) {
    const auto found = rows.find(key);
    return found == rows.end() ? nullptr : &found->second;
  };
  // numpy compares whole numbers of one signedness exactly, and everything else after a conversion to float64.
  const bool tooBig = name.kind == ValueKind::Unsigned &&
                      name.unsignedInteger > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  const bool negative = name.kind == ValueKind::Integer && name.integer < 0;
  const bool exact = index.isWhole && name.kind != ValueKind::Real && !(index.isSigned ? tooBig : negative);
  return exact ? at(index.whole, wholeKey(name)) : at(index.real, realKey(name));
}

void NumberJoin::listNames() {
  std::string scratch;
  for (std::uint32_t row = 0; row < m_expected.rows; ++row) {
    const Value name = m_expected.names->at(row, scratch);
    if (!name.isNumber()) continue;
    const Rows* own = find(m_expectedIndex, name);
    if ((own->place & ~Matches::kSeveral) != row) continue;
    const Rows* real = find(m_expectedIndex, Value::ofReal(name.asDouble()));
    if (!own->met && !real->met) m_join.expectedOnly.push_back(row);
    if ((own->place & Matches::kSeveral) != 0) m_join.expectedAgain.push_back(row);
  }
}

}  // namespace

std::optional<RowJoin> RowJoin::make(const Frame& actual, const Frame& expected, const base::Progress& progress) {
  const auto isText = [](const NameSide& side) {
    return side.names->type() == ColumnType::Text || side.names->type() == ColumnType::RawText;
  };
  NameSide texts[2];
  NameSide numbers[2];
  const auto sideOf = [](const Frame& frame) {
    return NameSide{&frame, frame.column("name"), static_cast<std::uint32_t>(frame.rowCount())};
  };
  const NameSide sides[2] = {sideOf(actual), sideOf(expected)};
  for (std::size_t i = 0; i < 2; ++i) {
    if (sides[i].names != nullptr) (isText(sides[i]) ? texts : numbers)[i] = sides[i];
  }

  Matches join;
  join.expected.assign(actual.rowCount(), kNoJoinRow);
  join.single.assign(actual.rowCount(), Matches::Occurs::NotAName);
  NameAlignment aligned(texts[0], texts[1], join);
  if (!aligned.run(progress)) return std::nullopt;
  if (!TextJoin(texts[0], texts[1], aligned, join).run(progress)) return std::nullopt;
  if (!NumberJoin(numbers[0], numbers[1], join).run(progress)) return std::nullopt;
  return RowJoin(std::move(join));
}

}  // namespace plumbline::verdicts
