// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes at all as a zip of torch.save: an error with words, or a value whose every number can be looked at.
#include <cstdint>
#include <cstdlib>

#include "core/numerics/readers/load_value.h"
#include "tests/support/tensor_bytes.h"

using namespace plumbline;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto read = numerics::readTorch(support::viewOf(bytes));
  if (read.isError()) {
    if (read.error().text.empty() || read.error().file != "memory") std::abort();
    return 0;
  }
  if (size < 20'000) support::touchAll(read.value());
  return 0;
}
