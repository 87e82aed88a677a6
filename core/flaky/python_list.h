// SPDX-License-Identifier: GPL-3.0-or-later
// The flaky entries of a check script with their places, and the byte edits that add, remove or change one.
//
//   PythonList list = readPythonList(bytes, Origin::AccuracyScript);
//   auto edits = addToPython(bytes, list, {.name = "llama", .platform = "rocm"});
//
// What the reader of sets does not understand is listed as a problem and never edited. The rules of layout and comments
// are in set_layout.h. An entry on a line of its own goes with its line; the last name of a "{...}" stays, since an
// empty {} is a dict.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/flaky/flaky_entry.h"
#include "core/flaky/python_sets.h"
#include "core/text/byte_edits.h"

namespace plumbline::flaky {

struct PythonList {
  PythonSets sets;
  std::vector<FlakyEntry> entries;
  struct Place {
    std::size_t set = 0, name = 0;
  };
  std::vector<Place> places;  ///< of the entries
};

PythonList readPythonList(std::string_view bytes, Origin origin);
/// conflictLine returns the line where git left a conflict (the first <<<<<<<); 0 for none. Of such a script one side
/// alone is read, and nothing is edited.
std::size_t conflictLine(std::string_view bytes);
/// originOfScript recognises a script by its file name, else by what it compares.
Origin originOfScript(std::string_view bytes, std::string_view path);

/// setFor finds the set into which an entry goes. Errors: BadArgument when the script has none of that scope; BadFormat
/// with the line when it is not understood.
base::Result<std::size_t> setFor(const PythonList& list, const FlakyEntry& entry);

base::Result<text::ByteEdits> addToPython(std::string_view bytes, const PythonList& list, const FlakyEntry& entry);
base::Result<text::ByteEdits> removeFromPython(std::string_view bytes, const PythonList& list, std::size_t index);
/// replaceInPython changes name and comment where they stand; the scope must be the same.
base::Result<text::ByteEdits> replaceInPython(std::string_view bytes, const PythonList& list, std::size_t index,
                                              const FlakyEntry& entry);

/// samePythonButFor returns whether two scripts have the same statements but for texts and commas in place: of `added`
/// texts more and `removed` texts less, in one stretch.
bool samePythonButFor(std::string_view before, std::string_view after, std::size_t added, std::size_t removed);

}  // namespace plumbline::flaky
