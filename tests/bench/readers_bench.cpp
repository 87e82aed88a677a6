// SPDX-License-Identifier: GPL-3.0-or-later
// How fast 10,000 tensors are listed, from memory. Goal: under 200 ms.
//
//   bench_readers
#include <benchmark/benchmark.h>

#include "core/numerics/readers/load_value.h"
#include "tests/support/tensor_bytes.h"
#include "tests/support/zip_maker.h"

namespace {

using namespace plumbline;

constexpr int kTensors = 10'000;
constexpr std::size_t kTensorBytes = 64;

std::string nameOf(int tensor) { return "model.layers." + std::to_string(tensor) + ".self_attn.q_proj.weight"; }

const numerics::FileBytesView& safetensors() {
  static const numerics::FileBytesView kView = [] {
    std::string json = "{";
    for (int i = 0; i < kTensors; ++i) {
      const std::size_t begin = static_cast<std::size_t>(i) * kTensorBytes;
      json += (i == 0 ? "\"" : ",\"") + nameOf(i) + R"(":{"dtype":"F32","shape":[4,4],"data_offsets":[)" +
              std::to_string(begin) + ',' + std::to_string(begin + kTensorBytes) + "]}";
    }
    return support::viewOf(support::safetensorsOf(json + '}', std::string(kTensors * kTensorBytes, '\1')));
  }();
  return kView;
}

const numerics::FileBytesView& npz(bool isDeflated) {
  const auto make = [](bool deflated) {
    const std::string array =
        support::npyOf("{'descr': '<f4', 'fortran_order': False, 'shape': (4, 4), }\n", std::string(kTensorBytes, '\1'));
    std::vector<support::ZipEntry> entries;
    for (int i = 0; i < kTensors; ++i) entries.push_back({.name = nameOf(i) + ".npy", .bytes = array, .deflated = deflated});
    return support::viewOf(support::zipOf(entries).toStdString());
  };
  static const numerics::FileBytesView kStored = make(false);
  static const numerics::FileBytesView kDeflated = make(true);
  return isDeflated ? kDeflated : kStored;
}

void listSafetensors(benchmark::State& state) {
  const auto& view = safetensors();
  for (auto _ : state) {
    const auto read = numerics::readSafetensors(view);
    if (!read || (*read)->items.size() != kTensors) state.SkipWithError("not all tensors were read");
  }
}

void listNpz(benchmark::State& state, bool isDeflated) {
  const auto& view = npz(isDeflated);
  for (auto _ : state) {
    const auto read = numerics::readNpz(view);
    if (!read.isValue() || read.value()->items.size() != kTensors) state.SkipWithError("not all arrays were read");
  }
}
void listNpzStored(benchmark::State& state) { listNpz(state, false); }
void listNpzDeflated(benchmark::State& state) { listNpz(state, true); }

BENCHMARK(listSafetensors)->Unit(benchmark::kMillisecond);
BENCHMARK(listNpzStored)->Unit(benchmark::kMillisecond);
BENCHMARK(listNpzDeflated)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
