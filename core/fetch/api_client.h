// SPDX-License-Identifier: GPL-3.0-or-later
// Questions to GitHub's API: JSON pages, with further attempts, and the rate limit in words.
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

#include "core/base/result.h"
#include "core/fetch/http_get.h"

namespace plumbline::fetch {

struct FetchOptions;

class ApiClient : public QObject {
  Q_OBJECT

 public:
  using TakePage = std::function<base::Result<void>(const QByteArray& json)>;
  using Done = std::function<void(base::Result<void>)>;

  ApiClient(QNetworkAccessManager& manager, const HttpRules& rules, const FetchOptions& options,
            QObject* parent = nullptr);

  /// pages asks for a path below the API's address and for every page after it; each goes to `take`. One question at a
  /// time. Errors: what `take` says; NotFound for 404; NotReadable with what to do about it.
  void pages(const std::string& path, TakePage take, Done done);
  void stop();

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
  int m_attempt = 0;
  std::set<QUrl> m_asked;
  TakePage m_take;
  Done m_done;
};

/// limitError says until when the API answers no more, when that is what this answer means. `now` in seconds since
/// 1970.
std::optional<base::Error> limitError(const HttpHead& head, bool hasToken, std::int64_t now);

/// waitWords: "12 minutes", "40 seconds", "2 hours".
std::string waitWords(std::int64_t seconds);

}  // namespace plumbline::fetch
