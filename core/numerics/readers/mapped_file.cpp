// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/readers/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <limits>
#include <mutex>
#include <utility>
#include <vector>

#include "core/files/descriptor.h"

namespace plumbline::numerics {
namespace {

/// MappedRange is the memory of one mapped file. Ranges are reused but never freed: the handler of SIGBUS may read the
/// list at any time.
struct MappedRange {
  std::atomic<std::uintptr_t> begin = 0;
  std::atomic<std::size_t> size = 0;  ///< 0: not in use
  std::atomic<bool> isCut = false;    ///< an access beyond the end of the file was replaced by zeros
  MappedRange* next = nullptr;
};

/// MappedRanges is the list of all mapped files, because a signal handler has no other way to find one.
class MappedRanges {
 public:
  static MappedRanges& all() {
    static MappedRanges* const kAll = new MappedRanges;
    return *kAll;
  }

  MappedRange& add(const void* address, std::size_t size) {
    const std::scoped_lock lock(m_mutex);
    if (m_unused.empty()) {
      auto* made = new MappedRange;
      made->next = m_first.load();
      m_unused.push_back(made);
      m_first = made;
    }
    MappedRange& range = *m_unused.back();
    m_unused.pop_back();
    range.isCut = false;
    range.begin = reinterpret_cast<std::uintptr_t>(address);
    range.size = size;
    return range;
  }
  void remove(MappedRange& range) {
    const std::scoped_lock lock(m_mutex);
    range.size = 0;
    m_unused.push_back(&range);
  }

 private:
  MappedRanges() {
    struct sigaction action {};
    action.sa_sigaction = &MappedRanges::handle;
    action.sa_flags = SA_SIGINFO | SA_NODEFER;
    (void)::sigaction(SIGBUS, &action, &m_previous);
  }

  /// handle replaces the lost page, and what follows it in the file, by zeros. Any other SIGBUS is left to the action that
  /// was there before.
  static void handle(int, siginfo_t* info, void*) {
    MappedRanges& ranges = all();
    const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
    for (MappedRange* range = ranges.m_first; range != nullptr; range = range->next) {
      const std::uintptr_t begin = range->begin, end = begin + range->size;
      if (address < begin || address >= end) continue;
      const std::uintptr_t page = address - address % ranges.m_pageSize;
      if (::mmap(reinterpret_cast<void*>(page), end - page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) ==
          MAP_FAILED)
        break;
      range->isCut = true;
      return;
    }
    (void)::sigaction(SIGBUS, &ranges.m_previous, nullptr);
  }

  struct sigaction m_previous {};
  std::uintptr_t m_pageSize = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  std::mutex m_mutex;
  std::vector<MappedRange*> m_unused;
  std::atomic<MappedRange*> m_first = nullptr;
};

}  // namespace

struct MappedFile::Private {
  explicit Private(std::string name) : path(std::move(name)) {}
  Private(const Private&) = delete;
  Private& operator=(const Private&) = delete;
  ~Private() {
    if (range == nullptr) return;
    MappedRanges::all().remove(*range);
    ::munmap(address, size);
  }
  std::string path;
  dev_t device = 0;
  files::FileStamp stamp;
  void* address = nullptr;  // null for an empty file
  std::size_t size = 0;
  MappedRange* range = nullptr;
};

base::Result<MappedFile> MappedFile::open(const std::string& path) {
  // O_NONBLOCK: opening a pipe would block until there is a writer.
  files::Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file.isOpen()) return base::fail(files::readError(path, errno));
  struct stat info {};
  if (::fstat(file.get(), &info) != 0) return base::fail(files::readError(path, errno));
  if (!S_ISREG(info.st_mode))
    return base::fail(base::ErrorCode::NotReadable,
                      S_ISDIR(info.st_mode) ? "This is a folder." : "This is not a regular file.",
                      "Choose a file on disk.", path);
  auto made = std::make_shared<Private>(path);
  made->device = info.st_dev;
  made->stamp = files::stampFrom(info);
  if (made->stamp.size > std::numeric_limits<std::size_t>::max() / 2)
    return base::fail(base::ErrorCode::TooLarge, "The file is too large to be mapped.", "", path);
  made->size = static_cast<std::size_t>(made->stamp.size);
  if (made->size > 0) {
    void* address = ::mmap(nullptr, made->size, PROT_READ, MAP_PRIVATE, file.get(), 0);
    if (address == MAP_FAILED) return base::fail(files::readError(path, errno));
    made->address = address;
    made->range = &MappedRanges::all().add(address, made->size);
  }
  MappedFile mapped;
  mapped.d = std::move(made);
  return mapped;
}

const std::string& MappedFile::path() const { return d->path; }

std::span<const std::byte> MappedFile::bytes() const { return {static_cast<const std::byte*>(d->address), d->size}; }

const files::FileStamp& MappedFile::stamp() const { return d->stamp; }

std::shared_ptr<const void> MappedFile::owner() const { return d; }

bool MappedFile::isWhole() const {
  if (d->range != nullptr && d->range->isCut) return false;
  // By name: a folder of thousands of files would need too many descriptors. If the name belongs to another file by
  // now, the mapped one was replaced as a whole and its bytes stay valid.
  struct stat info {};
  if (::stat(d->path.c_str(), &info) != 0) return true;
  return info.st_dev != d->device || info.st_ino != d->stamp.inode || files::stampFrom(info) == d->stamp;
}

base::Error fileChanged(const std::string& path) {
  return {.code = base::ErrorCode::Changed,
          .text = "The file changed while it was read.",
          .hint = "Open it again when it is written to the end.",
          .file = path};
}

}  // namespace plumbline::numerics
