// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes at all as a zip, and as the name of a member: nothing dangerous is let through, no limit is passed.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>

#include "core/sources/zip_reader.h"

namespace {

using namespace plumbline;

void hold(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

void nameIsHarmless(std::string_view name) {
  hold(!name.empty() && name.front() != '/', "a safe name is relative");
  hold(name.find('\0') == name.npos && name.find('\\') == name.npos, "a safe name holds neither NUL nor backslash");
  const std::string inside = "/" + std::string(name) + "/";
  hold(inside.find("/../") == std::string::npos, "a safe name leads nowhere else");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  if (const auto safe = sources::checkMemberName(bytes)) {
    nameIsHarmless(bytes);
  } else {
    hold(!safe.error().text.empty(), "a refusal says why");
  }
  sources::Limits limits;
  limits.entryBytes = 100'000;
  limits.zipBytes = 300'000;
  limits.zipEntries = 50;
  const auto zip =
      sources::readZipBytes(bytes, "fuzz.zip", limits, [](std::string_view name) { return name.size() % 7 != 0; });
  hold(!zip.isCancelled(), "nobody asked to stop");
  if (zip.isError()) {
    hold(!zip.error().text.empty() && zip.error().file == "fuzz.zip", "an error says what and where");
    return 0;
  }
  std::size_t total = 0;
  std::set<std::string> names;
  for (const sources::ZipMember& member : zip.value().members) {
    nameIsHarmless(member.name);
    hold(names.insert(member.name).second, "a name is taken once");
    hold(member.bytes.size() <= limits.entryBytes, "a member stays under its limit");
    total += member.bytes.size();
  }
  hold(total <= limits.zipBytes && names.size() <= limits.zipEntries, "a zip stays under its limits");
  for (const base::Error& problem : zip.value().problems)
    hold(!problem.text.empty() && problem.file.starts_with("fuzz.zip"), "a problem says what and where");
  return 0;
}
