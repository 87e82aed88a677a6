// SPDX-License-Identifier: GPL-3.0-or-later
// Calling the models of several configs flaky, as one undoable change: where that can be written, and writing it.
//
//   auto places = flakyPlacesOf(*view, group.members);     // never empty while a config has a baseline
//   for (const std::string& list : places.front().lists()) drafts.open(list, true);
//   drafts.apply(*flakyRows(*view, places.front(), drafts, *baselines::entryFor({"times out", "", ""})));
#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/baselines/decide.h"
#include "core/flaky/flaky_places.h"
#include "core/overview/commit_view.h"

namespace plumbline::overview {

/// GroupPlace is one choice: for each config the list and scope that fit it.
struct GroupPlace {
  /// Part is one config's share.
  struct Part {
    std::uint32_t config = 0;
    std::vector<RowRef> rows;
    std::vector<std::string> models;  ///< of the rows, each once
    flaky::FlakyPlace place;
  };
  std::string label;       ///< "check_accuracy.py, the set of each config", "flaky.toml, these 6 configs"
  bool canExpire = false;  ///< all lists have room for a date
  std::vector<Part> parts;
  /// rows are those of all parts: of configs whose baseline is on disk.
  std::vector<RowRef> rows() const;
  /// lists are the files that get entries, each once; they may not exist yet.
  std::vector<std::string> lists() const;
};

/// flakyPlacesOf lists the choices for rows of configs with a baseline, the most fitting first.
std::vector<GroupPlace> flakyPlacesOf(const CommitView& view, const std::vector<RowRef>& rows);

/// flakyRows adds the entries that are not there yet and makes one decision per row; edits of these rows that are not
/// saved are taken back. Lists and baselines must be open in `drafts`. A list speaks of a model whatever its dtype, so
/// the decision about a row of a wide baseline is one about all its columns. Errors: a list that is not open or cannot
/// be edited.
base::Result<baselines::Change> flakyRows(const CommitView& view, const GroupPlace& place,
                                          const baselines::Drafts& drafts, const flaky::FlakyEntry& words);

}  // namespace plumbline::overview
