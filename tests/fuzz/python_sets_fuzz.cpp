// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes at all as a check script or a flaky.toml: reading never crashes, and an edit that is let through changes
// exactly its entry, in the order "read, add, read, remove, read".
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "core/flaky/flaky_source.h"

namespace {

using namespace plumbline;
using flaky::FlakySource;

void hold(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

FlakySource changed(const FlakySource& source, const text::ByteEdits& edits) {
  const auto bytes = text::applied(source.bytes(), edits);
  hold(bytes.has_value(), "edits fit their bytes");
  hold(text::applied(*bytes, text::inverse(source.bytes(), edits)) == source.bytes(), "edits can be taken back");
  const auto again = FlakySource::read(*bytes, source.path());
  hold(again.has_value(), "an edited list can be read");
  return *again;
}

void addAndRemove(const FlakySource& source, const flaky::FlakyEntry& entry) {
  const auto added = source.add(entry);
  if (!added) return;
  const FlakySource more = changed(source, *added);
  hold(more.entries().size() == source.entries().size() + 1, "adding adds one");
  hold(more.problems().size() == source.problems().size(), "adding makes no problem");
  std::size_t at = more.find(entry.name, entry.platform, entry.config, entry.check);
  for (std::size_t i = 0; at == FlakySource::npos && i < more.entries().size(); ++i)
    if (more.entries()[i].name == entry.name) at = i;  // the set asks for more than the entry said
  hold(at != FlakySource::npos, "what was added is there");
  const auto removed = more.remove(at);
  hold(removed.has_value(), "what was added can be removed");
  hold(changed(more, *removed).entries().size() == source.entries().size(), "removing removes one");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 1U << 14U) return 0;
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  for (const char* path : {"check_accuracy.py", "flaky.toml"}) {
    const auto source = FlakySource::read(bytes, path);
    if (!source) {
      hold(!source.error().text.empty() && source.error().file == path, "a refusal says what and where");
      continue;
    }
    flaky::FlakyEntry entry;
    entry.name = "n'\"\\w";
    entry.reason = "why; not";
    addAndRemove(*source, entry);
    entry.platform = "rocm";
    entry.issue = "#1";
    addAndRemove(*source, entry);
    if (!source->entries().empty()) {
      entry = source->entries().front();
      entry.name = "another";
      addAndRemove(*source, entry);
      const auto replaced = source->replace(0, entry);
      if (replaced) hold(changed(*source, *replaced).entries().size() == source->entries().size(), "replacing keeps the number");
      const auto removed = source->remove(source->entries().size() - 1);
      if (removed) (void)text::applied(bytes, *removed);
    }
  }
  return 0;
}
