// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/zip_reader.h"

#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <set>
#include <utility>

#include "core/files/descriptor.h"
#include "core/sources/zip_archive.h"

namespace plumbline::sources {
namespace {

using base::Error;
using base::ErrorCode;

constexpr std::size_t kToldMembers = 100;  // a zip of ten thousand refused names shall not fill the window
/// What one entry of a zip's directory may take on average: 46 bytes and a name. Real ones take about 150.
constexpr std::uint64_t kDirectoryBytesPerEntry = 1024;
constexpr std::uint64_t kDirectoryBytesAtLeast = std::uint64_t{1} << 20U;
/// A zip without members is this record alone; libarchive does not take it for a zip.
constexpr std::string_view kEndRecord = "PK\x05\x06";
constexpr std::size_t kEndRecordBytes = 22;
constexpr std::string_view kMemberHint = "It was passed over; everything else in the zip was read.";

/// printable leaves no control character in a name that goes into a message.
std::string printable(std::string_view name) {
  std::string out;
  for (const char c : name.substr(0, 200)) out += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? '?' : c;
  return out;
}

std::string counted(std::uint64_t bytes) { return std::to_string(bytes) + " bytes"; }

class Reader {
 public:
  Reader(std::string path, const Limits& limits, const std::function<bool(std::string_view)>& wanted,
         const base::Progress& progress)
      : m_path(std::move(path)), m_limits(limits), m_wanted(wanted), m_progress(progress) {}

  base::Outcome<ZipContent> read(BytesAt bytesAt, std::uint64_t size) {
    if (auto wrong = notAZip(bytesAt)) return *wrong;
    if (m_isBare) return std::move(m_content);
    const std::uint64_t directory =
        std::max(kDirectoryBytesAtLeast, kDirectoryBytesPerEntry * static_cast<std::uint64_t>(m_limits.zipEntries));
    ZipArchive zip(std::move(bytesAt), size, directory, m_progress);
    std::size_t entries = 0;
    while (zip.next()) {
      if (!m_progress.report(entries, m_limits.zipEntries)) return base::Cancelled{};
      if (++entries > m_limits.zipEntries)
        return tooLarge("This zip has more than " + std::to_string(m_limits.zipEntries) + " members.");
      if (!take(zip)) break;
    }
    if (zip.wasStopped() || m_progress.stopRequested()) return base::Cancelled{};
    if (zip.hadIoError()) return Error{ErrorCode::NotReadable, "This zip cannot be read: an I/O error.", "", m_path};
    if (m_allBytes > m_limits.zipBytes)
      return tooLarge("The members of this zip unpack to more than " + counted(m_limits.zipBytes) + ".");
    if (zip.directoryTooLarge()) return tooLarge("The list of members in this zip is longer than any real one.");
    if (!zip.failure().empty()) return unreadable(zip.failure());
    if (m_refused > kToldMembers)
      m_content.problems.push_back(
          {ErrorCode::BadFormat, std::to_string(m_refused - kToldMembers) + " more members of this zip were refused.",
           std::string(kMemberHint), m_path});
    return std::move(m_content);
  }

 private:
  std::optional<Error> notAZip(const BytesAt& bytesAt) {
    std::string head(512, '\0');
    const std::ptrdiff_t got = bytesAt(0, std::span<char>(head));
    if (got < 0) return Error{ErrorCode::NotReadable, "This zip cannot be read: an I/O error.", "", m_path};
    head.resize(static_cast<std::size_t>(got));
    m_isBare = head.size() == kEndRecordBytes && head.starts_with(kEndRecord);
    if (head.empty()) return Error{ErrorCode::BadFormat, "This zip is empty: it has no byte.", "Get it again.", m_path};
    if (const std::string_view page = webPageWords(head); !page.empty())
      return Error{
          ErrorCode::BadFormat, "This is " + std::string(page) + ", not a zip.",
          "A server sent it instead of the file: open it in a text editor to read why, then get the zip again.",
          m_path};
    return std::nullopt;
  }

  Error unreadable(const std::string& words) const {
    return {ErrorCode::BadFormat,
            "This file is no zip, or only a part of one: its directory at the end cannot be read (" + words + ").",
            "Get it again.", m_path};
  }
  Error tooLarge(std::string text) const {
    return {ErrorCode::TooLarge, std::move(text), "No artifact of CI is like this: it may have been made to harm.",
            m_path};
  }

  void refuse(const std::string& name, ErrorCode code, std::string text) {
    if (++m_refused <= kToldMembers)
      m_content.problems.push_back({code, std::move(text), std::string(kMemberHint), m_path + "!" + name});
  }

  /// take reads one entry if it is wanted and harmless; false when the zip shall not be read further.
  bool take(ZipArchive& zip) {
    const std::optional<std::string> name = zip.name();
    if (!name) {
      refuse("?", ErrorCode::BadFormat, "The name of member " + std::to_string(m_seen.size() + 1) + " is no UTF-8.");
      return true;
    }
    if (auto safe = safeMemberName(*name); !safe) {
      refuse(printable(*name), safe.error().code, safe.error().text);
      return true;
    }
    if (zip.isFolder() || !m_wanted(*name)) return true;
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

  bool unpack(ZipArchive& zip, const std::string& name) {
    std::string bytes;
    while (const auto block = zip.block()) {
      m_allBytes += block->size();
      if (m_allBytes > m_limits.zipBytes || m_progress.stopRequested()) return false;
      if (bytes.size() + block->size() > m_limits.entryBytes) {
        refuse(name, ErrorCode::TooLarge, "This member unpacks to more than " + counted(m_limits.entryBytes) + ".");
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
  const std::function<bool(std::string_view)>& m_wanted;
  base::Progress m_progress;
  ZipContent m_content;
  std::set<std::string, std::less<>> m_seen;
  std::size_t m_refused = 0;
  bool m_isBare = false;
  std::uint64_t m_allBytes = 0;
};

}  // namespace

base::Outcome<ZipContent> readZip(const std::string& path, const Limits& limits,
                                  const std::function<bool(std::string_view name)>& wanted,
                                  const base::Progress& progress) {
  if (path.find('\0') != std::string::npos) return files::readError(path, ENOENT);
  // Without O_NONBLOCK a pipe of that name would hold us up until somebody writes to it.
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
  auto content = Reader(path, limits, wanted, progress).read(bytesAt, stamp.size);
  if (content.isCancelled()) return content;
  // A zip that was replaced in the meantime explains every other error, and its members fit no origin any more.
  if (const auto now = files::stampOf(path); !now || *now != stamp)
    return Error{ErrorCode::Changed, "This zip was replaced while it was read.", "Open it again when it is complete.",
                 path};
  if (content.isValue()) content.value().stamp = stamp;
  return content;
}

base::Outcome<ZipContent> readZipBytes(std::string_view bytes, const std::string& name, const Limits& limits,
                                       const std::function<bool(std::string_view name)>& wanted,
                                       const base::Progress& progress) {
  const auto bytesAt = [bytes](std::uint64_t at, std::span<char> into) -> std::ptrdiff_t {
    if (at >= bytes.size()) return 0;
    const std::size_t length = std::min<std::size_t>(into.size(), bytes.size() - at);
    std::memcpy(into.data(), bytes.data() + at, length);
    return static_cast<std::ptrdiff_t>(length);
  };
  return Reader(name, limits, wanted, progress).read(bytesAt, bytes.size());
}

}  // namespace plumbline::sources
