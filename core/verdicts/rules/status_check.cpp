// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/verdicts/rules/file_check.h"

namespace plumbline::verdicts {

CheckRun checkStatus(const tables::Frame& file, const std::string& path, Want want, const base::Progress& progress) {
  return checkColumn({.check = Check::Status,
                      .column = "accuracy",
                      .failure = Reason::LacksPass,
                      .title = "models failed",
                      .crash = "The accuracy of this row is a number or missing, not a word.",
                      .fails = [](const tables::Value& status) -> std::optional<bool> {
                        if (status.kind != tables::ValueKind::Text) return std::nullopt;
                        return status.text.find("pass") == std::string_view::npos;
                      }},
                     file, path, want, progress);
}

}  // namespace plumbline::verdicts
