// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/baselines/hand_over.h"
#include "core/baselines/repository.h"
#include "core/text/line_diff.h"

namespace plumbline::baselines {
namespace {

/// quoted writes a path in C quotes where git does, so that "diff --git" can be read back.
std::string quoted(const std::string& path) {
  const auto odd = [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 || byte >= 0x7f || c == '"' || c == '\\';
  };
  if (std::none_of(path.begin(), path.end(), odd)) return path;
  std::string out = "\"";
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (odd(c)) {
      out += '\\';
      for (const int shift : {6, 3, 0}) out += static_cast<char>('0' + ((byte >> shift) & 7));
    } else {
      out += c;
    }
  }
  return out + '"';
}

}  // namespace

base::Result<std::string> patchText(const Drafts& drafts) {
  const std::vector<const Drafts::File*> changed = drafts.changed();
  std::vector<std::string> paths;
  for (const Drafts::File* file : changed) paths.push_back(file->path);
  const auto places = placesOf(paths);
  if (!places) return base::fail(places.error());
  std::string patch;
  for (std::size_t i = 0; i < changed.size(); ++i) {
    const Drafts::File& file = *changed[i];
    const std::string before = "a/" + places->inside[i];
    const std::string after = "b/" + places->inside[i];
    patch += "diff --git " + quoted(before) + ' ' + quoted(after) + '\n';
    if (!file.exists) patch += "new file mode 100644\n";
    patch += text::unifiedDiff({file.exists ? before : "/dev/null", after}, file.saved, file.pending);
  }
  return patch;
}

}  // namespace plumbline::baselines
