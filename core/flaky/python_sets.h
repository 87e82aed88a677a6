// SPDX-License-Identifier: GPL-3.0-or-later
// The flaky sets inside a check script, read from its text and never executed: the base set, what "rocm" in the path
// adds, what single files add (SPEC 3.3). Every name keeps its place, so that an edit can replace exactly its bytes.
//
//   PythonSets sets = readPythonSets(source);
//   FlakyModels models = sets.models();
//   for (const std::string& problem : sets.problems) warn(problem);
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/flaky/flaky_entry.h"
#include "core/python/tokens.h"

namespace plumbline::flaky {

enum class Rocm : std::uint8_t { Any, Yes, No };

/// FileNames are the base names in a condition. Copies share them, because a script may ask the same condition in every line.
class FileNames {
 public:
  FileNames() = default;
  FileNames(std::vector<std::string> names) : m_names(std::make_shared<const std::vector<std::string>>(std::move(names))) {}
  bool empty() const { return size() == 0; }
  std::size_t size() const { return m_names == nullptr ? 0 : m_names->size(); }
  const std::string& front() const { return m_names->front(); }
  const std::string* begin() const { return empty() ? nullptr : m_names->data(); }
  const std::string* end() const { return begin() + size(); }
  bool operator==(const FileNames& other) const {
    return m_names == other.m_names || std::equal(begin(), end(), other.begin(), other.end());
  }

 private:
  std::shared_ptr<const std::vector<std::string>> m_names;
};

/// PathCondition is a conjunction: every part holds. `unknown` when the script asks something else.
struct PathCondition {
  Rocm rocm = Rocm::Any;
  FileNames files;  ///< base name is one of these; empty: any file
  bool unknown = false;
  bool always() const { return rocm == Rocm::Any && files.empty() && !unknown; }
  bool operator==(const PathCondition&) const = default;
};

/// both returns the condition that a and b hold together.
PathCondition both(const PathCondition& a, const PathCondition& b);
/// negated returns the condition of the else branch; unknown where that cannot be expressed.
PathCondition negated(const PathCondition& condition);

/// Variables a script gave names to before it used them: conditions and texts.
struct ConditionNames {
  std::map<std::string, PathCondition, std::less<>> conditions;
  std::map<std::string, std::string, std::less<>> texts;
};

/// readCondition understands `"rocm" in x`, `"rocm" not in x`, `x == "a.csv"`, `x in {"a.csv", ...}`, `not`, `and`, and
/// the names in `names`.
PathCondition readCondition(std::span<const python::Token> tokens, const ConditionNames& names);

/// PythonName is one entry of a set display: its value and the bytes of its literal, quotes included.
struct PythonName {
  std::string name;
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t line = 0;  ///< 1-based
};

/// PythonSet is one display `{...}` (or list or tuple in set(...)) that adds flaky names under a condition.
struct PythonSet {
  std::string variable;     ///< the variable it is assigned to or updates, as the script calls it
  PathCondition condition;  ///< when its names count; `unknown`: never used here
  std::size_t begin = 0;    ///< byte of the opening bracket
  std::size_t end = 0;      ///< byte after the closing bracket
  std::size_t line = 0;
  std::vector<PythonName> names;
  bool isDisplay = true;      ///< false: one name in x.add("name"), where no other can stand
  std::size_t doubtLine = 0;  ///< a line that does something with this set which is not understood; 0: there is none
};

struct PythonSets {
  std::vector<PythonSet> sets;        ///< in the order of the script
  std::vector<std::string> problems;  ///< sentences: what could not be understood, with its line
  FlakyModels models() const;
};

/// readPythonSets never fails: a script without flaky sets gives none.
PythonSets readPythonSets(std::string_view source);
/// The same for a script that is already in statements.
PythonSets readPythonSets(const std::vector<python::Statement>& statements);

}  // namespace plumbline::flaky
