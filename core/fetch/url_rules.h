// SPDX-License-Identifier: GPL-3.0-or-later
// The rules for URLs: https everywhere, http only for this machine; where a redirect may lead; the services' addresses.
//
//   if (auto error = redirectProblem(from, to)) return stop(*error);
//   if (sameOrigin(url, api)) request.setRawHeader("Authorization", ...);
#pragma once

#include <QUrl>
#include <optional>
#include <string>

#include "core/fetch/fetch_plan.h"

namespace plumbline::fetch {

/// isLoopback tests whether a URL's host is this machine: localhost, 127.x, ::1.
bool isLoopback(const QUrl& url);

/// urlProblem is why this URL must not be requested: no https (http for loopback), no host, a name or password in it.
std::optional<std::string> urlProblem(const QUrl& url);

/// redirectProblem is why `to` must not be followed from `from`: as urlProblem, from https to http, from another
/// machine to this one.
std::optional<std::string> redirectProblem(const QUrl& from, const QUrl& to);

/// sameOrigin compares scheme, host and port, with the scheme's own port filled in.
bool sameOrigin(const QUrl& a, const QUrl& b);

/// endpointsFrom checks them; an empty one is taken from PLUMBLINE_API_URL or PLUMBLINE_ARTIFACTS_URL, or is the
/// default. Errors: BadArgument.
base::Result<Endpoints> endpointsFrom(const std::string& api, const std::string& artifacts);

}  // namespace plumbline::fetch
