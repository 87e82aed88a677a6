// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fetch/fetch_engine.h"

#include <algorithm>
#include <filesystem>
#include <utility>


namespace plumbline::fetch {
namespace {

namespace fs = std::filesystem;

constexpr int kMaxParallel = 32;
constexpr int kProgressMs = 33;  // about thirty times a second

QUrl urlOf(const std::string& text) { return QUrl(QString::fromStdString(text)); }

std::uint64_t sizeOf(const std::string& path) {
  std::error_code error;
  const std::uintmax_t size = fs::file_size(path, error);
  return error ? 0 : size;
}

QString text(const std::string& words) { return QString::fromStdString(words); }

}  // namespace

FetchEngine::FetchEngine(FetchOptions options)
    : m_options(std::move(options)),
      m_rules{.api = urlOf(m_options.endpoints.api), .token = m_options.token, .stallMs = m_options.stallMs} {
  m_lastProgress.start();
  m_progressLater.setSingleShot(true);
  m_progressLater.setInterval(kProgressMs);
  connect(&m_progressLater, &QTimer::timeout, this, [this] { reportProgress(true); });
}

FetchEngine::~FetchEngine() { cancel(); }

void FetchEngine::cancel() {
  ++m_round;
  m_number.reset();
  m_progressLater.stop();
  if (m_lister) m_lister->stop();
  for (const auto& slot : m_slots) slot->stop();
  // One of them may be calling: they go when the stack is empty.
  for (auto& slot : m_slots) slot.release()->deleteLater();
  m_slots.clear();
  if (m_lister) m_lister.release()->deleteLater();
  if (m_api) m_api.release()->deleteLater();
  m_cache.reset();
}

void FetchEngine::start(const Target& target, quint64 number) {
  cancel();
  m_number = number;
  m_report = {};
  m_report.target = target;
  m_next = m_done = 0;
  m_bytes = 0;
  auto cache = Cache::open(m_options.cacheFolder);
  if (!cache) return fail(cache.error());
  m_cache = *std::move(cache);
  if (m_options.offline) return listOffline();
  m_api = std::make_unique<ApiClient>(m_rules, m_options);
  m_lister = std::make_unique<JobLister>(*m_api, [this](const std::string& sentence) { report(sentence); });
  m_lister->start(target, [this](base::Result<JobList> list) {
    if (!list) return fail(list.error());
    listed(*std::move(list));
  });
}

void FetchEngine::listed(JobList list) {
  m_report.sha = list.sha;
  for (const Job& job : list.jobs) {
    if (!isBenchmarkJob(job)) continue;
    ++m_report.jobs;
    if (job.status != "completed") ++m_report.running;
  }
  if (list.runs.empty() && !m_options.acceptsNone)
    return fail({base::ErrorCode::NotFound, "CI knows no benchmark run of commit " + list.sha + ".",
                 "It may not have started yet, or the commit may be of another repository."});
  if (m_report.jobs == 0 && !m_options.acceptsNone)
    return fail({base::ErrorCode::NotFound, "CI has no benchmark job for commit " + list.sha + " yet.",
                 "Its runs may not have started; try again later."});
  if (m_report.running > 0)
    m_report.notes << text(std::to_string(m_report.running) + " of " + std::to_string(m_report.jobs) +
                           " benchmark jobs are not finished: fetch again later.");
  std::vector<Artifact> artifacts = artifactsOf(m_report.target, list.sha, list.jobs, m_options.endpoints);
  report("Fetching " + std::to_string(artifacts.size()) + " artifacts of commit " + list.sha + ".");
  useArtifacts(std::move(artifacts));
}

void FetchEngine::listOffline() {
  const Target& target = m_report.target;
  const std::string run = target.runId != 0 ? std::to_string(target.runId) : std::string();
  if (target.pullRequest != 0)
    return fail(
        {base::ErrorCode::BadArgument, "Offline, the commit of a pull request is unknown.", "Give the commit."});
  std::vector<std::string> fitting, names;
  for (const std::string& commit : m_cache->commits()) {
    if (commit.size() != kFullSha || !commit.starts_with(target.sha)) continue;
    std::vector<std::string> here = m_cache->below(commit);
    if (!run.empty())
      std::erase_if(here, [&](const std::string& name) { return !name.starts_with(commit + "/" + run + "/"); });
    if (here.empty()) continue;
    fitting.push_back(commit);
    names = std::move(here);
  }
  if (fitting.empty())
    return fail({base::ErrorCode::NotFound, "The cache holds nothing of " + targetText(target) + ".",
                 "Fetch it once with the network."});
  if (fitting.size() > 1)
    return fail({base::ErrorCode::BadArgument, "More than one commit in the cache begins with " + target.sha + ".",
                 "Give more of its digits."});
  m_report.sha = fitting.front();
  m_report.notes << QStringLiteral("Offline: CI was not checked for more.");
  std::vector<Artifact> artifacts;
  for (std::string& name : names) {
    Artifact artifact;
    const fs::path path(name);
    artifact.job.workflowId = path.parent_path().parent_path().filename().string();
    artifact.job.attempt = std::max(1, std::atoi(path.parent_path().filename().c_str()));
    if (auto shard = configs::shardOfArtifact(path.filename().string())) artifact.job.shard = *std::move(shard);
    artifact.job.jobId = artifact.job.shard.jobId;
    artifact.path = std::move(name);
    artifacts.push_back(std::move(artifact));
  }
  useArtifacts(std::move(artifacts));
}

void FetchEngine::useArtifacts(std::vector<Artifact> artifacts) {
  m_report.files.resize(artifacts.size());
  for (std::size_t i = 0; i < artifacts.size(); ++i) m_report.files[i].artifact = std::move(artifacts[i]);
  const std::string below = m_report.target.runId != 0 ? "/" + std::to_string(m_report.target.runId) : "";
  m_report.folder =
      (m_options.into.empty() ? m_cache->pathOf(m_report.sha) : m_options.into + "/" + m_report.sha) + below;
  reportProgress(true);
  if (m_report.files.empty()) return finish();
  const auto parallel = static_cast<std::size_t>(std::clamp(m_options.parallel, 1, kMaxParallel));
  for (std::size_t slot = 0; slot < std::min(parallel, m_report.files.size()); ++slot) {
    m_slots.push_back(std::make_unique<ZipDownload>(m_rules, *m_cache, m_options, [this](std::uint64_t bytes) {
      m_bytes += bytes;
      reportProgress();
    }));
    fillSlot(slot);
  }
}

/// fillSlot goes through the event loop, so that a long row of cached files can be cancelled between any two.
void FetchEngine::fillSlot(std::size_t slot) {
  QMetaObject::invokeMethod(
      this,
      [this, slot, round = m_round] {
        if (round == m_round) startNext(slot);
      },
      Qt::QueuedConnection);
}

void FetchEngine::startNext(std::size_t slot) {
  if (m_next == m_report.files.size()) return;
  const std::size_t index = m_next++;
  if (useCached(index)) return fileDone(slot, index);
  if (m_options.offline) {
    m_report.files[index].problem = "damaged in the cache: fetch it again with the network";
    return fileDone(slot, index);
  }
  m_slots[slot]->start(m_report.files[index].artifact,
                       [this, slot, index](ZipEnd end) { zipEnded(slot, index, std::move(end)); });
}

bool FetchEngine::useCached(std::size_t index) {
  const auto path = m_cache->find(m_report.files[index].artifact.path);
  if (!path) return false;
  m_report.files[index].path = *path;
  m_report.files[index].fromCache = true;
  return true;
}

void FetchEngine::zipEnded(std::size_t slot, std::size_t index, ZipEnd end) {
  if (end.fatal) return fail(*end.fatal);
  m_report.files[index].path = std::move(end.path);
  m_report.files[index].problem = std::move(end.problem);
  m_report.files[index].isGone = end.isGone;
  fileDone(slot, index);
}

void FetchEngine::fileDone(std::size_t slot, std::size_t index) {
  if (!copyOut(index)) return;
  ++m_done;
  reportProgress();
  if (m_done == m_report.files.size()) return finish();
  fillSlot(slot);
}

/// copyOut puts a file below `into`. False: the whole fetch has failed.
bool FetchEngine::copyOut(std::size_t index) {
  FetchedFile& file = m_report.files[index];
  if (file.path.empty()) return true;
  file.bytes = sizeOf(file.path);
  if (m_options.into.empty()) return true;
  const std::string& name = file.artifact.path;
  auto placed = files::makeFolders(m_options.into, fs::path(name).parent_path().string());
  if (placed) placed = files::replaceWithLink(file.path, m_options.into + "/" + name);
  if (!placed) {
    fail(placed.error());
    return false;
  }
  file.path = m_options.into + "/" + name;
  return true;
}

void FetchEngine::report(const std::string& sentence) {
  if (m_number) Q_EMIT statusMessage(*m_number, text(sentence));
}

void FetchEngine::finish() {
  if (m_cache->evict(m_options.cacheBytes) > m_options.cacheBytes)
    m_report.notes << text("The cache is over its limit of " + std::to_string(m_options.cacheBytes / 1'000'000) +
                           " MB: this commit needs it, or another program is at work there.");
  reportProgress(true);
  const quint64 number = m_number.value_or(0);
  const FetchReport report = std::exchange(m_report, {});
  cancel();
  Q_EMIT finished(number, report);
}

void FetchEngine::fail(const base::Error& error) {
  const auto number = m_number;
  m_retryAfterS = m_api ? m_api->retryAfterS() : 0;
  cancel();
  if (number) Q_EMIT failed(*number, error);
}

void FetchEngine::reportProgress(bool always) {
  if (!m_number) return;
  if (!always && m_lastProgress.elapsed() < kProgressMs) {
    if (!m_progressLater.isActive()) m_progressLater.start();  // the last piece before a pause is reported too
    return;
  }
  m_progressLater.stop();
  m_lastProgress.restart();
  Q_EMIT progress(*m_number, static_cast<int>(m_done), static_cast<int>(m_report.files.size()), m_bytes);
}

}  // namespace plumbline::fetch
