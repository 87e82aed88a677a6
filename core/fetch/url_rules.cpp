// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fetch/url_rules.h"

#include <arpa/inet.h>

#include <cstdlib>

namespace plumbline::fetch {
namespace {

const QString kHttps = QStringLiteral("https");
const QString kHttp = QStringLiteral("http");

int portOf(const QUrl& url) { return url.port(url.scheme() == kHttps ? 443 : 80); }

/// endpoint checks one address of a service; the first that is not empty counts: the option, the variable, the default.
base::Result<std::string> endpoint(const std::string& given, const char* variable, const std::string& usual) {
  const char* fromEnvironment = std::getenv(variable);
  std::string text = given;
  if (text.empty() && fromEnvironment != nullptr) text = fromEnvironment;
  if (text.empty()) text = usual;
  while (text.ends_with('/')) text.pop_back();
  const QUrl url(QString::fromStdString(text), QUrl::StrictMode);
  // The address itself is not repeated: it may hold a password.
  std::optional<std::string> problem = urlProblem(url);
  if (!problem && (url.hasQuery() || url.hasFragment())) problem = "it ends in a query";
  if (problem)
    return base::fail(base::ErrorCode::BadArgument, "This address of a server cannot be used: " + *problem + ".",
                      std::string("Look at ") + variable + " and the options for the addresses.");
  return text;
}

}  // namespace

bool isLoopback(const QUrl& url) {
  const QString host = url.host().toLower();
  in_addr four{};
  in6_addr six{};
  if (inet_pton(AF_INET, host.toLatin1().constData(), &four) == 1) return ntohl(four.s_addr) >> 24 == 127;
  if (inet_pton(AF_INET6, host.toLatin1().constData(), &six) == 1)
    return IN6_IS_ADDR_LOOPBACK(&six) || (IN6_IS_ADDR_V4MAPPED(&six) && six.s6_addr[12] == 127);
  return host == QStringLiteral("localhost");
}

std::optional<std::string> urlProblem(const QUrl& url) {
  if (!url.isValid() || url.host().isEmpty()) return "it is no URL of a server";
  if (!url.userInfo().isEmpty()) return "it holds a user name";
  if (url.scheme() == kHttps || (url.scheme() == kHttp && isLoopback(url))) return std::nullopt;
  return "it is not https";
}

std::optional<std::string> redirectProblem(const QUrl& from, const QUrl& to) {
  if (from.scheme() == kHttps && to.scheme() != kHttps) return "it is not https";
  if (auto problem = urlProblem(to)) return problem;
  if (isLoopback(to) && !isLoopback(from)) return "it leads to this machine";
  return std::nullopt;
}

bool sameOrigin(const QUrl& a, const QUrl& b) {
  return a.scheme() == b.scheme() && a.host().compare(b.host(), Qt::CaseInsensitive) == 0 && portOf(a) == portOf(b);
}

base::Result<Endpoints> endpointsFrom(const std::string& api, const std::string& artifacts) {
  const Endpoints usual;
  auto first = endpoint(api, "PLUMBLINE_API_URL", usual.api);
  if (!first) return base::fail(first.error());
  auto second = endpoint(artifacts, "PLUMBLINE_ARTIFACTS_URL", usual.artifacts);
  if (!second) return base::fail(second.error());
  return Endpoints{*std::move(first), *std::move(second)};
}

}  // namespace plumbline::fetch
