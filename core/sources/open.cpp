// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/open.h"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <map>
#include <mutex>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "core/sources/folder_walk.h"
#include "core/sources/formats/hud_records.h"
#include "core/sources/formats/source_text.h"
#include "core/sources/zip_reader.h"
#include "core/text/quantities.h"

namespace plumbline::sources {
namespace {

/// Budget is the memory that is left; shared by the threads that read.
class Budget {
 public:
  explicit Budget(std::uint64_t bytes) : m_left(static_cast<std::int64_t>(bytes)) {}
  /// reserve returns false, and reserves nothing, if less than that is left.
  bool reserve(std::uint64_t bytes) {
    const auto amount = static_cast<std::int64_t>(bytes);
    if (m_left.fetch_sub(amount) >= amount) return true;
    m_left.fetch_add(amount);
    return false;
  }
  std::uint64_t left() const { return static_cast<std::uint64_t>(std::max<std::int64_t>(m_left.load(), 0)); }

 private:
  std::atomic<std::int64_t> m_left;
};

/// Stems are the names of all CSVs without their extension: a JSON of the same name repeats the content of its CSV
/// (SPEC 16).
using Stems = std::unordered_set<std::string>;

struct ReadContext {
  const Limits& limits;
  const Stems& stems;
  Budget& budget;
  base::Progress progress;
};

struct FilePieces {
  std::vector<Piece> pieces;
  std::vector<CacheRun> cacheRuns;
  std::vector<base::Error> problems;
  std::size_t sideFiles = 0, otherFiles = 0;
};

using base::Error;
using base::ErrorCode;

std::string_view withoutExtension(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  return dot == name.npos ? name : name.substr(0, dot);
}

class FileReader {
 public:
  FileReader(const FoundFile& file, const ReadContext& context) : m_file(file), m_context(context) {}

  FilePieces read() {
    if (m_file.kind == FileKind::Zip) {
      readZipFile();
    } else if (!m_file.isGiven && isBeside(m_file.kind, m_file.path, m_context.stems)) {
      ++m_out.sideFiles;
    } else {
      readOneFile();
    }
    return std::move(m_out);
  }

 private:
  static bool isBeside(FileKind kind, std::string_view name, const Stems& stems) {
    if (kind != FileKind::Csv && kind != FileKind::Json) return false;
    return configs::isSideFile(name) || (kind == FileKind::Json && stems.contains(std::string(withoutExtension(name))));
  }

  void readOneFile() {
    // A CSV may be as large as the commands for one pair read; what becomes a tree in memory may not.
    const std::uint64_t limit = m_file.kind == FileKind::Csv ? files::kMaxFileBytes : m_context.limits.entryBytes;
    auto file = files::readFile(m_file.path, base::Progress(m_context.progress.stopToken()),
                                std::min(limit, m_context.budget.left()));
    if (file.isCancelled()) return;
    if (file.isError()) {
      m_out.problems.push_back(file.error());
      return;
    }
    // A file with an unknown extension may be a zip, if the user named it.
    if (m_file.kind == FileKind::Other && file.value().bytes.starts_with("PK")) return readZipFile();
    SourceText text{m_file.path, m_file.path, std::move(file.value().bytes), file.value().stamp};
    text.kind = m_file.kind;
    text.isGiven = m_file.isGiven;
    text.isBaseline = m_file.isBaseline;
    addFile(std::move(text));
  }

