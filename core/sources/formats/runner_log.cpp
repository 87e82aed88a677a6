// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "core/configs/catalogue.h"
#include "core/sources/formats/log_lines.h"
#include "core/sources/formats/source_text.h"
#include "core/sources/open.h"
#include "core/text/ascii.h"
#include "core/verdicts/rule_sets/rule_set.h"

namespace plumbline::sources {
namespace {

bool isNumber(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size() && !text.empty() && text.front() != '-';
}
bool isCount(std::string_view text) { return text.size() < 12 && text::hasOnlyDigits(text); }

const verdicts::RuleSet& newestRules() {
  // Compiled-in data, parsed on first use.
  static const verdicts::RuleSet kRules = [] {
    const auto names = verdicts::generations();
    const auto rules = names.empty() ? verdicts::ruleSet({}) : verdicts::ruleSet(names.back());
    return rules ? **rules : verdicts::RuleSet{};
  }();
  return kRules;
}

/// isStatus of the benchmark, also with torchao's "-sqnr-39.586" behind it.
bool isStatus(std::string_view word) {
  constexpr std::string_view kNoise = "-sqnr-";
  if (const std::size_t at = word.find(kNoise); at != word.npos) word = word.substr(0, at);
  return newestRules().isKnownStatus(word);
}

std::optional<std::string> speedupIn(std::string_view word) {
  if (word.size() < 2 || word.back() != 'x' || !isNumber(word.substr(0, word.size() - 1))) return std::nullopt;
  return std::string(word.substr(0, word.size() - 1));
}

using configs::Mode;

std::optional<Mode> loggedModeOf(const std::string& word) {
  if (word == "train") return Mode::Training;
  if (word == "eval") return Mode::Inference;
  return std::nullopt;
}

/// A job's log is called after the job; '/' became '_' or a space there.
std::optional<configs::Identity> identityOfJob(const std::string& origin, std::optional<Mode> mode) {
  const std::size_t at = origin.rfind("test (");
  const std::size_t end = at == std::string::npos ? at : origin.find(')', at);
  if (end == std::string::npos || !mode) return std::nullopt;
  const std::size_t folder = origin.find_last_of("/!", at);
  const std::string front =
      origin.substr(folder == std::string::npos ? 0 : folder + 1, at - (folder == std::string::npos ? 0 : folder + 1));
  const auto shard = configs::shardOfJob(front + " / " + origin.substr(at, end + 1 - at));
  if (!shard) return std::nullopt;
  configs::Identity identity;
  identity.config = {shard->test, shard->suite, *mode, shard->platform, {}};
  identity.shard = shard->shard;
  identity.shards = shard->shards;
  identity.jobId = shard->jobId;
  identity.machine = shard->machine;
  return identity;
}

/// splitWords splits a line at blanks.
std::vector<std::string_view> splitWords(std::string_view line) {
  std::vector<std::string_view> words;
  for (std::size_t at = line.find_first_not_of(text::kBlanks); at != line.npos;) {
    const std::size_t end = std::min(line.find_first_of(text::kBlanks, at), line.size());
    words.push_back(line.substr(at, end - at));
    at = line.find_first_not_of(text::kBlanks, end);
  }
  return words;
}

/// LogGraphs is "Dynamo produced 4 graphs covering 211 ops with 3 graph breaks (2 unique)".
struct LogGraphs {
  std::string graphs, ops, breaks, unique;
};
std::optional<LogGraphs> graphsIn(std::string_view line) {
  if (line.find("Dynamo produced") == line.npos) return std::nullopt;
  auto words = splitWords(line.substr(line.find("Dynamo produced")));
  if (words.size() < 10 || words[3] != "graphs" || words[4] != "covering" || words[6] != "ops" || words[9] != "graph")
    return std::nullopt;
  LogGraphs graphs{std::string(words[2]), std::string(words[5]), std::string(words[8]), {}};
  if (words.size() > 11 && words[11].starts_with('(')) graphs.unique = words[11].substr(1);
  if (!isCount(graphs.graphs) || !isCount(graphs.ops) || !isCount(graphs.breaks)) return std::nullopt;
  if (!isCount(graphs.unique)) graphs.unique.clear();
  return graphs;
}

/// nameLogRun sets the piece's identity or the reason why it has none. The config is in the name of the log, which is
/// that of a job ("test (inductor_torchbench, 1, 2, machine)") or of a file of results; `mode` is "train", "eval", or
/// "" if the run does not give it.
void nameLogRun(Piece& piece, const std::string& origin, const std::string& mode, bool isAccuracy) {
  if (!isAccuracy) {
    piece.unnamedReason = "This run measured speed and not accuracy, so no baseline of CI is its own.";
    return;
  }
  const std::optional<Mode> logged = loggedModeOf(mode);
  if (auto identity = identityOfJob(origin, logged)) {
    piece.identity = std::move(identity);
    return;
  }
  std::string stem = origin;
  if (const std::size_t dot = stem.rfind('.'); dot != std::string::npos && dot > stem.find_last_of('/') + 1)
    stem.resize(dot);
  auto named = configs::identityOf(stem + ".csv");
  if (!named && logged) named = configs::identityOf(stem + "_" + std::string(configs::modeName(*logged)) + ".csv");
  if (!named) {
    piece.unnamedReason = "Neither the log nor its name gives the config of the run.";
  } else if (logged && named->config.mode != *logged) {
    piece.unnamedReason = "The name says " + std::string(configs::modeName(named->config.mode)) +
                          ", but this run is one of " + std::string(configs::modeName(*logged)) + ".";
  } else {
    piece.identity = *named;
  }
}

constexpr std::size_t kLinesPerStopCheck = 4096;
constexpr std::size_t kMaxLogRuns = 200, kMaxLogModels = 1'000'000;
constexpr std::size_t kMaxListedModels = 8;
constexpr std::string_view kTableFront = "dev,name,";  // what the benchmark's own CSV begins with (SPEC 11.2)

struct LogRow {
  LogModel model;
  LogGraphs graphs;
  std::size_t line = 0;
};

/// LogRun is the output of one start of the runner, in one mode.
struct LogRun {
  std::string mode, title;
  std::vector<LogRow> rows;
  std::vector<std::string> unanswered;
  std::set<std::string> seen;  ///< name and tag
  std::size_t begin = 0, end = 0;  ///< lines, the end not included
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
      if (i % kLinesPerStopCheck == 0 && progress.stopRequested()) return {};
      addLine(lines.text(), lines.number());
    }
    endModel();
    std::erase_if(m_tables, [](const PrintedTable& table) { return table.rows == 0; });
    if (m_runs.empty() && m_tables.empty()) return {};
    m_out.isKnown = true;
    m_causes = failureCauses(m_text.bytes, progress);
    for (std::size_t i = 0; i < m_runs.size(); ++i)
      m_runs[i].end = i + 1 < m_runs.size() ? m_runs[i + 1].begin : std::numeric_limits<std::size_t>::max();
    dropRunsThatAreTables();
    for (std::size_t i = 0; i < m_runs.size(); ++i) addPieces(m_runs[i], i);
    for (std::size_t i = 0; i < m_tables.size(); ++i) addPieces(m_tables[i], i);
    if (m_isFull) addProblem("This log has too many runs or models; the rest was left out.", "");
    if (m_out.pieces.empty() && m_out.problems.empty())
      addProblem("This log names models, but none of them has a result.", "The run may have been stopped early.");
    return std::move(m_out);
  }

