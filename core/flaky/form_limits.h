// SPDX-License-Identifier: GPL-3.0-or-later
// What each of the three forms of a flaky list can say, and why not more.
//
//   whyNot(Origin::AccuracyScript, EntryField::Expires)   // "A set in a check script has no expiry ..."
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/flaky/flaky_entry.h"

namespace plumbline::flaky {

enum class EntryField : unsigned char { Pattern, Check, Platform, Config, Reason, Issue, Owner, Added, Expires };

/// whyNot says in a sentence why a form has no place for a field; "" when it has. A script knows one platform, rocm,
/// and configs only where it has a set for single files already.
std::string_view whyNot(Origin form, EntryField field);

/// checkWords are the checks that an entry of flaky.toml may name, platformWordsOf the platforms that a form knows.
std::vector<std::string_view> checkWords();
std::vector<std::string_view> platformWordsOf(Origin form);

/// inForm gives an entry as a form would hold it: what cannot be said is left out, a script's check is its own.
FlakyEntry inForm(Origin form, FlakyEntry entry);
/// lostIn lists what inForm leaves out, in words: "owner me", "expires 2026-11-30". The day on which an entry was added
/// is no loss (git knows it); what changes the meaning is none either, but a refusal.
std::vector<std::string> lostIn(Origin form, const FlakyEntry& entry);
/// whyRefused says why an entry cannot stand in a form without meaning something else: a pattern in a script, another
/// script's check, a platform that scripts do not know. "" when it can.
std::string whyRefused(Origin form, const FlakyEntry& entry);

}  // namespace plumbline::flaky
