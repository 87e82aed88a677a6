// SPDX-License-Identifier: GPL-3.0-or-later
// Records of HUD's JSON that are small and repeat much.
//
//   readHud(support::hudRecord("main", std::string(900, 'm'), "speedup", 18'000));
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace plumbline::support {

/// repeatedText is `before` and as many whole pieces behind it as `size` bytes have room for.
inline std::string repeatedText(std::string_view piece, std::size_t size, std::string_view before = {}) {
  std::string out(before);
  while (out.size() + piece.size() <= size) out += piece;
  return out;
}

/// hudRecord is a record with one value many times, in about as many bytes.
inline std::string hudRecord(const std::string& branch, const std::string& model, const std::string& metric, std::size_t bytesOfValues) {
  return R"([{"benchmark":{"name":"TorchInductor","mode":"inference","dtype":"bfloat16","extra_info":{"device":"cuda"}},"model":{"name":")" + model +
         R"(","backend":"inductor","origins":["huggingface"]},"head_branch":")" + branch + R"(","metric":{"name":")" + metric +
         R"(","benchmark_values":[1)" + repeatedText(",1", bytesOfValues) + "]}}]";
}

}  // namespace plumbline::support
