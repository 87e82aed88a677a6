// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/baselines/conflict_blocks.h"

#include <set>

#include "core/tables/csv_table.h"

namespace plumbline::baselines {
namespace {

constexpr std::size_t kMarkerLength = 7;

/// markerOf returns '<', '|', '=' or '>' for a line of git's, 0 for any other. ======= stands alone on its line.
char markerOf(std::string_view line) {
  if (line.size() < kMarkerLength) return '\0';
  const char c = line.front();
  if (c != '<' && c != '|' && c != '=' && c != '>') return '\0';
  if (line.substr(0, kMarkerLength).find_first_not_of(c) != std::string_view::npos) return '\0';
  const std::string_view rest = line.substr(kMarkerLength);
  if (rest.empty()) return c;
  return rest.front() == ' ' && c != '=' ? c : '\0';
}

std::string labelOf(std::string_view line) {
  return line.size() > kMarkerLength + 1 ? std::string(line.substr(kMarkerLength + 1)) : std::string();
}

class Reader {
 public:
  Reader(std::string_view bytes, const std::string& path) : m_bytes(bytes), m_path(path) {}

  base::Result<std::vector<ConflictBlock>> read() {
    for (std::size_t begin = 0; begin < m_bytes.size();) {
      const std::size_t feed = m_bytes.find('\n', begin);
      const std::size_t end = feed == std::string_view::npos ? m_bytes.size() : feed + 1;
      ++m_line;
      if (auto error = take(begin, end)) return base::fail(*std::move(error));
      begin = end;
    }
    if (m_part != Part::Outside) return base::fail(bad("This conflict has no end: >>>>>>> is missing.", m_block.line));
    return std::move(m_blocks);
  }

 private:
  enum class Part { Outside, Ours, Base, Theirs };

  std::optional<base::Error> take(std::size_t begin, std::size_t end) {
    const std::string_view whole = m_bytes.substr(begin, end - begin);
    std::string_view line = whole;
    while (line.ends_with('\n') || line.ends_with('\r')) line.remove_suffix(1);
    switch (markerOf(line)) {
      case '<':
        if (m_part != Part::Outside)
          return bad("A conflict begins inside the one that begins in line " + std::to_string(m_block.line) + '.',
                     m_line);
        m_block = {};
        m_block.begin = begin;
        m_block.line = m_line;
        m_block.oursLabel = labelOf(line);
        m_part = Part::Ours;
        return std::nullopt;
      case '|':
        if (m_part != Part::Ours) return outOfPlace(line);
        m_block.baseLabel = labelOf(line);
        m_block.base.emplace();
        m_part = Part::Base;
        return std::nullopt;
      case '=':
        if (m_part != Part::Ours && m_part != Part::Base) return outOfPlace(line);
        m_part = Part::Theirs;
        return std::nullopt;
      case '>':
        if (m_part != Part::Theirs) return outOfPlace(line);
        m_block.theirsLabel = labelOf(line);
        m_block.end = end;
        m_blocks.push_back(std::move(m_block));
        m_part = Part::Outside;
        return std::nullopt;
      default:
        if (m_part == Part::Ours) m_block.ours += whole;
        if (m_part == Part::Base) *m_block.base += whole;
        if (m_part == Part::Theirs) m_block.theirs += whole;
        return std::nullopt;
    }
  }

  std::optional<base::Error> outOfPlace(std::string_view line) const {
    return bad("This " + std::string(line.substr(0, kMarkerLength)) + " belongs to no conflict.", m_line);
  }
  base::Error bad(std::string text, std::size_t line) const {
    return {base::ErrorCode::BadFormat, std::move(text), "Put the markers right in an editor.", m_path, line, 0};
  }

  std::string_view m_bytes;
  const std::string& m_path;
  std::size_t m_line = 0;
  Part m_part = Part::Outside;
  ConflictBlock m_block;
  std::vector<ConflictBlock> m_blocks;
};

/// Rows of one side as the file's header names them; each with the blank lines behind it.
struct SideRow {
  std::string name;
  std::string text;
};

std::vector<SideRow> rowsOf(const std::string& header, const std::string& side) {
  std::vector<SideRow> rows;
  const auto scanned = tables::CsvTable::scan(header + '\n' + side, "");
  if (!scanned.isValue()) return rows;
  const tables::CsvTable& table = *scanned.value();
  const std::size_t column = table.columnOf("name").value_or(0);
  std::string scratch;
  for (std::size_t row = 0; row < table.rowCount(); ++row) {
    const std::size_t begin = table.recordSpan(row).begin;
    const std::size_t end = row + 1 < table.rowCount() ? table.recordSpan(row + 1).begin : table.bytes().size();
    rows.push_back(
        {std::string(table.cell(row, column, scratch)), std::string(table.bytes().substr(begin, end - begin))});
  }
  return rows;
}

/// bothSides keeps our side as it is, and adds what only theirs has.
std::string bothSides(const std::string& header, const ConflictBlock& block) {
  std::set<std::string> known;
  for (const SideRow& row : rowsOf(header, block.ours)) known.insert(row.name);
  std::string out = block.ours;
  for (const SideRow& row : rowsOf(header, block.theirs))
    if (known.insert(row.name).second) out += row.text;
  return out;
}

std::string headerOf(std::string_view bytes) {
  const auto scanned = tables::CsvTable::scan(std::string(bytes), "");
  if (!scanned.isValue()) return {};
  const tables::CellSpan span = scanned.value()->headerSpan();
  return std::string(bytes.substr(span.begin, span.end - span.begin));
}

}  // namespace

base::Result<std::vector<ConflictBlock>> conflictBlocks(std::string_view bytes, const std::string& path) {
  return Reader(bytes, path).read();
}

base::Result<std::string> resolved(std::string_view bytes, const std::string& path,
                                   const std::vector<ConflictChoice>& choices) {
  const auto blocks = conflictBlocks(bytes, path);
  if (!blocks) return base::fail(blocks.error());
  if (choices.size() != blocks->size())
    return base::fail(base::ErrorCode::BadArgument,
                      "Conflicts in the file: " + std::to_string(blocks->size()) +
                          "; choices: " + std::to_string(choices.size()) + '.',
                      "Choose a side for each conflict.", path);
  std::string out;
  std::string header;
  std::size_t at = 0;
  for (std::size_t i = 0; i < blocks->size(); ++i) {
    const ConflictBlock& block = (*blocks)[i];
    out += bytes.substr(at, block.begin - at);
    at = block.end;
    switch (choices[i]) {
      case ConflictChoice::Ours:
        out += block.ours;
        break;
      case ConflictChoice::Theirs:
        out += block.theirs;
        break;
      case ConflictChoice::Both:
        if (header.empty()) header = headerOf(bytes);
        out += bothSides(header, block);
        break;
    }
  }
  return out + std::string(bytes.substr(at));
}

}  // namespace plumbline::baselines
