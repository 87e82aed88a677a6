// SPDX-License-Identifier: GPL-3.0-or-later
// The margins in CI's logs: lines in which same() prints the two errors, in today's form and in the older one that ends
// after the shape, each with the model of the run.
//
//   MarginReader reader;
//   for (line : lines) reader.add(line);
//   for (const LoggedMargin& margin : reader.margins()) show(margin);
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"

namespace plumbline::numerics {

struct LoggedMargin {
  std::string model = {};         ///< "" if the log does not name it
  std::uint64_t line = 0;         ///< 1-based
  std::string key = {};           ///< of the "Accuracy failed for key name" line that follows; "" without one
  double resError = 0, refError = 0;  ///< as printed: five decimals
  std::string shape = {};         ///< "3 x 2"
  std::string dtype = {};         ///< "float16"; "" in the old form
  std::optional<double> multiplier = {}, tol = {};  ///< absent in the old form
  double usedMultiplier = 2, usedTol = 0; ///< for the margin: those printed, else the options'
  bool isAssumed = false;         ///< multiplier or tol come from the options
  double margin = 0;              ///< NaN when an error is NaN; infinite when the bound is 0 and the error is not;
                                  ///< 1 when both are infinite, which passes
};

/// MarginOptions are used for lines in the old form, which lack them.
struct MarginOptions {
  double multiplier = 2, tol = 1e-3;
  double warnAt = 0.8;
};
/// checkOptions. Errors: BadArgument.
base::Result<void> checkOptions(const MarginOptions& options);

/// marginOf is res / (multiplier x ref + tol / 10).
double marginOf(double resError, double refError, double multiplier, double tol);
/// isWarned: at or over warnAt, or NaN.
bool isWarned(double margin, const MarginOptions& options);
/// worstPerModel has one margin per model, the worst first (NaN before all).
std::vector<LoggedMargin> worstPerModel(const std::vector<LoggedMargin>& margins);

class MarginReader {
 public:
  explicit MarginReader(MarginOptions options = {});
  /// add reads one line of a log, with or without its time stamp, colours and logger prefix.
  void add(std::string_view line);
  /// addPart reads a part of a line, which ends at a carriage return or at the limit of a part.
  void addPart(std::string_view part, bool endsLine);
  const std::vector<LoggedMargin>& margins() const { return m_margins; }

 private:
  void addText(std::string_view text);
  void addKey(std::string_view key);
  MarginOptions m_options;
  std::vector<LoggedMargin> m_margins;
  std::string m_model;
  std::uint64_t m_line = 0;     ///< whole lines so far
  std::uint64_t m_keyLine = 0;  ///< of the last key, 0 for none
  bool m_isOpen = false;        ///< a key may follow the last margin
};

/// readMargins reads a log of any size in pieces: a line may have megabytes (progress bars). Pipes and devices are read
/// as readFile does. Errors: BadArgument, NotFound, NotReadable, TooLarge.
base::Outcome<std::vector<LoggedMargin>> readMargins(const std::string& path, const MarginOptions& options,
                                                     const base::Progress& progress = {});

/// MarginTrend is one model (and shape) over several logs, in the order they were given.
struct MarginTrend {
  std::string model, key, shape;
  std::vector<std::optional<double>> margins;  ///< the worst per log; nullopt if the log has none
  bool isWarned = false;  ///< the last one is at or over warnAt
  bool isRising = false;  ///< there are at least three, each larger than the one before
};
std::vector<MarginTrend> marginTrends(const std::vector<std::vector<LoggedMargin>>& logs, const MarginOptions& options);

}  // namespace plumbline::numerics
