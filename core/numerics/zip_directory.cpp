// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/zip_directory.h"

#include <sys/stat.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>
#include <unordered_set>
#include <utility>

#include "core/text/utf8.h"

namespace plumbline::numerics {
namespace {

using base::Error;
using base::ErrorCode;

constexpr std::string_view kLocal{"PK\x03\x04"}, kCentral{"PK\x01\x02"}, kEnd{"PK\x05\x06"};
constexpr std::string_view kEnd64{"PK\x06\x06"}, kLocator64{"PK\x06\x07"};
constexpr std::size_t kLocalBytes = 30, kCentralBytes = 46, kEndBytes = 22, kEnd64Bytes = 56, kLocatorBytes = 20;
constexpr std::size_t kMaxComment = 0xFFFF;
constexpr std::uint32_t kIn64 = 0xFFFFFFFF;     // "see the zip64 field"
constexpr std::uint16_t kIn64Short = 0xFFFF;
constexpr std::uint16_t kField64 = 0x0001;
constexpr std::uint16_t kEncryptedFlags = 0x2041;  // encrypted, strongly, directory masked
constexpr std::uint16_t kStored = 0, kDeflated = 8;
constexpr std::string_view kAgain = "Write or copy the file again; it may have been cut while it was copied.";
constexpr std::string_view kForeign = "No program that saves tensors writes such a file; do not trust it.";

tl::unexpected<Error> bad(std::string text, std::string_view hint = kForeign, ErrorCode code = ErrorCode::BadFormat) {
  return base::fail({.code = code, .text = std::move(text), .hint = std::string(hint)});
}

/// Fields reads little-endian numbers at places that are known to be inside.
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

/// Bounds say where the directory lies.
struct Bounds {
  std::uint64_t at = 0, size = 0, entries = 0;
};

class DirectoryReader {
 public:
  DirectoryReader(std::string_view zip, std::uint64_t maxEntries) : m_zip(zip), m_maxEntries(maxEntries) {}

  base::Result<std::vector<ZipRecord>> read() {
    const auto bounds = findDirectory();
    if (!bounds) return base::fail(bounds.error());
    if (bounds->entries > m_maxEntries)
      return bad("The zip holds more than " + std::to_string(m_maxEntries) + " entries.", "Save fewer tensors per file.",
                 ErrorCode::TooLarge);
    // Each entry takes its bytes there: a number in the file is no amount of memory.
    if (bounds->entries > bounds->size / kCentralBytes) return bad("The zip's directory is cut short.", kAgain);
    m_records.reserve(static_cast<std::size_t>(bounds->entries));
    m_directory = m_zip.substr(static_cast<std::size_t>(bounds->at), static_cast<std::size_t>(bounds->size));
    for (std::uint64_t i = 0; i < bounds->entries; ++i)
      if (auto error = readEntry()) return base::fail(*std::move(error));
    if (!m_directory.empty()) return bad("The zip's directory holds more than it says.");
    if (auto error = checkOverlaps(bounds->at)) return base::fail(*std::move(error));
    return std::move(m_records);
  }

 private:
  static std::string quoted(std::string_view name) { return "The zip's entry '" + printableName(name) + "'"; }

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
    if (!end) return bad("The zip has no directory at its end.", kAgain);
    Bounds bounds{.at = fieldAt<std::uint32_t>(m_zip, *end + 16),
                  .size = fieldAt<std::uint32_t>(m_zip, *end + 12),
                  .entries = fieldAt<std::uint16_t>(m_zip, *end + 10)};
    std::uint64_t stop = *end;
    if (fieldAt<std::uint16_t>(m_zip, *end + 4) != fieldAt<std::uint16_t>(m_zip, *end + 6))
      return bad("The zip is one of several parts.", "Put the parts together first.");
    // torch writes the record of 64 bits always, needed or not.
    if (*end >= kLocatorBytes && m_zip.substr(*end - kLocatorBytes).starts_with(kLocator64)) {
      const auto at = fieldAt<std::uint64_t>(m_zip, *end - kLocatorBytes + 8);
      if (at > *end - kLocatorBytes || *end - kLocatorBytes - at < kEnd64Bytes ||
          !m_zip.substr(static_cast<std::size_t>(at)).starts_with(kEnd64))
        return bad("The zip's last record of 64 bits is not where it should be.", kAgain);
      const auto place = static_cast<std::size_t>(at);
      const Bounds wide{.at = fieldAt<std::uint64_t>(m_zip, place + 48),
                        .size = fieldAt<std::uint64_t>(m_zip, place + 40),
                        .entries = fieldAt<std::uint64_t>(m_zip, place + 32)};
      const auto agrees = [](std::uint64_t narrow, std::uint64_t mark, std::uint64_t real) {
        return narrow == mark || narrow == real;
      };
      if (!agrees(bounds.at, kIn64, wide.at) || !agrees(bounds.size, kIn64, wide.size) ||
          !agrees(bounds.entries, kIn64Short, wide.entries))
        return bad("The zip's last records do not say the same.", kAgain);
      bounds = wide;
      stop = at;
    }
    if (bounds.at > stop || bounds.size > stop - bounds.at || bounds.at + bounds.size != stop)
      return bad("The zip's directory is not where it should be.", kAgain);
    return bounds;
  }

