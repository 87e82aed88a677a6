// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/clickhouse/clickhouse_reader.h"

#include <QDateTime>
#include <chrono>
#include <functional>
#include <unordered_set>
#include <utility>

#include "core/fetch/http_get.h"
#include "core/fetch/token.h"
#include "core/history/run_intake.h"
#include "core/sources/formats/source_text.h"
#include "core/tasks/object_thread.h"
#include "core/text/quantities.h"

namespace plumbline::history {
namespace {

using base::ErrorCode;

constexpr std::size_t kWaitingBytes = std::size_t{8} << 20;
constexpr std::size_t kShownSkips = 20;
constexpr std::int64_t kYoungSeconds = 3'600, kNsPerSecond = 1'000'000'000;
constexpr qsizetype kErrorBytes = 4096;
constexpr std::chrono::milliseconds kPollInterval{100};

/// Stream is what the thread of the request and the reader share.
struct Stream {
  QByteArray bytes;
  bool hasEnd = true, isStopped = false;
  std::optional<fetch::HttpEnd> end;
};

/// TableRequest lives on its thread: rules that outlive the transfer, and the transfer.
struct TableRequest : public QObject {
  explicit TableRequest(fetch::HttpRules with) : rules(std::move(with)) {}
  fetch::HttpRules rules;
  fetch::HttpGet get{rules};
};
using Client = tasks::BlockingClient<TableRequest, Stream>;

fetch::HttpRules rulesOf(const ClickHouseSource& source, const std::string& secret, int stallMs) {
  fetch::HttpRules rules{.api = source.url, .token = {}, .stallMs = stallMs, .headers = {}, .maxRedirects = 0, .errorBytes = kErrorBytes};
  if (source.user.empty()) {
    rules.token = secret;
    return rules;
  }
  rules.headers = {{"X-ClickHouse-User", QByteArray::fromStdString(source.user)}, {"X-ClickHouse-Key", QByteArray::fromStdString(secret)}};
  return rules;
}

/// startRequest sends the request; a body that is not read yet keeps the transfer waiting.
void startRequest(Client& client, const ClickHouseSource& source, int deadlineMs) {
  fetch::initHttp();
  client.post([&client, url = source.url, deadlineMs](TableRequest& request) {
    request.get.start({.url = url, .offset = 0, .ifRange = {}, .deadlineMs = deadlineMs},
                      {.head =
                           [&client](const fetch::HttpHead& head) {
                             client.update([&head](Stream& stream) { stream.hasEnd = head.hasEnd; });
                             return true;
                           },
                       .body =
                           [&client](const QByteArray& bytes) {
                             client.wait([](const Stream& stream) {
                               return stream.isStopped || stream.bytes.size() < static_cast<qsizetype>(kWaitingBytes);
                             });
                             client.update([&bytes](Stream& stream) { stream.bytes += bytes; });
                             return !client.read([](const Stream& stream) { return stream.isStopped; });
                           },
                       .done = [&client](const fetch::HttpEnd& end) { client.update([&end](Stream& stream) { stream.end = end; }); }});
  });
}

/// RunCollector makes runs of rows and stores each when its last row is there.
class RunCollector {
 public:
  RunCollector(const ClickHouseSource& source, Store& store, const ClickHouseOptions& options, ClickHouseAdded& total)
      : m_source(source), m_store(store), m_options(options), m_total(total) {}

  base::Result<void> add(std::string_view line) {
    ++m_rows;
    auto row = readClickHouseRow(line);
    if (!row) return base::fail(std::move(row.error()));
    if (m_rows == 1 || row->run != m_row.run) {
      if (auto stored = finish(); !stored) return stored;
      if (!m_seen.insert(std::hash<std::string>()(row->run)).second) return base::fail(ErrorCode::BadFormat, "the rows of a run stand apart");
    }
    m_newest = std::max(m_newest, row->time);
    m_records.append(row->record).push_back('\n');
    m_row = *std::move(row);
    if (m_records.size() <= m_options.runBytes) return {};
    return base::fail(ErrorCode::TooLarge, "one run takes more than " + text::sizeText(m_options.runBytes));
  }

