// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tables/block_masks.h"

#include <algorithm>

#include "core/text/line_index.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace plumbline::tables {
namespace {

void maskPortable(const char* data, std::size_t blocks, BlockMasks* out) {
  for (std::size_t b = 0; b < blocks; ++b, data += kMaskBlockBytes) {
    BlockMasks masks;
    for (std::size_t i = 0; i < kMaskBlockBytes; ++i) {
      const char c = data[i];
      const std::uint64_t bit = std::uint64_t{1} << i;
      if (c == ',') masks.separators |= bit;
      if (c == '\n' || c == '\r') masks.lineEnds |= bit;
      if (c == '"') masks.quotes |= bit;
    }
    masks.separators |= masks.lineEnds;
    out[b] = masks;
  }
}

void countPortableInto(ByteCounts& counts, const char* data, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) {
    const char c = data[i];
    counts.commas += c == ',' ? 1U : 0U;
    counts.feeds += c == '\n' ? 1U : 0U;
    counts.returns += c == '\r' ? 1U : 0U;
    counts.nul |= c == '\0';
    counts.nonAscii |= (static_cast<unsigned char>(c) & 0x80U) != 0;
  }
}

ByteCounts countPortable(const char* data, std::size_t size) {
  ByteCounts counts;
  countPortableInto(counts, data, size);
  return counts;
}

#if defined(__x86_64__)

// Every x86-64 processor has SSE2; AVX2 is compiled for its functions alone and chosen when the program runs.

std::uint64_t bits16(__m128i equal) { return static_cast<std::uint32_t>(_mm_movemask_epi8(equal)); }

void maskSse2(const char* data, std::size_t blocks, BlockMasks* out) {
  const __m128i comma = _mm_set1_epi8(',');
  const __m128i feed = _mm_set1_epi8('\n');
  const __m128i carriage = _mm_set1_epi8('\r');
  const __m128i quote = _mm_set1_epi8('"');
  for (std::size_t b = 0; b < blocks; ++b, data += kMaskBlockBytes) {
    BlockMasks masks;
    for (unsigned part = 0; part < 4; ++part) {
      const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(data + std::size_t{16} * part));
      const __m128i lines = _mm_or_si128(_mm_cmpeq_epi8(bytes, feed), _mm_cmpeq_epi8(bytes, carriage));
      masks.lineEnds |= bits16(lines) << (16U * part);
      masks.separators |= bits16(_mm_or_si128(lines, _mm_cmpeq_epi8(bytes, comma))) << (16U * part);
      masks.quotes |= bits16(_mm_cmpeq_epi8(bytes, quote)) << (16U * part);
    }
    out[b] = masks;
  }
}

std::size_t sumSse2(__m128i bytes) {
  const __m128i sums = _mm_sad_epu8(bytes, _mm_setzero_si128());
  return static_cast<std::size_t>(_mm_cvtsi128_si64(sums)) +
         static_cast<std::size_t>(_mm_cvtsi128_si64(_mm_unpackhi_epi64(sums, sums)));
}

ByteCounts countSse2(const char* data, std::size_t size) {
  const __m128i comma = _mm_set1_epi8(',');
  const __m128i feed = _mm_set1_epi8('\n');
  const __m128i carriage = _mm_set1_epi8('\r');
  ByteCounts counts;
  std::size_t at = 0;
  while (at + 16 <= size) {
    __m128i commas = _mm_setzero_si128();
    __m128i feeds = commas;
    __m128i returns = commas;
    __m128i all = commas;
    __m128i min = _mm_set1_epi8(-1);
    // A byte lane counts to 255 and no further.
    for (int i = 0; i < 255 && at + 16 <= size; ++i, at += 16) {
      const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(data + at));
      commas = _mm_sub_epi8(commas, _mm_cmpeq_epi8(bytes, comma));
      feeds = _mm_sub_epi8(feeds, _mm_cmpeq_epi8(bytes, feed));
      returns = _mm_sub_epi8(returns, _mm_cmpeq_epi8(bytes, carriage));
      all = _mm_or_si128(all, bytes);
      min = _mm_min_epu8(min, bytes);
    }
    counts.commas += sumSse2(commas);
    counts.feeds += sumSse2(feeds);
    counts.returns += sumSse2(returns);
    counts.nonAscii |= _mm_movemask_epi8(all) != 0;
    counts.nul |= _mm_movemask_epi8(_mm_cmpeq_epi8(min, _mm_setzero_si128())) != 0;
  }
  countPortableInto(counts, data + at, size - at);
  return counts;
}

[[gnu::target("avx2")]] std::uint64_t bits32(__m256i equal) {
  return static_cast<std::uint32_t>(_mm256_movemask_epi8(equal));
}

