// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/zip_reader.h"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include "core/files/descriptor.h"
#include "core/sources/formats/source_text.h"
#include "core/text/ascii.h"
#include "core/text/quantities.h"
#include "core/text/utf8.h"

namespace plumbline::sources {
namespace {

/// BytesAt fills the span from that offset and returns how many bytes it got, 0 at the end, negative on an I/O error.
using BytesAt = std::function<std::ptrdiff_t(std::uint64_t at, std::span<char> into)>;

constexpr std::size_t kBlock = std::size_t{64} << 10U;

/// ZipArchive reads a zip through libarchive, entry by entry, block by block: only zips with a directory at the end, of
/// limited size, with names in UTF-8 in any locale.
class ZipArchive {
 public:
  ZipArchive(BytesAt bytesAt, std::uint64_t size, std::uint64_t directoryLimit, const base::Progress& progress)
      : m_bytesAt(std::move(bytesAt)),
        m_size(size),
        m_directoryLimit(directoryLimit),
        m_progress(progress),
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
      const char* message = ::archive_error_string(handle);
      m_failure = message != nullptr ? message : "it cannot be opened";
      return;
    }
    m_open = true;
  }
  ZipArchive(const ZipArchive&) = delete;
  ZipArchive& operator=(const ZipArchive&) = delete;

  /// next reads the next entry; false at the end, on an error (failure()), and after a stop request.
  bool next() {
    if (!m_open) return false;
    for (;;) {
      archive_entry* entry = nullptr;
      const int answer = ::archive_read_next_header(m_archive.get(), &entry);
      m_failure.clear();
      if (answer == ARCHIVE_EOF) return false;
      if (answer == ARCHIVE_RETRY && !m_stopped) continue;
      if (answer == ARCHIVE_FATAL || answer == ARCHIVE_FAILED || answer == ARCHIVE_RETRY) {
        const char* message = ::archive_error_string(m_archive.get());
        m_failure = message != nullptr ? message : "it cannot be read";
        return false;
      }
      m_entry = entry;  // a warning concerns the name, which name() checks
      return true;
    }
  }
  /// name is nullopt if its bytes are no UTF-8.
  std::optional<std::string> name() const {
    const char* name = ::archive_entry_pathname(m_entry);
    if (name == nullptr) return std::nullopt;
    return std::string(name);
  }
  bool isFolder() const { return ::archive_entry_filetype(m_entry) == AE_IFDIR; }
  bool isFile() const { return ::archive_entry_filetype(m_entry) == AE_IFREG; }  ///< neither folder nor link nor device
  bool isEncrypted() const { return ::archive_entry_is_encrypted(m_entry) != 0; }
  /// isPlainlyPacked: stored or deflated, so the zip does not determine the memory needed.
  bool isPlainlyPacked() const {
    const char* name = ::archive_format_name(m_archive.get());
    const std::string_view format = name != nullptr ? name : "";
    return format.find("(deflation)") != format.npos || format.find("(uncompressed)") != format.npos;
  }
  /// block reads the next unpacked bytes of the entry; nullopt at its end or on an error (failure()).
  std::optional<std::string_view> block() {
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
      const char* message = ::archive_error_string(m_archive.get());
      m_failure = message != nullptr ? message : "its bytes cannot be read";
      return std::nullopt;
    }
  }

  bool wasStopped() const { return m_stopped; }
  bool hadIoError() const { return m_ioError; }
  bool directoryTooLarge() const { return m_directoryTooLarge; }
  const std::string& failure() const { return m_failure; }  ///< libarchive's message; "" when all is well

 private:
  static std::ptrdiff_t readBlock(archive* handle, void* self, const void** buffer) {
    auto& zip = *static_cast<ZipArchive*>(self);
    zip.m_stopped = zip.m_stopped || zip.m_progress.stopRequested();
    // Before the first entry libarchive reads the whole directory into memory, whatever its size.
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
  static std::int64_t seekTo(archive*, void* self, std::int64_t offset, int whence) {
    auto& zip = *static_cast<ZipArchive*>(self);
    const std::uint64_t from = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? zip.m_at : zip.m_size;
    const std::int64_t to = static_cast<std::int64_t>(from) + offset;
    if (to < 0 || to > static_cast<std::int64_t>(zip.m_size)) return ARCHIVE_FATAL;
    zip.m_at = static_cast<std::uint64_t>(to);
    return to;
  }
  static std::int64_t skipOver(archive*, void* self, std::int64_t request) {
    auto& zip = *static_cast<ZipArchive*>(self);
    const std::uint64_t left = zip.m_size - std::min(zip.m_at, zip.m_size);
    const std::uint64_t step = std::min(left, static_cast<std::uint64_t>(std::max<std::int64_t>(request, 0)));
    zip.m_at += step;
    return static_cast<std::int64_t>(step);
  }

  BytesAt m_bytesAt;
  std::uint64_t m_size, m_directoryLimit, m_at = 0, m_handedOut = 0;
  base::Progress m_progress;
  text::Utf8Names m_utf8;
  std::unique_ptr<archive, int (*)(archive*)> m_archive;
  archive_entry* m_entry = nullptr;
  std::string m_buffer, m_failure;
  bool m_open = false, m_stopped = false, m_ioError = false, m_directoryTooLarge = false;
};

