// SPDX-License-Identifier: GPL-3.0-or-later
// Requests to GitHub's API: JSON pages with retries, and the rate limit as an error.
//
//   api.pages("/repos/pytorch/pytorch/actions/runs?head_sha=...", takePage, [](base::Result<void> end) { ... });
#pragma once

#include <QByteArray>
#include <QObject>
#include <QTimer>
#include <QUrl>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/fetch/fetch_plan.h"
#include "core/fetch/http_get.h"

namespace plumbline::fetch {

struct FetchOptions;

class ApiClient : public QObject {
  Q_OBJECT

 public:
  using ReadPage = std::function<base::Result<void>(const QByteArray& json)>;
  using Done = std::function<void(base::Result<void>)>;

  ApiClient(const HttpRules& rules, const FetchOptions& options, QObject* parent = nullptr);

  /// pages requests a path below the API's address and every page after it; each goes to `take`. One request at a time.
  /// Errors: those of `take`; NotFound for 404; NotReadable with a hint.
  void pages(const std::string& path, ReadPage take, Done done);
  /// skipOtherPages makes the page that `take` is reading the last one.
  void skipOtherPages() { m_isEnough = true; }
  void stop();
  /// retryAfterS is what the rate limit that ended the last pages() has left, in seconds; 0: no limit, or unknown.
  std::int64_t retryAfterS() const { return m_retryAfterS; }

 private:
  void ask();
  void answered(const HttpEnd& end);
  void finish(base::Result<void> result);

  const HttpRules& m_rules;
  const FetchOptions& m_options;
  HttpGet m_get;
  QTimer m_again;
  QUrl m_url;
  QByteArray m_json;
  bool m_tooLong = false;
  bool m_isEnough = false;
  std::int64_t m_retryAfterS = 0;
  int m_attempt = 0;
  std::set<QUrl> m_asked;
  ReadPage m_take;
  Done m_done;
};

/// limitWait is how many seconds a rate limit has left when the answer is one, 0 when that is unknown. `now` in seconds
/// since 1970. limitError is the error that says so.
std::optional<std::int64_t> limitWait(const HttpHead& head, std::int64_t now);
std::optional<base::Error> limitError(const HttpHead& head, bool hasToken, std::int64_t now);

/// waitText is a duration, above two minutes rounded up to minutes: "40 s", "12 min", "2 h 5 min".
std::string waitText(std::int64_t seconds);

/// JobLister resolves a target to the jobs of all attempts of all its benchmark runs.
//
//   lister.start(target, [](base::Result<JobList> jobs) { ... });

struct JobList {
  std::string sha;        ///< in full
  std::vector<Run> runs;  ///< those that are benchmarks'
  std::vector<Job> jobs;  ///< all of theirs
};

class JobLister : public QObject {
  Q_OBJECT

 public:
  using Done = std::function<void(base::Result<JobList>)>;
  using Say = std::function<void(std::string)>;

  JobLister(ApiClient& api, Say say, QObject* parent = nullptr);

  /// start begins; `done` is called once. The list is empty when no run of the commit is a benchmark's. Errors: as
  /// ApiClient::pages; NotFound when the target is a run of another kind.
  void start(const Target& target, Done done);
  void stop() { m_api.stop(); }

 private:
  /// ask requests pages of the repository; an error ends the list, else `next` goes on.
  void ask(const std::string& path, ApiClient::ReadPage read, std::function<void()> next);
  void askCommit(const std::string& path, base::Result<std::string> (*read)(std::string_view json));
  void askRun();
  void askRuns();
  void askJobs(std::size_t run);

  ApiClient& m_api;
  Say m_say;
  Target m_target;
  Done m_done;
  JobList m_list;
};

}  // namespace plumbline::fetch
