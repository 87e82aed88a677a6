// SPDX-License-Identifier: GPL-3.0-or-later
// A program to be killed: it saves version after version of one file and says each number once that version is safe.
//
//   save_loop FILE        goes on from the version in FILE; ends by itself after 100,000 or at the first error
#include <unistd.h>

#include <cstdio>
#include <string>

#include "core/files/file_bytes.h"
#include "tests/support/versioned_text.h"

using namespace plumbline;

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: save_loop FILE\n");
    return 2;
  }
  auto file = files::readFile(argv[1]);
  files::FileStamp stamp = file ? file->stamp : files::kNoFile;
  long version = file ? tests::versionOf(file->bytes) : 0;
  if (version < 0) {
    std::fprintf(stderr, "the file is not whole\n");
    return 3;
  }
  for (const long last = version + 100'000; version < last;) {
    const auto saved = files::saveFile(argv[1], tests::textOfVersion(++version), &stamp);
    if (!saved) {
      std::fprintf(stderr, "%s\n", base::describe(saved.error()).c_str());
      return 1;
    }
    stamp = *saved;
    const std::string line = std::to_string(version) + '\n';
    if (::write(STDOUT_FILENO, line.data(), line.size()) < 0) return 1;
  }
  return 0;
}
