// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "core/configs/catalogue.h"
#include "core/sources/formats/log_lines.h"
#include "core/sources/formats/source_text.h"
#include "core/text/ascii.h"

namespace plumbline::sources {
namespace {

constexpr std::size_t kMaxSections = 200, kMaxColumns = 32, kMaxRows = 100'000;

struct Title {
  std::string_view word, metric;
};
constexpr std::array kTitles = {Title{"accuracy", "accuracy"}, Title{"speedup", "speedup"},
                                Title{"compilation", "compilation_latency"}, Title{"compression", "compression_ratio"},
                                Title{"latency", "abs_latency"}};

std::string_view metricOf(std::string_view title) {
  const std::string words = text::toLower(title);
  for (const Title& known : kTitles)
    if (words.find(known.word) != std::string::npos) return known.metric;
  return {};
}

/// cellsOf "| a | b |"; none for other lines, such as "+---+".
std::vector<std::string_view> cellsOf(std::string_view line) {
  line = text::trimmed(line, text::kBlanks);
  std::vector<std::string_view> cells;
  if (line.size() < 2 || line.front() != '|' || line.back() != '|') return cells;
  for (std::size_t at = 1; at < line.size() && cells.size() < kMaxColumns;) {
    const std::size_t end = line.find('|', at);
    if (end == line.npos) break;
    cells.push_back(text::trimmed(line.substr(at, end - at), text::kBlanks));
    at = end + 1;
  }
  return cells;
}

bool isRule(std::string_view line) {
  line = text::trimmed(line, text::kBlanks);
  return line.size() > 2 && line.front() == '+' && line.find_first_not_of("+-=") == line.npos;
}

struct DashboardModel {
  std::string batchSize;
  std::map<std::string, std::string, std::less<>> metrics;
};
struct Section {
  std::string name;
  std::vector<std::string> compilers, metrics;
  std::vector<std::string> order;                              ///< of the models, as the first table has them
  std::map<std::pair<std::string, std::string>, DashboardModel> cells;  ///< by compiler and model
};

void addOnce(std::vector<std::string>& list, std::string_view word) {
  if (std::ranges::find(list, word) == list.end()) list.emplace_back(word);
}

class DashboardReader {
 public:
  explicit DashboardReader(const SourceText& text) : m_text(text) {}

  FormatPieces read() {
    LogLines lines(m_text.bytes);
    while (lines.next()) addLine(lines.text());
    FormatPieces out;
    for (const Section& section : m_sections) {
      for (const std::string& compiler : section.compilers) {
        out.isKnown = true;
        addPiece(section, compiler, out);
      }
    }
    return out;
  }

 private:
  void addLine(std::string_view line) {
    const std::string_view content = text::trimmed(line, text::kBlanks);
    if (content.starts_with('#')) {
      m_section = sectionName(content);
      m_header.clear();
    } else if (const auto cells = cellsOf(line); !cells.empty()) {
      addCells(cells);
    } else if (!isRule(line)) {
      m_header.clear();
      if (!content.empty() && !content.starts_with("```") && content.size() < 100) m_title = content;
    }
  }

  static std::string sectionName(std::string_view heading) {
    const std::string words = text::toLower(heading);
    for (const configs::Suite& suite : configs::catalogue().suites)
      for (const std::string& word : suite.words)
        if (words.find(word) != std::string::npos) return suite.name;
    return {};
  }

  void addCells(const std::vector<std::string_view>& cells) {
    if (m_header.empty()) {
      m_header.assign(cells.begin(), cells.end());
      m_metric = metricOf(m_title);
      const bool isOfModels = m_header.front() == "name" && m_header.size() > 1 && !m_metric.empty();
      if (!isOfModels) m_metric.clear();
      if (isOfModels && (m_sections.empty() || m_sections.back().name != m_section) && m_sections.size() < kMaxSections)
        m_sections.push_back({m_section, {}, {}, {}, {}});
      return;
    }
    if (m_metric.empty() || cells.size() != m_header.size() || m_sections.empty() || cells.front().empty()) return;
    Section& section = m_sections.back();
    if (section.cells.size() >= kMaxRows) return;
    const std::string model(cells.front());
    const bool hasBatch = m_header[1] == "bs";
    addOnce(section.metrics, m_metric);
    for (std::size_t c = hasBatch ? 2 : 1; c < cells.size(); ++c) {
      addOnce(section.compilers, m_header[c]);
      const auto [found, isNew] = section.cells.try_emplace({m_header[c], model});
      if (isNew && c == (hasBatch ? 2U : 1U)) section.order.push_back(model);
      if (hasBatch && found->second.batchSize.empty()) found->second.batchSize = cells[1];
      found->second.metrics.try_emplace(m_metric, cells[c]);
    }
  }

  void addPiece(const Section& section, const std::string& compiler, FormatPieces& out) const {
    std::vector<std::string> header{"name", "batch_size"};
    header.insert(header.end(), section.metrics.begin(), section.metrics.end());
    DerivedCsv csv(header);
    for (const std::string& model : section.order) {
      const auto found = section.cells.find({compiler, model});
      if (found == section.cells.end()) continue;
      std::vector<std::string> cells{model, found->second.batchSize};
      for (const std::string& metric : section.metrics) {
        const auto value = found->second.metrics.find(metric);
        cells.push_back(value == found->second.metrics.end() ? std::string() : value->second);
      }
      csv.add(cells);
    }
    Piece piece = partOf(m_text, (section.name.empty() ? std::string() : section.name + ".") + compiler);
    for (const Piece& other : out.pieces)
      if (other.origin == piece.origin) piece.origin += "." + std::to_string(out.pieces.size() + 1);
    piece.form = Form::Log;
    piece.unnamedReason = "A dashboard's text does not say which config of CI this was.";
    piece.table = csv.table(piece.origin);
    if (piece.table != nullptr) out.pieces.push_back(std::move(piece));
  }

  const SourceText& m_text;
  std::vector<Section> m_sections;
  std::string m_section, m_title, m_metric;
  std::vector<std::string> m_header;
};

}  // namespace

FormatPieces readDashboardText(const SourceText& text) {
  if (text.bytes.find("+--") == std::string::npos) return {};
  return DashboardReader(text).read();
}

}  // namespace plumbline::sources
