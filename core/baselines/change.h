// SPDX-License-Identifier: GPL-3.0-or-later
// One step of work that can be done and undone as a whole: byte edits in any number of files, and what a person
// decided.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/text/byte_edits.h"

namespace plumbline::baselines {

/// DecisionKind is the answer to "what about this row?".
enum class DecisionKind : unsigned char { Accepted, Kept, Flaky };

/// Decision is the answer about one model of one baseline.
struct Decision {
  std::optional<DecisionKind> kind;  ///< absent: only a note
  std::string what;                  ///< "accuracy pass -> fail_accuracy, graph_breaks 7 -> 9"
  std::string reason;                ///< why it is right; may be empty where no guard asked for one
  std::string note;                  ///< free text of the oncall
  bool operator==(const Decision&) const = default;
};

/// DecisionKey names a row: the baseline as typed, and the model; in a baseline with one column per dtype (XPU) the
/// model with that column, as rowName gives it, since each column is a config with an answer of its own.
struct DecisionKey {
  std::string baseline, model;
  auto operator<=>(const DecisionKey&) const = default;
};
/// rowName is the model, or "llama#amp_bf16" for a column of a wide baseline.
inline std::string rowName(const std::string& model, const std::string& valueColumn) {
  return valueColumn.empty() ? model : model + '#' + valueColumn;
}
/// modelOfRow is the model of rowName(), without the column.
inline std::string modelOfRow(const std::string& rowName) { return rowName.substr(0, rowName.find('#', 1)); }
/// isRowOf returns whether a key's model is a column's row of `model`.
inline bool isRowOf(const std::string& rowName, const std::string& model) {
  return rowName.size() > model.size() + 1 && rowName[model.size()] == '#' && rowName.starts_with(model);
}
using Decisions = std::map<DecisionKey, Decision>;

/// DecisionChange sets a decision, or takes it away when `now` is absent.
struct DecisionChange {
  DecisionKey key;
  std::optional<Decision> now;
  bool operator==(const DecisionChange&) const = default;
};

/// FileChange is what a change does to the pending bytes of one file.
struct FileChange {
  std::string path;
  text::ByteEdits edits;
  bool operator==(const FileChange&) const = default;
};

/// Change is one entry of the undo list.
struct Change {
  std::string text;  ///< what it did, for the undo list: "Accept llama: graph_breaks 7 -> 9"
  std::vector<FileChange> files;
  std::vector<DecisionChange> decisions;
  bool operator==(const Change&) const = default;
};

}  // namespace plumbline::baselines
