// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tables/scanner.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

#include "core/tables/lexer.h"

namespace plumbline::tables {
namespace {

bool comesAfter(const CellStore::Waymark& mark, std::size_t record, std::size_t field) {
  return mark.record != record ? mark.record > record : mark.field > field;
}

// The fast scan: 64-byte blocks as bit masks, cell ends written to a buffer that is large enough beforehand. Only
// quoted cells, blank lines and records of another width leave the fast path.
class DenseScan {
 public:
  /// `maxEntries` and `maxRecords` bound what can be found; `firstFits` allows the index for records of unlike width.
  DenseScan(std::string_view bytes, std::size_t maxEntries, std::size_t maxRecords, bool firstFits);

  /// kSlack entries behind the last may be overwritten while writing several at once.
  static constexpr std::size_t kSlack = 8;

  bool isDone() const { return m_done; }
  /// failed: records differ in width and the index does not fit. The store is then worthless.
  bool failed() const { return m_failed; }

  /// walk takes the masks of `blocks` blocks from byte `base` on.
  void walk(const BlockMasks* masks, std::size_t blocks, std::size_t base);
  /// finish closes the last record, after all bytes were walked.
  void finish();

  RecordLog& log() { return m_log; }
  CellStore releaseStore();

 private:
  template <typename Flatten>
  void walkAll(const BlockMasks* masks, std::size_t blocks, std::size_t base, Flatten flatten);
  template <typename Flatten>
  void walkBlock(const BlockMasks& masks, std::size_t base, Flatten flatten);
  void walkFast(const BlockMasks* masks, std::size_t blocks, std::size_t base);
  void walkPlain(const BlockMasks* masks, std::size_t blocks, std::size_t base);

  void beginRecord(std::size_t offset);
  void quotedCell(std::size_t offset);
  void endRecord(std::size_t lineEnd);
  void oddWidth(std::size_t fields);
  void oddBeginning(std::size_t offset);
  void indexRecords();

