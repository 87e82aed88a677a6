// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/spec/requested_models.h"

#include <algorithm>
#include <array>

namespace plumbline::runs {
namespace {

using Texts = std::vector<std::string>;

/// valuesOf an option of the script, "-k a", "--filter a" or "--filter=a". argparse lets options be shortened; those are
/// not recognised, and then all models count as requested.
Texts valuesOf(const Texts& arguments, std::string_view letter, std::string_view name) {
  Texts out;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& word = arguments[i];
    if ((word == letter || word == name) && i + 1 < arguments.size())
      out.push_back(arguments[++i]);
    else if (word.starts_with(name) && word.size() > name.size() && word[name.size()] == '=')
      out.push_back(word.substr(name.size() + 1));
    else if (!letter.empty() && word.starts_with(letter) && !word.starts_with("--") && word.size() > letter.size())
      out.push_back(word.substr(letter.size()));
  }
  return out;
}

std::string alternatives(const Texts& patterns) {
  std::string out;
  for (const std::string& pattern : patterns) out += (out.empty() ? "" : "|") + pattern;
  return out;
}

/// exactly is a pattern for these names alone.
std::string exactly(const Texts& names) {
  std::string out;
  for (const char c : alternatives(names)) out += std::string_view(".+?*()[]{}^$\\").find(c) == std::string_view::npos ? std::string(1, c) : std::string("\\") + c;
  return names.empty() ? out : "^(" + out + ")$";
}

std::vector<verdicts::NamePattern> compiled(const Texts& patterns) {
  std::vector<verdicts::NamePattern> out;
  for (const std::string& pattern : patterns)
    if (auto made = verdicts::NamePattern::compile(pattern)) out.push_back(*std::move(made));
  return out;
}

bool isIn(const Texts& names, const std::string& name) { return std::ranges::find(names, name) != names.end(); }

}  // namespace

RequestedModels::RequestedModels(const RunSpec& spec) : m_names(spec.models) {
  const Texts only = valuesOf(spec.extra, "", "--only"), filters = valuesOf(spec.extra, "-k", "--filter"),
              excluded = valuesOf(spec.extra, "-x", "--exclude");
  m_names.insert(m_names.end(), only.begin(), only.end());
  m_excludedNames = valuesOf(spec.extra, "", "--exclude-exact");
  // Named models are run whatever the filters are.
  if (m_names.empty()) {
    m_patterns = compiled(filters);
    m_excluded = compiled(excluded);
  }
  const auto add = [this](const char* before, const std::string& pattern) {
    if (!pattern.empty()) m_query += (m_query.empty() ? "" : " ") + std::string(before) + pattern + "/";
  };
  add("/", m_names.empty() ? alternatives(filters) : exactly(m_names));
  if (m_names.empty()) add("-/", alternatives(excluded));
  if (m_names.empty()) add("-/", exactly(m_excludedNames));
  const auto slashes = static_cast<std::size_t>(std::ranges::count(m_query, '/'));
  const std::array parts{!m_names.empty() || !filters.empty(), m_names.empty() && !excluded.empty(),
                         m_names.empty() && !m_excludedNames.empty()};
  if (slashes != 2U * static_cast<std::size_t>(std::ranges::count(parts, true))) m_query.clear();
}

bool RequestedModels::contains(const std::string& model) const {
  const auto matches = [&](const verdicts::NamePattern& pattern) { return pattern.matches(model.c_str()); };
  if (!m_names.empty()) return isIn(m_names, model);
  return (m_patterns.empty() || std::ranges::any_of(m_patterns, matches)) &&
         std::ranges::none_of(m_excluded, matches) && !isIn(m_excludedNames, model);
}

}  // namespace plumbline::runs