using base::Error;
using base::ErrorCode;

constexpr std::size_t kMaxReportedMembers = 100;
/// Limit for the average size of a directory entry: 46 bytes and a name. Real ones take about 150.
constexpr std::uint64_t kDirectoryBytesPerEntry = 1024;
constexpr std::uint64_t kMinDirectoryBytes = std::uint64_t{1} << 20U;
/// A zip without members is this record alone, which libarchive does not accept.
constexpr std::string_view kEndRecord = "PK\x05\x06";
constexpr std::size_t kEndRecordBytes = 22;
constexpr std::string_view kMemberHint = "It was skipped; everything else in the zip was read.";

class MemberReader {
 public:
  MemberReader(std::string path, const Limits& limits, const SelectMember& select, const base::Progress& progress,
               const SeeNames& see)
      : m_path(std::move(path)), m_limits(limits), m_select(select), m_see(see), m_progress(progress) {}

  base::Outcome<ZipContent> read(BytesAt bytesAt, std::uint64_t size) {
    if (auto wrong = notAZip(bytesAt)) return *wrong;
    if (m_isBare) return std::move(m_content);
    m_maxBytes = std::min(m_limits.zipBytes, std::max(m_limits.zipFreeBytes, size * m_limits.zipRatio));
    m_maxEntryBytes = std::min(m_limits.entryBytes, std::max(m_limits.zipFreeBytes, size * m_limits.entryRatio));
    const std::uint64_t directory =
        std::max(kMinDirectoryBytes, kDirectoryBytesPerEntry * static_cast<std::uint64_t>(m_limits.zipEntries));
    if (m_see) {
      ZipArchive directoryOnly(bytesAt, size, directory, m_progress);
      m_see(namesIn(directoryOnly));
    }
    ZipArchive zip(std::move(bytesAt), size, directory, m_progress);
    std::size_t entries = 0;
    while (zip.next()) {
      if (!m_progress.report(entries, m_limits.zipEntries)) return base::Cancelled{};
      if (++entries > m_limits.zipEntries)
        return tooLarge("This zip has more than " + std::to_string(m_limits.zipEntries) + " members.");
      if (!addEntry(zip)) break;
    }
    if (zip.wasStopped() || m_progress.stopRequested()) return base::Cancelled{};
    if (zip.hadIoError()) return Error{ErrorCode::NotReadable, "This zip cannot be read: an I/O error.", "", m_path};
    if (isTooLarge())
      return tooLarge(m_allBytes > m_maxBytes
                          ? "The members of this zip unpack to more than " + text::sizeText(m_maxBytes) + "."
                          : "The members of this zip unpack to more lines than a zip of this size can be worth.");
    if (zip.directoryTooLarge()) return tooLarge("The list of members in this zip is longer than any real one.");
    if (!zip.failure().empty()) return unreadable(zip.failure());
    if (m_refused > kMaxReportedMembers)
      m_content.problems.push_back(
          {ErrorCode::BadFormat,
           std::to_string(m_refused - kMaxReportedMembers) + " more members of this zip were refused.",
           std::string(kMemberHint), m_path});
    return std::move(m_content);
  }

 private:
  /// namesIn reads the directory alone. What is wrong with the zip is found when its members are read.
  std::vector<std::string> namesIn(ZipArchive& zip) const {
    std::vector<std::string> names;
    for (std::size_t entries = 0; entries < m_limits.zipEntries && zip.next(); ++entries)
      if (auto name = zip.name(); name && isReadable(zip) && checkMemberName(*name)) names.push_back(*std::move(name));
    return names;
  }
  static bool isReadable(const ZipArchive& zip) { return zip.isFile() && !zip.isEncrypted() && zip.isPlainlyPacked(); }

