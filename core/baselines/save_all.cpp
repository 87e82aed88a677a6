// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <chrono>
#include <map>

#include "core/baselines/decision_log.h"
#include "core/baselines/hand_over.h"
#include "core/text/line_diff.h"

namespace plumbline::baselines {
namespace {

std::string counted(std::size_t count, const char* one, const char* many) {
  return std::to_string(count) + ' ' + (count == 1 ? one : many);
}

/// isAsRead tells whether the file on disk is still the one that the edits were made on.
bool isAsRead(const Drafts::File& file) {
  const auto now = files::stampOf(file.path);
  if (now) return file.exists && *now == file.stamp;
  return !file.exists && now.error().code == base::ErrorCode::NotFound;
}

SavedFile lineCounts(const Drafts::File& file) {
  SavedFile report{.path = file.path, .linesAdded = 0, .linesRemoved = 0, .error = std::nullopt};
  for (const text::LineChange& change : text::changedLines(file.saved, file.pending)) {
    report.linesRemoved += change.beforeCount;
    report.linesAdded += change.afterCount;
  }
  return report;
}

}  // namespace

bool SaveReport::allWritten() const {
  if (!changedOutside.empty()) return false;
  for (const SavedFile& file : files)
    if (file.error) return false;
  return true;
}

std::string SaveReport::written() const {
  std::size_t saved = 0;
  std::size_t lines = 0;
  for (const SavedFile& file : files) {
    if (file.error) continue;
    ++saved;
    lines += std::max(file.linesAdded, file.linesRemoved);
  }
  if (saved == 0) return {};
  return counted(saved, "file", "files") + " saved, " + counted(lines, "line", "lines") + " changed.";
}

std::string SaveReport::sentence() const {
  if (!changedOutside.empty())
    return counted(changedOutside.size(), "file was", "files were") +
           " changed outside meanwhile; nothing was written.";
  if (files.empty()) return "There is nothing to save.";
  std::string text = written();
  const auto hasError = [](const SavedFile& file) { return file.error.has_value(); };
  if (const auto kept = static_cast<std::size_t>(std::count_if(files.begin(), files.end(), hasError)); kept > 0)
    text += (text.empty() ? "" : " ") +
            counted(kept, "file was not written; its", "files were not written; their") + " edits are kept.";
  return text;
}

SaveReport saveAll(Drafts& drafts) {
  SaveReport report;
  const std::vector<const Drafts::File*> changed = drafts.changed();
  for (const Drafts::File* file : changed)
    if (!isAsRead(*file)) report.changedOutside.push_back(file->path);
  if (!report.changedOutside.empty()) return report;

  std::vector<files::SaveRequest> requests;
  for (const Drafts::File* file : changed) {
    report.files.push_back(lineCounts(*file));
    requests.push_back({file->path, &file->pending, file->exists ? &file->stamp : &files::kNoFile});
  }
  const auto stamps = files::saveFiles(requests);
  for (std::size_t i = 0; i < changed.size(); ++i) {
    if (stamps[i]) {
      const std::string bytes = changed[i]->pending;
      drafts.rebase(report.files[i].path, bytes, *stamps[i], bytes);
    } else {
      report.files[i].error = stamps[i].error();
    }
  }

  // What was decided about a file that could not be written may still be changed: it is told when that is saved.
  Decisions told;
  for (const auto& [key, decision] : drafts.decisions()) {
    const Drafts::File* file = drafts.find(key.baseline);
    if (file == nullptr || !file->isChanged()) told.emplace(key, decision);
  }
  if (const auto logged = logDecisions(told, std::chrono::system_clock::now()); !logged)
    report.logError = logged.error();
  return report;
}

}  // namespace plumbline::baselines