  base::Result<void> finish() {
    if (m_records.empty()) return {};
    const std::string records = std::exchange(m_records, {});
    const std::int64_t newest = std::exchange(m_newest, 0);
    const std::int64_t now = m_options.now > 0 ? m_options.now : QDateTime::currentSecsSinceEpoch();
    if (newest > now - kYoungSeconds) {
      ++m_total.young;
      return {};
    }
    const Intake intake = intakeOf(records, newest);
    m_total.skippedCount += intake.skipped.size();
    for (const base::Error& problem : intake.skipped)
      if (m_total.skipped.size() < kShownSkips) m_total.skipped.push_back(problem);
    const auto added = addRuns(m_store.runs(), intake);
    if (!added) return base::fail(added.error());
    m_total.added.runs += added->runs;
    m_total.added.knownRuns += added->knownRuns;
    m_total.added.values += added->values;
    m_total.added.repeated += added->repeated;
    return {};
  }
  std::size_t rows() const { return m_rows; }

 private:
  Intake intakeOf(const std::string& records, std::int64_t time) const {
    // CI's name of the CSV says more of the config than the records do.
    const std::string name = m_row.output.substr(m_row.output.rfind('/') + 1);
    sources::SourceText text{.origin = m_source.name + " workflow " + m_row.workflowId + " job " + m_row.jobId + '/' + (name.ends_with(".csv") ? name : "records.json"),
                             .path = {}};
    text.bytes = records;
    text.stamp.modifiedNs = time * kNsPerSecond;
    sources::FormatPieces read = sources::readHudJson(text);
    sources::Opened opened;
    opened.problems = std::move(read.problems);
    for (sources::Piece& piece : read.pieces) {
      if (!piece.identity && read.pieces.size() == 1) sources::nameByOrigin(piece, text.origin);
      if (!piece.identity) continue;
      configs::Identity& identity = *piece.identity;
      identity.commit = m_row.commit;
      identity.workflowId = m_row.workflowId;
      identity.jobId = m_row.jobId;
      identity.attempt = m_row.attempt;
      if (!m_row.machine.empty()) identity.machine = m_row.machine;
      for (sources::MeasuredRun& run : piece.runs) {
        run.workflowId = m_row.workflowId;
        run.jobId = m_row.jobId;
        if (!m_row.machine.empty()) run.machine = m_row.machine;
      }
    }
    opened.pieces = std::move(read.pieces);
    return runsOf(opened, {.branch = m_row.branch});
  }

  const ClickHouseSource& m_source;
  Store& m_store;
  const ClickHouseOptions& m_options;
  ClickHouseAdded& m_total;
  ClickHouseRow m_row;  ///< the last one
  std::unordered_set<std::size_t> m_seen;  ///< hashes of the runs: half a run would be another one
  std::string m_records;
  std::int64_t m_newest = 0;
  std::size_t m_rows = 0;
};

base::Error endError(const ClickHouseSource& source, const std::string& secret, const fetch::HttpEnd& end) {
  const std::string said = serverText(end.body.toStdString(), secret);
  const std::string more = said.empty() ? std::string() : ": " + said;
  const int status = end.head.status;
  if (end.kind == fetch::HttpEnd::Kind::Status && (status == 401 || status == 403))
    return {ErrorCode::NotReadable, "The server refuses this user or password (" + std::to_string(status) + ")" + more + '.',
            "Name the user in the address; the password comes from PLUMBLINE_CLICKHOUSE_PASSWORD or the keyring (user \"" + source.key +
                "\", server \"plumbline\").",
            source.name};
  const bool isRedirect = end.kind == fetch::HttpEnd::Kind::Refused && end.head.status >= 300;
  return {ErrorCode::NotReadable, "The table cannot be read: " + serverText(end.text, secret) + more + '.',
          isRedirect ? "Redirects are not followed: name the server itself."
                     : "What was stored before is kept; the same command continues.",
          source.name};
}

/// AnswerReader takes the lines out of the answer.
class AnswerReader {
 public:
  AnswerReader(const ClickHouseOptions& options, RunCollector& runs) : m_options(options), m_runs(runs) {}

