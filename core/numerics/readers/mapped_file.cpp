// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/readers/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <cerrno>
#include <limits>
#include <utility>

#include "core/files/descriptor.h"

namespace plumbline::numerics {

struct MappedFile::Private {
  explicit Private(std::string name) : path(std::move(name)) {}
  Private(const Private&) = delete;
  Private& operator=(const Private&) = delete;
  ~Private() {
    if (address != nullptr) ::munmap(address, size);
  }
  std::string path;
  dev_t device = 0;
  files::FileStamp stamp;
  void* address = nullptr;  // null for an empty file
  std::size_t size = 0;
};

base::Result<MappedFile> MappedFile::open(const std::string& path) {
  // O_NONBLOCK: opening a pipe would block until there is a writer.
  files::Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file.isOpen()) return base::fail(files::readError(path, errno));
  struct stat info {};
  if (::fstat(file.get(), &info) != 0) return base::fail(files::readError(path, errno));
  if (!S_ISREG(info.st_mode))
    return base::fail({.code = base::ErrorCode::NotReadable,
                       .text = S_ISDIR(info.st_mode) ? "This is a folder." : "This is not a regular file.",
                       .hint = "Choose a file on disk.",
                       .file = path});
  auto made = std::make_shared<Private>(path);
  made->device = info.st_dev;
  made->stamp = files::stampFrom(info);
  if (made->stamp.size > std::numeric_limits<std::size_t>::max() / 2)
    return base::fail({.code = base::ErrorCode::TooLarge, .text = "The file is too large to be mapped.", .file = path});
  made->size = static_cast<std::size_t>(made->stamp.size);
  if (made->size > 0) {
    void* address = ::mmap(nullptr, made->size, PROT_READ, MAP_PRIVATE, file.get(), 0);
    if (address == MAP_FAILED) return base::fail(files::readError(path, errno));
    made->address = address;
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
  // By name: a folder of thousands of files would need too many descriptors. If the name belongs to another file by
  // now, the mapped one was replaced as a whole and its bytes stay valid.
  struct stat info {};
  if (::stat(d->path.c_str(), &info) != 0) return true;
  if (info.st_dev != d->device || info.st_ino != d->stamp.inode) return true;
  return static_cast<std::uint64_t>(info.st_size) >= d->size;
}

}  // namespace plumbline::numerics
