// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes at all as a .npy file: an error that says what and where, or an array whose every element can be read.
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "core/numerics/readers/load_value.h"
#include "tests/support/tensor_bytes.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace plumbline;
  const auto view = support::viewOf({reinterpret_cast<const char*>(data), size});
  const auto read = numerics::readNpy(view);
  if (!read) {
    if (read.error().text.empty() || read.error().file != view.file) std::abort();
    return 0;
  }
  support::touchAll(*read);
  return 0;
}
