// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/verdicts/query.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/verdicts/natural_key.h"

namespace plumbline::verdicts {
namespace {

constexpr std::size_t kReportMask = 0x3fff;

/// keepIf keeps the rows for which test(row) differs from `negated`.
template <typename Test>
bool keepIf(std::vector<std::uint32_t>& rows, bool negated, const base::Progress& progress, Test test) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if ((i & kReportMask) == 0 && progress.stopRequested()) return false;
    const std::uint32_t row = rows[i];
    rows[kept] = row;
    kept += test(row) != negated ? 1 : 0;
  }
  rows.resize(kept);
  return true;
}

template <typename T>
bool related(const T& a, Relation relation, const T& b) {
  switch (relation) {
    case Relation::Greater: return a > b;
    case Relation::GreaterEqual: return a >= b;
    case Relation::Less: return a < b;
    case Relation::LessEqual: return a <= b;
    case Relation::Equal: return a == b;
    case Relation::NotEqual: return a != b;
  }
  return false;
}

/// rowsWith marks the rows whose names have the needle and pass `test(row, offset of the first one)`. One pass of memmem
/// over all names is several times faster than a call per name.
template <typename Test>
std::vector<bool> rowsWith(const RowKeys::Names& names, const std::string& needle, Test test) {
  std::vector<bool> hit(names.begins.size(), false);
  const char* const begin = names.arena.data();
  const char* const end = begin + names.arena.size();
  std::size_t row = 0;
  for (const char* at = begin; at < end;) {
    const void* found = memmem(at, static_cast<std::size_t>(end - at), needle.data(), needle.size());
    if (!found) break;
    const auto offset = static_cast<std::size_t>(static_cast<const char*>(found) - begin);
    while (names.begins[row + 1] <= offset) ++row;
    hit[row] = test(row, offset - names.begins[row]);
    at = begin + names.begins[row + 1];
  }
  return hit;
}

struct Narrower {
  const RowKeys& keys;
  std::vector<std::uint32_t>& rows;
  const base::Progress& progress;
  const std::vector<bool>* decided;
  bool negated;

  const ComparedRow& row(std::uint32_t r) const { return keys.comparison().row(r); }

  bool operator()(const Query::NameHas& test) const {
    const RowKeys::Names* names = keys.names(progress);
    if (!names) return false;
    if (rows.size() > keys.size() / 2) {
      const std::vector<bool> hit = rowsWith(*names, test.lower, [](std::size_t, std::size_t) { return true; });
      return keepIf(rows, negated, progress, [&hit](std::uint32_t r) { return bool(hit[r]); });
    }
    return keepIf(rows, negated, progress, [&](std::uint32_t r) {
      const std::string_view name = names->at(r);
      return memmem(name.data(), name.size(), test.lower.data(), test.lower.size()) != nullptr;
    });
  }
  bool operator()(const Query::NameMatches& test) const {
    const RowKeys::Names* names = keys.names(progress);
    if (!names) return false;
    const NamePattern& pattern = test.pattern;
    if (pattern.needle().empty())
      return keepIf(rows, negated, progress, [&](std::uint32_t r) { return pattern.matches(names->at(r).data()); });
    std::vector<bool> maybe = rowsWith(*names, pattern.needle(), [&](std::size_t r, std::size_t offset) {
      // A NUL ends what is matched, as it does for the C library.
      return offset < NamePattern::kMatchedBytes && memchr(names->at(r).data(), 0, offset) == nullptr;
    });
    const std::size_t last = NamePattern::kMatchedBytes - std::min(NamePattern::kMatchedBytes, pattern.needle().size());
    return keepIf(rows, negated, progress, [&](std::uint32_t r) {
      if (!maybe[r]) return false;
      const bool sure = pattern.isNeedle() && names->at(r).size() <= last;
      return sure || (pattern.mayMatch(names->at(r)) && pattern.matches(names->at(r).data()));
    });
  }
  bool operator()(const Query::MetricIs& test) const {
    if (std::isnan(test.number)) return byWord(test);
    const RowKeys::Numbers* numbers = keys.numbers(test.metric, test.side, progress);
    if (!numbers) return false;
    // A row without a value answers no question about it, neither yes nor no: "-graph_breaks>2" leaves it out as well.
    return keepIf(rows, false, progress, [&](std::uint32_t r) {
      const double value = (*numbers)[r];
      return !std::isnan(value) && related(value, test.relation, test.number) != negated;
    });
  }
  bool byWord(const Query::MetricIs& test) const {
    const RowKeys::Texts* texts = keys.texts(test.metric, test.side, progress);
    if (!texts) return false;
    return keepIf(rows, false, progress, [&](std::uint32_t r) {
      const std::uint32_t code = texts->codes[r];
      return code != RowKeys::kNoWord && related(texts->words[code], test.relation, test.lowerWord) != negated;
    });
  }
  bool operator()(const Query::ClassIn& test) const {
    return keepIf(rows, negated, progress,
                  [&](std::uint32_t r) { return ((test.mask >> static_cast<unsigned>(row(r).cls)) & 1U) != 0; });
  }
  bool operator()(const Query::FindingIn& test) const {
    return keepIf(rows, negated, progress, [&](std::uint32_t r) {
      return test.mask == 0 ? row(r).findings == 0 : (row(r).findings & test.mask) != 0;
    });
  }
  bool operator()(const Query::FlakyIs& test) const {
    return keepIf(rows, negated, progress, [&](std::uint32_t r) { return row(r).flaky == test.yes; });
  }
  bool operator()(const Query::ChangedIs& test) const {
    return keepIf(rows, negated, progress, [&](std::uint32_t r) { return row(r).changed == test.yes; });
  }
  bool operator()(const Query::DecidedIs& test) const {
    return keepIf(rows, negated, progress, [&](std::uint32_t r) {
      const bool done = decided && r < decided->size() && (*decided)[r];
      return test.yes ? done : !done && needsDecision(row(r));
    });
  }
  bool operator()(const Query::FileHas& test) const {
    const auto has = [&](std::string_view path) {
      return lowerAscii(path.substr(path.rfind('/') + 1)).find(test.lower) != std::string::npos;
    };
    const CheckWords& words = keys.comparison().options().words;
    if ((has(words.actualPath) || has(words.expectedPath)) == negated) rows.clear();
    return true;
  }
};

}  // namespace

bool Query::asksForDecisions() const {
  return std::any_of(m_terms.begin(), m_terms.end(),
                     [](const Term& term) { return std::holds_alternative<DecidedIs>(term.test); });
}

bool Query::narrow(const RowKeys& keys, std::vector<std::uint32_t>& rows, const base::Progress& progress,
                   const std::vector<bool>* decided) const {
  for (const Term& term : m_terms)
    if (!std::visit(Narrower{keys, rows, progress, decided, term.negated}, term.test)) return false;
  return true;
}

}  // namespace plumbline::verdicts
