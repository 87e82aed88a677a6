// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>

#include "core/verdicts/natural_key.h"
#include "core/verdicts/query.h"

namespace plumbline::verdicts {
namespace {

using Parsed = tl::expected<Query::Term, QueryError>;

tl::unexpected<QueryError> wrong(std::size_t position, std::size_t length, std::string text) {
  return tl::unexpected<QueryError>(QueryError{position, length, std::move(text)});
}

tl::unexpected<QueryError> unfinished(std::size_t position, std::size_t length, std::string text) {
  return tl::unexpected<QueryError>(QueryError{position, length, std::move(text), true});
}

std::string quoted(std::string_view word) { return "\"" + std::string(word) + "\""; }

std::string listed(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : ", ") + word;
  return out;
}

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

  static Parsed name(std::string_view text) { return Query::Term{Query::NameHas{lowerAscii(text)}, false}; }

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
        return wrong(m_at, colon, quoted(side) + " is not a side; write actual:, expected: or delta:.");
      left.remove_prefix(colon + 1);
      leftAt += colon + 1;
    }
    const auto found = metricIndexOf(left);
    if (!found)
      return wrong(leftAt, left.size(), "No single metric is called " + quoted(left) + ". This pair has: " + listed(m_metrics) + ".");
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
    if (value.empty()) return unfinished(m_at + op, length, "A value is missing after " + quoted(m_text.substr(op, length)) + ".");
    const auto [end, code] = std::from_chars(value.data() + (value.front() == '+' ? 1 : 0), value.data() + value.size(), test.number);
    if (code != std::errc() || end != value.data() + value.size()) {
      if (test.relation != Relation::Equal && test.relation != Relation::NotEqual)
        return wrong(m_at + op + length, value.size(), quoted(value) + " is not a number.");
      if (test.side == MetricSide::Delta)
        return wrong(m_at + op + length, value.size(), "A difference is a number; " + quoted(value) + " is not.");
      test.number = std::numeric_limits<double>::quiet_NaN();
      test.lowerWord = lowerAscii(value);
    }
    return Query::Term{test, false};
  }

  std::optional<std::size_t> metricIndexOf(std::string_view word) const {
    const auto exact = std::find(m_metrics.begin(), m_metrics.end(), word);
    if (exact != m_metrics.end()) return static_cast<std::size_t>(exact - m_metrics.begin());
    const auto begins = [word](const std::string& name) { return name.starts_with(word); };
    const auto only = std::find_if(m_metrics.begin(), m_metrics.end(), begins);
    if (only == m_metrics.end() || std::count_if(m_metrics.begin(), m_metrics.end(), begins) != 1) return {};
    return static_cast<std::size_t>(only - m_metrics.begin());
  }

  Parsed keyword(std::size_t colon) const {
    const std::string word = lowerAscii(m_text.substr(0, colon));
    const std::string value = lowerAscii(m_text.substr(colon + 1));
    const std::size_t valueAt = m_at + colon + 1;
    if (word != "class" && word != "finding" && word != "flaky" && word != "changed" && word != "suite" &&
        word != "decided")
      return wrong(m_at, colon,
                   "There is no filter called " + quoted(word) +
                       "; there are class:, finding:, flaky:, changed:, decided:, suite:. Use quotes to find the text itself.");
    if (value.empty()) return unfinished(m_at, colon + 1, "A value is missing after " + quoted(word + ":") + ".");
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
      const auto found = std::find(known.begin(), known.end(), part);
      if (!classes && part == "none" && value == "none") return Query::Term{Query::FindingIn{0}, false};
      if (!classes && part == "any") {
        mask |= (1U << kFindingCount) - 1U;
      } else if (found != known.end()) {
        const auto index = static_cast<std::size_t>(found - known.begin());
        mask |= 1U << (classes ? static_cast<unsigned>(kAllClasses[index]) : static_cast<unsigned>(index));
      } else if (!part.empty() || comma == value.size()) {
        return wrong(at + from, std::max<std::size_t>(part.size(), 1),
                     quoted(part) + (classes ? " is not a class; there are: " : " is not a finding; there are: ") + listed(known) +
                         (classes ? "." : ", any, none."));
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

tl::expected<Query, QueryError> Query::parse(std::string_view text, const std::vector<std::string>& metrics) {
  Query query;
  for (std::size_t at = text.find_first_not_of(" \t"); at < text.size();) {
    const bool negated = text[at] == '-';
    if (negated) ++at;
    if (at == text.size() || text[at] == ' ' || text[at] == '\t') {  // a lone "-": somebody is still typing
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