  std::optional<Error> notAZip(const BytesAt& bytesAt) {
    std::string head(512, '\0');
    const std::ptrdiff_t got = bytesAt(0, std::span<char>(head));
    if (got < 0) return Error{ErrorCode::NotReadable, "This zip cannot be read: an I/O error.", "", m_path};
    head.resize(static_cast<std::size_t>(got));
    m_isBare = head.size() == kEndRecordBytes && head.starts_with(kEndRecord);
    if (head.empty()) return Error{ErrorCode::BadFormat, "This zip is empty: it has no byte.", "Get it again.", m_path};
    if (const std::string_view page = webPageKind(head); !page.empty())
      return Error{
          ErrorCode::BadFormat, "This is " + std::string(page) + ", not a zip.",
          "A server sent it instead of the file: open it in a text editor to read why, then get the zip again.",
          m_path};
    return std::nullopt;
  }

  Error unreadable(const std::string& message) const {
    return {ErrorCode::BadFormat,
            "This file is no zip, or only a part of one: its directory at the end cannot be read (" + message + ").",
            "Get it again.", m_path};
  }
  Error tooLarge(std::string text) const {
    return {ErrorCode::TooLarge, std::move(text), "No artifact of CI is like this: it may have been made to harm.",
            m_path};
  }

  void refuse(const std::string& name, ErrorCode code, std::string text) {
    if (++m_refused <= kMaxReportedMembers)
      m_content.problems.push_back({code, std::move(text), std::string(kMemberHint), m_path + "!" + name});
  }

  /// addEntry reads one entry if it is selected and safe; false to stop reading the zip.
  bool addEntry(ZipArchive& zip) {
    const std::optional<std::string> name = zip.name();
    if (!name) {
      refuse("?", ErrorCode::BadFormat, "The name of member " + std::to_string(m_seen.size() + 1) + " is no UTF-8.");
      return true;
    }
    if (auto safe = checkMemberName(*name); !safe) {
      refuse(printableName(*name), safe.error().code, safe.error().text);
      return true;
    }
    if (zip.isFolder() || !m_select(*name)) return true;
    if (!m_seen.insert(*name).second) {
      refuse(*name, ErrorCode::BadFormat, "This name comes twice in the zip; the first one was taken.");
    } else if (!zip.isFile()) {
      refuse(*name, ErrorCode::BadFormat, "This member is a link or a device, not a file.");
    } else if (zip.isEncrypted()) {
      refuse(*name, ErrorCode::BadFormat, "This member is encrypted.");
    } else if (!zip.isPlainlyPacked()) {
      refuse(*name, ErrorCode::BadFormat,
             "This member is packed in a way that CI does not use (neither stored nor deflated).");
    } else {
      return unpack(zip, *name);
    }
    return true;
  }

  /// Reading a row costs far more than reading a byte: without a charge, a zip of empty lines would be the
  /// dearest one.
  bool isTooLarge() const { return m_allBytes + m_allLines * m_limits.zipLineBytes > m_maxBytes; }

  bool unpack(ZipArchive& zip, const std::string& name) {
    std::string bytes;
    while (const auto block = zip.block()) {
      m_allBytes += block->size();
      m_allLines += static_cast<std::uint64_t>(std::ranges::count(*block, '\n'));
      if (isTooLarge() || m_progress.stopRequested()) return false;
      if (bytes.size() + block->size() > m_maxEntryBytes) {
        refuse(name, ErrorCode::TooLarge,
               "This member unpacks to more than " + text::sizeText(m_maxEntryBytes) + ".");
        return true;
      }
      if (bytes.capacity() - bytes.size() < block->size()) bytes.reserve(std::max(bytes.capacity() * 2, block->size()));
      bytes.append(*block);
    }
    if (zip.wasStopped() || zip.hadIoError()) return false;
    if (!zip.failure().empty()) {
      refuse(name, ErrorCode::BadFormat, "This member is damaged: " + zip.failure() + ".");
      return true;
    }
    m_content.members.push_back({name, std::move(bytes)});
    return true;
  }

  std::string m_path;
  const Limits& m_limits;
  std::uint64_t m_maxBytes = 0;  ///< of all members, unpacked; a line costs Limits::zipLineBytes besides
  std::uint64_t m_maxEntryBytes = 0;
  const SelectMember& m_select;
  const SeeNames& m_see;
  base::Progress m_progress;
  ZipContent m_content;
  std::set<std::string, std::less<>> m_seen;
  std::size_t m_refused = 0;
  bool m_isBare = false;
  std::uint64_t m_allBytes = 0, m_allLines = 0;
};

