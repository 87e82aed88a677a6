// SPDX-License-Identifier: GPL-3.0-or-later
// What a URL may be before anything is asked of it: https everywhere, http for a server on this machine only; and where
// a redirect may lead.
//
//   if (auto error = redirectProblem(from, to)) return stop(*error);
//   if (sameOrigin(url, api)) request.setRawHeader("Authorization", ...);
#pragma once

#include <QUrl>
#include <optional>
#include <string>

namespace plumbline::fetch {

/// isLoopback tells whether a URL's host is this machine: localhost, 127.x, ::1.
bool isLoopback(const QUrl& url);

/// urlProblem says why nothing may be asked of this URL: no https (http for loopback), no host, a name or password in
/// it.
std::optional<std::string> urlProblem(const QUrl& url);

/// redirectProblem says why `to` must not be followed from `from`: as urlProblem, from https to http, from another
/// machine to this one.
std::optional<std::string> redirectProblem(const QUrl& from, const QUrl& to);

/// sameOrigin compares scheme, host and port, with the scheme's own port filled in.
bool sameOrigin(const QUrl& a, const QUrl& b);

}  // namespace plumbline::fetch