 private:
  void addProblem(std::string text, std::string hint, std::size_t line = 0) {
    m_out.problems.push_back({base::ErrorCode::BadFormat, std::move(text), std::move(hint), m_text.origin, line});
  }

  void addLine(std::string_view line, std::size_t number) {
    if (addTableLine(line, number)) return;
    if (auto model = modelIn(line)) {
      endModel();
      begin(std::move(*model), number);
      if (brokenOff(line).starts_with(kRunFailed)) endModel();
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
    // Statuses below are those of models before: a parent may write them when the suite ends.
    if (messageIn(line).line.starts_with(kRunFailed)) return endModel();
    if (endsRun(line)) {
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

  /// addTableLine accepts the lines of a printed CSV: its header, and rows as long as the number of cells matches.
  bool addTableLine(std::string_view line, std::size_t number) {
    if (line.starts_with(kTableFront) && line.size() < 4096) {
      endModel();
      m_inTable = m_tables.size() < kMaxLogRuns;
      if (!m_inTable) return false;
      m_tables.push_back({std::string(line) + "\n", {}, number, 0});
      m_commas = std::ranges::count(line, ',');
      return true;
    }
    if (!m_inTable || line.empty()) return m_inTable;
    const auto commas = std::ranges::count(line, ',');
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
      if (m_runs.size() == kMaxLogRuns) {
        m_isFull = true;
        return;
      }
      m_runs.push_back({model.mode, std::exchange(m_title, {}), {}, {}, {}, number});
    }
    if (++m_models > kMaxLogModels) {
      m_isFull = true;
      return;
    }
    LogRun& run = m_runs.back();
    run.seen.insert(key);
    run.rows.push_back({std::move(model), {}, number});
    m_current = &run.rows.back();
  }

  /// endModel: a model without a result has crashed, or the log was cut there.
  void endModel() {
    if (m_current != nullptr && !m_current->model.answer) {
      LogRun& run = m_runs.back();
      run.unanswered.push_back(m_current->model.name);
      run.rows.pop_back();
    }
    m_current = nullptr;
  }

  /// dropRunsThatAreTables: a printed table has all of the run's lines above it, and more.
  void dropRunsThatAreTables() {
    std::erase_if(m_runs, [this](const LogRun& run) {
      return !run.rows.empty() && std::ranges::any_of(m_tables, [&](const PrintedTable& table) {
        return std::ranges::all_of(run.rows, [&](const LogRow& row) { return table.names.contains(row.model.name); });
      });
    });
  }

  void addPieces(const LogRun& run, std::size_t index) {
    const std::string part = m_runs.size() + m_tables.size() == 1
                                 ? run.mode
                                 : "run" + std::to_string(index + 1) + "." +
                                       (run.title.empty() ? std::string() : run.title + ".") + run.mode;
    reportUnanswered(run, part);
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
      if (std::ranges::any_of(run.rows, [&](const LogRow& row) { return !column.cell(row).empty(); }))
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
    add(part, csv.table(m_text.origin + "#" + part), run.mode, isAccuracy, run.begin, run.end);
  }

  void addPieces(const PrintedTable& table, std::size_t index) {
    const std::string part = "table" + std::to_string(index + 1);
    auto scanned = tables::CsvTable::scan(table.bytes, m_text.origin + "#" + part);
    // A table is printed behind its run.
    const std::size_t begin = index == 0 ? 1 : m_tables[index - 1].line;
    if (scanned.isValue())
      add(part, scanned.value(), {}, scanned.value()->columnOf("accuracy").has_value(), begin, table.line);
  }

  void add(const std::string& part, std::shared_ptr<const tables::CsvTable> table, const std::string& mode,
           bool isAccuracy, std::size_t begin, std::size_t end) {
    if (table == nullptr) return;
    Piece piece = partOf(m_text, part);
    piece.form = Form::Log;
    piece.table = std::move(table);
    nameLogRun(piece, m_text.origin, mode, isAccuracy);
    for (const FailureCause& cause : m_causes) {
      if (cause.begin < begin || cause.begin >= end) continue;
      // Of several runs above a table it has the last one's rows.
      if (mode.empty()) std::erase_if(piece.causes, [&](const FailureCause& known) { return known.model == cause.model; });
      piece.causes.push_back(cause);
      piece.causes.back().log = m_text.origin;
    }
    m_out.pieces.push_back(std::move(piece));
  }

  void reportUnanswered(const LogRun& run, const std::string& part) {
    if (run.unanswered.empty()) return;
    std::string names;
    for (std::size_t i = 0; i < std::min(run.unanswered.size(), kMaxListedModels); ++i)
      names += (i == 0 ? "" : ", ") + run.unanswered[i];
    if (run.unanswered.size() > kMaxListedModels) names += ", ...";
    addProblem(std::to_string(run.unanswered.size()) + " of the models in " + part + " have no result: " + names + ".",
            "They crashed or did not load; CI's CSV has no row of such models either.");
  }

  const SourceText& m_text;
  FormatPieces m_out;
  std::vector<LogRun> m_runs;
  std::vector<PrintedTable> m_tables;
  std::vector<FailureCause> m_causes;
  LogRow* m_current = nullptr;  ///< into the last run's rows
  std::string m_title;
  std::size_t m_models = 0;
  std::ptrdiff_t m_commas = 0;
  bool m_runEnded = false, m_inTable = false, m_isFull = false;
};

}  // namespace

std::optional<LogAnswer> answerIn(std::string_view line) {
  if (line.size() > 200) return std::nullopt;
  const auto words = splitWords(line);
  if (words.empty()) return std::nullopt;
  if (words.size() == 1 && isStatus(words[0])) return LogAnswer{std::string(words[0]), {}, {}};
  if (const auto speedup = speedupIn(words[0]); speedup && words.size() <= 4) return LogAnswer{{}, *speedup, {}};
  if (words.size() >= 3 && words[0] == "perf:" && isNumber(words[1]) && words[2] == "ms")
    return LogAnswer{{}, {}, std::string(words[1])};
  return std::nullopt;
}

std::string_view brokenOff(std::string_view line) {
  return line.substr(std::min({line.size(), line.find(kTraceback), line.find(kRunFailed)}));
}

std::optional<LogModel> modelIn(std::string_view line) {
  constexpr std::size_t kMaxLength = 400;
  if (line.size() > kMaxLength) return std::nullopt;
  line.remove_suffix(brokenOff(line).size());
  const auto words = splitWords(line);
  if (words.size() < 3 || (words[1] != "train" && words[1] != "eval")) return std::nullopt;
  if (configs::catalogue().device(words[0].substr(0, words[0].find(':'))) == nullptr) return std::nullopt;
  LogModel model{std::string(words[0]), std::string(words[1]), std::string(words[2]), {}, {}};
  if (words.size() == 3) return model;
  // A tag, an answer, or a tag and an answer may follow; anything else is not the benchmark's line.
  const auto behind = [&](std::size_t word) {
    return line.substr(static_cast<std::size_t>(words[word].data() - line.data()));
  };
  model.answer = answerIn(behind(3));
  if (model.answer) return model;
  model.tag = words[3];
  if (words.size() == 4) return model;
  model.answer = answerIn(behind(4));
  return model.answer ? std::optional(model) : std::nullopt;
}

std::string_view failedToLoad(std::string_view line) {
  constexpr std::string_view kFront = "WARNING:", kBack = " failed to load";
  if (!line.starts_with(kFront)) return {};
  line = line.substr(0, line.find_last_not_of(text::kBlanks) + 1);
  if (!line.ends_with(kBack)) return {};
  line.remove_suffix(kBack.size());
  const std::string_view name = line.substr(line.rfind(':') + 1);
  return name.find(' ') == name.npos ? name : std::string_view{};
}

bool endsRun(std::string_view line) {
  if (line.starts_with("start ")) return true;
  const auto words = splitWords(line.substr(0, std::min<std::size_t>(line.size(), 200)));
  if (words.size() < 2) return false;
  return words[1].starts_with("gmean=") || words[1].starts_with("mean=") || words[1].starts_with("pass_rate=");
}

FormatPieces readRunnerLog(const SourceText& text, const base::Progress& progress) {
  return LogReader(text).read(progress);
}

}  // namespace plumbline::sources