constexpr std::size_t kMaxNameLength = 4096, kMaxPartLength = 255;  // limits of file systems

base::Result<void> badName(std::string text) {
  return base::fail(ErrorCode::BadFormat, std::move(text), std::string(kMemberHint));
}

bool beginsWith(std::string_view text, std::string_view lowerCase) {
  return text::toLower(text.substr(0, lowerCase.size())) == lowerCase;
}

}  // namespace

base::Outcome<ZipContent> readZip(const std::string& path, const Limits& limits, const SelectMember& select,
                                  const base::Progress& progress, const SeeNames& see) {
  if (path.find('\0') != std::string::npos) return files::readError(path, ENOENT);
  // Without O_NONBLOCK, opening a pipe would block until there is a writer.
  const files::Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file.isOpen()) return files::readError(path, errno);
  struct stat info {};
  if (::fstat(file.get(), &info) != 0) return files::readError(path, errno);
  if (S_ISDIR(info.st_mode)) return files::readError(path, EISDIR);
  if (!S_ISREG(info.st_mode)) return Error{ErrorCode::NotReadable, "This is a device or a pipe, not a file.", "", path};
  const files::FileStamp stamp = files::stampFrom(info);
  const auto bytesAt = [&file](std::uint64_t at, std::span<char> into) -> std::ptrdiff_t {
    for (;;) {
      const ssize_t got = ::pread(file.get(), into.data(), into.size(), static_cast<off_t>(at));
      if (got >= 0 || errno != EINTR) return got;
    }
  };
  auto content = MemberReader(path, limits, select, progress, see).read(bytesAt, stamp.size);
  if (content.isCancelled()) return content;
  // Checked before the content: the replacement explains any error, and the members belong to another file.
  if (const auto now = files::stampOf(path); !now || *now != stamp)
    return Error{ErrorCode::Changed, "This zip was replaced while it was read.", "Open it again when it is complete.",
                 path};
  if (content.isValue()) content.value().stamp = stamp;
  return content;
}

base::Outcome<ZipContent> readZipBytes(std::string_view bytes, const std::string& name, const Limits& limits,
                                       const SelectMember& select, const base::Progress& progress,
                                       const SeeNames& see) {
  const auto bytesAt = [bytes](std::uint64_t at, std::span<char> into) -> std::ptrdiff_t {
    if (at >= bytes.size()) return 0;
    const std::size_t length = std::min<std::size_t>(into.size(), bytes.size() - at);
    std::memcpy(into.data(), bytes.data() + at, length);
    return static_cast<std::ptrdiff_t>(length);
  };
  return MemberReader(name, limits, select, progress, see).read(bytesAt, bytes.size());
}

base::Result<void> checkMemberName(std::string_view name) {
  if (name.empty()) return badName("This member has no name.");
  if (name.size() > kMaxNameLength) return badName("The name of this member is longer than a path may be.");
  for (const char c : name) {
    if (c == '\0') return badName("The name of this member holds a NUL byte.");
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
      return badName("The name of this member holds a control character.");
    if (c == '\\')
      return badName("The name of this member holds a backslash, which leads to another folder on some systems.");
  }
  if (text::firstInvalidUtf8(name)) return badName("The name of this member is no UTF-8.");
  if (name.front() == '/') return badName("The name of this member is absolute: it begins with \"/\".");
  if (name.size() > 1 && name[1] == ':' && text::isLetter(name[0]))
    return badName("The name of this member is absolute: it begins with a drive letter.");
  std::size_t begin = 0;
  while (begin <= name.size()) {
    const std::size_t end = std::min(name.find('/', begin), name.size());
    const std::string_view part = name.substr(begin, end - begin);
    if (part == "..") return badName("The name of this member leads out of the zip with \"..\".");
    if (part.size() > kMaxPartLength)
      return badName("A part of the name of this member is longer than a file name may be.");
    begin = end + 1;
  }
  return {};
}

std::string printableName(std::string_view name) {
  constexpr std::size_t kMaxLength = 200;
  std::string out;
  for (const char c : name.substr(0, kMaxLength)) out += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? '?' : c;
  return out;
}

std::string_view webPageKind(std::string_view bytes) {
  bytes = text::trimmed(withoutByteOrderMark(bytes));
  for (const std::string_view html : std::array<std::string_view, 4>{"<!doctype html", "<html", "<head", "<!--"})
    if (beginsWith(bytes, html)) return "a web page";
  if (beginsWith(bytes, "<?xml") || beginsWith(bytes, "<error")) return "an error answer of a web server";
  return {};
}

}  // namespace plumbline::sources
