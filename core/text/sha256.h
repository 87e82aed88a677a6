// SPDX-License-Identifier: GPL-3.0-or-later
// SHA-256 of bytes (OpenSSL's libcrypto), so that a report can be checked against `sha256sum`.
#pragma once

#include <string>
#include <string_view>

namespace plumbline::text {

/// sha256Hex gives 64 lower-case hex digits.
std::string sha256Hex(std::string_view bytes);
/// sha256Base64 is how a Content-Security-Policy names a script: 44 characters.
std::string sha256Base64(std::string_view bytes);

}  // namespace plumbline::text
