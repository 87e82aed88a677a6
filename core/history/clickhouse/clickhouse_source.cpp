// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/clickhouse/clickhouse_source.h"

#include <QUrlQuery>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <toml++/toml.h>
#include <vector>

#include "core/fetch/http_get.h"
#include "core/text/ascii.h"
#include "core/text/json_text.h"
#include "core/text/toml_reader.h"
#include "resources/embedded.h"

namespace plumbline::history {
namespace {

using Json = nlohmann::json;

constexpr std::string_view kScheme = "clickhouse+";
constexpr const char* kForm = "Write clickhouse+https://USER@HOST/?table=DATABASE.TABLE.";
/// Columns of the answer have a prefix: in ClickHouse an alias hides the column of its name.
constexpr std::string_view kPrefix = "p_";
/// kFields in the order in which they sort: first those that make a run, as far as its rows agree in them.
constexpr std::string_view kFields[] = {"workflow_id", "job_id", "attempt", "commit", "branch", "output", "device", "machine", "benchmark",
                                        "suite", "backend", "mode", "dtype", "model", "metric", "time", "values", "word", "extra"};
constexpr std::size_t kRunFields = 8, kSortedFields = 18;

base::Error badAddress(std::string what, const char* hint = kForm) {
  return {base::ErrorCode::BadArgument, "This address of a ClickHouse table cannot be used: " + std::move(what) + ".", hint};
}

constexpr const char* kColumnsFile = "configs/clickhouse.toml";

toml::table tableColumns() {
  const auto bytes = resources::embeddedBytes(kColumnsFile);
  return bytes ? text::parseToml(*bytes, {kColumnsFile, ""}).value_or(toml::table()) : toml::table();
}

std::string tableNames() {
  std::string names;
  for (const auto& [name, columns] : tableColumns()) names += (names.empty() ? "" : ", ") + std::string(name.str());
  return names;
}

bool isTableName(std::string_view name) {
  const std::size_t dot = name.find('.');
  const auto isWord = [](std::string_view word) {
    return !word.empty() && std::ranges::all_of(word, [](char c) { return text::isWordPart(c); });
  };
  return dot == name.npos ? isWord(name) : isWord(name.substr(0, dot)) && isWord(name.substr(dot + 1));
}

std::string expressionOf(const toml::table& columns, std::string_view field) { return columns[field].value_or(std::string("''")); }

std::string selectStatement(const std::string& table, const toml::table& columns, const ClickHouseFilter& filter) {
  std::string sql;
  for (const std::string_view field : kFields)
    (sql += sql.empty() ? "SELECT " : ", ").append(expressionOf(columns, field)).append(" AS ").append(kPrefix).append(field);
  sql += " FROM " + table + " WHERE (" + expressionOf(columns, "rows") + ')';
  if (!filter.branch.empty()) sql += " AND " + expressionOf(columns, "branch") + " = {branch:String}";
  if (filter.since > 0) {  // whole jobs: the time of a value may be before that of another one of its run
    const std::string job = expressionOf(columns, "workflow_id") + ", " + expressionOf(columns, "job_id");
    sql += " AND (" + job + ") IN (SELECT " + job + " FROM " + table + " WHERE " + expressionOf(columns, "time") + " >= {since:UInt64})";
  }
  for (std::size_t i = 0; i < kSortedFields; ++i) (sql += i == 0 ? " ORDER BY " : ", ").append(kPrefix).append(kFields[i]);
  return sql + " FORMAT JSONEachRow";
}

std::string fieldOf(const Json& row, std::string_view field) {
  const Json& value = row[std::string(kPrefix).append(field)];
  return value.is_string() ? value.get<std::string>() : value.is_number() ? value.dump() : std::string();
}

/// problemOf is why a row cannot be one; nullopt when it has all columns with their kinds.
std::optional<std::string> problemOf(const Json& row) {
  for (const std::string_view field : kFields) {
    const auto value = row.find(std::string(kPrefix).append(field));
    const bool isList = field == "values", isMap = field == "extra", isNumber = field == "time" || field == "attempt";
    if (value == row.end() || !(isList ? value->is_array() : isMap ? value->is_object() : isNumber ? value->is_number_unsigned() : value->is_string()))
      return "a row has no " + std::string(isList ? "list" : isMap ? "map" : isNumber ? "number" : "text") + " \"" + std::string(field) + "\"";
  }
  const bool areNumbers = std::ranges::all_of(row["p_values"], [](const Json& value) { return value.is_number(); });
  const bool areTexts = std::ranges::all_of(row["p_extra"], [](const Json& value) { return value.is_string(); });
  if (!areNumbers || !areTexts) return "a row has something else than " + std::string(areNumbers ? "texts in \"extra\"" : "numbers in \"values\"");
  if (fieldOf(row, "model").empty() || fieldOf(row, "metric").empty()) return "a row has no model or no metric";
  return std::nullopt;
}

Json recordOf(const Json& row) {
  Json extra = row["p_extra"];
  if (!extra.contains("device")) extra["device"] = row["p_device"];
  Json metric = {{"name", row["p_metric"]}, {"benchmark_values", row["p_values"]}};
  if (!fieldOf(row, "word").empty()) metric["extra_info"] = {{"benchmark_values", row["p_word"]}};
  return {{"head_sha", row["p_commit"]},
          {"workflow_id", row["p_workflow_id"]},
          {"job_id", row["p_job_id"]},
          {"run_attempt", row["p_attempt"]},
          {"runners", {{{"name", row["p_device"]}}}},
          {"benchmark", {{"name", row["p_benchmark"]}, {"mode", row["p_mode"]}, {"dtype", row["p_dtype"]}, {"extra_info", std::move(extra)}}},
          {"model", {{"name", row["p_model"]}, {"backend", row["p_backend"]}, {"origins", {row["p_suite"]}}}},
          {"metric", std::move(metric)}};
}

}  // namespace

bool isClickHouse(std::string_view address) { return address.starts_with(kScheme); }

base::Result<ClickHouseSource> clickHouseSource(std::string_view address, const ClickHouseFilter& filter) {
  const std::string_view rest = address.substr(std::min(address.size(), kScheme.size()));
  QUrl url(QString::fromUtf8(rest.data(), static_cast<qsizetype>(rest.size())), QUrl::StrictMode);
  if (!url.password().isEmpty())
    return base::fail(badAddress("it holds a password", "Set PLUMBLINE_CLICKHOUSE_PASSWORD or use the keyring; a command line is seen by others."));
  ClickHouseSource source;
  source.user = url.userName().toStdString();
  url.setUserInfo({});
  const QString host = url.toString(QUrl::RemovePath | QUrl::RemoveQuery | QUrl::RemoveFragment);
  if (const auto problem = fetch::urlProblem(url)) return base::fail(badAddress(*problem));
  const QUrlQuery asked(url);
  if (asked.queryItems().size() != 1 || !asked.hasQueryItem(QStringLiteral("table")) || url.hasFragment())
    return base::fail(badAddress("it needs ?table=... and nothing behind it"));
  const std::string table = asked.queryItemValue(QStringLiteral("table"), QUrl::FullyDecoded).toStdString();
  if (!isTableName(table)) return base::fail(badAddress("this is no name of a table"));
  const toml::table known = tableColumns();
  const toml::table* columns = known[std::string_view(table).substr(table.find('.') + 1)].as_table();
  if (columns == nullptr) return base::fail(badAddress("the columns of \"" + table + "\" are not known; these are: " + tableNames()));

  QUrlQuery query;
  const auto add = [&query](const char* key, const std::string& value) {
    query.addQueryItem(QString::fromLatin1(key), QString::fromLatin1(QUrl::toPercentEncoding(QString::fromStdString(value))));
  };
  add("query", selectStatement(table, *columns, filter));
  if (!filter.branch.empty()) add("param_branch", filter.branch);
  if (filter.since > 0) add("param_since", std::to_string(filter.since));
  if (url.path().isEmpty()) url.setPath(QStringLiteral("/"));
  url.setQuery(query);
  source.url = url;
  source.name = std::string(kScheme) + host.toStdString() + '/' + table;
  source.key = source.name.substr(0, source.name.size() - table.size() - 1);
  if (!source.user.empty()) source.key.insert(source.key.find("//") + 2, source.user + '@');
  return source;
}

base::Result<ClickHouseRow> readClickHouseRow(std::string_view line) {
  const Json row = text::parseJson(line);
  const auto bad = [](const std::string& what) { return base::fail(base::ErrorCode::BadFormat, what); };
  if (row.is_object() && row.contains("exception")) return bad("the server stopped with an error: " + row["exception"].dump());
  if (line.find("DB::Exception") != line.npos) return bad("the server stopped with an error: " + std::string(line));
  if (!row.is_object()) return bad("this is no row: " + std::string(line));
  if (const auto problem = problemOf(row)) return bad(*problem);
  ClickHouseRow read;
  for (std::size_t i = 0; i < kRunFields; ++i) read.run.append(fieldOf(row, kFields[i])).push_back('\0');
  const auto id = [&row](std::string_view field) {
    const std::string number = fieldOf(row, field);
    return number == "0" ? std::string() : number;
  };
  read.commit = fieldOf(row, "commit");
  read.branch = fieldOf(row, "branch");
  read.workflowId = id("workflow_id");
  read.jobId = id("job_id");
  read.machine = fieldOf(row, "machine");
  read.output = fieldOf(row, "output");
  read.time = row["p_time"].get<std::int64_t>();
  read.attempt = static_cast<int>(std::min<std::uint64_t>(row["p_attempt"].get<std::uint64_t>(), 1'000'000));
  read.record = text::toJsonText(recordOf(row));
  return read;
}

}  // namespace plumbline::history