[[gnu::target("avx2")]] void maskAvx2(const char* data, std::size_t blocks, BlockMasks* out) {
  const __m256i comma = _mm256_set1_epi8(',');
  const __m256i feed = _mm256_set1_epi8('\n');
  const __m256i carriage = _mm256_set1_epi8('\r');
  const __m256i quote = _mm256_set1_epi8('"');
  for (std::size_t b = 0; b < blocks; ++b, data += kMaskBlockBytes) {
    const __m256i low = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(data));
    const __m256i high = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(data + 32));
    const __m256i lowLines = _mm256_or_si256(_mm256_cmpeq_epi8(low, feed), _mm256_cmpeq_epi8(low, carriage));
    const __m256i highLines = _mm256_or_si256(_mm256_cmpeq_epi8(high, feed), _mm256_cmpeq_epi8(high, carriage));
    out[b].lineEnds = bits32(lowLines) | bits32(highLines) << 32U;
    out[b].separators = bits32(_mm256_or_si256(lowLines, _mm256_cmpeq_epi8(low, comma))) |
                        bits32(_mm256_or_si256(highLines, _mm256_cmpeq_epi8(high, comma))) << 32U;
    out[b].quotes = bits32(_mm256_cmpeq_epi8(low, quote)) | bits32(_mm256_cmpeq_epi8(high, quote)) << 32U;
  }
}

[[gnu::target("avx2")]] std::size_t sumAvx2(__m256i bytes) {
  return sumSse2(_mm256_castsi256_si128(bytes)) + sumSse2(_mm256_extracti128_si256(bytes, 1));
}

[[gnu::target("avx2")]] ByteCounts countAvx2(const char* data, std::size_t size) {
  static_assert(kCountBytes / 32 <= 255, "a byte lane counts to 255 and no further");
  const __m256i comma = _mm256_set1_epi8(',');
  const __m256i feed = _mm256_set1_epi8('\n');
  const __m256i carriage = _mm256_set1_epi8('\r');
  __m256i commas = _mm256_setzero_si256();
  __m256i feeds = commas;
  __m256i returns = commas;
  __m256i all = commas;
  __m256i min = _mm256_set1_epi8(-1);
  std::size_t at = 0;
  for (; at + 32 <= size; at += 32) {
    const __m256i bytes = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(data + at));
    commas = _mm256_sub_epi8(commas, _mm256_cmpeq_epi8(bytes, comma));
    feeds = _mm256_sub_epi8(feeds, _mm256_cmpeq_epi8(bytes, feed));
    returns = _mm256_sub_epi8(returns, _mm256_cmpeq_epi8(bytes, carriage));
    all = _mm256_or_si256(all, bytes);
    min = _mm256_min_epu8(min, bytes);
  }
  ByteCounts counts;
  counts.commas = sumAvx2(commas);
  counts.feeds = sumAvx2(feeds);
  counts.returns = sumAvx2(returns);
  counts.nonAscii = _mm256_movemask_epi8(all) != 0;
  counts.nul = _mm256_movemask_epi8(_mm256_cmpeq_epi8(min, _mm256_setzero_si256())) != 0;
  countPortableInto(counts, data + at, size - at);
  return counts;
}

#endif

}  // namespace

Instructions bestInstructions() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2") != 0 ? Instructions::Avx2 : Instructions::Sse2;
#else
  return Instructions::Portable;
#endif
}

MaskFunction maskBlocks(Instructions instructions) {
#if defined(__x86_64__)
  if (instructions == Instructions::Avx2) return maskAvx2;
  if (instructions == Instructions::Sse2) return maskSse2;
#endif
  (void)instructions;
  return maskPortable;
}

CountFunction countBytes(Instructions instructions) {
#if defined(__x86_64__)
  if (instructions == Instructions::Avx2) return countAvx2;
  if (instructions == Instructions::Sse2) return countSse2;
#endif
  (void)instructions;
  return countPortable;
}

static_assert(kCountBytes == text::LineIndex::kBlockBytes, "one pass serves both");

bool readCensus(std::string_view bytes, Instructions instructions, const base::Progress& progress, Census& out) {
  const CountFunction count = countBytes(instructions);
  out.blockLineEnds.reserve(bytes.size() / kCountBytes + 1);
  for (std::size_t at = 0; at < bytes.size(); at += kCountBytes) {
    if (at % kPollBytes == 0 && progress.stopRequested()) return false;
    const std::size_t size = std::min(kCountBytes, bytes.size() - at);
    const ByteCounts counts = count(bytes.data() + at, size);
    // CR is rare; where it occurs, CRLF pairs must be counted once.
    const std::size_t lines = counts.returns == 0 ? counts.feeds : text::countLineEnds(bytes, at, at + size);
    out.commas += counts.commas;
    out.lineEnds += lines;
    out.hasNul |= counts.nul;
    out.hasNonAscii |= counts.nonAscii;
    out.blockLineEnds.push_back(static_cast<std::uint32_t>(lines));
  }
  return true;
}

}  // namespace plumbline::tables
