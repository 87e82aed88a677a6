// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/sha256.h"

#include <openssl/evp.h>

#include <array>

namespace plumbline::text {
namespace {

constexpr std::size_t kBytes = 32;
using Digest = std::array<unsigned char, kBytes>;

Digest digestOf(std::string_view bytes) {
  Digest digest{};
  unsigned int length = 0;
  (void)EVP_Digest(bytes.data(), bytes.size(), digest.data(), &length, EVP_sha256(), nullptr);
  return digest;
}

}  // namespace

std::string sha256Hex(std::string_view bytes) {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string hex;
  hex.reserve(2 * kBytes);
  for (const unsigned char byte : digestOf(bytes)) {
    hex += kHex[byte >> 4U];
    hex += kHex[byte & 0xfU];
  }
  return hex;
}

std::string sha256Base64(std::string_view bytes) {
  const Digest digest = digestOf(bytes);
  std::array<unsigned char, 4 * ((kBytes + 2) / 3) + 1> text{};  // and the zero that OpenSSL writes behind
  const int length = EVP_EncodeBlock(text.data(), digest.data(), static_cast<int>(digest.size()));
  return {text.begin(), text.begin() + length};
}

}  // namespace plumbline::text
