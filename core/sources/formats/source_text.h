// SPDX-License-Identifier: GPL-3.0-or-later
// The readers of formats, with their input and output: the bytes of one file or zip member with their origin, and the
// pieces made of them.
//
//   FormatPieces hud = readHudJson(text, progress);   // isKnown is false for any other JSON
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/progress.h"
#include "core/configs/catalogue.h"
#include "core/files/file_bytes.h"
#include "core/sources/folder_walk.h"
#include "core/tables/csv_table.h"

namespace plumbline::sources {

/// The columns of a table of results that its readers write.
inline constexpr std::string_view kNameColumn = "name", kAccuracyColumn = "accuracy";

struct SourceText {
  std::string origin;  ///< "reports.zip!test-reports/x.csv"
  std::string path;    ///< the file on disk whose bytes these are; "" for a member of a zip
  std::string bytes = {};
  files::FileStamp stamp = {};
  std::size_t source = 0;
  Role role = Role::Auto;
  bool isBaseline = false;
  FileKind kind = FileKind::Csv;
  bool isGiven = false;
};

/// FormatPieces is the result of a reader.
struct FormatPieces {
  bool isKnown = false;  ///< false: the text has another format; nothing else is set
  std::vector<Piece> pieces;
  std::vector<base::Error> problems;
};

/// pieceOf is a piece of this text without its table: origin, path, stamp, role.
Piece pieceOf(const SourceText& text);
/// partOf is a piece made of a part of this text: "#part" in its origin, no path.
Piece partOf(const SourceText& text, std::string_view part);

/// nameByOrigin sets a piece's identity from its file name, or the reason why there is none. `name` is an origin
/// without "#part".
void nameByOrigin(Piece& piece, std::string_view name);

/// csvCell quotes a text where a CSV cell needs it.
std::string csvCell(std::string_view text, bool isFirst);

/// withoutByteOrderMark removes that of UTF-8 from the front.
std::string_view withoutByteOrderMark(std::string_view bytes);

/// suiteOf finds a suite by its name or one of its other spellings; nullptr if there is none.
const configs::Suite* suiteOf(std::string_view spelling);

/// DerivedCsv is a table made of records of a JSON or lines of a log.
///
///   DerivedCsv csv({"name", "accuracy"});
///   csv.add({"llama", "pass"});
///   piece.table = csv.table("log.txt#run1");
class DerivedCsv {
 public:
  explicit DerivedCsv(const std::vector<std::string>& header) { add(header); }
  void add(const std::vector<std::string>& cells);
  /// table is null when the bytes exceed the limit of a table.
  std::shared_ptr<const tables::CsvTable> table(const std::string& name);

 private:
  std::string m_bytes;
};

// The readers, each in the source of its format's name. isKnown is false for a text of any other format.

/// readHudJson (hud_json.cpp) reads HUD's benchmark JSON, versions 2 and 3 (SPEC 16), cachebench's output (SPEC 13) and
/// TorchBench's own: one table per benchmark, mode, dtype, device, backend, suite, shapes, commit and attempt, with a
/// row per model and a column per metric. Of several numbers for one cell the mean is used, of several texts (accuracy)
/// the last; Piece::runs has each of them by job, machine and image. The problems report repeated cells, records without a metric and lines that are no JSON. Incomplete after
/// a stop request.
FormatPieces readHudJson(const SourceText& text, const base::Progress& progress = {});

/// readDashboardText (dashboard_text.cpp) reads the old performance dashboards, with one ASCII table per metric below a
/// heading per suite. It joins the tables of one section by model: one piece per section and compiler, with the columns
/// name, batch_size and the metrics in the lines above the tables. Tables without models are skipped.
FormatPieces readDashboardText(const SourceText& text);

/// readWide (wide_table.cpp) reads XPU's wide tables (SPEC 7, "Intel's sibling"): one accuracy column per dtype,
/// "name,float32,bfloat16,...", or one per mode and dtype with the suite in a column of its own. Each column becomes a
/// table "name,accuracy" that keeps every row on its line; other lines (comments, other suites, empty rows) become
/// blank. Without an explicit role the pieces are baselines. If the path does not name the platform, it is the
/// catalogue's for such files. The backend of a table with suites is the first of the catalogue.
FormatPieces readWide(const SourceText& text, const tables::CsvTable& table);

/// readRunnerLog (runner_log.cpp) reads logs of the benchmark runner (SPEC 11.1): one table per run and mode with a row
/// per model that has a result, and one for each CSV printed into the log. Columns: dev, mode, name, tag (if printed),
/// accuracy, speedup, abs_latency, the counters that --explain prints, and log_line, the line of the model's result. A
/// model without a result has no row, as in CI's CSV; the problems list such models.
FormatPieces readRunnerLog(const SourceText& text, const base::Progress& progress = {});

/// LogAnswer is the result of one model in a log; fields that the line does not have are empty.
struct LogAnswer {
  std::string accuracy, speedup, absLatency;
};
/// answerIn reads "pass", "fail_accuracy", "pass-sqnr-39.586", "1.234x", "perf: 22.472 ms sqnr: 35.0".
std::optional<LogAnswer> answerIn(std::string_view line);

/// LogModel is the line that a model begins with: device, train or eval, name, tag, and maybe the result.
struct LogModel {
  std::string device, mode, name, tag;
  std::optional<LogAnswer> answer;
};
std::optional<LogModel> modelIn(std::string_view line);
/// kTraceback and kRunFailed may also begin behind a model's name, which is printed without a line break; brokenOff is that
/// part of a line, "" for most lines.
inline constexpr std::string_view kTraceback = "Traceback (most recent call last)";
inline constexpr std::string_view kRunFailed = "Run failed with return code:";
std::string_view brokenOff(std::string_view line);
/// failedToLoad is the model of "WARNING:root:NAME failed to load"; "" for other lines.
std::string_view failedToLoad(std::string_view line);
/// endsRun matches the lines between two runs: "speedup   gmean=0.00x mean=7.285x", "start ...".
bool endsRun(std::string_view line);

}  // namespace plumbline::sources
