// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/zip_archive.h"

#include <archive.h>
#include <archive_entry.h>
#include <locale.h>

#include <algorithm>
#include <cerrno>
#include <utility>

namespace plumbline::sources {
namespace {

constexpr std::size_t kBlock = std::size_t{64} << 10U;

}  // namespace

/// libarchive turns names into the charset of the thread's locale; in "C" every name beyond ASCII would be lost.
class ZipArchive::Utf8Names {
 public:
  Utf8Names() : m_utf8(::newlocale(LC_CTYPE_MASK, "C.UTF-8", locale_t{})) {
    if (m_utf8 != locale_t{}) m_before = ::uselocale(m_utf8);
  }
  ~Utf8Names() {
    if (m_utf8 == locale_t{}) return;
    ::uselocale(m_before);
    ::freelocale(m_utf8);
  }
  Utf8Names(const Utf8Names&) = delete;
  Utf8Names& operator=(const Utf8Names&) = delete;

 private:
  locale_t m_utf8;
  locale_t m_before{};
};

ZipArchive::ZipArchive(BytesAt bytesAt, std::uint64_t size, std::uint64_t directoryLimit,
                       const base::Progress& progress)
    : m_bytesAt(std::move(bytesAt)),
      m_size(size),
      m_directoryLimit(directoryLimit),
      m_progress(progress),
      m_utf8(std::make_unique<Utf8Names>()),
      m_archive(::archive_read_new(), &::archive_read_free),
      m_buffer(kBlock, '\0') {
  archive* handle = m_archive.get();
  if (handle == nullptr || ::archive_read_support_format_zip_seekable(handle) != ARCHIVE_OK) {
    m_failure = "libarchive cannot read zips here";
    return;
  }
  ::archive_read_set_callback_data(handle, this);
  ::archive_read_set_read_callback(handle, &ZipArchive::readBlock);
  ::archive_read_set_seek_callback(handle, &ZipArchive::seekTo);
  ::archive_read_set_skip_callback(handle, &ZipArchive::skipOver);
  if (::archive_read_open1(handle) != ARCHIVE_OK) {
    const char* words = ::archive_error_string(handle);
    m_failure = words != nullptr ? words : "it cannot be opened";
    return;
  }
  m_open = true;
}

ZipArchive::~ZipArchive() = default;

std::ptrdiff_t ZipArchive::readBlock(archive* handle, void* self, const void** buffer) {
  auto& zip = *static_cast<ZipArchive*>(self);
  zip.m_stopped = zip.m_stopped || zip.m_progress.stopRequested();
  // Before the first entry libarchive reads the whole directory into memory, however long somebody made it.
  if (zip.m_entry == nullptr && zip.m_handedOut > zip.m_directoryLimit) zip.m_directoryTooLarge = true;
  std::ptrdiff_t got = -1;
  if (!zip.m_stopped && !zip.m_directoryTooLarge) {
    got = zip.m_bytesAt(zip.m_at, std::span<char>(zip.m_buffer));
    zip.m_ioError = zip.m_ioError || got < 0;
  }
  if (got < 0) {
    ::archive_set_error(handle, EIO, "reading was given up");
    return ARCHIVE_FATAL;
  }
  zip.m_at += static_cast<std::uint64_t>(got);
  zip.m_handedOut += static_cast<std::uint64_t>(got);
  *buffer = zip.m_buffer.data();
  return got;
}

std::int64_t ZipArchive::seekTo(archive*, void* self, std::int64_t offset, int whence) {
  auto& zip = *static_cast<ZipArchive*>(self);
  const std::uint64_t from = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? zip.m_at : zip.m_size;
  const std::int64_t to = static_cast<std::int64_t>(from) + offset;
  if (to < 0 || to > static_cast<std::int64_t>(zip.m_size)) return ARCHIVE_FATAL;
  zip.m_at = static_cast<std::uint64_t>(to);
  return to;
}

std::int64_t ZipArchive::skipOver(archive*, void* self, std::int64_t request) {
  auto& zip = *static_cast<ZipArchive*>(self);
  const std::uint64_t left = zip.m_size - std::min(zip.m_at, zip.m_size);
  const std::uint64_t step = std::min(left, static_cast<std::uint64_t>(std::max<std::int64_t>(request, 0)));
  zip.m_at += step;
  return static_cast<std::int64_t>(step);
}

bool ZipArchive::next() {
  if (!m_open) return false;
  for (;;) {
    archive_entry* entry = nullptr;
    const int answer = ::archive_read_next_header(m_archive.get(), &entry);
    m_failure.clear();
    if (answer == ARCHIVE_EOF) return false;
    if (answer == ARCHIVE_RETRY && !m_stopped) continue;
    if (answer == ARCHIVE_FATAL || answer == ARCHIVE_FAILED || answer == ARCHIVE_RETRY) {
      const char* words = ::archive_error_string(m_archive.get());
      m_failure = words != nullptr ? words : "it cannot be read";
      return false;
    }
    m_entry = entry;  // a warning is about the name, which name() tells
    return true;
  }
}

std::optional<std::string> ZipArchive::name() const {
  const char* name = ::archive_entry_pathname(m_entry);
  if (name == nullptr) return std::nullopt;
  return std::string(name);
}

bool ZipArchive::isFolder() const { return ::archive_entry_filetype(m_entry) == AE_IFDIR; }
bool ZipArchive::isFile() const { return ::archive_entry_filetype(m_entry) == AE_IFREG; }
bool ZipArchive::isEncrypted() const { return ::archive_entry_is_encrypted(m_entry) != 0; }

bool ZipArchive::isPlainlyPacked() const {
  const char* words = ::archive_format_name(m_archive.get());
  const std::string_view format = words != nullptr ? words : "";
  return format.find("(deflation)") != format.npos || format.find("(uncompressed)") != format.npos;
}

std::optional<std::string_view> ZipArchive::block() {
  m_failure.clear();
  for (;;) {
    const void* data = nullptr;
    std::size_t size = 0;
    std::int64_t offset = 0;
    const int answer = ::archive_read_data_block(m_archive.get(), &data, &size, &offset);
    if (answer == ARCHIVE_EOF) return std::nullopt;
    if (answer == ARCHIVE_OK) {
      if (size == 0) continue;
      return std::string_view(static_cast<const char*>(data), size);
    }
    if (answer == ARCHIVE_RETRY && !m_stopped) continue;
    const char* words = ::archive_error_string(m_archive.get());
    m_failure = words != nullptr ? words : "its bytes cannot be read";
    return std::nullopt;
  }
}

}  // namespace plumbline::sources
