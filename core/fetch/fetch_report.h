// SPDX-License-Identifier: GPL-3.0-or-later
// What a fetch came to, for a person and for a program.
//
//   context.out << fetchText(report);      // or fetchJson(report, exit)
#pragma once

#include <string>

#include "core/fetch/fetcher.h"

namespace plumbline::fetch {

/// isComplete tells whether every benchmark job of the commit is finished and its artifact is here.
bool isComplete(const FetchReport& report);

/// fetchText: the folder on the first line, then the counts, the notes and what is missing, a line each.
std::string fetchText(const FetchReport& report);

/// fetchJson is documented in resources/help/json.md.
std::string fetchJson(const FetchReport& report, int exit);

}  // namespace plumbline::fetch
