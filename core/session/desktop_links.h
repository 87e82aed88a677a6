// SPDX-License-Identifier: GPL-3.0-or-later
// What programs outside of Plumbline are asked to show: pages of CI for a browser, a line of a file for an editor. Pure
// functions; nothing is started or opened here.
//
//   const QUrl page = jobPage(view.configs()[3], "llama");                       // empty: no name says which job it was
//   const auto call = editorCall(u"code --goto %f:%l"_s, path, lineOfModel(*baseline, "llama"));
#pragma once

#include <QString>
#include <QStringList>
#include <QUrl>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/overview/commit_view.h"

namespace plumbline::session {

/// jobPage is the page of the job that ran the model: that of the shard with its row, else of the only shard in use.
QUrl jobPage(const overview::ConfigResult& config, std::string_view model);
/// commitPage is the commit in the repository at an address (sources::repositoryAddress; nullopt: that of CI), pullRequestPage a search
/// for CI's pull requests that have it; empty for what is no hash, and where there are no such pages.
QUrl commitPage(std::string_view sha, const std::optional<std::string>& repository = {});
QUrl pullRequestPage(std::string_view sha);
/// pullRequestPage of a number is the pull request itself.
QUrl pullRequestPage(std::int64_t number, const std::optional<std::string>& repository);
/// isBrowserLink: the scheme is http or https and there is a host.
bool isBrowserLink(const QUrl& url);

/// lineOfModel is the 1-based line of the model's first row; 0 without one.
std::size_t lineOfModel(const tables::CsvTable& table, std::string_view model);

/// EditorCall is a program with its arguments; no shell is involved.
struct EditorCall {
  QString program;  ///< "": there is no command
  QStringList arguments;
};
/// editorCall splits a command at spaces, with quotes as in a shell. %f becomes the file, which comes last where there
/// is no %f, %l the line, and %% a percent sign.
EditorCall editorCall(const QString& command, const QString& file, std::size_t line);

}  // namespace plumbline::session
