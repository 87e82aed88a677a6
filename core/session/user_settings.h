// SPDX-License-Identifier: GPL-3.0-or-later
// What a person has set for the window and for plumbline-cli: texts in the one settings file of both (QSettings'
// plumbline/plumbline). "" is the default; a value that cannot be used counts as "". Options of a command line and
// variables of the environment come before them.
//
//   const QSettings store(u"plumbline"_s, u"plumbline"_s);
//   const QString folder = settingText(store, Setting::RunFolder);   // "" : runs::defaultRunFolder()
#pragma once

#include <QString>
#include <array>
#include <optional>

#include "core/base/result.h"
#include "core/fetch/fetcher.h"

class QSettings;

namespace plumbline::session {

/// kLanguages of the window's texts.
inline constexpr std::array<QLatin1StringView, 2> kLanguages{QLatin1StringView("en"), QLatin1StringView("de")};

enum class Setting {
  Language,        ///< one of kLanguages; the window only
  Rules,           ///< generation to begin with; the window only, a command's verdict depends on its arguments alone
  FlakyList,       ///< flaky list that counts where a baseline has none
  FillHistory,     ///< "yes": what is opened and run is added to the history
  DecisionLog,     ///< "yes": decisions that go to the history are written into the logs beside the baselines, too
  RestoreSession,  ///< "no": begin with nothing open
  SingleWindow,    ///< "yes": a later start of the program opens what it names in the window that is open already
  RunFolder,       ///< where runs are kept
  CacheFolder,     ///< where fetched artifacts are kept
  Api,             ///< address of GitHub's API
  Artifacts,       ///< address of the artifact store
  Editor,          ///< command that opens a file, see editorCall
};

/// settingKey is the name in the file: "folders/runs".
QString settingKey(Setting setting);
/// settingProblem is why a text cannot be used; "" can always. Errors: BadArgument; of a flaky list that is read, those
/// of reading it.
std::optional<base::Error> settingProblem(Setting setting, const QString& text);
/// settingText. The flaky list is given also when it cannot be read: judging with it reports why.
QString settingText(const QSettings& store, Setting setting);

/// fetchOptionsFrom gives the cache folder and the addresses: arguments, else environment, else settings, else default.
/// Errors: those of fetch::endpointsFrom.
base::Result<fetch::FetchOptions> fetchOptionsFrom(const QSettings& store, std::string api = {}, std::string artifacts = {});
/// runFolderFrom is the folder of runs: the set one, else runs::defaultRunFolder().
std::string runFolderFrom(const QSettings& store);
/// flakyListFrom is the path of the default flaky list, "" for none.
std::string flakyListFrom(const QSettings& store);
/// fillsHistory: a person has said that what is opened and run is added to the history.
bool fillsHistory(const QSettings& store);
/// logsDecisions: the logs beside the baselines are written; where the history keeps decisions, only if a person has said so.
bool logsDecisions(const QSettings& store);

}  // namespace plumbline::session