  void readZipFile() {
    Limits limits = m_context.limits;
    limits.zipBytes = std::min(limits.zipBytes, m_context.budget.left());
    Stems stems;
    const auto see = [&stems](const std::vector<std::string>& names) {
      for (const std::string& name : names)
        if (kindOf(name) == FileKind::Csv) stems.emplace(withoutExtension(name));
    };
    std::size_t others = 0, unread = 0;
    // A JSON beside a CSV is not unpacked: it is far larger, and nothing reads it. CSVs beside a CSV are its notes.
    const auto select = [&](std::string_view name) {
      const FileKind kind = kindOf(name);
      const bool isKnown = kind != FileKind::Other && kind != FileKind::Zip;
      const bool isUnread = kind == FileKind::Json && !name.ends_with(kNotesEnding) && isBeside(kind, name, stems);
      others += isKnown ? 0 : 1;
      unread += isUnread ? 1 : 0;
      return isKnown && !isUnread;
    };
    auto zip = readZip(m_file.path, limits, select, m_context.progress, see);
    if (zip.isCancelled()) return;
    if (zip.isError()) {
      m_out.problems.push_back(zip.error());
      return;
    }
    m_out.otherFiles += others;
    m_out.sideFiles += unread;
    m_out.problems = std::move(zip.value().problems);
    std::unordered_map<std::string, const ZipMember*> byOrigin;
    for (const ZipMember& member : zip.value().members) byOrigin.emplace(m_file.path + "!" + member.name, &member);
    m_readBeside = [&](const std::string& name) -> std::optional<std::string> {
      const auto found = byOrigin.find(name);
      return found == byOrigin.end() ? std::nullopt : std::optional(found->second->bytes);
    };
    for (ZipMember& member : zip.value().members) {
      if (m_context.progress.stopRequested()) return;
      const FileKind kind = kindOf(member.name);
      if (isBeside(kind, member.name, stems)) {
        ++m_out.sideFiles;
        continue;
      }
      SourceText text{m_file.path + "!" + member.name, {}, std::move(member.bytes), zip.value().stamp};
      text.kind = kind;
      text.isBaseline =
          m_file.role == Role::Auto ? m_file.isBaseline || liesInBaselines(member.name) : m_file.isBaseline;
      addFile(std::move(text));
    }
    if (m_out.pieces.empty() && m_out.problems.empty())
      m_out.problems.push_back({ErrorCode::NotFound, "This zip holds no result: no CSV, JSON or log of a benchmark.",
                                "Artifacts of test reports are called test-reports-....zip.", m_file.path});
  }

  void addFile(SourceText text) {
    text.source = m_file.source;
    text.role = m_file.role;
    const std::string origin = text.origin;
    if (!m_context.budget.reserve(text.bytes.size())) {
      m_out.problems.push_back({ErrorCode::TooLarge,
                                "All opened files together exceed " + text::sizeText(m_context.limits.totalBytes) +
                                    "; this file was left out.",
                                "Open fewer files at once.", origin});
      return;
    }
    if (const std::string_view page = webPageKind(std::string_view(text.bytes).substr(0, 512)); !page.empty()) {
      m_out.problems.push_back({ErrorCode::BadFormat, "This is " + std::string(page) + ", not a result.",
                                "A server sent it instead of the file: get the file again.", origin});
      return;
    }
    addText(std::move(text));
  }

  /// addText: the content decides the format, except of a .csv.
  void addText(SourceText text) {
    const base::Progress progress(m_context.progress.stopToken());
    if (text.kind != FileKind::Csv) {
      if (looksLikeJson(text.bytes)) {
        if (addPieces(readHudJson(text, progress))) {
          std::vector<CacheRun> runs = readCacheRuns(text.bytes, text.origin, progress);
          std::move(runs.begin(), runs.end(), std::back_inserter(m_out.cacheRuns));
          return;
        }
      } else {
        if (addPieces(readRunnerLog(text, progress)) || addPieces(readDashboardText(text))) return;
      }
      const bool mayBeCsv = text.kind == FileKind::Other || (text.kind == FileKind::Text && hasNameColumn(text.bytes));
      if (!mayBeCsv) return skip(text);
    }
    addCsv(std::move(text));
  }

  bool addPieces(FormatPieces pieces) {
    std::move(pieces.pieces.begin(), pieces.pieces.end(), std::back_inserter(m_out.pieces));
    std::move(pieces.problems.begin(), pieces.problems.end(), std::back_inserter(m_out.problems));
    return pieces.isKnown;
  }

  void skip(const SourceText& text) {
    if (m_context.progress.stopRequested()) return;
    ++m_out.otherFiles;
    if (!text.isGiven) return;
    m_out.problems.push_back(
        {ErrorCode::BadFormat,
         text.kind == FileKind::Json ? "This JSON holds no benchmark records."
                                     : "This text is no benchmark log: no line of it begins a model.",
         "HUD benchmark JSON and logs of the benchmark runner can be opened, as well as CSVs.", text.origin});
  }

