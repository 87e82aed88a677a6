// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/read_pieces.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/sources/dashboard_text.h"
#include "core/sources/hud_json.h"
#include "core/sources/hud_records.h"
#include "core/sources/runner_log.h"
#include "core/sources/source_text.h"
#include "core/sources/wide_table.h"
#include "core/sources/zip_reader.h"

namespace plumbline::sources {
namespace {

using base::Error;
using base::ErrorCode;

std::string_view withoutEnding(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  return dot == name.npos ? name : name.substr(0, dot);
}

class FileReader {
 public:
  FileReader(const FoundFile& file, const ReadWords& words) : m_file(file), m_words(words) {}

  FilePieces read() {
    if (m_file.kind == FileKind::Zip) {
      readZipFile();
    } else if (!m_file.isGiven && isBeside(m_file.kind, m_file.path, m_words.stems)) {
      ++m_out.sideFiles;
    } else {
      readOneFile();
    }
    return std::move(m_out);
  }

 private:
  static bool isBeside(FileKind kind, std::string_view name, const Stems& stems) {
    if (kind == FileKind::Csv) return configs::isSideFile(name);
    return kind == FileKind::Json && stems.contains(std::string(withoutEnding(name)));
  }

  void readOneFile() {
    auto file = files::readFile(m_file.path, std::min(m_words.limits.entryBytes, m_words.budget.left()));
    if (!file) {
      m_out.problems.push_back(file.error());
      return;
    }
    // A file without a telling name that was named by hand may be a zip all the same.
    if (m_file.kind == FileKind::Other && file->bytes.starts_with("PK")) return readZipFile();
    SourceText text{m_file.path, m_file.path, std::move(file->bytes), file->stamp};
    text.kind = m_file.kind;
    text.isGiven = m_file.isGiven;
    text.isBaseline = m_file.isBaseline;
    take(std::move(text));
  }

  void readZipFile() {
    Limits limits = m_words.limits;
    limits.zipBytes = std::min(limits.zipBytes, m_words.budget.left());
    std::size_t others = 0;
    const auto wanted = [&others](std::string_view name) {
      const FileKind kind = kindOf(name);
      const bool isWanted = kind != FileKind::Other && kind != FileKind::Zip;
      others += isWanted ? 0 : 1;
      return isWanted;
    };
    auto zip = readZip(m_file.path, limits, wanted, m_words.progress);
    if (zip.isCancelled()) return;
    if (zip.isError()) {
      m_out.problems.push_back(zip.error());
      return;
    }
    m_out.otherFiles += others;
    m_out.problems = std::move(zip.value().problems);
    Stems stems;
    for (const ZipMember& member : zip.value().members)
      if (kindOf(member.name) == FileKind::Csv) stems.emplace(withoutEnding(member.name));
    for (ZipMember& member : zip.value().members) {
      if (m_words.progress.stopRequested()) return;
      const FileKind kind = kindOf(member.name);
      if (isBeside(kind, member.name, stems)) {
        ++m_out.sideFiles;
        continue;
      }
      SourceText text{m_file.path + "!" + member.name, {}, std::move(member.bytes), zip.value().stamp};
      text.kind = kind;
      text.isBaseline =
          m_file.role == Role::Auto ? m_file.isBaseline || liesInBaselines(member.name) : m_file.isBaseline;
      take(std::move(text));
    }
    if (m_out.pieces.empty() && m_out.problems.empty())
      m_out.problems.push_back({ErrorCode::NotFound, "This zip holds no result: no CSV, JSON or log of a benchmark.",
                                "Artifacts of test reports are called test-reports-....zip.", m_file.path});
  }

  void take(SourceText text) {
    text.source = m_file.source;
    text.role = m_file.role;
    const std::string origin = text.origin;
    if (!m_words.budget.take(text.bytes.size())) {
      m_out.problems.push_back({ErrorCode::TooLarge,
                                "Everything that was opened is more than " + std::to_string(m_words.limits.totalBytes) +
                                    " bytes; this file was left out.",
                                "Open fewer files at once.", origin});
      return;
    }
    if (const std::string_view page = webPageWords(std::string_view(text.bytes).substr(0, 512)); !page.empty()) {
      m_out.problems.push_back({ErrorCode::BadFormat, "This is " + std::string(page) + ", not a result.",
                                "A server sent it instead of the file: get the file again.", origin});
      return;
    }
    takeText(std::move(text));
  }

  /// The content decides what a .json, .log or .txt is, and a file whose name says nothing; a .csv is a CSV.
  void takeText(SourceText text) {
    const base::Progress progress(m_words.progress.stopToken());
    if (text.kind != FileKind::Csv) {
      if (looksLikeJson(text.bytes)) {
        if (keep(readHudJson(text, progress))) {
          std::vector<CacheRun> runs = readCacheRuns(text.bytes, text.origin, progress);
          std::move(runs.begin(), runs.end(), std::back_inserter(m_out.cacheRuns));
          return;
        }
      } else {
        if (keep(readRunnerLog(text, progress)) || keep(readDashboardText(text))) return;
      }
      const bool mayBeCsv = text.kind == FileKind::Other || (text.kind == FileKind::Text && hasNameColumn(text.bytes));
      if (!mayBeCsv) return passOver(text);
    }
    takeCsv(std::move(text));
  }

  bool keep(FormatPieces pieces) {
    std::move(pieces.pieces.begin(), pieces.pieces.end(), std::back_inserter(m_out.pieces));
    std::move(pieces.problems.begin(), pieces.problems.end(), std::back_inserter(m_out.problems));
    return pieces.isKnown;
  }

  void passOver(const SourceText& text) {
    if (m_words.progress.stopRequested()) return;
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

  void takeCsv(SourceText text) {
    auto scanned = tables::CsvTable::scan(std::move(text.bytes), text.path.empty() ? text.origin : text.path,
                                          base::Progress(m_words.progress.stopToken()));
    if (scanned.isCancelled()) return;
    if (scanned.isError()) {
      Error error = scanned.error();
      error.file = text.origin;
      m_out.problems.push_back(std::move(error));
      return;
    }
    if (keep(readWide(text, *scanned.value()))) return;
    Piece piece = pieceOf(text);
    piece.table = std::move(scanned.value());
    nameByOrigin(piece, piece.origin);
    m_out.pieces.push_back(std::move(piece));
  }

  const FoundFile& m_file;
  const ReadWords& m_words;
  FilePieces m_out;
};

}  // namespace

Stems stemsOf(const std::vector<FoundFile>& files) {
  Stems stems;
  for (const FoundFile& file : files)
    if (file.kind == FileKind::Csv) stems.emplace(withoutEnding(file.path));
  return stems;
}

FilePieces readPieces(const FoundFile& file, const ReadWords& words) { return FileReader(file, words).read(); }

}  // namespace plumbline::sources
