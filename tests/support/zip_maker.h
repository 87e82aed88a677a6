// SPDX-License-Identifier: GPL-3.0-or-later
// Zips for tests, written byte by byte, so that the dishonest ones can be made too.
//
//   support::writeZip(dir.filePath(QStringLiteral("a.zip")), {{"test/test-reports/training_torchbench.csv", csv}});
//   ZipEntry bad{"x.csv", csv}; bad.crc = 1; bad.encrypted = true; bad.claimedSize = 1U << 30U;
#pragma once

#include <QByteArray>
#include <QString>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace plumbline::support {

struct ZipEntry {
  std::string name = {};    ///< taken as it is: "..", "/x", '\\', NUL and the same name twice are all possible
  std::string bytes = {};   ///< of a symlink: where it leads
  bool deflated = true;     ///< otherwise stored
  bool encrypted = false;   ///< only the flag; the bytes stay readable
  bool isLink = false;      ///< a symbolic link, as Info-ZIP writes it
  bool descriptor = false;  ///< sizes and CRC after the data, as streaming writers do
  std::optional<std::uint32_t> crc = {};          ///< instead of the right one
  std::optional<std::uint32_t> claimedSize = {};  ///< instead of the unpacked size
  std::optional<std::uint16_t> method = {};       ///< instead of 0 or 8, the data as `deflated` says
};

struct ZipWords {
  std::string before = {};                        ///< bytes in front of the first entry (a self-extracting zip)
  bool withDirectory = true;                      ///< false: cut off where the directory at the end would begin
  std::optional<std::uint32_t> directoryAt = {};  ///< where the last record says that the directory begins
};

QByteArray zipOf(const std::vector<ZipEntry>& entries, const ZipWords& words = {});
/// writeZip makes missing folders; false when the disk refuses.
bool writeZip(const QString& path, const std::vector<ZipEntry>& entries, const ZipWords& words = {});
/// zeroBomb is one deflated entry of `size` zero bytes (about a thousandth of that in the zip).
ZipEntry zeroBomb(std::string name, std::size_t size);

}  // namespace plumbline::support
