// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/place_check.h"

#include <algorithm>
#include <array>

#include "core/text/utf8.h"

namespace plumbline::runs {
namespace {

constexpr std::string_view kDigits = "0123456789";
constexpr std::string_view kWordCharacters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";

/// isPlain: letters, digits, '_' and `more`, and no '-' in front, which would be an option.
bool isPlain(std::string_view text, std::string_view more) {
  return !text.starts_with('-') && std::all_of(text.begin(), text.end(), [&](char c) {
    return kWordCharacters.find(c) != std::string_view::npos || more.find(c) != std::string_view::npos;
  });
}

/// isTimeLimit: minutes, minutes:seconds, hours:minutes:seconds, days-hours, days-hours:minutes,
/// days-hours:minutes:seconds.
bool isTimeLimit(std::string_view text) {
  std::size_t dash = text.find('-');
  const bool hasDays = dash != std::string_view::npos;
  std::string_view rest = hasDays ? text.substr(dash + 1) : text;
  const auto isNumber = [](std::string_view digits) {
    return !digits.empty() && digits.size() <= 6 && digits.find_first_not_of(kDigits) == std::string_view::npos;
  };
  if (hasDays && !isNumber(text.substr(0, dash))) return false;
  for (int parts = 1; parts <= 3; ++parts) {
    const std::size_t colon = rest.find(':');
    if (!isNumber(rest.substr(0, colon))) return false;
    if (colon == std::string_view::npos) return true;
    rest.remove_prefix(colon + 1);
  }
  return false;
}

base::Result<void> checkSsh(const Place& place) {
  const std::string& host = place.host;
  if (host.empty()) return refuseSpec("--on ssh: has no host.", "Write --on ssh:HOST.");
  // ssh hands a host to commands of its config (ProxyCommand), where these would be a shell's.
  if (!isPlain(host, ".-@:%[]\\+") || host.find("@-") != std::string::npos)
    return refuseSpec("--on ssh: has a host that cannot be one.",
                      "Use letters, digits, dots and dashes, no dash in front; give others a name in ssh's config.");
  return {};
}

base::Result<void> checkSlurm(const Place& place) {
  if (!isPlain(place.partition, ".-,+"))
    return refuseSpec("--on slurm: has a partition that cannot be one.", "sinfo lists the partitions.");
  if (!isPlain(place.gres, ".-,:=()*"))
    return refuseSpec("--gres cannot be a list of resources.", "Write it as for sbatch: gpu:1.");
  if (!place.timeLimit.empty() && !isTimeLimit(place.timeLimit))
    return refuseSpec("--time is no time limit.", "Write it as for sbatch: 90 (minutes), 2:00:00, 1-12.");
  return {};
}

}  // namespace

tl::unexpected<base::Error> refuseSpec(std::string text, std::string hint) {
  return base::fail({.code = base::ErrorCode::BadArgument, .text = std::move(text), .hint = std::move(hint)});
}

base::Result<void> checkText(const std::string& option, const std::string& text) {
  constexpr std::size_t kMostBytes = 100000;  // Linux takes 128 KiB, with what is put around it
  if (text.find('\0') != std::string::npos)
    return refuseSpec(option + " holds a NUL byte.", "No program can be given one; take it out.");
  if (text.size() > kMostBytes)
    return refuseSpec(option + " is " + std::to_string(text.size()) + " bytes long.", "The system takes 100000 bytes.");
  if (text::firstInvalidUtf8(text)) return refuseSpec(option + " is not UTF-8.", "Rename it, or write it in UTF-8.");
  return {};
}

base::Result<void> checkPath(const std::string& option, const std::string& path) {
  if (path.empty() || path.front() == '/') return {};
  return refuseSpec(option + " is not a whole path.",
                    path.front() == '~' ? "Write your home folder out; no shell reads this." : "Begin it with /.");
}

base::Result<void> checkPlace(const Place& place) {
  const bool isSlurm = place.kind == PlaceKind::Slurm;
  const struct {
    const char* option;
    const std::string& value;
    bool fits;
  } parts[] = {{"A host", place.host, place.kind == PlaceKind::Ssh},
               {"A partition", place.partition, isSlurm},
               {"--gres", place.gres, isSlurm},
               {"--time", place.timeLimit, isSlurm},
               {"--scratch", place.scratch, isSlurm},
               {"--remote-folder", place.folder, place.kind != PlaceKind::Local}};
  for (const auto& part : parts) {
    if (auto good = checkText(part.option, part.value); !good) return good;
    if (!part.value.empty() && !part.fits)
      return refuseSpec(std::string(part.option) + " does not go with --on " + placeName(place) + ".", "Leave it out.");
  }
  if (auto good = checkPath("--scratch", place.scratch); !good) return good;
  if (auto good = checkPath("--remote-folder", place.folder); !good) return good;
  if (place.kind == PlaceKind::Ssh) return checkSsh(place);
  return isSlurm ? checkSlurm(place) : base::Result<void>();
}

}  // namespace plumbline::runs
