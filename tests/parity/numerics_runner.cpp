// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the steps of same() over tensors that lie in one file, for numerics_parity.py: numerics_runner DATA OUT < cases.
// A case is a line of words: step, its numbers, tensors. A tensor is dtype:byte:bytes:sizes:strides:offset:swapped,
// sizes and strides with commas. The answer is a line; converted elements are appended to OUT.
#include <charconv>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "core/numerics/kernels/block_reader.h"
#include "core/numerics/kernels/compare_kernels.h"

using namespace plumbline;
using namespace plumbline::numerics;

namespace {

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, at);) parts.push_back(part);
  return parts;
}

std::vector<std::int64_t> numbersOf(const std::string& text) {
  std::vector<std::int64_t> numbers;
  for (const std::string& part : split(text, ',')) numbers.push_back(std::stoll(part));
  return numbers;
}

Tensor tensorOf(const std::string& text, std::span<const std::byte> data) {
  const auto parts = split(text, ':');
  Tensor tensor{.dtype = *dtypeNamed(parts.at(0)),
                .sizes = numbersOf(parts.at(3)),
                .strides = numbersOf(parts.at(4)),
                .offset = std::stoll(parts.at(5))};
  tensor.storage.bytes = data.subspan(std::stoull(parts.at(1)), std::stoull(parts.at(2)));
  tensor.storage.isSwapped = parts.at(6) == "1";
  return tensor;
}

std::string bits(double value) {
  std::uint64_t pattern = 0;
  std::memcpy(&pattern, &value, sizeof value);
  return value != value ? "nan" : std::to_string(pattern);
}

template <typename T, typename Text>
std::string answer(const base::Outcome<T>& outcome, const Text& text) {
  if (outcome.isError()) return "error " + outcome.error().text;
  return outcome.isCancelled() ? "cancelled" : text(outcome.value());
}

std::string closeText(const base::Outcome<bool>& outcome) {
  return answer(outcome, [](bool isClose) { return std::string(isClose ? "1" : "0"); });
}

struct Words {
  std::vector<std::string> words;
  std::span<const std::byte> data;
  double number(std::size_t at) const { return std::stod(words.at(at)); }
  Dtype dtype(std::size_t at) const { return *dtypeNamed(words.at(at)); }
  Tensor tensor(std::size_t at) const { return tensorOf(words.at(at), data); }
};

/// closeEach answers for each element of two vectors, repeated 19 times so that the loops' vectors are used.
std::string closeEach(const Words& words) {
  Tensor ref = words.tensor(5), res = words.tensor(6);
  const std::int64_t count = elementCount(ref);
  ref.sizes = res.sizes = {19};
  ref.strides = res.strides = {0};
  std::string text;
  for (std::int64_t i = 0; i < count; ++i, ++ref.offset, ++res.offset)
    text += closeText(
        allClose({ref, words.dtype(1)}, {res, words.dtype(1)}, words.number(2), words.number(3), words.number(4) != 0));
  return text;
}

std::string run(const Words& words, std::ofstream& out) {
  const std::string& step = words.words.at(0);
  if (step == "convert") {
    const Tensor tensor = words.tensor(2);
    BlockReader reader({tensor, words.dtype(1)}, tensor.sizes);
    std::size_t bytes = 0;
    for (std::size_t n = 0; (n = reader.next(kBlockElements)) > 0;) {
      const std::size_t part = n * itemSize(words.dtype(1));
      out.write(static_cast<const char*>(static_cast<const void*>(reader.data())), static_cast<std::streamsize>(part));
      bytes += part;
    }
    return std::to_string(bytes);
  }
  if (step == "each") return closeEach(words);
  if (step == "close")
    return closeText(allClose({words.tensor(5), words.dtype(1)}, {words.tensor(6), words.dtype(1)}, words.number(2),
                              words.number(3), words.number(4) != 0));
  if (step == "rmse") {
    const Tensor ref = words.tensor(3);
    return answer(rmsePair(words.tensor(2), {ref, words.dtype(1)}, words.tensor(4)),
                  [](const RmsePair& pair) { return bits(pair.ref) + ' ' + bits(pair.res); });
  }
  if (step == "cosine")
    return answer(cosineSimilarity(words.tensor(1), words.tensor(2)),
                  [](float score) { return bits(static_cast<double>(score)); });
  if (step == "nan") return closeText(hasNan(words.tensor(1)));
  if (step == "overlap")
    return answer(overlapCounts(words.tensor(1), words.tensor(2)), [](const OverlapCounts& counts) {
      return bits(counts.intersection) + ' ' + bits(counts.unionCount) + ' ' + bits(counts.ref) + ' ' +
             bits(counts.res);
    });
  return "unknown step";
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 3) return 2;
  std::ifstream in(arguments[1], std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  std::ofstream out(arguments[2], std::ios::binary);
  const auto* data = static_cast<const std::byte*>(static_cast<const void*>(bytes.data()));
  for (std::string line; std::getline(std::cin, line);)
    std::cout << run({split(line, ' '), {data, bytes.size()}}, out) << '\n';
}
