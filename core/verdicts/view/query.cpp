// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/verdicts/view/query.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

#include "core/text/ascii.h"
#include "core/text/quantities.h"

namespace plumbline::verdicts {
namespace {

constexpr std::size_t kFilterReportMask = 0x3fff;

/// keepIf keeps the rows for which test(row) differs from `negated`.
template <typename Test>
bool keepIf(std::vector<std::uint32_t>& rows, bool negated, const base::Progress& progress, Test test) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if ((i & kFilterReportMask) == 0 && progress.stopRequested()) return false;
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

/// rowsWith marks the rows whose names have the needle and pass `test(row, offset of the first one)`. One pass of
/// memmem over all names is several times faster than a call per name.
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
      return text::toLower(path.substr(path.rfind('/') + 1)).find(test.lower) != std::string::npos;
    };
    const CheckArguments& words = keys.comparison().options().words;
    if ((has(words.actualPath) || has(words.expectedPath)) == negated) rows.clear();
    return true;
  }
};

using Parsed = tl::expected<Query::Term, QueryError>;

tl::unexpected<QueryError> wrong(std::size_t position, std::size_t length, std::string text) {
  return tl::unexpected<QueryError>(QueryError{position, length, std::move(text)});
}

tl::unexpected<QueryError> unfinished(std::size_t position, std::size_t length, std::string text) {
  return tl::unexpected<QueryError>(QueryError{position, length, std::move(text), true});
}

std::string inQuotes(std::string_view word) { return "\"" + std::string(word) + "\""; }

/// TermParser reads one term; `at` is where it begins in the whole text.
class TermParser {
 public:
  TermParser(std::string_view text, std::size_t at, const std::vector<std::string>& metrics)
      : m_text(text), m_at(at), m_metrics(metrics) {}

  Parsed parse() const {
    if (m_text.front() == '"') return name(m_text.substr(1, m_text.size() - (closedBy('"') ? 2 : 1)));
    if (m_text.front() == '/') return pattern();
    if (const std::size_t op = m_text.find_first_of("<>=!"); op != std::string_view::npos && op > 0) return metric(op);
    if (const std::size_t colon = m_text.find(':'); colon != std::string_view::npos && colon > 0) return keyword(colon);
    return name(m_text);
  }

 private:
  bool closedBy(char c) const { return m_text.size() > 1 && m_text.back() == c; }

  static Parsed name(std::string_view text) { return Query::Term{Query::NameHas{text::toLower(text)}, false}; }

  Parsed pattern() const {
    if (!closedBy('/')) return unfinished(m_at, m_text.size(), "The regular expression needs a \"/\" at its end.");
    auto made = NamePattern::compile(m_text.substr(1, m_text.size() - 2));
    if (made) return Query::Term{Query::NameMatches{*made}, false};
    const std::size_t column = made.error().column;
    return wrong(column > 0 ? m_at + column : m_at, column > 0 ? 1 : m_text.size(), made.error().text);
  }

  Parsed metric(std::size_t op) const {
    std::string_view left = m_text.substr(0, op);
    Query::MetricIs test;
    std::size_t leftAt = m_at;
    if (const std::size_t colon = left.find(':'); colon != std::string_view::npos) {
      const std::string_view side = left.substr(0, colon);
      if (side == "delta") test.side = MetricSide::Delta;
      else if (side == "expected") test.side = MetricSide::Expected;
      else if (side != "actual")
        return wrong(m_at, colon, inQuotes(side) + " is not a side; write actual:, expected: or delta:.");
      left.remove_prefix(colon + 1);
      leftAt += colon + 1;
    }
    const auto found = metricIndexOf(left);
    if (!found)
      return wrong(leftAt, left.size(),
                   "No single metric is called " + inQuotes(left) + ". This pair has: " + text::joined(m_metrics) + ".");
    test.metric = *found;

    std::size_t length = 1;
    const bool withEqual = op + 1 < m_text.size() && m_text[op + 1] == '=';
    switch (m_text[op]) {
      case '>': test.relation = withEqual ? Relation::GreaterEqual : Relation::Greater; break;
      case '<': test.relation = withEqual ? Relation::LessEqual : Relation::Less; break;
      case '=': test.relation = Relation::Equal; break;
      default:
        if (!withEqual) return unfinished(m_at + op, 1, "Write != for \"is not\".");
        test.relation = Relation::NotEqual;
    }
    if (withEqual) length = 2;
    const std::string_view value = m_text.substr(op + length);
    if (value.empty())
      return unfinished(m_at + op, length, "A value is missing after " + inQuotes(m_text.substr(op, length)) + ".");
    const auto [end, code] = std::from_chars(value.data() + (value.front() == '+' ? 1 : 0), value.data() + value.size(), test.number);
    if (code != std::errc() || end != value.data() + value.size()) {
      if (test.relation != Relation::Equal && test.relation != Relation::NotEqual)
        return wrong(m_at + op + length, value.size(), inQuotes(value) + " is not a number.");
      if (test.side == MetricSide::Delta)
        return wrong(m_at + op + length, value.size(), "A difference is a number; " + inQuotes(value) + " is not.");
      test.number = std::numeric_limits<double>::quiet_NaN();
      test.lowerWord = text::toLower(value);
    }
    return Query::Term{test, false};
  }

