// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/user_settings.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QSettings>
#include <QUrl>
#include <algorithm>

#include "core/fetch/cache.h"
#include "core/fetch/http_get.h"
#include "core/files/child_process.h"
#include "core/files/file_bytes.h"
#include "core/flaky/flaky_source.h"
#include "core/flaky/own_lists.h"
#include "core/runs/engine/run_store.h"
#include "core/verdicts/rule_sets/rule_set.h"

using namespace Qt::StringLiterals;

namespace plumbline::session {
namespace {

base::Error unusable(const QString& what, const char* hint) {
  return {base::ErrorCode::BadArgument, what.toStdString(), hint};
}

/// switchProblem: a switch has one word, and nothing is its default.
std::optional<base::Error> switchProblem(const QString& word, const QString& text) {
  if (text == word) return std::nullopt;
  return unusable(u"It is \"%1\" or nothing, not \"%2\"."_s.arg(word, text), "");
}

std::optional<base::Error> pathProblem(const QString& path) {
  if (QDir::isAbsolutePath(path)) return std::nullopt;
  return unusable(u"\"%1\" is no absolute path."_s.arg(path), "Begin it with a slash.");
}

std::optional<base::Error> flakyListProblem(const QString& path) {
  if (auto problem = pathProblem(path)) return problem;
  const std::string native = QFile::encodeName(path).toStdString();
  auto file = files::readFile(native, flaky::kMaxListBytes);
  if (!file) return file.error();
  const auto list = flaky::FlakySource::read(std::move(file->bytes), native);
  return list ? std::nullopt : std::optional(list.error());
}

std::string orSetting(std::string argument, const char* variable, const QSettings& store, Setting setting) {
  if (!argument.empty() || qEnvironmentVariableIsSet(variable)) return argument;
  return settingText(store, setting).toStdString();
}

}  // namespace

QString settingKey(Setting setting) {
  switch (setting) {
    case Setting::Language: return u"look/language"_s;
    case Setting::Rules:
      return u"judge/rules"_s;
    case Setting::FlakyList: return u"judge/flaky"_s;
    case Setting::FillHistory: return u"history/fill"_s;
    case Setting::DecisionLog: return u"history/decision_log"_s;
    case Setting::RestoreSession:
      return u"start/restore"_s;
    case Setting::SingleWindow: return u"start/single_window"_s;
    case Setting::RunFolder:
      return u"folders/runs"_s;
    case Setting::CacheFolder:
      return u"folders/cache"_s;
    case Setting::Api:
      return u"fetch/api"_s;
    case Setting::Artifacts:
      return u"fetch/artifacts"_s;
    case Setting::Editor:
      return u"editor/command"_s;
  }
  return {};
}

std::optional<base::Error> settingProblem(Setting setting, const QString& text) {
  if (text.isEmpty()) return std::nullopt;
  switch (setting) {
    case Setting::Language:
      if (std::ranges::count(kLanguages, text) > 0) return std::nullopt;
      return unusable(u"There are no texts in the language \"%1\"."_s.arg(text), "Choose one of the list.");
    case Setting::Rules:
      if (std::ranges::count(verdicts::generations(), text.toStdString()) > 0) return std::nullopt;
      return unusable(u"There are no rules \"%1\"."_s.arg(text), "Choose one of the list.");
    case Setting::FlakyList: return flakyListProblem(text);
    case Setting::FillHistory:
    case Setting::SingleWindow:
    case Setting::DecisionLog: return switchProblem(u"yes"_s, text);
    case Setting::RestoreSession: return switchProblem(u"no"_s, text);
    case Setting::RunFolder:
    case Setting::CacheFolder: return pathProblem(text);
    case Setting::Api:
    case Setting::Artifacts:
      if (const auto problem = fetch::urlProblem(QUrl(text)))
        return unusable(u"This address cannot be used: %1."_s.arg(QString::fromStdString(*problem)), "Give one that begins with https.");
      return std::nullopt;
    case Setting::Editor: {
      const QString program = QProcess::splitCommand(text).value(0);
      if (files::findProgram(program.toStdString())) return std::nullopt;
      return unusable(u"There is no program \"%1\"."_s.arg(program), "Give its whole path, or install it.");
    }
  }
  return std::nullopt;
}

QString settingText(const QSettings& store, Setting setting) {
  const QString text = store.value(settingKey(setting)).toString().trimmed();
  if (setting == Setting::FlakyList) return pathProblem(text) ? QString() : text;
  return settingProblem(setting, text) ? QString() : text;
}

base::Result<fetch::FetchOptions> fetchOptionsFrom(const QSettings& store, std::string api, std::string artifacts) {
  auto endpoints = fetch::endpointsFrom(orSetting(std::move(api), "PLUMBLINE_API_URL", store, Setting::Api),
                                        orSetting(std::move(artifacts), "PLUMBLINE_ARTIFACTS_URL", store, Setting::Artifacts));
  if (!endpoints) return base::fail(endpoints.error());
  fetch::FetchOptions options;
  options.endpoints = *std::move(endpoints);
  const QString cache = settingText(store, Setting::CacheFolder);
  options.cacheFolder = cache.isEmpty() ? fetch::defaultCacheFolder() : QFile::encodeName(cache).toStdString();
  return options;
}

std::string runFolderFrom(const QSettings& store) {
  const QString folder = settingText(store, Setting::RunFolder);
  return folder.isEmpty() ? runs::defaultRunFolder() : QFile::encodeName(folder).toStdString();
}

std::string flakyListFrom(const QSettings& store) {
  return QFile::encodeName(settingText(store, Setting::FlakyList)).toStdString();
}
bool fillsHistory(const QSettings& store) { return !settingText(store, Setting::FillHistory).isEmpty(); }
bool logsDecisions(const QSettings& store) { return !fillsHistory(store) || !settingText(store, Setting::DecisionLog).isEmpty(); }

}  // namespace plumbline::session
