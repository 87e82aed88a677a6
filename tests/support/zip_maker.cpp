// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/zip_maker.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <array>
#include <utility>

namespace plumbline::support {
namespace {

constexpr std::uint16_t kStored = 0, kDeflated = 8;
constexpr std::uint16_t kMadeByUnix = 3U << 8U | 20U;
constexpr std::uint16_t kEncryptedFlag = 1, kDescriptorFlag = 8, kUtf8Flag = 1U << 11U;
constexpr std::uint32_t kLinkMode = 0120777, kFileMode = 0100644;
constexpr std::uint16_t kDay = 40U << 9U | 1U << 5U | 1U;  // 1 January 2020

void put(QByteArray& out, std::uint32_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) out.append(static_cast<char>(value >> (8 * i)));
}

constexpr std::array<std::uint32_t, 256> kCrcSteps = [] {
  std::array<std::uint32_t, 256> steps{};
  for (std::uint32_t i = 0; i < 256; ++i) {
    steps[i] = i;
    for (int bit = 0; bit < 8; ++bit) steps[i] = steps[i] >> 1U ^ ((steps[i] & 1U) != 0 ? 0xEDB88320U : 0U);
  }
  return steps;
}();

std::uint32_t crcOf(const std::string& bytes) {
  std::uint32_t crc = ~0U;
  for (const char c : bytes) crc = crc >> 8U ^ kCrcSteps[(crc ^ static_cast<unsigned char>(c)) & 0xFFU];
  return ~crc;
}

/// qCompress gives four bytes of length, then a zlib stream: two bytes of header, raw deflate, four bytes of checksum.
QByteArray deflated(const std::string& bytes) {
  const QByteArray stream =
      qCompress(reinterpret_cast<const uchar*>(bytes.data()), static_cast<qsizetype>(bytes.size()), 6);
  return stream.size() > 10 ? stream.mid(6, stream.size() - 10) : QByteArray("\x03\x00", 2);
}

struct Written {
  const ZipEntry* entry = nullptr;
  std::uint32_t at = 0, crc = 0, packed = 0, size = 0;
  std::uint16_t method = 0, flags = 0;
};

void putCommon(QByteArray& out, const Written& w, bool sizesLater) {
  put(out, 20, 2);
  put(out, w.flags, 2);
  put(out, w.method, 2);
  put(out, 0, 2);
  put(out, kDay, 2);
  put(out, sizesLater ? 0 : w.crc, 4);
  put(out, sizesLater ? 0 : w.packed, 4);
  put(out, sizesLater ? 0 : w.size, 4);
  put(out, static_cast<std::uint32_t>(w.entry->name.size()), 2);
  put(out, 0, 2);
}

Written putLocal(QByteArray& out, const ZipEntry& entry) {
  const QByteArray data = entry.deflated ? deflated(entry.bytes)
                                         : QByteArray(entry.bytes.data(), static_cast<qsizetype>(entry.bytes.size()));
  Written w{&entry, static_cast<std::uint32_t>(out.size())};
  w.crc = entry.crc.value_or(crcOf(entry.bytes));
  w.packed = static_cast<std::uint32_t>(data.size());
  w.size = entry.claimedSize.value_or(static_cast<std::uint32_t>(entry.bytes.size()));
  w.method = entry.method.value_or(entry.deflated ? kDeflated : kStored);
  w.flags = static_cast<std::uint16_t>(kUtf8Flag | (entry.encrypted ? kEncryptedFlag : 0U) |
                                       (entry.descriptor ? kDescriptorFlag : 0U));
  out.append("PK\x03\x04", 4);
  putCommon(out, w, entry.descriptor);
  out.append(entry.name.data(), static_cast<qsizetype>(entry.name.size()));
  out.append(data);
  if (entry.descriptor) {
    out.append("PK\x07\x08", 4);
    put(out, w.crc, 4);
    put(out, w.packed, 4);
    put(out, w.size, 4);
  }
  return w;
}

void putDirectoryEntry(QByteArray& out, const Written& w) {
  out.append("PK\x01\x02", 4);
  put(out, kMadeByUnix, 2);
  putCommon(out, w, false);
  put(out, 0, 2);  // comment
  put(out, 0, 2);  // disk
  put(out, 0, 2);  // internal attributes
  put(out, (w.entry->isLink ? kLinkMode : kFileMode) << 16U, 4);
  put(out, w.at, 4);
  out.append(w.entry->name.data(), static_cast<qsizetype>(w.entry->name.size()));
}

}  // namespace

QByteArray zipOf(const std::vector<ZipEntry>& entries, const ZipWords& words) {
  QByteArray out(words.before.data(), static_cast<qsizetype>(words.before.size()));
  std::vector<Written> written;
  written.reserve(entries.size());
  for (const ZipEntry& entry : entries) written.push_back(putLocal(out, entry));
  if (!words.withDirectory) return out;
  const auto begin = static_cast<std::uint32_t>(out.size());
  for (const Written& w : written) putDirectoryEntry(out, w);
  const auto size = static_cast<std::uint32_t>(out.size()) - begin;
  out.append("PK\x05\x06", 4);
  put(out, 0, 4);  // disks
  put(out, static_cast<std::uint32_t>(written.size()), 2);
  put(out, static_cast<std::uint32_t>(written.size()), 2);
  put(out, size, 4);
  put(out, words.directoryAt.value_or(begin), 4);
  put(out, 0, 2);  // comment
  return out;
}

bool writeZip(const QString& path, const std::vector<ZipEntry>& entries, const ZipWords& words) {
  QFile file(path);
  const QByteArray bytes = zipOf(entries, words);
  return QDir().mkpath(QFileInfo(path).path()) && file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
}

ZipEntry zeroBomb(std::string name, std::size_t size) { return {std::move(name), std::string(size, '\0')}; }

}  // namespace plumbline::support