  static bool hasNameColumn(std::string_view bytes) {
    const std::string_view header = bytes.substr(0, std::min(bytes.find_first_of("\r\n"), bytes.size()));
    return header.size() < 4096 && (header.starts_with("name,") || header.find(",name,") != header.npos);
  }

  void addCsv(SourceText text) {
    auto scanned = tables::CsvTable::scan(std::move(text.bytes), text.path.empty() ? text.origin : text.path,
                                          base::Progress(m_context.progress.stopToken()));
    if (scanned.isCancelled()) return;
    if (scanned.isError()) {
      Error error = scanned.error();
      error.file = text.origin;
      m_out.problems.push_back(std::move(error));
      return;
    }
    if (addPieces(readWide(text, *scanned.value()))) return;
    Piece piece = pieceOf(text);
    piece.table = std::move(scanned.value());
    piece.notes = readNotes(piece.origin, m_readBeside);
    piece.causes = piece.notes.causes;
    nameByOrigin(piece, piece.origin);
    m_out.pieces.push_back(std::move(piece));
  }

  const FoundFile& m_file;
  const ReadContext& m_context;
  ReadBeside m_readBeside = readFileBeside;
  FilePieces m_out;
};

Stems stemsOf(const std::vector<FoundFile>& files) {
  Stems stems;
  for (const FoundFile& file : files)
    if (file.kind == FileKind::Csv) stems.emplace(withoutExtension(file.path));
  return stems;
}

/// FilesReader reads all files, in two threads if the caller provides them; the results are in the files' order.
class FilesReader {
 public:
  FilesReader(const std::vector<FoundFile>& files, const OpenOptions& options, const base::Progress& progress)
      : m_files(files),
        m_stems(stemsOf(files)),
        m_budget(options.limits.totalBytes),
        m_context{options.limits, m_stems, m_budget, base::Progress(progress.stopToken())},
        m_progress(progress),
        m_results(files.size()) {
    const auto work = [this] { readSome(); };
    if (options.sideBySide && files.size() > 1) {
      options.sideBySide(work, work);
    } else {
      work();
    }
  }

  std::vector<FilePieces> takeResults() { return std::move(m_results); }

 private:
  void readSome() {
    for (std::size_t i = m_next++; i < m_files.size(); i = m_next++) {
      if (m_progress.stopRequested()) return;
      m_results[i] = FileReader(m_files[i], m_context).read();
      const std::lock_guard lock(m_reportMutex);
      (void)m_progress.report(++m_done, m_files.size());
    }
  }

  const std::vector<FoundFile>& m_files;
  Stems m_stems;
  Budget m_budget;
  ReadContext m_context;
  const base::Progress& m_progress;
  std::vector<FilePieces> m_results;
  std::atomic<std::size_t> m_next = 0;
  std::mutex m_reportMutex;
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

base::Error nothingFound(const std::vector<base::Error>& problems) {
  if (problems.size() == 1) return problems.front();
  base::Error error{base::ErrorCode::NotFound,
                    "No result and no baseline was found: no CSVs, artifact zips, PyTorch checkout, HUD JSON or "
                    "benchmark logs.",
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
  std::vector<FilePieces> answers = FilesReader(walk.files, options, progress).takeResults();
  if (progress.stopRequested()) return base::Cancelled{};
  for (FilePieces& answer : answers) {
    std::move(answer.pieces.begin(), answer.pieces.end(), std::back_inserter(opened.pieces));
    std::move(answer.cacheRuns.begin(), answer.cacheRuns.end(), std::back_inserter(opened.cacheRuns));
    std::move(answer.problems.begin(), answer.problems.end(), std::back_inserter(opened.problems));
    opened.sideFiles += answer.sideFiles;
    opened.otherFiles += answer.otherFiles;
  }
  assign(opened.pieces, options.assignments);
  if (opened.pieces.empty()) return nothingFound(opened.problems);
  return opened;
}

}  // namespace plumbline::sources
