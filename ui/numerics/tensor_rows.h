// SPDX-License-Identifier: GPL-3.0-or-later
// The decisions of same() as a tree of lists, dicts and tensors, in torch's order. Immutable, so any thread can make
// it.
//
//   auto rows = std::make_shared<const TensorRows>(std::make_shared<const numerics::SameResult>(result));
#pragma once

#include <QString>
#include <QStringList>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/numerics/same/same.h"
#include "ui/numerics/numerics_text.h"

namespace plumbline::ui {

using SameResultPtr = std::shared_ptr<const numerics::SameResult>;

/// TensorFilter: an empty one shows everything.
struct TensorFilter {
  QStringList terms = {};  ///< all of them occur in the path, upper or lower case
  bool isFailing = false;  ///< only what differs or raises ...
  bool isNear = false;     ///< ... or passes near the limit
  bool operator==(const TensorFilter&) const = default;
};

/// TensorColumn: the columns of the table; Name has the tree.
enum class TensorColumn : std::uint8_t { Name, Verdict, Step, Margin, RefError, ResError, Bound, Shape, Dtype, MaxAbs };
inline constexpr int kTensorColumns = static_cast<int>(TensorColumn::MaxAbs) + 1;

class TensorRows {
 public:
  static constexpr int kRoot = 0;

  struct Node {
    int parent = -1;
    int decision = -1;          ///< -1: a container
    int depth = 0;              ///< of the root's children: 0
    QString name;               ///< the last part of the path
    std::vector<int> children;
    int tensors = 0, failing = 0, near = 0;  ///< decisions below, its own included
    bool hasReached = false;    ///< torch compares one of them
  };

  explicit TensorRows(SameResultPtr result);

  const numerics::SameResult& result() const { return *m_result; }
  const Node& node(int id) const { return m_nodes[static_cast<std::size_t>(id)]; }
  int nodeCount() const { return static_cast<int>(m_nodes.size()); }
  /// nodeOf returns the node of a decision; decisionOf is null for a container.
  int nodeOf(std::size_t decision) const { return m_nodeOf[decision]; }
  const numerics::Decision* decisionOf(int node) const;
  /// path returns the full path of a node: "outputs.loss"; "" for the root.
  QString path(int node) const;
  /// find returns the node of a path; -1: none.
  int find(const QString& path) const;

  bool matches(int node, const TensorFilter& filter) const;
  /// less orders two decided nodes by a column; missing numbers come last in both orders. `maxAbs` are the errors by
  /// decision, NaN where they are unknown.
  bool less(int a, int b, TensorColumn column, bool isDescending, const std::vector<double>& maxAbs) const;

  std::size_t failing() const { return static_cast<std::size_t>(m_nodes.front().failing); }
  std::size_t notReached() const { return m_notReached; }
  std::size_t near() const { return static_cast<std::size_t>(m_nodes.front().near); }

 private:
  SameResultPtr m_result;
  std::vector<Node> m_nodes;   ///< 0 is the root, which is not shown
  std::vector<int> m_nodeOf;
  std::size_t m_notReached = 0;
};

using TensorRowsPtr = std::shared_ptr<const TensorRows>;

}  // namespace plumbline::ui
