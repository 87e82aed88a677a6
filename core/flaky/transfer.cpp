// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/flaky/transfer.h"

#include <utility>

#include "core/flaky/form_limits.h"

namespace plumbline::flaky {
namespace {

bool isIn(const FlakySource& list, const FlakyEntry& entry) {
  return list.find(entry.name, entry.platform, entry.config, entry.check) != FlakySource::npos;
}

/// whyNotTaken gives "" for an entry that the list may get.
std::string whyNotTaken(const FlakySource& into, const FlakyEntry& entry, Date today) {
  std::string why = whyRefused(into.origin(), entry);
  if (why.empty() && into.origin() != Origin::Toml && entry.isExpired(today))
    why = "It expired on " + dateText(*entry.expires) + "; in a check script it would excuse again, with no end.";
  return why;
}

}  // namespace

std::vector<Transfer> planTransfer(const std::vector<FlakyEntry>& entries, const FlakySource& into, Date today) {
  std::vector<Transfer> plan;
  for (const FlakyEntry& entry : entries) {
    // What is refused is shown as it is, not as it would have been.
    const std::string why = whyNotTaken(into, entry, today);
    Transfer item{!why.empty() ? entry : inForm(into.origin(), entry), lostIn(into.origin(), entry), false, why};
    item.isThere = item.refusal.empty() && isIn(into, item.entry);
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

}  // namespace plumbline::flaky
