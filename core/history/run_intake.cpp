// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/run_intake.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <iterator>
#include <map>
#include <set>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/configs/catalogue.h"
#include "core/history/baseline_changes.h"
#include "core/history/streaks.h"
#include "core/text/ascii.h"
#include "core/text/quantities.h"
#include "core/text/sha256.h"

namespace plumbline::history {
namespace {

/// Columns that describe a row: of a result, and of a table made from a log.
constexpr std::array<std::string_view, 6> kNoMetrics = {"name", "dev", "batch_size", "mode", "tag", "log_line"};
constexpr std::size_t kValuesAtOnce = 200'000;  // of one transaction
constexpr std::size_t kMaxCacheRepeats = 10'000, kMaxCacheBytes = 16'000'000;  // of a file's records; all repeats have what is known of the run
constexpr std::int64_t kNsOfSecond = 1'000'000'000;
constexpr std::int64_t kNsOfFileTime = 2 * kNsOfSecond;  // what a file out of a zip keeps

/// contentOf is what makes a table another one. For HUD's records that are the values alone: the same job may stand in several files.
std::string contentOf(const sources::Piece& piece) {
  const tables::CsvTable& table = *piece.table;
  const auto nameColumn = table.columnOf(kNoMetrics.front());
  if (piece.form != sources::Form::HudJson || !nameColumn) return std::string(table.bytes());
  std::vector<std::string> cells;
  std::string scratch;
  for (std::size_t row = 0; row < table.rowCount(); ++row) {
    const std::string model(table.cell(row, *nameColumn, scratch));
    for (std::size_t column = 0; column < table.columnNames().size(); ++column) {
      const std::string& metric = table.columnNames()[column];
      const std::string cell(table.cell(row, column, scratch));
      if (cell.empty() || std::ranges::find(kNoMetrics, metric) != kNoMetrics.end()) continue;
      std::string& content = cells.emplace_back(model);
      for (const std::string* part : {&metric, &cell}) content.append(1, '\0').append(*part);
      content += '\0';
    }
  }
  std::ranges::sort(cells);
  std::string content;
  for (const std::string& cell : cells) content += cell;
  return content;
}

/// hashOf says which run this is: where the file lies plays no part in it.
std::string hashOf(const sources::Piece& piece, const RunInfo& info, const std::string& config) {
  std::string content = config;
  for (const std::string* part : {&info.commit, &info.workflowId, &info.jobId, &info.machine}) content.append(1, '\0').append(*part);
  for (const int part : {info.attempt, info.shard, info.shards}) content.append(1, '\0').append(std::to_string(part));
  if (!info.image.empty()) content.append(1, '\0').append(info.image);
  if (info.jobId.empty()) {  // runs of one's own often have equal content
    const sources::RunDetails& details = piece.notes.details;
    content.append(1, '\0').append(details.run);
    if (details.measuredAt > 0)
      content.append(1, '\0').append(std::to_string(details.measuredAt));
    else if (info.commit.empty() && details.run.empty())
      content.append(1, '\0').append(std::to_string(piece.stamp.modifiedNs / kNsOfFileTime) + ' ' + std::to_string(info.commitTime));
  }
  return text::sha256Hex(content + '\0' + contentOf(piece));
}

RunInfo infoOf(const sources::Piece& piece, const configs::Identity& identity, const IntakeOptions& options) {
  RunInfo info;
  info.commit = identity.commit.empty() ? options.commit : identity.commit;
  info.commitTime = options.commit.empty() || info.commit == options.commit ? options.commitTime : 0;
  const sources::RunDetails& details = piece.notes.details;
  info.branch = details.branch.empty() ? options.branch : details.branch;
  info.workflow = details.workflow;
  info.workflowId = identity.workflowId;
  info.job = details.job;
  info.jobId = identity.jobId;
  info.attempt = identity.attempt;
  info.shard = identity.shard;
  info.shards = identity.shards;
  info.machine = identity.machine;
  info.image = details.image;
  info.torchVersion = details.torchVersion;
  info.pins = pinLines(details.pins);
  info.device = configs::partsOf(identity.config).device;
  info.origin = piece.origin;
  info.measuredAt = details.measuredAt > 0 ? details.measuredAt : piece.stamp.modifiedNs / kNsOfSecond;
  info.contentHash = hashOf(piece, info, configs::configName(identity.config));
  return info;
}

/// metricOf names compile times with a filled cache apart from those with an empty one: they are another series.
std::string metricOf(const std::string& column, sources::CompileCache cache) {
  const bool isOther = column == sources::kCompileTimeColumn && !sources::comparesCompileTimes(cache, sources::CompileCache::Cold);
  return isOther ? column + " (" + std::string(sources::cacheName(cache)) + " cache)" : column;
}

/// SeriesPool has each series of a piece once, for all its runs.
class SeriesPool {
 public:
  SharedKey of(const std::string& suite, const std::string& config, const std::string& model, const std::string& metric, const char* unit = "") {
    m_text.assign(model).append(1, '\0').append(metric);
    const auto found = m_keys.find(m_text);
    return found != m_keys.end() ? found->second : m_keys.emplace(m_text, SharedKey(suite, config, model, metric, unit)).first->second;
  }

