// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/runner_log.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

#include "core/sources/derived_csv.h"
#include "core/sources/log_answer.h"
#include "core/sources/log_identity.h"
#include "core/sources/log_lines.h"

namespace plumbline::sources {
namespace {

constexpr std::size_t kAskEvery = 4096;
constexpr std::size_t kMostRuns = 1000, kMostModels = 1'000'000;
constexpr std::size_t kNamedModels = 8;
constexpr std::string_view kTableFront = "dev,name,";  // what the benchmark's own CSV begins with (SPEC 11.2)

struct LogRow {
  LogModel model;
  LogGraphs graphs;
  std::size_t line = 0;
};

/// LogRun is what one start of the runner said, in one mode.
struct LogRun {
  std::string mode, title;
  std::vector<LogRow> rows;
  std::vector<std::string> unanswered;
  std::set<std::string> seen;  ///< name and tag
};

struct PrintedTable {
  std::string bytes;
  std::set<std::string> names;
  std::size_t line = 0, rows = 0;
};

class LogReader {
 public:
  explicit LogReader(const SourceText& text) : m_text(text) {}

  FormatPieces read(const base::Progress& progress) {
    LogLines lines(m_text.bytes);
    for (std::size_t i = 0; lines.next(); ++i) {
      if (i % kAskEvery == 0 && progress.stopRequested()) return {};
      take(lines.text(), lines.number());
    }
    endModel();
    std::erase_if(m_tables, [](const PrintedTable& table) { return table.rows == 0; });
    if (m_runs.empty() && m_tables.empty()) return {};
    m_out.isKnown = true;
    dropRunsThatAreTables();
    for (std::size_t i = 0; i < m_runs.size(); ++i) make(m_runs[i], i);
    for (std::size_t i = 0; i < m_tables.size(); ++i) make(m_tables[i], i);
    if (m_isFull) problem("This log has more runs or models than any real one; the rest was left out.", "");
    if (m_out.pieces.empty() && m_out.problems.empty())
      problem("This log names models, and not one of them gave an answer.", "The run may have been stopped early.");
    return std::move(m_out);
  }

 private:
  void problem(std::string text, std::string hint, std::size_t line = 0) {
    m_out.problems.push_back({base::ErrorCode::BadFormat, std::move(text), std::move(hint), m_text.origin, line});
  }

  void take(std::string_view line, std::size_t number) {
    if (takeTable(line, number)) return;
    if (auto model = modelIn(line)) {
      endModel();
      begin(std::move(*model), number);
      return;
    }
    if (const std::string_view name = failedToLoad(line); !name.empty()) {
      endModel();
      if (!m_runs.empty()) m_runs.back().unanswered.emplace_back(name);
      return;
    }
    if (const auto graphs = graphsIn(line)) {
      if (m_current != nullptr) m_current->graphs = *graphs;
      return;
    }
    if (line.starts_with("start ") && line.size() < 80) m_title = line.substr(6);
    if (isSummary(line) || line.starts_with("start ")) {
      endModel();
      m_runEnded = true;
      return;
    }
    if (m_current == nullptr || m_current->model.answer) return;
    if (auto answer = answerIn(line)) {
      m_current->model.answer = std::move(answer);
      m_current->line = number;
    }
  }

  /// Lines of a CSV that was printed: its header, and as long as the number of cells is right, its rows.
  bool takeTable(std::string_view line, std::size_t number) {
    if (line.starts_with(kTableFront) && line.size() < 4096) {
      endModel();
      m_inTable = m_tables.size() < kMostRuns;
      if (!m_inTable) return false;
      m_tables.push_back({std::string(line) + "\n", {}, number, 0});
      m_commas = std::count(line.begin(), line.end(), ',');
      return true;
    }
    if (!m_inTable || line.empty()) return m_inTable;
    const auto commas = std::count(line.begin(), line.end(), ',');
    const std::size_t first = line.find(',');
    if (commas != m_commas || line.find(' ') != line.npos) {
      m_inTable = false;
      return false;
    }
    PrintedTable& table = m_tables.back();
    table.bytes.append(line).append("\n");
    table.names.emplace(line.substr(first + 1, line.find(',', first + 1) - first - 1));
    ++table.rows;
    return true;
  }

  void begin(LogModel model, std::size_t number) {
    const std::string key = model.name + " " + model.tag;
    const bool goesOn =
        !m_runs.empty() && !m_runEnded && m_runs.back().mode == model.mode && !m_runs.back().seen.contains(key);
    if (!goesOn) {
      m_runEnded = false;
      if (m_runs.size() == kMostRuns) {
        m_isFull = true;
        return;
      }
      m_runs.push_back({model.mode, std::exchange(m_title, {}), {}, {}, {}});
    }
    if (++m_models > kMostModels) {
      m_isFull = true;
      return;
    }
    LogRun& run = m_runs.back();
    run.seen.insert(key);
    run.rows.push_back({std::move(model), {}, number});
    m_current = &run.rows.back();
  }

