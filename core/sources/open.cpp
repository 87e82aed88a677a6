// SPDX-License-Identifier: GPL-3.0-or-later
#include <atomic>
#include <iterator>
#include <map>
#include <mutex>
#include <utility>

#include "core/sources/folder_walk.h"
#include "core/sources/read_pieces.h"
#include "core/sources/sources.h"

namespace plumbline::sources {
namespace {

/// Reads all files, with two at work when the caller can do two things at a time; the answers stay in the files' order.
class Crew {
 public:
  Crew(const std::vector<FoundFile>& files, const OpenOptions& options, const base::Progress& progress)
      : m_files(files),
        m_stems(stemsOf(files)),
        m_budget(options.limits.totalBytes),
        m_words{options.limits, m_stems, m_budget, base::Progress(progress.stopToken())},
        m_progress(progress),
        m_answers(files.size()) {
    const auto work = [this] { readSome(); };
    if (options.sideBySide && files.size() > 1) {
      options.sideBySide(work, work);
    } else {
      work();
    }
  }

  std::vector<FilePieces> takeAnswers() { return std::move(m_answers); }

 private:
  void readSome() {
    for (std::size_t i = m_next++; i < m_files.size(); i = m_next++) {
      if (m_progress.stopRequested()) return;
      m_answers[i] = readPieces(m_files[i], m_words);
      const std::lock_guard lock(m_telling);
      (void)m_progress.report(++m_done, m_files.size());
    }
  }

  const std::vector<FoundFile>& m_files;
  Stems m_stems;
  Budget m_budget;
  ReadWords m_words;
  const base::Progress& m_progress;
  std::vector<FilePieces> m_answers;
  std::atomic<std::size_t> m_next = 0;
  std::mutex m_telling;
  std::uint64_t m_done = 0;
};

void assign(std::vector<Piece>& pieces, const std::vector<Assignment>& assignments) {
  std::map<std::string_view, const Assignment*> byOrigin;
  for (const Assignment& assignment : assignments) byOrigin[assignment.origin] = &assignment;
  for (Piece& piece : pieces) {
    const auto found = byOrigin.find(piece.origin);
    if (found == byOrigin.end()) continue;
    piece.identity = found->second->identity;
    piece.unnamedReason.clear();
    piece.assigned = true;
  }
}

base::Error nothingAtAll(const std::vector<base::Error>& problems) {
  if (problems.size() == 1) return problems.front();
  base::Error error{base::ErrorCode::NotFound,
                    "None of what was given holds a result or a baseline: CSVs, artifact zips, a PyTorch checkout, HUD "
                    "JSON and benchmark logs were looked for.",
                    "Open the folder that holds a run's results, its artifact zips, or a PyTorch checkout."};
  if (!problems.empty()) {
    error.text = base::describe(problems.front());
    if (problems.size() > 1) error.text += " (And " + std::to_string(problems.size() - 1) + " more problems.)";
    error.code = problems.front().code;
  }
  return error;
}

}  // namespace

base::Outcome<Opened> open(const std::vector<SourcePath>& paths, const OpenOptions& options,
                           const base::Progress& progress) {
  auto walked = walkPaths(paths, options.limits, progress);
  if (walked.isCancelled()) return base::Cancelled{};
  Walk& walk = walked.value();
  Opened opened;
  opened.paths = paths;
  opened.problems = std::move(walk.problems);
  opened.otherFiles = walk.otherFiles;
  std::vector<FilePieces> answers = Crew(walk.files, options, progress).takeAnswers();
  if (progress.stopRequested()) return base::Cancelled{};
  for (FilePieces& answer : answers) {
    std::move(answer.pieces.begin(), answer.pieces.end(), std::back_inserter(opened.pieces));
    std::move(answer.cacheRuns.begin(), answer.cacheRuns.end(), std::back_inserter(opened.cacheRuns));
    std::move(answer.problems.begin(), answer.problems.end(), std::back_inserter(opened.problems));
    opened.sideFiles += answer.sideFiles;
    opened.otherFiles += answer.otherFiles;
  }
  assign(opened.pieces, options.assignments);
  if (opened.pieces.empty()) return nothingAtAll(opened.problems);
  return opened;
}

}  // namespace plumbline::sources