 private:
  std::unordered_map<std::string, SharedKey> m_keys;
  std::string m_text;
};

RunRecord recordOf(const sources::Piece& piece, std::size_t nameColumn, const IntakeOptions& options, SeriesPool& pool) {
  const configs::Identity& identity = *piece.identity;
  const tables::CsvTable& table = *piece.table;
  RunRecord record{.info = infoOf(piece, identity, options), .samples = {}};
  const std::string config = configs::configName(identity.config);
  std::string scratch;
  for (std::size_t row = 0; row < table.rowCount(); ++row) {
    const std::string model(table.cell(row, nameColumn, scratch));
    for (std::size_t column = 0; column < table.columnNames().size(); ++column) {
      const std::string& metric = table.columnNames()[column];
      if (std::ranges::find(kNoMetrics, metric) != kNoMetrics.end()) continue;
      const std::string cell(table.cell(row, column, scratch));
      if (cell.empty() && piece.form == sources::Form::HudJson) continue;  // there is no record of it
      const auto number = finiteNumber(cell);
      record.samples.push_back({pool.of(identity.config.suite, config, model, metricOf(metric, piece.notes.cache)), number, number ? std::string() : cell});
    }
  }
  return record;
}

/// isLoose: the piece's file was itself named to be opened, not a folder or an archive around it.
bool isLoose(const sources::Opened& opened, const sources::Piece& piece) {
  if (piece.source >= opened.paths.size()) return false;
  const std::string& path = opened.paths[piece.source].path;
  return piece.origin == path || piece.origin.starts_with(path + '#');
}

/// placesIn are the places of the pieces below the folder that all pieces of their source have in common: a folder, its copy and its zip
/// have the same ones. Files that were named themselves are one source.
std::vector<std::string> placesIn(const sources::Opened& opened) {
  std::vector<std::string> places;
  std::vector<std::size_t> sources;
  std::map<std::size_t, std::string> folders;  // by source
  for (const sources::Piece& piece : opened.pieces) {
    std::string place = piece.origin;
    for (std::size_t member = 0; (member = place.find(sources::kZipMember)) != place.npos;) place.replace(member, sources::kZipMember.size(), "/");
    sources.push_back(isLoose(opened, piece) ? opened.paths.size() : piece.source);
    const std::size_t length = place.rfind('/') + 1;  // 0 without a folder
    std::string& folder = folders.try_emplace(sources.back(), place, 0, length).first->second;
    while (!place.starts_with(folder)) folder.resize(folder.size() < 2 ? 0 : folder.rfind('/', folder.size() - 2) + 1);
    places.push_back(std::move(place));
  }
  for (std::size_t i = 0; i < places.size(); ++i) places[i].erase(0, folders.at(sources[i]).size());
  return places;
}

/// tellPlacesApart numbers runs that are equal but for their place among what was opened; `places` has one for each run.
void tellPlacesApart(std::vector<RunRecord>& runs, const std::vector<std::string>& places) {
  std::map<std::string, std::set<std::string>> placesOf;  // by hash
  for (std::size_t i = 0; i < runs.size(); ++i) placesOf[runs[i].info.contentHash].insert(places[i]);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    RunInfo& info = runs[i].info;
    const std::set<std::string>& equal = placesOf.at(info.contentHash);
    const auto number = std::distance(equal.begin(), equal.find(places[i]));
    if (info.jobId.empty() && number > 0) info.contentHash = text::sha256Hex(info.contentHash + '\0' + "equal " + std::to_string(number));
  }
}

/// setRepeat names the repeats of a run apart and puts them in their order.
void setRepeat(RunInfo& info, std::size_t repeat) {
  info.measuredAt += static_cast<std::int64_t>(repeat);  // they were measured one after the other
  info.contentHash = text::sha256Hex(info.contentHash + '\0' + std::to_string(repeat));
}

/// addPiece adds the runs that a table joins, or the one that it is.
void addPiece(const sources::Piece& piece, std::size_t nameColumn, const IntakeOptions& options, Intake& intake) {
  SeriesPool pool;
  if (piece.runs.empty()) return intake.runs.push_back(recordOf(piece, nameColumn, options, pool));
  using sources::MeasuredRun;
  // Where no run has it in its records, the name of the file may; the one of the first run is not another run's.
  const auto isRecorded = [&](std::string MeasuredRun::*field) {
    return std::ranges::any_of(piece.runs, [&](const MeasuredRun& run) { return !(run.*field).empty(); });
  };
  const bool hasWorkflow = isRecorded(&MeasuredRun::workflowId), hasJob = isRecorded(&MeasuredRun::jobId), hasMachine = isRecorded(&MeasuredRun::machine);
  sources::Piece one = piece;
  one.runs.clear();
  for (const MeasuredRun& run : piece.runs) {
    if (run.table == nullptr) continue;  // left out
    if (hasWorkflow) one.identity->workflowId = run.workflowId;
    if (hasJob) one.identity->jobId = run.jobId;
    if (hasMachine) one.identity->machine = run.machine;
    one.notes.details = *run.details;
    one.table = run.table;
    RunRecord record = recordOf(one, nameColumn, options, pool);
    if (run.repeat > 0) setRepeat(record.info, run.repeat);
    intake.runs.push_back(std::move(record));
  }
}

/// cacheIdentity is a config of its own, "inductor_cachebench_huggingface_inference": no baseline of CI is about it.
std::optional<configs::Identity> cacheIdentity(const sources::CacheRun& run) {
  configs::Identity identity;
  if (run.suite.empty() || (run.mode != configs::modeName(configs::Mode::Training) && run.mode != configs::modeName(configs::Mode::Inference))) return std::nullopt;
  const configs::Device* device = configs::catalogue().device(run.device);
  identity.config.test = (run.isDynamic ? "dynamic_" : "") + (device == nullptr || device->isDefault ? std::string() : device->name + '_') + "inductor_cachebench";
  identity.config.suite = run.suite;
  identity.config.mode = run.mode == configs::modeName(configs::Mode::Training) ? configs::Mode::Training : configs::Mode::Inference;
  identity.commit = run.commit;
  return identity;
}

std::size_t sizeOf(const RunInfo& info) {
  std::size_t size = sizeof(info);
  for (const std::string* part : {&info.commit, &info.branch, &info.workflow, &info.workflowId, &info.job, &info.jobId, &info.machine, &info.image,
                                  &info.torchVersion, &info.device, &info.origin, &info.pins})
    size += part->size();
  return size;
}

/// CacheRoom is what the records of a file took of what they may.
struct CacheRoom {
  std::size_t repeats = 0, bytes = 0;
  bool isFull = false;
};

/// addCacheRun adds each repeat as a run.
void addCacheRun(const sources::CacheRun& cache, const sources::Piece& piece, const IntakeOptions& options, CacheRoom& room, Intake& intake) {
  if (room.isFull) return;
  const auto identity = cacheIdentity(cache);
  if (!identity) {
    intake.skipped.push_back({base::ErrorCode::BadFormat, "The records name no benchmark, or neither training nor inference.", "", cache.origin});
    return;
  }
  const RunInfo info = infoOf(piece, *identity, options);
  const std::string config = configs::configName(identity->config);
  SeriesPool pool;
  for (std::size_t repeat = 0;; ++repeat) {
    RunRecord record{.info = info, .samples = {}};
    setRepeat(record.info, repeat);
    record.info.origin = cache.origin;
    if (!cache.device.empty()) record.info.device = cache.device;
    const auto add = [&](const std::string& model, std::string_view metric, const std::vector<double>& seconds) {
      if (repeat < seconds.size()) record.samples.push_back({pool.of(cache.suite, config, model, std::string(metric), "s"), seconds[repeat], {}});
    };
    for (const sources::CacheModel& model : cache.models) {
      add(model.name, sources::kColdCompileTime, model.cold);
      add(model.name, sources::kWarmCompileTime, model.warm);
    }
    if (record.samples.empty()) return;
    if (room.repeats == kMaxCacheRepeats || room.bytes > kMaxCacheBytes) {
      room.isFull = true;
      intake.skipped.push_back({base::ErrorCode::TooLarge, "These records have more repeats than any real ones; those behind the first " +
                                                               text::groupedText(room.repeats) + " are left out.", "", cache.origin});
      return;
    }
    ++room.repeats;
    room.bytes += sizeOf(record.info);
    for (const Sample& sample : record.samples)  // the table has only their means
      record.info.contentHash += '\0' + sample.series->model + '\0' + sample.series->metric + '\0' + std::to_string(*sample.number);
    record.info.contentHash = text::sha256Hex(record.info.contentHash);
    intake.runs.push_back(std::move(record));
  }
}

/// isCacheTable: the means of a CacheRun.
bool isCacheTable(const sources::Piece& piece) {
  return piece.table->columnOf(sources::kColdCompileTime) || piece.table->columnOf(sources::kWarmCompileTime);
}

/// addCacheRuns adds the repeats behind the tables of means that have no config by their name.
void addCacheRuns(const sources::Opened& opened, const std::vector<std::string>& places, const IntakeOptions& options, Intake& intake,
                  std::vector<std::string>& placesOfRuns) {
  std::map<std::string, CacheRoom> rooms;  // by file
  for (const sources::CacheRun& cache : opened.cacheRuns) {
    const auto piece = std::ranges::find_if(opened.pieces, [&](const sources::Piece& one) {
      return !one.identity && isCacheTable(one) && (one.origin == cache.origin || one.origin.starts_with(cache.origin + '#'));
    });
    if (piece == opened.pieces.end()) continue;
    addCacheRun(cache, *piece, options, rooms[cache.origin], intake);
    placesOfRuns.resize(intake.runs.size(), places[static_cast<std::size_t>(piece - opened.pieces.begin())]);
  }
}

/// conflictLine is the first line of a git conflict; 0 without one.
std::size_t conflictLine(const tables::CsvTable& table) {
  for (std::size_t row = 0; row < table.rowCount(); ++row)
    if (table.isConflictMarker(row)) return table.lineOf(row);
  return 0;
}

}  // namespace

