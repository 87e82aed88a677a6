// SPDX-License-Identifier: GPL-3.0-or-later
// The text filter: what a person types to find rows. Terms are separated by spaces and must all hold; "-" turns one
// round.
//
//   res                 the name contains "res" (any case); "two words" in quotes
//   /res(net|next)\d+/  the name matches the regular expression
//   graph_breaks>2      the actual value; also >= < <= = !=, expected:graph_breaks>2, delta:graph_breaks>0
//   class:fail,flaky    flaky:yes   finding:lost   finding:any   changed:no   suite:torchbench   decided:no
//
//   auto query = Query::parse("graph_breaks>2 -flaky:yes", {"accuracy", "graph_breaks"});
//   if (!query) show(query.error().position, query.error().text);
//   else query->narrow(keys, rows);
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <variant>
#include <vector>

#include "core/base/progress.h"
#include "core/verdicts/view/name_pattern.h"
#include "core/verdicts/view/row_keys.h"

namespace plumbline::verdicts {

/// QueryError describes what cannot be understood and where: bytes [position, position + length) of the text.
struct QueryError {
  std::size_t position = 0;
  std::size_t length = 0;
  std::string text;
  bool unfinished = false;  ///< more letters may make it right: "graph_breaks>", "/^hf"
};

enum class Relation : std::uint8_t { Greater, GreaterEqual, Less, LessEqual, Equal, NotEqual };

class Query {
 public:
  /// parse understands a text for a pair with these metric columns (their CSV names). A metric may be shortened as long
  /// as only one begins like that.
  static tl::expected<Query, QueryError> parse(std::string_view text, const std::vector<std::string>& metrics);

  bool isEmpty() const { return m_terms.empty(); }
  /// narrow keeps the rows that match, in their order. False when stopped: `rows` is then of no use.
  /// `decided` marks the rows that a person has answered; null: none is.
  bool narrow(const RowKeys& keys, std::vector<std::uint32_t>& rows, const base::Progress& progress = {},
              const std::vector<bool>* decided = nullptr) const;
  bool needsDecisions() const;

  struct NameHas { std::string lower; };
  struct NameMatches { NamePattern pattern; };
  struct MetricIs {
    std::size_t metric = 0;
    MetricSide side = MetricSide::Actual;
    Relation relation = Relation::Equal;
    double number = 0;      ///< NaN when the value is a word
    std::string lowerWord;  ///< compared with texts, = and != only
  };
  struct ClassIn { std::uint32_t mask = 0; };     ///< bit per VerdictClass
  struct FindingIn { std::uint32_t mask = 0; };   ///< bit per Finding; 0: rows without any
  struct FlakyIs { bool yes = true; };
  struct ChangedIs { bool yes = true; };
  struct DecidedIs { bool yes = true; };          ///< no: those that still need a decision
  struct FileHas { std::string lower; };          ///< suite: in the name of either file
  struct Term {
    std::variant<NameHas, NameMatches, MetricIs, ClassIn, FindingIn, FlakyIs, ChangedIs, DecidedIs, FileHas> test;
    bool negated = false;
  };
  const std::vector<Term>& terms() const { return m_terms; }

 private:
  std::vector<Term> m_terms;
};

}  // namespace plumbline::verdicts
