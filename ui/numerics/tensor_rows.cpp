// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numerics/tensor_rows.h"

#include <algorithm>
#include <cmath>

#include "ui/numerics/tensor_model.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {

using numerics::Decision;

TensorRows::TensorRows(SameResultPtr result) : m_result(std::move(result)) {
  m_nodes.emplace_back();
  m_nodeOf.reserve(m_result->decisions.size());
  std::vector<int> way{kRoot};                // the nodes that lead to the decision before ...
  const std::vector<std::string>* at = nullptr;  // ... whose path this is
  int number = -1;
  for (const Decision& decision : m_result->decisions) {
    ++number;
    // Decisions come depth first: the common part of two paths has the same nodes.
    std::size_t common = 0;
    const std::size_t shared = at == nullptr ? 0 : std::min(at->size(), decision.path.size());
    while (common < shared && (*at)[common] == decision.path[common]) ++common;
    // A second decision about the same thing gets a row of its own.
    const bool isTaken = common == decision.path.size() && common + 1 <= way.size() && common > 0 &&
                         m_nodes[static_cast<std::size_t>(way[common])].decision >= 0;
    if (isTaken) --common;
    way.resize(std::min(way.size(), common + 1));
    for (std::size_t i = common; i < std::max<std::size_t>(decision.path.size(), 1); ++i) {
      if (decision.path.empty() && i > 0) break;
      const int id = nodeCount();
      Node node;
      node.parent = way.back();
      node.depth = static_cast<int>(way.size()) - 1;
      node.name = decision.path.empty() ? TensorModel::tr("(the value itself)")
                                        : shortened(fromUtf8(numerics::pathText({decision.path[i]})), 400).simplified();
      if (node.name.isEmpty()) node.name = u"\"\""_s;
      m_nodes[static_cast<std::size_t>(way.back())].children.push_back(id);
      m_nodes.push_back(std::move(node));
      way.push_back(id);
    }
    at = &decision.path;
    const int id = way.back();
    m_nodes[static_cast<std::size_t>(id)].decision = number;
    m_nodeOf.push_back(id);
    if (!decision.reached) ++m_notReached;
    const TensorVerdict verdict = verdictOf(decision);
    for (const int each : way) {
      Node& node = m_nodes[static_cast<std::size_t>(each)];
      ++node.tensors;
      node.failing += isFailing(verdict) ? 1 : 0;
      node.near += verdict == TensorVerdict::Near ? 1 : 0;
      node.hasReached = node.hasReached || decision.reached;
    }
    if (decision.path.empty()) way.resize(1);
  }
}

const Decision* TensorRows::decisionOf(int id) const {
  const int decision = node(id).decision;
  return decision < 0 ? nullptr : &m_result->decisions[static_cast<std::size_t>(decision)];
}

QString TensorRows::path(int id) const {
  if (const Decision* decision = decisionOf(id)) {
    const QString text = shortened(fromUtf8(numerics::pathText(decision->path))).simplified();
    return text.isEmpty() ? node(id).name : text;
  }
  // The path of a container is the beginning of its first decision's path.
  int leaf = id;
  while (node(leaf).decision < 0 && !node(leaf).children.empty()) leaf = node(leaf).children.front();
  const Decision* decision = decisionOf(leaf);
  if (id == kRoot || decision == nullptr) return {};
  const auto parts = std::min<std::size_t>(decision->path.size(), static_cast<std::size_t>(node(id).depth) + 1);
  return shortened(fromUtf8(numerics::pathText({decision->path.begin(), decision->path.begin() + static_cast<std::ptrdiff_t>(parts)}))).simplified();
}

int TensorRows::find(const QString& wanted) const {
  for (int id = 1; id < nodeCount(); ++id)
    if (path(id) == wanted) return id;
  return -1;
}

bool TensorRows::matches(int id, const TensorFilter& filter) const {
  const Decision* decision = decisionOf(id);
  if (decision == nullptr) return false;
  const TensorVerdict verdict = verdictOf(*decision);
  if ((filter.isFailing || filter.isNear) && !(filter.isFailing && isFailing(verdict)) &&
      !(filter.isNear && verdict == TensorVerdict::Near))
    return false;
  if (filter.terms.isEmpty()) return true;
  const QString where = path(id);
  return std::ranges::all_of(filter.terms,
                             [&where](const QString& word) { return where.contains(word, Qt::CaseInsensitive); });
}

bool TensorRows::less(int a, int b, TensorColumn column, bool isDescending, const std::vector<double>& maxAbs) const {
  const Decision &one = *decisionOf(a), &two = *decisionOf(b);
  const auto order = [isDescending](const auto& x, const auto& y) { return isDescending ? y < x : x < y; };
  // Not a number is worse than any number.
  const auto numbers = [&order](const std::optional<double>& x, const std::optional<double>& y) {
    if (x.has_value() != y.has_value()) return x.has_value();
    if (!x) return false;
    if (std::isnan(*x) || std::isnan(*y)) return order(std::isnan(*x) ? 1 : 0, std::isnan(*y) ? 1 : 0);
    return order(*x, *y);
  };
  const auto errorOf = [&maxAbs](const Node& node) -> std::optional<double> {
    const auto at = static_cast<std::size_t>(node.decision);
    if (at >= maxAbs.size() || std::isnan(maxAbs[at])) return std::nullopt;
    return maxAbs[at];
  };
  const auto elements = [](const Decision& decision) -> std::optional<double> {
    if (!isTensor(decision.ref)) return std::nullopt;
    return static_cast<double>(numerics::elementCount(decision.ref->tensor));
  };
  switch (column) {
    case TensorColumn::Name: return order(path(a), path(b));
    case TensorColumn::Verdict: return order(verdictOf(two), verdictOf(one));
    case TensorColumn::Step: return order(stepLabel(one), stepLabel(two));
    case TensorColumn::Margin: return numbers(one.margin, two.margin);
    case TensorColumn::RefError: return numbers(one.refError, two.refError);
    case TensorColumn::ResError: return numbers(one.resError, two.resError);
    case TensorColumn::Bound: return numbers(one.bound, two.bound);
    case TensorColumn::Shape: return numbers(elements(one), elements(two));
    case TensorColumn::Dtype: return order(dtypeOf(one.ref), dtypeOf(two.ref));
    case TensorColumn::MaxAbs: return numbers(errorOf(node(a)), errorOf(node(b)));
  }
  return false;
}

}  // namespace plumbline::ui
