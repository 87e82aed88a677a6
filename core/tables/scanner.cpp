// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tables/scanner.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "core/tables/dense_scan.h"
#include "core/tables/lexer.h"

namespace plumbline::tables {

namespace {

constexpr std::size_t kBlock = 64;
constexpr std::size_t kBlocksAtOnce = 64;  // masks of 4 KiB of text stay in the nearest cache

/// kSmallFile is below what a process needs anyway: such files are always kept dense.
constexpr std::size_t kSmallFile = 4096;

/// countBlankLines counts line ends right behind another one: neither a cell nor a record comes of them. Inside quotes
/// no line end makes one, so that a bound less this number is still a bound.
std::size_t countBlankLines(std::string_view bytes) {
  constexpr std::size_t kRun = 128;  // byte-sized sums: compilers turn the loop into vector code
  std::size_t blank = 0;
  const char* data = bytes.data();
  for (std::size_t at = 1; at < bytes.size(); at += kRun) {
    const std::size_t stop = std::min(at + kRun, bytes.size());
    std::uint8_t sum = 0;
    for (std::size_t i = at; i < stop; ++i) {
      const unsigned afterFeed = data[i - 1] == '\n';
      const unsigned afterReturn = data[i - 1] == '\r';
      const unsigned feed = data[i] == '\n';
      const unsigned carriage = data[i] == '\r';
      sum = static_cast<std::uint8_t>(sum + ((feed & afterFeed) | (carriage & (afterFeed | afterReturn))));
    }
    blank += sum;
  }
  return blank;
}

bool walkBytes(DenseScan& scan, std::string_view bytes, MaskFunction masksOf, const base::Progress& progress) {
  std::array<BlockMasks, kBlocksAtOnce> masks;
  const std::size_t wholeBlocks = bytes.size() / kBlock;
  for (std::size_t block = 0; block < wholeBlocks && !scan.isDone(); block += kBlocksAtOnce) {
    const std::size_t base = block * kBlock;
    if (base % kPollBytes == 0 && !progress.report(base, bytes.size())) return false;
    const std::size_t count = std::min(kBlocksAtOnce, wholeBlocks - block);
    masksOf(bytes.data() + base, count, masks.data());
    scan.walk(masks.data(), count, base);
  }
  const std::size_t rest = wholeBlocks * kBlock;
  if (rest < bytes.size() && !scan.isDone()) {
    std::array<char, kBlock> last{};
    std::memcpy(last.data(), bytes.data() + rest, bytes.size() - rest);
    masksOf(last.data(), 1, masks.data());
    scan.walk(masks.data(), 1, rest);
  }
  if (!scan.failed()) scan.finish();
  return true;
}

/// scanSparse lexes cell by cell and leaves waymarks.
std::optional<Scanned> scanSparse(std::string_view bytes, const base::Progress& progress) {
  constexpr std::size_t kWaymarkBytes = 64;
  std::vector<CellStore::Waymark> waymarks;
  waymarks.reserve(bytes.size() / kWaymarkBytes + 2);
  RecordLog log;
  std::size_t nextMark = 0;
  std::size_t nextPoll = 0;
  const auto reach = [&](std::size_t record, std::size_t field, std::size_t offset) {
    if (offset < nextMark && !waymarks.empty()) return;
    waymarks.push_back({static_cast<std::uint32_t>(record), static_cast<std::uint32_t>(field),
                        static_cast<std::uint32_t>(offset)});
    nextMark = offset + kWaymarkBytes;
  };
  for (std::size_t at = nextRecord(bytes, bomLength(bytes)).offset; at < bytes.size();) {
    const std::size_t begin = at;
    log.began(bytes, log.records, begin);
    std::size_t fields = 0;
    CellEnd end;
    for (;; at = end.offset + 1) {
      if (at >= nextPoll) {
        if (!progress.report(at, bytes.size())) return std::nullopt;
        nextPoll = at + kPollBytes;
      }
      reach(log.records, fields++, at);
      end = lexCell(bytes, at);
      if (end.by != Stop::Comma) break;
    }
    log.ended(bytes, log.records++, begin, fields);
    if (end.by == Stop::OpenQuote) log.openQuote = at;
    if (end.by != Stop::LineEnd) {
      log.endsInLine = true;
      break;
    }
    at = nextRecord(bytes, afterLineEnd(bytes, end.offset)).offset;
  }
  waymarks.shrink_to_fit();
  const std::size_t records = log.records;
  return Scanned{CellStore(std::move(waymarks), records), std::move(log)};
}

}  // namespace

std::optional<Scanned> scanRecords(std::string_view bytes, const Census& census, Instructions instructions,
                                   Layout layout, const base::Progress& progress) {
  // A comma ends one cell; a line end closes a cell and starts a record; the first start and the last end are extra.
  std::size_t mostRecords = census.lineEnds + 1;
  std::size_t mostEntries = census.commas + 2 * mostRecords;
  const std::size_t lineIndexBytes = census.blockLineEnds.size() * sizeof(std::uint32_t);
  const std::size_t budget = 2 * bytes.size() + kSmallFile - std::min(lineIndexBytes, 2 * bytes.size());
  if (mostEntries * sizeof(std::uint32_t) > budget) {
    // Baselines with three blank lines behind each row would look as if they had four times their rows.
    const std::size_t blank = countBlankLines(bytes);
    mostRecords -= blank;
    mostEntries -= 2 * blank;
  }
  const std::size_t entryBytes = (mostEntries + DenseScan::kSlack) * sizeof(std::uint32_t);
  const std::size_t indexBytes = (mostRecords + 2) * sizeof(std::uint32_t);

  if (layout == Layout::Dense || (layout == Layout::Fitting && entryBytes <= budget)) {
    DenseScan scan(bytes, mostEntries, mostRecords, layout == Layout::Dense || entryBytes + indexBytes <= budget);
    if (!walkBytes(scan, bytes, maskBlocks(instructions), progress)) return std::nullopt;
    if (!scan.failed()) {
      RecordLog log = std::move(scan.log());
      return Scanned{scan.takeStore(), std::move(log)};
    }
  }
  return scanSparse(bytes, progress);
}

}  // namespace plumbline::tables
