// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fetch/api_client.h"

#include <QDateTime>
#include <algorithm>
#include <utility>

#include "core/fetch/fetcher.h"
#include "core/text/quantities.h"

namespace plumbline::fetch {
namespace {

constexpr qsizetype kMaxPageBytes = qsizetype{32} << 20;
constexpr std::size_t kMaxPages = 1000;
constexpr std::int64_t kMinute = 60;
constexpr std::int64_t kHour = 60 * kMinute;
constexpr std::int64_t kLongestWait = 7 * 24 * kHour;  // a longer one is a broken clock

std::string serverName(const QUrl& url) {
  const QString host = url.host();
  return host == QStringLiteral("api.github.com") ? "GitHub" : host.toStdString();
}

base::Error unreadable(std::string text, std::string hint) {
  return {base::ErrorCode::NotReadable, std::move(text), std::move(hint)};
}

base::Error statusError(const HttpHead& head, bool hasToken) {
  const std::string server = serverName(head.url);
  if (head.status == 401)
    return unreadable(server + " does not accept the token (401).",
                      "Look at PLUMBLINE_GITHUB_TOKEN, GITHUB_TOKEN or the keyring.");
  if (head.status == 403)
    return unreadable(server + " refuses to answer (403).", hasToken
                                                                ? "The token may lack the right to read Actions."
                                                                : "A token may be needed: set PLUMBLINE_GITHUB_TOKEN.");
  if (head.status == 404 || head.status == 422)
    return {base::ErrorCode::NotFound, server + " does not know it (" + std::to_string(head.status) + ").",
            "Look at the commit or the URL."};
  return unreadable(server + " answers " + std::to_string(head.status) + ".", "Try again later.");
}

base::Error none(std::string text, std::string hint) {
  return {base::ErrorCode::NotFound, std::move(text), std::move(hint)};
}

}  // namespace

std::string waitText(std::int64_t seconds) {
  const bool isLong = seconds > 2 * kMinute;
  return text::durationText(static_cast<double>(isLong ? (seconds + kMinute - 1) / kMinute * kMinute : seconds));
}

std::optional<std::int64_t> limitWait(const HttpHead& head, std::int64_t now) {
  if (head.status != 403 && head.status != 429) return std::nullopt;
  bool isSpan = false, isTime = false;
  const qlonglong span = head.retryAfter.trimmed().toLongLong(&isSpan);
  const qlonglong time = head.rateReset.trimmed().toLongLong(&isTime);
  const bool isUsedUp = head.rateRemaining.trimmed() == "0";
  if (!isUsedUp && !isSpan && head.status != 429) return std::nullopt;
  const std::int64_t wait = isSpan ? span : isUsedUp && isTime ? time - now : 0;
  return wait > 0 && wait < kLongestWait ? wait : 0;
}

std::optional<base::Error> limitError(const HttpHead& head, bool hasToken, std::int64_t now) {
  const auto wait = limitWait(head, now);
  if (!wait) return std::nullopt;
  std::string text = serverName(head.url) + " allows no more requests";
  if (*wait > 0) {
    const QString until = QDateTime::fromSecsSinceEpoch(now + *wait).toString(QStringLiteral("HH:mm"));
    text += " until " + until.toStdString() + " (" + waitText(*wait) + ")";
  } else {
    text += " for now";
  }
  return unreadable(text + ".",
                    hasToken ? "Start again then: what was received is kept."
                             : "A token raises the limit: set PLUMBLINE_GITHUB_TOKEN, or put one in the keyring.");
}

ApiClient::ApiClient(const HttpRules& rules, const FetchOptions& options, QObject* parent)
    : QObject(parent), m_rules(rules), m_options(options), m_get(rules, this), m_again(this) {
  m_again.setSingleShot(true);
  connect(&m_again, &QTimer::timeout, this, &ApiClient::ask);
}

void ApiClient::stop() {
  m_again.stop();
  m_get.stop();
}

void ApiClient::pages(const std::string& path, ReadPage take, Done done) {
  m_url = QUrl(QString::fromStdString(m_options.endpoints.api + path));
  m_take = std::move(take);
  m_done = std::move(done);
  m_asked = {m_url};
  m_attempt = 0;
  m_retryAfterS = 0;
  m_isEnough = false;
  ask();
}

void ApiClient::ask() {
  m_json.clear();
  m_tooLong = false;
  m_get.start(
      {.url = m_url, .offset = 0, .ifRange = {}, .deadlineMs = m_options.pageMs},
      {.head = [](const HttpHead&) { return true; },
       .body =
           [this](const QByteArray& bytes) {
             m_json += bytes;
             m_tooLong = m_json.size() > kMaxPageBytes;
             if (m_tooLong)
               finish(base::fail(base::ErrorCode::TooLarge, "The API's answer has no end.", "Look at its address."));
             return !m_tooLong;
           },
       .done = [this](const HttpEnd& end) { answered(end); }});
}

void ApiClient::answered(const HttpEnd& end) {
  const bool hasToken = !m_rules.token.empty();
  if (end.kind == HttpEnd::Kind::Complete) {
    if (auto taken = m_take(m_json); !taken) return finish(std::move(taken));
    const std::string next = nextPage(end.head.link.toStdString());
    if (next.empty() || m_isEnough) return finish({});
    const QUrl url = end.head.url.resolved(QUrl(QString::fromStdString(next)));
    if (!sameOrigin(url, m_rules.api))
      return finish(
          base::fail(unreadable("The API's next page lies on another server.", "Look at the address of the API.")));
    if (!m_asked.insert(url).second || m_asked.size() > kMaxPages)
      return finish(base::fail(unreadable("The API's pages have no end.", "Look at the address of the API.")));
    m_url = url;
    m_attempt = 0;
    return ask();
  }
  if (end.kind == HttpEnd::Kind::Status) {
    const std::int64_t now = QDateTime::currentSecsSinceEpoch();
    if (auto limit = limitError(end.head, hasToken, now)) {
      m_retryAfterS = limitWait(end.head, now).value_or(0);
      return finish(base::fail(*std::move(limit)));
    }
  }
  const bool isPassing =
      end.kind == HttpEnd::Kind::Broken || (end.kind == HttpEnd::Kind::Status && end.head.status >= 500);
  if (isPassing && m_attempt < m_options.retries) {
    m_again.start(m_options.retryDelayMs << std::min(m_attempt++, 10));
    return;
  }
  if (end.kind == HttpEnd::Kind::Status) return finish(base::fail(statusError(end.head, hasToken)));
  finish(base::fail(unreadable(serverName(m_url) + " cannot be reached: " + end.text + ".",
                               "Look at the network; what is in the cache opens offline.")));
}

void ApiClient::finish(base::Result<void> result) {
  const Done done = std::exchange(m_done, {});  // which may start the next request
  done(std::move(result));
}

JobLister::JobLister(ApiClient& api, Say say, QObject* parent) : QObject(parent), m_api(api), m_say(std::move(say)) {}

void JobLister::start(const Target& target, Done done) {
  m_target = target;
  m_done = std::move(done);
  m_list = {};
  m_say("Asking for the runs of " + targetText(target) + ".");
  if (target.runId != 0) return askRun();
  if (target.pullRequest != 0) return askCommit("pulls/" + std::to_string(target.pullRequest), headOf);
  if (target.sha.size() < kFullSha) return askCommit("commits/" + target.sha, commitOf);
  m_list.sha = target.sha;
  askRuns();
}

void JobLister::ask(const std::string& path, ApiClient::ReadPage read, std::function<void()> next) {
  m_api.pages("/repos/" + m_target.repository + path, std::move(read), [this, next = std::move(next)](base::Result<void> end) {
    if (!end) return m_done(base::fail(end.error()));
    next();
  });
}

void JobLister::askCommit(const std::string& path, base::Result<std::string> (*read)(std::string_view json)) {
  ask(
      "/" + path,
      [this, read](const QByteArray& json) -> base::Result<void> {
        auto sha = read(json.toStdString());
        if (!sha) return base::fail(sha.error());
        m_list.sha = *std::move(sha);
        return {};
      },
      [this] { askRuns(); });
}

void JobLister::askRun() {
  ask(
      "/actions/runs/" + std::to_string(m_target.runId),
      [this](const QByteArray& json) -> base::Result<void> {
        auto run = runOf(json.toStdString());
        if (!run) return base::fail(run.error());
        m_list.sha = run->headSha;
        if (!isBenchmarkRun(*run))
          return base::fail(
              none("This run is of the workflow \"" + run->workflow + "\", which leaves no benchmark results.",
                   "Give its commit instead: " + run->headSha + "."));
        m_list.runs = {*std::move(run)};
        return {};
      },
      [this] { askJobs(0); });
}

void JobLister::askRuns() {
  ask(
      "/actions/runs?head_sha=" + m_list.sha + "&per_page=100",
      [this](const QByteArray& json) -> base::Result<void> {
        auto runs = runsOf(json.toStdString());
        if (!runs) return base::fail(runs.error());
        for (Run& run : *runs)
          if (run.headSha == m_list.sha && isBenchmarkRun(run)) m_list.runs.push_back(std::move(run));
        return {};
      },
      [this] { askJobs(0); });
}

void JobLister::askJobs(std::size_t index) {
  if (index == m_list.runs.size()) return m_done(std::move(m_list));
  const std::size_t count = m_list.runs.size();
  m_say("Asking for the jobs of run " + std::to_string(index + 1) + " of " + std::to_string(count) + " (" +
        m_list.runs[index].workflow + ").");
  ask(
      "/actions/runs/" + m_list.runs[index].id + "/jobs?filter=all&per_page=100",
      [this, index](const QByteArray& json) -> base::Result<void> {
        auto jobs = jobsOf(json.toStdString(), m_list.runs[index]);
        if (!jobs) return base::fail(jobs.error());
        for (Job& job : *jobs) m_list.jobs.push_back(std::move(job));
        return {};
      },
      [this, index] { askJobs(index + 1); });
}

}  // namespace plumbline::fetch