  std::string_view m_bytes;
  OffsetBuffer m_entries;
  OffsetBuffer m_first;
  std::uint32_t* m_out;
  std::uint32_t* m_start = nullptr;  ///< entry of the current record's start
  std::uint32_t* m_index = nullptr;  ///< next place in m_first, once records are indexed
  std::size_t m_at = 0;              ///< where the current cell begins
  std::size_t m_record = 0;
  std::size_t m_knownWidth = std::numeric_limits<std::size_t>::max();
  std::size_t m_width = 0;  ///< the common width while there is one
  std::size_t m_maxRecords;
  bool m_firstFits;
  bool m_done = false;
  bool m_failed = false;
  bool m_hasBmi;
  RecordLog m_log;
};

/// kOddStart marks first bytes of a line that need a second look; NUL because it also stands behind the file's end.
constexpr std::array<bool, 256> kOddStart = [] {
  std::array<bool, 256> odd{};
  for (const char c : {'\n', '\r', ' ', '\t', '#', '<', '=', '>', '\0'}) odd[static_cast<unsigned char>(c)] = true;
  return odd;
}();

std::uint64_t lowest(std::uint64_t bits) { return bits & (0 - bits); }

DenseScan::DenseScan(std::string_view bytes, std::size_t maxEntries, std::size_t maxRecords, bool firstFits)
    : m_bytes(bytes),
      m_entries(maxEntries + kSlack),
      m_out(m_entries.data()),
      m_maxRecords(maxRecords),
      m_firstFits(firstFits) {
#if defined(__x86_64__)
  m_hasBmi = __builtin_cpu_supports("bmi") != 0 && __builtin_cpu_supports("popcnt") != 0;
#else
  m_hasBmi = false;
#endif
  const RecordStart start = nextRecord(bytes, bomLength(bytes));
  if (start.offset >= bytes.size()) {
    m_done = true;
  } else {
    beginRecord(start.offset);
  }
}

void DenseScan::beginRecord(std::size_t offset) {
  m_start = m_out;
  *m_out++ = static_cast<std::uint32_t>(offset);
  m_at = offset;
  const auto c = static_cast<unsigned char>(m_bytes[offset]);
  if (kOddStart[c]) m_log.began(m_bytes, m_record, offset);
}

/// endRecord is called with the entry of the last cell's end already written.
void DenseScan::endRecord(std::size_t lineEnd) {
  const auto fields = static_cast<std::size_t>(m_out - m_start) - 1;
  if (fields != m_knownWidth) oddWidth(fields);
  if (m_index != nullptr) *m_index++ = static_cast<std::uint32_t>(m_start - m_entries.data());
  ++m_record;
  const char* data = m_bytes.data();
  std::size_t next = lineEnd + 1;
  if (next < m_bytes.size() && data[lineEnd] == '\r' && data[next] == '\n') ++next;
  if (next >= m_bytes.size() || kOddStart[static_cast<unsigned char>(data[next])]) {
    oddBeginning(next);
    return;
  }
  m_start = m_out;
  *m_out++ = static_cast<std::uint32_t>(next);
  m_at = next;
}

void DenseScan::oddBeginning(std::size_t offset) {
  const std::size_t next = nextRecord(m_bytes, offset).offset;
  if (next >= m_bytes.size()) {
    m_at = m_bytes.size();
    m_done = true;
  } else {
    beginRecord(next);
  }
}

void DenseScan::oddWidth(std::size_t fields) {
  m_log.ended(m_bytes, m_record, *m_start, fields);
  // From the second record on the width that pandas expects is settled: only other widths are odd.
  if (m_record == 0) {
    m_width = fields;
  } else {
    m_knownWidth = m_log.expectedWidth;
  }
  if (fields != m_width && m_index == nullptr) indexRecords();
}

void DenseScan::indexRecords() {
  if (!m_firstFits) {
    m_failed = m_done = true;
    return;
  }
  m_first = OffsetBuffer(m_maxRecords + 2);
  m_index = m_first.data();
  for (std::size_t i = 0; i < m_record; ++i) *m_index++ = static_cast<std::uint32_t>(i * (m_width + 1));
}

void DenseScan::quotedCell(std::size_t offset) {
  const CellEnd end = lexCell(m_bytes, offset);
  *m_out++ = static_cast<std::uint32_t>(end.offset);
  switch (end.by) {
    case Stop::Comma:
      m_at = end.offset + 1;
      return;
    case Stop::LineEnd:
      endRecord(end.offset);
      return;
    case Stop::OpenQuote:
      m_log.openQuote = offset;
      [[fallthrough]];
    case Stop::FileEnd:
      m_log.endsInLine = true;
      endRecord(end.offset);
      return;
  }
}

template <typename Flatten>
[[gnu::always_inline]] inline void DenseScan::walkBlock(const BlockMasks& masks, std::size_t base, Flatten flatten) {
  const std::size_t end = base + 64;
  while (m_at < end && !m_done) {
    // What lies before the current cell was already swallowed by a quoted cell or by blank lines.
    const bool startsHere = m_at >= base;
    const std::uint64_t live = startsHere ? ~std::uint64_t{0} << (m_at - base) : ~std::uint64_t{0};
    const std::uint64_t separators = masks.separators & live;
    // A quote counts only where a cell begins.
    const std::uint64_t cellStarts = separators << 1U | (startsHere ? std::uint64_t{1} << (m_at - base) : 0U);
    const std::uint64_t quoted = lowest(masks.quotes & cellStarts);
    std::uint64_t bits = quoted == 0 ? separators : separators & (quoted - 1);
    std::uint64_t lines = masks.lineEnds & bits;
    bool jumped = false;
    while (lines != 0) {
      const std::uint64_t line = lowest(lines);
      const std::uint64_t upTo = line | (line - 1);
      m_out = flatten(bits & upTo, base, m_out);
      bits &= ~upTo;
      lines &= ~upTo;
      const std::size_t lineEnd = base + static_cast<std::size_t>(std::countr_zero(line));
      endRecord(lineEnd);
      if (m_at != lineEnd + 1) {
        jumped = true;
        break;
      }
    }
    if (jumped) continue;
    if (bits != 0) {
      m_out = flatten(bits, base, m_out);
      m_at = end - static_cast<std::size_t>(std::countl_zero(bits));
    }
    if (quoted == 0) return;
    if (!m_done) quotedCell(base + static_cast<std::size_t>(std::countr_zero(quoted)));
  }
}

template <typename Flatten>
[[gnu::always_inline]] inline void DenseScan::walkAll(const BlockMasks* masks, std::size_t blocks, std::size_t base,
                                                      Flatten flatten) {
  for (std::size_t i = 0; i < blocks; ++i, base += 64) walkBlock(masks[i], base, flatten);
}

void DenseScan::walkPlain(const BlockMasks* masks, std::size_t blocks, std::size_t base) {
  walkAll(masks, blocks, base, [](std::uint64_t bits, std::size_t from, std::uint32_t* out) {
    for (; bits != 0; bits &= bits - 1)
      *out++ = static_cast<std::uint32_t>(from + static_cast<std::size_t>(std::countr_zero(bits)));
    return out;
  });
}

#if defined(__x86_64__)
[[gnu::target("bmi,popcnt")]]
#endif
void DenseScan::walkFast(const BlockMasks* masks, std::size_t blocks, std::size_t base) {
  walkAll(masks, blocks, base, [](std::uint64_t bits, std::size_t from, std::uint32_t* out) __attribute__((always_inline)) {
    // Four at a time without asking how many there are; what is too much is overwritten by the next.
    std::uint32_t* const end = out + std::popcount(bits);
    const auto base32 = static_cast<std::uint32_t>(from);
    do {
      for (int i = 0; i < 4; ++i) {
        out[i] = base32 + static_cast<std::uint32_t>(std::countr_zero(bits));
        bits &= bits - 1;
      }
      out += 4;
    } while (out < end);
    return end;
  });
}

void DenseScan::walk(const BlockMasks* masks, std::size_t blocks, std::size_t base) {
  if (m_hasBmi) {
    walkFast(masks, blocks, base);
  } else {
    walkPlain(masks, blocks, base);
  }
}

void DenseScan::finish() {
  if (!m_done) {
    *m_out++ = static_cast<std::uint32_t>(m_bytes.size());
    m_log.endsInLine = true;
    endRecord(m_bytes.size());
  }
  m_log.records = m_record;
}

CellStore DenseScan::releaseStore() {
  const auto entries = static_cast<std::size_t>(m_out - m_entries.data());
  m_entries.shrinkTo(entries);
  if (m_index == nullptr) return {std::move(m_entries), m_record, m_width};
  *m_index++ = static_cast<std::uint32_t>(entries);
  m_first.shrinkTo(m_record + 1);
  return {std::move(m_entries), m_record, std::move(m_first)};
}

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
  const std::size_t wholeBlocks = bytes.size() / kMaskBlockBytes;
  for (std::size_t block = 0; block < wholeBlocks && !scan.isDone(); block += kBlocksAtOnce) {
    const std::size_t base = block * kMaskBlockBytes;
    if (base % kPollBytes == 0 && !progress.report(base, bytes.size())) return false;
    const std::size_t count = std::min(kBlocksAtOnce, wholeBlocks - block);
    masksOf(bytes.data() + base, count, masks.data());
    scan.walk(masks.data(), count, base);
  }
  const std::size_t rest = wholeBlocks * kMaskBlockBytes;
  if (rest < bytes.size() && !scan.isDone()) {
    std::array<char, kMaskBlockBytes> last{};
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
    if (offset < nextMark) return;
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

CellStore::Place CellStore::waymarkBefore(std::size_t record, std::size_t field) const {
  // Records of a file are much alike: guess by proportion, then widen around the guess before halving.
  const std::size_t count = m_waymarks.size();
  const std::size_t guess = std::min(count - 1, record * count / std::max<std::size_t>(m_records, 1));
  std::size_t low = guess;  // will be a waymark not after the place; the first never is
  std::size_t high = guess + 1;
  std::size_t step = 1;
  while (low > 0 && comesAfter(m_waymarks[low], record, field)) {
    high = low;
    low -= std::min(low, step);
    step *= 2;
  }
  for (step = 1; high < count && !comesAfter(m_waymarks[high], record, field); step *= 2) {
    low = high;
    high += std::min(count - high, step);
  }
  while (high - low > 1) {
    const std::size_t middle = low + (high - low) / 2;
    (comesAfter(m_waymarks[middle], record, field) ? high : low) = middle;
  }
  return {m_waymarks[low].record, m_waymarks[low].field, m_waymarks[low].offset};
}

bool CellStore::advance(std::string_view bytes, Place& place, std::size_t record, std::size_t field,
                        std::size_t limit) {
  for (; place.record != record || place.field < field; --limit) {
    if (limit == 0) return false;
    const CellEnd end = lexCell(bytes, place.offset);
    if (end.by == Stop::Comma) {
      ++place.field;
      place.offset = end.offset + 1;
    } else {
      if (place.record == record || end.by != Stop::LineEnd) break;  // the record is shorter
      place = {place.record + 1, 0, nextRecord(bytes, afterLineEnd(bytes, end.offset)).offset};
    }
  }
  return true;
}

CellStore::Place CellStore::walkTo(std::string_view bytes, std::size_t record, std::size_t field) const {
  Place place = waymarkBefore(record, field);
  (void)advance(bytes, place, record, field, std::numeric_limits<std::size_t>::max());
  return place;
}

void CellStore::sparseColumn(std::string_view bytes, std::size_t record, std::size_t field,
                             std::span<std::string_view> out) const {
  // In narrow tables the next row is nearer than the next waymark can be found.
  constexpr std::size_t kNear = 64;
  Place place;
  for (bool first = true; std::string_view & text : out) {
    if (first || !advance(bytes, place, record, field, kNear)) place = walkTo(bytes, record, field);
    first = false;
    text = {};
    if (place.record == record && place.field == field)
      text = bytes.substr(place.offset, lexCell(bytes, place.offset).offset - place.offset);
    ++record;
  }
}

std::optional<CellSpan> CellStore::sparseSpan(std::string_view bytes, std::size_t record, std::size_t field) const {
  const Place place = walkTo(bytes, record, field);
  if (place.record != record || place.field != field) return std::nullopt;
  return CellSpan{place.offset, lexCell(bytes, place.offset).offset};
}

std::size_t CellStore::fieldCount(std::string_view bytes, std::size_t record) const {
  if (!isSparse()) return firstEntry(record + 1) - firstEntry(record) - 1;
  return walkTo(bytes, record, std::numeric_limits<std::uint32_t>::max()).field + 1;
}

std::size_t CellStore::recordBegin(std::string_view bytes, std::size_t record) const {
  return isSparse() ? walkTo(bytes, record, 0).offset : m_entries.data()[firstEntry(record)];
}

CellSpan CellStore::recordSpan(std::string_view bytes, std::size_t record) const {
  if (!isSparse()) return {m_entries.data()[firstEntry(record)], m_entries.data()[firstEntry(record + 1) - 1]};
  const Place last = walkTo(bytes, record, std::numeric_limits<std::uint32_t>::max());
  return {recordBegin(bytes, record), lexCell(bytes, last.offset).offset};
}

void CellStore::rawColumn(std::string_view bytes, std::size_t record, std::size_t field,
                          std::span<std::string_view> out) const {
  if (!isSparse() && m_first.isEmpty()) {
    if (field + 1 >= m_stride) {
      std::fill(out.begin(), out.end(), std::string_view());
      return;
    }
    const std::uint32_t* entry = m_entries.data() + record * m_stride + field;
    const std::size_t step = field == 0 ? 0 : 1;
    for (std::string_view& text : out) {
      text = std::string_view(bytes.data() + entry[0] + step, entry[1] - entry[0] - step);
      entry += m_stride;
    }
    return;
  }
  if (isSparse()) {
    sparseColumn(bytes, record, field, out);
    return;
  }
  for (std::string_view& text : out) {
    const auto place = span(bytes, record++, field);
    text = place ? std::string_view(bytes.data() + place->begin, place->end - place->begin) : std::string_view();
  }
}

std::optional<Scanned> scanRecords(std::string_view bytes, const Census& census, Instructions instructions,
                                   Layout layout, const base::Progress& progress) {
  // A comma ends one cell; a line end closes a cell and starts a record; the first start and the last end are extra.
  std::size_t maxRecords = census.lineEnds + 1;
  std::size_t maxEntries = census.commas + 2 * maxRecords;
  const std::size_t lineIndexBytes = census.blockLineEnds.size() * sizeof(std::uint32_t);
  const std::size_t budget = 2 * bytes.size() + kSmallFile - std::min(lineIndexBytes, 2 * bytes.size());
  if (maxEntries * sizeof(std::uint32_t) > budget) {
    // Baselines with three blank lines behind each row would look as if they had four times their rows.
    const std::size_t blank = countBlankLines(bytes);
    maxRecords -= blank;
    maxEntries -= 2 * blank;
  }
  const std::size_t entryBytes = (maxEntries + DenseScan::kSlack) * sizeof(std::uint32_t);
  const std::size_t indexBytes = (maxRecords + 2) * sizeof(std::uint32_t);

  if (layout == Layout::Dense || (layout == Layout::Fitting && entryBytes <= budget)) {
    DenseScan scan(bytes, maxEntries, maxRecords, layout == Layout::Dense || entryBytes + indexBytes <= budget);
    if (!walkBytes(scan, bytes, maskBlocks(instructions), progress)) return std::nullopt;
    if (!scan.failed()) {
      RecordLog log = std::move(scan.log());
      return Scanned{scan.releaseStore(), std::move(log)};
    }
  }
  return scanSparse(bytes, progress);
}

}  // namespace plumbline::tables
