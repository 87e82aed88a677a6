// SPDX-License-Identifier: GPL-3.0-or-later
// One entry of a flaky list in any of its three forms: our flaky.toml, the set in check_accuracy.py, the
// set in check_graph_breaks.py.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "core/base/result.h"

namespace plumbline::flaky {

/// matchesGlob matches the whole text: * any text, ? one character, case matters. Cost is at most pattern x text.
bool matchesGlob(std::string_view pattern, std::string_view text);

using Date = std::chrono::year_month_day;
/// parseDate reads "2026-11-30"; absent for anything else or a day that does not exist. dateText is the reverse.
std::optional<Date> parseDate(std::string_view text);
std::string dateText(Date date);

/// Origin is the kind of file that holds an entry.
enum class Origin : unsigned char { Toml, AccuracyScript, GraphBreaksScript };
/// originName returns "toml", "accuracy", "graph-breaks": the command line's word.
std::string_view originName(Origin origin);

struct FlakyEntry {
  std::string name;         ///< a model, or a pattern with * and ? (flaky.toml only)
  bool isPattern = false;
  std::string check;        ///< "accuracy", "graph-breaks", "memory", "perf" ...; "" for every check (flaky.toml only)
  std::string platform;     ///< "rocm", "cuda", "cpu", "xpu"; "" for every platform
  std::string config;       ///< pattern over the baseline's file name without ".csv"; "" for every config
  std::string reason;       ///< of a script: the comment beside or above the name
  std::string issue;        ///< link or "#123"
  std::string owner;
  std::optional<Date> added;
  std::optional<Date> expires;  ///< last day on which it excuses
  Origin origin = Origin::Toml;
  std::size_t line = 0;     ///< 1-based, in the file it came from

  bool isExpired(Date today) const { return expires && today > *expires; }
  /// appliesTo returns whether name and scope fit; expiry and check are the caller's question. `baselinePath` as typed.
  bool appliesTo(std::string_view model, std::string_view baselinePath) const;
  bool operator==(const FlakyEntry&) const = default;
};

/// platformOf derives the platform of a baseline from its path: "rocm" (SPEC 3.3), "xpu", "cpu", else "cuda".
std::string_view platformOf(std::string_view baselinePath);

/// commentFor returns the text after "# "; "" when there is nothing to say. `shared`: for a line of several entries,
/// "name: text" without semicolons. Errors: BadArgument for line ends and other control characters, or bytes that are
/// not UTF-8.
base::Result<std::string> commentFor(const FlakyEntry& entry, bool shared);

/// readComment fills reason and issue. A link or "#123" in brackets at the end, or alone, is not repeated in the
/// reason.
void readComment(std::string_view text, FlakyEntry& entry);

/// isPlainText returns whether a text can stand in one line: UTF-8 without control characters.
bool isPlainText(std::string_view text);

// Which models a check script excuses: a base set, what it adds for ROCm, and what it adds for single files (SPEC 3.3).
//
//   FlakyModels set{{"yolov3"}, {"vgg16"}, {}};
//   auto here = set.namesFor("ci_expected_accuracy/rocm/inductor_torchbench_training.csv");

/// baseName is os.path.basename: everything after the last slash.
std::string_view baseName(std::string_view path);

/// FileExtra adds names when the expected path has this base name and does not contain `unlessContains`.
struct FileExtra {
  std::string fileName;
  std::string unlessContains;
  std::vector<std::string> names;
};

struct StringHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view s) const { return std::hash<std::string_view>{}(s); }
};
using NameSet = std::unordered_set<std::string, StringHash, std::equal_to<>>;

struct FlakyModels {
  std::vector<std::string> base;
  std::vector<std::string> rocm;        ///< added when "rocm" occurs anywhere in the expected path as typed
  std::vector<FileExtra> files;

  /// namesFor returns the names excused for an expected path as typed.
  NameSet namesFor(std::string_view expectedPath) const;
};

/// matchesRocm is the scripts' own test: the substring "rocm" anywhere in the path as typed.
inline bool matchesRocm(std::string_view expectedPath) { return expectedPath.find("rocm") != std::string_view::npos; }

// What each of the three forms of a flaky list can express.
//
//   unsupportedReason(Origin::AccuracyScript, EntryField::Expires)   // "A set in a check script has no expiry ..."

enum class EntryField : unsigned char { Pattern, Check, Platform, Config, Reason, Issue, Owner, Added, Expires };

/// unsupportedReason is a sentence that explains why a form has no place for a field; "" when it has. A script knows
/// one platform, rocm, and configs only where it has a set for single files already.
std::string_view unsupportedReason(Origin form, EntryField field);

/// checkNames are the checks that an entry of flaky.toml may name, platformNamesOf the platforms that a form knows.
std::vector<std::string_view> checkNames();
std::vector<std::string_view> platformNamesOf(Origin form);

/// toForm converts an entry to a form: what the form cannot express is left out, a script's check is its own.
FlakyEntry toForm(Origin form, FlakyEntry entry);
/// lostFields lists what toForm leaves out, in words: "owner me", "expires 2026-11-30". The day on which an entry was
/// added is no loss (git knows it); what changes the meaning is none either, but a refusal.
std::vector<std::string> lostFields(Origin form, const FlakyEntry& entry);
/// refusalReason is why an entry cannot stand in a form without meaning something else: a pattern in a script, another
/// script's check, a platform that scripts do not know. "" when it can.
std::string refusalReason(Origin form, const FlakyEntry& entry);

}  // namespace plumbline::flaky
