// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/readers/zip_entries.h"

#include <archive.h>
#include <archive_entry.h>
#include <sys/stat.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "core/sources/zip_reader.h"
#include "core/text/utf8.h"

namespace plumbline::numerics {
namespace {

enum class ZipMethod : std::uint8_t { Stored, Deflated, Other };

struct ZipRecord {
  std::string_view name;         ///< into the bytes; relative, UTF-8, no ".."; unique
  ZipMethod method = ZipMethod::Stored;
  std::uint64_t headerAt = 0;    ///< where its local header begins
  std::uint64_t dataAt = 0;      ///< where its bytes begin: all `packedSize` of them are there
  std::uint64_t packedSize = 0;
  std::uint64_t size = 0;        ///< as declared; packedSize if stored
};

using base::Error;
using base::ErrorCode;

constexpr std::string_view kLocal{"PK\x03\x04"}, kCentral{"PK\x01\x02"}, kEnd{"PK\x05\x06"};
constexpr std::string_view kEnd64{"PK\x06\x06"}, kLocator64{"PK\x06\x07"};
constexpr std::size_t kNameLengthAt = 26;  // in the local header
constexpr std::size_t kLocalBytes = 30, kCentralBytes = 46, kEndBytes = 22, kEnd64Bytes = 56, kLocatorBytes = 20;
constexpr std::size_t kMaxComment = 0xFFFF;
constexpr std::uint32_t kIn64 = 0xFFFFFFFF;     // the value is in the zip64 field
constexpr std::uint16_t kIn64Short = 0xFFFF;
constexpr std::uint16_t kField64 = 0x0001;
constexpr std::uint16_t kEncryptedFlags = 0x2041;  // encrypted, strongly, directory masked
constexpr std::uint16_t kStored = 0, kDeflated = 8;
constexpr std::string_view kAgain = "Write or copy the file again; it may have been cut while it was copied.";
constexpr std::string_view kForeign = "No program that saves tensors writes such a file; do not trust it.";

tl::unexpected<Error> zipError(std::string text, std::string_view hint = kForeign,
                               ErrorCode code = ErrorCode::BadFormat) {
  return base::fail(code, std::move(text), std::string(hint));
}

/// fieldAt reads a little-endian number at an offset that is known to be inside.
template <typename T>
T fieldAt(std::string_view bytes, std::size_t at) {
  static_assert(std::endian::native == std::endian::little);
  T value;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

bool isSafeName(std::string_view name) {
  if (name.empty() || name.front() == '/' || name.find('\\') != name.npos || name.find('\0') != name.npos) return false;
  while (!name.empty()) {
    const std::size_t slash = name.find('/');
    const std::string_view step = name.substr(0, slash);
    if (step.empty() || step == "..") return false;
    name = slash == name.npos ? std::string_view{} : name.substr(slash + 1);
  }
  return true;
}

/// Bounds of the directory.
struct Bounds {
  std::uint64_t at = 0, size = 0, entries = 0;
};

std::string nameInQuotes(std::string_view name) { return "The zip's entry '" + sources::printableName(name) + "'"; }

/// DirectoryReader reads the directory at the end of a zip (APPNOTE 4.3, zip64 too) and checks every field. libarchive
/// is not used for it: it queries the time zone twice per entry, which costs more than all the rest for ten thousand
/// entries.
class DirectoryReader {
 public:
  DirectoryReader(std::string_view zip, std::uint64_t maxEntries) : m_zip(zip), m_maxEntries(maxEntries) {}

  base::Result<std::vector<ZipRecord>> read() {
    const auto bounds = findDirectory();
    if (!bounds) return base::fail(bounds.error());
    if (bounds->entries > m_maxEntries)
      return zipError("The zip holds more than " + std::to_string(m_maxEntries) + " entries.",
                      "Save fewer tensors per file.", ErrorCode::TooLarge);
    // Checked against the directory's size: a number in the file must not become an amount of memory.
    if (bounds->entries > bounds->size / kCentralBytes) return zipError("The zip's directory is cut short.", kAgain);
    m_records.reserve(static_cast<std::size_t>(bounds->entries));
    m_directory = m_zip.substr(static_cast<std::size_t>(bounds->at), static_cast<std::size_t>(bounds->size));
    for (std::uint64_t i = 0; i < bounds->entries; ++i)
      if (auto error = readEntry()) return base::fail(*std::move(error));
    if (!m_directory.empty()) return zipError("The zip's directory is longer than it declares.");
    if (auto error = checkOverlaps(bounds->at)) return base::fail(*std::move(error));
    return std::move(m_records);
  }

 private:
  std::optional<std::size_t> findEnd() const {
    if (m_zip.size() < kEndBytes) return std::nullopt;
    const std::size_t last = m_zip.size() - kEndBytes;
    const std::size_t first = last - std::min(last, kMaxComment);
    for (std::size_t at = last + 1; at-- > first;) {
      if (!m_zip.substr(at).starts_with(kEnd)) continue;
      if (at + kEndBytes + fieldAt<std::uint16_t>(m_zip, at + 20) == m_zip.size()) return at;
    }
    return std::nullopt;
  }

  base::Result<Bounds> findDirectory() const {
    const auto end = findEnd();
    if (!end) return zipError("The zip has no directory at its end.", kAgain);
    Bounds bounds{.at = fieldAt<std::uint32_t>(m_zip, *end + 16),
                  .size = fieldAt<std::uint32_t>(m_zip, *end + 12),
                  .entries = fieldAt<std::uint16_t>(m_zip, *end + 10)};
    std::uint64_t stop = *end;
    if (fieldAt<std::uint16_t>(m_zip, *end + 4) != fieldAt<std::uint16_t>(m_zip, *end + 6))
      return zipError("The zip is one of several parts.", "Put the parts together first.");
    // torch always writes the zip64 record.
    if (*end >= kLocatorBytes && m_zip.substr(*end - kLocatorBytes).starts_with(kLocator64)) {
      const auto at = fieldAt<std::uint64_t>(m_zip, *end - kLocatorBytes + 8);
      if (at > *end - kLocatorBytes || *end - kLocatorBytes - at < kEnd64Bytes ||
          !m_zip.substr(static_cast<std::size_t>(at)).starts_with(kEnd64))
        return zipError("The zip's zip64 record is not where it should be.", kAgain);
      const auto record = static_cast<std::size_t>(at);
      const Bounds wide{.at = fieldAt<std::uint64_t>(m_zip, record + 48),
                        .size = fieldAt<std::uint64_t>(m_zip, record + 40),
                        .entries = fieldAt<std::uint64_t>(m_zip, record + 32)};
      const auto agrees = [](std::uint64_t narrow, std::uint64_t mark, std::uint64_t real) {
        return narrow == mark || narrow == real;
      };
      if (!agrees(bounds.at, kIn64, wide.at) || !agrees(bounds.size, kIn64, wide.size) ||
          !agrees(bounds.entries, kIn64Short, wide.entries))
        return zipError("The zip's last records contradict each other.", kAgain);
      bounds = wide;
      stop = at;
    }
    if (bounds.at > stop || bounds.size > stop - bounds.at || bounds.at + bounds.size != stop)
      return zipError("The zip's directory is not where it should be.", kAgain);
    return bounds;
  }

  /// read64 replaces what does not fit into 32 bits; the field has only those, in this order.
  static bool read64(std::string_view extra, std::uint64_t& size, std::uint64_t& packed, std::uint64_t& at) {
    if (size != kIn64 && packed != kIn64 && at != kIn64) return true;
    constexpr std::size_t kHead = 4;
    while (extra.size() >= kHead) {
      const auto tag = fieldAt<std::uint16_t>(extra, 0);
      const std::size_t length = fieldAt<std::uint16_t>(extra, 2);
      if (length > extra.size() - kHead) return false;
      std::string_view field = extra.substr(kHead, length);
      extra.remove_prefix(kHead + length);
      if (tag != kField64) continue;
      for (std::uint64_t* number : {&size, &packed, &at}) {
        if (*number != kIn64) continue;
        if (field.size() < sizeof *number) return false;
        *number = fieldAt<std::uint64_t>(field, 0);
        field.remove_prefix(sizeof *number);
      }
      return true;
    }
    return false;
  }

  std::optional<Error> readEntry() {
    const std::string_view entry = m_directory;
    if (entry.size() < kCentralBytes || !entry.starts_with(kCentral))
      return zipError("The zip's directory is damaged.", kAgain).value();
    const std::size_t nameBytes = fieldAt<std::uint16_t>(entry, 28);
    const std::size_t extraBytes = fieldAt<std::uint16_t>(entry, 30);
    const std::size_t whole = kCentralBytes + nameBytes + extraBytes + fieldAt<std::uint16_t>(entry, 32);
    if (whole > entry.size()) return zipError("The zip's directory is cut short.", kAgain).value();
    m_directory.remove_prefix(whole);
    std::string_view name = entry.substr(kCentralBytes, nameBytes);
    const bool isFolder = name.ends_with('/');
    if (isFolder) name.remove_suffix(1);
    if (!isSafeName(name) || text::firstInvalidUtf8(name))
      return zipError("A name in the zip leads out of it: '" + sources::printableName(name) + "'.").value();
    if (isFolder) return std::nullopt;
    if (!m_names.insert(name).second) return zipError(nameInQuotes(name) + " is there twice.").value();
    if ((fieldAt<std::uint16_t>(entry, 8) & kEncryptedFlags) != 0)
      return zipError(nameInQuotes(name) + " is encrypted.", "Save it unencrypted.").value();
    if (S_ISLNK(fieldAt<std::uint32_t>(entry, 38) >> 16U))
      return zipError(nameInQuotes(name) + " is no plain file.").value();
    const auto method = fieldAt<std::uint16_t>(entry, 10);
    ZipRecord record{.name = name,
                     .method = method == kStored     ? ZipMethod::Stored
                               : method == kDeflated ? ZipMethod::Deflated
                                                     : ZipMethod::Other,
                     .packedSize = fieldAt<std::uint32_t>(entry, 20),
                     .size = fieldAt<std::uint32_t>(entry, 24)};
    std::uint64_t local = fieldAt<std::uint32_t>(entry, 42);
    if (!read64(entry.substr(kCentralBytes + nameBytes, extraBytes), record.size, record.packedSize, local))
      return zipError(nameInQuotes(name) + " has no size.").value();
    if (record.method == ZipMethod::Other)
      return zipError(nameInQuotes(name) + " is packed in a way other than deflate.", "Save it uncompressed.").value();
    if (record.method == ZipMethod::Stored && record.size != record.packedSize)
      return zipError(nameInQuotes(name) + " has two sizes.").value();
    return locate(record, local);
  }

  std::optional<Error> locate(ZipRecord record, std::uint64_t local) {
    if (local > m_zip.size() || m_zip.size() - local < kLocalBytes)
      return zipError(nameInQuotes(record.name) + " is cut short.", kAgain).value();
    const std::string_view header = m_zip.substr(static_cast<std::size_t>(local));
    const std::size_t nameBytes = fieldAt<std::uint16_t>(header, kNameLengthAt);
    if (!header.starts_with(kLocal) || header.substr(kLocalBytes, nameBytes) != record.name)
      return zipError(nameInQuotes(record.name) + " is not where the directory says.", kAgain).value();
    record.headerAt = local;
    record.dataAt = local + kLocalBytes + nameBytes + fieldAt<std::uint16_t>(header, 28);
    if (record.dataAt > m_zip.size() || record.packedSize > m_zip.size() - record.dataAt)
      return zipError(nameInQuotes(record.name) + " is cut short.", kAgain).value();
    m_records.push_back(record);
    return std::nullopt;
  }

  std::optional<Error> checkOverlaps(std::uint64_t directoryAt) const {
    std::vector<const ZipRecord*> byPosition;
    byPosition.reserve(m_records.size());
    for (const ZipRecord& record : m_records) byPosition.push_back(&record);
    std::ranges::sort(byPosition, {}, [](const ZipRecord* record) { return record->headerAt; });
    for (std::size_t i = 0; i < byPosition.size(); ++i) {
      const std::uint64_t end = byPosition[i]->dataAt + byPosition[i]->packedSize;
      if (end > (i + 1 < byPosition.size() ? byPosition[i + 1]->headerAt : directoryAt))
        return zipError(nameInQuotes(byPosition[i]->name) + " lies over what follows it.").value();
    }
    return std::nullopt;
  }

  std::string_view m_zip, m_directory;
  std::uint64_t m_maxEntries;
  std::vector<ZipRecord> m_records;
  std::unordered_set<std::string_view> m_names;
};

using ArchivePtr = std::unique_ptr<archive, int (*)(archive*)>;

class ZipUnpacker {
 public:
  ZipUnpacker(const FileBytesView& view, const ZipLimits& limits, const base::Progress& progress)
      : m_view(view), m_limits(limits), m_progress(progress) {}

  base::Outcome<std::vector<ZipEntry>> read() {
    auto records = DirectoryReader(asText(m_view.bytes), m_limits.entries).read();
    if (!records) return inFile(std::move(records.error()));
    if (m_progress.stopRequested()) return base::Cancelled{};
    m_entries.reserve(records->size());
    for (const ZipRecord& record : *records) {
      ZipEntry entry{.name = std::string(record.name), .bytes = {}, .owner = m_view.owner};
      entry.isPacked = record.method == ZipMethod::Deflated;
      if (entry.isPacked) {
        // The limits are checked before anything is unpacked.
        if (auto failure = reserve(record.size)) return *failure;
        m_packed.emplace(record.name, Packed{m_entries.size(), record.size});
      } else {
        entry.bytes =
            m_view.bytes.subspan(static_cast<std::size_t>(record.dataAt), static_cast<std::size_t>(record.size));
      }
      m_entries.push_back(std::move(entry));
    }
    if (!m_packed.empty()) {
      if (auto failure = unpackAll()) return *failure;
      if (m_isStopped) return base::Cancelled{};
    }
    return std::move(m_entries);
  }

 private:
  struct Packed {
    std::size_t entry = 0;
    std::uint64_t size = 0;
  };

  Error inFile(Error error) const {
    error.file = m_view.file;
    return error;
  }
  Error error(std::string text, std::string_view hint = kAgain, ErrorCode code = ErrorCode::BadFormat) const {
    return {.code = code, .text = std::move(text), .hint = std::string(hint), .file = m_view.file};
  }
  static std::string messageOf(archive* handle) {
    const char* message = ::archive_error_string(handle);
    return message != nullptr ? message : "it cannot be read";
  }

  /// reserve adds to the total to unpack and rejects zip bombs.
  std::optional<Error> reserve(std::uint64_t size) {
    const std::uint64_t limit = std::min(m_limits.unpackedBytes, memoryFor(m_view.bytes.size()));
    if (size > limit || m_packedBytes > limit - size)
      return error("The zip would unpack to more than " + std::to_string(limit) + " bytes.",
                 "Save it uncompressed if it is your own.", ErrorCode::TooLarge);
    m_packedBytes += size;
    return std::nullopt;
  }

  std::optional<Error> unpackAll() {
    const text::Utf8Names names;
    const ArchivePtr handle(::archive_read_new(), &::archive_read_free);
    archive* zip = handle.get();
    if (zip == nullptr || ::archive_read_support_format_zip_seekable(zip) != ARCHIVE_OK ||
        ::archive_read_set_options(zip, "zip:ignorecrc32") != ARCHIVE_OK)
      return error("libarchive cannot read zips here.", "", ErrorCode::Internal);
    if (::archive_read_open_memory(zip, m_view.bytes.data(), m_view.bytes.size()) != ARCHIVE_OK)
      return error("The zip cannot be unpacked: " + messageOf(zip) + ".");
    std::uint64_t done = 0;
    for (;;) {
      m_isStopped = !m_progress.report(done, m_packedBytes);
      if (m_isStopped) return std::nullopt;
      archive_entry* entry = nullptr;
      const int answer = ::archive_read_next_header(zip, &entry);
      if (answer == ARCHIVE_EOF) break;
      if (answer != ARCHIVE_OK) return error("The zip cannot be unpacked: " + messageOf(zip) + ".");
      const char* name = ::archive_entry_pathname(entry);
      const auto found = m_packed.find(name != nullptr ? name : "");
      if (found == m_packed.end()) continue;
      if (auto failure = unpack(zip, found->second)) return *failure;
      done += found->second.size;
      m_packed.erase(found);
    }
    if (!m_packed.empty())
      return error(nameInQuotes(m_packed.begin()->first) + " cannot be found again to be unpacked.");
    return std::nullopt;
  }

  std::optional<Error> unpack(archive* zip, const Packed& packed) {
    ZipEntry& entry = m_entries[packed.entry];
    auto memory = std::make_shared<std::vector<std::byte>>();
    memory->reserve(packed.size);  // the sum of all is limited
    for (;;) {
      const void* data = nullptr;
      std::size_t got = 0;
      std::int64_t offset = 0;
      const int answer = ::archive_read_data_block(zip, &data, &got, &offset);
      if (answer == ARCHIVE_EOF) break;
      if (answer != ARCHIVE_OK) return error(nameInQuotes(entry.name) + " cannot be unpacked: " + messageOf(zip) + ".");
      if (got > packed.size - memory->size()) return error(nameInQuotes(entry.name) + " unpacks to more than it says.");
      const auto* begin = static_cast<const std::byte*>(data);
      memory->insert(memory->end(), begin, begin + got);
    }
    if (memory->size() != packed.size) return error(nameInQuotes(entry.name) + " unpacks to less than it says.");
    entry.bytes = *memory;
    entry.owner = std::move(memory);
    return std::nullopt;
  }

  const FileBytesView& m_view;
  const ZipLimits& m_limits;
  const base::Progress& m_progress;
  std::vector<ZipEntry> m_entries;
  std::unordered_map<std::string_view, Packed> m_packed;  // by name
  std::uint64_t m_packedBytes = 0;
  bool m_isStopped = false;
};

}  // namespace

base::Outcome<std::vector<ZipEntry>> readZipEntries(const FileBytesView& view, const ZipLimits& limits,
                                                    const base::Progress& progress) {
  return ZipUnpacker(view, limits, progress).read();
}

std::string_view firstEntryName(std::span<const std::byte> bytes) {
  const std::string_view zip = asText(bytes);
  if (zip.size() < kLocalBytes || !zip.starts_with(kLocal)) return {};
  return zip.substr(kLocalBytes, fieldAt<std::uint16_t>(zip, kNameLengthAt));
}

}  // namespace plumbline::numerics
