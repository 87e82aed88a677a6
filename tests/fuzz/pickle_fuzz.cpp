// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes at all as a pickle with two small storages: an error with words, or a value that can be walked and printed.
#include <array>
#include <cstdint>
#include <cstdlib>

#include "core/numerics/readers/pickle_reader.h"
#include "core/numerics/readers/torch_rebuild.h"
#include "tests/support/tensor_bytes.h"

using namespace plumbline;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto view = support::viewOf({reinterpret_cast<const char*>(data), size});
  const auto memory = support::viewOf("0123456789abcdef");
  numerics::PickleObjects objects(size);
  numerics::TorchRebuild rebuild(
      objects,
      [&memory](const numerics::StorageRequest& request) -> std::optional<numerics::Storage> {
        if (request.key != "0" && request.key != "1") return std::nullopt;
        return numerics::Storage{.owner = memory.owner, .bytes = memory.bytes, .isSwapped = request.key == "1", .name = "data"};
      },
      {.owner = view.owner, .bytes = view.bytes});
  const auto root = numerics::readPickle(view.bytes, objects, rebuild);
  if (!root.isValue()) {
    if (!root.isError() || root.error().text.empty()) std::abort();
    return 0;
  }
  const auto value = numerics::toValue(objects, root.value());
  if (!value) {
    if (value.error().text.empty()) std::abort();
    return 0;
  }
  int leaves = 0;
  numerics::forEachLeaf(*value, [&leaves](const numerics::Leaf& leaf) {
    (void)numerics::classText(*leaf.value);
    if (leaf.value->kind != numerics::ValueKind::Set) (void)numerics::reprText(*leaf.value);
    return ++leaves < 10'000;
  });
  if (leaves < 10'000) support::touchAll(*value);
  return 0;
}
