// SPDX-License-Identifier: GPL-3.0-or-later
// What one line of a log says about the errors same() computed (SPEC 14 f), wherever in the line it begins: loggers,
// ranks and the benchmark's own words may stand in front.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace plumbline::numerics {

/// MarginLine is "RMSE (res-fp64): 0.00147, (ref-fp64): 0.00048 and shape=torch.Size([1, 1])", with what newer builds
/// add.
struct MarginLine {
  double resError = 0, refError = 0;
  std::string shape = {};                 ///< "1 x 1", "scalar"; "" when the line was cut before it
  std::string dtype = {};                 ///< "float16"; "" in the old form
  std::optional<double> multiplier = {}, tol = {};  ///< absent in the old form
};
/// nextMarginLine reads the first one in the text and cuts the text behind it; nothing when there is none.
std::optional<MarginLine> nextMarginLine(std::string_view& text);

/// failedKey gives the key of "Accuracy failed for key name past_key_values"; "" for other lines.
std::string_view failedKey(std::string_view text);
/// isOtherFailure knows the lines of same() about a leaf that failed without an RMSE: a key that follows is not of one.
bool isOtherFailure(std::string_view text);
/// modelAtFront gives the model of "cuda train hf_Bert", whatever follows on the line; "" for other lines.
std::string_view modelAtFront(std::string_view text);

}  // namespace plumbline::numerics