  std::optional<std::size_t> metricIndexOf(std::string_view word) const {
    const auto exact = std::ranges::find(m_metrics, word);
    if (exact != m_metrics.end()) return static_cast<std::size_t>(exact - m_metrics.begin());
    const auto begins = [word](const std::string& name) { return name.starts_with(word); };
    const auto only = std::ranges::find_if(m_metrics, begins);
    if (only == m_metrics.end() || std::ranges::count_if(m_metrics, begins) != 1) return {};
    return static_cast<std::size_t>(only - m_metrics.begin());
  }

  Parsed keyword(std::size_t colon) const {
    const std::string word = text::toLower(m_text.substr(0, colon));
    const std::string value = text::toLower(m_text.substr(colon + 1));
    const std::size_t valueAt = m_at + colon + 1;
    if (word != "class" && word != "finding" && word != "flaky" && word != "changed" && word != "suite" &&
        word != "decided")
      return wrong(m_at, colon,
                   "There is no filter called " + inQuotes(word) +
                       "; there are class:, finding:, flaky:, changed:, decided:, suite:. Use quotes to find the text itself.");
    if (value.empty()) return unfinished(m_at, colon + 1, "A value is missing after " + inQuotes(word + ":") + ".");
    if (word == "suite") return Query::Term{Query::FileHas{value}, false};
    if (word == "flaky" || word == "changed" || word == "decided") {
      if (value != "yes" && value != "no") return wrong(valueAt, value.size(), "Write " + word + ":yes or " + word + ":no.");
      if (word == "flaky") return Query::Term{Query::FlakyIs{value == "yes"}, false};
      if (word == "decided") return Query::Term{Query::DecidedIs{value == "yes"}, false};
      return Query::Term{Query::ChangedIs{value == "yes"}, false};
    }
    return words(word == "class", value, valueAt);
  }

  static Parsed words(bool classes, std::string_view value, std::size_t at) {
    std::vector<std::string> known;
    if (classes)
      for (VerdictClass cls : kAllClasses) known.emplace_back(className(cls));
    else
      for (std::size_t f = 0; f < kFindingCount; ++f) known.emplace_back(findingName(static_cast<Finding>(f)));
    std::uint32_t mask = 0;
    for (std::size_t from = 0; from <= value.size();) {
      const std::size_t comma = std::min(value.find(',', from), value.size());
      const std::string_view part = value.substr(from, comma - from);
      const auto found = std::ranges::find(known, part);
      if (!classes && part == "none" && value == "none") return Query::Term{Query::FindingIn{0}, false};
      if (!classes && part == "any") {
        mask |= (1U << kFindingCount) - 1U;
      } else if (found != known.end()) {
        const auto index = static_cast<std::size_t>(found - known.begin());
        mask |= 1U << (classes ? static_cast<unsigned>(kAllClasses[index]) : static_cast<unsigned>(index));
      } else if (!part.empty() || comma == value.size()) {
        return wrong(at + from, std::max<std::size_t>(part.size(), 1),
                     inQuotes(part) + (classes ? " is not a class; there are: " : " is not a finding; there are: ") +
                         text::joined(known) + (classes ? "." : ", any, none."));
      }
      from = comma + 1;
    }
    if (classes) return Query::Term{Query::ClassIn{mask}, false};
    return Query::Term{Query::FindingIn{mask}, false};
  }

  std::string_view m_text;
  std::size_t m_at;
  const std::vector<std::string>& m_metrics;
};

/// The end of the term that begins at `from`: a space, or what closes a quote or a pattern.
std::size_t termEnd(std::string_view text, std::size_t from) {
  const char opener = text[from];
  if (opener != '"' && opener != '/') return std::min(text.find_first_of(" \t", from), text.size());
  for (std::size_t i = from + 1; i < text.size(); ++i) {
    if (opener == '/' && text[i] == '\\') ++i;
    else if (text[i] == opener && (i + 1 == text.size() || text[i + 1] == ' ' || text[i + 1] == '\t')) return i + 1;
  }
  return text.size();
}

}  // namespace

bool Query::needsDecisions() const {
  return std::ranges::any_of(m_terms, [](const Term& term) { return std::holds_alternative<DecidedIs>(term.test); });
}

bool Query::narrow(const RowKeys& keys, std::vector<std::uint32_t>& rows, const base::Progress& progress,
                   const std::vector<bool>* decided) const {
  for (const Term& term : m_terms)
    if (!std::visit(Narrower{keys, rows, progress, decided, term.negated}, term.test)) return false;
  return true;
}

tl::expected<Query, QueryError> Query::parse(std::string_view text, const std::vector<std::string>& metrics) {
  Query query;
  for (std::size_t at = text.find_first_not_of(" \t"); at < text.size();) {
    const bool negated = text[at] == '-';
    if (negated) ++at;
    if (at == text.size() || text[at] == ' ' || text[at] == '\t') {  // a lone "-": the query is still being typed
      at = text.find_first_not_of(" \t", at);
      continue;
    }
    const std::size_t end = termEnd(text, at);
    Parsed term = TermParser(text.substr(at, end - at), at, metrics).parse();
    if (!term) return tl::unexpected<QueryError>(term.error());
    term->negated = negated;
    const auto* has = std::get_if<NameHas>(&term->test);
    if (!has || !has->lower.empty()) query.m_terms.push_back(std::move(*term));
    at = text.find_first_not_of(" \t", end);
  }
  return query;
}

}  // namespace plumbline::verdicts
