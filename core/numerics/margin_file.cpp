// SPDX-License-Identifier: GPL-3.0-or-later
// Logs of any size, a piece at a time; pipes too. A line never has to fit into memory: progress bars write megabytes
// without a line feed.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "core/files/descriptor.h"
#include "core/numerics/margin_log.h"

namespace plumbline::numerics {
namespace {

constexpr std::size_t kChunk = std::size_t{1} << 18U;
constexpr std::size_t kLongestPart = std::size_t{1} << 16U;  // of a line without any end

/// feed gives the reader every part that ends in `held`, and keeps the rest.
void feed(MarginReader& reader, std::string& held) {
  std::size_t begin = 0;
  for (std::size_t end = held.find_first_of("\r\n"); end != std::string::npos;
       end = held.find_first_of("\r\n", begin)) {
    reader.addPart(std::string_view(held).substr(begin, end - begin), held[end] == '\n');
    begin = end + 1;
  }
  if (held.size() - begin > kLongestPart) {
    reader.addPart(std::string_view(held).substr(begin), false);
    begin = held.size();
  }
  held.erase(0, begin);
}

}  // namespace

base::Outcome<std::vector<LoggedMargin>> readMargins(const std::string& path, const MarginOptions& options,
                                                     const base::Progress& progress) {
  if (auto sound = checkOptions(options); !sound) return sound.error();
  const files::Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
  if (!file.isOpen()) return files::readError(path, errno);
  struct stat state {};
  if (::fstat(file.get(), &state) != 0) return files::readError(path, errno);
  if (S_ISDIR(state.st_mode)) return files::readError(path, EISDIR);
  const auto total = static_cast<std::uint64_t>(state.st_size);
  MarginReader reader(options);
  std::string held;
  std::vector<char> chunk(kChunk);
  std::uint64_t done = 0;
  while (true) {
    if (!progress.report(done, std::max(done, total))) return base::Cancelled{};
    const ssize_t count = ::read(file.get(), chunk.data(), chunk.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return files::readError(path, errno);
    if (count == 0) break;
    done += static_cast<std::uint64_t>(count);
    held.append(chunk.data(), static_cast<std::size_t>(count));
    feed(reader, held);
  }
  if (!held.empty()) reader.add(held);
  return reader.margins();
}

}  // namespace plumbline::numerics
