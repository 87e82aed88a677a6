// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/desktop_links.h"

#include <QProcess>
#include <algorithm>

#include "core/fetch/fetch_plan.h"
#include "core/sources/forge.h"
#include "core/tables/csv_table.h"
#include "core/text/ascii.h"

using namespace Qt::StringLiterals;

namespace plumbline::session {
namespace {

std::string repositoryOfCi() { return "https://github.com/" + fetch::fetchRules().repository; }

QUrl onGitHub(const QString& path) { return QUrl(QString::fromStdString(repositoryOfCi()) + path); }

}  // namespace

QUrl jobPage(const overview::ConfigResult& config, std::string_view model) {
  const auto used = [](const overview::ShardUse& shard) { return shard.used; };
  const overview::ShardUse* shard = nullptr;
  if (const auto row = config.run ? config.run->rowNamed(model) : std::nullopt; row && *row < config.origins.size())
    shard = &config.shards[config.origins[*row].shard];
  else if (std::ranges::count_if(config.shards, used) == 1)
    shard = &*std::ranges::find_if(config.shards, used);
  if (shard == nullptr || !text::hasOnlyDigits(shard->identity.jobId)) return {};
  const QString job = QString::fromStdString(shard->identity.jobId);
  if (!text::hasOnlyDigits(shard->identity.workflowId)) return onGitHub(u"/runs/"_s + job);  // GitHub leads on to the job
  return onGitHub(u"/actions/runs/%1/job/%2"_s.arg(QString::fromStdString(shard->identity.workflowId), job));
}

namespace {

bool isHash(std::string_view sha) {
  return sha.size() >= 7 && sha.size() <= fetch::kFullSha && std::ranges::all_of(sha, text::isHexDigit);
}

}  // namespace

QUrl commitPage(std::string_view sha, const std::optional<std::string>& repository) {
  return isHash(sha) ? QUrl(QString::fromStdString(sources::commitAddress(repository.value_or(repositoryOfCi()), sha))) : QUrl();
}

QUrl pullRequestPage(std::string_view sha) {
  return isHash(sha) ? onGitHub(u"/pulls?q=is%3Apr+"_s + QString::fromLatin1(sha.data(), static_cast<qsizetype>(sha.size())))
                     : QUrl();
}

QUrl pullRequestPage(std::int64_t number, const std::optional<std::string>& repository) {
  return QUrl(QString::fromStdString(sources::pullRequestAddress(repository.value_or(repositoryOfCi()), number)));
}

bool isBrowserLink(const QUrl& url) {
  return url.isValid() && !url.host().isEmpty() && (url.scheme() == u"https"_s || url.scheme() == u"http"_s);
}

std::size_t lineOfModel(const tables::CsvTable& table, std::string_view model) {
  const auto row = table.rowNamed(model);
  return row ? table.lineOf(*row) : 0;
}

EditorCall editorCall(const QString& command, const QString& file, std::size_t line) {
  QStringList parts = QProcess::splitCommand(command);
  if (parts.isEmpty()) return {};
  EditorCall call{parts.takeFirst(), {}};
  bool isNamed = false;
  for (const QString& part : std::as_const(parts)) {
    QString made;
    for (qsizetype i = 0; i < part.size(); ++i) {
      const QChar next = part.at(i) == u'%' && i + 1 < part.size() ? part.at(i + 1) : QChar();
      isNamed = isNamed || next == u'f';
      if (next == u'f') made += file;
      else if (next == u'l') made += QString::number(std::max<std::size_t>(line, 1));
      else made += part.at(i);
      if (next == u'f' || next == u'l' || next == u'%') ++i;
    }
    call.arguments << made;
  }
  if (!isNamed) call.arguments << file;
  return call;
}

}  // namespace plumbline::session