std::optional<double> finiteNumber(std::string_view cell) {
  cell = text::trimmed(cell);
  double number = 0;
  const auto read = std::from_chars(cell.data(), cell.data() + cell.size(), number);
  if (cell.empty() || read.ec != std::errc() || read.ptr != cell.data() + cell.size() || !std::isfinite(number)) return std::nullopt;
  return number + 0.0;  // not -0, which one engine keeps and the other does not
}

Intake runsOf(const sources::Opened& opened, const IntakeOptions& options) {
  Intake intake;
  for (const base::Error& problem : opened.problems)
    if (problem.hint != sources::kMeansHint) intake.skipped.push_back(problem);
  const std::vector<std::string> places = placesIn(opened);
  std::vector<std::string> placesOfRuns;
  addCacheRuns(opened, places, options, intake, placesOfRuns);
  for (std::size_t i = 0; i < opened.pieces.size(); ++i) {
    const sources::Piece& piece = opened.pieces[i];
    if (piece.isBaseline) {
      ++intake.baselines;
      continue;
    }
    if (!piece.identity && isCacheTable(piece)) continue;
    if (!piece.identity) {
      intake.skipped.push_back({base::ErrorCode::BadFormat, piece.unnamedReason, "Give its config with --name.", piece.origin});
      continue;
    }
    const auto name = piece.table->columnOf("name");
    if (!name || piece.table->pandasError()) {
      intake.skipped.push_back({base::ErrorCode::BadFormat, name ? piece.table->pandasError()->text : "There is no column \"name\".", "", piece.origin});
      continue;
    }
    if (auto problem = tableLimit(*piece.table, piece.origin)) {
      intake.skipped.push_back(*std::move(problem));
      continue;
    }
    if (const std::size_t line = conflictLine(*piece.table); line > 0) {
      intake.skipped.push_back({base::ErrorCode::BadFormat, "The table has lines of an unresolved git conflict.", "Resolve it and add the table again.",
                                piece.origin, line});
      continue;
    }
    addPiece(piece, *name, options, intake);
    placesOfRuns.resize(intake.runs.size(), places[i]);
  }
  tellPlacesApart(intake.runs, placesOfRuns);
  return intake;
}

base::Result<RunStore::Added> addRuns(RunStore& store, const Intake& intake) {
  RunStore::Added total;
  // Each transaction rewrites the ends of all series that it touches: several runs at once are several times as fast.
  const std::span<const RunRecord> runs = intake.runs;
  for (std::size_t at = 0, end = 0; at < runs.size(); at = end) {
    for (std::size_t values = 0; end < runs.size() && values < kValuesAtOnce; ++end) values += runs[end].samples.size();
    auto added = store.add(runs.subspan(at, end - at));
    if (!added) return added;
    total.runs += added->runs;
    total.knownRuns += added->knownRuns;
    total.values += added->values;
    total.repeated += added->repeated;
  }
  return total;
}

}  // namespace plumbline::history
