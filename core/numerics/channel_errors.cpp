// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <string>

#include "core/numerics/error_measures.h"
#include "core/numerics/error_statistics.h"
#include "core/numerics/pair_reader.h"

namespace plumbline::numerics {
namespace {

constexpr std::size_t kBlocksPerReport = 64;

/// ChannelSums are gathered per channel. The sum of squares is wider than a double, so that neither a large error leaves
/// its range nor many small ones are lost.
struct ChannelSums {
  std::vector<ChannelError> channels;
  std::vector<long double> squares;

  void add(std::size_t channel, double error, bool isClose, std::int64_t flat) {
    ChannelError& so = channels[channel];
    if (so.worst < 0 || isWorse(error, so.maxAbs)) {
      so.maxAbs = error;
      so.worst = flat;
    }
    squares[channel] += static_cast<long double>(error) * error;
    so.mismatches += isClose ? 0 : 1;
  }
};

/// Axis along which the elements are dealt out: `inner` elements to one channel, then as many to the next.
struct DealtAxis {
  std::int64_t size = 0, inner = 1;
};

base::Result<DealtAxis> dealtAxis(const std::vector<std::int64_t>& shape, int axis) {
  if (axis < 0 || static_cast<std::size_t>(axis) >= shape.size())
    return base::fail({.code = base::ErrorCode::BadArgument,
                       .text = "There is no axis " + std::to_string(axis) + " in " + sizeText(shape) + ".",
                       .hint = "Axes are counted from 0."});
  DealtAxis made{shape[static_cast<std::size_t>(axis)], 1};
  for (std::size_t i = static_cast<std::size_t>(axis) + 1; i < shape.size(); ++i) made.inner *= std::max<std::int64_t>(shape[i], 1);
  if (made.size > kMostChannels)
    return base::fail({.code = base::ErrorCode::TooLarge,
                       .text = "Axis " + std::to_string(axis) + " has " + std::to_string(made.size) +
                               " channels; the most are " + std::to_string(kMostChannels) + ".",
                       .hint = "Choose another axis."});
  return made;
}

}  // namespace

base::Outcome<std::vector<ChannelError>> channelErrors(const TensorPair& pair, const SameOptions& options, int axis,
                                                       const base::Progress& progress) {
  if (auto checked = checkOptions(options); !checked) return checked.error();
  auto opened = PairReader::open(pair, options.tol, options.equalNan);
  if (!opened) return opened.error();
  PairReader& reader = **opened;
  const auto dealt = dealtAxis(reader.shape(), axis);
  if (!dealt) return dealt.error();

  ChannelSums sums;
  sums.channels.assign(static_cast<std::size_t>(dealt->size), ChannelError{.worst = -1});
  sums.squares.resize(sums.channels.size());
  PairBlock block;
  for (std::size_t blocks = 0; reader.next(block); ++blocks) {
    if (blocks % kBlocksPerReport == 0 &&
        !progress.report(static_cast<std::uint64_t>(block.flat), static_cast<std::uint64_t>(reader.elements())))
      return base::Cancelled{};
    const std::uint8_t* close = reader.closeMask();
    std::int64_t inChannel = block.flat % dealt->inner;
    std::int64_t channel = block.flat / dealt->inner % dealt->size;
    for (std::size_t i = 0; i < block.count; ++i) {
      sums.add(static_cast<std::size_t>(channel), block.error[i], close[i] != 0, block.flat + static_cast<std::int64_t>(i));
      if (++inChannel < dealt->inner) continue;
      inChannel = 0;
      if (++channel == dealt->size) channel = 0;
    }
  }
  if (!reader.isWhole()) return reader.changed();
  for (std::size_t i = 0; i < sums.channels.size(); ++i) {
    const std::int64_t count = reader.elements() / dealt->size;
    sums.channels[i].channel = static_cast<std::int64_t>(i);
    sums.channels[i].rmse = count > 0 ? static_cast<double>(std::sqrt(sums.squares[i] / static_cast<long double>(count))) : 0;
  }
  return sums.channels;
}

}  // namespace plumbline::numerics
