// SPDX-License-Identifier: GPL-3.0-or-later
// What each of the three forms of a flaky list can express.
//
//   unsupportedReason(Origin::AccuracyScript, EntryField::Expires)   // "A set in a check script has no expiry ..."
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/flaky/flaky_entry.h"

namespace plumbline::flaky {

enum class EntryField : unsigned char { Pattern, Check, Platform, Config, Reason, Issue, Owner, Added, Expires };

/// unsupportedReason is a sentence that explains why a form has no place for a field; "" when it has. A script knows
/// one platform, rocm, and configs only where it has a set for single files already.
std::string_view unsupportedReason(Origin form, EntryField field);

/// checkNames are the checks that an entry of flaky.toml may name, platformNamesOf the platforms that a form knows.
std::vector<std::string_view> checkNames();
std::vector<std::string_view> platformNamesOf(Origin form);

/// toForm converts an entry to a form: what the form cannot express is left out, a script's check is its own.
FlakyEntry toForm(Origin form, FlakyEntry entry);
/// lostFields lists what toForm leaves out, in words: "owner me", "expires 2026-11-30". The day on which an entry was
/// added is no loss (git knows it); what changes the meaning is none either, but a refusal.
std::vector<std::string> lostFields(Origin form, const FlakyEntry& entry);
/// refusalReason is why an entry cannot stand in a form without meaning something else: a pattern in a script, another
/// script's check, a platform that scripts do not know. "" when it can.
std::string refusalReason(Origin form, const FlakyEntry& entry);

}  // namespace plumbline::flaky
