// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/zip_entries.h"

#include <archive.h>
#include <archive_entry.h>
#include <locale.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <unordered_map>
#include <utility>

#include "core/numerics/zip_directory.h"

namespace plumbline::numerics {
namespace {

using base::Error;
using base::ErrorCode;

constexpr std::string_view kLocalHeader{"PK\x03\x04"};
constexpr std::size_t kLocalHeaderBytes = 30;
constexpr std::size_t kNameLengthAt = 26;
constexpr std::string_view kAgain = "Write or copy the file again; it may have been cut while it was copied.";

/// Utf8Names: libarchive turns names into the charset of the thread's locale; in "C" every name beyond ASCII would be lost.
class Utf8Names {
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

std::string_view charsOf(std::span<const std::byte> bytes) {
  return {static_cast<const char*>(static_cast<const void*>(bytes.data())), bytes.size()};
}

using ArchivePtr = std::unique_ptr<archive, int (*)(archive*)>;

class Reader {
 public:
  Reader(const FileBytesView& view, const ZipLimits& limits, const base::Progress& progress)
      : m_view(view), m_limits(limits), m_progress(progress) {}

  base::Outcome<std::vector<ZipEntry>> read() {
    auto records = readZipDirectory(m_view.bytes, m_limits.entries);
    if (!records) return inFile(std::move(records.error()));
    if (m_progress.stopRequested()) return base::Cancelled{};
    m_entries.reserve(records->size());
    for (const ZipRecord& record : *records) {
      ZipEntry entry{.name = std::string(record.name), .bytes = {}, .owner = m_view.owner};
      entry.isPacked = record.method == ZipMethod::Deflated;
      if (entry.isPacked) {
        // What has to be unpacked is known to fit before a byte of it is.
        if (auto error = allow(record.size)) return *error;
        m_packed.emplace(record.name, Packed{m_entries.size(), record.size});
      } else {
        entry.bytes =
            m_view.bytes.subspan(static_cast<std::size_t>(record.dataAt), static_cast<std::size_t>(record.size));
      }
      m_entries.push_back(std::move(entry));
    }
    if (!m_packed.empty()) {
      if (auto error = unpackAll()) return *error;
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
  Error bad(std::string text, std::string_view hint = kAgain, ErrorCode code = ErrorCode::BadFormat) const {
    return {.code = code, .text = std::move(text), .hint = std::string(hint), .file = m_view.file};
  }
  static std::string quoted(std::string_view name) { return "The zip's entry '" + printableName(name) + "'"; }
  static std::string wordsOf(archive* handle) {
    const char* words = ::archive_error_string(handle);
    return words != nullptr ? words : "it cannot be read";
  }

  /// allow counts what is to be unpacked and refuses bombs before they go off.
  std::optional<Error> allow(std::uint64_t size) {
    const std::uint64_t byRatio = m_limits.freeBytes + m_limits.ratio * m_view.bytes.size();
    const std::uint64_t most = std::min(m_limits.unpackedBytes, byRatio);
    if (size > most || m_packedBytes > most - size)
      return bad("The zip would unpack to more than " + std::to_string(most) + " bytes.",
                 "Save it uncompressed if it is your own.", ErrorCode::TooLarge);
    m_packedBytes += size;
    return std::nullopt;
  }

  std::optional<Error> unpackAll() {
    const Utf8Names names;
    const ArchivePtr handle(::archive_read_new(), &::archive_read_free);
    archive* zip = handle.get();
    if (zip == nullptr || ::archive_read_support_format_zip_seekable(zip) != ARCHIVE_OK ||
        ::archive_read_set_options(zip, "zip:ignorecrc32") != ARCHIVE_OK)
      return bad("libarchive cannot read zips here.", "", ErrorCode::Internal);
    if (::archive_read_open_memory(zip, m_view.bytes.data(), m_view.bytes.size()) != ARCHIVE_OK)
      return bad("The zip cannot be unpacked: " + wordsOf(zip) + ".");
    std::uint64_t done = 0;
    for (;;) {
      m_isStopped = !m_progress.report(done, m_packedBytes);
      if (m_isStopped) return std::nullopt;
      archive_entry* entry = nullptr;
      const int answer = ::archive_read_next_header(zip, &entry);
      if (answer == ARCHIVE_EOF) break;
      if (answer != ARCHIVE_OK) return bad("The zip cannot be unpacked: " + wordsOf(zip) + ".");
      const char* name = ::archive_entry_pathname(entry);
      const auto found = m_packed.find(name != nullptr ? name : "");
      if (found == m_packed.end()) continue;
      if (auto error = unpack(zip, found->second)) return *error;
      done += found->second.size;
      m_packed.erase(found);
    }
    if (!m_packed.empty()) return bad(quoted(m_packed.begin()->first) + " cannot be found again to be unpacked.");
    return std::nullopt;
  }

  std::optional<Error> unpack(archive* zip, const Packed& packed) {
    ZipEntry& entry = m_entries[packed.entry];
    // Grown by what comes, not by what was promised.
    auto memory = std::make_shared<std::vector<std::byte>>();
    for (;;) {
      const void* data = nullptr;
      std::size_t got = 0;
      std::int64_t offset = 0;
      const int answer = ::archive_read_data_block(zip, &data, &got, &offset);
      if (answer == ARCHIVE_EOF) break;
      if (answer != ARCHIVE_OK) return bad(quoted(entry.name) + " cannot be unpacked: " + wordsOf(zip) + ".");
      if (got > packed.size - memory->size()) return bad(quoted(entry.name) + " unpacks to more than it says.");
      const auto* begin = static_cast<const std::byte*>(data);
      memory->insert(memory->end(), begin, begin + got);
    }
    if (memory->size() != packed.size) return bad(quoted(entry.name) + " unpacks to less than it says.");
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
  return Reader(view, limits, progress).read();
}

const ZipEntry* findEntry(std::span<const ZipEntry> entries, std::string_view name) {
  const auto found = std::ranges::find(entries, name, &ZipEntry::name);
  return found != entries.end() ? &*found : nullptr;
}

std::string_view firstEntryName(std::span<const std::byte> bytes) {
  const std::string_view zip = charsOf(bytes);
  if (zip.size() < kLocalHeaderBytes || !zip.starts_with(kLocalHeader)) return {};
  std::uint16_t length = 0;
  std::memcpy(&length, zip.data() + kNameLengthAt, sizeof length);
  return zip.substr(kLocalHeaderBytes, length);
}

}  // namespace plumbline::numerics
