// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/transfer/v3_records.h"

#include <charconv>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/configs/catalogue.h"
#include "core/configs/config.h"
#include "core/history/baseline_changes.h"
#include "core/history/report_parts.h"
#include "core/history/streaks.h"
#include "core/sources/forge.h"
#include "core/text/ascii.h"
#include "core/text/json_text.h"

namespace plumbline::history {
namespace {

constexpr const char *kSchemaName = "v3", *kRepositoryKey = "plumbline_repository";

std::string textOf(const nlohmann::json& object, const char* key) {
  const auto value = object.find(key);
  if (value == object.end()) return {};
  if (value->is_string()) return value->get<std::string>();
  return value->is_number_integer() ? value->dump() : std::string();
}

/// idJson is a number where it can be; HUD's unknown ids are 0.
OrderedJson idJson(const std::string& id) {
  if (id.empty()) return 0;
  std::uint64_t number = 0;
  const auto read = std::from_chars(id.data(), id.data() + id.size(), number);
  return !id.empty() && read.ec == std::errc() && read.ptr == id.data() + id.size() && std::to_string(number) == id
             ? OrderedJson(number)
             : OrderedJson(id);
}

OrderedJson pinsJson(const RunInfo& run) {
  OrderedJson all = OrderedJson::object();
  for (const auto& [name, version] : pinsOf(run)) all[name] = {{"extra_info", {{"version", version}}}};
  return all;
}

/// extraInfo is a map of texts in v3.
OrderedJson extraInfo(const RunInfo& run) {
  return {{"device", run.device},
          {"content_hash", run.contentHash},
          {"commit_time", std::to_string(run.commitTime)},
          {"workflow", run.workflow},
          {"job", run.job},
          {"shard", std::to_string(run.shard)},
          {"shards", std::to_string(run.shards)},
          {"image", run.image},
          {"torch_version", run.torchVersion},
          {"origin", run.origin},
          {"pins", run.pins}};
}

std::string idAt(const nlohmann::json& record, const char* key) {
  std::string id = textOf(record, key);
  return id == "0" ? std::string() : id;
}

OrderedJson runRecordJson(const RunInfo& run, const std::string& repository) {
  OrderedJson runners = OrderedJson::array();
  if (!run.machine.empty() || !run.device.empty()) runners.push_back({{"name", run.device}, {"type", run.machine}});
  return {{"timestamp", run.measuredAt},
          {"schema_version", kSchemaName},
          {"name", "plumbline"},
          {"repo", repository},
          {"head_branch", run.branch},
          {"head_sha", run.commit},
          {"workflow_id", idJson(run.workflowId)},
          {"run_attempt", run.attempt},
          {"job_id", idJson(run.jobId)},
          {"runners", std::move(runners)},
          {"dependencies", pinsJson(run)}};
}

/// usualDtype is the one that CI measures a device with, which a config does not name.
std::string usualDtype(const std::string& name, configs::Mode mode) {
  const configs::Device* device = configs::catalogue().device(name);
  if (device == nullptr) return {};
  return mode == configs::Mode::Training ? device->trainingPrecision : device->inferencePrecision;
}

void setSeries(OrderedJson& record, const Sample& sample) {
  const SeriesKey& series = *sample.series;
  OrderedJson& benchmark = record["benchmark"];
  std::string backend;
  if (const auto config = configs::configOfName(series.config)) {
    benchmark["mode"] = configs::modeName(config->mode);
    const configs::Parts parts = configs::partsOf(*config);
    benchmark["dtype"] = config->dtype.empty() ? usualDtype(parts.device, config->mode) : config->dtype;
    backend = parts.backend;
  }
  benchmark["extra_info"]["config"] = series.config;
  benchmark["extra_info"]["suite"] = series.suite;
  benchmark["extra_info"]["unit"] = series.unit;
  record["model"] = {{"name", series.model}, {"type", "OSS model"}, {"backend", backend}, {"origins", {series.suite}}};
  OrderedJson values = OrderedJson::array(), extra = OrderedJson::object();
  if (sample.number)
    values.push_back(*sample.number);
  else
    extra["benchmark_values"] = OrderedJson::array({sample.word});
  record["metric"] = {{"name", series.metric},
                      {"benchmark_values", std::move(values)},
                      {"target_value", 0},
                      {"extra_info", std::move(extra)}};
}

/// integerOf reads a number, or its text; 0 for anything else.
template <typename Integer>
Integer integerOf(const nlohmann::json& object, const char* key) {
  const std::string text = textOf(object, key);
  Integer number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

/// part is a member that is an object; an empty object where it is none.
const nlohmann::json& part(const nlohmann::json& object, const char* key) {
  static const nlohmann::json kNone = nlohmann::json::object();
  const auto value = object.find(key);
  return value != object.end() && value->is_object() ? *value : kNone;
}

RunInfo infoOf(const nlohmann::json& record, const nlohmann::json& extra) {
  RunInfo info;
  info.contentHash = textOf(extra, "content_hash");
  info.commit = textOf(record, "head_sha");
  info.commitTime = integerOf<std::int64_t>(extra, "commit_time");
  info.branch = textOf(record, "head_branch");
  info.workflow = textOf(extra, "workflow");
  info.workflowId = idAt(record, "workflow_id");
  info.job = textOf(extra, "job");
  info.jobId = idAt(record, "job_id");
  info.attempt = integerOf<int>(record, "run_attempt");
  info.shard = integerOf<int>(extra, "shard");
  info.shards = integerOf<int>(extra, "shards");
  const auto runners = record.find("runners");
  if (runners != record.end() && runners->is_array() && !runners->empty() && runners->front().is_object())
    info.machine = textOf(runners->front(), runners->front().contains("type") ? "type" : "name");  // earlier exports have the machine as the name
  info.image = textOf(extra, "image");
  info.torchVersion = textOf(extra, "torch_version");
  info.device = textOf(extra, "device");
  info.origin = textOf(extra, "origin");
  info.measuredAt = integerOf<std::int64_t>(record, "timestamp");
  info.pins = textOf(extra, "pins");
  return info;
}

/// sampleOf reads the series and its one value; nullopt when there is none or more than one.
std::optional<Sample> sampleOf(const nlohmann::json& record, const nlohmann::json& extra) {
  const nlohmann::json &metric = part(record, "metric"), &words = part(metric, "extra_info");
  Sample sample{{textOf(extra, "suite"), textOf(extra, "config"), textOf(part(record, "model"), "name"),
                 textOf(metric, "name"), textOf(extra, "unit")},
                std::nullopt,
                {}};
  const auto numbers = metric.find("benchmark_values"), texts = words.find("benchmark_values");
  const bool hasNumber =
      numbers != metric.end() && numbers->is_array() && numbers->size() == 1 && numbers->front().is_number();
  const bool hasWord = texts != words.end() && texts->is_array() && texts->size() == 1 && texts->front().is_string();
  if (hasNumber == hasWord || sample.series->config.empty() || sample.series->metric.empty()) return std::nullopt;
  if (hasNumber)
    sample.number = numbers->front().get<double>();
  else
    sample.word = texts->front().get<std::string>();
  return sample;
}

}  // namespace

std::string v3Lines(const RunRecord& run, const std::string& repository) {
  const std::size_t host = repository.find("://");
  const std::size_t name = host == repository.npos ? host : repository.find('/', host + 3);
  OrderedJson record = runRecordJson(run.info, name == repository.npos ? std::string() : repository.substr(name + 1));
  record["benchmark"] = {{"name", "TorchInductor"}, {"mode", ""}, {"dtype", ""}, {"extra_info", extraInfo(run.info)}};
  if (run.samples.empty()) return text::toJsonText(record) + '\n';
  std::string lines;
  for (const Sample& sample : run.samples) {
    setSeries(record, sample);
    lines += text::toJsonText(record) + '\n';
  }
  return lines;
}

base::Error V3Reader::errorAt(const std::string& text) const {
  return {base::ErrorCode::BadFormat, "Line " + std::to_string(m_lines) + ": " + text,
          "history import reads what history export wrote; for files of HUD and of benchmarks use history add."};
}

std::string repositoryLine(const std::string& address) { return text::toJsonText(OrderedJson{{kRepositoryKey, address}}) + '\n'; }

base::Result<std::optional<std::string>> repositoryOfLine(std::string_view line) {
  if (!line.starts_with(std::string("{\"") + kRepositoryKey + '"')) return std::nullopt;
  const OrderedJson json = text::parseOrderedJson(line);
  if (json.is_object() && json[kRepositoryKey].is_string())
    if (std::string address = json[kRepositoryKey].get<std::string>(); sources::repositoryAddress(address) == address) return address;
  return base::fail(base::ErrorCode::BadFormat, "The address of the repository is damaged.", "Export the history again.");
}

base::Result<std::optional<RunRecord>> V3Reader::add(std::string_view line) {
  ++m_lines;
  if (text::trimmed(line).empty()) return std::nullopt;
  const nlohmann::json record = text::parseJson(line);
  if (!record.is_object()) return base::fail(errorAt("this is no JSON object."));
  if (textOf(record, "schema_version") != kSchemaName) return base::fail(errorAt("this is no record of schema v3."));
  const nlohmann::json& extra = part(part(record, "benchmark"), "extra_info");
  RunInfo info = infoOf(record, extra);
  if (info.contentHash.empty()) return base::fail(errorAt("benchmark.extra_info has no content_hash."));
  std::optional<RunRecord> before;
  if (!m_run || m_run->info.contentHash != info.contentHash) {
    if (!m_seen.insert(info.contentHash).second)
      return base::fail(errorAt("the lines of this run stand apart; sort them by run."));
    before = finish();
    m_run = RunRecord{std::move(info), {}};
  } else if (m_run->info != info) {
    return base::fail(errorAt("this line says something else of its run than the line before."));
  }
  if (!record.contains("metric")) return before;
  auto sample = sampleOf(record, extra);
  if (!sample) return base::fail(errorAt("config, metric or its one value is missing."));
  const SeriesKey& series = *sample->series;
  const std::string& word = sample->word;
  for (const std::string* text : {&word, &series.suite, &series.config, &series.model, &series.metric, &series.unit})
    if (text->size() > kMaxWordBytes) return base::fail(errorAt("a name or the value is longer than the 1,000 bytes that the history takes."));
  m_run->samples.push_back(*std::move(sample));
  return before;
}

std::optional<RunRecord> V3Reader::finish() { return std::exchange(m_run, std::nullopt); }

}  // namespace plumbline::history