  base::Result<void> add(const QByteArray& bytes) {
    m_bytes += static_cast<std::uint64_t>(bytes.size());
    if (m_bytes > m_options.answerBytes)
      return base::fail(ErrorCode::TooLarge, "its answer is longer than " + text::sizeText(m_options.answerBytes), "Ask for less: --since, --branch.");
    m_left.append(bytes.constData(), static_cast<std::size_t>(bytes.size()));
    std::size_t first = 0;
    for (std::size_t end = 0; (end = m_left.find('\n', first)) != m_left.npos; first = end + 1)
      if (auto read = m_runs.add(std::string_view(m_left).substr(first, end - first)); !read) return read;
    m_left.erase(0, first);
    if (m_left.size() <= m_options.rowBytes) return {};
    return base::fail(ErrorCode::BadFormat, "a row takes more than " + text::sizeText(m_options.rowBytes));
  }
  base::Result<void> finish() {
    if (!m_left.empty())
      if (auto read = m_runs.add(m_left); !read) return read;
    return m_runs.finish();
  }
  std::uint64_t bytes() const { return m_bytes; }

 private:
  const ClickHouseOptions& m_options;
  RunCollector& m_runs;
  std::string m_left;
  std::uint64_t m_bytes = 0;
};

}  // namespace

std::string readClickHouseSecret(const ClickHouseSource& source) {
  return fetch::TokenReader(fetch::Secret{.key = source.key, .variables = {"PLUMBLINE_CLICKHOUSE_PASSWORD"}, .isPassword = true}).readNow().value;
}

base::Outcome<bool> addClickHouse(const ClickHouseSource& source, const std::string& secret, Store& store, const ClickHouseOptions& options,
                                  const std::stop_token& stop, ClickHouseAdded& total) {
  Client client([rules = rulesOf(source, secret, options.stallMs)](Client&) { return std::make_unique<TableRequest>(rules); });
  startRequest(client, source, options.deadlineMs);
  RunCollector runs(source, store, options, total);
  AnswerReader reader(options, runs);
  std::optional<fetch::HttpEnd> end;
  base::Result<void> read;
  bool hasEnd = true;
  for (bool isDone = false; read && !isDone && !stop.stop_requested();) {
    client.waitFor(kPollInterval, [](const Stream& stream) { return stream.end.has_value() || !stream.bytes.isEmpty(); });
    QByteArray bytes;
    client.update([&](Stream& stream) {
      bytes = std::exchange(stream.bytes, {});
      end = stream.end;
      hasEnd = stream.hasEnd;
    });
    isDone = end.has_value();
    read = reader.add(bytes);
    if (options.progress) options.progress(total.added.runs + total.added.knownRuns, reader.bytes());
  }
  client.update([](Stream& stream) { stream.isStopped = true; });
  if (stop.stop_requested()) return base::Cancelled{};
  if (read && end->kind != fetch::HttpEnd::Kind::Complete) return endError(source, secret, *end);
  if (read && !hasEnd) read = base::fail(ErrorCode::NotReadable, "its answer does not say where it ends, so that a cut could not be noticed", "Look at the proxy before it.");
  if (read) read = reader.finish();
  if (read) return true;
  if (stop.stop_requested()) return base::Cancelled{};
  base::Error& error = read.error();
  if (!error.file.empty()) return error;  // of the store
  return base::Error{error.code, "The answer of the server cannot be used: " + serverText(error.text, secret) + " (row " + std::to_string(runs.rows()) + ").",
                     error.hint.empty() ? "What was stored before is kept; look at the table and the server." : error.hint, source.name};
}

}  // namespace plumbline::history