  /// A model without an answer has crashed, or the log was cut there.
  void endModel() {
    if (m_current != nullptr && !m_current->model.answer) {
      LogRun& run = m_runs.back();
      run.unanswered.push_back(m_current->model.name);
      run.rows.pop_back();
    }
    m_current = nullptr;
  }

  /// A printed table holds more than the lines above it that say the same.
  void dropRunsThatAreTables() {
    std::erase_if(m_runs, [this](const LogRun& run) {
      return !run.rows.empty() && std::any_of(m_tables.begin(), m_tables.end(), [&](const PrintedTable& table) {
        return std::all_of(run.rows.begin(), run.rows.end(),
                           [&](const LogRow& row) { return table.names.contains(row.model.name); });
      });
    });
  }

  void make(const LogRun& run, std::size_t index) {
    const std::string part = m_runs.size() + m_tables.size() == 1
                                 ? run.mode
                                 : "run" + std::to_string(index + 1) + "." +
                                       (run.title.empty() ? std::string() : run.title + ".") + run.mode;
    sayUnanswered(run, part);
    if (run.rows.empty()) return;
    using Cell = std::string (*)(const LogRow&);
    struct Column {
      const char* title;
      Cell cell;
    };
    static constexpr std::array<Column, 12> kColumns = {{
        {"dev", [](const LogRow& r) { return r.model.device; }},
        {"mode", [](const LogRow& r) { return r.model.mode; }},
        {"name", [](const LogRow& r) { return r.model.name; }},
        {"tag", [](const LogRow& r) { return r.model.tag; }},
        {"accuracy", [](const LogRow& r) { return r.model.answer->accuracy; }},
        {"speedup", [](const LogRow& r) { return r.model.answer->speedup; }},
        {"abs_latency", [](const LogRow& r) { return r.model.answer->absLatency; }},
        {"calls_captured", [](const LogRow& r) { return r.graphs.ops; }},
        {"unique_graphs", [](const LogRow& r) { return r.graphs.graphs; }},
        {"graph_breaks", [](const LogRow& r) { return r.graphs.breaks; }},
        {"unique_graph_breaks", [](const LogRow& r) { return r.graphs.unique; }},
        {"log_line", [](const LogRow& r) { return std::to_string(r.line); }},
    }};
    std::vector<const Column*> used;
    for (const Column& column : kColumns)
      if (std::any_of(run.rows.begin(), run.rows.end(), [&](const LogRow& row) { return !column.cell(row).empty(); }))
        used.push_back(&column);
    const auto cells = [&used](auto cell) {
      std::vector<std::string> out;
      for (const Column* column : used) out.push_back(cell(*column));
      return out;
    };
    DerivedCsv csv(cells([](const Column& c) { return std::string(c.title); }));
    for (const LogRow& row : run.rows) csv.add(cells([&row](const Column& c) { return c.cell(row); }));
    const bool isAccuracy = std::any_of(run.rows.begin(), run.rows.end(),
                                        [](const LogRow& r) { return !r.model.answer->accuracy.empty(); });
    add(part, csv.table(m_text.origin + "#" + part), run.mode, isAccuracy);
  }

  void make(const PrintedTable& table, std::size_t index) {
    const std::string part = "table" + std::to_string(index + 1);
    auto scanned = tables::CsvTable::scan(table.bytes, m_text.origin + "#" + part);
    if (scanned.isValue()) add(part, scanned.value(), {}, scanned.value()->columnOf("accuracy").has_value());
  }

  void add(const std::string& part, std::shared_ptr<const tables::CsvTable> table, const std::string& mode,
           bool isAccuracy) {
    if (table == nullptr) return;
    Piece piece = partOf(m_text, part);
    piece.form = Form::Log;
    piece.table = std::move(table);
    nameLogRun(piece, m_text.origin, mode, isAccuracy);
    m_out.pieces.push_back(std::move(piece));
  }

  void sayUnanswered(const LogRun& run, const std::string& part) {
    if (run.unanswered.empty()) return;
    std::string names;
    for (std::size_t i = 0; i < std::min(run.unanswered.size(), kNamedModels); ++i)
      names += (i == 0 ? "" : ", ") + run.unanswered[i];
    if (run.unanswered.size() > kNamedModels) names += ", ...";
    problem(std::to_string(run.unanswered.size()) + " of the models in " + part + " gave no answer: " + names + ".",
            "They crashed or did not load; CI's CSV has no row of such models either.");
  }

  const SourceText& m_text;
  FormatPieces m_out;
  std::vector<LogRun> m_runs;
  std::vector<PrintedTable> m_tables;
  LogRow* m_current = nullptr;  ///< into the last run's rows; set anew with every model
  std::string m_title;
  std::size_t m_models = 0;
  std::ptrdiff_t m_commas = 0;
  bool m_runEnded = false, m_inTable = false, m_isFull = false;
};

}  // namespace

FormatPieces readRunnerLog(const SourceText& text, const base::Progress& progress) {
  return LogReader(text).read(progress);
}

}  // namespace plumbline::sources
