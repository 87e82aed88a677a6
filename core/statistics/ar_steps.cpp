// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/statistics/ar_steps.h"

#include <algorithm>
#include <cmath>

namespace plumbline::statistics {

ArSteps::ArSteps(std::span<const double> values, double phi)
    : m_phi(phi), m_values(values.begin(), values.end()), m_whitened(values.size()) {
  // Relative to a value of the series itself a constant series is exactly 0, and far from 0 no digits are lost.
  const double first = values.front();
  double mean = 0;
  for (double& value : m_values) {
    value -= first;
    mean += value;
  }
  mean /= static_cast<double>(values.size());
  for (double& value : m_values) value -= mean;
  m_whitened[0] = std::sqrt(1 - phi * phi) * m_values[0];
  for (std::size_t i = 1; i < m_values.size(); ++i) m_whitened[i] = m_values[i] - phi * m_values[i - 1];
  sumUp();
}

void ArSteps::sumUp() {
  const std::size_t n = m_whitened.size();
  const double q = 1 - m_phi, start = std::sqrt(1 - m_phi * m_phi);
  m_level = start * start + static_cast<double>(n - 1) * q * q;
  m_stepSeries.assign(n, 0);
  m_series = 0;
  double behind = 0;
  for (std::size_t i = n - 1; i > 0; --i) {
    m_stepSeries[i] = m_whitened[i] + q * behind;
    behind += m_whitened[i];
    m_series += m_whitened[i] * m_whitened[i];
  }
  m_series += m_whitened[0] * m_whitened[0];
  m_levelSeries = start * m_whitened[0] + q * behind;
}

double ArSteps::withLevel(std::size_t place) const {
  const double q = 1 - m_phi;
  return q + static_cast<double>(m_whitened.size() - place - 1) * q * q;
}

double ArSteps::withStep(std::size_t place, std::size_t other) const {
  const double q = 1 - m_phi;
  if (place != other) return withLevel(std::max(place, other));
  return 1 + static_cast<double>(m_whitened.size() - place - 1) * q * q;
}

StepGain ArSteps::gainAt(std::size_t place) const {
  const double level = withLevel(place);
  const double own = withStep(place, place) - level * level / m_level;
  const double product = m_stepSeries[place] - level * m_levelSeries / m_level;
  const double gain = own > 1e-12 ? product * product / own : 0;
  return {.gain = gain, .rest = std::max(0.0, m_series - m_levelSeries * m_levelSeries / m_level - gain)};
}

std::vector<double> ArSteps::gains(std::size_t minLevel) const {
  std::vector<double> all(m_whitened.size());
  for (std::size_t place = minLevel; place + minLevel <= all.size(); ++place) all[place] = gainAt(place).gain;
  return all;
}

std::size_t ArSteps::best(std::size_t minLevel) const {
  std::size_t found = 0;
  double largest = 0;
  for (std::size_t place = minLevel; place + minLevel <= m_whitened.size(); ++place) {
    if (const double gain = gainAt(place).gain; gain > largest) {
      largest = gain;
      found = place;
    }
  }
  return found;
}

PairGain ArSteps::bestBeside(std::size_t first, std::size_t minLevel) const {
  const double level = withLevel(first);
  const double own = withStep(first, first) - level * level / m_level;
  const double product = m_stepSeries[first] - level * m_levelSeries / m_level;
  if (own <= 1e-12) return {};
  PairGain best;
  double largest = 0;
  for (std::size_t place = minLevel; place + minLevel <= m_whitened.size(); ++place) {
    if ((place > first ? place - first : first - place) < minLevel) continue;
    const double other = withLevel(place);
    const double shared = withStep(place, first) - other * level / m_level;
    const double rest = withStep(place, place) - other * other / m_level - shared * shared / own;
    if (rest <= 1e-12) continue;
    const double with = m_stepSeries[place] - other * m_levelSeries / m_level - shared * product / own;
    if (const double gain = with * with / rest; gain > largest) {
      largest = gain;
      best.place = place;
    }
  }
  best.both.gain = product * product / own + largest;
  best.both.rest = std::max(0.0, m_series - m_levelSeries * m_levelSeries / m_level - best.both.gain);
  return best;
}

void ArSteps::clipInnovation(std::size_t place, double limit) {
  double mean = 0;
  for (std::size_t i = 0; i < place; ++i) mean += m_values[i] / static_cast<double>(place);
  const double predicted = (1 - m_phi) * mean;
  m_whitened[place] = predicted + std::clamp(m_whitened[place] - predicted, -limit, limit);
  sumUp();
}

std::size_t plausiblePlace(std::span<const double> gains, double variance, std::size_t nearby) {
  const auto largest = std::ranges::max_element(gains);
  const auto best = static_cast<std::size_t>(largest - gains.begin());
  if (!(variance > 0)) return best;
  std::vector<double> likelihood(gains.size());
  for (std::size_t i = 0; i < gains.size(); ++i)
    likelihood[i] = gains[i] > 0 ? std::exp((gains[i] - *largest) / (2 * variance)) : 0;
  std::size_t found = best;
  double most = -1;
  for (std::size_t i = 0; i < gains.size(); ++i) {
    if (gains[i] <= 0) continue;
    // Of places with the same neighbourhood the likeliest.
    double sum = 1e-6 * likelihood[i];
    const std::size_t from = i < nearby ? 0 : i - nearby, to = std::min(gains.size(), i + nearby + 1);
    for (std::size_t j = from; j < to; ++j) sum += likelihood[j];
    if (sum > most) {
      most = sum;
      found = i;
    }
  }
  return found;
}

}  // namespace plumbline::statistics
