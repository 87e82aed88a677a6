// SPDX-License-Identifier: GPL-3.0-or-later
// Where a watch writes its reports: a log of JSON lines, a comment file, a command.
//
//   outputs.push_back(watchLogOutput("/var/log/ci.jsonl"));
#pragma once

#include <stop_token>
#include <string>

#include "core/session/watch/watch_round.h"

namespace plumbline::session {

/// watchLogOutput appends the reports as JSON lines to a file, each once: before one is written that may be there
/// already, the file is searched for its id. Errors: those of reading and of files::appendLines.
WatchOutput watchLogOutput(const std::string& path);

/// watchCommentOutput replaces a Markdown file by the newest report. Errors: those of files::saveFile.
WatchOutput watchCommentOutput(const std::string& path);

/// watchCommandOutput runs `command` with /bin/sh for each report, with what `text` makes of it on its standard input
/// and its id in PLUMBLINE_REPORT. Errors: those of files::runChild; an exit status other than 0.
WatchOutput watchCommandOutput(const std::string& command, std::string (*text)(const reports::NewsReport& report, bool isRepeat),
                               const std::stop_token& stop);

}  // namespace plumbline::session
