// SPDX-License-Identifier: GPL-3.0-or-later
// Texts that say which version they are and can tell whether they are whole: for tests that kill a program while it
// saves.
//
//   versionOf(textOfVersion(7)) == 7      // and -1 for half of it, or for two mixed up
#pragma once

#include <charconv>
#include <string>
#include <string_view>

namespace plumbline::tests {

/// textOfVersion gives a baseline of some kilobytes whose size depends on the version.
inline std::string textOfVersion(long version) {
  const std::string number = std::to_string(version);
  std::string text = "name,version\n";
  for (long row = 0; row < 400 + version % 97 * 10; ++row) text += "model_" + std::to_string(row) + ',' + number + '\n';
  return text + "end," + number + '\n';
}

/// versionOf gives the version of a whole text, 0 for an empty one, else -1.
inline long versionOf(std::string_view text) {
  if (text.empty()) return 0;
  const std::size_t comma = text.rfind(',');
  long version = -1;
  if (comma == std::string_view::npos) return -1;
  std::from_chars(text.data() + comma + 1, text.data() + text.size(), version);
  return version > 0 && textOfVersion(version) == text ? version : -1;
}

}  // namespace plumbline::tests
