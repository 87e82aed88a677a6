// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/watch/watch_outputs.h"

#include <chrono>
#include <utility>

#include "core/files/child_process.h"
#include "core/files/file_bytes.h"
#include "core/files/locked_log.h"

namespace plumbline::session {
namespace {

constexpr std::chrono::seconds kGrace{2};  // between SIGTERM and SIGKILL for a command when the watch ends

/// isLogged: a whole line of the log has the id.
bool isLogged(std::string_view log, const std::string& id) {
  const std::size_t at = log.find("\"id\":\"" + id + '"');
  return at != std::string_view::npos && log.find('\n', at) != std::string_view::npos;
}

}  // namespace

WatchOutput watchLogOutput(const std::string& path) {
  return {"log " + path, [path](const reports::NewsReport& report, bool isRepeat) -> base::Result<void> {
            if (isRepeat) {
              const auto log = files::readFile(path);
              if (!log && log.error().code != base::ErrorCode::NotFound) return base::fail(log.error());
              if (log && isLogged(log->bytes, report.id)) return {};
            }
            return files::appendLines(path, reports::newsJson(report));
          }};
}

WatchOutput watchCommentOutput(const std::string& path) {
  return {"comment " + path, [path](const reports::NewsReport& report, bool) -> base::Result<void> {
            if (const auto saved = files::saveFile(path, reports::newsMarkdown(report)); !saved) return base::fail(saved.error());
            return {};
          }};
}

WatchOutput watchCommandOutput(const std::string& command, std::string (*text)(const reports::NewsReport&, bool), const std::stop_token& stop) {
  return {"command " + command, [=](const reports::NewsReport& report, bool isRepeat) -> base::Result<void> {
            const auto answer = files::runChild({.program = "/bin/sh",
                                                 .arguments = {"-c", command},
                                                 .input = text(report, isRepeat),
                                                 .environmentWith = {"PLUMBLINE_REPORT=" + report.id},
                                                 .grace = kGrace},
                                                stop);
            if (answer.isError()) return base::fail(answer.error());
            if (answer.isValue() && answer.value().exitCode == 0) return {};
            const std::string end = answer.isCancelled() ? "was stopped" : "ended with exit status " + std::to_string(answer.value().exitCode);
            const std::string said = answer.isCancelled() ? "" : answer.value().err.substr(0, answer.value().err.find('\n'));
            return base::fail(base::ErrorCode::NotWritable, "The command \"" + command + "\" " + end + (said.empty() ? "." : ": " + said),
                              "It gets report " + report.id + " again in the next round.");
          }};
}

}  // namespace plumbline::session
