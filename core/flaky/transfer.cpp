// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/flaky/transfer.h"

#include <utility>


namespace plumbline::flaky {
namespace {

bool isIn(const FlakySource& list, const FlakyEntry& entry) {
  return list.find(entry.name, entry.platform, entry.config, entry.check) != FlakySource::npos;
}

/// refusalOf returns "" for an entry that the list may get.
std::string refusalOf(const FlakySource& into, const FlakyEntry& entry, Date today) {
  std::string why = refusalReason(into.origin(), entry);
  if (why.empty() && into.origin() != Origin::Toml && entry.isExpired(today))
    why = "It expired on " + dateText(*entry.expires) + "; in a check script it would excuse again, with no end.";
  return why;
}

// Keeps the sets of a new script from being empty until there is a name; "~" sorts last, so that names stay in order.
constexpr std::string_view kPlaceholder = "~";
constexpr const char* kBaseSet = "flaky_models = {\n    \"~\",\n}\n";
constexpr const char* kRocmSet =
    "\nif \"rocm\" in expected_filename:\n    flaky_models.update(\n        {\n            \"~\",\n        "
    "}\n    )\n";

bool anyFor(const std::vector<Transfer>& plan, std::string_view platform) {
  for (const Transfer& item : plan)
    if (item.canBeDone() && item.entry.platform == platform) return true;
  return false;
}

/// withoutPlaceholder drops it where a set has another name already.
std::string withoutPlaceholder(std::string text, const std::string& path, std::string_view platform) {
  const auto source = FlakySource::read(text, path);
  if (!source) return text;
  const std::size_t at = source->find(kPlaceholder, platform, "", "");
  if (at == FlakySource::npos) return text;
  const auto edits = source->remove(at);
  if (!edits) return text;
  auto done = text::applied(text, *edits);
  return done ? *std::move(done) : text;
}

}  // namespace

std::vector<Transfer> planTransfer(const std::vector<FlakyEntry>& entries, const FlakySource& into, Date today) {
  std::vector<Transfer> plan;
  for (const FlakyEntry& entry : entries) {
    // What is refused is shown as it is, not as it would have been.
    const std::string why = refusalOf(into, entry, today);
    const FlakyEntry shown = why.empty() ? toForm(into.origin(), entry) : entry;
    Transfer item{shown, lostFields(into.origin(), entry), why.empty() && isIn(into, shown), why};
    if (item.canBeDone()) {
      if (const auto edits = into.add(item.entry); !edits) item.refusal = edits.error().text;
    }
    plan.push_back(std::move(item));
  }
  return plan;
}

base::Result<text::ByteEdits> transferred(const std::vector<Transfer>& chosen, const FlakySource& into) {
  FlakySource now = into;
  for (const Transfer& item : chosen) {
    if (!item.canBeDone() || isIn(now, item.entry)) continue;
    const auto edits = now.add(item.entry);
    if (!edits) return base::fail(edits.error());
    auto bytes = text::applied(now.bytes(), *edits);
    if (!bytes) return base::fail(bytes.error());
    auto next = FlakySource::read(std::move(*bytes), into.path());
    if (!next) return base::fail(next.error());
    now = std::move(*next);
  }
  return text::between(into.bytes(), now.bytes());
}

Exported exported(const std::vector<FlakyEntry>& entries, Origin form, Date today) {
  Exported out;
  std::string path = "flaky.toml";
  if (form == Origin::AccuracyScript) path = "check_accuracy.py";
  if (form == Origin::GraphBreaksScript) path = "check_graph_breaks.py";
  const bool isScript = form != Origin::Toml;
  const auto target = FlakySource::read(isScript ? std::string(kBaseSet) + kRocmSet : std::string(), path);
  if (!target) return out;
  const std::vector<Transfer> plan = planTransfer(entries, *target, today);
  for (const Transfer& item : plan) {
    const std::string& name = item.entry.name;
    if (!item.refusal.empty()) ++out.refused;
    if (!item.refusal.empty()) out.leftOut.push_back(name + " is left out: " + item.refusal);
    for (const std::string& lost : item.lost)
      if (item.refusal.empty()) out.leftOut.push_back(name + " loses this: " + lost + ".");
  }
  const bool rocm = isScript && anyFor(plan, "rocm");
  std::string text = isScript ? std::string(kBaseSet) + (rocm ? kRocmSet : "") : std::string();
  const auto fresh = FlakySource::read(text, path);
  const auto edits = fresh ? transferred(plan, *fresh) : base::Result<text::ByteEdits>(text::ByteEdits{});
  if (edits)
    if (auto done = text::applied(text, *edits)) text = *std::move(done);
  if (isScript) {
    text = withoutPlaceholder(std::move(text), path, "");
    text = withoutPlaceholder(std::move(text), path, "rocm");
    if (!anyFor(plan, "")) {
      const std::string_view set = kBaseSet;
      if (text.starts_with(set)) text.replace(0, set.size(), "flaky_models = set()\n");
    }
  }
  out.text = std::move(text);
  return out;
}

}  // namespace plumbline::flaky
