// SPDX-License-Identifier: GPL-3.0-or-later
// How fast the steps of same() are over tensors in memory, beside a plain loop that reads the same arrays once: that
// loop is the yardstick, as memory decides. Goal for float32: half its speed over all steps together. CPU time counts,
// so that other programs disturb less.
//
//   bench_numerics                              64 M elements: 1 GB
//   PLUMBLINE_BENCH_ELEMENTS=1000000 bench_numerics
#include <benchmark/benchmark.h>

#include <bit>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "core/numerics/errors/error_statistics.h"
#include "core/numerics/kernels/block_reader.h"
#include "core/numerics/kernels/compare_kernels.h"
#include "core/numerics/kernels/compare_loops.h"

namespace {

using namespace plumbline::numerics;

/// Arrays of one dtype and the reference; ref and res are equal but for the last element.
struct Arrays {
  explicit Arrays(Dtype dtype) {
    const char* asked = std::getenv("PLUMBLINE_BENCH_ELEMENTS");
    count = asked != nullptr ? std::strtoll(asked, nullptr, 10) : std::int64_t{64} << 20;
    if (itemSize(dtype) == 2) count /= 2;
    std::vector<double> numbers(kBlockElements);
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = 0.5 + static_cast<double>(i) * 1e-3;
    ref = filled(dtype, numbers);
    res = filled(dtype, numbers);
    for (double& number : numbers) number += 1e-6;
    fp64 = filled(Dtype::Float64, numbers);
    auto* last = const_cast<std::byte*>(res.storage.bytes.data()) + res.storage.bytes.size() - 1;
    *last ^= std::byte{0x40};
  }
  Tensor filled(Dtype dtype, const std::vector<double>& numbers) const {
    // A page more: arrays that lie a power of two apart would fight for the same places in the cache.
    auto memory = std::make_shared<std::vector<std::byte>>(static_cast<std::size_t>(count) * itemSize(dtype) + 4096);
    for (std::int64_t at = 0; at < count; at += static_cast<std::int64_t>(kBlockElements))
      convertBlock(Dtype::Float64, std::as_bytes(std::span(numbers)).data(), dtype,
                   memory->data() + static_cast<std::size_t>(at) * itemSize(dtype),
                   std::min(kBlockElements, static_cast<std::size_t>(count - at)));
    Tensor tensor{.dtype = dtype, .sizes = {count}, .strides = {1}};
    tensor.storage.bytes = std::span<const std::byte>(*memory).first(memory->size() - 4096);
    tensor.storage.owner = std::move(memory);
    tensor.storage.isWhole = [] { return true; };
    return tensor;
  }
  std::int64_t bytes(bool withFp64) const {
    return count * static_cast<std::int64_t>(2 * itemSize(ref.dtype) + (withFp64 ? sizeof(double) : 0));
  }
  std::int64_t count = 0;
  Tensor ref, res, fp64;
};

const Arrays& arraysOf(Dtype dtype) {
  static std::unique_ptr<Arrays> kept;  // one at a time
  if (!kept || kept->ref.dtype != dtype) {
    kept.reset();
    kept = std::make_unique<Arrays>(dtype);
  }
  return *kept;
}

void setBytes(benchmark::State& state, std::int64_t bytes) {
  state.SetBytesProcessed(bytes * static_cast<std::int64_t>(state.iterations()));
}

/// plainRead is the yardstick: each word of the three arrays, side by side.
void plainRead(benchmark::State& state, Dtype dtype) {
  const Arrays& arrays = arraysOf(dtype);
  const auto wordsOf = [](const Tensor& tensor) {
    return static_cast<const std::uint64_t*>(static_cast<const void*>(tensor.storage.bytes.data()));
  };
  const auto *ref = wordsOf(arrays.ref), *res = wordsOf(arrays.res), *fp64 = wordsOf(arrays.fp64);
  const std::size_t words = arrays.ref.storage.bytes.size() / 8, share = arrays.fp64.storage.bytes.size() / 8 / words;
  for (auto _ : state) {
    std::uint64_t sum = 0;
    for (std::size_t at = 0; at < words; at += 64) {
      const std::size_t end = std::min(words, at + 64);
      for (std::size_t i = at; i < end; ++i) sum += ref[i];
      for (std::size_t i = at; i < end; ++i) sum += res[i];
      for (std::size_t i = at * share; i < end * share; ++i) sum += fp64[i];
    }
    benchmark::DoNotOptimize(sum);
  }
  setBytes(state, arrays.bytes(true));
}

void allCloseToTheEnd(benchmark::State& state, Dtype dtype) {
  const Arrays& arrays = arraysOf(dtype);
  for (auto _ : state) {
    const auto close = allClose({arrays.ref, dtype}, {arrays.res, dtype}, 1e-4, 1e-4, true);
    if (close.value()) state.SkipWithError("the last element differs");
  }
  setBytes(state, arrays.bytes(false));
}

void errorsOfBoth(benchmark::State& state, Dtype dtype) {
  const Arrays& arrays = arraysOf(dtype);
  for (auto _ : state) {
    const auto errors = rmsePair(arrays.fp64, {arrays.ref, dtype}, arrays.res);
    if (!(errors.value().res > errors.value().ref)) state.SkipWithError("the last element differs");
  }
  setBytes(state, arrays.bytes(true));
}

/// wholeDecision: allclose fails at the very end, then the errors.
void wholeDecision(benchmark::State& state, Dtype dtype) {
  const Arrays& arrays = arraysOf(dtype);
  for (auto _ : state) {
    benchmark::DoNotOptimize(allClose({arrays.ref, dtype}, {arrays.res, dtype}, 1e-4, 1e-4, true).value());
    benchmark::DoNotOptimize(rmsePair(arrays.fp64, {arrays.ref, dtype}, arrays.res).value().res);
  }
  setBytes(state, arrays.bytes(true));
}

void nanSearch(benchmark::State& state, Dtype dtype) {
  const Arrays& arrays = arraysOf(dtype);
  for (auto _ : state) benchmark::DoNotOptimize(hasNan(arrays.ref).value());
  setBytes(state, arrays.bytes(false) / 2);
}

void cosine(benchmark::State& state, Dtype dtype) {
  const Arrays& arrays = arraysOf(dtype);
  for (auto _ : state) benchmark::DoNotOptimize(cosineSimilarity(arrays.ref, arrays.res).value());
  setBytes(state, arrays.bytes(false));
}

void allFigures(benchmark::State& state, Dtype dtype) {
  const Arrays& arrays = arraysOf(dtype);
  for (auto _ : state)
    benchmark::DoNotOptimize(errorStatistics({&arrays.ref, &arrays.res, &arrays.fp64}, {}).value().mismatches);
  setBytes(state, arrays.bytes(true));
}

/// loopsInCache shows what the instruction sets do without memory.
void loopsInCache(benchmark::State& state, const CompareLoops& loops, Dtype dtype) {
  const Arrays& arrays = arraysOf(dtype);
  const CloseBounds bounds{0x1p-10, 0x1p-10, true};
  for (auto _ : state) {
    const bool close =
        loops.allClose(dtype, arrays.ref.storage.bytes.data(), arrays.res.storage.bytes.data(), kBlockElements, bounds);
    benchmark::DoNotOptimize(close);
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(kBlockElements) * static_cast<std::int64_t>(state.iterations()));
}

}  // namespace

int main(int count, char** arguments) {
  for (const Dtype dtype : {Dtype::Float32, Dtype::BFloat16, Dtype::Float16}) {
    const std::string name(shortName(dtype));
    const auto add = [&](const char* step, void (*run)(benchmark::State&, Dtype)) {
      benchmark::RegisterBenchmark((name + '/' + step).c_str(), run, dtype)
          ->Unit(benchmark::kMillisecond)
          ->MinTime(0.3);
    };
    add("plain read of all three", plainRead);
    add("allclose to the end", allCloseToTheEnd);
    add("both errors", errorsOfBoth);
    add("allclose to the end, then both errors", wholeDecision);
    add("all figures", allFigures);
    add("search for NaN", nanSearch);
    add("cosine", cosine);
    benchmark::RegisterBenchmark((name + "/allclose in the cache, portable").c_str(),
                                 [dtype](benchmark::State& state) { loopsInCache(state, portableLoops(), dtype); });
    benchmark::RegisterBenchmark((name + "/allclose in the cache, fastest").c_str(),
                                 [dtype](benchmark::State& state) { loopsInCache(state, fastestLoops(), dtype); });
  }
  benchmark::Initialize(&count, arguments);
  benchmark::RunSpecifiedBenchmarks();
}
