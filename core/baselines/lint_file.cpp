// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/baselines/lint_file.h"

#include <algorithm>

namespace plumbline::baselines {

bool LintedFile::isClean() const {
  return !replacement &&
         std::all_of(findings.begin(), findings.end(), [](const LintFinding& f) { return f.severity == "note"; });
}

base::Result<LintedFile> lintFile(const std::string& bytes, const std::string& path, const LintWish& wish) {
  LintedFile out;
  out.path = path;
  out.bytes = bytes;
  if (!wish.choices.empty()) {
    const auto blocks = conflictBlocks(bytes, path);
    if (!blocks) return base::fail(blocks.error());
    const auto choices = wish.choices.size() == 1 ? std::vector(blocks->size(), wish.choices.front()) : wish.choices;
    auto clean = resolved(bytes, path, choices);
    if (!clean) return base::fail(clean.error());
    out.bytes = std::move(*clean);
    out.resolved = blocks->size();
  }
  auto replacement = linterReplacement(out.bytes, path);
  if (!replacement) return base::fail(replacement.error());
  // Blank lines around a marker would end up inside the sides of the conflict: that is settled first.
  const auto left = conflictBlocks(out.bytes, path);
  if (wish.fix && *replacement && left && left->empty()) {
    out.bytes = std::move(**replacement);
    out.layoutFixed = true;
  } else {
    out.replacement = std::move(*replacement);
  }
  out.findings = ownFindings(out.bytes, path);
  return out;
}

}  // namespace plumbline::baselines
