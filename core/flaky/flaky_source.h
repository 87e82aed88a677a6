// SPDX-License-Identifier: GPL-3.0-or-later
// A file that holds flaky entries, read and edited in place: one entry more or less, everything else byte for byte.
//
//   auto source = FlakySource::read(bytes, "pytorch/benchmarks/dynamo/check_accuracy.py");
//   auto edits = source->add({.name = "llama", .platform = "rocm", .reason = "times out"});
//   text::applied(bytes, *edits)
//
// A Python script is never executed to be read. A flaky.toml is read with toml++; its comments and order stay.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/flaky/flaky_entry.h"
#include "core/text/byte_edits.h"

namespace plumbline::flaky {

class FlakySource {
 public:
  /// read takes a Python script (*.py: a graph-break script by its file name or by what it compares, else an accuracy
  /// script) or a TOML list; empty bytes with another name are an empty list. Errors: BadFormat with line and column
  /// for TOML that is none, unknown keys or a bad date; for a script without a flaky set.
  static base::Result<FlakySource> read(std::string bytes, std::string path);

  Origin origin() const;
  const std::string& path() const;
  const std::string& bytes() const;
  const std::vector<FlakyEntry>& entries() const;
  /// problems are sentences about what could not be understood, each with its line; such parts are never edited.
  const std::vector<std::string>& problems() const;

  /// add puts an entry into the right set (base, the rocm update, a file's own set by `config`) or at the end of the
  /// TOML list; its reason and issue become the comment. In a script the entry takes one line of its own, as its
  /// neighbours do, and keeps their order when they are sorted. Errors: BadArgument when it is there already, when the
  /// form cannot express it (a pattern or an expiry in a script) or a name cannot stand in a literal; BadFormat with
  /// the line when the set's form is not understood.
  base::Result<text::ByteEdits> add(const FlakyEntry& entry) const;
  /// remove takes out entries()[index] with its own comment.
  base::Result<text::ByteEdits> remove(std::size_t index) const;
  /// replace changes an entry where it stands.
  base::Result<text::ByteEdits> replace(std::size_t index, const FlakyEntry& entry) const;
  /// find returns the index of an entry of that name and scope; npos when there is none.
  std::size_t find(std::string_view name, std::string_view platform, std::string_view config,
                   std::string_view check) const;
  static constexpr std::size_t npos = static_cast<std::size_t>(-1);

 private:
  FlakyEntry asHere(FlakyEntry entry) const;
  /// checked lets edits through only when the edited text, read again, differs by exactly the entry taken and given.
  base::Result<text::ByteEdits> checked(base::Result<text::ByteEdits> edits, std::size_t index,
                                        const FlakyEntry* entry) const;
  struct Impl;
  std::shared_ptr<const Impl> m_impl;
};

}  // namespace plumbline::flaky