  /// take64 replaces what did not fit into 32 bits; the field holds only those, in this order.
  static bool take64(std::string_view extra, std::uint64_t& size, std::uint64_t& packed, std::uint64_t& at) {
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
      return bad("The zip's directory is damaged.", kAgain).value();
    const std::size_t nameBytes = fieldAt<std::uint16_t>(entry, 28);
    const std::size_t extraBytes = fieldAt<std::uint16_t>(entry, 30);
    const std::size_t whole = kCentralBytes + nameBytes + extraBytes + fieldAt<std::uint16_t>(entry, 32);
    if (whole > entry.size()) return bad("The zip's directory is cut short.", kAgain).value();
    m_directory.remove_prefix(whole);
    std::string_view name = entry.substr(kCentralBytes, nameBytes);
    const bool isFolder = name.ends_with('/');
    if (isFolder) name.remove_suffix(1);
    if (!isSafeName(name) || text::firstInvalidUtf8(name))
      return bad("A name in the zip leads out of it: '" + printableName(name) + "'.").value();
    if (isFolder) return std::nullopt;
    if (!m_names.insert(name).second) return bad(quoted(name) + " is there twice.").value();
    if ((fieldAt<std::uint16_t>(entry, 8) & kEncryptedFlags) != 0)
      return bad(quoted(name) + " is encrypted.", "Save it unencrypted.").value();
    if (S_ISLNK(fieldAt<std::uint32_t>(entry, 38) >> 16U)) return bad(quoted(name) + " is no plain file.").value();
    const auto method = fieldAt<std::uint16_t>(entry, 10);
    ZipRecord record{.name = name,
                     .method = method == kStored     ? ZipMethod::Stored
                               : method == kDeflated ? ZipMethod::Deflated
                                                     : ZipMethod::Other,
                     .packedSize = fieldAt<std::uint32_t>(entry, 20),
                     .size = fieldAt<std::uint32_t>(entry, 24)};
    std::uint64_t local = fieldAt<std::uint32_t>(entry, 42);
    if (!take64(entry.substr(kCentralBytes + nameBytes, extraBytes), record.size, record.packedSize, local))
      return bad(quoted(name) + " does not tell its size.").value();
    if (record.method == ZipMethod::Other)
      return bad(quoted(name) + " is packed in a way other than deflate.", "Save it uncompressed.").value();
    if (record.method == ZipMethod::Stored && record.size != record.packedSize)
      return bad(quoted(name) + " has two sizes.").value();
    return locate(record, local);
  }

  std::optional<Error> locate(ZipRecord record, std::uint64_t local) {
    if (local > m_zip.size() || m_zip.size() - local < kLocalBytes)
      return bad(quoted(record.name) + " is cut short.", kAgain).value();
    const std::string_view header = m_zip.substr(static_cast<std::size_t>(local));
    const std::size_t nameBytes = fieldAt<std::uint16_t>(header, 26);
    if (!header.starts_with(kLocal) || header.substr(kLocalBytes, nameBytes) != record.name)
      return bad(quoted(record.name) + " is not where the directory says.", kAgain).value();
    record.headerAt = local;
    record.dataAt = local + kLocalBytes + nameBytes + fieldAt<std::uint16_t>(header, 28);
    if (record.dataAt > m_zip.size() || record.packedSize > m_zip.size() - record.dataAt)
      return bad(quoted(record.name) + " is cut short.", kAgain).value();
    m_records.push_back(record);
    return std::nullopt;
  }

  std::optional<Error> checkOverlaps(std::uint64_t directoryAt) const {
    std::vector<const ZipRecord*> byPlace;
    byPlace.reserve(m_records.size());
    for (const ZipRecord& record : m_records) byPlace.push_back(&record);
    std::ranges::sort(byPlace, {}, [](const ZipRecord* record) { return record->headerAt; });
    for (std::size_t i = 0; i < byPlace.size(); ++i) {
      const std::uint64_t end = byPlace[i]->dataAt + byPlace[i]->packedSize;
      if (end > (i + 1 < byPlace.size() ? byPlace[i + 1]->headerAt : directoryAt))
        return bad(quoted(byPlace[i]->name) + " lies over what follows it.").value();
    }
    return std::nullopt;
  }

  std::string_view m_zip, m_directory;
  std::uint64_t m_maxEntries;
  std::vector<ZipRecord> m_records;
  std::unordered_set<std::string_view> m_names;
};

}  // namespace

std::string printableName(std::string_view name) {
  std::string out;
  for (const char c : name.substr(0, 200)) out += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? '?' : c;
  return out;
}

base::Result<std::vector<ZipRecord>> readZipDirectory(std::span<const std::byte> bytes, std::uint64_t maxEntries) {
  return DirectoryReader({static_cast<const char*>(static_cast<const void*>(bytes.data())), bytes.size()}, maxEntries)
      .read();
}

}  // namespace plumbline::numerics
